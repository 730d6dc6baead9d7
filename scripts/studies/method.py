"""Decides the rounds of a paired comparison by docs/studies/method.md, beside keystroke-bench.

BASELINE and CANDIDATE are the two runs that `keystroke-bench ab` left. This script is written from
the page, with NumPy, and shares no code with the program. It prints the number of equal verdicts on
times and of equal bounds of strategies, the different ones, and the largest difference between two
intervals.

Exit status: 0 all verdicts are the same; 1 one is not; 2 a run cannot be read; 64 usage.
"""

import fnmatch
import math
import sys
import tomllib
from collections import defaultdict
from itertools import zip_longest
from pathlib import Path

import numpy as np

from keystroke_tools import cli, program, runs
from keystroke_tools.cli import ROOT, Failure
from keystroke_tools.runs import CELL

LEVEL, LEVEL_OF_CONFIRMATION = 0.01, 0.002
DRAWN, ENUMERABLE = 20_000, 14
REACH, END, UNEVEN, MOST = 3.0, 0.2, 3.0, 0.9
TINY = np.finfo(np.float32).tiny
KEY = [*CELL, "phase"]
LEAST, MEAN = ("total", "min"), ("total", "mean")


def main(argv):
    """Decide, compare and print."""
    parser = cli.Parser("method", __doc__)
    parser.add_argument("baseline", type=Path)
    parser.add_argument("candidate", type=Path)
    program.add_option(parser)
    options = parser.parse_args(argv)
    bench = program.Program(options.program)
    both = options.baseline.absolute(), options.candidate.absolute()
    sides = [runs.read(folder, bench) for folder in both]
    record = runs.metadata(options.baseline).get("paired")
    if not record or record["links"] != "fresh":
        raise Failure(f"{options.baseline}: not a side of an ab with fresh links")
    said = bench.ask_json("compare", *both, keys=["entries", "bounds"], allowed=(0, 1))
    thresholds = tomllib.loads((ROOT / "results/thresholds.toml").read_text())
    method = Method(*paired(sides), record, thresholds.get("minimum_effect", []))
    method.decide()
    return report(method, said)


def paired(sides):
    """Return the subjects (cell, phase, statistic), and their times by side, subject and round."""
    texts = [dict(side.groupby(CELL)["text"].agg(lambda text: set(text))) for side in sides]
    same = {cell for cell, text in texts[0].items() if text == texts[1].get(cell)}
    clocks = [side[(side["metric"] == "time") & (side["instrument"] == "clock")] for side in sides]
    joined = clocks[0].merge(clocks[1], on=[*KEY, "round"], suffixes=("", "_b"))
    found = defaultdict(dict)
    for row in joined.itertuples():
        cell = tuple(getattr(row, part) for part in CELL)
        for statistic in ("min", "p90") if row.phase == "total" else ("min",):
            pair = getattr(row, statistic), getattr(row, f"{statistic}_b")
            if cell in same and all(value > 0 for value in pair):
                found[cell, row.phase, statistic][row.round] = pair
    subjects = sorted(found)
    times = np.full((2, len(subjects), int(joined["round"].max())), np.nan)
    for place, subject in enumerate(subjects):
        for number, pair in found[subject].items():
            times[:, place, int(number) - 1] = pair
    return subjects, times


