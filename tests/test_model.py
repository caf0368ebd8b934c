"""What a model remembers between two questions, and what it must not."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import vazba as vz
import vazba.model
from vazba.element import Element
from vazba.errors import ModelError

G = 9.81


def pendulum(**parameters: Any) -> vz.Model:
    m = vz.Model("pendulum", dimension=2, parameters={"l": 1.0, "m": "2*l", **parameters})
    m.body("rod", position=(0, 0), angle="-pi/2 + 0.01", mass="m", inertia=0, com=("l", 0))
    m.point("tip", "rod", ("l", 0))
    m.revolute("A", "ground", "rod", at=(0, 0))
    m.actuator("motor", joint="A", torque="0*t")
    m.simulation = {"until": 0.1, "every": 0.05}
    return m


def test_parameters_changed_in_place_are_evaluated_again():
    m = pendulum()
    assert m.scope().parameters == {"l": 1.0, "m": 2.0}
    m.parameters["l"] = 3.0
    assert m.scope().parameters == {"l": 3.0, "m": 6.0}
    m.parameters["a"] = "m + 1"
    assert m.scope().parameters["a"] == 7.0
    del m.parameters["a"]
    assert "a" not in m.scope().parameters
    assert m.with_parameters(l=4.0).scope().parameters["m"] == 8.0
    assert m.scope().parameters["m"] == 6.0


def test_values_that_are_equal_but_not_the_same_are_told_apart():
    m = pendulum(b=1)
    assert m.scope().parameters["b"] == 1.0
    m.parameters["b"] = True  # equal to 1, and no number
    faults: list[Any] = []
    assert "b" not in m.scope(faults).parameters
    assert [fault.element for fault in faults] == ["parameter b"]
    m.parameters["b"] = 0.0
    assert not np.signbit(m.scope().parameters["b"])
    m.parameters["b"] = -0.0
    assert np.signbit(m.scope().parameters["b"])


def test_faults_of_parameters_are_told_every_time():
    m = pendulum(b="c + 1")
    for _ in range(2):
        with pytest.raises(ModelError, match="parameter b: unknown name 'c'"):
            vz.simulate(m)


def test_runs_after_a_change_are_those_of_a_new_model():
    m = pendulum()
    first = vz.simulate(m)["rod"].w
    m.parameters["l"] = 2.0
    assert np.array_equal(vz.simulate(m)["rod"].w, vz.simulate(pendulum(l=2.0))["rod"].w)
    # w' = -(g / l) sin(0.01) at the start, for a point mass
    assert vz.simulate(m)["rod"].alpha[0] == pytest.approx(-G / 2.0 * np.sin(0.01), rel=1e-6)
    m.parameters["l"] = 1.0
    assert np.array_equal(vz.simulate(m)["rod"].w, first)


def test_a_run_evaluates_parameters_and_reads_elements_once(monkeypatch: pytest.MonkeyPatch):
    m = pendulum()
    counted: Counter[str] = Counter()
    evaluate, read = vazba.model.evaluate_parameters, Element.read

    def evaluating(raw: Any) -> Any:
        counted["parameters"] += 1
        return evaluate(raw)

    def reading(self: Element, *arguments: Any) -> Any:
        counted[self.label] += 1
        return read(self, *arguments)

    monkeypatch.setattr("vazba.model.evaluate_parameters", evaluating)
    monkeypatch.setattr(Element, "read", reading)
    vz.simulate(m)
    assert counted == {"parameters": 1, "body rod": 1, "point tip": 1, "joint A": 1, "actuator motor": 1}
