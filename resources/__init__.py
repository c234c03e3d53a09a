"""Icons and styles that the app reads through importlib.resources, as the package meshnet_gui.resources."""
