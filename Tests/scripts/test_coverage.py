"""Tests that the bound and the level of a paired comparison hold, on a few simulated ones."""

import math

import numpy as np
import scipy.stats

from studies import coverage, method
from studies.support import simulated_rounds

COMPARISONS, ROUNDS = 30, 27
MEASURES = (method.LEAST, method.MEAN)


def most(probability):
    """Return the number of comparisons that chance exceeds once in 10,000 times."""
    return scipy.stats.binom.ppf(0.9999, COMPARISONS, probability)


def comparisons(kind, by=0.0, rare=0.0):
    """Return comparisons of 5 strategies, of which the first is slower in some launches."""
    every = []
    for number in range(COMPARISONS):
        dice = np.random.default_rng([5, number])
        subjects, times = simulated_rounds.times(kind, dice, ROUNDS)
        subjects, times = subjects[:60], times[:, :60]
        times[1, :12] *= np.where(dice.random(ROUNDS) < rare, 1 + by, 1)
        every.append(coverage.Comparison(subjects, times, ROUNDS, patterns=2000, seed=number))
    return every


def test_bound_holds_for_launches_of_which_a_fifth_is_slower():
    every = comparisons("normal", by=0.5, rare=0.2)
    group, mean = ("strategy", "s00", None), 0.1
    said = [[one.verdicts[group, *kind]["bound"] for one in every] for kind in MEASURES]
    robust, means = (sum(bound < mean for bound in bounds) for bounds in said)
    # The robust bound, which was the only one until November 2026, never held.
    assert robust == COMPARISONS
    assert means <= most(0.8**ROUNDS)
    named = [dict(one.bounds())["s00"] for one in every]
    assert sum(bound < mean for bound in named) <= most(0.8**ROUNDS)
    # Almost all are measured again, as their launches are uneven.
    assert sum((group, *method.LEAST) in one.asking() for one in every) >= 0.8 * COMPARISONS


def test_equal_sides_have_finite_bounds_and_hardly_any_alarm():
    every = comparisons("normal")
    assert sum(one.has_alarm for one in every) <= most(method.LEVEL)
    bounds = [bound for one in every for _, bound in one.bounds()]
    assert sum(map(math.isinf, bounds)) <= 0.05 * len(bounds)


def test_level_holds_if_rounds_resemble_their_neighbours():
    every = comparisons("each 0.5")
    assert sum(one.has_alarm for one in every) <= most(method.LEVEL)
    assert 0.4 < np.mean([one.believed for one in every]) < 0.6


def test_level_holds_if_what_starts_first_stays_slower_for_some_rounds():
    assert sum(one.has_alarm for one in comparisons("place 0.5")) <= most(method.LEVEL)


def test_correlation_of_rounds_has_no_bias_and_widens_nothing_without_one():
    dice = np.random.default_rng(7)
    for true in (0.0, 0.3):
        series = simulated_rounds.series(dice, true, (4000, 20))
        assert abs(method.neighbours(series)[0] - true) < 0.03
    assert method.stretch_of(0, 20) == 1
    assert method.neighbours(np.ones((2, 20))) == []
