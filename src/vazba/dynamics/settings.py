"""How a run is to be made: formulation, integrator, stabilisation, tolerances."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from vazba.errors import Fault, ModelError, Wrong, suggestion
from vazba.faults import INTEGRATORS, STABILISATIONS
from vazba.model import Model

METHODS = ("auto", "absolute", "recursive", "minimal")
IMPLICIT = ("radau", "generalized_alpha")
ELASTIC = ("modal", "ancf")  # models of beams with coordinates of their own
FINEST = {"rtol": 1e-16, "atol": 1e-30}  # smaller ones ask for more digits than numbers have
USUAL = {"method": "auto", "integrator": "auto", "stabilisation": "auto", "rtol": 1e-8, "atol": 1e-10, "step": None}


@dataclass(frozen=True)
class Settings:
    """What was chosen, complete."""

    method: str
    integrator: str
    stabilisation: str
    rtol: float
    atol: float
    step: float | None  # s; of generalized_alpha: fixed; of others: the longest allowed


def settings_of(model: Model, **given: Any) -> Settings:
    """What is given, or stands in the model's `[simulation]`, or is usual; raises `ModelError` with all that is wrong."""
    said = {key: value if value is not None else model.simulation.get(key, USUAL[key]) for key, value in given.items()}
    origin = model.origins.get("simulation")
    faults: list[Fault] = []

    def wrong(key: str, what: str, why: str = "", remedy: str = "") -> None:
        written = key in model.simulation and given[key] is None and origin is not None
        faults.append(
            Fault(
                "simulation",
                what,
                why,
                remedy,
                origin.file if written and origin else None,
                origin.line_of(key) if written and origin else None,
            )
        )

    for key, known in (("method", METHODS), ("integrator", INTEGRATORS), ("stabilisation", STABILISATIONS)):
        if said[key] not in known:
            wrong(key, f"{key} = {said[key]!r} is not available", "", suggestion(str(said[key]), known))
    for key in ("rtol", "atol", "step"):
        if said[key] is None:
            continue
        try:
            said[key] = model.scope().number(said[key])
        except Wrong as remark:
            wrong(key, f"{key}: {remark.what}", remark.why, remark.remedy)
            continue
        if not said[key] > 0:
            wrong(
                key,
                f"{key} = {said[key]:g} is not positive",
                "",
                f"give a positive {'time step' if key == 'step' else 'tolerance'}",
            )
        elif key in FINEST and said[key] < FINEST[key]:
            wrong(key, f"{key} = {said[key]:g} is too small", "numbers have 16 digits", f"give {FINEST[key]:g} or more")
    alpha = said["integrator"] == "generalized_alpha"
    if not faults and alpha and said["stabilisation"] in ("projection", "baumgarte"):
        wrong(
            "stabilisation",
            f"stabilisation = {said['stabilisation']} does not go with generalized_alpha",
            "it keeps the constraints itself",
            "use index3 or index2",
        )
    if not faults and not alpha and said["stabilisation"] in ("index2", "index3"):
        wrong(
            "stabilisation",
            f"stabilisation = {said['stabilisation']} needs integrator = generalized_alpha",
            "",
            "use projection or baumgarte, or that integrator",
        )
    if not faults and said["integrator"] == "radau" and said["stabilisation"] == "baumgarte":
        wrong(
            "stabilisation", "stabilisation = baumgarte does not go with radau", "it projects after each step", "use projection, or dop853"
        )  # fmt: skip
    unfit = {"recursive": ("radau",), "minimal": IMPLICIT}.get(said["method"], ())
    if not faults and said["integrator"] in unfit:
        wrong(
            "method", f"method = {said['method']} does not go with {said['integrator']}", "that integrator works in absolute coordinates",
            "use method = absolute, or dop853",
        )  # fmt: skip
    if not faults and said["method"] == "recursive" and alpha and model.frictions:
        wrong(
            "method",
            "method = recursive does not go with generalized_alpha where joints have friction",
            "",
            "use method = absolute, or dop853",
        )
    elastic = [beam.name for beam in model.beams.values() if beam.model in ELASTIC]
    if not faults and elastic and said["method"] in ("recursive", "minimal"):
        wrong(
            "method", f"method = {said['method']} does not go with beam {elastic[0]}",
            f"beams with model = {' or '.join(ELASTIC)} have coordinates of their own", "use method = absolute, or model = rfe",
        )  # fmt: skip
    if not faults and elastic and alpha:
        wrong(
            "integrator", f"generalized_alpha does not go with beam {elastic[0]}", f"its model is {model.beams[elastic[0]].model}", "use radau",
        )  # fmt: skip
    if faults:
        raise ModelError(faults)
    if said["stabilisation"] == "auto":
        said["stabilisation"] = "index3" if alpha else "projection"
    return Settings(**said)
