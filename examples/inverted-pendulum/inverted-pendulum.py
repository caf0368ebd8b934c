"""Pendulum that stands on a cart: its regulator is designed on the linear model (vz.linearize) and acts in the nonlinear run."""

import numpy as np
from scipy.linalg import solve_continuous_are

import vazba as vz

CART, ROD, LENGTH = 1.0, 0.3, 0.5  # kg, kg, m from the pin to the centre of the rod


def cart_pole(lean: object = 0.0) -> vz.Model:
    """A cart on a rail, a rod on a pin that stands up leaning by an angle, and a force on the cart."""
    m = vz.Model("inverted-pendulum", dimension=2, parameters={"lean": lean})
    m.body("cart", position=(0, 0), mass=CART, inertia=1.0)
    m.body(
        "rod",
        position=(f"-{LENGTH}*sin(lean)", f"{LENGTH}*cos(lean)"),
        angle="lean",
        mass=ROD,
        inertia=ROD * LENGTH**2 / 3,
    )
    m.point("O", "ground", (0, 0))
    m.point("C", "cart", (0, 0))
    m.point("pin", "cart", (0, 0))
    m.point("foot", "rod", (0, -LENGTH))
    m.point("top", "rod", (0, LENGTH))
    m.prismatic("rail", "O", "C", axis=(1, 0))
    m.revolute("hinge", "pin", "foot")
    m.actuator("push", joint="rail")
    return m


STATES = ("rail.displacement", "hinge.angle", "rail.displacement_rate", "hinge.angle_rate")
upright = vz.linearize(cart_pole(), at="drawn", inputs=["push"], outputs=STATES)
# In the coordinates that are read, z = C x: z' = C A C^-1 z + C B u. The regulator u = -K z makes the integral of z Q z + R u^2 least.
A, B = upright.C @ upright.A @ np.linalg.inv(upright.C), upright.C @ upright.B
Q, R = np.diag([10.0, 100.0, 1.0, 1.0]), np.array([[0.1]])
K = np.linalg.solve(R, B.T @ solve_continuous_are(A, B, Q, R))[0]
k1, k2, k3, k4 = K.tolist()


def regulator(t, x, angle, speed, rate):  # noqa: ARG001
    """u = -K z."""
    return -(k1 * x + k2 * angle + k3 * speed + k4 * rate)


model = cart_pole(0.35)
model.controller(regulator, "regulator", reads=STATES, writes=["push"])
model.simulation = {"until": 4, "every": 0.02}
