"""Mechanisms whose motion is known on paper, built by hand for the tests of the solver."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

import vazba as vz

# --- four-bar: ground a..d, crank, coupler, rocker (Grashof: the crank turns fully) ----------------------------------------
CRANK, COUPLER, ROCKER, GROUND = 1.0, 3.0, 2.5, 3.2


def four_bar_angles(theta):
    """Absolute angles of coupler and rocker of the open assembly for crank angles `theta` (Freudenstein, by the half-angle)."""
    theta = np.asarray(theta, float)
    x, y = CRANK * np.cos(theta) - GROUND, CRANK * np.sin(theta)  # from D to B
    far = np.hypot(x, y)
    at_d = np.arctan2(y, x) - np.arccos((far**2 + ROCKER**2 - COUPLER**2) / (2 * far * ROCKER))
    c = np.stack([GROUND + ROCKER * np.cos(at_d), ROCKER * np.sin(at_d)])
    b = np.stack([CRANK * np.cos(theta), CRANK * np.sin(theta)])
    return np.arctan2(c[1] - b[1], c[0] - b[0]), np.unwrap(at_d) if theta.ndim else at_d


def four_bar(dimension=2, law="2*pi*t", noise=0.0, seed=0, turn=None):
    """The four-bar at crank angle 1 rad (noise moves and turns the described coupler and rocker); `turn` tilts all of it in space."""
    rng = np.random.default_rng(seed)
    start = 1.0
    coupler, rocker = four_bar_angles(start)
    poses = {
        "crank": ((0.0, 0.0), start),
        "coupler": ((CRANK * np.cos(start), CRANK * np.sin(start)), float(coupler)),
        "rocker": ((GROUND, 0.0), float(rocker)),
    }
    turn = np.eye(3) if turn is None else turn
    m = vz.Model("four-bar", dimension=dimension)
    for name, (at, angle) in poses.items():
        at = np.array(at) + noise * rng.normal(size=2) * (name != "crank")
        angle = angle + noise * rng.normal() * (name != "crank")
        if dimension == 2:
            m.body(name, position=at.tolist(), angle=angle)
        else:
            c, s = np.cos(angle), np.sin(angle)
            matrix = turn @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
            m.body(name, position=(turn @ [*at, 0.0]).tolist(), orientation={"quaternion": quaternion_of(matrix)})
    zero = (0.0,) * dimension
    along = {"crank": CRANK, "coupler": COUPLER, "rocker": ROCKER}
    for name, length in along.items():
        m.point(f"{name}_0", name, zero)
        m.point(f"{name}_1", name, (length, *zero[1:]))
    m.point("A0", "ground", zero)
    m.point("D0", "ground", (turn @ [GROUND, 0, 0])[:dimension].tolist())
    axis = {} if dimension == 2 else {"axes": [(turn @ [0, 0, 1]).tolist(), [0, 0, 1]]}
    inner = {} if dimension == 2 else {"axes": [[0, 0, 1], [0, 0, 1]]}
    m.revolute("A", "A0", "crank_0", **axis)
    m.revolute("B", "crank_1", "coupler_0", **inner)
    m.revolute("C", "coupler_1", "rocker_1", **inner)
    m.revolute("D", "D0", "rocker_0", **axis)
    m.point("tip", "coupler", (1.5, 0.7, 0.0)[:dimension])
    if law is not None:
        if dimension == 2:
            m.drive("drive", joint="A", angle=f"1 + ({law})")
        else:
            m.drive("drive", joint="A", angle=f"1 + ({law})" if np.allclose(turn, np.eye(3)) else law)
    return m


def quaternion_of(matrix):
    return Rotation.from_matrix(matrix).as_quat(scalar_first=True).tolist()


def slider_crank(crank=1.0, rod=2.0, law=None):
    """Crank and rod by pins, slider along x; `law` drives the slider's displacement from where it is drawn."""
    m = vz.Model("slider-crank", dimension=2)
    angle = 1.0
    reach = crank * np.cos(angle) + np.sqrt(rod**2 - (crank * np.sin(angle)) ** 2)
    m.body("crank", position=(0, 0), angle=angle)
    m.body(
        "rod",
        position=(crank * np.cos(angle), crank * np.sin(angle)),
        angle=-float(np.arcsin(crank * np.sin(angle) / rod)),
    )
    m.body("slider", position=(reach, 0))
    m.revolute("A", "ground", "crank", at=(0, 0))
    m.revolute("B", "crank", "rod", at=(crank * np.cos(angle), crank * np.sin(angle)))
    m.revolute("C", "rod", "slider", at=(reach, 0))
    m.prismatic("S", "ground", "slider", at=(0, 0), axis=(1, 0))
    if law is not None:
        m.drive("push", joint="S", displacement=law)
    return m, reach


