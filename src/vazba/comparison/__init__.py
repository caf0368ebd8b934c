"""`vz.compare` and `vz.compare_beams`."""
