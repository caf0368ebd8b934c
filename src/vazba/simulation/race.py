"""Which method gets on faster with elastic beams: both are tried, by turns, and the one that passes more time in as many attempts goes on.

Beams carry waves far faster than any motion of interest. Where these ring, an implicit method must follow them as an explicit one does, in
steps that are shorter at the same tolerance; where they have died down, or the tolerance does not see them, its steps are many times as
long. No number of the model tells beforehand which it will be, and it changes within a run, so it is measured: after some attempts to
settle, the time that so many attempts have passed. An attempt of Radau's method costs about as much as one of DOP853 (within a quarter).
Counts of attempts alone decide, never the clock: the same run takes the same steps on any machine. What a trial computes is part of the
run; nothing is computed twice.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from vazba.formulations.formulation import Formulation
from vazba.formulations.settings import Settings
from vazba.integrate.method import Method
from vazba.integrate.registry import explicit_name, method_of

SETTLE, TRIAL = 20, 40  # attempts not counted after a change, and attempts of a trial
REST = 300  # attempts until the next trial: at least, and times as many as the faster method is faster
MOST_REST, LONGER = 30_000, 3  # at most; and times as long as before where the same method wins again
NEVER = 2**62
COST = {"dopri5": 0.6}  # of an attempt; 1 for all others


@dataclass
class Race:
    """Two methods and what is known of their pace, s per attempt; `now` is the one that runs."""

    methods: tuple[Method, Method]
    now: int
    paces: list[float | None] = field(default_factory=lambda: [None, None])
    due: int = SETTLE  # number of attempts at which something is to be done
    since: tuple[int, float] | None = (
        None  # attempts and time at which the trial began; none while settling or running on
    )
    rest: int = REST
    running: bool = False

    @property
    def method(self) -> Method:
        return self.methods[self.now]

    @property
    def settling(self) -> bool:
        """Whether an explicit method has just begun, with steps that may be far too long."""
        return self.since is None and not self.running and self.due != NEVER and not self.method.implicit

    def allowed(self, asked: int, attempts: int) -> int:
        """Attempts until the next look; one by one while an explicit method settles."""
        return 1 if self.settling else max(1, min(asked, self.due - attempts))

    def look(self, attempts: int, t: float, failed: bool = False) -> Method | None:
        """To be called when `due` attempts were made, or the method failed: the one to change to, if any. Where one cannot go on the other does, to the end."""
        if failed:
            ended, self.due = self.due == NEVER, NEVER
            return None if ended else self._change()
        if attempts < self.due:
            return None
        if self.running:  # the next round begins
            self.running, self.paces, self.since = False, [None, None], (attempts, t)
            self.due = attempts + TRIAL
            return None
        if self.since is None:
            self.since, self.due = (attempts, t), attempts + TRIAL
            return None
        begun, at = self.since
        cost = COST.get(self.methods[self.now].name, 1.0)
        self.paces[self.now], self.since = (t - at) / ((attempts - begun) * cost), None
        if self.paces[1 - self.now] is None:
            self.due = attempts + SETTLE
            return self._change()
        return self._decide(attempts)

    def _decide(self, attempts: int) -> Method | None:
        mine, other = (float(self.paces[k] or 0.0) for k in (self.now, 1 - self.now))
        slower, faster = min(mine, other), max(mine, other)
        ahead = min(faster / slower, 100.0) if slower > 0 else 100.0
        again = mine < other  # the one that ran before this trial wins
        self.rest = min(int(max(LONGER * self.rest if again else REST, REST * ahead)), MOST_REST)
        self.running, self.due = True, attempts + self.rest
        return self._change() if mine < other else None

    def _change(self) -> Method:
        self.now = 1 - self.now
        return self.methods[self.now]


def race_of(settings: Settings, form: Formulation, stiff: bool) -> Race | None:
    """The explicit method of the settings against Radau's; `stiff`: which begins. None where the formulation knows no implicit one."""
    if not form.has_tangent:
        return None
    first, second = (method_of(replace(settings, integrator=name), form) for name in (explicit_name(settings), "radau"))
    return Race((first, second), int(stiff))
