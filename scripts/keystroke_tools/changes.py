"""Finds change points in many series of times with Apache Otava."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.special import stdtr

Floats = npt.NDArray[np.float64]

# A shorter change may be an outlier: two outliers in a row are rare.
LEAST_LASTING = 3
# The number of series tested at once: more need more memory, and are no faster.
AT_ONCE = 128


@dataclass
class Series:
    """The times of one cell, phase and machine, by the places of their runs, which ascend."""

    key: tuple[Any, ...]
    places: npt.NDArray[np.int64]
    values: Floats


@dataclass
class Change:
    """A change point, at the first run after it."""

    series: Series
    place: int
    before: float
    after: float
    change: float
    p_value: float


def find_changes(
    series: Sequence[Series], level: float, least_change: float, least_runs: int
) -> tuple[list[Change], int, int]:
    """Return the changes, and the numbers of series that were tested and that were not."""
    tested = [one for one in series if len(one.values) >= least_runs]
    alike = defaultdict(list)
    for number, one in enumerate(tested):
        alike[len(one.values)].append(number)
    asked: dict[int, tuple[Floats, float]] = {}
    for size, numbers in alike.items():
        limit = level / (len(tested) * size)
        for start in range(0, len(numbers), AT_ONCE):
            some = numbers[start : start + AT_ONCE]
            clean = without_outliers(np.stack([tested[n].values for n in some]))
            chosen = np.flatnonzero(may_differ(clean, least_change) & may_change(clean, limit))
            asked |= {some[place]: (clean[place].copy(), limit) for place in chosen}
    found = []
    for number, (clean, limit) in sorted(asked.items()):
        one = tested[number]
        places = splits(clean, weak_level(limit))
        for change in lasting(one, places, limit, least_change):
            found.append(Change(one, *change))
    return found, len(tested), len(series) - len(tested)


def splits(values: Floats, weak: float) -> list[int]:
    """Return the places at which Otava splits a series, by Student's t at a level."""
    # Most histories do not need it. Its own test would import all of scipy.stats, which takes
    # as long as reading a thousand runs.
    from otava.change_point_divisive.base import BaseStats, ChangePoint, SignificanceTester
    from otava.change_point_divisive.calculator import PairDistanceCalculator
    from otava.change_point_divisive.detector import ChangePointDetector

    class StudentsT(SignificanceTester):  # type: ignore[misc]  # Otava has no types
        def change_point(self, candidate: Any, series: Floats, intervals: Iterable[slice]) -> Any:
            for interval in intervals:
                start, stop, _ = interval.indices(len(series))
                if start < candidate.index < stop:
                    part, place = series[start:stop], candidate.index - start
                    chance = p_values(part[None])[0, place - 1]
                    return ChangePoint.from_candidate(candidate, BaseStats(chance))
            raise ValueError(f"{candidate} lies in none of {intervals}")

    detector = ChangePointDetector(StudentsT(weak), PairDistanceCalculator)
    return [point.index for point in detector.get_change_points(values)]


def may_differ(rows: Floats, least_change: float) -> npt.NDArray[np.bool_]:
    """Return True for each row in which the means of two parts of the series can differ enough.

    Coarse clocks make series of two or three values, which t-tests mistake for steps.
    """
    least, most = rows.min(axis=1), rows.max(axis=1)
    can: npt.NDArray[np.bool_] = (least <= 0) | (most > least * (1 + least_change) * 0.999)
    return can


def weak_level(limit: float) -> float:
    """Return the level at which Otava splits: ten times the final one, as by default."""
    return min(10 * limit, 1)


def may_change(rows: Floats, limit: float) -> npt.NDArray[np.bool_]:
    """Return True for each row whose series has a split that Otava could call a change.

    Otava's time grows with the square of the number of runs, this function's linearly. Otava splits
    a series only if Student's t is significant: if no split is, Otava need not be asked.
    """
    can: npt.NDArray[np.bool_] = p_values(rows).min(axis=1) <= weak_level(limit) * 1.001
    return can


