"""Decides the rounds of a paired comparison by the published rules of other tools.

The two runs are those of a long `keystroke-bench ab` or `noise`. Comparisons are made from them:
rounds are drawn without replacement, and each side's figures of a cell and phase, one per round,
are its sample: the minimum over repetitions, as in `ab`. Every rule gets the same samples:

  benchstat         Mann-Whitney U at 0.05, two-sided (golang.org/x/perf, benchmath)
  google-benchmark  Mann-Whitney U at 0.05, two-sided (tools/compare.py, gbench/report.py)
  criterion         bootstrapped t at 0.05, and the interval of the change beyond 1 % (criterion.rs)
  pyperf            Student's t of pooled samples at 0.95 (pyperf compare_to)
  fixed 5 %         medians differ by more than 5 %

Each of the first four is also tried with what its tool does not do. `holm` corrects its
probabilities for all cells and phases of a comparison at once (Holm, Scandinavian Journal of
Statistics 6, 1979). `paired` compares the two sides round by round: Wilcoxon's signed ranks for
Mann-Whitney's, Student's t of the differences for that of pooled samples, and resampled pairs for
resampled sides. If Holm asks for smaller probabilities than a bootstrap of 500 has, criterion's
are those of Welch's t, or of the differences' t.

Printed for each rule: comparisons with any alarm, alarms per comparison, and with --plant those in
which at least half of the strategy's cells have the phase called slower, and how many other cells
are called changed in the same phase. Exit status: 0 fine, 2 a run is missing or too short, 64
usage.
"""

import sys
from pathlib import Path

import numpy as np
import pandas as pd
import scipy.stats

from keystroke_tools import cli, program, runs
from keystroke_tools.cli import Failure
from keystroke_tools.runs import CELL

LEVEL = 0.05
NOISE = 0.01
FIXED = 0.05
RESAMPLES = 500
SEED = 20261121
KEY = [*CELL, "phase"]


def holm(p):
    """Return the probabilities corrected for the number of tests."""
    order = np.argsort(p)
    stepped = p[order] * np.arange(len(p), 0, -1)
    corrected = np.empty_like(p)
    corrected[order] = np.minimum(np.maximum.accumulate(stepped), 1)
    return corrected


def called(p, direction, corrects=False):
    """Return the direction of significant changes, else 0; equal samples have no probability."""
    p = np.nan_to_num(p, nan=1.0)
    return np.where((holm(p) if corrects else p) < LEVEL, direction, 0)


def benchstat(a, b, is_paired=False):
    """Return the p value of the ranks, and the direction; also Google Benchmark's rule."""
    if is_paired:
        p = scipy.stats.wilcoxon(b - a, axis=0, method="asymptotic").pvalue
        return p, np.sign(np.median(b - a, axis=0))
    p = scipy.stats.mannwhitneyu(a, b, axis=0, method="asymptotic").pvalue
    return p, np.sign(np.median(b, axis=0) - np.median(a, axis=0))


def pyperf(a, b, is_paired=False, pools=True):
    """Return the p value of Student's t, and the direction; unpooled, Welch's t."""
    if is_paired:
        result = scipy.stats.ttest_rel(b, a, axis=0)
    else:
        result = scipy.stats.ttest_ind(b, a, axis=0, equal_var=pools)
    return result.pvalue, np.sign(result.statistic)


def criterion(a, b, generator, is_paired=False):
    """Return the share of resamples with such a t, and the direction beyond 1 %, else 0."""

    def statistic(x, y):
        with np.errstate(divide="ignore", invalid="ignore"):
            if is_paired:
                return (x - y).mean(axis=0) / (x - y).std(axis=0, ddof=1)
            spread = x.var(axis=0, ddof=1) / len(x) + y.var(axis=0, ddof=1) / len(y)
            return (x.mean(axis=0) - y.mean(axis=0)) / np.sqrt(spread)

    rounds = len(a)
    found = np.abs(statistic(b, a))
    mixed = np.concatenate([a, b])
    rarer = np.zeros(a.shape[1])
    changes = np.empty((RESAMPLES, a.shape[1]), dtype=np.float32)
    for turn in range(RESAMPLES):
        if is_paired:
            # Without a change the two figures of a pair are exchangeable.
            swapped = generator.integers(2, size=(rounds, 1)).astype(bool)
            x, y = np.where(swapped, b, a), np.where(swapped, a, b)
        else:
            both = mixed[generator.integers(len(mixed), size=len(mixed))]
            x, y = both[:rounds], both[rounds:]
        rarer += np.abs(statistic(y, x)) >= found
        first = generator.integers(rounds, size=rounds)
        second = first if is_paired else generator.integers(rounds, size=rounds)
        changes[turn] = b[second].mean(axis=0) / a[first].mean(axis=0) - 1
    low, high = np.quantile(changes, [LEVEL / 2, 1 - LEVEL / 2], axis=0)
    return rarer / RESAMPLES, np.where(low > NOISE, 1, np.where(high < -NOISE, -1, 0))


