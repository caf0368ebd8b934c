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
    if net.elastic:
        spring, bar = ({name: k for k, name in enumerate(known)} for known in (out.names["spring"], names))
        columns["force"][:, [bar[name] for name in net.elastic]] = out.data["spring"]["force"][
            :, [spring[name] for name in net.elastic]
        ]
        take_out(out, "spring", set(net.elastic))
    if net.rigid:
        take_out(out, "joint", set(net.rigid))
    out.names["bar"], out.data["bar"] = names, columns
    out.units |= {("bar", name, quantity): unit for name in names for quantity, unit in QUANTITIES.items()}


def pull_of_bars(system: System, out: Outputs, wrenches: Mapping[str, Array]) -> None:
    """Forces of rigid bars from what each does to its second node, along its line."""
    assert system.net is not None
    rigid = system.net.rigid
    if not rigid:
        return
    place, number = ({name: k for k, name in enumerate(out.names[kind])} for kind in ("point", "bar"))
    a, b = ([place[system.net.ends[name][side]] for name in rigid] for side in (0, 1))
    columns = [out.data["point"][axis] for axis in "xyz"[: system.dimension]]
    gap = np.stack([x[:, b] - x[:, a] for x in columns])  # axes, instants, bars
    force = np.stack([wrenches[name][:, : system.dimension].T for name in rigid], axis=2)
    out.data["bar"]["force"][:, [number[name] for name in rigid]] = -(force * gap).sum(axis=0) / np.sqrt(
        (gap**2).sum(axis=0)
    )
