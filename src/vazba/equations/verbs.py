"""What a formulation does, as boundaries whose addresses stand in the record of its dynamics.

    pose(d, y, t)         poses of bodies and frames at the state y; of the constraint rows Phi, their Jacobian and nu
    place(d, y, t)        the same, twists, and gamma
    force(d, y, t)        what acts on them: into `force`, `powers` and tables of its own
    factorise(d, ., .)    mass matrix and rows at the position last placed; 0: `solve` does it all
    solve(d, out, .)      accelerations into `out`, multipliers into `multipliers`, from the forces and `gamma` at hand
    slack(d, y, out)      `nu - Phi_v v` for the velocities of y, at the position last placed, which is that of y
    step(d, right, out)   the smallest change, in the metric of the mass matrix, with `Phi_v change = right`
    rub(d, ., .)          rate and effort of every friction by the reactions at hand, in pairs, into `settling`
    show(d, y, rates)     after a derivative: coordinates and velocities of all bodies into `shown` of the whole, accelerations and multipliers into those of
                          the whole, evaluated there (for `reporting.observe`)
    amend(d, y, kept)     corrects the numbers kept of an instant, where the formulation knows better; 0: it does not
    project(d, y, t)      bring y onto the constraints; returns the largest gap that is left
    sample(d, y, t)       sampled controllers look; returns when they look next (`equations.control`); 0: there are none
    rechoose(d, y, t)     look at choices of its own after a step (independent speeds; loop rows that depend on others); whether the next step is to start
                          afresh; 0: it has none
    see(d, y, t)          poses of frames and twists of bodies at the state y, where `place` leaves them out; 0: it does not

`equations.derivative` makes accelerations of the first seven, `equations.projection` a projection. How coordinates follow velocities is the table `chart`.
"""

from __future__ import annotations

from vazba._jit import caller

PLACE = "void(int64, int64, float64)"  # of dynamics, the state, and the time
VERB = "int64(int64, int64, int64)"  # of dynamics, and two addresses
DERIVATIVE = "void(int64, int64, int64, float64)"  # of dynamics, the state, where its rates go, and the time
PROJECT = "float64(int64, int64, float64)"
RECHOOSE = "int64(int64, int64, float64)"
call_place, call_verb, call_derivative, call_project, call_rechoose, call_sample = (
    caller(signature) for signature in (PLACE, VERB, DERIVATIVE, PROJECT, RECHOOSE, PROJECT)
)
FIXED = 9  # numbers kept of an instant before its multipliers: kinetic, potential, elastic energy, momentum, moment of momentum
EXTRA = 3  # numbers behind q and v in the state: work put in, energy dissipated, energy stored in curves
# Places in `powers`: put in, dissipated, stored in curves; energy of the bushings; rows in doubt; when the rows were last factorised; rows whose pivots
# rounding has eaten.
GIVEN, LOST, STORED, BUSHED, WEAK_ROWS, FACTORISED, LOST_ROWS = range(7)
