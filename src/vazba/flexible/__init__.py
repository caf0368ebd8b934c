"""Bodies with elastic coordinates of their own: modal beams in a floating frame, and beams of absolute nodal coordinates."""
