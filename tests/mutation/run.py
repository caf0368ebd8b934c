"""Put faults into kernels, one at a time, and see whether the tests named for each notice: `python tests/mutation/run.py`, or `make mutation`.

The faults stand in `mutants.toml`. Each is put into a copy of the package, never into the sources, and its tests are run against the copy; code of kernels that
do not reach the fault comes from the cache. Goes on where it stopped: verdicts stand in `.mutation/state.json`, and are asked for again where the fault, its
source or one of its tests has changed.

| verdict  | meaning                                                                                          |
|----------|--------------------------------------------------------------------------------------------------|
| killed   | a named test fails                                                                               |
| survived | all named tests pass: a test is missing                                                          |
| slow     | no end within the time limit                                                                     |
| broken   | the text to be replaced is not there just once, or the tests could not be run, or they fail without the fault |
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SOURCES, LIST, OWN = ROOT / "src" / "vazba", Path(__file__).with_name("mutants.toml"), ROOT / ".mutation"
FAILED, PASSED = 1, 0  # exit codes of pytest
LIMIT = 240.0  # s for one fault


def mutants() -> list[dict[str, Any]]:
    return tomllib.loads(LIST.read_text(encoding="utf-8"))["mutant"]  # type: ignore[no-any-return]


def key_of(mutant: dict[str, Any]) -> str:
    """What a verdict depends on, as far as it is near: the fault, its source, its tests."""
    digest = hashlib.sha256(json.dumps(mutant, sort_keys=True).encode())
    files = {test.partition("::")[0] for test in mutant["tests"]}
    for path in [SOURCES / mutant["file"]] * bool(mutant["file"]) + [ROOT / name for name in sorted(files)]:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def fault(mutant: dict[str, Any]) -> str:
    """Why a fault cannot be put in; nothing where it can."""
    path = SOURCES / mutant["file"]
    if not path.exists():
        return f"there is no {mutant['file']}"
    count = path.read_text(encoding="utf-8").count(mutant["old"])
    return "" if count == 1 else f"{mutant['old']!r} stands {count} times in {mutant['file']}"


def cache() -> Path:
    """A cache of compiled kernels for the faults, begun with what is at hand."""
    sys.path.insert(0, str(ROOT / "src"))
    from vazba._jit.library import cache_folder

    own, usual = OWN / "cache" / cache_folder().name / "objects", cache_folder() / "objects"
    own.mkdir(parents=True, exist_ok=True)
    for path in usual.glob("*.o") if usual.is_dir() else ():
        if not (own / path.name).exists():
            shutil.copy2(path, own / path.name)
    return OWN / "cache"


def run_tests(mutant: dict[str, Any], kept: Path, limit: float) -> tuple[str, str]:
    """The verdict on one fault (none where no file is named), and the last words of the tests."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(SOURCES, Path(folder) / "vazba", ignore=shutil.ignore_patterns("__pycache__"))
        if mutant["file"]:
            target = Path(folder) / "vazba" / mutant["file"]
            target.write_text(
                target.read_text(encoding="utf-8").replace(mutant["old"], mutant["new"]), encoding="utf-8"
            )
        environment = os.environ | {"PYTHONPATH": folder, "VAZBA_CACHE": str(kept), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", "--no-header", *mutant["tests"]]
        with tempfile.TemporaryFile("w+") as out:
            process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=out, stderr=subprocess.STDOUT)
            try:
                code = process.wait(limit)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                return "slow", f"no end within {limit:g} s"
            out.seek(0)
            lines = [line for line in out.read().splitlines() if line.strip()]
    named = [line for line in lines if line.startswith("FAILED")] or lines[-1:]
    return {FAILED: "killed", PASSED: "survived"}.get(code, "broken"), named[-1] if named else f"exit code {code}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="only faults whose name holds one of these words")
    parser.add_argument("--minutes", type=float, default=1e9, help="time for this call; the next one goes on")
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds for one fault")
    parser.add_argument("--again", action="store_true", help="ask again for what is known")
    parser.add_argument("--trust", action="store_true", help="do not see first whether the tests pass without a fault")
    parser.add_argument("--check", action="store_true", help="only whether all faults can be put in")
    asked = parser.parse_args()
    chosen = [m for m in mutants() if not asked.names or any(word in m["name"] for word in asked.names)]
    wrong = {m["name"]: fault(m) for m in chosen if fault(m)}
    for name, reason in wrong.items():
        print(f"broken    {name}: {reason}")
    if asked.check:
        return 1 if wrong else 0
    OWN.mkdir(exist_ok=True)
    file, kept, end = OWN / "state.json", cache(), time.monotonic() + 60 * asked.minutes
    state: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {}
    tests = sorted({test for m in chosen for test in m["tests"]})
    plain = {"name": "no fault at all", "file": "", "old": "", "new": "", "tests": tests}
    for mutant in [plain] * (not asked.trust) + [*(m for m in chosen if m["name"] not in wrong)]:
        key = key_of(mutant)
        if asked.again or state.get(mutant["name"], {}).get("key") != key:
            if time.monotonic() > end:
                continue
            begun = time.monotonic()
            verdict, words = run_tests(mutant, kept, asked.limit if mutant["file"] else 10 * asked.limit)
            state[mutant["name"]] = {
                "key": key,
                "verdict": verdict,
                "words": words,
                "seconds": round(time.monotonic() - begun, 1),
            }
            file.write_text(json.dumps(state, indent=1))
            print(f"{verdict:9s} {mutant['name']} ({state[mutant['name']]['seconds']:g} s): {words[:150]}", flush=True)
        if mutant is plain and state[plain["name"]]["verdict"] != "survived":
            print(f"the named tests fail without a fault: {state[plain['name']]['words']}")
            return 1
    found = Counter(state.get(m["name"], {}).get("verdict", "open") for m in chosen if m["name"] not in wrong)
    found["broken"] += len(wrong)
    print(
        f"{found['killed']} of {len(chosen)} faults are noticed; "
        + ", ".join(f"{n} {v}" for v, n in found.items() if v != "killed" and n)
    )
    for m in chosen:
        if state.get(m["name"], {}).get("verdict") not in (None, "killed"):
            print(f"  {state[m['name']]['verdict']}: {m['name']} ({m['file']})")
    return 0 if found["killed"] == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