class Method:
    """The decisions of a comparison, made look by look."""

    def __init__(self, subjects, times, record, effects=(), drawn=DRAWN):
        self.subjects, self.times = subjects, times
        self.record, self.effects, self.drawn = record, effects, drawn
        self.state = seed_of(record["seed"], "permutations")
        self.members, self.verdicts, self.part = {}, {}, None

    def decide(self):
        """Decide each subject at each look; the verdicts are the last ones."""
        level = LEVEL - (LEVEL_OF_CONFIRMATION if self.record["confirms"] else 0)
        begin = self.stage(0, level, None)
        for part in ("changed", "rest"):
            begin = self.stage(begin, level / 2, part)
        self.stage(begin, LEVEL_OF_CONFIRMATION, None, confirms=True)

    def stage(self, begin, level, part, confirms=False):
        """Decide at each look of a stage, or of a part of the first; return its last round."""
        self.part, spent, last = part, 0.0, begin
        looks = [one for one in self.record["looks"] if one["confirms"] == confirms]
        chosen = self.asking() if confirms and looks else None
        for look in looks:
            if look.get("part") == part and chosen != set():
                total = level * min(max(look["spent"], 0), 1) ** 2
                own, spent, last = max(0, total - spent), max(spent, total), look["rounds"]
                self.look(slice(begin, last), own, chosen)
        return last

    def look(self, rounds, level, chosen):
        """Decide the subjects that some rounds can decide."""
        subjects, *columns = self.columns(rounds, chosen)
        if not subjects:
            return
        values = columns[0]
        are_means = np.array([subject[1:] == MEAN for subject in subjects])
        weights = np.where(are_means[:, None], 1.0, weights_of(values[~are_means]))
        whole = np.array([subject[1:] == LEAST for subject in subjects])
        of_groups = np.array([subject in self.members for subject in subjects])
        found = [*neighbours(values[whole & of_groups]), *neighbours(values[whole & ~of_groups])]
        self.correlation = min(max([0, *found]), MOST)
        stretch = stretch_of(self.correlation, values.shape[1])
        critical = self.critical(values, weights, level, stretch)
        if chosen is not None and not math.isfinite(critical):
            return
        alive = ~np.isnan(self.times[0, :, rounds.stop - 1])
        active = {self.subjects[place][0] for place in np.flatnonzero(alive)}
        found = verdicts(*columns, weights, critical, are_means)
        for subject, said in zip(subjects, found, strict=True):
            if subject in self.members or subject[0] in active or subject not in self.verdicts:
                self.verdicts[subject] = said

    def columns(self, rounds, chosen):
        """Return the hypotheses, cells and groups: subjects, values, log ratios, thresholds."""
        known = np.flatnonzero(~np.isnan(self.times[0, :, rounds]).all(axis=1))
        subjects, times = [self.subjects[place] for place in known], self.times[:, known, rounds]
        means = [place for place, one in enumerate(subjects) if one[1:] == LEAST]
        launches = np.log(times[1] / times[0])
        # Twice the difference of both sides, relative to the sum of their means.
        sums = np.nanmean(times[:, means], axis=2).sum(axis=0)
        differences = 2 * (times[1, means] - times[0, means]) / sums[:, None]
        values = np.concatenate([clipped(launches), differences])
        baselines = np.nanmedian(times[0], axis=1)
        thresholds = np.array(list(map(self.threshold, subjects, baselines)))
        every = [*range(len(subjects)), *means]
        table = np.column_stack([values, launches[every], thresholds[every]])
        subjects = subjects + [(subjects[place][0], *MEAN) for place in means]
        if chosen is None:
            for kind in {subject[1:] for subject in subjects}:
                cells = [subject[0] for subject in subjects if subject[1:] == kind]
                for group, own in groups_of(cells).items():
                    self.members[(*group, self.part), *kind] = [(cell, *kind) for cell in own]
        rows = dict(zip(subjects, table, strict=True))
        for group, own in self.members.items():
            # The mean of the cells in the rounds that have all of them.
            if all(member in rows for member in own):
                rows[group] = np.mean([rows[member] for member in own], axis=0)
        kept = [one for one in rows if chosen is None or one in chosen]
        count = values.shape[1]
        table = np.array([rows[one] for one in kept]).reshape(len(kept), 2 * count + 1)
        return kept, table[:, :count], table[:, count:-1], table[:, -1]

    def threshold(self, subject, baseline):
        """Return the minimum effect as a share: of the first entry that fits, or the built-in."""
        name = "/".join(map(str, subject[0]))
        effects = [one for one in self.effects if one.get("phase", subject[1]) == subject[1]]
        effects = [one for one in effects if fnmatch.fnmatchcase(name, one.get("cells", "*"))]
        effect = [*effects, {"absolute": 1, "relative": 0.005}][0]
        return max(effect.get("absolute", 0) / baseline, effect.get("relative", 0))

    def critical(self, values, weights, level, stretch):
        """Return the value that the largest |t| of all columns reaches by chance at this level.

        It contains the stretch, and the observed signs are less clear by it.
        """
        rounds = values.shape[1]
        drawn = np.arange(1, 1 << max(0, min(rounds, ENUMERABLE) - 1), dtype=np.uint64)[:, None]
        if rounds > ENUMERABLE:
            words = (rounds + 63) // 64
            drawn = self.draw((self.drawn - 1) * words).reshape(-1, words)
        bits = np.unpackbits(drawn.view(np.uint8), axis=1, count=rounds, bitorder="little")
        signs = 1 - 2 * bits.astype(np.float32)
        mean, error = interval(values, weights, 1)
        own = weights * ~np.isnan(values)
        weighted = np.nan_to_num(values) * own
        count, squares = (own > 0).sum(axis=1), (weighted**2).sum(axis=1)
        varying = (count > 1) & (squares > 0)
        own, count = own[varying].astype(np.float32), count[varying]
        # Scaled so that the squares add up to 1.
        weighted = weighted[varying] / np.sqrt(squares[varying])[:, None]
        weighted, total = weighted.astype(np.float32), own.sum(axis=1)
        power, freedom = (own**2).sum(axis=1), ((count - 1) / count).astype(np.float32)
        largest = [np.nanmax(np.abs(mean[varying]) / error[varying], initial=0) / stretch]
        for begin in range(0, len(signs), 500) if varying.any() else ():
            sums = signs[begin : begin + 500] @ weighted.T
            means = sums / total
            shared = signs[begin : begin + 500] @ (weighted * own).T
            spread = np.maximum(1 + means * (means * power - 2 * shared), TINY)
            largest.extend(np.sqrt((sums**2 * freedom / spread).max(axis=1)))
        largest = np.sort(np.minimum(largest, sys.float_info.max))[::-1]
        exceeding = math.floor(level * len(largest))
        return largest[exceeding - 1] * stretch if exceeding else math.inf

    def draw(self, count):
        """Return the next words of SplitMix64."""
        with np.errstate(over="ignore"):
            steps = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
            mixed = steps + np.uint64(self.state)
            self.state = int(mixed[-1])
            mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            return mixed ^ (mixed >> np.uint64(31))

    def asking(self):
        """Return the subjects of the second stage: large and undecided, or uneven."""
        bounding = {subject for _, subject in self.bounding()}
        asking = {one for one, said in self.verdicts.items() if said["asks"] and one[2] != "p90"}
        asking |= {subject for subject in bounding if self.verdicts[subject]["uneven"]}
        whole = {subject[0] for subject in asking if subject[1:] in (LEAST, MEAN)}
        return asking | {(scope, *kind) for scope in whole for kind in (LEAST, MEAN)}

    def bounding(self):
        """Return strategies with what bounds them: groups, and cells that are in none."""
        whole = [subject for subject in self.verdicts if subject[1:] == LEAST]
        groups = [one for one in whole if one in self.members and one[0][0] == "strategy"]
        grouped = {member for group in groups for member in self.members[group]}
        cells = [one for one in whole if one not in self.members and one not in grouped]
        return [(one[0][1], one) for one in groups] + [(one[0][0], one) for one in cells]

    def bounds(self):
        """Return each strategy with the largest slowdown that is not excluded; it may be inf."""
        found = []
        for strategy, (scope, *_) in self.bounding():
            least, mean = (self.verdicts[scope, *kind] for kind in (LEAST, MEAN))
            is_unknown = least["uneven"] and least["verdict"] not in ("regressed", "improved")
            found.append((strategy, math.inf if is_unknown else max(least["bound"], mean["bound"])))
        return sorted(found)


