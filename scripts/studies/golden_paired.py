"""Writes the golden values of BenchmarkComparison's paired tests, from NumPy and SciPy."""

import itertools
import json

import numpy
import scipy.stats

from keystroke_tools.cli import ROOT

generator = numpy.random.default_rng(20261121)
LEVELS = [0.5, 0.1, 0.05, 0.01, 0.001]


def t_statistics(columns):
    """Student's t of each column against 0; missing rounds are NaN."""
    result = scipy.stats.ttest_1samp(columns, 0, axis=0, nan_policy="omit")
    return numpy.asarray(result.statistic, dtype=float)


def family(columns):
    """Critical values of the largest absolute t statistic, over every pattern of signs."""
    rounds = columns.shape[0]
    largest = []
    for signs in itertools.product([1.0, -1.0], repeat=rounds - 1):
        flipped = columns * numpy.array((*signs, 1.0))[:, None]
        largest.append(numpy.abs(t_statistics(flipped)).max())
    largest = numpy.sort(largest)[::-1]
    critical = {}
    for level in LEVELS:
        exceeding = int(level * len(largest))
        critical[str(level)] = float(largest[exceeding - 1]) if exceeding else None
    return {
        "columns": [[None if numpy.isnan(x) else x for x in column] for column in columns.T],
        "t": t_statistics(columns).tolist(),
        "standardErrors": scipy.stats.sem(columns, axis=0, nan_policy="omit").tolist(),
        "critical": critical,
        # For one column SciPy has this test; means and their t values have the same order.
        "singlePValue": float(
            scipy.stats.permutation_test(
                (columns[:, 0],),
                lambda x, axis: numpy.mean(x, axis=axis),
                permutation_type="samples",
                n_resamples=numpy.inf,
                alternative="two-sided",
            ).pvalue
        ),
    }


def weighted_t(columns, weights):
    """The weighted mean divided by White's standard error, with one degree of freedom removed."""
    rounds = columns.shape[0]
    values = columns * weights[:, None]
    means = values.sum(axis=0) / weights.sum()
    residuals = values - weights[:, None] * means
    errors = numpy.sqrt((residuals**2).sum(axis=0) * rounds / (rounds - 1)) / weights.sum()
    return means / errors


def weighted(columns):
    """A family whose rounds have less weight the more they are disturbed."""
    usual = numpy.median(numpy.abs(columns), axis=0)
    spreads = numpy.median(numpy.abs(columns) / usual, axis=1)
    weights = 1 / numpy.maximum(spreads, 1) ** 2
    rounds = columns.shape[0]
    largest = []
    for signs in itertools.product([1.0, -1.0], repeat=rounds - 1):
        flipped = columns * numpy.array((*signs, 1.0))[:, None]
        largest.append(numpy.abs(weighted_t(flipped, weights)).max())
    largest = numpy.sort(largest)[::-1]
    return {
        "columns": columns.T.tolist(),
        "weights": weights.tolist(),
        "t": weighted_t(columns, weights).tolist(),
        "critical": {
            str(level): float(largest[int(level * len(largest)) - 1]) for level in LEVELS[:4]
        },
    }


def proportion(count, total):
    """Wilson's interval."""
    found = scipy.stats.binomtest(count, total).proportion_ci(0.95, method="wilson")
    return {"count": count, "total": total, "low": float(found.low), "high": float(found.high)}


def clipped(values):
    """Huber's bound: three times the median magnitude."""
    bound = 3 * numpy.median(numpy.abs(values))
    return numpy.clip(values, -bound, bound) if bound > 0 else numpy.array(values)


normal = generator.normal(0, 0.01, (10, 5))
shifted = generator.normal([0.05, 0, 0, 0.001], 0.01, (12, 4))
heavy = generator.standard_t(2, (9, 20)) * 0.01
missing = generator.normal(0, 0.01, (11, 3))
missing[7:, 1] = numpy.nan
disturbed = generator.normal(0, 0.01, (10, 6))
disturbed[[2, 7]] *= 5
samples = [normal[:, 0], heavy[:, 0], numpy.array([0, 0, 0, 0, 7.0]), numpy.array([1, -2, 30.0])]
spending = [0.1, 0.25, 0.5, 0.75, 1.0]

golden = {
    "source": f"numpy {numpy.__version__}, scipy {scipy.__version__}",
    "families": [family(columns) for columns in (normal, shifted, heavy, missing)],
    "weighted": weighted(disturbed),
    "clipped": [
        {"values": sample.tolist(), "clipped": clipped(sample).tolist()} for sample in samples
    ],
    "proportions": [
        proportion(*pair) for pair in ((0, 100), (1, 20), (50, 100), (99, 100), (3, 3))
    ],
    "spending": {
        "level": 0.01,
        "shares": spending,
        "levels": numpy.diff(0.01 * numpy.square([0.0, *spending])).tolist(),
    },
}
path = ROOT / "Tests/BenchmarkComparisonTests/golden-paired.json"
path.write_text(json.dumps(golden, indent=1, allow_nan=False) + "\n")
print(f"{path.name}: {len(golden['families'])} families, {golden['source']}")
