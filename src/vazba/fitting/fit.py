"""`vz.fit`: parameters from measured columns, by least squares, with intervals.

With residuals `r = (measured - computed) / sigma` of each column, `sum r^2` is made least by steps of Gauss and Newton within a region of trust. The
noise sigma of every column is that of its residuals, found by turns with the parameters where it is not given. With the Jacobian J of r by relative parameters
`(J^T J)^-1` is their covariance; singular values of J next to nothing belong to combinations of parameters that the data do not tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.case.prepare import require_model
from vazba.errors import Fault, ModelError, SolveError, suggestion
from vazba.fitting.data import Measured, measured
from vazba.fitting.fitted import Fit
from vazba.fitting.sensitivity import UNIT, named_parameters
from vazba.model import Model
from vazba.simulation.repeated import Repeated

Array = NDArray[np.float64]
RTOL, ATOL = 1e-9, 1e-11
ROUNDS, SAME = 4, 1e-3  # of finding the noise; relative change of it that no longer matters
STEP = 1e-3  # of a parameter, for differences
BLIND = 3e-5  # singular values below this part of the largest are none
VAGUE = 5.0  # relative standard deviation of a combination of parameters from which on it counts as not told
POOR = 1e8  # penalty where a run cannot be made: such a step is taken back
TOLD = 0.05  # part of a combination below which a parameter is not named
DURBIN = 1.2  # statistics of Durbin and Watson below which residuals are not independent of each other (2: independent)
Progress = Callable[[int, float], None]


def fit(
    model: Model, data: Any, parameters: Iterable[str] | Mapping[str, Any] | str | None = None, *, columns: Iterable[str] | None = None,
    sigma: float | Mapping[str, float] | None = None, confidence: float = 0.95, start: Any = None, method: str | None = None,
    integrator: str | None = None, rtol: float = RTOL, atol: float = ATOL, progress: Progress | None = None,
) -> Fit:  # fmt: skip
    """Find parameters of a model from measured columns.

    `data`: a table with `time` (s) and columns called as in results (`car.y`, `A.angle`): a file, a data frame, a `Result`, or a mapping of arrays; empty
    cells are left out. `columns` names those that count (all). `parameters`: names, or a table `{name: (lowest, highest)}` of bounds; without them all that
    are plain numbers. The search begins at the values of the model. `sigma`: standard deviation of the measurement, a number or by column, where it is known.
    """
    require_model(model)
    at, bounds = _bounded(model, parameters)
    table = measured(data, columns)
    if not 0 < confidence < 1:
        raise ModelError(Fault("confidence", f"{confidence!r} is not between 0 and 1", "", "give 0.95"))
    known = _sigma(sigma, table.columns)
    runs = _runs(model, table, start, method=method, integrator=integrator, rtol=rtol, atol=atol)
    search = _Search(runs, table, at, bounds, progress)
    count = int(np.isfinite(table.values).sum())
    if count <= len(at):
        what = f"{count} numbers were measured, {len(at)} parameters are wanted"
        raise ModelError(Fault("data", what, "more numbers than parameters are needed", "measure more, or name fewer"))
    noise = search.first_noise() if known is None else known
    x, ended = np.ones(len(at)), ""
    for k in range(ROUNDS if known is None else 1):
        x, ended = search.best(x, noise)
        if known is not None:
            break
        found = search.noise(x)
        close = bool((np.abs(found - noise) <= SAME * noise).all())
        noise = found
        if close and k:
            break
    return search.fit(model, x, noise, known is not None, confidence, ended)


def _bounded(model: Model, parameters: Any) -> tuple[dict[str, float], dict[str, tuple[float, float]]]:
    """Values to begin with, and bounds."""
    bounds: dict[str, tuple[float, float]] = {}
    if isinstance(parameters, Mapping):
        faults = []
        for name, pair in parameters.items():
            if pair is None:
                continue
            if (
                not hasattr(pair, "__len__")
                or len(pair) != 2
                or not all(isinstance(x, Real) for x in pair)
                or not pair[0] < pair[1]
            ):
                faults.append(
                    Fault(f"parameter {name}", f"{pair!r} are no bounds", "", "give (lowest, highest), or None")
                )
            else:
                bounds[str(name)] = (float(pair[0]), float(pair[1]))
        if faults:
            raise ModelError(faults)
    at = named_parameters(model, parameters)
    outside = [
        Fault(f"parameter {name}", f"its value {at[name]:g} is outside {low:g} to {high:g}", "the search begins there", "correct one of them")
        for name, (low, high) in bounds.items()
        if not low <= at[name] <= high
    ]  # fmt: skip
    if outside:
        raise ModelError(outside)
    return at, bounds


def _sigma(sigma: Any, columns: tuple[str, ...]) -> Array | None:
    if sigma is None:
        return None
    given = sigma if isinstance(sigma, Mapping) else dict.fromkeys(columns, sigma)
    faults = [
        Fault("sigma", f"there is no column '{name}'", "", suggestion(str(name), columns))
        for name in given
        if name not in columns
    ]
    for name in columns:
        value = given.get(name)
        if not isinstance(value, Real) or not np.isfinite(float(value)) or not float(value) > 0:
            faults.append(
                Fault(
                    "sigma", f"of {name}: {value!r} is not a deviation", "", "give a positive number for every column"
                )
            )
    if faults:
        raise ModelError(faults)
    return np.array([float(given[name]) for name in columns])


def _runs(model: Model, table: Measured, start: Any, **said: Any) -> Repeated:
    """Runs over the measured instants; from t = 0 where these begin later."""
    first = float(table.time[0])
    if first < 0:
        raise ModelError(Fault("data", f"it begins at t = {first:g} s", "a run begins at t = 0", "shift the times"))
    times = table.time if first == 0 else np.concatenate([[0.0], table.time])
    return Repeated(model, times, table.columns, start, **said)


class _Search:
    """Least squares over parameters relative to their first values."""

    def __init__(
        self,
        runs: Repeated,
        table: Measured,
        at: Mapping[str, float],
        bounds: Mapping[str, tuple[float, float]],
        progress: Progress | None,
    ) -> None:
        self.runs, self.table, self.at, self.progress = runs, table, dict(at), progress
        self.size = np.array([abs(value) or UNIT for value in at.values()])
        self.offset = np.array(
            [0.0 if value else 1.0 for value in at.values()]
        )  # a parameter that is zero begins at x = 1 too
        self.sign = np.array([-1.0 if value < 0 else 1.0 for value in at.values()])
        pairs = [bounds.get(name, (-np.inf, np.inf)) for name in at]
        ends = np.array([sorted(self._x(k, value) for value in pair) for k, pair in enumerate(pairs)]).reshape(-1, 2)
        self.lower, self.upper = ends[:, 0], ends[:, 1]
        self.seen = np.isfinite(table.values)
        self.noises = np.ones(len(table.columns))

    def _x(self, k: int, value: float) -> float:
        return float(self.sign[k] * value / self.size[k] + self.offset[k])

    def values(self, x: Array) -> dict[str, float]:
        """Parameters by name."""
        return dict(zip(self.at, (self.sign * (x - self.offset) * self.size).tolist(), strict=True))

    def computed(self, x: Array) -> Array:
        """Columns at the measured instants."""
        return self.runs(self.values(x))[-len(self.table.time) :]

    def left(self, x: Array) -> Array:
        return np.asarray(((self.computed(x) - self.table.values) / self.noises)[self.seen])

    def tried(self, x: Array) -> Array:
        """As `left`; where no run can be made, so large that the step is taken back."""
        try:
            found = self.left(x)
        except (SolveError, ModelError):
            return np.full(int(self.seen.sum()), POOR)
        if self.progress is not None:
            self.progress(self.runs.count, float(np.sqrt(np.mean(found**2))))
        return found if np.isfinite(found).all() else np.full(len(found), POOR)

    def jacobian(self, x: Array) -> Array:
        """By central differences, one-sided at a bound."""
        columns = []
        for k in range(len(x)):
            up, down = x.copy(), x.copy()
            step = STEP * max(abs(x[k]), 1e-3)
            up[k], down[k] = min(x[k] + step, self.upper[k]), max(x[k] - step, self.lower[k])
            columns.append((self.left(up) - self.left(down)) / (up[k] - down[k]))
        return np.column_stack(columns)

    def first_noise(self) -> Array:
        """The spread of each column, to begin with."""
        spread = np.nanstd(self.table.values, axis=0)
        return np.where(spread > 0, spread, np.maximum(np.nanmax(np.abs(self.table.values), axis=0), 1e-300))

    def noise(self, x: Array) -> Array:
        """Standard deviation of the residuals of each column; freedoms that the parameters have taken are shared out evenly."""
        left = self.computed(x) - self.table.values
        count, share = self.seen.sum(axis=0), len(self.at) / self.seen.sum()
        found = np.sqrt(np.nansum(left**2, axis=0) / (count * (1.0 - share)))
        floor = 1e-12 * self.first_noise() + 1e-300
        return np.maximum(found, floor)

    def best(self, x: Array, noise: Array) -> tuple[Array, str]:
        """Least squares from x on; and what is to be said where it did not end."""
        from scipy.optimize import least_squares

        self.noises = noise
        self.left(x)  # says what is wrong with the values to begin with
        with np.errstate(all="ignore"):
            found = least_squares(
                self.tried, x, jac=self.jacobian, bounds=(self.lower, self.upper), x_scale="jac", method="trf", xtol=1e-10, ftol=1e-10, gtol=1e-10,
                max_nfev=100,
            )  # fmt: skip
        return np.asarray(found.x), "" if found.status > 0 else "the search was given up after 100 steps; begin nearer"

    def fit(self, model: Model, x: Array, noise: Array, known: bool, confidence: float, ended: str) -> Fit:
        """Values, their covariance and intervals, and what the data do not tell."""
        from scipy.stats import norm, t

        self.noises = noise
        names, values, remarks = tuple(self.at), self.values(x), []
        relative = np.abs(x - self.offset)
        relative[relative < 1e-3] = 1.0  # next to nothing: no relative changes
        scale = relative * self.size
        _, s, vt = np.linalg.svd(self.jacobian(x) * relative, full_matrices=False)
        told = (s > BLIND * max(float(s.max(initial=0.0)), 1e-300)) & (s > 1.0 / VAGUE)
        blind = vt[~told]
        inverse = (vt[told].T / s[told] ** 2) @ vt[told]
        deviations = np.sqrt(np.maximum(np.diag(inverse), 0.0)) * scale
        lost = (np.abs(blind) > TOLD).any(axis=0) if len(blind) else np.zeros(len(names), bool)
        deviations[lost] = np.inf
        freedoms = max(int(self.seen.sum()) - len(names), 1)
        reach = float(norm.ppf(0.5 + 0.5 * confidence) if known else t.ppf(0.5 + 0.5 * confidence, freedoms))
        combinations = tuple(_combination(row, names) for row in _simplified(blind))
        remarks += [_words(one) for one in combinations]
        result = self.runs.result(values)
        left = (self.table.values - self.computed(x)).T
        residuals = dict(zip(self.table.columns, left, strict=True))
        remarks += [said for name, column in residuals.items() if (said := _dependent(name, column))]
        remarks += [
            f"parameter {name} ended at its bound {values[name]:.6g}: the data ask for a value beyond"
            for k, name in enumerate(names)
            if np.isclose(x[k], self.lower[k], rtol=1e-6) or np.isclose(x[k], self.upper[k], rtol=1e-6)
        ]
        spread = np.sqrt(np.outer(np.diag(inverse), np.diag(inverse)))
        correlation = np.divide(inverse, spread, out=np.eye(len(names)), where=spread > 0)
        ends = {
            n: (values[n] - reach * d, values[n] + reach * d) for n, d in zip(names, deviations.tolist(), strict=True)
        }
        return Fit(
            self.runs.again.changed(values) if names else model, names, dict(self.at), values, dict(zip(names, deviations.tolist(), strict=True)), ends,
            confidence, correlation, self.table.columns, self.table.time, residuals, dict(zip(self.table.columns, noise.tolist(), strict=True)),
            combinations, result, "done" if not ended else "failed", ended, tuple(remarks), {"runs": self.runs.count, "numbers": int(self.seen.sum())},
        )  # fmt: skip


def _simplified(rows: Array) -> Array:
    """The same directions told by as few parameters as can be: in reduced echelon form."""
    rows = rows.copy()
    done = 0
    for k in range(rows.shape[1]):
        if done >= len(rows):
            break
        best = done + int(np.argmax(np.abs(rows[done:, k])))
        if abs(rows[best, k]) < TOLD:
            continue
        rows[[done, best]] = rows[[best, done]]
        rows[done] /= rows[done, k]
        for i in range(len(rows)):
            if i != done:
                rows[i] -= rows[i, k] * rows[done]
        done += 1
    return rows


def _combination(row: Array, names: tuple[str, ...]) -> dict[str, float]:
    top = row[np.argmax(np.abs(row))]
    return {name: float(part / top) for name, part in zip(names, row, strict=True) if abs(part / top) > TOLD}


def _words(one: Mapping[str, float]) -> str:
    if len(one) == 1:
        return f"the data do not tell {next(iter(one))} at all: no column changes with it"
    parts = " : ".join(f"{value:.3g}" for value in one.values())
    return f"the data do not tell {', '.join(one)} apart: relative changes of these in the ratio {parts} leave all columns as they are"


def _dependent(name: str, left: Array) -> str:
    """Said where residuals go with their neighbours: then the model, not noise, is what is left, and intervals are too narrow."""
    left = left[np.isfinite(left)]
    total = float((left**2).sum())
    if len(left) < 20 or total == 0:
        return ""
    statistics = float((np.diff(left) ** 2).sum()) / total
    if statistics >= DURBIN:
        return ""
    return (
        f"residuals of {name} are not independent of each other (Durbin and Watson: {statistics:.2g}, 2 for noise): the model lacks something, or the "
        "noise is no noise; intervals are too narrow"
    )
