"""Rigid finite elements against closed forms: masses, frequencies and their order, deflections, energy."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz
from vazba.bodies.rigid import described_pose

from .beams import ROUND, STEEL, Small, beam_model, clamp, frequencies, slender
from .natural import NaturalBeam

MODELS = ("rigid", "rfe")


# --- mass ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("section", [ROUND, {"shape": "rectangle", "width": 0.02, "height": 0.05}])
def test_mass_centre_and_inertia_are_those_of_the_rod(section, dimension, model):
    """`m = rho A L`, inertia about the centre `m L^2/12 + rho L J`, about the axis `rho L (Jy + Jz)`, by summing the pieces."""
    length = 1.3
    m = beam_model(dimension, length, section=section, model=model, elements=5)
    system = vz.compile_model(m)
    scope, mass, moment, tensor, pieces = system.model.scope(), 0.0, np.zeros(3), np.zeros((3, 3)), []
    for body in system.model.bodies.values():
        values = body.read(scope, [])
        r, s, _, _ = described_pose(values, dimension)
        c = np.zeros(3)
        if values.com is not None:
            c[:dimension] = values.com
        centre = r + s @ c
        mass, moment = mass + values.mass, moment + values.mass * centre
        pieces.append(
            (values.mass, centre, np.diag([0, 0, values.inertia]) if dimension == 2 else s @ values.inertia @ s.T)
        )
    centre = moment / mass
    for m_k, c_k, j_k in pieces:
        d = c_k - centre
        tensor += j_k + m_k * (d @ d * np.eye(3) - np.outer(d, d))
    if section is ROUND:
        area, jy, jz = np.pi * 0.01**2 / 4, np.pi * 0.01**4 / 64, np.pi * 0.01**4 / 64
    else:
        area, jz, jy = 0.02 * 0.05, 0.02 * 0.05**3 / 12, 0.05 * 0.02**3 / 12
    total = 7800 * area * length
    assert mass == pytest.approx(total, rel=1e-14)
    assert centre == pytest.approx([length / 2, 0, 0], abs=1e-14)
    assert tensor[2, 2] == pytest.approx(total * length**2 / 12 + 7800 * length * jz, rel=1e-13)
    if dimension == 3:
        assert tensor[1, 1] == pytest.approx(total * length**2 / 12 + 7800 * length * jy, rel=1e-13)
        assert tensor[0, 0] == pytest.approx(7800 * length * (jy + jz), rel=1e-13)


# --- frequencies -----------------------------------------------------------------------------------------------------------

# (beta L)^2 of the first bending modes: clamped 1.875104.., pinned pi, free 4.730041.. (W. Weaver, S. P. Timoshenko, D. H. Young, Vibration Problems in
# Engineering, 5th ed., Wiley 1990, section 5.11)
BETA = {"clamped": (1.8751040687, 4.6940911330), "pinned": (np.pi, 2 * np.pi), "free": (4.7300407449, 7.8532046241)}


def held(how: str, dimension: int, elements: int) -> tuple[vz.Model, float, int]:
    """A slender beam held in one of these ways, its unit frequency, and how many rigid motions are left."""
    values, unit = slender(elements=elements)
    m = beam_model(dimension, **values)
    axis = {"axis": (0, 0, 1)} if dimension == 3 else {}
    ends = [[0.0] * dimension, [1.0] + [0.0] * (dimension - 1)]
    if how == "clamped":
        clamp(m)
    elif how == "pinned":
        m.revolute("A", "ground", "b", at=ends[0], **axis)
        m.point("end", "b", ends[1])
        m.point("rail", at=ends[1])
        if dimension == 2:
            m.joint("slot", "B", "end", "rail", axis=(1, 0))
        else:
            m.joint("point_on_line", "B", "end", "rail", axis=(1, 0, 0))
    return m, unit, {"clamped": 0, "pinned": 0, "free": 3 if dimension == 2 else 6}[how]


@pytest.mark.parametrize("how", BETA)
def test_frequencies_converge_with_the_second_order(how):
    """Of a clamped beam with the second; where no end is clamped faster still, down to what shear and rotary inertia take off (2e-6 and 1e-5 here)."""
    found = []
    for elements in (8, 16, 32):
        m, unit, rigid = held(how, 2, elements)
        found.append(frequencies(m)[rigid : rigid + 2] / unit)
    errors = np.abs(np.array(found) / np.square(BETA[how]) - 1)
    order = np.log2(errors[:-1] / errors[1:])
    if how == "clamped":
        assert order == pytest.approx(2.0, abs=0.05), order
        assert errors[-1].max() < 1e-3
    else:
        assert order[0].min() > 2.9, order
        assert errors[-1].max() < 2e-5


@pytest.mark.parametrize("how", ["clamped", "free"])
def test_in_space_every_bending_frequency_stands_twice(how):
    flat, unit, rigid = held(how, 2, 8)
    m, _, rigid_space = held(how, 3, 8)
    first = frequencies(flat, rigid + 2)[rigid:]
    pairs = frequencies(m, rigid_space + 4)[rigid_space:]
    assert pairs == pytest.approx(np.repeat(first, 2), rel=1e-5)
    assert unit > 0


def test_torsion_and_axial_frequencies_of_a_clamped_shaft():
    """A clamped bar stretches at `pi/2 sqrt(E/rho)/L` and twists at `pi/2 sqrt(G/rho)/L` (round: It is the polar moment)."""
    found = {}
    for elements in (6, 12):
        m = clamp(beam_model(3, section={"shape": "round", "diameter": 0.2}, elements=elements))
        m.point("rail", at=(1, 0, 0))
        m.point("tip", "b", (1, 0, 0))
        m.joint("point_on_line", "B", "tip", "rail", axis=(1, 0, 0))  # bending is lifted above
        found[elements] = frequencies(m, 40)
    for modulus in (STEEL["G"], STEEL["E"]):
        exact = np.pi / 2 * np.sqrt(modulus / STEEL["density"])
        errors = [np.abs(found[n] / exact - 1).min() for n in (6, 12)]
        assert errors[1] < 2e-3
        assert errors[0] / errors[1] == pytest.approx(4.0, abs=0.2)


# --- deflection ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dimension", [2, 3])
def test_tip_of_a_cantilever_under_a_small_load(dimension):
    """`F L^3/(3 E J) + F L/(kappa G A)`, axial `F L/(E A)`, twist `T L/(G It)`; bending is summed at the middles: `1 - 1/(4 n^2)` of it."""
    length, n, force = 0.5, 6, 0.1
    section = {"shape": "rectangle", "width": 0.05, "height": 0.05}
    m = clamp(beam_model(dimension, length, section=section, elements=n))
    zeros = [0.0] * (dimension - 1)
    m.point("tip", "b", [length, *zeros])
    m.point("side", "b", [length, 1.0, *zeros[1:]])
    m.force("F", "tip", [force] * dimension)
    if dimension == 3:
        m.torque("T", f"b@{length}", [force, 0, 0])
    settled = Small(m).settle()
    tip, side = settled.place("tip"), settled.place("side")
    e, g, area, j = STEEL["E"], STEEL["G"], 0.05**2, 0.05**4 / 12
    bent = force * length**3 / (3 * e * j) * (1 - 1 / (4 * n**2)) + force * length / (5 / 6 * g * area)
    assert tip[0] - length == pytest.approx(force * length / (e * area), rel=1e-3)  # bending shortens it a little
    assert tip[1] == pytest.approx(bent, rel=1e-6)
    if dimension == 3:
        assert tip[2] == pytest.approx(bent, rel=1e-6)
        # torsion constant of a square 0.1406 a^4: S. P. Timoshenko, J. N. Goodier, Theory of Elasticity, 3rd ed., section 109
        assert side[2] - tip[2] == pytest.approx(force * length / (g * 0.1406 * 0.05**4), rel=1e-3)


@pytest.mark.parametrize("dimension", [2, 3])
def test_a_beam_rolled_up_by_an_end_moment(dimension):
    """Pure bending by `M = 2 pi E J/L` makes a circle; of n elements a regular polygon with its ends joined, whatever the size of the turn."""
    n, turn = 12, 2 * np.pi
    moment = turn * STEEL["E"] * np.pi * 0.01**4 / 64 / 1.0
    m = clamp(beam_model(dimension, elements=n))
    m.point("tip", "b", [1.0] + [0.0] * (dimension - 1))
    m.torque("T", "b@1", 0.0 if dimension == 2 else [0, 0, 0])
    m.parameters["part"] = 0.0
    torque = m.torques["T"]
    object.__setattr__(torque, "torque", f"part*{moment}" if dimension == 2 else [0, 0, f"part*{moment}"])
    small = None
    for part in np.linspace(0.1, 1.0, 10):
        step = Small(m.with_parameters(part=float(part)))
        if small is not None:
            step.q[:] = small.q
        small = step.settle()
    assert small is not None
    assert small.place("tip") == pytest.approx([0, 0, 0], abs=1e-9)
    exact = 0.5 * moment * turn
    small.force(small.still)
    assert small.elastic() == pytest.approx(exact, rel=1e-9)


# --- laws of motion ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("flexibility", ["all", "bending"])
def test_rigid_motion_strains_nothing(dimension, flexibility):
    """Forces and elastic energy vanish (beside those of a strain of 1e-9) wherever the straight beam is moved and however it spins, damping too."""
    if dimension == 3 and flexibility == "bending":
        pytest.skip("pins with springs are planar")
    rng = np.random.default_rng(3)
    spin = 3.0 if dimension == 2 else [0.4, -1.2, 2.0]
    m = beam_model(
        dimension, elements=5, damping=1e-3, flexibility=flexibility, angular_velocity=spin, velocity=[1.0, -2.0, 0.5][:dimension]
    )  # fmt: skip
    small = Small(m)
    turn = [7.0] if dimension == 2 else rng.normal(size=3).tolist()
    shift, system = rng.normal(size=dimension), small.system
    length = 1 / 5
    # all bodies moved as one: the first by `shift` and `turn`, the others by what that makes of their places
    moves, nv = [], 3 if dimension == 2 else 6
    r0 = np.zeros(3)
    rotation = _rotation(turn, dimension)
    for name, local in system.beams[0].bodies:
        k = system.body_names.index(name)
        r = np.zeros(3)
        r[:dimension] = small.q[(3 if dimension == 2 else 7) * k :][:dimension]
        moves.append(np.concatenate([(rotation @ (r - r0) - (r - r0))[:dimension] + shift, turn]))
        assert local[0] == pytest.approx(r[0])
    spun = system.v0.copy()
    for k in range(len(system.body_names)):
        spun[nv * k : nv * k + dimension] = (rotation @ _padded(spun[nv * k : nv * k + dimension]))[:dimension]
    force = small.force(np.concatenate(moves), spun)
    gyro = np.zeros_like(force)  # the spin of each segment about its own centre remains
    if dimension == 3:
        masses = small.dynamics.masses
        for k in range(len(system.body_names)):
            w, inertia = spun[6 * k + 3 : 6 * k + 6], masses[k]["inertia"].reshape(3, 3)
            gyro[6 * k + 3 : 6 * k + 6] = -np.cross(w, inertia @ w)
    stiff = STEEL["E"] * np.pi * 0.01**2 / 4 / length
    assert np.abs(force - gyro).max() < 1e-12 * stiff
    assert small.elastic() < 1e-15 * stiff


def _padded(x):
    return np.concatenate([x, np.zeros(3 - len(x))])


def _rotation(turn, dimension):
    from scipy.spatial.transform import Rotation

    return Rotation.from_rotvec([0, 0, turn[0]] if dimension == 2 else turn).as_matrix()


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("flexibility", ["all", "bending"])
def test_energy_and_momentum_of_a_free_beam_are_kept(dimension, flexibility):
    """A soft beam thrown and bent by its own inertia: a mass hangs on its end."""
    if dimension == 3 and flexibility == "bending":
        pytest.skip("pins with springs are planar")
    m = beam_model(dimension, section={"shape": "rectangle", "width": 0.01, "height": 0.02}, E=2e7, G=8e6, elements=6, flexibility=flexibility,
                   angular_velocity=20.0 if dimension == 2 else [5.0, -15.0, 20.0])  # fmt: skip
    m.body("m", position=[1.0, 0.3, 0.2][:dimension], mass=0.5, inertia=0.01 if dimension == 2 else [0.01, 0.02, 0.03])
    m.fixed("F", "b", "m", at=[1.0] + [0.0] * (dimension - 1))
    r = vz.simulate(m, until=1.0, every=0.05, rtol=1e-10, atol=1e-12)
    assert r.status == "done"
    assert r.energy.elastic.max() > 5e-4 * r.energy.kinetic[0]
    assert np.abs(r.energy.balance).max() < 1e-10 * r.energy.kinetic[0]
    for word in ("px", "py", "l") if dimension == 2 else ("px", "py", "pz", "lx", "ly", "lz"):
        assert np.ptp(r.momentum[word]) < 1e-7 * max(np.abs(r.momentum[w]).max() for w in r.momentum.quantities)


def test_a_damped_beam_comes_to_rest_and_accounts_for_it():
    """What is dissipated is what was there, less what the sagging beam keeps; the ledger balances."""
    m = clamp(
        beam_model(
            2,
            section={"shape": "rectangle", "width": 0.02, "height": 0.01},
            E=2e9,
            elements=5,
            damping=0.3,
            gravity=True,
        )
    )
    r = vz.simulate(m, until=4.0, every=0.05, rtol=1e-8, atol=1e-10)
    assert "radau" in r.info["integrator"]  # chosen by itself
    assert r.energy.kinetic[-1] < 1e-8 * r.energy.kinetic.max()
    assert (np.diff(r.energy.dissipated) > -1e-12).all()
    assert np.abs(r.energy.balance).max() < 1e-5 * r.energy.elastic[-1]


def test_a_beam_in_space_moving_in_a_plane_is_the_planar_one():
    runs = {}
    for dimension in (2, 3):
        m = beam_model(dimension, E=2e9, G=0.8e9, elements=5, damping=1e-3, gravity=True)
        axis = {"axis": (0, 0, 1)} if dimension == 3 else {}
        m.revolute("A", "ground", "b", at=(0,) * dimension, **axis)
        m.point("tip", "b", [1.0, 0.0, 0.0][:dimension])
        runs[dimension] = vz.simulate(m, until=1.0, every=0.05, rtol=1e-9, atol=1e-11)
    flat, space = runs[2], runs[3]
    assert np.ptp(flat["tip.x"]) > 0.5
    for word in ("x", "y", "vx", "vy", "ax", "ay"):
        size = np.abs(flat[f"tip.{word}"]).max()
        close = (2e-5 if word[0] == "a" else 1e-8) * size
        assert space[f"tip.{word}"] == pytest.approx(flat[f"tip.{word}"], abs=close), word
        assert space[f"b.{word}"] == pytest.approx(flat[f"b.{word}"], abs=close), word
    for a, b in (("N", "N"), ("Q", "Qy"), ("M", "Mz")):
        values = flat.station("b@0.5")[a]
        assert space.station("b@0.5")[b] == pytest.approx(values, abs=1e-5 * np.abs(values).max()), a
    assert space.energy.elastic == pytest.approx(flat.energy.elastic, abs=1e-6 * flat.energy.elastic.max())


@pytest.mark.parametrize("dimension", [2, 3])
def test_a_very_stiff_beam_is_the_rigid_one(dimension):
    """E a thousand times that of steel, damped so that nothing rings. At first its stresses are zero: the reaction is not yet that of the rigid beam."""
    runs = {}
    for model in ("rigid", "rfe"):
        m = beam_model(dimension, E=2.1e14, elements=4, damping=1e-3, model=model, gravity=True)
        m.revolute("A", "ground", "b", at=(0,) * dimension, **({"axis": (0, 0, 1)} if dimension == 3 else {}))
        m.point("P", "b", [0.7, 0.1, 0.0][:dimension])
        runs[model] = vz.simulate(m, until=1.0, every=0.05, rtol=1e-8, atol=1e-10)
    assert "radau" in runs["rfe"].info["integrator"]
    for word in ("x", "y", "vx", "vy"):
        assert runs["rfe"][f"P.{word}"] == pytest.approx(runs["rigid"][f"P.{word}"], abs=2e-6), word
    assert runs["rfe"]["A.fy"][1:] == pytest.approx(runs["rigid"]["A.fy"][1:], abs=1e-4)


def test_bending_alone_is_the_limit_of_no_stretch_and_no_shear():
    """Pins with springs against elements with a hundred times the area of a round beam, and so as much axial and shear stiffness."""
    runs, area, moment = {}, np.pi * 0.01**2 / 4, np.pi * 0.01**4 / 64
    values = {
        "section": {"A": 100 * area, "J": moment},
        "density": 78.0,
        "E": 2e9,
        "G": 0.8e9,
        "elements": 5,
        "damping": 2e-3,
    }
    for flexibility, method in (("all", "absolute"), ("bending", "absolute"), ("bending", "recursive")):
        m = beam_model(2, gravity=True, flexibility=flexibility, **values)
        m.revolute("A", "ground", "b", at=(0, 0))
        m.point("tip", "b", [1.0, 0.0])
        runs[flexibility, method] = vz.simulate(m, until=0.8, every=0.05, rtol=1e-9, atol=1e-11, method=method)
    first = runs["bending", "recursive"]
    for key, r in runs.items():
        limit = 1e-9 if key[0] == "bending" else 5e-6
        assert r["tip.y"] == pytest.approx(first["tip.y"], abs=limit)
        for word in ("N", "Q", "M"):
            values = first.station("b@0.3")[word]
            assert r.station("b@0.3")[word][2:] == pytest.approx(values[2:], abs=100 * limit * np.abs(values).max()), (
                key,
                word,
            )


# --- section forces ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("flexibility", ["all", "bending"])
def test_section_forces_of_a_heavy_cantilever_at_rest(dimension, flexibility):
    """At the cut x, with the load q = rho A g downwards: `Q = -q (L - x)` on the part before, `M = -q (L - x)^2/2`, `N = 0` when it sags little."""
    if dimension == 3 and flexibility == "bending":
        pytest.skip("pins with springs are planar")
    m = clamp(
        beam_model(
            dimension,
            elements=5,
            damping=0.02,
            gravity=True,
            section={"shape": "round", "diameter": 0.05},
            flexibility=flexibility,
        )
    )
    r = vz.simulate(m, until=2.0, every=0.1, rtol=1e-8, atol=1e-11)
    load = 7800 * np.pi * 0.05**2 / 4 * 9.81
    q, moment = ("Q", "M") if dimension == 2 else ("Qy", "Mz")
    for x in (0.1, 0.3, 0.5, 0.7, 0.9):
        at = r.station("b", x)
        assert at[q][-1] == pytest.approx(-load * (1 - x), rel=1e-4)
        assert at[moment][-1] == pytest.approx(-load * (1 - x) ** 2 / 2, rel=1e-4)
        assert abs(at.N[-1]) < 1e-2 * load
    assert r["clamp.fy"][-1] == pytest.approx(load, rel=1e-6)
    assert r["clamp.m" if dimension == 2 else "clamp.mz"][-1] == pytest.approx(load / 2, rel=1e-4)


def test_tension_of_a_hanging_and_of_a_spinning_beam():
    """Hanging: `N = rho A g (L - x)` at rest. Spinning freely about its end: `N = rho A w^2 (L^2 - x^2)/2`."""
    line = 7800 * np.pi * 0.01**2 / 4
    hung = vz.Model("hung", dimension=2)
    hung.beam("b", (0, 0), (0, -1), section=ROUND, elements=4, damping=1e-3, **STEEL)
    hung.fixed("clamp", "ground", "b", at=(0, 0))
    r = vz.simulate(hung, until=0.5, every=0.1)
    for x in (0.125, 0.375, 0.625, 0.875):
        assert r.station("b", x).N[-1] == pytest.approx(line * 9.81 * (1 - x), rel=1e-4)
    spun = beam_model(2, elements=4, damping=1e-3, angular_velocity=20.0)
    spun.revolute("A", "ground", "b", at=(0, 0))
    r = vz.simulate(spun, until=0.5, every=0.1)
    for x in (0.125, 0.375, 0.625, 0.875):
        assert r.station("b", x).N[-1] == pytest.approx(line * 400 * (1 - x**2) / 2, rel=2e-3)


# --- another implementation ---------------------------------------------------------------------------------------------------


def test_a_falling_beam_in_natural_coordinates():
    """The same elements with two end points of each segment for coordinates: a program of its own (`natural.py`)."""
    values = {"E": 5e6, "G": 2e6, "kappa": 0.8, "density": 1200.0, "damping": 1e-3}
    side = 0.02
    other = NaturalBeam(1.0, 3, side**2, side**4 / 12, **values)
    m = beam_model(2, elements=3, gravity=True, section={"shape": "rectangle", "width": side, "height": side}, **values)
    m.revolute("A", "ground", "b", at=(0, 0))
    r = vz.simulate(m, until=0.6, every=0.05, rtol=1e-10, atol=1e-12)
    found = other.fall(r.time)
    assert np.ptp(r["b@1.y"]) > 0.9
    ends = r.station("b", 1.0).position
    assert found[:, -1, 1] == pytest.approx(ends, abs=1e-7)
    assert r.energy.elastic.max() > 0.01 * r.energy.kinetic.max()
    for k, at in enumerate((1 / 6, 1 / 2, 5 / 6)):
        between = (found[:, k, 1] + found[:, k + 1, 0]) / 2
        assert between == pytest.approx(r.station("b", at).position, abs=1e-7)


def test_chains_in_joint_coordinates_by_implicit_steps():
    """Pins with springs: generalised-alpha in joint coordinates, in O(n), comes to what an explicit method of order 8 gives, with the second order."""
    m = beam_model(2, E=2e9, G=0.8e9, elements=8, damping=2e-3, gravity=True, flexibility="bending")
    m.revolute("A", "ground", "b", at=(0, 0))
    exact = vz.simulate(m, until=0.4, every=0.1, rtol=1e-10, atol=1e-12, method="recursive", integrator="dop853")
    errors = []
    for step in (2e-3, 1e-3, 5e-4):
        r = vz.simulate(m, until=0.4, every=0.1, method="recursive", integrator="generalized_alpha", step=step)
        assert r.info["method"] == "recursive"
        errors.append(np.abs(r["b@1.y"] - exact["b@1.y"]).max())
    assert errors[-1] < 1e-5
    assert np.log2(np.array(errors[:-1]) / errors[1:]) == pytest.approx(2.0, abs=0.3)
