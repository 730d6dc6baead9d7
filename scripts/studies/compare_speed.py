"""Compares `keystroke-bench compare` with pandas: time and memory for two large runs.

Makes two runs from the committed baseline: times of several rounds that differ, and some exact
metrics that changed; if the rounds do not give enough rows, the cells are repeated under other
names of locales. Then both commands run in turn, in random order. pandas reads both files and
groups them by key, which is less work than a comparison. The time of its imports does not count;
the start of our program does.

Two shapes are measured: the suite's own cells in many rounds, which must take no longer than
pandas, and about 17,000 cells in a few rounds, whose ratio is only printed.

Exit status: 0 the promise holds; 1 it does not; 2 it could not be measured; 64 usage.
"""

import os
import random
import statistics
import sys
import tempfile
from pathlib import Path

from keystroke_tools import cli, program
from studies.support.measure import elsewhere, measure

OWN_CELLS_ROUNDS = 655  # a million rows of the suite's own cells
MANY_CELLS_ROUNDS = 5
KEY = "suite,strategy,value,locale,length,script,phase,metric,instrument"
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


def main(argv):
    """Measure both shapes, and print the results."""
    parser = cli.Parser("compare-speed", __doc__)
    add = parser.add_argument
    add("--rows", type=int, default=1_000_000, help="the least rows of a run (1000000)")
    add("--rounds", type=int, help="one shape, with this many rounds; more means fewer cells")
    add("--pairs", type=int, default=7, help="how often both are run (7)")
    program.add_option(parser)
    options = parser.parse_args(argv)
    bench = program.Program(options.program, product="keystroke-bench")
    shapes = [options.rounds] if options.rounds else [OWN_CELLS_ROUNDS, MANY_CELLS_ROUNDS]
    held = [holds(bench, options, rounds) for rounds in shapes]
    return cli.FINE if all(held) else cli.GATE_FAILED


def holds(bench, options, rounds):
    """Make two runs, measure, print one table; return whether the promise holds."""
    with tempfile.TemporaryDirectory(prefix="compare-speed-") as folder:
        folders = [Path(folder, "a"), Path(folder, "b")]
        for seed, run in enumerate(folders):
            rows, cells, copies = elsewhere(write_run, run, options.rows, rounds, seed)
        files = [str(run / "samples.csv") for run in folders]
        size = sum(os.path.getsize(file) for file in files)
        commands = {
            "keystroke-bench": [str(bench.path.absolute()), "compare", *map(str, folders)],
            "pandas": [sys.executable, "-c", PANDAS, KEY, *files],
        }
        seconds = {name: [] for name in commands}
        memory = {name: [] for name in commands}
        lot = random.Random(1)
        for pair in range(options.pairs + 1):
            for name in lot.sample(list(commands), 2):
                # 1: the comparison found the changes that were planted.
                found = measure(commands[name], allowed=(0 if name == "pandas" else 1,))
                if pair > 0:  # the first one fills the cache of files
                    own = float(found.output) if name == "pandas" else found.seconds
                    seconds[name].append(own)
                    memory[name].append(found.bytes)
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
    fine = share <= 4 and (copies > 1 or ours <= theirs)
    print(
        f"ratio of medians {ours / theirs:.2f}, promised {'nothing' if copies > 1 else 1}; memory "
        f"{share:.2f} times the files, promised 4: {'holds' if fine else 'FAILS'}\n"
    )
    return fine


def write_run(folder, enough, rounds, seed):
    """Write a run of enough rows; return its rows, its cells, and the number of copies."""
    # Imported late, since this process's memory counts as memory of the commands that it forks.
    import pandas as pd

    from studies.support import made_runs

    metadata, rows = made_runs.baseline()
    timed = int((rows["metric"] == "time").sum())
    each = timed * rounds + len(rows) - timed
    copies = -(-enough // each)
    whole = pd.concat(
        rows.assign(locale=rows["locale"] + f"@copy={number}") for number in range(copies)
    )

    def planted(rows):
        """Return a change that a comparison has to find."""
        changed = (rows["phase"] == "format") & rows["locale"].str.endswith("@copy=0") & (seed > 0)
        return changed.map({True: 1.25, False: 1.0})

    own = {"wrongTexts": []}
    made_runs.write(folder, metadata, whole, seed=seed, rounds=rounds, own=own, factors=planted)
    return each * copies, made_runs.cells_of(whole).nunique(), copies


if __name__ == "__main__":
    cli.end(cli.run("compare-speed", main, sys.argv[1:]))
