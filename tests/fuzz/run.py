"""Draw mechanisms by lot and hold them against the oracle, for as long as is asked: `python tests/fuzz/run.py --minutes 10 --seed 1`.

Goes on where it stopped: what was done for a seed stands in `.fuzz/<seed>/state.json`. A failing model is written beside it, made a little smaller, with a
text that says what disagrees. `--replay FILE.toml` looks at such a model again; `--one "flat rods" 3 17` at one drawn model.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
HARD_LIMIT = 600.0  # s for one model, after which its process is ended
SHRUNK, SHRINKING = 1, 8.0  # models written small for each class and kind of fault, and seconds for one
TABLED = 4  # seeds named in the table


def look(what: str, dimension: int, seed: int, runs: float) -> dict[str, Any]:
    """Draw a model and look at it; in the process that may be ended."""
    from tests.fuzz.draw import draw

    try:
        model = draw(what, dimension, seed)
    except Exception as error:  # noqa: BLE001  (a fault of the drawing itself)
        return {"faults": [["drawing", "", f"{type(error).__name__}: {error}"]], "notes": []}
    report = looked_at(model, seed, runs)
    return {"faults": [[f.kind, f.method, f.text] for f in report.faults], "notes": report.notes}


def looked_at(model: Any, seed: int, runs: float) -> Any:
    """One state of a model, or, where `runs` is not 0, runs of so many seconds."""
    from tests.fuzz.check import Check
    from tests.fuzz.runs import check_run, check_tolerance

    if not runs:
        return Check(model, seed).run()
    report = check_run(model, seed, runs)
    smooth = not (model.cables or model.limits or model.frictions)
    if smooth and not report.faults and Check(model, seed).answer.undetermined:
        report.faults += check_tolerance(model, seed).faults
    return report


def small(what: str, dimension: int, seed: int, runs: float, kind: str, method: str, folder: str) -> dict[str, Any]:
    """Write a failing model, made smaller while it fails in the same way."""
    from tests.fuzz.draw import draw
    from tests.fuzz.shrink import shrunk

    import vazba as vz

    def fails(model: Any) -> bool:
        return any((f.kind, f.method) == (kind, method) for f in looked_at(model, seed, runs).faults)

    model = draw(what, dimension, seed)
    if kind not in ("refused", "slow", "hang"):
        model = shrunk(model, fails, SHRINKING)
    path = Path(folder) / f"{what.replace(' ', '-')}-{dimension}d-{seed}-{kind}.toml"
    vz.save(model, path)
    text = "\n".join(str(f) for f in looked_at(model, seed, runs).faults)
    path.with_suffix(".txt").write_text(f"{what} {dimension}D seed {seed}{' (run)' if runs else ''}\n{text}\n")
    return {"path": str(path)}


def worker(pipe: Any) -> None:
    """Do what is asked, until the other end is closed."""
    sys.path.insert(0, str(ROOT))
    while True:
        try:
            call, arguments = pipe.recv()
        except EOFError:
            return
        found = {"look": look, "small": small}[call](*arguments)
        try:
            pipe.send(found)
        except BrokenPipeError:
            return


class Worker:
    """A process that can be ended when it hangs."""

    def __init__(self) -> None:
        self.process: Any = None

    def ask(self, call: str, *arguments: Any) -> dict[str, Any] | None:
        """What the process answers; None when it did not in time, or died."""
        if self.process is None:
            context = multiprocessing.get_context("spawn")
            self.pipe, other = context.Pipe()
            self.process = context.Process(target=worker, args=(other,), daemon=True)
            self.process.start()
            other.close()
        self.pipe.send((call, arguments))
        try:
            if self.pipe.poll(HARD_LIMIT):
                return self.pipe.recv()  # type: ignore[no-any-return]
        except (EOFError, ConnectionError):
            pass
        self.end()
        return None

    def end(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.process = None


class Fuzz:
    """The state of one seed: how far each class is, and what was found."""

    def __init__(self, seed: int, kinds: list[tuple[str, int]], every_run: int, until: float) -> None:
        self.folder = ROOT / ".fuzz" / str(seed)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.file, self.base, self.kinds = self.folder / "state.json", seed * 1_000_000, kinds
        self.every_run, self.until = every_run, until
        self.state: dict[str, Any] = {"done": {}, "runs": {}, "notes": {}, "faults": {}, "written": {}, "seconds": {}}
        if self.file.exists():
            self.state = json.loads(self.file.read_text())

    def step(self, worker: Worker, what: str, dimension: int) -> None:
        """The next model of a class."""
        key = f"{what} {dimension}D"
        number = self.state["done"].get(key, 0)
        seed = self.base + number
        runs = self.until if self.every_run > 0 and number % self.every_run == self.every_run - 1 else 0.0
        begun = time.monotonic()
        found = worker.ask("look", what, dimension, seed, runs) or {
            "faults": [["hang", "", "no answer in time, or the process died"]],
            "notes": [],
        }
        self.state["seconds"][key] = self.state["seconds"].get(key, 0.0) + time.monotonic() - begun
        self.state["done"][key] = number + 1
        self.state["runs"][key] = self.state["runs"].get(key, 0) + (runs > 0)
        for note in set(found["notes"]):
            word = note.split(":")[0]
            self.state["notes"][word] = self.state["notes"].get(word, 0) + 1
        for kind, method, text in found["faults"]:
            word = f"{'run: ' if runs else ''}{kind}"
            place = self.state["faults"].setdefault(key, {}).setdefault(f"{word} {method}".strip(), [])
            place.append(seed)
            written = self.state["written"].setdefault(f"{key} {word}", [])
            if len(written) < SHRUNK and kind != "drawing":
                written.append(seed)
                worker.ask("small", what, dimension, seed, runs, kind, method, str(self.folder))
                print(f"  {key} seed {seed}: {word} ({method}): {' '.join(text.split())[:240]}", flush=True)
        self.file.write_text(json.dumps(self.state))

    def table(self) -> str:
        """Counts, and faults by class and kind with example seeds."""
        done, lines = sum(self.state["done"].values()), []
        lines.append(
            f"{done} models looked at ({sum(self.state['runs'].values())} of them in runs), {sum(self.state['seconds'].values()):.0f} s"
        )
        lines += [
            f"  {count:6d}  {note}" for note, count in sorted(self.state["notes"].items(), key=lambda x: -x[1])[:12]
        ]
        for key, count in self.state["done"].items():
            faults = self.state["faults"].get(key, {})
            failed = len({seed for seeds in faults.values() for seed in seeds})
            lines.append(f"{key:14s} {count:6d} models, {failed} with faults")
            for kind, seeds in sorted(faults.items()):
                shown = ", ".join(str(seed) for seed in seeds[:TABLED])
                lines.append(f"    {kind:34s} {len(seeds):5d}   seeds {shown}")
        return "\n".join(lines)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--count", type=int, default=0, help="models to look at in this call (0: as many as there is time for)"
    )
    parser.add_argument("--minutes", type=float, default=0.0, help="time for this call (0: until the count is reached)")
    parser.add_argument("--seed", type=int, default=0, help="which million of seeds")
    parser.add_argument(
        "--kind", action="append", default=[], help="only this class, such as 'flat rods' or 'flat rods 3' (repeatable)"
    )
    parser.add_argument(
        "--every-run", type=int, default=10, help="every so many models a short run instead of one state (0: never)"
    )
    parser.add_argument("--until", type=float, default=0.3, help="length of the runs in s")
    parser.add_argument("--replay", help="look at a model that was written")
    parser.add_argument("--one", nargs=3, metavar=("CLASS", "DIMENSION", "SEED"), help="look at one drawn model")
    parser.add_argument("--table", action="store_true", help="only tell what was found so far")
    return parser.parse_args()


def main() -> int:
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    asked = arguments()
    if asked.replay or asked.one:
        from tests.fuzz.draw import draw

        import vazba as vz

        model = vz.load(asked.replay) if asked.replay else draw(asked.one[0], int(asked.one[1]), int(asked.one[2]))
        seed = int(asked.one[2]) if asked.one else 0  # which decides the integrator beside the usual ones
        found = [report for runs in (0.0, asked.until) for report in [looked_at(model, seed, runs)]]
        print(
            *(str(f) for report in found for f in report.faults),
            *(note for report in found for note in report.notes),
            sep="\n",
        )
        return 0
    from tests.fuzz.draw import KINDS

    kinds = [(what, d) for what, d in KINDS if not asked.kind or what in asked.kind or f"{what} {d}" in asked.kind]
    fuzz, process = Fuzz(asked.seed, kinds, asked.every_run, asked.until), Worker()
    end = time.monotonic() + 60 * asked.minutes if asked.minutes else float("inf")
    left = asked.count or (0 if asked.table else 10**12 if asked.minutes else 300)
    try:
        while left > 0 and time.monotonic() < end:
            for what, dimension in kinds:
                if left > 0 and time.monotonic() < end:
                    fuzz.step(process, what, dimension)
                    left -= 1
    except KeyboardInterrupt:
        print("stopped; the same command goes on from here")
    finally:
        process.end()
    print(fuzz.table())
    return 1 if fuzz.state["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
