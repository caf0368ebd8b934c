"""The first Python example of README.md, run as printed, gives the numbers it states; its model file says the same."""

import contextlib
import io
import re
import tomllib
from math import pi, sqrt
from pathlib import Path

import numpy as np
import pytest

README = Path(__file__).parents[1] / "README.md"
NUMBER = re.compile(r"[-+]?\d+\.\d+(?:e[-+]?\d+)?")


def block(language: str) -> str:
    """Text of the first fenced block of one language."""
    found = re.search(rf"^```{language}\n(.*?)^```$", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert found, f"README.md has no {language} block"
    return found.group(1)


def numbers(text: str) -> list[float]:
    return [float(n) for n in NUMBER.findall(text)]


@pytest.fixture(scope="module")
def printed() -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(block("python"), str(README), "exec"), {"__name__": "readme"})
    return out.getvalue()


def test_the_first_example_prints_the_numbers_it_states(printed: str) -> None:
    stated = numbers(block("text"))
    assert len(stated) == 2
    np.testing.assert_allclose(numbers(printed), stated, rtol=0, atol=1e-6)


def test_the_stated_numbers_are_the_closed_form() -> None:
    np.testing.assert_allclose(numbers(block("text")), [2.0, -4 / 3 * sqrt(2 * pi)], rtol=0, atol=1e-6)


def test_the_model_file_of_the_readme_is_the_same_mechanism(tmp_path: Path) -> None:
    import vazba as vz

    text = block("toml")
    tomllib.loads(text)
    path = tmp_path / "slider-crank.toml"
    path.write_text(text, encoding="utf-8")
    end = sqrt(pi / 2)
    res = vz.kinematics(vz.load(path), until=end, every=end / 25)
    np.testing.assert_allclose([res["slider"].x[-1], res["slider"].vx[-1]], [2.0, -4 / 3 * sqrt(2 * pi)], atol=1e-8)
