"""Tests of assembly, mobility and kinematic runs."""
