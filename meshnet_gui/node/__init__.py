"""Lends this computer: the node service, its Starlette app and the forward endpoint."""
