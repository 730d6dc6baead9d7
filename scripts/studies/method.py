"""Decides the rounds of a paired comparison by docs/studies/method.md, beside keystroke-bench.

BASELINE and CANDIDATE are the two runs that `keystroke-bench ab` left. This script is written from
the page, with NumPy, and shares no code with the program. It prints the number of equal verdicts on
times, the different ones, and the largest difference between two bounds.

Exit status: 0 all verdicts are the same; 1 one is not; 2 a run cannot be read; 64 usage.
"""

import fnmatch
import math
import sys
import tomllib
from collections import defaultdict
from pathlib import Path

import numpy as np

from keystroke_tools import cli, program, runs
from keystroke_tools.cli import ROOT, Failure
from keystroke_tools.runs import CELL

LEVEL, LEVEL_OF_CONFIRMATION = 0.01, 0.002
DRAWN, ENUMERABLE = 20_000, 14
REACH = 3.0
END = 0.2
KEY = [*CELL, "phase"]


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
    said = bench.ask_json("compare", *both, keys=["entries"], allowed=(0, 1))
    # A time that is 0 on a side has no ratio, and so no figure.
    times = [e for e in said["entries"] if e["metric"] == "time" and "figure" in e]
    thresholds = tomllib.loads((ROOT / "results/thresholds.toml").read_text())
    method = Method(paired(sides), record, thresholds.get("minimum_effect", []))
    return report(method.decide(), times)


def paired(sides):
    """Return the rounds: of each (cell, phase, statistic) its baseline and candidate, by round."""
    texts = [dict(side.groupby(CELL)["text"].agg(lambda text: set(text))) for side in sides]
    same = {cell for cell, text in texts[0].items() if text == texts[1].get(cell)}
    clocks = [side[(side["metric"] == "time") & (side["instrument"] == "clock")] for side in sides]
    joined = clocks[0].merge(clocks[1], on=[*KEY, "round"], suffixes=("", "_b"))
    rounds = defaultdict(dict)
    for row in joined.itertuples():
        cell = tuple(getattr(row, part) for part in CELL)
        for statistic in ("min", "p90") if row.phase == "total" else ("min",):
            pair = getattr(row, statistic), getattr(row, f"{statistic}_b")
            if cell in same and all(value > 0 for value in pair):
                rounds[row.round][cell, row.phase, statistic] = pair
    return rounds


