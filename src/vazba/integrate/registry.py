"""The integrators by name: which one a run takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vazba.errors import Fault, ModelError
from vazba.integrate import dop853, dopri5, generalized_alpha, joint_alpha, radau, taylor  # noqa: F401  (each enters itself)
from vazba.integrate.method import Method, method_for

if TYPE_CHECKING:
    from vazba.formulations.formulation import Formulation
    from vazba.formulations.settings import Settings

LOOSE = 1e-4  # tolerances from which a method of order 5 costs less than one of order 8


def method_of(settings: Settings, form: Formulation, stiff: bool = False, singular: bool = False) -> Method:
    """The integrator of the settings for a formulation. `auto` takes series where nothing but gravity acts on a tree, else order 8 but for loose
    tolerances, and the implicit one once the model has proved stiff; `singular`: the posture it starts in.
    """
    name = settings.integrator
    if name == "auto":
        series = (
            settings.stabilisation == "projection"
            and not singular
            and form.joints is not None
            and taylor.is_best(form.joints)
        )
        name = "radau" if stiff else "taylor" if series else explicit_name(settings)
    found, reason = method_for(name, form)
    if found is None:
        raise ModelError([_unfit(name, reason)])
    return found


def explicit_name(settings: Settings) -> str:
    """The explicit method of the settings; also where series come to their end."""
    loose = settings.integrator == "auto" and settings.rtol >= LOOSE
    return "dopri5" if settings.integrator == "dopri5" or loose else "dop853"


def _unfit(name: str, reason: str) -> Fault:
    remedy = "use auto, or dop853"
    if name == "taylor":
        remedy = "use auto: planar mechanisms that move under gravity and linear springs at their joints, with loops closed by pins, have series"
    return Fault("simulation", f"integrator = {name} does not go with this model", reason, remedy)