def fixed(a, b):
    """Return the direction of medians that differ by more than 5 %, else 0."""
    ratio = np.median(b, axis=0) / np.median(a, axis=0)
    return np.where(ratio > 1 + FIXED, 1, np.where(ratio < 1 - FIXED, -1, 0))


def read(folder, bench):
    """Return the times of a run, by round, cell and phase: the minimum over repetitions."""
    rows = runs.read(Path(folder), bench)
    rows = rows[rows["metric"] == "time"]
    return rows.pivot_table(index="round", columns=KEY, values="min")


def paired(baseline, candidate):
    """Return both sides with the rounds, cells and phases that both have throughout."""
    rounds = baseline.index.intersection(candidate.index)
    a, b = baseline.loc[rounds], candidate.loc[rounds]
    both = a.columns.intersection(b.columns)
    a, b = a[both], b[both]
    whole = (a > 0).all() & (b > 0).all()
    return a.loc[:, whole], b.loc[:, whole]


def decided(a, b, generator):
    """Yield a rule, whether it is paired and corrected, and its verdict on each column."""
    for is_paired in (False, True):
        ranks = benchstat(a, b, is_paired)
        t = pyperf(a, b, is_paired)
        p, beyond = criterion(a, b, generator, is_paired)
        # A bootstrap of 500 has no probability as small as Holm needs.
        small = pyperf(a, b, is_paired, pools=False)[0]
        for corrects in (False, True):
            ranked = called(*ranks, corrects)
            yield ("benchstat", is_paired, corrects), ranked
            yield ("google-benchmark", is_paired, corrects), ranked
            rare = small if corrects else p
            yield ("criterion", is_paired, corrects), called(rare, beyond, corrects)
            yield ("pyperf", is_paired, corrects), called(*t, corrects)
    yield ("fixed 5 %", False, False), fixed(a, b)


def study(a, b, comparisons, rounds):
    """Return the verdicts of every rule by comparison and column."""
    generator = np.random.default_rng(SEED)
    before, after = a.to_numpy(), b.to_numpy()
    verdicts = {}
    for _ in range(comparisons):
        drawn = generator.permutation(len(before))[:rounds]
        for rule, found in decided(before[drawn], after[drawn], generator):
            verdicts.setdefault(rule, []).append(found)
    return {rule: np.array(found) for rule, found in sorted(verdicts.items())}


def planted(columns, strategy, phase):
    """Return the columns of the strategy's phase, and those of the phase."""
    of_phase = columns.get_level_values("phase") == phase
    own = (columns.get_level_values("strategy") == strategy) & of_phase
    if not own.any():
        raise Failure(f"the runs have no {phase} of {strategy}")
    return own, of_phase


def report(verdicts, plant):
    """Return a frame with a line per rule."""
    lines = []
    for (name, is_paired, corrects), found in verdicts.items():
        alarms = (found != 0).sum(axis=1)
        line = {
            "rule": name,
            "paired": "yes" if is_paired else "no",
            "holm": "yes" if corrects else "no",
            "comparisons": len(found),
            "with an alarm": int((alarms > 0).sum()),
            "alarms each": round(float(alarms.mean()), 1),
        }
        if plant:
            own, phase = plant
            line["detected"] = int(((found[:, own] > 0).mean(axis=1) >= 0.5).sum())
            others = (found[:, phase & ~own] != 0).sum(axis=1)
            line["other cells"] = round(float(others.mean()), 1)
        lines.append(line)
    return pd.DataFrame(lines)


def main(argv):
    """Run the command line, and return the exit status."""
    parser = cli.Parser("peers", __doc__)
    add = parser.add_argument
    add("baseline", help="the folder of a run")
    add("candidate", help="the folder of the other side's run")
    add("--comparisons", type=int, default=100)
    add("--rounds", type=int, default=45)
    add("--plant", nargs=2, metavar=("STRATEGY", "PHASE"))
    program.add_option(parser)
    options = parser.parse_args(argv)
    if options.comparisons < 1 or options.rounds < 3:
        parser.error("--comparisons must be at least 1, --rounds 3")
    bench = program.Program(options.program, product="keystroke-bench")
    a, b = paired(read(options.baseline, bench), read(options.candidate, bench))
    if len(a) < options.rounds or a.empty:
        raise Failure(f"both runs have {len(a)} rounds in common, {options.rounds} are needed")
    plant = planted(a.columns, *options.plant) if options.plant else None
    verdicts = study(a, b, options.comparisons, options.rounds)
    print(report(verdicts, plant).to_string(index=False))
    return cli.FINE


if __name__ == "__main__":
    cli.end(cli.run("peers", main, sys.argv[1:]))
