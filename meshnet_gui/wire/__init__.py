"""Bytes <-> messages of the forward protocol: headers, tensor payload, limits, refusals. No I/O, no clock, no torch."""