class Method:
    """The decisions of a comparison, made look by look."""

    def __init__(self, rounds, record, effects):
        self.rounds, self.record, self.effects = rounds, record, effects
        self.state = seed_of(record["seed"], "permutations")
        self.members = {}
        self.verdicts = {}
        self.part = None

    def decide(self):
        """Return the verdict of each subject: (verdict, log ratio, half width)."""
        looks = self.record["looks"]
        first = [look for look in looks if not look["confirms"]]
        second = [look for look in looks if look["confirms"]]
        level = LEVEL - (LEVEL_OF_CONFIRMATION if self.record["confirms"] else 0)
        begin = 0
        for part, share in ((None, level), ("changed", level / 2), ("rest", level / 2)):
            self.part = part
            own = [look for look in first if look.get("part") == part]
            self.stage(own, begin, share, None)
            begin = own[-1]["rounds"] if own else begin
        if second:
            said = self.verdicts.items()
            chosen = {subject for subject, own in said if own["asks"] and subject[2] == "min"}
            self.stage(second, first[-1]["rounds"], LEVEL_OF_CONFIRMATION, chosen)
        return self.verdicts

    def stage(self, looks, begin, level, chosen):
        """Decide at each look of a stage; `chosen` are the subjects of the second."""
        spent = 0.0
        for look in looks:
            total = level * min(max(look["spent"], 0), 1) ** 2
            own, spent = max(0, total - spent), max(spent, total)
            numbers = range(begin + 1, look["rounds"] + 1)
            self.look([self.rounds.get(number, {}) for number in numbers], own, chosen)

    def look(self, rounds, level, chosen):
        """Decide the subjects that some rounds can decide."""
        columns = self.columns(rounds, chosen)
        if not columns:
            return
        values = np.array([column["values"] for column in columns])
        weights = weights_of(values)
        critical = self.critical(values, weights, level)
        if chosen is not None and not math.isfinite(critical):
            return
        active = {subject[0] for subject in rounds[-1]}
        for column in columns:
            subject = column["subject"]
            if subject in self.members or subject[0] in active or subject not in self.verdicts:
                self.verdicts[subject] = verdict(column, weights, critical)

    def columns(self, rounds, chosen):
        """Return the hypotheses: cells, and groups of cells that share a part of their id."""
        single = {}
        for subject in sorted({subject for pairs in rounds for subject in pairs}):
            pairs = np.array([found.get(subject, (np.nan, np.nan)) for found in rounds])
            launches = np.log(pairs[:, 1] / pairs[:, 0])
            baseline = np.nanmedian(pairs[:, 0])
            single[subject] = {
                "subject": subject,
                "launches": launches,
                "values": clipped(launches),
                "threshold": self.threshold(subject, baseline),
            }
        if chosen is None:
            for kind in {subject[1:] for subject in single}:
                for group, members in groups_of([s[0] for s in single if s[1:] == kind]).items():
                    self.members[(*group, self.part), *kind] = [(cell, *kind) for cell in members]
        columns = list(single.values())
        for group, members in self.members.items():
            own = [single[member] for member in members if member in single]
            if len(own) == len(members):
                columns.append(mean_column(group, own))
        return [column for column in columns if chosen is None or column["subject"] in chosen]

    def threshold(self, subject, baseline):
        """Return the minimum effect as a share: of the first entry that fits, or the built-in."""
        name = "/".join(map(str, subject[0]))
        effect = next(
            effect
            for effect in [*self.effects, {"absolute": 1, "relative": 0.005}]
            if fnmatch.fnmatchcase(name, effect.get("cells", "*"))
            and effect.get("phase", subject[1]) == subject[1]
        )
        return max(effect.get("absolute", 0) / baseline, effect.get("relative", 0))

    def critical(self, values, weights, level):
        """Return the value that the largest |t| of all columns reaches by chance at this level."""
        rounds = values.shape[1]
        if rounds > ENUMERABLE:
            words = (rounds + 63) // 64
            drawn = self.draw((DRAWN - 1) * words).reshape(-1, words)
        else:
            drawn = np.arange(1, 1 << max(0, rounds - 1), dtype=np.uint64).reshape(-1, 1)
        places = np.arange(rounds)
        bits = drawn[:, places // 64] >> (places % 64).astype(np.uint64) & np.uint64(1)
        signs = 1.0 - 2.0 * bits.astype(float)
        known = ~np.isnan(values)
        weighted = np.where(known, values * weights, 0)
        size = known.sum(axis=1)
        varying = (size > 1) & ((weighted**2).sum(axis=1) > 0)
        largest = np.zeros(len(signs))
        for column, mask in zip(weighted[varying], known[varying], strict=True):
            own = weights * mask
            sums = signs @ column
            means = sums / own.sum()
            residuals = (column**2).sum() + means**2 * (own**2).sum()
            residuals -= 2 * means * (signs @ (column * own))
            count = mask.sum()
            spread = np.maximum(residuals, np.finfo(np.float32).tiny) * count / (count - 1)
            np.maximum(largest, np.abs(sums) / np.sqrt(spread), out=largest)
        observed = max((abs(t_of(value, weights)) for value in values), default=0)
        largest = np.sort(np.append(largest, min(observed, sys.float_info.max)))[::-1]
        exceeding = math.floor(level * len(largest))
        return largest[exceeding - 1] if exceeding else math.inf

    def draw(self, count):
        """Return the next words of SplitMix64."""
        with np.errstate(over="ignore"):
            steps = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
            mixed = steps + np.uint64(self.state)
            self.state = int(mixed[-1])
            mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            return mixed ^ (mixed >> np.uint64(31))


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


def mean_column(subject, own):
    """Return the column of a group: the mean of its cells in the rounds that have all of them."""
    keys = ("launches", "values", "threshold")
    means = {key: np.mean([column[key] for column in own], axis=0) for key in keys}
    return {"subject": subject, **means}


def clipped(values):
    """Return the values, none larger than three times their median magnitude."""
    bound = REACH * np.nanmedian(np.abs(values))
    return np.clip(values, -bound, bound) if bound > 0 else values


def weights_of(values):
    """Return the weight of each round: the inverse square of its spread over the usual one."""
    usual = np.nanmedian(np.abs(values), axis=1)
    spreads = np.abs(values[usual > 0]) / usual[usual > 0, None]
    spread = np.nanmedian(spreads, axis=0) if len(spreads) else np.ones(values.shape[1])
    return np.where(spread > 1, 1 / np.square(np.fmax(spread, 1)), 1.0)


def mean_and_error(values, weights):
    """Return the weighted mean, and White's standard error of it; NaN for fewer than two."""
    known = ~np.isnan(values)
    own, found, count = weights[known], values[known], known.sum()
    mean = (own * found).sum() / own.sum()
    squares = np.square(own * found - own * mean).sum()
    error = math.sqrt(squares * count / (count - 1)) / own.sum() if count > 1 else math.nan
    return mean, error


def t_of(values, weights):
    """Return t of the mean against 0."""
    mean, error = mean_and_error(values, weights)
    return 0 if mean == 0 or math.isnan(error) else mean / error if error else math.inf


def effect_of(values, weights, critical, threshold):
    """Return the verdict on a mean, the mean, and the half width of its interval."""
    mean, error = mean_and_error(values, weights)
    half = math.inf if math.isnan(error) else 0 if error == 0 else error * critical
    bound = math.log1p(threshold)
    if mean != 0 and abs(mean) >= half * (1 - 1e-9) and abs(mean) > bound:
        return "regressed" if mean > 0 else "improved", mean, half
    return "unchanged" if abs(mean) + half < bound else "inconclusive", mean, half


def verdict(column, weights, critical):
    """Return the verdict on a column, and if it asks for the second stage."""
    threshold = column["threshold"]
    said, mean, half = effect_of(column["values"], weights, critical, threshold)
    launches = np.sort(column["launches"][~np.isnan(column["launches"])])
    plain = effect_of(launches, np.ones(len(launches)), critical, threshold)[0]
    size = max(1, math.ceil(END * len(launches)))
    lean = (launches[:size].mean() + launches[-size:].mean()) / 2
    if said == "unchanged" and (plain != "unchanged" or abs(lean) >= math.log1p(threshold)):
        said = "inconclusive"
    asks = said == "inconclusive" and abs(mean) > math.log1p(threshold) and abs(mean) >= half / 2
    return {"verdict": said, "mean": mean, "half": half, "asks": asks}


def report(verdicts, entries):
    """Print the number of agreements; return the exit status."""
    agree, others, off = 0, [], 0.0
    for entry in entries:
        cell = entry["cell"].split("/")
        cell = (*cell[:3], int(cell[3]), cell[4])
        own = verdicts.get((cell, entry["phase"], entry["figure"]))
        if own is None or own["verdict"] != entry["finding"]:
            others.append(f"{entry['cell']} {entry['phase']} {entry['figure']}: {own}")
            continue
        agree += 1
        if entry.get("ratioLow") is not None and math.isfinite(own["half"]):
            for bound, half in (("ratioLow", -own["half"]), ("ratioHigh", own["half"])):
                off = max(off, abs(math.log(entry[bound]) - own["mean"] - half))
    for line in others[:10]:
        print(f"another verdict: {line}")
    print(f"{agree} verdicts the same, {len(others)} others; bounds differ by at most {off:.2e}")
    return cli.FINE if agree and not others else cli.GATE_FAILED


if __name__ == "__main__":
    cli.end(cli.run("method", main, sys.argv[1:]))
