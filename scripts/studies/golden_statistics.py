"""Writes the golden values for BenchmarkComparison, computed by NumPy and SciPy."""

import json

import numpy
import scipy.stats

from keystroke_tools.cli import ROOT

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
            {"share": share, "value": float(numpy.quantile(sample, share, method="linear"))}
            for share in shares
        ],
        "median": float(numpy.median(sample)),
        "weightedMean": float(numpy.average(sample, weights=weights)),
        "geometricMean": float(scipy.stats.gmean(sample)),
    }


path = ROOT / "Tests/BenchmarkComparisonTests/golden.json"
golden = {
    "source": f"numpy {numpy.__version__}, scipy {scipy.__version__}",
    "cases": [case(sample) for sample in samples],
}
path.write_text(json.dumps(golden, indent=1) + "\n")
print(f"{path.name}: {len(samples)} samples, {golden['source']}")
