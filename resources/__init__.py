"""Icons and other files that the app reads through importlib.resources; part of the package as meshnet_gui.resources."""
