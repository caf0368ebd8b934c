"""The formulations of one model behind one interface."""
