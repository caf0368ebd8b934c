"""What is reported of bars: length, its rate, and the force along them (tension positive); nodes are reported as the points of their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vazba.kinematic.beam_outputs import take_out
from vazba.system import System

if TYPE_CHECKING:
    from vazba.kinematic.outputs import Outputs

Array = NDArray[np.float64]
QUANTITIES = {"length": "m", "rate": "m/s", "force": "N"}


def show_bars(system: System, out: Outputs) -> None:
    """Take out what stands for nodes and bars, put in the bars; forces of rigid ones are known by `pull_of_bars`."""
    assert system.net is not None
    net, names = system.net, tuple(system.net.ends)
    if net.nodes:
        take_out(out, "body", set(net.nodes))
    for kind in {kind for kind, _ in net.hidden} & set(out.names):
        take_out(out, kind, {name for other, name in net.hidden if other == kind})
    if not names:
        return
    place = {name: k for k, name in enumerate(out.names["point"])}
    axes = "xyz"[: system.dimension]
    at, moving = (np.stack([out.data["point"][level + axis] for axis in axes]) for level in ("", "v"))
    first, second = ([place[ends[side]] for ends in net.ends.values()] for side in (0, 1))
    gap, speed = at[:, :, second] - at[:, :, first], moving[:, :, second] - moving[:, :, first]
    length = np.sqrt((gap**2).sum(axis=0))
    columns = {"length": length, "rate": (gap * speed).sum(axis=0) / length, "force": np.zeros_like(length)}
    springs = out.names.get("spring", ())
    for k, name in enumerate(names):
        if name in net.elastic:
            columns["force"][:, k] = out.data["spring"]["force"][:, springs.index(name)]
    if net.elastic:
        take_out(out, "spring", set(net.elastic))
    if net.rigid:
        take_out(out, "joint", set(net.rigid))
    out.names["bar"], out.data["bar"] = names, columns
    out.units |= {("bar", name, quantity): unit for name in names for quantity, unit in QUANTITIES.items()}


def pull_of_bars(system: System, out: Outputs, wrenches: Mapping[str, Array]) -> None:
    """Forces of rigid bars from what each does to its second node, along its line."""
    assert system.net is not None
    place = {name: k for k, name in enumerate(out.names.get("point", ()))}
    axes = "xyz"[: system.dimension]
    for name in system.net.rigid:
        a, b = (np.stack([out.data["point"][axis][:, place[end]] for axis in axes]) for end in system.net.ends[name])
        gap = b - a
        force = wrenches[name].T[: system.dimension]
        out.data["bar"]["force"][:, out.names["bar"].index(name)] = -(force * gap).sum(axis=0) / np.sqrt(
            (gap**2).sum(axis=0)
        )