def seed_of(seed, *words):
    """Return the first state of SplitMix64: the seed mixed with words by FNV-1a."""
    digest = 0xCBF29CE484222325
    for byte in b"".join(word.encode() + b"\xff" for word in words):
        digest = (digest ^ byte) * 0x100000001B3 % (1 << 64)
    return seed ^ digest


def groups_of(cells):
    """Return the groups of at least two cells that share a part, without those that equal one."""
    cells = sorted(cells)
    is_sole = len({cell[0] for cell in cells}) == 1
    groups = {("strategy", cells[0][0]) if is_sole else ("all", ""): cells} if cells else {}
    for place, part in enumerate(CELL):
        for name in sorted({cell[place] for cell in cells}):
            groups.setdefault((part, name), [cell for cell in cells if cell[place] == name])
    first = {}
    for group, members in groups.items():
        first.setdefault(tuple(members), group)
    return {group: list(members) for members, group in first.items() if len(members) > 1}


def clipped(values):
    """Return the values, none larger than three times the median magnitude of its row."""
    bound = REACH * np.nanmedian(np.abs(values), axis=1)[:, None]
    return np.where(bound > 0, np.clip(values, -bound, bound), values)


def weights_of(values):
    """Return the weight of each round: the inverse square of its spread over the usual one."""
    usual = np.nanmedian(np.abs(values), axis=1)
    spreads = np.abs(values[usual > 0]) / usual[usual > 0, None]
    spread = np.nanmedian(spreads, axis=0) if len(spreads) else np.ones(values.shape[1])
    return np.where(spread > 1, 1 / np.square(np.fmax(spread, 1)), 1.0)


def neighbours(values):
    """Return the mean correlation of neighbouring rounds in rows, without its bias; or nothing."""
    count = (~np.isnan(values)).sum(axis=1)
    rest = values - np.nanmean(values, axis=1, keepdims=True)
    squares = np.nansum(rest**2, axis=1)
    own = (count > 4) & (squares > 0)
    found = np.nansum(rest[own, 1:] * rest[own, :-1], axis=1) / squares[own] * count[own] + 1
    return [(found / (count[own] - 4)).mean()] if own.any() else []


