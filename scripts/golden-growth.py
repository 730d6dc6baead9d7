#!/usr/bin/env python3
"""Writes the golden values for the growth of costs in BenchmarkStatistics, computed by NumPy and SciPy.

Usage: python3 scripts/golden-growth.py   (needs: pip install numpy scipy)
"""

import json
import pathlib

import numpy
import scipy.special
import scipy.stats

generator = numpy.random.default_rng(20261121)


def line(lengths, values, keystrokes):
    """Fit polynomials as LengthModel does, by NumPy's least squares."""
    x = numpy.array(lengths)
    y = numpy.array(values)
    ends = len(x) >= 3 and len(set(keystrokes)) > 1
    fits = []
    for order in range(3):
        columns = [numpy.ones_like(x)]
        if ends:
            columns.append(max(keystrokes) / numpy.array(keystrokes))
        columns += [(x - x.mean()) ** power for power in range(1, order + 1)]
        if len(columns) > len(x):
            break
        matrix = numpy.column_stack(columns)
        coefficients, _, _, _ = numpy.linalg.lstsq(matrix, y, rcond=None)
        residual = float(((y - matrix @ coefficients) ** 2).sum())
        freedom = len(x) - len(columns)
        variances = numpy.diag(numpy.linalg.inv(matrix.T @ matrix))
        fits.append(
            {
                "coefficients": coefficients.tolist(),
                "residual": residual,
                "freedom": freedom,
                "variances": variances.tolist(),
            }
        )
    tests = []
    for order, lower in [(1, 0), (2, 1), (2, 0)]:
        if order < len(fits) and fits[order]["freedom"] > 0:
            large, small = fits[order], fits[lower]
            more = small["freedom"] - large["freedom"]
            f = (small["residual"] - large["residual"]) / more
            f /= large["residual"] / large["freedom"]
            chance = float(scipy.stats.f.sf(f, more, large["freedom"]))
            tests.append({"order": order, "lower": lower, "chance": chance})
    return {
        "lengths": lengths,
        "values": values,
        "keystrokes": keystrokes,
        "fits": fits,
        "tests": tests,
    }


def lines():
    """Yield fits of costs that are constant, grow and bend, with scatter."""
    for lengths in (
        [1, 3, 6, 9, 12, 15, 18],
        [3, 9, 15],
        [2, 4, 7, 11],
        [1, 2, 3, 5, 8, 13],
    ):
        for slope, bend in ((0, 0), (31, 0), (12, 3)):
            for varies in (False, True):
                x = numpy.array(lengths, dtype=float)
                scatter = generator.normal(0, 5, len(x))
                values = 21000 + slope * x + bend * x * x - varies * 900 / x + scatter
                keystrokes = lengths if varies else [4] * len(lengths)
                yield line(
                    [float(n) for n in lengths],
                    values.tolist(),
                    [float(n) for n in keystrokes],
                )


golden = {
    "source": f"numpy {numpy.__version__}, scipy {scipy.__version__}",
    "beta": [
        {"x": x, "a": a, "b": b, "value": float(scipy.special.betainc(a, b, x))}
        for x in (0.0, 1e-9, 0.01, 0.3, 0.5, 0.77, 0.999, 1.0)
        for a in (0.5, 1.0, 2.0, 17.5)
        for b in (0.5, 1.0, 3.5, 40.0)
    ],
    "student": [
        {
            "t": t,
            "freedom": freedom,
            "value": float(2 * scipy.stats.t.sf(abs(t), freedom)),
        }
        for t in (-3.0, 0.0, 0.5, 1.96, 12.7, 4000.0)
        for freedom in (1, 2, 4, 30)
    ],
    "fisher": [
        {
            "f": f,
            "above": above,
            "below": below,
            "value": float(scipy.stats.f.sf(f, above, below)),
        }
        for f in (0.1, 1.0, 5.0, 250.0, 1e7)
        for above in (1, 2, 3)
        for below in (1, 3, 20)
    ],
    "lines": list(lines()),
}
path = (
    pathlib.Path(__file__).resolve().parent.parent
    / "Tests/BenchmarkStatisticsTests/golden-growth.json"
)
path.write_text(json.dumps(golden, indent=1) + "\n")
print(f"{path.name}: {len(golden['lines'])} fits, {golden['source']}")
