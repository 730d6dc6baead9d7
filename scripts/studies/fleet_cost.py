"""Measures the cost of a run in shards: minutes of a machine by number of cells.

Runs the same cells whole and in parts, one part after the other, and adds up the processor time of
each part, including workers and valgrind: real time means little on a busy machine. A part has a
cost before its first cell, so the table fits `a + b * cells` to all parts, and predicts the cost of
more cells. Options after -- are those of keystroke-bench run.

Exit status: 0 measured; 2 it could not be measured; 64 usage.
"""

import sys
import tempfile
from pathlib import Path

from keystroke_tools import cli, program
from studies.support.measure import measure

# Everything that a run does by default: a cheap and an expensive strategy in many locales.
LOCALES = (
    "en_US de_DE fr_FR ar_EG hi_IN ja_JP sv_SE pt_BR pl_PL tr_TR fa_IR de_CH it_IT nl_NL ko_KR"
)
CELLS = (
    "--strategy unformatted,delegate-filter --value int --length 9 --script type,backspace".split()
)
CELLS += ["--locale", ",".join([*LOCALES.split(), "bn_BD"])]
ASKED = (12_465, 100_000)


def main(argv):
    """Measure, and print a table."""
    parser = cli.Parser("fleet-cost", __doc__)
    parser.add_argument("--shards", default="1,2,4", help="how many parts, by commas (1,2,4)")
    program.add_option(parser)
    parser.add_argument("options", nargs="*", metavar="-- OPTION")
    options = parser.parse_args(argv)
    bench = program.Program(options.program)
    cells = options.options or CELLS
    parts = []
    with tempfile.TemporaryDirectory(prefix="fleet-cost-") as folder:
        for shards in map(int, options.shards.split(",")):
            found = [
                part(bench, cells, number, shards, Path(folder)) for number in range(1, shards + 1)
            ]
            parts += [(count, spent.processor) for count, spent in found]
            processor = [spent.processor for _, spent in found]
            print(
                f"{shards} shards: {sum(count for count, _ in found)} cells, "
                f"{sum(processor):.1f} s of processor, the longest {max(processor):.1f} s "
                f"({sum(spent.seconds for _, spent in found):.0f} s on the clock)",
                flush=True,
            )
    if len({count for count, _ in parts}) > 1:
        fixed, each = line(*zip(*parts, strict=True))
        print(f"{fixed:.1f} s of processor a shard, {each:.3f} s a cell")
        for count in ASKED:
            minutes = (fixed + each * count) / 60
            print(f"{count:,} cells: {minutes:.0f} minutes of processor in one shard")
    return cli.FINE


def part(bench, cells, number, shards, folder):
    """Measure a shard; return its number of cells and its cost."""
    shard = ["--shard", f"{number}/{shards}"] if shards > 1 else []
    run = folder / f"{number}-of-{shards}"
    spent = measure([bench.path, "run", *cells, *shard, "--quiet", "--out", run])
    # The cells of the run, with those of unformatted that every shard measures.
    return len(bench.ask("list", *cells, *shard).split()), spent


def line(places, values):
    """Return the line of least squares through points."""
    middle, mean = sum(places) / len(places), sum(values) / len(values)
    slope = sum((x - middle) * (y - mean) for x, y in zip(places, values, strict=True))
    slope /= sum((x - middle) ** 2 for x in places)
    return mean - slope * middle, slope


if __name__ == "__main__":
    cli.end(cli.run("fleet-cost", main, sys.argv[1:]))
