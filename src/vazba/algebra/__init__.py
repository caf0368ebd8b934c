"""Kernels on small tuples (vectors, rotations) and the block factorisation: no mechanics in here."""
