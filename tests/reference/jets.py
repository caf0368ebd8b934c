"""Values that carry their first two time derivatives, so that a closed form written once gives position, velocity, acceleration.

    t = time(np.linspace(0, 1, 11))
    x = a * cos(t * t)          # x.f, x.d, x.dd

Forward differentiation by the rules (f g)' = f' g + f g', (f g)'' = f'' g + 2 f' g' + f g'', and for a function h of one
value (h f)' = h'(f) f', (h f)'' = h''(f) f'^2 + h'(f) f''. Nothing here comes from the package under test.
"""

from __future__ import annotations

import numpy as np


class Jet:
    """A value and its first two derivatives with respect to time, each an array over the instants."""

    __array_ufunc__ = None  # let `array * jet` come here

    def __init__(self, f, d=0.0, dd=0.0):
        self.f, self.d, self.dd = (np.asarray(x, dtype=float) for x in (f, d, dd))

    def through(self, h, h1, h2):
        """`h(self)`, given h, h', h'' at the value."""
        return Jet(h, h1 * self.d, h2 * self.d**2 + h1 * self.dd)

    def __add__(self, other):
        o = jet(other)
        return Jet(self.f + o.f, self.d + o.d, self.dd + o.dd)

    def __mul__(self, other):
        o = jet(other)
        return Jet(self.f * o.f, self.d * o.f + self.f * o.d, self.dd * o.f + 2 * self.d * o.d + self.f * o.dd)

    def __neg__(self):
        return Jet(-self.f, -self.d, -self.dd)

    def __sub__(self, other):
        return self + (-jet(other))

    def __rsub__(self, other):
        return jet(other) - self

    def __truediv__(self, other):
        o = jet(other)
        return self * o.through(1 / o.f, -1 / o.f**2, 2 / o.f**3)

    def __rtruediv__(self, other):
        return jet(other) / self

    __radd__ = __add__
    __rmul__ = __mul__


def jet(x):
    return x if isinstance(x, Jet) else Jet(x)


def time(t):
    """The independent variable."""
    return Jet(t, np.ones_like(t), np.zeros_like(t))


def sin(x):
    return x.through(np.sin(x.f), np.cos(x.f), -np.sin(x.f))


def cos(x):
    return x.through(np.cos(x.f), -np.sin(x.f), -np.cos(x.f))


def sqrt(x):
    root = np.sqrt(x.f)
    return x.through(root, 0.5 / root, -0.25 / root**3)


def acos(x):
    s = 1 - x.f**2
    return x.through(np.arccos(x.f), -1 / np.sqrt(s), -x.f / s**1.5)


def asin(x):
    s = 1 - x.f**2
    return x.through(np.arcsin(x.f), 1 / np.sqrt(s), x.f / s**1.5)


def atan2(y, x):
    """Angle of (x, y), continuous over the instants: its rate is (x y' - y x')/(x^2 + y^2)."""
    y, x = jet(y), jet(x)
    rate = (x * derivative(y) - y * derivative(x)) / (x * x + y * y)
    return Jet(np.unwrap(np.arctan2(y.f, x.f)), rate.f, rate.d)


def derivative(x):
    """The derivative, with one derivative of its own (the second is not known)."""
    return Jet(x.d, x.dd)


# --- vectors (tuples of jets) and rotation matrices (tuples of rows) --------------------------------------------------


def dot(a, b):
    total = jet(a[0]) * b[0]
    for x, y in zip(a[1:], b[1:]):
        total = total + jet(x) * y
    return total


def cross(a, b):
    a, b = [jet(x) for x in a], [jet(x) for x in b]
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def plus(a, b, k=1.0):
    """a + k b."""
    return tuple(jet(x) + k * jet(y) for x, y in zip(a, b))


def norm(a):
    return sqrt(dot(a, a))


def unit(a):
    n = norm(a)
    return tuple(jet(x) / n for x in a)


def times(m, v):
    """Matrix times vector."""
    return tuple(dot(row, v) for row in m)


def product(m, n):
    columns = list(zip(*n))
    return tuple(tuple(dot(row, column) for column in columns) for row in m)


def rot_x(angle):
    a = jet(angle)
    return ((1.0, 0.0, 0.0), (0.0, cos(a), -sin(a)), (0.0, sin(a), cos(a)))


def rot_y(angle):
    a = jet(angle)
    return ((cos(a), 0.0, sin(a)), (0.0, 1.0, 0.0), (-sin(a), 0.0, cos(a)))


def rot_z(angle):
    a = jet(angle)
    return ((cos(a), -sin(a), 0.0), (sin(a), cos(a), 0.0), (0.0, 0.0, 1.0))


def columns(x, y, z):
    """The rotation matrix with these unit vectors as columns."""
    return tuple(zip(x, y, z))


def values(m, count, level="f"):
    """A vector or matrix of jets as an array (instants, ...)."""
    if not isinstance(m, tuple):
        return np.broadcast_to(getattr(jet(m), level), (count,))
    return np.stack([values(x, count, level) for x in m], axis=1)


def body_rates(s, count):
    """Angular velocity and acceleration in body components from a rotation matrix: `w~ = S^T S'`, `al~ = S^T S'' - w~ w~`."""
    s0, s1, s2 = (values(s, count, level) for level in ("f", "d", "dd"))
    skew_w = np.swapaxes(s0, 1, 2) @ s1
    skew_al = np.swapaxes(s0, 1, 2) @ s2 - skew_w @ skew_w
    return tuple(np.stack([m[:, 2, 1], m[:, 0, 2], m[:, 1, 0]], axis=1) for m in (skew_w, skew_al))
