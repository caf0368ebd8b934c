"""Tests of inverse dynamics, replay and feasible regions."""
