"""Balance and small motions about it: equilibrium, natural frequencies and mode shapes."""
