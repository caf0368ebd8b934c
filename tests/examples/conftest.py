"""Lets the tests import the closed forms in `tests/reference`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
