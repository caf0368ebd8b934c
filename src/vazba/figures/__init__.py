"""Figures of results and mechanisms, made with matplotlib, which is imported only when a figure is asked for."""

from vazba.figures.animate import animate
from vazba.figures.beam_differences import beam_differences
from vazba.figures.curves import plot
from vazba.figures.differences import differences
from vazba.figures.mode_shapes import mode_shapes
from vazba.figures.picture import picture
from vazba.figures.skeleton import Skeleton, skeleton

__all__ = ["Skeleton", "animate", "beam_differences", "differences", "mode_shapes", "picture", "plot", "skeleton"]
