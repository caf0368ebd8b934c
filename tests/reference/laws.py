"""Motion laws as jets, written from their definitions."""

from __future__ import annotations

import numpy as np

from reference.jets import Jet


def trapezoid(t, start, speed, times):
    """Speed grows linearly from t0 to t1, holds, falls linearly from t2 to t3; the angle is the area under it."""
    t0, t1, t2, t3 = times
    up, hold, down = (np.clip(t, a, b) - a for a, b in ((t0, t1), (t1, t2), (t2, t3)))
    rise, fall = t1 - t0, t3 - t2
    angle = start + speed * (up**2 / (2 * rise) + hold + down - down**2 / (2 * fall))
    rate = speed * (up / rise - down / fall)
    acceleration = np.where((t > t0) & (t < t1), speed / rise, 0.0) - np.where((t > t2) & (t < t3), speed / fall, 0.0)
    return Jet(angle, rate, acceleration)


def smooth_step(t, first, last, start, end):
    """The quintic from one value to another with vanishing rate and acceleration at both ends."""
    u = np.clip((t - start) / (end - start), 0, 1)
    rise, span = last - first, end - start
    return Jet(
        first + rise * u**3 * (10 - 15 * u + 6 * u**2),
        rise / span * 30 * u**2 * (1 - u) ** 2,
        rise / span**2 * 60 * u * (1 - u) * (1 - 2 * u),
    )
