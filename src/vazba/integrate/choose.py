"""The integrators by name, behind one interface."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from vazba._jit import Boundary, packed
from vazba.dynamics.settings import Settings
from vazba.dynamics.tables import Dynamics
from vazba.errors import Fault, ModelError
from vazba.integrate import dop853, dopri5, explicit, generalized_alpha, joint_alpha, radau, taylor
from vazba.integrate.entry import RUN
from vazba.integrate.tableau import Tableau
from vazba.integrate.tangent import factor_complex, solve_complex, tangent_of
from vazba.kinematic.evaluate import Work
from vazba.system import System
from vazba.tree.build import ELIMINATION, Tree
from vazba.tree.planar_series import Series, what_is_not_analytic

Array = NDArray[np.float64]


class Integrator(Protocol):
    """Integrates through output times; see `explicit.run` for the arguments."""

    name: str

    def prepare(self, system: System, dynamics: Dynamics, work: Work, record: Any, n: int) -> Any: ...

    def run(self, record: Any, kernel: int, y: Array, clock: Array, times: Array, first: int, last: int, breaks: Array, out: Array, notes: Array,
            log: Array, arrays: Any) -> tuple[int, int]: ...  # fmt: skip


def entered(
    loop: Boundary, record: Any, kernel: int, own: int, y: Array, clock: Array, times: Array, first: int, last: int, breaks: Array, settings: Array,
    out: Array, notes: Array, log: Array, store: Array, **more: Array,
) -> tuple[int, int]:  # fmt: skip
    """Call the compiled loop of an integrator: `(status, next output time)`."""
    arrays = {
        "y": y, "clock": clock, "times": times, "breaks": breaks, "settings": settings, "out": out, "notes": notes, "log": log, "store": store, **more,
    }  # fmt: skip
    flat = {name: array.reshape(-1) for name, array in arrays.items()}
    run = packed(
        RUN,
        flat,
        d=record.here,
        kernel=kernel,
        own=own,
        first=first,
        last=last,
        width=out.shape[1],
        wide=store.shape[1],
    )
    code = loop(run.here)
    return int(code), int(run.reached)


class Explicit:
    """A Runge-Kutta method given by its tableau."""

    def __init__(self, settings: Settings, tableau: Tableau, watch_stiffness: bool) -> None:
        self.name, self.tableau = tableau.name, tableau
        self.settings = np.array([
            settings.rtol, settings.atol, settings.step or np.inf, float(settings.stabilisation != "baumgarte"), float(watch_stiffness),
        ])  # fmt: skip

    def prepare(self, system: System, dynamics: Dynamics, work: Work, record: Any, n: int) -> Any:  # noqa: ARG002
        return np.zeros((self.tableau.rows, n)), np.zeros((2, n))

    def run(self, record: Any, kernel: int, y: Array, clock: Array, times: Array, first: int, last: int, breaks: Array, out: Array, notes: Array,
            log: Array, arrays: Any) -> tuple[int, int]:  # fmt: skip
        k, trial = arrays
        return entered(
            explicit.run_at, record, kernel, self.tableau.record.here, y, clock, times, first, last, breaks, self.settings, out, notes, log, k, trial=trial
        )  # fmt: skip


class Radau:
    """Radau IIA of order 5."""

    name = "radau"

    def __init__(self, settings: Settings) -> None:
        self.settings = np.array([settings.rtol, settings.atol, settings.step or np.inf])

    def prepare(self, system: System, dynamics: Dynamics, work: Work, record: Any, n: int) -> Any:  # noqa: ARG002
        more = {
            "factor_complex": factor_complex, "solve_complex": solve_complex, "shift_real": radau.shift_real, "shift_complex": radau.shift_complex,
        }  # fmt: skip
        return tangent_of(system, more), np.zeros((15, n)), np.zeros((2, n), complex)

    def run(self, record: Any, kernel: int, y: Array, clock: Array, times: Array, first: int, last: int, breaks: Array, out: Array, notes: Array,
            log: Array, arrays: Any) -> tuple[int, int]:  # fmt: skip
        tangent, store, store_c = arrays
        return entered(
            radau.run_at, record, kernel, tangent.record.here, y, clock, times, first, last, breaks, self.settings, out, notes, log, store,
            store_c=store_c,
        )  # fmt: skip


class ElasticRadau(Radau):
    """Radau IIA for models with elastic bodies; made for one formulation."""

    def __init__(self, settings: Settings, form: Any) -> None:
        super().__init__(settings)
        self.form = form

    def prepare(self, system: System, dynamics: Dynamics, work: Work, record: Any, n: int) -> Any:  # noqa: ARG002
        from vazba.integrate.flexible_tangent import flexible_tangent_of

        return flexible_tangent_of(self.form), np.zeros((15, n)), np.zeros((2, n), complex)


class GeneralizedAlpha:
    """Generalised-alpha, index 3 or stabilised to index 2."""

    name = "generalized_alpha"

    def __init__(self, settings: Settings) -> None:
        self.settings = np.array(
            [settings.rtol, settings.atol, settings.step or 0.0, float(settings.stabilisation == "index2")]
        )

    def prepare(self, system: System, dynamics: Dynamics, work: Work, record: Any, n: int) -> Any:  # noqa: ARG002
        return tangent_of(system), np.zeros((10, max(n, system.nv + system.m)))

    def run(self, record: Any, kernel: int, y: Array, clock: Array, times: Array, first: int, last: int, breaks: Array, out: Array, notes: Array,
            log: Array, arrays: Any) -> tuple[int, int]:  # fmt: skip
        tangent, store = arrays
        return entered(
            generalized_alpha.run_at, record, kernel, tangent.record.here, y, clock, times, first, last, breaks, self.settings, out, notes, log, store
        )  # fmt: skip


class JointAlpha(GeneralizedAlpha):
    """Generalised-alpha in joint coordinates."""

    def __init__(self, settings: Settings, tree: Tree) -> None:
        super().__init__(settings)
        tree.need(*ELIMINATION, "loop_loads")

    def prepare(self, system: System, dynamics: Dynamics, work: Work, record: Any, n: int) -> Any:  # noqa: ARG002
        from vazba.tree import planar_inverse, spatial_inverse

        inverse = (planar_inverse if system.dimension == 2 else spatial_inverse).inverse
        return inverse.address, np.zeros((10, max(n, work.record.n_phi)))

    def run(self, record: Any, kernel: int, y: Array, clock: Array, times: Array, first: int, last: int, breaks: Array, out: Array, notes: Array,
            log: Array, arrays: Any) -> tuple[int, int]:  # fmt: skip
        inverse, store = arrays
        return entered(
            joint_alpha.run_at, record, kernel, inverse, y, clock, times, first, last, breaks, self.settings, out, notes, log, store
        )  # fmt: skip


class Taylor:
    """Power series of high order, for trees whose motion is analytic."""

    name = "taylor"

    def __init__(self, settings: Settings, tree: Tree) -> None:
        self.tree = tree
        tree.need(*ELIMINATION)
        self.order = taylor.order_for(settings.rtol, settings.atol)
        self.settings = np.array([settings.rtol, settings.atol, settings.step or np.inf])

    def prepare(self, system: System, dynamics: Dynamics, work: Work, record: Any, n: int) -> Any:  # noqa: ARG002
        return Series(self.tree, self.order, dynamics.gravity), np.zeros((3, n))

    def run(self, record: Any, kernel: int, y: Array, clock: Array, times: Array, first: int, last: int, breaks: Array, out: Array, notes: Array,  # noqa: ARG002
            log: Array, arrays: Any) -> tuple[int, int]:  # fmt: skip
        series, trial = arrays
        return entered(
            taylor.run_at, record, kernel, series.record.here, y, clock, times, first, last, breaks, self.settings, out, notes, log, trial, trial=trial
        )  # fmt: skip


def integrator_named(
    settings: Settings, stiff: bool = False, elastic: Any = None, tree: Tree | None = None, singular: bool = False
) -> Integrator:
    """The integrator of the settings. `auto` takes series where nothing but gravity acts on a tree, else order 8 but for loose tolerances, and the
    implicit one once the model has proved stiff.

    `elastic`: the formulation of a model with elastic bodies; `tree`: of the recursive formulation; `singular`: the posture it starts in.
    """
    name, projecting = settings.integrator, settings.stabilisation == "projection"
    if name == "radau" or (name == "auto" and stiff):
        return Radau(settings) if elastic is None else ElasticRadau(settings, elastic)
    if name == "generalized_alpha":
        return JointAlpha(settings, tree) if tree is not None else GeneralizedAlpha(settings)
    if name == "taylor":
        odd = "it has no tree of joints" if tree is None else what_is_not_analytic(tree)
        if tree is None or odd:
            raise ModelError([_no_series(odd)])
        return Taylor(settings, tree)
    if name == "auto" and projecting and not singular and tree is not None and taylor.is_best(tree):
        return Taylor(settings, tree)
    return runge_kutta(settings)


def _no_series(odd: str) -> Fault:
    return Fault(
        "simulation", "integrator = taylor does not go with this model", odd,
        "use auto: planar mechanisms that move under gravity and linear springs at their joints, with loops closed by pins, have series",
    )  # fmt: skip


def runge_kutta(settings: Settings) -> Integrator:
    """The explicit method of the settings; also where series come to their end."""
    name, loose = settings.integrator, settings.rtol >= 1e-4
    tableau = dopri5.tableau() if name == "dopri5" or (name == "auto" and loose) else dop853.tableau()
    return Explicit(settings, tableau, watch_stiffness=name == "auto" and settings.stabilisation == "projection")
