"""Integrators, compiled: one method per file."""
