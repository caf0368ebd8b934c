"""`vz.simulate`."""
