"""Beams: elastic bodies given by their line, section and material; importing this package registers them."""

from vazba.beams import beam

__all__ = ["beam"]
