"""Measures what a run costs in shards: cells against minutes of a machine.

    scripts/fleet-cost [--shards 1,2,4] [-- OPTION...]

Runs the same cells whole and in parts, one part after the other, and adds up the seconds of processor of each
part, workers and valgrind included: on a busy machine the clock says little. A part costs something before its
first cell, so the table fits `a + b * cells` to all parts, and says what more cells take by it.
Options are those of keystroke-bench run.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# All that a run does by default: two strategies, of which one is cheap, in many locales.
CELLS = [
    "--strategy", "unformatted,delegate-filter", "--value", "int", "--length", "9",
    "--script", "type,backspace",
    "--locale", "en_US,de_DE,fr_FR,ar_EG,hi_IN,ja_JP,sv_SE,pt_BR,pl_PL,tr_TR,fa_IR,de_CH,it_IT,nl_NL,ko_KR,bn_BD",
]  # fmt: skip
ASKED = (12_465, 100_000)


def main():
    parser = argparse.ArgumentParser(
        prog="fleet-cost", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--shards", default="1,2,4")
    parser.add_argument(
        "--program", type=Path, default=ROOT / ".build/release/keystroke-bench"
    )
    parser.add_argument("options", nargs="*", metavar="-- OPTION")
    options = parser.parse_args()
    cells = options.options or CELLS
    parts = []
    with tempfile.TemporaryDirectory(prefix="fleet-cost-") as folder:
        for shards in map(int, options.shards.split(",")):
            found = [
                part(options.program, cells, number, shards, Path(folder))
                for number in range(1, shards + 1)
            ]
            parts += found
            print(
                f"{shards} shards: {sum(count for count, *_ in found)} cells, "
                f"{sum(spent for _, spent, _ in found):.1f} s of processor, "
                f"the longest {max(spent for _, spent, _ in found):.1f} s "
                f"({sum(clock for *_, clock in found):.0f} s on the clock)",
                flush=True,
            )
    if len({count for count, *_ in parts}) > 1:
        fixed, each = line(
            [count for count, *_ in parts], [spent for _, spent, _ in parts]
        )
        print(f"{fixed:.1f} s of processor a shard, {each:.3f} s a cell")
        for count in ASKED:
            print(
                f"{count:,} cells: {(fixed + each * count) / 60:.0f} minutes of processor in one shard"
            )
    return 0


def part(program, cells, number, shards, folder):
    """Measure a shard; return how many cells it has, and its seconds of processor and on the clock."""
    shard = ["--shard", f"{number}/{shards}"] if shards > 1 else []
    run = folder / f"{number}-of-{shards}"
    begun = time.monotonic()
    process = subprocess.Popen(
        [program, "run", *cells, *shard, "--quiet", "--out", run],
        stdout=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(
            f"fleet-cost: shard {number} of {shards} ended with {process.returncode}"
        )
    seconds = time.monotonic() - begun
    # The same that the run has: those of unformatted which every shard measures are there, too.
    listed = subprocess.run(
        [program, "list", *cells, *shard], check=True, capture_output=True, text=True
    )
    return len(listed.stdout.split()), usage.ru_utime + usage.ru_stime, seconds


def line(places, values):
    """Return the line of least squares through points."""
    middle, mean = sum(places) / len(places), sum(values) / len(values)
    slope = sum((x - middle) * (y - mean) for x, y in zip(places, values, strict=True))
    slope /= sum((x - middle) ** 2 for x in places)
    return mean - slope * middle, slope


if __name__ == "__main__":
    sys.exit(main())
