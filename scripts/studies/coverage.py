"""Asks how often the level and the bound of a paired comparison hold.

Comparisons of 15 strategies with 3 cells each are simulated, with noise of 0.8 % of a cell in a
round, and decided look by look with the rules of scripts/studies/method.py. With two runs of a
pool, such as those of `ab --every-round`, rounds are drawn from these without replacement instead,
and the correlation of their neighbouring rounds is printed first.

  level     both sides are alike: in how many comparisons an interval of the first stage, whose
            level is 0.8 %, leaves 0 out at any look, also if rounds were taken for independent; the
            correlation of rounds that is found; and the bound that PASS would name, over the
            strategies whose launches are not uneven
  slow      one strategy is slower in some launches: how often its bound is below the mean, how
            often its launches are uneven, and how often it is found, in either stage

Intervals are Wilson's, of 95 %; of bounds the median, and the 5th and 95th percentile. Exit status:
0 fine, 2 a run is missing or too short, 64 usage.
"""

import itertools
import math
import sys
from pathlib import Path

import numpy as np
import scipy.stats

from keystroke_tools import cli, program, runs
from keystroke_tools.cli import Failure
from studies import method
from studies.support import simulated_rounds

PLANTS = list(itertools.product((0.2, 0.5), (0.05, 0.1, 0.2, 0.3, 0.4)))
NOISES = ["normal", "t3", "t2", "cauchy", "skewed", "shocks", "bursts", "drift", "unequal", "busy"]
NOISES += ["uneven", "each 0.1", "each 0.3", "each 0.5", "all 0.3", "all 0.5", "place 0.5"]


class Comparison(method.Method):
    """A comparison with a budget in rounds, and looks as in ab; the other rounds confirm."""

    def __init__(self, subjects, times, rounds, patterns=method.DRAWN, seed=0):
        looks = [
            {"rounds": begin + count, "spent": count / last, "confirms": begin > 0}
            for begin, last in ((0, rounds), (rounds, times.shape[-1] - rounds))
            for count in looks_of(last)
        ]
        super().__init__(subjects, times, {"seed": seed, "confirms": True, "looks": looks})
        self.rounds, self.patterns = rounds, patterns
        self.has_alarm = self.had_alarm = False
        self.decide()

    def look(self, rounds, level, chosen):
        """Look; in the first stage note alarms, and measure only undecided cells from now on."""
        # A family of few subjects is fast with all patterns.
        self.drawn = method.DRAWN if chosen else self.patterns
        super().look(rounds, level, chosen)
        if chosen is None:
            said, stretch = self.verdicts.items(), method.stretch_of(self.correlation, rounds.stop)
            t = max(abs(one["mean"]) / one["half"] for _, one in said if one["half"])
            self.has_alarm |= t >= 1
            # The same if rounds were taken for independent ones.
            self.had_alarm |= t * stretch >= 1
            words = {(key[0], one["verdict"]) for key, one in said if key[2] == "min"}
            decided = [(key[0], "inconclusive") not in words for key in self.subjects]
            self.times[:, decided, rounds.stop : self.rounds] = np.nan
            self.first, self.believed = (self.bounds(), self.found()), self.correlation

    def found(self):
        """Return the strategies that are slower, as a whole or in a cell."""
        slower = [key[0] for key, one in self.verdicts.items() if one["verdict"] == "regressed"]
        return {scope[1] if scope[0] == "strategy" else scope[0] for scope in slower}


def looks_of(rounds):
    """Return the numbers of rounds after which there is a look."""
    found, following = [], 12
    while following <= 0.75 * rounds:
        found.append(following)
        following = round(1.4 * following)
    return [*found, rounds] if rounds else []


def share(count, total):
    """Return a share in per cent with its interval."""
    low, high = scipy.stats.binomtest(int(count), total).proportion_ci(0.95, method="wilson")
    return f"{100 * count / total:.1f} ({100 * low:.1f} to {100 * high:.1f})"


def level_of(kind, rounds, source, options):
    """Return a line on comparisons of equal sides."""
    every = []
    for number in range(options.comparisons):
        dice = np.random.default_rng([options.seed, rounds, number, *kind.encode()])
        every.append(Comparison(*source(kind, dice, rounds), rounds, options.patterns, number))
    bounds = np.array([[bound for _, bound in one.first[0]] for one in every])
    named = np.where(np.isinf(bounds), 0, bounds).max(axis=1)
    low, middle, high = 100 * np.quantile(named, (0.05, 0.5, 0.95))
    return {
        "noise": kind,
        "rounds": rounds,
        "alarms, %": share(sum(one.has_alarm for one in every), len(every)),
        "uncorrected, %": share(sum(one.had_alarm for one in every), len(every)),
        "correlation": f"{np.mean([one.believed for one in every]):.3f}",
        "bound, %": f"{middle:.2f} ({low:.2f} to {high:.2f})",
        "uneven strategies, %": share(np.isinf(bounds).sum(), bounds.size),
    }


