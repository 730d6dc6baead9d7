# /// script
# requires-python = ">=3.11"
# dependencies = [
#   "pandas>=2.2,<4",  # reads samples.csv as a user would
#   "scipy>=1.14,<2",  # the tests that the rules are made of
# ]
# ///
"""Decide the rounds of a paired comparison by the published rules of other tools.

  peers.py BASELINE CANDIDATE [--comparisons 100] [--rounds 45] [--plant STRATEGY PHASE]

The two runs are those of a long `keystroke-bench ab` or `noise`. Comparisons are put together of
them: rounds are drawn without replacement, and each side's figures of a cell and phase, one a round,
are its sample. Every rule is given the same samples:

  benchstat         Mann-Whitney U at 0.05, two-sided (golang.org/x/perf, benchmath)
  google-benchmark  Mann-Whitney U at 0.05, two-sided (tools/compare.py, gbench/report.py)
  criterion         bootstrapped t at 0.05, and the interval of the change beyond 1 % (criterion.rs)
  pyperf            Student's t of pooled samples at 0.95 (pyperf compare_to)
  fixed 5 %         medians differ by more than 5 %

Printed for each rule: comparisons with any alarm, alarms a comparison, and with --plant those in which
at least half of the strategy's cells have the phase called slower, and how many other cells are called
changed in the same phase. Exit status: 0 fine, 2 a run is missing or too short, 64 usage.
"""

import argparse
import io
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import scipy.stats
from samples import RunError, check_samples, read_text

LEVEL = 0.05
NOISE = 0.01
FIXED = 0.05
RESAMPLES = 500
SEED = 20261121
CELL = ["strategy", "value", "locale", "length", "script"]
KEY = [*CELL, "phase"]


class Refusal(Exception):
    """What cannot be decided; one line."""


def benchstat(a, b):
    """Changed where the ranks differ; also the rule of Google Benchmark."""
    p = scipy.stats.mannwhitneyu(a, b, axis=0, method="asymptotic").pvalue
    return np.where(p < LEVEL, np.sign(np.median(b, axis=0) - np.median(a, axis=0)), 0)


def criterion(a, b, generator):
    """Changed where t is rare among resamples, and the interval of the change lies beyond 1 %."""

    def statistic(x, y):
        spread = x.var(axis=0, ddof=1) / len(x) + y.var(axis=0, ddof=1) / len(y)
        with np.errstate(divide="ignore", invalid="ignore"):
            return (x.mean(axis=0) - y.mean(axis=0)) / np.sqrt(spread)

    found = np.abs(statistic(b, a))
    mixed = np.concatenate([a, b])
    rarer = np.zeros(a.shape[1])
    changes = np.empty((RESAMPLES, a.shape[1]), dtype=np.float32)
    for turn in range(RESAMPLES):
        both = mixed[generator.integers(len(mixed), size=len(mixed))]
        rarer += np.abs(statistic(both[len(a) :], both[: len(a)])) >= found
        x = a[generator.integers(len(a), size=len(a))]
        y = b[generator.integers(len(b), size=len(b))]
        changes[turn] = y.mean(axis=0) / x.mean(axis=0) - 1
    low, high = np.quantile(changes, [LEVEL / 2, 1 - LEVEL / 2], axis=0)
    verdict = np.where(low > NOISE, 1, np.where(high < -NOISE, -1, 0))
    return np.where(rarer / RESAMPLES < LEVEL, verdict, 0)


def pyperf(a, b):
    """Changed where Student's t of pooled samples is beyond its 95 % quantile."""
    result = scipy.stats.ttest_ind(b, a, axis=0, equal_var=True)
    return np.where(result.pvalue < LEVEL, np.sign(result.statistic), 0)


def fixed(a, b):
    """Changed where the medians differ by more than 5 %."""
    ratio = np.median(b, axis=0) / np.median(a, axis=0)
    return np.where(ratio > 1 + FIXED, 1, np.where(ratio < 1 - FIXED, -1, 0))


