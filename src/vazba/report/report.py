"""Everything a simulation reports, recomputed from its states."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba.equations.verbs import EXTRA, FIXED
from vazba.formulations.formulation import Formulation
from vazba.kinematic.assembly import row_scales
from vazba.kinematic.bar_outputs import pull_of_bars
from vazba.kinematic.beam_outputs import show_sections
from vazba.kinematic.evaluate import Work
from vazba.kinematic.outputs import Motions, Outputs, Samples, driven_motions, outputs
from vazba.kinematic.path_history import along
from vazba.report.observe import observed
from vazba.system import System

Array = NDArray[np.float64]


def report(
    system: System, work: Work, times: Array, segments: list[tuple[Formulation, int, Array]], passed: Array
) -> Outputs:
    """Motions, forces, reactions, efforts, energies and momentum at the stored states of one formulation after another; `passed`: see `integrate.posture`."""
    m, names = system.m, tuple(system.joint_places)
    parts = []
    for k, (form, first, states) in enumerate(segments):
        last = segments[k + 1][1] if k + 1 < len(segments) else len(times)
        here, n = states[: last - first], states.shape[1] - len(form.work.turns)
        seen = observed(
            form, times[first:last], np.ascontiguousarray(here[:, :n]), np.ascontiguousarray(here[:, n:]), passed
        )
        parts.append((*seen, here[:, n - EXTRA : n]))
    stored = np.ascontiguousarray(np.concatenate([part[0] for part in parts], axis=1))
    more, rubbed, ledger = (np.concatenate([part[k] for part in parts]) for k in (1, 2, 3))
    samples = driven_motions(system, times)
    kept = outputs(system, times, stored, samples, along(system, work, times, stored))
    _energies(kept, ledger, more)
    _momentum(system, kept, more)
    wrenches = more[:, FIXED + m :].reshape(len(times), len(names), 6)
    _reactions(system, kept, names, wrenches)
    if system.net is not None:
        pull_of_bars(system, kept, dict(zip(names, wrenches.transpose(1, 0, 2))))
    _efforts(system, kept, samples, more[:, FIXED : FIXED + m] * row_scales(system))
    _frictions(system, kept, rubbed)
    if system.beams:
        place = {name: k for k, name in enumerate(names)}
        moving = Motions(system, *_motion(system, stored))
        show_sections(system, kept, moving, lambda name: wrenches[:, place[name]], _sections(segments, len(times)))
    return kept


def _sections(segments: list[tuple[Formulation, int, Array]], count: int) -> dict[str, Array]:
    """Section forces of beams with elastic coordinates of their own, by station."""
    found: dict[str, list[Array]] = {}
    for k, (form, first, states) in enumerate(segments):
        last = segments[k + 1][1] if k + 1 < len(segments) else count
        for name, values in form.sections(states[: last - first]).items():
            found.setdefault(name, []).append(values)
    return {name: np.concatenate(parts) for name, parts in found.items()}


def _motion(system: System, stored: Array) -> list[Array]:
    """Coordinates, velocities and accelerations of all bodies (times x numbers)."""
    return np.split(stored[: system.nq + 2 * system.nv].T, [system.nq, system.nq + system.nv], axis=1)


def _energies(kept: Outputs, ledger: Array, more: Array) -> None:
    kinetic, potential, elastic, given, lost = *more[:, :3].T, ledger[:, 0], ledger[:, 1]
    elastic = elastic + ledger[:, 2]  # what curves store is integrated
    total = kinetic + potential + elastic
    start = total[0] if len(total) else 0.0
    kept.names["energy"] = ("energy",)
    columns = {
        "kinetic": kinetic, "potential": potential, "elastic": elastic, "input": given, "dissipated": lost,
        "balance": total - given + lost - start,
    }  # fmt: skip
    kept.data["energy"] = {name: values[:, None] for name, values in columns.items()}


def _momentum(system: System, kept: Outputs, more: Array) -> None:
    parts = (
        {"px": 3, "py": 4, "l": 8} if system.dimension == 2 else {"px": 3, "py": 4, "pz": 5, "lx": 6, "ly": 7, "lz": 8}
    )
    kept.names["momentum"] = ("momentum",)
    kept.data["momentum"] = {name: more[:, k : k + 1] for name, k in parts.items()}


def _reactions(system: System, kept: Outputs, names: tuple[str, ...], wrenches: Array) -> None:
    if "joint" not in kept.names:
        return
    place = {name: k for k, name in enumerate(names)}
    parts = (
        {"fx": 0, "fy": 1, "m": 5} if system.dimension == 2 else {"fx": 0, "fy": 1, "fz": 2, "mx": 3, "my": 4, "mz": 5}
    )
    for quantity, part in parts.items():
        column = np.full((len(wrenches), len(kept.names["joint"])), np.nan)
        for k, name in enumerate(kept.names["joint"]):
            if name in place:
                column[:, k] = wrenches[:, place[name], part]
            else:
                kept.absent.add(("joint", name, quantity))
        kept.data["joint"][quantity] = column


def _efforts(system: System, kept: Outputs, samples: Samples, multipliers: Array) -> None:
    """Effort of each driver with one motion, and the power of each."""
    if "driver" not in kept.names:
        return
    turned = {
        group.name for group in system.groups if group.kind == "driver" and any(d.startswith("rotation") for d in group.directions)
    }  # fmt: skip
    effort, power = (np.full((len(multipliers), len(kept.names["driver"])), np.nan) for _ in range(2))
    for k, name in enumerate(kept.names["driver"]):
        rows = system.driver_rows[name]
        kept.units["driver", name, "effort"] = "N" if system.driver_motions[name][0][2] == "m" else "N m"
        if name in turned:
            kept.absent |= {("driver", name, "effort"), ("driver", name, "power")}
            continue
        power[:, k] = sum(multipliers[:, row] * values[1] for row, values in zip(rows, samples[name], strict=True))
        if len(rows) == 1:
            effort[:, k] = multipliers[:, rows[0]]
        else:
            kept.absent.add(("driver", name, "effort"))
    kept.data["driver"] |= {"effort": effort, "power": power}


def _frictions(system: System, kept: Outputs, rubbed: Array) -> None:
    if not system.model.frictions:
        return
    kept.names["friction"] = tuple(system.model.frictions)
    kept.data["friction"] = {"rate": rubbed[..., 0], "effort": rubbed[..., 1], "power": rubbed[..., 0] * rubbed[..., 1]}
    kinds = {(joint, c.name): c.unit for joint, c in system.coordinate_names}
    for name, record in system.model.frictions.items():
        unit = next(
            u for (joint, word), u in kinds.items() if joint == record.joint and record.coordinate in (None, word)
        )
        kept.units |= {
            ("friction", name, "rate"): f"{unit}/s",
            ("friction", name, "effort"): "N" if unit == "m" else "N m",
        }