def bennett():
    """Bennett's linkage: `a/sin(alpha) = b/sin(beta)`, four skew pins, one freedom, three redundant equations.

    The pins' places come from the chain of Denavit-Hartenberg matrices, closed by `tan(t1/2) tan(t2/2) = sin((b+a)/2)/sin((b-a)/2)`.
    """
    alpha, beta, a = 0.6, 1.1, 1.0
    b = a * np.sin(beta) / np.sin(alpha)

    def link(theta, length, twist):
        c, s, ct, st = np.cos(theta), np.sin(theta), np.cos(twist), np.sin(twist)
        return np.array(
            [[c, -s * ct, s * st, length * c], [s, c * ct, -c * st, length * s], [0, st, ct, 0], [0, 0, 0, 1]]
        )

    one = 1.2
    two = 2 * np.arctan(np.sin((beta + alpha) / 2) / np.sin((beta - alpha) / 2) / np.tan(one / 2))
    frames = [np.eye(4)]
    for theta, length, twist in ((one, a, alpha), (two, b, beta), (-one, a, alpha), (-two, b, beta)):
        frames.append(frames[-1] @ link(theta, length, twist))
    return frames


def pinned_loop(frames, bodies=3):
    """A closed loop of links on pins along the z axes of the given frames; the first and the last pin are on the ground."""
    m = vz.Model("loop", dimension=3)
    names = ["ground", *(f"link{k + 1}" for k in range(bodies)), "ground"]
    for k, name in enumerate(names[1:-1]):
        m.body(name, position=((frames[k][:3, 3] + frames[k + 1][:3, 3]) / 2).tolist())
    for k in range(bodies + 1):
        at, axis = frames[k][:3, 3].tolist(), frames[k][:3, 2].tolist()
        m.revolute(f"pin{k + 1}", names[k], names[k + 1], at=at, axis=axis)
    return m


def sarrus():
    """Two hinged legs in planes at right angles lift a plate straight up: six pins, one freedom (counted: none)."""
    m = vz.Model("sarrus", dimension=3)
    m.body("plate", position=(0, 0, 1.2))
    for leg, out, axis in (("x", np.array([1.0, 0, 0]), (0, 1, 0)), ("y", np.array([0, 1.0, 0]), (1, 0, 0))):
        low, knee, high = out, 1.8 * out + [0, 0, 0.6], out + [0, 0, 1.2]
        m.body(f"low_{leg}", position=((low + knee) / 2).tolist())
        m.body(f"high_{leg}", position=((knee + high) / 2).tolist())
        m.revolute(f"{leg}1", "ground", f"low_{leg}", at=low.tolist(), axis=axis)
        m.revolute(f"{leg}2", f"low_{leg}", f"high_{leg}", at=knee.tolist(), axis=axis)
        m.revolute(f"{leg}3", f"high_{leg}", "plate", at=high.tolist(), axis=axis)
    m.point("top", "plate", (0, 0, 0))
    return m


def stewart():
    """Six legs (ball below, universal above would leave a spin: Hooke joint below, ball above, guide between): six freedoms."""
    m = vz.Model("stewart", dimension=3)
    m.body("plate", position=(0, 0, 1))
    for k in range(6):
        low = np.array([np.cos(k * np.pi / 3), np.sin(k * np.pi / 3), 0.0])
        turn = (k + (0.35 if k % 2 == 0 else -0.35)) * np.pi / 3
        high = np.array([0.6 * np.cos(turn), 0.6 * np.sin(turn), 1.0])
        along = (high - low) / np.linalg.norm(high - low)
        one = np.cross(along, [0, 0, 1.0])
        two = np.cross(along, one)
        m.body(f"low{k}", position=(low + 0.3 * along).tolist())
        m.body(f"high{k}", position=(high - 0.3 * along).tolist())
        m.universal(f"U{k}", "ground", f"low{k}", at=low.tolist(), axes=[one.tolist(), two.tolist()])
        m.prismatic(f"P{k}", f"low{k}", f"high{k}", at=((low + high) / 2).tolist(), axis=along.tolist())
        m.spherical(f"S{k}", f"high{k}", "plate", at=high.tolist())
    return m
