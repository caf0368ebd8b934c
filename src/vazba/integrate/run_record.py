"""What a run is, as one record: everything the stepping loop and its method remember from one call to the next.

Because nothing else is remembered, stopping to look at a progress bar, storing results and Ctrl-C cannot change a bit of what follows.
"""

from __future__ import annotations

import numpy as np

from vazba._jit import caller, matrix_of, view_of

DONE, TOO_SMALL, NOT_FINITE, STIFF, STOPPED, OPEN, PAUSED, REVIEW = range(8)
LOGGED = 4  # numbers of a located switch: time, path, mode before, mode after

RUN = np.dtype([
    ("d", "i8"), ("derivative", "i8"), ("own", "i8"),  # dynamics; its derivative; the record of the method
    # boundaries of the method; 0: it has none. `propose` names the step it wants to try; `attempt` makes a step of length h from y to `new`, returns its
    # error over tolerance (nan: failed) and sets `next_h`; `extend` prepares `between`, the state at a part of the step; `accept` moves on.
    ("propose", "i8"), ("attempt", "i8"), ("extend", "i8"), ("between", "i8"), ("accept", "i8"),
    ("y", "i8"), ("new", "i8"), ("trial", "i8"), ("n", "i8"),  # states: at t, at the end of the step, anywhere; their length
    ("store", "i8"), ("rows", "i8"), ("wide", "i8"), ("store_c", "i8"), ("aside", "i8"),  # room of the method: rows of `wide` numbers, n at least;
    # `aside`: as much again, for steps to output times, 0 where the states between are as good
    ("times", "i8"), ("n_times", "i8"), ("out", "i8"), ("width", "i8"),  # output times; their states, with whole turns behind them
    ("breaks", "i8"), ("n_breaks", "i8"), ("log", "i8"), ("n_log", "i8"), ("posture", "i8"),  # times no step crosses; switches; singular postures
    ("rtol", "f8"), ("atol", "f8"), ("longest", "f8"), ("fixed", "f8"), ("least", "f8"), ("alpha", "f8"), ("beta", "f8"),
    # settings; `fixed`: the step, 0 where it follows the tolerance; `least`: the shortest that is worth making (s); Baumgarte's, -1: they
    # follow the step
    ("projecting", "i8"), ("closing", "i8"), ("watching", "i8"), ("redo", "i8"), ("whole", "i8"),
    # steps, and output states, are projected; watching for stiffness; a cut step is made again; not halved at the end
    ("t", "f8"), ("h", "f8"), ("span", "f8"), ("next_h", "f8"), ("last_end", "f8"), ("limit", "f8"),  # time, step, the step `between` is about, the next
    ("error", "f8"), ("grow", "f8"), ("last_h", "f8"), ("last_error", "f8"), ("ceiling", "f8"), ("farthest", "f8"),  # of the step control
    ("due", "f8"),  # when a sampled controller looks next; no step crosses that
    ("fresh", "i8"), ("evaluated", "i8"), ("extended", "i8"), ("at_break", "i8"), ("pending", "i8"), ("i", "i8"), ("reached", "i8"),
    # `i`: the next output time; `reached`: the one behind the step, where the method has stored the outputs itself
    ("steps", "i8"), ("rejected", "i8"), ("evaluations", "i8"), ("switches", "i8"), ("stiff_seen", "i8"), ("calm_seen", "i8"),
    ("marked", "i8"), ("mark", "f8"),  # attempts when progress was last looked at, and the time then
    ("near_marked", "i8"), ("near_mark", "f8"),  # the same next to singular postures
    ("refused", "i8"), ("review", "i8"),  # why a step was refused; steps between two looks at the choice of rows
    ("here", "i8"),
], align=True)  # fmt: skip
runs_at, matrix_at, complex_rows_at = view_of(RUN), matrix_of(np.float64), matrix_of(np.complex128)

ATTEMPT, STEP, BETWEEN = "float64(int64)", "void(int64)", "void(int64, float64, int64)"
call_attempt, call_step_kernel, call_between = caller(ATTEMPT), caller(STEP), caller(BETWEEN)
