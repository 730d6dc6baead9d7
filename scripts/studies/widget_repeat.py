"""Measures the widget repeatedly, every second time beside a busy loop on every processor.

Signals, layout calls, frames, flicker frames and allocations under the input method must be equal
in all runs. Ratios to `unformatted` must lie within 5 % of their median if the machine was idle,
within 15 % if it was not. GNUstep and Chromium have neither allocations nor ratios.

Exit status: 0 they are; 1 they are not; 2 it could not be measured; 64 usage.
"""

import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from keystroke_tools import cli, program
from keystroke_tools.cli import ROOT, Failure
from keystroke_tools.widget.figures import Ratios

SCRIPTS = "type,backspace,edit-middle,paste,mistype"
BOUNDS = {"idle": 0.05, "loaded": 0.15}
# The toolkits whose cost is measured; of the others only the behaviour is counted.
COSTED = ["gtk", "qt"]


@contextlib.contextmanager
def load(wanted):
    """Keep every processor busy, if `wanted`."""
    count = len(os.sched_getaffinity(0)) if wanted else 0
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def spread(runs):
    """Return the largest deviation of a ratio from its median, and its cell; 0 for one run."""
    worst = (0.0, "")
    for cell in runs[0].cells():
        figures = [run.ratio(cell) for run in runs]
        median = statistics.median(figures)
        off = max(abs(figure / median - 1) for figure in figures)
        worst = max(worst, (off, "/".join(map(str, cell))))
    return worst


def main(argv):
    """Measure, compare, and print the outcome."""
    parser = cli.Parser("widget-repeat", __doc__)
    add = parser.add_argument
    add("runs", type=int, nargs="?", default=10, help="how many (10)")
    add("--turns", type=int, help="of the ratios; 0: none (120)")
    add("--script", default=SCRIPTS, help=f"what is counted ({SCRIPTS})")
    toolkits = [*COSTED, "gnustep", "chromium"]
    add("--toolkit", default="gtk", choices=toolkits, help="whose widget (gtk)")
    program.add_option(parser)
    options = parser.parse_args(argv)
    is_costed = options.toolkit in COSTED
    if options.turns and not is_costed:
        parser.error(f"--turns: {options.toolkit} is not timed; leave the option out")
    turns = (120 if options.turns is None else options.turns) if is_costed else 0
    command = [ROOT / "scripts/widget", "--toolkit", options.toolkit, "--worker"]
    built = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if built.returncode != 0:
        raise Failure("scripts/widget --worker failed (see above)")
    worker, bench = built.stdout.strip(), program.Program(options.program)
    wrong = []
    ratios = {"idle": [], "loaded": []}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.runs):
            kind = "loaded" if number % 2 else "idle"
            run = Path(folder, str(number))
            with load(kind == "loaded"):
                counted = ["--no-time", "--instructions", "none", "--script", options.script]
                counted += [] if is_costed else ["--no-allocations"]
                bench.ask("run", "--worker", worker, *counted, "--out", run)
                if turns:
                    command = [worker, "ratios", str(turns)]
                    done = subprocess.run(command, check=True, capture_output=True, text=True)
                    ratios[kind].append(Ratios(done.stdout))
            compared = ["compare", Path(folder, "0"), run, "--thresholds", "/dev/null"]
            answer = bench.ask_json(*compared, keys=["entries"], allowed=(0, 1))
            differs = [e for e in answer["entries"] if e["finding"] != "unchanged"]
            print(f"run {number + 1}, {kind}: {len(differs)} counts differ")
            if differs:
                wrong.append(f"counts of run {number + 1} differ, as {differs[0]['cell']}")
    for kind, runs in ratios.items():
        if runs:
            off, cell = spread(runs)
            print(
                f"{kind}, {len(runs)} runs: ratios within {off:.1%} of their median "
                f"(bound {BOUNDS[kind]:.0%}; {cell})"
            )
            if off > BOUNDS[kind]:
                wrong.append(f"a ratio is off by {off:.1%} with the machine {kind}")
    print("; ".join(wrong) or "all repeat")
    return cli.GATE_FAILED if wrong else cli.FINE


if __name__ == "__main__":
    cli.end(cli.run("widget-repeat", main, sys.argv[1:]))