def p_values(rows: Floats) -> Floats:
    """Return the p-value of each split of the series in each row, by Student's t."""
    runs = rows.shape[1]
    if runs < 3:
        return np.ones((len(rows), runs - 1))
    sizes = np.arange(1, runs)
    others = runs - sizes
    rows = rows - rows.mean(axis=1, keepdims=True)
    squares = rows**2
    every = squares.sum(axis=1, keepdims=True)
    sums, squares = np.cumsum(rows, axis=1)[:, :-1], np.cumsum(squares, axis=1)[:, :-1]
    left, right = sums / sizes, -sums / others
    spread_left = np.maximum(squares / sizes - left**2, 0)
    spread_right = np.maximum((every - squares) / others - right**2, 0)
    freedom = runs - 2
    pooled = (sizes * spread_left + others * spread_right) / freedom
    error = np.sqrt(pooled * (1 / sizes + 1 / others))
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = np.nan_to_num(np.abs(left - right) / error, nan=0.0, posinf=np.inf)
    found: Floats = two_sided(ratios, freedom)
    return found


def two_sided(ratio: Any, freedom: int) -> Any:
    """Return the p-value of Student's t."""
    return 2 * stdtr(freedom, -ratio)


def without_outliers(rows: Floats) -> Floats:
    """Return the series in each row with outliers replaced by the median of their neighbours.

    Hampel's filter (Davies and Gather, "The identification of multiple outliers", JASA 88,
    1993) over seven runs: it keeps a step, and removes up to three slow runs in a row.
    """
    middles = rolling_median(rows, 3)
    rests = np.abs(rows - middles)
    limits = 4 * 1.4826 * np.median(rests, axis=1, keepdims=True)
    return np.where(rests > limits, middles, rows)


def rolling_median(rows: Floats, reach: int) -> Floats:
    """Return the median of each value and its neighbours to both sides, fewer at the ends."""
    runs = rows.shape[1]
    middles = np.empty_like(rows)
    if runs > 2 * reach:
        windows = np.lib.stride_tricks.sliding_window_view(rows, 2 * reach + 1, axis=1)
        middles[:, reach:-reach] = np.partition(windows, reach, axis=2)[:, :, reach]
    for place in range(runs):
        if place < reach or place >= runs - reach or runs <= 2 * reach:
            window = rows[:, max(place - reach, 0) : place + reach + 1]
            middles[:, place] = np.median(window, axis=1)
    return middles


def lasting(
    series: Series, splits: Sequence[int], limit: float, least_change: float
) -> list[tuple[int, float, float, float, float]]:
    """Return Otava's change points that hold without outliers, dropping the weakest first.

    Each is the place of a run, the figures before and after, the change and its p-value.

    Otava tests means with Student's t, and one run that a busy machine slowed down is then
    a change, and another one back. So each side must last for LEAST_LASTING runs, and the
    medians of both sides must differ: by t, with the standard error of a median, which is
    sqrt(pi/2) times that of a mean, and the deviation from the median absolute deviation.
    """
    values, left = series.values, sorted(splits)
    while left:
        ends = [0, *left, len(values)]
        parts = [values[a:b] for a, b in pairwise(ends)]
        medians = [float(np.median(part)) for part in parts]
        rests = [part - middle for part, middle in zip(parts, medians, strict=True)]
        freedom = max(len(values) - len(parts), 1)
        spread = 1.4826 * float(np.median(np.abs(np.concatenate(rests))))
        spread *= math.sqrt(len(values) / freedom)
        # Figures as coarse as the clock may all be equal, which proves nothing: no time
        # repeats to a thousandth.
        spread = max(spread, float(np.median(np.abs(values))) / 1000)
        changes, weakness = [], []
        for number, place in enumerate(left):
            before, after = medians[number], medians[number + 1]
            sizes = len(parts[number]), len(parts[number + 1])
            error = math.sqrt(math.pi / 2 * sum(1 / size for size in sizes)) * spread
            p_value = float(two_sided(abs(after - before) / error, freedom)) if error else 1.0
            ratio = after / before if before > 0 else math.inf
            brief = max(LEAST_LASTING - min(sizes), 0)
            weakness.append((brief, abs(ratio - 1) < least_change, p_value))
            changes.append((int(series.places[place]), before, after, ratio - 1, p_value))
        weakest = max(range(len(left)), key=weakness.__getitem__)
        brief, small, p_value = weakness[weakest]
        if not brief and not small and p_value < limit:
            return changes
        del left[weakest]
    return []