def read(folder):
    """Return the times of a run, by round and by cell and phase: the median over repetitions."""
    path = Path(folder) / "samples.csv"
    text = read_text(path)
    check_samples(path, text)
    rows = pd.read_csv(
        io.StringIO(text),
        usecols=[*KEY, "round", "metric", "p50"],
        dtype={name: "category" for name in [*KEY, "metric"]},
    )
    rows = rows[rows.metric == "time"]
    return rows.pivot_table(index="round", columns=KEY, values="p50", observed=True)


def paired(baseline, candidate):
    """Return both sides with the rounds, and the cells and phases, that both have in all of them."""
    rounds = baseline.index.intersection(candidate.index)
    a, b = baseline.loc[rounds], candidate.loc[rounds]
    both = a.columns.intersection(b.columns)
    a, b = a[both], b[both]
    whole = (a > 0).all() & (b > 0).all()
    return a.loc[:, whole], b.loc[:, whole]


def study(a, b, comparisons, rounds):
    """Return the verdicts of every rule: -1, 0 or 1 by comparison and column."""
    generator = np.random.default_rng(SEED)
    before, after = a.to_numpy(), b.to_numpy()
    verdicts = {name: [] for name in ("benchstat", "criterion", "pyperf", "fixed 5 %")}
    for _ in range(comparisons):
        drawn = generator.permutation(len(before))[:rounds]
        x, y = before[drawn], after[drawn]
        verdicts["benchstat"].append(benchstat(x, y))
        verdicts["criterion"].append(criterion(x, y, generator))
        verdicts["pyperf"].append(pyperf(x, y))
        verdicts["fixed 5 %"].append(fixed(x, y))
    result = {name: np.array(found) for name, found in verdicts.items()}
    return {
        "benchstat": result["benchstat"],
        "google-benchmark": result["benchstat"],
        **result,
    }


def report(verdicts, columns, plant):
    """Return a frame with a line a rule."""
    lines = []
    for name, found in verdicts.items():
        alarms = (found != 0).sum(axis=1)
        line = {
            "rule": name,
            "comparisons": len(found),
            "with an alarm": int((alarms > 0).sum()),
            "alarms each": round(float(alarms.mean()), 1),
        }
        if plant:
            phase = columns.get_level_values("phase") == plant[1]
            own = (columns.get_level_values("strategy") == plant[0]) & phase
            if not own.any():
                raise Refusal(f"the runs have no {plant[1]} of {plant[0]}")
            line["detected"] = int(((found[:, own] > 0).mean(axis=1) >= 0.5).sum())
            others = (found[:, phase & ~own] != 0).sum(axis=1)
            line["other cells"] = round(float(others.mean()), 1)
        lines.append(line)
    return pd.DataFrame(lines)


def main(arguments=None):
    """Do what the command line says, and return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("baseline", help="the folder of a run")
    parser.add_argument("candidate", help="the folder of the other side's run")
    parser.add_argument("--comparisons", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=45)
    parser.add_argument("--plant", nargs=2, metavar=("STRATEGY", "PHASE"))
    try:
        options = parser.parse_args(arguments)
    except SystemExit as end:
        return 64 if end.code else 0
    if options.comparisons < 1 or options.rounds < 3:
        print("peers: --comparisons must be at least 1, --rounds 3", file=sys.stderr)
        return 64
    try:
        a, b = paired(read(options.baseline), read(options.candidate))
        if len(a) < options.rounds or a.empty:
            raise Refusal(
                f"both runs have {len(a)} rounds in common, {options.rounds} are needed"
            )
        verdicts = study(a, b, options.comparisons, options.rounds)
        print(report(verdicts, a.columns, options.plant).to_string(index=False))
    except (Refusal, RunError) as refusal:
        print(f"peers: {refusal}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
