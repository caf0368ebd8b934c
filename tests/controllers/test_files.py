"""Controllers in files, on the command line, in a Stepper."""

from __future__ import annotations

import numpy as np
import pytest
from typer.testing import CliRunner

import vazba as vz
from vazba.cli.app import app

from .test_laws import slider, two_links

TOML = """name = "arm"
dimension = 2
[parameters]
gain = 80
[bodies.u]
position = [0.4, 0]
mass = 3
inertia = 0.2
[bodies.l]
position = [1.1, 0]
mass = 2
inertia = 0.1
[joints.A]
type = "revolute"
bodies = ["ground", "u"]
at = [0, 0]
[joints.B]
type = "revolute"
bodies = ["u", "l"]
at = [0.8, 0]
[controllers.shoulder]
type = "pd"
joint = "A"
target = {harmonic = {mean = 0.1, amplitude = 0.2, frequency = 0.5, phase = 0}}
kp = "gain"
kd = 8
limit = 60
every = 0.005
[controllers.elbow]
type = "computed_torque"
targets = {B = "0.2*sin(t)"}
kp = 100
kd = 20
[simulation]
until = 0.5
every = 0.1
"""


def test_files_and_back(tmp_path):
    path = tmp_path / "arm.toml"
    path.write_text(TOML)
    model = vz.load(path)
    a = vz.simulate(model)
    vz.save(model, tmp_path / "again.toml")
    b = vz.simulate(vz.load(tmp_path / "again.toml"))
    assert a.status == "done"
    for name in ("shoulder.effort", "elbow_B.effort", "A.angle"):
        assert np.array_equal(a[name], b[name])
    a.save(tmp_path / "run.nc")
    again = vz.Result.load(tmp_path / "run.nc")
    assert np.array_equal(again["shoulder.effort"], a["shoulder.effort"])
    assert "shoulder" in again.model.controllers
    assert {"shoulder.value", "shoulder.rate", "shoulder.effort", "shoulder.power"} <= set(a.to_dataframe().columns)


def test_command_line(tmp_path):
    path = tmp_path / "arm.toml"
    path.write_text(TOML)
    out = CliRunner().invoke(app, ["simulate", str(path), "--set", "gain=100", "-o", str(tmp_path / "run.csv")])
    assert out.exit_code == 0, out.output
    assert "shoulder.effort" in (tmp_path / "run.csv").read_text().partition("\n")[0]
    path.write_text(TOML.replace('joint = "A"', 'joint = "Z"').replace("targets = {B", "targets = {Y"))
    out = CliRunner().invoke(app, ["check", str(path)])
    assert out.exit_code == 2
    assert "controller shoulder" in out.output
    assert "there is no joint 'Z'" in out.output
    assert "there is no joint 'Y'" in out.output


@pytest.mark.parametrize("every", [None, 0.01])
def test_a_stepper_goes_the_way_of_the_run(every):
    def model():
        m = two_links()
        m.controller("pd", "hold", joint="A", target="0.3*t", kp=200, kd=20, every=every)
        m.actuator("motor", joint="B")
        m.controller(lambda t, w: -2.0 * w, "brake", reads=["B.angle_rate"], writes=["motor"], every=every)
        return m

    res = vz.simulate(model(), 0.3, 0.3, rtol=1e-10, atol=1e-12)
    s = vz.Stepper(model(), rtol=1e-10, atol=1e-12)
    assert "motor" not in s.needed
    for _ in range(10):
        s.step({}, 0.015)
    other = s.copy()
    for stepper in (s, other):
        while stepper.time < 0.3 - 1e-9:
            stepper.step({}, 0.015)
        seen = stepper.observe(["A.angle", "B.angle", "hold.effort", "motor.effort"])
        expected = [res[name][-1] for name in ("A.angle", "B.angle", "hold.effort", "motor.effort")]
        if every:  # the step ends at an instant of looking: the run no longer looks at its end
            seen, expected = seen[:2], expected[:2]
        assert np.allclose(seen, expected, atol=1e-7)
    with pytest.raises(vz.ModelError, match="controller brake writes it"):
        s.step({"motor": 1.0}, 0.01)


def test_targets_are_inputs():
    """A target that is set from outside is held as any input."""
    s = vz.Stepper(slider(target=0.0, kp=50.0, kd=20.0))
    assert s.inputs["hold.target"] == "m"
    for _ in range(300):
        s.step({"hold.target": 0.4}, 0.01)
    assert abs(s.observe(["P.displacement"])[0] - 0.4) < 1e-5
