"""Derivatives of the forces by coordinates and velocities."""
