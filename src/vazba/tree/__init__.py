"""Kinematics and dynamics of trees in joint coordinates, and of the loops closed over them."""