def stretch_of(correlation, rounds):
    """Return the factor of a critical value if neighbouring rounds are correlated."""
    fewer = min((1 + correlation) / (1 - correlation), rounds / 2)
    return math.sqrt(fewer * max(1, rounds - 1) / max(1, rounds - fewer))


def interval(values, weights, critical):
    """Return the weighted mean of each row, and the half width by White's standard error."""
    own = weights * ~np.isnan(values)
    count, total = (own > 0).sum(axis=1), own.sum(axis=1)
    mean = (own * np.nan_to_num(values)).sum(axis=1) / total
    squares = np.square(own * (np.nan_to_num(values) - mean[:, None])).sum(axis=1)
    error = np.sqrt(squares * count / np.maximum(1, count - 1)) / total
    with np.errstate(invalid="ignore"):
        return mean, np.where(count < 2, np.inf, np.where(error == 0, 0, error * critical))


def verdicts(values, launches, thresholds, weights, critical, are_means):
    """Return the verdict on each column, with its grounds, and if it asks for the second stage."""
    limit = np.log1p(thresholds)
    mean, half = interval(values, weights, critical)
    with np.errstate(divide="ignore"):
        ratio = 2 * np.arctanh(np.minimum(1, (mean + half) / 2))
    bound = np.expm1(np.where(are_means, ratio, mean + half))
    scale = np.where(are_means & (mean != 0), 2 * np.arctanh(mean / 2) / mean, 1)
    mean, half = mean * scale, half * scale
    plain, reach = interval(launches, np.ones_like(launches), critical)
    ordered = np.sort(launches, axis=1)  # NaN last
    count = (~np.isnan(launches)).sum(axis=1)[:, None]
    size, place = np.ceil(END * count), np.arange(launches.shape[1])
    fastest = np.nanmean(np.where(place < size, ordered, np.nan), axis=1)
    slowest = np.nanmean(np.where(place >= count - size, ordered, np.nan), axis=1)
    middle = np.nanmedian(launches, axis=1)
    changed = (mean != 0) & (np.abs(mean) >= half * (1 - 1e-9)) & (np.abs(mean) > limit)
    same = (np.abs(mean) + half < limit) & (np.abs(plain) + reach < limit)
    same &= np.abs(slowest + fastest) / 2 < limit
    words = np.where(same, "unchanged", "inconclusive")
    words = np.where(changed, np.where(mean > 0, "regressed", "improved"), words)
    asks = (words == "inconclusive") & (np.abs(mean) > limit) & (np.abs(mean) >= half / 2)
    uneven = slowest - middle > np.maximum(limit, UNEVEN * (middle - fastest))
    names = ("verdict", "mean", "half", "bound", "asks", "uneven")
    rows = zip(words, mean, half, bound, asks, uneven, strict=True)
    return [dict(zip(names, row, strict=True)) for row in rows]


def report(method, said):
    """Print the number of agreements; return the exit status."""
    agree, others, off = 0, [], 0.0
    # A time that is 0 on a side has no ratio, and so no figure.
    for entry in (one for one in said["entries"] if one["metric"] == "time" and "figure" in one):
        cell = entry["cell"].split("/")
        cell = (*cell[:3], int(cell[3]), cell[4])
        own = method.verdicts.get((cell, entry["phase"], entry["figure"]))
        if own is None or own["verdict"] != entry["finding"]:
            others.append(f"verdict: {entry['cell']} {entry['phase']} {entry['figure']}: {own}")
            continue
        agree += 1
        if entry.get("ratioLow") is not None and math.isfinite(own["half"]):
            for bound, half in (("ratioLow", -own["half"]), ("ratioHigh", own["half"])):
                off = max(off, abs(math.log(entry[bound]) - own["mean"] - half))
    theirs = sorted((one["strategy"], one.get("share", math.inf)) for one in said["bounds"])
    pairs = list(zip_longest(method.bounds(), theirs, fillvalue=("none", 0)))
    equal = [a[0] == b[0] and np.isclose(a[1], b[1], atol=1e-6) for a, b in pairs]
    others += [f"bound: {pair}" for pair, one in zip(pairs, equal, strict=True) if not one]
    for line in others[:10]:
        print(f"another {line}")
    print(f"{agree} verdicts and {sum(equal)} bounds the same, {len(others)} others;", end=" ")
    print(f"intervals differ by at most {off:.2e}")
    return cli.FINE if agree and not others else cli.GATE_FAILED


if __name__ == "__main__":
    cli.end(cli.run("method", main, sys.argv[1:]))
