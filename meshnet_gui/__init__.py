"""Meshnet: a desktop app with which people pool their computers to run a language model too large for any of them."""

__version__ = "0.1.0"
