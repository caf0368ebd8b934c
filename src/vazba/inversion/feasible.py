"""`vz.feasible`: where in a plane a platform on cables (or motors) can be held within their bounds."""
