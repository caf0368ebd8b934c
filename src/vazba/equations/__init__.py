"""Equations of motion: what acts, how accelerations follow, how constraints are kept; three formulations and elastic bodies."""
