"""Meshnet: a desktop app with which people pool their computers to run a language model that none of them could run alone."""

__version__ = "0.1.0"
