"""Tiny models for these tests."""

from tests.fleet import tiny

__all__ = ["tiny"]
