"""Tests of the equations of motion and of runs."""
