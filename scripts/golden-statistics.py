#!/usr/bin/env python3
"""Writes the golden values for BenchmarkStatistics, computed by NumPy and SciPy.

Usage: python3 scripts/golden-statistics.py   (needs: pip install numpy scipy)
"""

import json
import pathlib

import numpy
import scipy.stats

generator = numpy.random.default_rng(20240229)
samples = [
    [3.0],
    [2.0, 1.0],
    [1.0, 2.0, 4.0],
    [7.0, 7.0, 7.0, 7.0],
    [0.1, 0.2, 0.3, 0.4, 0.5, 0.6],
    [1e-9, 1.0, 1e9],
    generator.lognormal(7, 0.5, 25).tolist(),
    generator.lognormal(7, 2.0, 100).tolist(),
    generator.uniform(0, 1, 1001).tolist(),
]
shares = [0.0, 0.01, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999, 1.0]


def case(sample):
    weights = generator.integers(0, 500, len(sample)).tolist()
    weights[0] = 17
    return {
        "sample": sample,
        "weights": weights,
        "quantiles": [
            {
                "share": share,
                "value": float(numpy.quantile(sample, share, method="linear")),
            }
            for share in shares
        ],
        "median": float(numpy.median(sample)),
        "weightedMean": float(numpy.average(sample, weights=weights)),
        "geometricMean": float(scipy.stats.gmean(sample)),
    }


def median_polish(table, tolerance=0.01, passes=10):
    """Tukey's median polish on the whole table at once, rows first; NumPy and SciPy have none."""
    left = numpy.array(table, dtype=float)
    overall, last = 0.0, 0.0
    rows, columns = numpy.zeros(left.shape[0]), numpy.zeros(left.shape[1])
    for _ in range(passes):
        for axis, own, other in [(1, rows, columns), (0, columns, rows)]:
            middle = numpy.nan_to_num(numpy.nanmedian(left, axis=axis))
            left -= numpy.expand_dims(middle, axis)
            own += middle
            shift = numpy.median(other)
            other -= shift
            overall += shift
        size = float(numpy.nansum(numpy.abs(left)))
        if size == 0 or abs(size - last) <= tolerance * size:
            break
        last = size
    return overall, rows, columns, left


def optional(values):
    return [None if numpy.isnan(value) else float(value) for value in values]


def polish_case(table):
    overall, rows, columns, left = median_polish(table)
    return {
        "table": [optional(row) for row in table],
        "overall": float(overall),
        "rows": rows.tolist(),
        "columns": columns.tolist(),
        "residuals": [optional(row) for row in left],
    }


# Of its own, so that tables move no sample.
tables_generator = numpy.random.default_rng(19770101)


def gappy(height, width, share):
    table = tables_generator.normal(0, 1, (height, width))
    table[tables_generator.uniform(0, 1, table.shape) < share] = numpy.nan
    table[0] = tables_generator.normal(0, 1, width)  # so that no column is empty
    table[:, 0] = tables_generator.normal(0, 1, height)
    return table


# Deaths of infants by region and father's education, the example of Tukey's chapter as R's documentation of medpolish
# repeats it.
deaths = [
    [25.3, 25.3, 18.2, 18.3, 16.3],
    [32.1, 29.0, 18.8, 24.3, 19.0],
    [38.8, 31.0, 19.3, 15.7, 16.8],
    [25.4, 21.1, 20.3, 24.0, 17.5],
]
tables = [
    deaths,
    [[1.0]],
    [[1.0, 2.0, 4.0]],
    [[0.0, 1.0, 10.0], [10.0, 11.0, 20.0]],
    gappy(4, 6, 0.0),
    gappy(8, 6, 0.3),
    gappy(12, 9, 0.6),
]

path = (
    pathlib.Path(__file__).resolve().parent.parent
    / "Tests/BenchmarkStatisticsTests/golden.json"
)
golden = {
    "source": f"numpy {numpy.__version__}, scipy {scipy.__version__}",
    "cases": [case(sample) for sample in samples],
    "polishes": [polish_case(numpy.array(table)) for table in tables],
}
path.write_text(json.dumps(golden, indent=1) + "\n")
print(f"{path.name}: {len(samples)} samples, {len(tables)} tables, {golden['source']}")
