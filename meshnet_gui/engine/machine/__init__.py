"""What this machine is good at: measured once, remembered, and what follows for dtype, threads and device."""
