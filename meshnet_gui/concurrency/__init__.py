"""Every thread of the process starts here: the core loop thread, the compute thread and the HTTP server."""
