"""Makes what people install: the bundle by PyInstaller, and around it the packages of each system.

Runs from a checkout, as ``python -m installers`` with ``packaging`` on the path; ``python3 dev.py bundle`` does so.
"""
