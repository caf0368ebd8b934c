"""`vz.linearize`: a linear model of small motions about a state."""
