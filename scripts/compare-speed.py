#!/usr/bin/env python3
"""Holds `keystroke-bench compare` against pandas: time and memory for two large runs.

Makes two runs out of the committed baseline: times of several rounds that differ, and some exact
metrics that changed; where the rounds do not make up the rows, its cells once more under other names
of locales. Then both commands are run in turn: a pair is their order drawn by lot. pandas reads both
files and groups them by key, which is less than a comparison does; the time of its imports is left
out of its account, that of starting the program is not left out of ours.

Two shapes are measured: the suite's own cells in so many rounds, which must take at most half the
time of pandas, and some 17,000 cells in a few, of which the ratio is only told.
"""

import argparse
import csv
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

from seal import seal

ROOT = pathlib.Path(__file__).resolve().parent.parent
BASELINE = ROOT / "results/baselines/main"
FIGURES = ["min", "p50", "p90", "p99", "p999", "max", "mean"]
OWN_CELLS_ROUNDS = 655  # A million rows of the suite's own cells.
MANY_CELLS_ROUNDS = 5
KEY = "suite,strategy,value,locale,length,script,phase,metric,instrument".split(",")

PANDAS = """
import sys, time
import pandas
begin = time.perf_counter()
for file in sys.argv[2:]:
    frame = pandas.read_csv(file, dtype={"commit": str})
    groups = frame.groupby(sys.argv[1].split(","), sort=False)
    groups[["p50", "p99", "mean"]].median()
print(time.perf_counter() - begin)
"""


def main():
    """Measure both shapes, and print what came of it."""
    options = arguments()
    shapes = (
        [options.rounds] if options.rounds else [OWN_CELLS_ROUNDS, MANY_CELLS_ROUNDS]
    )
    held = [holds(options, rounds) for rounds in shapes]
    return 0 if all(held) else 1


def holds(options, rounds):
    """Make two runs, measure, print one table; return whether what is promised holds."""
    with tempfile.TemporaryDirectory(prefix="compare-speed-") as folder:
        folder = pathlib.Path(folder)
        runs = [folder / "a", folder / "b"]
        for seed, run in enumerate(runs):
            rows, cells, copies = write_run(run, options.rows, rounds, seed)
        files = [str(run / "samples.csv") for run in runs]
        size = sum(os.path.getsize(file) for file in files)
        commands = {
            "keystroke-bench": [str(options.program), "compare", *map(str, runs)],
            "pandas": [sys.executable, "-c", PANDAS, ",".join(KEY), *files],
        }
        seconds = {name: [] for name in commands}
        memory = {name: [] for name in commands}
        lot = random.Random(1)
        for pair in range(options.pairs + 1):
            for name in lot.sample(list(commands), 2):
                taken, peak = measure(commands[name], own_clock=name == "pandas")
                if pair > 0:  # The first one fills the cache of files.
                    seconds[name].append(taken)
                    memory[name].append(peak)
    print(
        f"two runs of {rows:,} rows, {cells:,} cells in {rounds} rounds, {size / 2e6:.0f} MB each"
    )
    for name in commands:
        spread = f"{min(seconds[name]):.2f} to {max(seconds[name]):.2f}"
        print(
            f"{name:15}  median {statistics.median(seconds[name]):5.2f} s ({spread})"
            f"  peak {max(memory[name]) / 1e6:5.0f} MB"
            f" = {max(memory[name]) / size:.2f} times the files"
        )
    ours, theirs = (statistics.median(seconds[name]) for name in commands)
    share = max(memory["keystroke-bench"]) / size
    promised = 0.5 if copies == 1 else None
    fine = share <= 4 and (promised is None or ours <= theirs * promised)
    print(
        f"ratio of medians {ours / theirs:.2f}, {f'promised {promised}' if promised else 'nothing promised'};"
        f" memory {share:.2f} times the files, promised 4: {'holds' if fine else 'FAILS'}\n"
    )
    return fine


def arguments():
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="scripts/compare-speed", description=__doc__)
    parser.add_argument(
        "--rows", type=int, default=1_000_000, help="at least so many a run"
    )
    parser.add_argument(
        "--rounds", type=int, help="one shape: so many rounds; more means fewer cells"
    )
    parser.add_argument("--pairs", type=int, default=7, help="how often both are run")
    parser.add_argument(
        "--program", type=pathlib.Path, default=ROOT / ".build/release/keystroke-bench"
    )
    options = parser.parse_args()
    if not options.program.is_file():
        parser.error(f"{options.program} is not there; build it with scripts/build")
    return options


def measure(command, own_clock):
    """Run a command; return its seconds and its peak resident bytes."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    # 1: the comparison found the changes that were planted.
    if process.returncode != (0 if own_clock else 1):
        sys.exit(f"compare-speed: {command[0]} ended with {process.returncode}")
    return float(output) if own_clock else seconds, usage.ru_maxrss * 1024


def write_run(folder, enough, rounds, seed):
    """Write a run of enough rows; return its rows, its cells, and how often they are the suite's."""
    with open(BASELINE / "samples.csv", newline="", encoding="utf-8") as file:
        header, *known = csv.reader(file)
    metadata = json.loads((BASELINE / "run.json").read_text(encoding="utf-8"))
    metadata.pop("omittedZeroRows", None)
    metadata |= {"roundsPlanned": rounds, "wrongTexts": []}
    folder.mkdir()
    (folder / "run.json").write_text(json.dumps(metadata), encoding="utf-8")
    dice = random.Random(seed)
    place = {name: header.index(name) for name in header}
    rows, copies = 0, 0
    with open(folder / "samples.csv", "w", encoding="utf-8") as file:
        file.write(",".join(header) + "\n")
        while rows < enough:
            copies += 1
            for number in range(rounds + 1):
                for fields in known:
                    timed = fields[place["metric"]] == "time"
                    if timed == (number > 0):
                        file.write(copy(fields, place, copies, number, dice, seed))
                        rows += 1
    seal(folder)
    cells = {tuple(fields[place[name]] for name in KEY[:6]) for fields in known}
    return rows, copies * len(cells), copies


def copy(fields, place, number, in_round, dice, seed):
    """Return a line like one of the baseline, in another locale and round."""
    fields = fields.copy()
    fields[place["locale"]] += f"@copy={number}"
    fields[place["round"]] = str(in_round)
    factor = 1.0
    if in_round > 0:
        factor = dice.gauss(1, 0.02)
    elif seed > 0 and number % 50 == 1 and fields[place["phase"]] == "format":
        factor = 1.25  # A change that a comparison has to find.
    if factor != 1:
        for figure in FIGURES:
            if fields[place[figure]]:
                text = f"{float(fields[place[figure]]) * factor:.3f}"
                fields[place[figure]] = text.rstrip("0").rstrip(".")
    return ",".join(fields) + "\n"


if __name__ == "__main__":
    sys.exit(main())
