"""What the self-test looks at. A check gets an empty folder, gives a detail to show, and raises where it fails."""
