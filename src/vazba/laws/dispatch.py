"""The one place that knows which law an element has."""

from __future__ import annotations

import math

from vazba._jit import inlined, jit
from vazba.laws import curves, entered, linear, servo, slackening, user
from vazba.laws.records import (
    ABOVE,
    BELOW,
    CABLE,
    COMMAND,
    CURVE,
    ENTERED,
    LIMIT,
    LINEAR,
    RATE,
    REELED,
    SERVO,
    USER,
    WATCH,
)


@inlined
def slackens(law):  # type: ignore[no-untyped-def]
    """Whether it is one that lets go."""
    return law in (CABLE, REELED, LIMIT)


@inlined
def switches(path):  # type: ignore[no-untyped-def]
    """Whether it has modes between which it switches."""
    return slackens(path.law) or path.law == WATCH


@inlined
def natural_mode(path, length, rate):  # type: ignore[no-untyped-def]
    """The mode of a switching element that fits a length and rate."""
    if path.law == WATCH:
        return ABOVE if length > path.free else BELOW
    return slackening.natural_mode(path, length, rate)


@inlined
def margin(path, length, rate):  # type: ignore[no-untyped-def]
    """How well a switching element fits its mode: zero where it switches."""
    if path.law == WATCH:
        return path.free - length if path.mode != ABOVE else length - path.free
    return slackening.margin(path, length, rate)


@jit
def tension(path, s, w, t, q_at, v_at):  # type: ignore[no-untyped-def]
    """Tension of a path whose length, rate and free length are known."""
    law = path.law
    if law == REELED and not path.free > 0.0:
        return math.nan
    if law == LINEAR:
        return linear.tension(path)
    if slackens(law):
        return slackening.tension(path)
    if law == CURVE:
        return curves.curve_tension(path, s, w)
    if law == RATE:
        return curves.rate_tension(path, s, w)
    if law == COMMAND:
        return curves.command_tension(path, s, w, t)
    if law == USER:
        return user.tension(path, s, t, q_at, v_at)
    if law == ENTERED:
        return entered.tension(path, t)
    if law == SERVO:
        return servo.tension(path, s, w, t)
    return 0.0 * path.length  # an event pulls nothing; one whose function has no value is noticed


@jit
def slopes(path, s, w, t, q_at, v_at):  # type: ignore[no-untyped-def]
    """`(dF/dl, dF/dl')` of a path's law at the length and rate last measured."""
    law = path.law
    if law == LINEAR:
        return path.stiffness, path.damping
    if slackens(law):
        return slackening.slopes(path)
    if law == CURVE:
        return curves.curve_slopes(path, s, w)
    if law == RATE:
        return curves.rate_slopes(path, s, w)
    if law == USER:
        return user.slopes(path, s, t, q_at, v_at)
    if law == ENTERED:
        return entered.slopes(path, t)
    if law == SERVO:
        return servo.slopes(path, s, w, t)
    return 0.0, 0.0


@jit
def path_powers(path, t):  # type: ignore[no-untyped-def]
    """`(put in, dissipated, stored otherwise than elastic_energy says)`: where `F l'`, taken from the bodies, goes."""
    law = path.law
    if law == LINEAR:
        return linear.powers(path)
    if slackens(law):
        return slackening.powers(path)
    if law == CURVE:
        return curves.curve_powers(path)
    if law == RATE:
        return 0.0, path.tension * path.rate, 0.0
    if law == ENTERED:
        return entered.powers(path, t)
    return -path.tension * path.rate, 0.0, 0.0


@jit
def elastic_energy(path, t):  # type: ignore[no-untyped-def]
    """Energy stored in a law; that of curves is integrated."""
    if path.law == LINEAR:
        return linear.energy(path)
    if slackens(path.law):
        return slackening.energy(path)
    if path.law == ENTERED:
        return entered.energy(path, t)
    return 0.0
