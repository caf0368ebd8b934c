"""Equations of motion in absolute coordinates."""
