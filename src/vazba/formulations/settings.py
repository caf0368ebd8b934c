"""How a run is to be made: formulation, integrator, stabilisation, tolerances."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from vazba.bodies.space import SPACE, space_of
from vazba.element import Element, NamesField
from vazba.errors import Fault, ModelError, Wrong, suggestion
from vazba.faults import INTEGRATORS, SIMULATION, STABILISATIONS, too_loose, unknown_names
from vazba.frozen import frozen
from vazba.model import Model

METHODS = ["auto", "absolute", "recursive", "minimal"]  # others enter themselves (`formulations.formulation`)
IMPLICIT = ("radau", "generalized_alpha")
ELASTIC = ("natural", "modal", "ancf")  # models of beams with coordinates of their own
FINEST = {"rtol": 1e-16, "atol": 1e-30}  # smaller ones ask for more digits than numbers have
USUAL = {
    "method": "auto", "integrator": "auto", "stabilisation": "auto", "rtol": 1e-8, "atol": 1e-10, "step": None, "alpha": None, "beta": None, "cuts": (),
    "independent": (),
}  # fmt: skip
NAMED = {"cuts": ("recursive", "minimal"), "independent": ("minimal",)}  # what may be named, and the methods it is for
Names = str | Element | Iterable[str | Element]
Place = tuple[str | None, int | None]  # file and line


@frozen
class Settings:
    """What was chosen, complete."""

    method: str
    integrator: str
    stabilisation: str
    rtol: float
    atol: float
    step: float | None  # s; of generalized_alpha: fixed; of others: the longest allowed
    alpha: float | None  # 1/s; of Baumgarte's terms; None: they follow the step
    beta: float | None
    cuts: tuple[str, ...]  # joints
    independent: tuple[str, ...]  # coordinates, "A.angle"
    places: Mapping[str, Place]  # where these names stand


def settings_of(model: Model, **given: Any) -> Settings:
    """What is given, or stands in the model's `[simulation]`, or is usual; raises `ModelError` with all that is wrong."""
    given = dict.fromkeys(USUAL) | given
    said = {key: value if value is not None else model.simulation.get(key, USUAL[key]) for key, value in given.items()}
    origin = model.origins.get("simulation")
    faults: list[Fault] = []

    def place(key: str) -> Place:
        written = key in model.simulation and given[key] is None
        return (origin.file, origin.line_of(key)) if written and origin is not None else (None, None)

    def wrong(key: str, what: str, why: str = "", remedy: str = "") -> None:
        faults.append(Fault("simulation", what, why, remedy, *place(key)))

    for key, known in (("method", METHODS), ("integrator", INTEGRATORS), ("stabilisation", STABILISATIONS)):
        if said[key] not in known:
            wrong(key, f"{key} = {said[key]!r} is not available", "", suggestion(str(said[key]), known))
    for key in NAMED:
        said[key] = _names(said[key] or (), key, model, wrong)
    _leave_aside(said, given, model)
    for key in ("rtol", "atol", "step", "alpha", "beta"):
        if said[key] is None:
            continue
        try:
            said[key] = model.scope().number(said[key])
        except Wrong as remark:
            wrong(key, f"{key}: {remark.what}", remark.why, remark.remedy)
            continue
        if key in ("alpha", "beta"):
            if not said[key] >= 0:
                wrong(
                    key, f"{key} = {said[key]:g} 1/s is negative", "the gaps would grow", "give 0 or more, such as 20"
                )
        elif not said[key] > 0:
            wrong(
                key,
                f"{key} = {said[key]:g} is not positive",
                "",
                f"give a positive {'time step' if key == 'step' else 'tolerance'}",
            )
        elif key in FINEST and said[key] < FINEST[key]:
            wrong(key, f"{key} = {said[key]:g} is too small", "numbers have 16 digits", f"give {FINEST[key]:g} or more")
        elif remark := too_loose(key, said[key]):
            wrong(key, remark.what, remark.why, remark.remedy)
    _refuse_pairs(said, given, model, faults, wrong)
    if faults:
        raise ModelError(faults)
    if said["stabilisation"] == "auto":
        said["stabilisation"] = "index3" if said["integrator"] == "generalized_alpha" else "projection"
    if said["stabilisation"] == "none":
        said["alpha"] = said["beta"] = 0.0
    elif said["alpha"] is not None or said["beta"] is not None:  # one alone: critically damped
        said["alpha"], said["beta"] = (
            said[key] if said[key] is not None else said[other] for key, other in (("alpha", "beta"), ("beta", "alpha"))
        )
    return Settings(**said, places={key: place(key) for key in NAMED})


def _look_at_baumgarte(said: dict[str, Any], given: dict[str, Any], wrong: Any) -> None:
    """`alpha` and `beta` are of Baumgarte's stabilisation, which they choose where nothing else is asked for."""
    named = [key for key in ("alpha", "beta") if said[key] is not None]
    if not named or said["stabilisation"] == "baumgarte":
        return
    if said["stabilisation"] == "auto" and said["integrator"] in ("auto", "dop853", "dopri5"):
        said["stabilisation"] = "baumgarte"
    elif all(given[key] is None for key in named):  # those of a file give way
        said["alpha"] = said["beta"] = None
    else:
        why = f"stabilisation = {said['stabilisation']} has no such terms"
        wrong(named[0], f"{named[0]} is given", why, "leave it out, or use stabilisation = baumgarte")


