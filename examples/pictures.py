"""Makes the picture of every example from its run: the mechanism at one instant, and curves below it.

Run as `python examples/pictures.py [NAME ...]`.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from PIL import Image, ImageChops

import vazba as vz
from vazba.algebra.rotations import matrices
from vazba.cli.examples import model_of
from vazba.figures.draw import projection
from vazba.figures.skeleton import motion

HERE = Path(__file__).parent
WIDTH, DPI, MOST_BYTES = 760, 110, 80_000


class Sheet(NamedTuple):
    """What to show: instant of the picture, points whose paths are drawn, curves below, names, and anything else."""

    at: float = 0.0
    paths: tuple[str, ...] = ()
    curves: tuple[str, ...] = ()
    labels: bool = True
    also: Callable[[Any, vz.Result], None] | None = None


def pitch_circles(ax: Any, res: vz.Result) -> None:
    """Pitch circles of the gear train in the drawn configuration, with their names."""
    z = res.model.scope().parameters
    x2, x3 = z["x2"], z["x3"]
    at = {"sun": 0, "ring": 0, "planet": z["arm"], "wheel1": 0, "pinion2": x2, "wheel2": x2, "wheel3": x3, "pinion": x3}
    turn = np.linspace(0, 2 * np.pi, 181)
    for name, x in at.items():
        r = z["module"] * z[name] / 2
        ax.plot(x + r * np.cos(turn), r * np.sin(turn), color="#888888", linewidth=0.9, linestyle="-.", zorder=1)
        ax.annotate(f"{name} {z[name]:.0f}", (x, r), xytext=(0, 2), textcoords="offset points", ha="center", fontsize=8)
    ax.plot([x3 - 0.04, x3 + 0.08], [-z["radius"]] * 2, color="#888888", linewidth=3, zorder=1)
    ax.annotate("rack", (x3 + 0.08, -z["radius"]), xytext=(0, -11), textcoords="offset points", ha="right", fontsize=8)
    ax.set_xlim(-0.11, 0.30)
    ax.set_ylim(-0.105, 0.105)


def rim_of_the_top(ax: Any, res: vz.Result) -> None:
    """The disc of the heavy top, and the wreath that the end of its stem draws when the axis is let go from rest."""
    z, i, view = res.model.scope().parameters, res.index(SHEETS["heavy-top"].at), projection(3)[:2]
    turn = np.linspace(0, 2 * np.pi, 121)
    circle = np.column_stack([z["r"] * np.cos(turn), z["r"] * np.sin(turn), np.full(len(turn), z["l"])])
    rim = circle @ matrices(res.body("top").quaternion[i : i + 1])[0].T
    wreath = vz.simulate(res.model.with_parameters(kick=0), every=0.002).point("end").position
    ax.fill(*(rim @ view.T).T, facecolor="#0072b2", edgecolor="#0072b2", alpha=0.25, zorder=2)
    ax.plot(*(wreath @ view.T).T, color="#d55e00", linewidth=0.8, zorder=1)
    ax.set_xlim(-0.052, 0.052)


def earlier_chains(ax: Any, res: vz.Result) -> None:
    """The chain of pendulums at some earlier instants."""
    for t in np.arange(0, 2.0, 0.25):
        i = res.index(t)
        line = np.array([res.point(f"end{k}").position[i] for k in range(11)])
        ax.plot(*line.T, color="#bbbbbb", linewidth=1.5, zorder=1)


def beam_at(beam: str, *times: float) -> Callable[[Any, vz.Result], None]:
    """The line of a beam of the plane at some other instants; the limits grow to show it."""

    def draw(ax: Any, res: vz.Result) -> None:
        names = [name for name in res.names["station"] if name.startswith(f"{beam}@")]
        lines = np.array([[res.station(name).position[res.index(t)] for name in names] for t in times])
        for line in lines:
            ax.plot(*line.T, color="#bbbbbb", linewidth=1.5, zorder=1)
        low, high = lines.min(axis=(0, 1)), lines.max(axis=(0, 1))
        (x0, x1), (y0, y1) = ax.get_xlim(), ax.get_ylim()
        room = 0.04 * max(x1 - x0, y1 - y0)
        ax.set_xlim(min(x0, low[0] - room), max(x1, high[0] + room))
        ax.set_ylim(min(y0, low[1] - room), max(y1, high[1] + room))

    return draw


# Those whose README runs `vazba simulate` are let go, with `vazba inverse` their efforts are found, the others are driven.
SHEETS = {
    "slider-crank": Sheet(0.6, curves=("slider.x", "slider.vx", "slider.ax")),
    "four-bar": Sheet(0.0, ("L",), ("rocker.angle", "rocker.w")),
    "quick-return": Sheet(0.15, (), ("rocker.angle", "ram.vx")),
    "six-bar": Sheet(0.12, ("P2",), ("lever.angle",)),
    "gear-train": Sheet(0.0, (), ("sun.w", "carrier.w", "planet.w", "shaft2.w", "rack.vx"), False, pitch_circles),
    "hooke-pair": Sheet(0.1, (), ("input.wx", "middle.wx", "output.wx")),
    "rssr": Sheet(0.1, ("P1", "Q3"), ("D.angle",)),
    "bennett": Sheet(0.62, ("B1", "C3"), ("A.angle", "B.angle")),
    "stewart": Sheet(0.2, (), ("P1.displacement", "P2.displacement", "P3.displacement"), labels=False),
    "screw-press": Sheet(4.0, (), ("thread.angle", "platen.z")),
    "crane-tables": Sheet(19.0, ("point32",), ("point32.x", "point32.y", "point32.z"), labels=False),
    "four-bar-free": Sheet(1.0, ("L",), ("crank.angle", "rocker.angle", "energy.kinetic", "energy.potential")),
    "heavy-top": Sheet(1.1, ("end",), ("end.x", "end.y", "end.z", "ball.fx", "ball.fz"), False, rim_of_the_top),
    "quarter-car": Sheet(
        0.58, (), ("lift.displacement", "carrier.displacement", "guide.displacement", "tyre.force", "suspension.force")
    ),
    "crane-cable": Sheet(3.2, ("hook",), ("hook.x", "hoist.force", "luff.force")),
    "pendulum-chain": Sheet(
        2.0, ("end10",), ("end10.x", "end10.y", "energy.kinetic", "energy.potential"), False, earlier_chains
    ),
    "four-bar-ladder": Sheet(0.0, (), ("crank0.angle", "A0.fx", "A0.fy", "A5.fx", "A5.fy"), False),
    "double-pendulum-tables": Sheet(1.5, (), ("body2.x", "body2.y", "cable20.force"), False),
    "double-pendulum-push-tables": Sheet(4.5, (), ("body2.x", "body2.y", "cable20.force"), False),
    "platform-tables": Sheet(3.7, (), ("body4.x", "cable71.force", "cable72.force", "cable73.force"), False),
    "platform-5N-tables": Sheet(3.4, (), ("body4.x", "cable71.force", "cable72.force", "cable73.force"), False),
    "engine-gas": Sheet(0.022, (), ("crank.w", "gas.force", "C.fx", "bore.fy")),
    "user-law": Sheet(3.65, ("bob",), ("pendulum.angle", "magnet.force", "energy.kinetic", "energy.input")),
    "serial-robot": Sheet(0.5, ("tip",), ("axis_1.effort", "axis_2.effort", "axis_3.effort"), False),
    "three-loops": Sheet(0.0, ("tip",), ("A.angle", "B.angle", "F.displacement", "J.displacement")),
    "four-bar-flexible": Sheet(2.3, ("L",), ("coupler@0.75.M", "rocker@0.833333.M"), False),
    "heavy-cantilever": Sheet(
        20.0, ("tip",), ("tip.y", "clamp.m", "strip@0.M"), False, beam_at("strip", 0.0, 0.1, 0.2, 0.3, 0.4, 0.48)
    ),
    "falling-flexible-pendulum": Sheet(
        2.0, ("tip",), ("tip.x", "tip.y", "rod@0.4375.M", "pin.fy"), False, beam_at("rod", *np.arange(0, 1.4, 0.1))
    ),
    "rotating-beam": Sheet(
        6.8, ("tip",), ("motor.effort", "beam@0.625.M", "beam@0.625.N"), False, beam_at("beam", 0.0, 1.5, 3.0, 4.5)
    ),
    "flexible-slider-crank": Sheet(0.0043, ("middle",), ("rod@0.15.M", "rod@0.15.N", "motor.effort")),
    "flexible-robot-arm": Sheet(0.9, ("tip",), ("tip.z", "base.effort", "elbow.effort"), False),
    "whip": Sheet(
        0.28, ("tip",), ("tip.vx", "tip.vy", "hand.vx", "arm.effort"), False, beam_at("cord", *np.arange(0, 0.27, 0.03))
    ),
    "platform-cables": Sheet(
        1.4, ("middle",), ("c1.force", "c2.force", "c3.force", "c4.force", "c5.force", "c6.force"), False
    ),
    "three-rrr": Sheet(0.2, ("middle",), ("motor1.effort", "motor2.effort", "motor3.effort"), False),
    "stewart-forces": Sheet(0.2, ("centre",), tuple(f"leg{k}.effort" for k in range(1, 7)), False),
    "arm-computed-torque": Sheet(
        0.6, ("tool",), ("axis2.angle", "axis4.angle", "arm_axis2.effort", "arm_axis4.effort"), False
    ),
    "delta": Sheet(0.25, ("tool",), ("motor1.effort", "motor2.effort", "motor3.effort"), False),
    "inverted-pendulum": Sheet(0.3, ("top",), ("cart.x", "rod.angle", "push.effort")),
    "cart-pole-loop": Sheet(0.5, ("top",), ("cart.x", "pole.angle")),
    "quarter-car-fit": Sheet(0.6, (), ("car.y", "wheel.y")),
    "eight-cables": Sheet(1.5, ("middle",), tuple(f"c{k}.force" for k in range(1, 9)), False),
    "tensegrity-prism": Sheet(0.05, ("t1",), ("t1.x", "t1.y", "side1.force", "side2.force"), False),
    "six-bar-ball": Sheet(0.2, (), ("x++.y", "x-+.y", "string1.force", "bar-x+.force"), False),
    "tensegrity-tower": Sheet(0.2, (), ("m5-1.x", "m5-1.y", "side1-1.force"), False),
    "buckled-column": Sheet(12.0, ("top",), ("top.x", "top.y", "clamp.m"), also=beam_at("strip", 0.0, 0.8, 1.0, 1.2)),
    "rolled-strip": Sheet(8.0, ("tip",), ("tip.x", "tip.y", "clamp.m"), also=beam_at("strip", 1.0, 2.0, 3.0, 4.0, 5.0)),
    "tower-of-fifty": Sheet(0.15, (), ("m50-1.x", "m40-1.x", "m25-1.x", "side50-1.force"), False),
    "class-two-tower": Sheet(0.2, (), ("n0-1.z", "n3-1.z", "spring1.force", "bar2-1.force"), False),
    "t-bar": Sheet(0.0, (), ("middle.y", "upper.y", "bar-left.force", "left-upper.force")),
    "d-bar": Sheet(0.0, (), ("upper.y", "along.force", "across.force")),
    "tensegrity-arm": Sheet(2.0, ("tip",), ("left1.force", "right1.force", "left2.force", "right2.force"), False),
    "cable-net": Sheet(0.05, (), ("n3-3.z", "n2-3.z", "x2-3.force"), False),
    "stayed-mast": Sheet(0.2, (), ("top.x", "top.y", "guy-east.force", "guy-west.force", "mast.force")),
    "four-bar-driven": Sheet(1.4, ("L",), ("motor.effort", "A.fx", "A.fy", "D.fx", "D.fy")),
}


def main(names: list[str]) -> None:
    for name in names or SHEETS:
        folder, sheet = HERE / name, SHEETS[name]
        text = (folder / "README.md").read_text(encoding="utf-8")
        asked = next((word for word in ("simulate", "inverse") if f"\nvazba {word} " in text), "kinematics")
        res = getattr(vz, asked)(vz.load(model_of(folder)))
        i = res.index(sheet.at)
        figure = vz.picture(res, poses=motion(res, slice(i, i + 1)), labels=sheet.labels)
        _paths(figure.axes[0], res, sheet.paths)
        if sheet.also is not None:
            sheet.also(figure.axes[0], res)
        images = [_image(figure), _image(vz.plot(res, list(sheet.curves), title=""))]
        for colours in (64, 24, 12):
            _stack(images, colours).save(folder / f"{name}.png", optimize=True)
            if (folder / f"{name}.png").stat().st_size < MOST_BYTES:
                break


def _paths(ax: Any, res: vz.Result, points: tuple[str, ...]) -> None:
    """Paths of points; the limits grow to show them."""
    view = projection(3)[:2] if res.dimension == 3 else np.eye(2)
    for point in points:
        u, v = (res.point(point).position @ view.T).T
        ax.plot(u, v, color="#999999", linewidth=1.0, linestyle="--", zorder=1)
        (x0, x1), (y0, y1) = ax.get_xlim(), ax.get_ylim()
        room = 0.04 * max(x1 - x0, y1 - y0)
        ax.set_xlim(min(x0, u.min() - room), max(x1, u.max() + room))
        ax.set_ylim(min(y0, v.min() - room), max(y1, v.max() + room))


def _image(figure: Any) -> Image.Image:
    page = io.BytesIO()
    figure.savefig(page, format="png", dpi=DPI)
    image = Image.open(page).convert("RGB")
    box = ImageChops.difference(image, Image.new("RGB", image.size, "white")).getbbox()
    if box is not None:  # no white bands above and below
        image = image.crop((0, max(0, box[1] - 10), image.width, min(image.height, box[3] + 10)))
    return image.resize((WIDTH, round(image.height * WIDTH / image.width)), Image.Resampling.LANCZOS)


def _stack(images: list[Image.Image], colours: int) -> Image.Image:
    """One above the other, with few colours so that the file stays small."""
    sheet = Image.new("RGB", (WIDTH, sum(image.height for image in images)), "white")
    top = 0
    for image in images:
        sheet.paste(image, (0, top))
        top += image.height
    return sheet.quantize(colours, dither=Image.Dither.NONE)


if __name__ == "__main__":
    main(sys.argv[1:])
