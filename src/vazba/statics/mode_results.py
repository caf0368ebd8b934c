"""What `vz.modes` returns: the modes, by number, with their shapes and who moves in them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from vazba.errors import VazbaError
from vazba.frozen import frozen
from vazba.model import Model
from vazba.statics.tangent import Tangent

if TYPE_CHECKING:
    from vazba.result import Result
    from vazba.statics.equilibrium_result import Equilibrium

Array = NDArray[np.float64]
FREE, VIBRATES, CREEPS, UNSTABLE = "free", "vibrates", "creeps", "UNSTABLE"
MOST_MOVERS, LEAST_SHARE = 4, 0.01  # bodies named for a mode, and the part of its energy from which one is


@frozen
class Mode:
    """One small motion.

    `kind`: `vibrates`; `creeps` (damped beyond critical, it returns without oscillating); `free` (nothing brings it back: a rigid-body motion);
    `UNSTABLE` (it grows by itself).
    """

    number: int
    kind: str
    omega: float  # undamped natural frequency, rad/s; 0 of one without stiffness and of one that falls over
    damping: float  # ratio to critical; nan where there is no frequency
    eigenvalues: tuple[complex, complex]  # of the damped equations, 1/s
    shape: Array  # velocities of all bodies; the largest is 1 m/s (turns count at the characteristic length)
    mass: float  # modal mass of that shape, kg
    movers: tuple[tuple[str, float], ...]  # bodies, and their part of the kinetic energy, largest first
    whirl: str = ""  # about a rotor: "forward", "backward", or neither

    @property
    def frequency(self) -> float:
        """Undamped natural frequency, Hz."""
        return self.omega / (2 * np.pi)

    @property
    def damped_frequency(self) -> float:
        """Frequency of the damped motion, Hz; 0 where it does not oscillate."""
        return max(abs(s.imag) for s in self.eigenvalues) / (2 * np.pi)

    @property
    def growth(self) -> float:
        """How fast it grows, 1/s; negative: how fast it dies away."""
        return max(s.real for s in self.eigenvalues)

    @property
    def moves(self) -> str:
        """Who moves most: `rod 83 %, crank 17 %`."""
        named = [f"{name} {100 * part:.0f} %" for name, part in self.movers[:MOST_MOVERS] if part >= LEAST_SHARE]
        rest = sum(part >= LEAST_SHARE for _, part in self.movers) - len(named)
        return ", ".join(named) + (f" and {rest} more" if rest > 0 else "")

    def __str__(self) -> str:
        if self.kind == FREE:
            how = "free, 0 Hz"
        elif self.kind == UNSTABLE:
            how = f"UNSTABLE, grows with {self.growth:.6g} 1/s" + (
                f" at {self.damped_frequency:.6g} Hz" if self.damped_frequency > 0 else ""
            )
        else:
            how = f"{self.frequency:.6g} Hz ({self.omega:.6g} rad/s), damping {self.damping:.3g}"
        way = f", {self.whirl} whirl" if self.whirl else ""
        return f"{self.number}. {how}{way}; moving: {self.moves}"


@frozen
class Modes:
    """All modes of a model about rest, the lowest first: `for mode in modes`, `modes[0]`, `modes.frequencies`."""

    model: Model
    t: float  # drivers are held, and loads act, as they are at this time
    at: str  # "drawn", "equilibrium" or "motion"
    modes: tuple[Mode, ...]
    names: tuple[tuple[str, str], ...]  # of each velocity of a shape: body and component
    q: Array  # coordinates of the bodies there
    turns: Array  # angles from which whole turns of joints are counted
    residual: float  # largest unbalanced force there, N
    free: tuple[str, ...]  # what can move without stiffness, in words
    idle: tuple[str, ...]  # of these, what changes nothing: a rod about its own axis, a floating structure as a whole
    asymmetry: float  # part of the stiffness that is not symmetric, beside the largest
    tangent: Tangent  # M_r, D_r, K_r and N
    equilibrium: Equilibrium | None  # where `at` is "equilibrium"
    warnings: tuple[str, ...]
    speed: float = 0.0  # of the steady motion they are about, rad/s

    def __len__(self) -> int:
        return len(self.modes)

    def __iter__(self) -> Iterator[Mode]:
        return iter(self.modes)

    def __getitem__(self, k: int) -> Mode:
        return self.modes[k]

    @property
    def frequencies(self) -> Array:
        """Undamped natural frequencies, Hz; 0 for free and unstable ones."""
        return np.array([mode.frequency for mode in self.modes])

    @property
    def omegas(self) -> Array:
        """The same in rad/s."""
        return np.array([mode.omega for mode in self.modes])

    @property
    def dampings(self) -> Array:
        """Damping ratios; nan where there is no frequency."""
        return np.array([mode.damping for mode in self.modes])

    @property
    def eigenvalues(self) -> NDArray[np.complex128]:
        """Eigenvalues of the damped equations, 1/s: two for each mode."""
        return np.array([mode.eigenvalues for mode in self.modes], complex).reshape(-1, 2)

    @property
    def shapes(self) -> Array:
        """Shapes as columns: velocities x modes."""
        return np.array([mode.shape for mode in self.modes]).reshape(len(self.modes), len(self.names)).T

    @property
    def stable(self) -> bool:
        """Whether nothing grows."""
        return not any(mode.kind == UNSTABLE for mode in self.modes)

    def counted(self, kind: str) -> int:
        """How many modes are of a kind: `free`, `vibrates`, `creeps`, `UNSTABLE`."""
        return sum(mode.kind == kind for mode in self.modes)

    def headline(self) -> str:
        """Counts in a line."""
        words = [f"{self.counted(kind)} {word}" for kind, word in WORDS.items() if self.counted(kind)]
        return f"{self.model.name}: {_counted(len(self), 'mode')}" + (f" ({', '.join(words)})" if words else "")

    def where(self) -> str:
        """About which state, in words."""
        if self.at == "motion":
            return f"about the steady motion described at t = {self.t:g} s"
        drivers = f", drivers held as at t = {self.t:g} s" if self.model.drivers else ""
        if self.at == "equilibrium" and self.equilibrium is not None:
            return f"about the static equilibrium, {self.equilibrium.moved_in_words()}{drivers}"
        return f"about the state as drawn{drivers}"

    def summary(self) -> str:
        """Everything in words, the lowest 30 modes."""
        lines = [self.headline(), f"  {self.where()}"]
        lines += [f"  {mode}" for mode in self.modes[:30]]
        if len(self) > 30:
            lines.append(f"  ... and {len(self) - 30} more, up to {self.frequencies.max():.6g} Hz")
        lines += [f"  {'idle' if text in self.idle else 'free'}: {text}" for text in self.free]
        return "\n".join(lines + [f"  warning: {text}" for text in self.warnings])

    def __str__(self) -> str:
        return self.summary()

    def _repr_html_(self) -> str:
        """In a notebook: a table of the modes, and the moving mechanism."""
        from vazba.viewer import notebook

        rows = [
            (m.number, m.kind, f"{m.frequency:.6g}", "" if np.isnan(m.damping) else f"{m.damping:.3g}", m.moves)
            for m in self.modes[:30]
        ]
        head = ("mode", "kind", "frequency [Hz]", "damping ratio", "moving")
        return notebook.lines([self.headline(), self.where()]) + notebook.table(head, rows) + notebook.shown(self)

    def columns(self) -> dict[str, list[Any]]:
        """One entry for each mode: numbers, frequencies, damping, then the shape by `<body>.<velocity>`."""
        out: dict[str, list[Any]] = {
            "mode": [mode.number for mode in self.modes], "kind": [mode.kind for mode in self.modes],
            "frequency": self.frequencies.tolist(), "omega": self.omegas.tolist(), "damping": self.dampings.tolist(),
            "damped_frequency": [mode.damped_frequency for mode in self.modes], "growth": [mode.growth for mode in self.modes],
            "mass": [mode.mass for mode in self.modes],
        }  # fmt: skip
        shapes = self.shapes
        for k, (body, component) in enumerate(self.names):
            out[f"{body}.{component}"] = shapes[k].tolist()
        return out

    def motion(self, mode: int = 1, amplitude: float | None = None, frames: int = 40) -> Result:
        """The small motion of mode number `mode`, made large enough to be seen, over one period: a result with the places of all bodies.

        `amplitude`: largest displacement, m (turns count at the characteristic length); unless given, one that is well seen.
        """
        from vazba.statics.moving import moving

        return moving(self, mode, amplitude, np.arange(frames) / frames)

    def save(self, path: str | Path) -> None:
        """Write to .json (everything) or .csv (a row for each mode, with its shape)."""
        from vazba.files.modes import write

        write(self, path)

    def to_dataframe(self) -> Any:
        """A row for each mode, as a pandas DataFrame."""
        try:
            import pandas
        except ImportError as error:
            raise VazbaError(f"this needs pandas: pip install 'vazba[tables]' ({error})") from error
        return pandas.DataFrame(self.columns())


WORDS = {UNSTABLE: "UNSTABLE", FREE: "free", VIBRATES: "vibrating", CREEPS: "creeping"}


def _counted(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"
