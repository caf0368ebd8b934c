"""A state within a step from the states and their derivatives at its ends: the cubic through them.

    y(theta) = (1 - theta) y_0 + theta y_1 + theta (theta - 1) ((1 - 2 theta) (y_1 - y_0) + (theta - 1) h y'_0 + theta h y'_1)

For methods without a continuous extension of their own. The derivatives stand in the first two rows of `store`.
"""

from __future__ import annotations

from vazba._jit import boundary
from vazba.integrate.run_record import BETWEEN, matrix_at, runs_at
from vazba.tables import numbers_at


@boundary(BETWEEN)
def between(run_at, theta, out_at):  # type: ignore[no-untyped-def]
    """State at the part theta of a step."""
    r = runs_at(run_at, 1)[0]
    y, new, f, out, h = (
        numbers_at(r.y, r.n),
        numbers_at(r.new, r.n),
        matrix_at(r.store, 2, r.wide),
        numbers_at(out_at, r.n),
        r.span,
    )
    for j in range(r.n):
        bow = (1.0 - 2.0 * theta) * (new[j] - y[j]) + (theta - 1.0) * h * f[0, j] + theta * h * f[1, j]
        out[j] = (1.0 - theta) * y[j] + theta * new[j] + theta * (theta - 1.0) * bow
