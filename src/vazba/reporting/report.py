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
from vazba.kinematic.outputs import Motions, Outputs, driven_motions, outputs
from vazba.kinematic.path_history import along
from vazba.kinematic.transverse import transverse
from vazba.reporting.efforts import show_efforts
from vazba.reporting.observe import observed
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
        parts.append((*seen, here[:, n - EXTRA : n].copy()))
    stored, more, rubbed, written, ledger = parts[0]
    if len(parts) > 1:
        stored = np.ascontiguousarray(np.concatenate([part[0] for part in parts], axis=1))
        more, rubbed, written, ledger = (np.concatenate([part[k] for part in parts]) for k in (1, 2, 3, 4))
    samples = driven_motions(system, times)
    kept = outputs(system, work, times, stored, samples, along(system, work, times, stored, written))
    _energies(kept, ledger, more)
    _momentum(system, kept, more)
    wrenches = more[:, FIXED + m :].reshape(len(times), len(names), 6)
    show_reactions(system, kept, names, wrenches)
    if system.net is not None:
        pull_of_bars(system, kept, dict(zip(names, wrenches.transpose(1, 0, 2))))
    show_efforts(system, kept, samples, stored[: system.nq].T, more[:, FIXED : FIXED + m] * row_scales(system))
    show_frictions(system, kept, rubbed)
    if system.beams:
        place = {name: k for k, name in enumerate(names)}
        moving = Motions(system, *_motion(system, stored))
        kept.state = _state(system, stored, segments, len(times))
        known, index = _sections(segments, len(times)), {name: k for k, name in enumerate(system.body_names)}
        for plan in system.beams:
            if plan.model == "ancf":
                known |= transverse(plan, moving, index, known, segments[0][0].dynamics.gravity)
        show_sections(system, kept, moving, lambda name: wrenches[:, place[name]], known)
    return kept


def _state(
    system: System, stored: Array, segments: list[tuple[Formulation, int, Array]], count: int
) -> dict[str, Array]:
    """What columns do not hold: coordinates and velocities of all bodies beams consist of, and of their elastic unknowns."""
    if all(plan.model == "rigid" for plan in system.beams):
        return {}
    q, v, _ = _motion(system, stored)
    found = {"q": np.ascontiguousarray(q), "v": np.ascontiguousarray(v)}
    if segments[0][0].own_coordinates:
        widths = [states.shape[1] - len(form.work.turns) - EXTRA for form, _, states in segments]
        ends = [*(first for _, first, _ in segments[1:]), count]
        found["unknowns"] = np.concatenate(
            [states[: end - first, :n] for (_, first, states), end, n in zip(segments, ends, widths, strict=True)]
        )
    return found


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
    parts = {name: 3 + k for name, k in zip(system.space.momenta, system.space.wrench_places, strict=True)}
    kept.names["momentum"] = ("momentum",)
    kept.data["momentum"] = {name: more[:, k : k + 1] for name, k in parts.items()}


def show_reactions(system: System, kept: Outputs, names: tuple[str, ...], wrenches: Array) -> None:
    if "joint" not in kept.names:
        return
    place = {name: k for k, name in enumerate(names)}
    parts = dict(zip(system.space.wrench, system.space.wrench_places, strict=True))
    for quantity, part in parts.items():
        column = np.full((len(wrenches), len(kept.names["joint"])), np.nan)
        for k, name in enumerate(kept.names["joint"]):
            if name in place:
                column[:, k] = wrenches[:, place[name], part]
            else:
                kept.absent.add(("joint", name, quantity))
        kept.data["joint"][quantity] = column


def show_frictions(system: System, kept: Outputs, rubbed: Array) -> None:
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
