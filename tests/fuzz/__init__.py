"""Mechanisms drawn by lot, held against an oracle that shares no code with the package (`make fuzz`)."""