# long: one sentence after another, each for settings that do not go together
def _refuse_pairs(
    said: dict[str, Any], given: dict[str, Any], model: Model, faults: list[Fault], wrong: Callable[..., None]
) -> None:
    """What does not go together, where each setting alone is possible."""
    alpha = said["integrator"] == "generalized_alpha"
    if not faults:
        _look_at_baumgarte(said, given, wrong)
    if not faults and alpha and said["stabilisation"] in ("projection", "baumgarte", "none"):
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
    if not faults and said["integrator"] in ("radau", "taylor") and said["stabilisation"] in ("baumgarte", "none"):
        wrong(
            "stabilisation", f"stabilisation = {said['stabilisation']} does not go with {said['integrator']}", "it projects after each step",
            "use projection, or dop853",
        )  # fmt: skip
    if not faults and said["integrator"] == "taylor" and space_of(model.dimension) is SPACE:
        wrong("integrator", "integrator = taylor does not go with this model", "it is spatial", "use auto, or dop853")
    for key, methods in NAMED.items():
        if not faults and said[key] and said["method"] not in ("auto", *methods):
            why = (
                "it has no tree of joints" if said["method"] == "absolute" else "its speeds are those of the whole tree"
            )
            wrong(
                key,
                f"{key} does not go with method = {said['method']}",
                why,
                f"leave it out, or use method = {' or '.join(methods)}",
            )
    named = next((key for key in ("independent", "cuts") if said[key]), None)
    method = said["method"] if said["method"] != "auto" or named is None else NAMED[named][0]
    if not faults and (unfit := _unfit(method, said["integrator"], model)):
        subject = f"method = {method}" if said["method"] != "auto" else str(named)
        wrong(
            "method" if said["method"] != "auto" else str(named), f"{subject} does not go with {said['integrator']}{unfit[0]}", unfit[1],
            f"use method = {'recursive' if said['integrator'] == 'taylor' else 'absolute'}, or dop853" if said["method"] != "auto"
            else "leave it out, or use dop853",
        )  # fmt: skip
    elastic = [beam.name for beam in model.beams.values() if beam.model in ELASTIC]
    if not faults and elastic and said["method"] in ("recursive", "minimal"):
        wrong(
            "method", f"method = {said['method']} does not go with beam {elastic[0]}",
            f"beams with model = {' or '.join(ELASTIC)} have coordinates of their own", "use method = absolute, or model = rfe",
        )  # fmt: skip
    nodal = _nodal(model)
    if not faults and nodal and said["method"] in ("recursive", "minimal"):
        wrong(
            "method", f"method = {said['method']} does not go with {nodal}", "nodes have coordinates of their own, and no joints",
            "use method = absolute, or bodies with ball joints",
        )  # fmt: skip
    if not faults and nodal and alpha:
        wrong(
            "integrator",
            f"generalized_alpha does not go with {nodal}",
            "nodes have coordinates of their own",
            "use radau",
        )
    if not faults and elastic and alpha:
        wrong(
            "integrator", f"generalized_alpha does not go with beam {elastic[0]}", f"its model is {model.beams[elastic[0]].model}", "use radau",
        )  # fmt: skip


def _names(said: Any, key: str, model: Model, wrong: Any) -> tuple[str, ...]:
    """Names as a tuple, each once; those of no joint (or body) are told."""
    if isinstance(said, tuple) and not said:
        return ()
    schema = SIMULATION[key]
    assert isinstance(schema, NamesField)
    try:
        one = isinstance(said, (str, Element)) or not isinstance(said, Iterable)
        names = schema.read([said] if one else list(said), model.scope())
    except Wrong as remark:
        wrong(key, remark.what, remark.why, remark.remedy)
        return ()
    owners = tuple(name.partition(".")[0] for name in names) if key == "independent" else names
    for remark in unknown_names(key, owners, schema, {heading: model.section(heading) for heading in schema.to}):
        wrong(key, remark.what, remark.why, remark.remedy)
    return tuple(dict.fromkeys(names))


def _leave_aside(said: dict[str, Any], given: dict[str, Any], model: Model) -> None:
    """What a file names gives way where the call asks for a method or an integrator it does not go with."""
    for key, methods in NAMED.items():
        asked = given["method"] is not None and said["method"] not in ("auto", *methods)
        unfit = (
            said["method"] == "auto"
            and given["integrator"] is not None
            and _unfit(methods[0], said["integrator"], model)
        )
        if given[key] is None and (asked or unfit):
            said[key] = ()


def _unfit(method: str, integrator: str, model: Model) -> tuple[str, str] | None:
    """Where and why a method does not go with an integrator."""
    if integrator in {"recursive": ("radau",), "minimal": IMPLICIT}.get(method, ()):
        return "", "that integrator works in absolute coordinates"
    if integrator == "taylor" and method in ("absolute", "minimal"):
        return "", "that integrator works in the coordinates of a tree of joints"
    if method == "recursive" and integrator == "generalized_alpha" and model.frictions:
        return " where joints have friction", ""
    return None


def _nodal(model: Model) -> str:
    """What has coordinates of nodes: a node, or a cable with mass; empty where nothing has."""
    heavy = [
        f"cable {name}, which has mass"
        for name, c in model.cables.items()
        if c.mass is not None or c.density is not None
    ]
    return next(iter([*(f"node {name}" for name in model.nodes), *heavy]), "")