def coverage_of(by, rare, rounds, source, options):
    """Return a line on comparisons in which one strategy is slower in some launches."""
    every = []
    for number in range(options.comparisons):
        dice = np.random.default_rng([options.seed, rounds, number, round(1000 * by + 100 * rare)])
        subjects, times = source(options.noise, dice, rounds + options.second)
        name = subjects[0][0][0]
        slow = dice.random(times.shape[-1]) < rare
        own = [subject[0][0] == name for subject in subjects]
        times[1, own] *= np.where(slow, 1 + by, 1)
        one = Comparison(subjects, times, rounds, options.patterns, number)
        stages = (one.first, (one.bounds(), one.found()))
        bounds = [max(bound for own, bound in bounds if own == name) for bounds, _ in stages]
        every.append((slow[:rounds].any(), *bounds, *(name in found for _, found in stages)))
    drawn, first, last, early, late = map(np.array, zip(*every, strict=True))
    line = {
        "none drawn": ~drawn,
        "bound below": first < by * rare,
        "uneven": np.isinf(first),
        "found": early,
        "found by both stages": late,
        "bound below, after both": (last < by * rare) & ~late,
    }
    head = {"slower by": f"{by:.0%}", "in": f"{rare:.0%}", "rounds": rounds}
    return head | {name: share(found.sum(), len(every)) for name, found in line.items()}


def pool_of(options):
    """Return a source that draws rounds of two runs; print how these correlate."""
    bench = program.Program(options.program)
    subjects, times = method.paired([runs.read(folder, bench) for folder in options.pool])
    times = times[:, :, ~np.isnan(times).any(axis=(0, 1))]
    whole = [subject[1:] == method.LEAST for subject in subjects]
    values = method.clipped(np.log(times[1, whole] / times[0, whole]))
    rounds = values.shape[1]
    for name, rows in (("each cell", values), ("all cells", values.mean(axis=0)[None])):
        error = 1.96 / math.sqrt(rounds)
        print(f"correlation of {rounds} rounds, {name}: {method.neighbours(rows)[0]:.3f}", end="; ")
        print(f"one series without any has -{error:.3f} to {error:.3f}")

    def source(_, dice, count):
        if count > rounds:
            raise Failure(f"the pool has {rounds} rounds of all cells, and {count} are needed")
        return subjects, times[:, :, dice.permutation(rounds)[:count]]

    return source


def main(argv):
    """Run the command line, and return the exit status."""
    parser = cli.Parser("coverage", __doc__)
    add = parser.add_argument
    add("table", choices=("level", "slow"))
    add("pool", nargs="*", type=Path, help="two runs of a pool, baseline first")
    add("--comparisons", type=int, default=400)
    add("--rounds", type=int, nargs="+", default=[12, 15, 27, 60])
    add("--second", type=int, default=100, help="rounds of the second stage")
    add("--noise", nargs="+", default=NOISES, help="for slow the first of them")
    add("--patterns", type=int, default=2000, help="of signs in the first stage; ab has 20,000")
    add("--seed", type=int, default=20261127)
    program.add_option(parser)
    options = parser.parse_args(argv)
    if len(options.pool) not in (0, 2):
        parser.error("a pool is two runs")
    source = pool_of(options) if options.pool else simulated_rounds.times
    if options.table == "level":
        kinds = ["pool"] if options.pool else options.noise
        asked = itertools.product([level_of], kinds, options.rounds)
    else:
        options.noise = options.noise[0]
        asked = ((coverage_of, *plant, n) for plant in PLANTS for n in options.rounds)
    for number, (table, *one) in enumerate(asked):
        line = table(*one, source, options)
        if number == 0:
            print("| " + " | ".join(line) + " |\n" + "|---" * len(line) + "|")
        print("| " + " | ".join(map(str, line.values())) + " |", flush=True)
    return cli.FINE


if __name__ == "__main__":
    cli.end(cli.run("coverage", main, sys.argv[1:]))
