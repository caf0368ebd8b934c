"""Progress bars of the commands: those of the whole package."""

from vazba.progress import Pace as Pace
from vazba.progress import Step as Step
from vazba.progress import frames as frames
from vazba.progress import progress as progress
from vazba.progress import simulated as simulated
from vazba.progress import speed as speed
