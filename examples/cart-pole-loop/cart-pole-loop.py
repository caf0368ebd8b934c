"""Cart and pole stepped by a loop of one's own (vz.Stepper): the loop pumps the pole up and catches it; run as a model the pole just swings."""

import math

import vazba as vz

CART, ROD, LENGTH, G = 1.0, 0.2, 0.4, 9.81  # kg, kg, m from the pin to the centre of the rod, m/s^2
INERTIA = ROD * LENGTH**2 / 3  # about its centre
COLUMNS = ("rail.displacement", "hinge.angle", "rail.displacement_rate", "hinge.angle_rate")

model = vz.Model("cart-pole-loop", dimension=2)
model.parameters |= {"start": 3.0}  # rad from the upright
model.body("cart", mass=CART, inertia=1.0)
model.body("pole", position=(f"-{LENGTH}*sin(start)", f"{LENGTH}*cos(start)"), angle="start", mass=ROD, inertia=INERTIA)
for name, body, y in (
    ("O", "ground", 0),
    ("C", "cart", 0),
    ("pin", "cart", 0),
    ("foot", "pole", -LENGTH),
    ("top", "pole", LENGTH),
):
    model.point(name, body, (0, y))
model.prismatic("rail", "O", "C", axis=(1, 0))
model.revolute("hinge", "pin", "foot")
model.actuator("push", joint="rail")
model.simulation = {"until": 3, "every": 0.02}


def policy(x, angle, speed, rate):
    """The force on the cart: energy is pumped into the pole until it is nearly upright, then it is held."""
    angle = math.remainder(angle, 2 * math.pi)
    if abs(angle) < 0.5 and abs(rate) < 4.0:
        return (
            5.77 * x - 48.83 * angle + 6.85 * speed - 11.1 * rate
        )  # a regulator, designed as in the example inverted-pendulum
    lacking = ROD * G * LENGTH * (1 - math.cos(angle)) - 0.5 * (INERTIA + ROD * LENGTH**2) * rate**2  # energy, J
    wanted = 5.0 * lacking * rate * math.cos(angle) - 1.5 * x - 1.5 * speed  # acceleration of the cart
    return (CART + ROD) * max(-8.0, min(8.0, wanted))


def swing_up(seconds=12.0, dt=0.01):
    """Step the model with the policy; times, and what was seen."""
    stepper, seen = vz.Stepper(model), []
    while stepper.time < seconds - 1e-9:
        state = stepper.observe(COLUMNS)
        stepper.step({"push": policy(*state)}, dt)
        seen.append((stepper.time, *state))
    return seen


if __name__ == "__main__":
    for t, x, angle, *_ in swing_up()[::50]:
        print(
            f"t = {t:5.2f} s   cart at {x:6.3f} m   pole at {math.degrees(math.remainder(angle, 2 * math.pi)):7.2f} deg"
        )
