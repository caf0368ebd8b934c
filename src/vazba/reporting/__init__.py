"""What is reported of a run, recomputed from its states."""
