"""Brings the pieces of a model that are wanted onto this computer, from the hub or from other members."""
