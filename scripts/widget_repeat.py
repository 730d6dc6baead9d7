"""Measures the widget again and again, every other time beside a busy loop a processor; `scripts/widget --repeat` runs it.

Signals, layout calls, frames, flicker frames and allocations under the input method must be equal in all runs. Ratios to
`unformatted` must lie within 5 % of their median where the machine was idle, within 15 % where it was not.

Exit status: 0 so it is; 1 it is not; 2 it could not be measured.
"""

import argparse
import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from widget_page import Ratios

SCRIPTS = "type,backspace,edit-middle,paste,mistype"
BOUNDS = {"idle": 0.05, "loaded": 0.15}


@contextlib.contextmanager
def load(wanted):
    """Keep every processor busy, where that is wanted."""
    count = len(os.sched_getaffinity(0)) if wanted else 0
    loops = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"])
        for _ in range(count)
    ]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def spread(runs):
    """Return by how much of its median a ratio of some run is off at the most, and the cell; 0 where there is one run."""
    worst = (0.0, "")
    for cell in runs[0].cells():
        figures = [run.ratio(cell) for run in runs]
        median = statistics.median(figures)
        off = max(abs(figure / median - 1) for figure in figures)
        worst = max(worst, (off, "/".join(cell)))
    return worst


def main():
    """Measure, compare, and say what came of it."""
    parser = argparse.ArgumentParser(prog="scripts/widget --repeat", description=__doc__.splitlines()[0])  # fmt: skip
    parser.add_argument("--program", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--worker", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("runs", type=int, nargs="?", default=10)
    parser.add_argument("--turns", type=int, default=120, help="of the ratios; 0: none")
    parser.add_argument("--script", default=SCRIPTS, help="what is counted")
    options = parser.parse_args()
    wrong = []
    ratios = {"idle": [], "loaded": []}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.runs):
            kind = "loaded" if number % 2 else "idle"
            with load(kind == "loaded"):
                command = [options.program, "run", "--worker", options.worker, "--no-time", "--instructions", "none",
                           "--script", options.script, "--out", f"{folder}/{number}"]  # fmt: skip
                if subprocess.run(command, stdout=subprocess.DEVNULL).returncode != 0:
                    return 2
                if options.turns:
                    printed = subprocess.run([options.worker, "ratios", str(options.turns)], check=True,
                                             capture_output=True, text=True)  # fmt: skip
                    ratios[kind].append(Ratios(printed.stdout))
            compared = subprocess.run(
                [options.program, "compare", f"{folder}/0", f"{folder}/{number}", "--thresholds", "/dev/null"],
                capture_output=True, text=True)  # fmt: skip
            differs = (
                compared.returncode != 0
                or "Improved" in compared.stdout
                or "rounds differ" in compared.stdout
            )
            print(
                f"run {number + 1}, {kind}: counts {'differ' if differs else 'are equal'}"
            )
            if differs:
                print(compared.stdout)
                wrong.append(f"the counts of run {number + 1} differ")
    for kind, runs in ratios.items():
        if runs:
            off, cell = spread(runs)
            print(
                f"{kind}, {len(runs)} runs: ratios within {off:.1%} of their median (bound {BOUNDS[kind]:.0%}; {cell})"
            )
            if off > BOUNDS[kind]:
                wrong.append(f"a ratio is off by {off:.1%} where it was {kind}")
    print("; ".join(wrong) or "all as it should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
