"""Measures the size of a store of many runs, and the time to fill it and to query it.

Runs are made from the committed baseline. A few are written whole, with different times, and added
by scripts/store. The others are copies of the last one in the store, with another id, start and
noise; from some run on, one cell is slower, and scripts/history has to find that. The measured
commands run in separate processes: real time, processor time, and peak memory. On a busy machine
only the latter two mean anything.

Exit status: 0 measured; 2 it could not be measured, or the change was not found; 64 usage.
"""

import csv
import datetime
import sys
import tempfile
from pathlib import Path

from keystroke_tools import cli, program
from keystroke_tools.cli import Failure
from studies.support import measure

PLANTED = "onchange-reformat/int/en_US/9/type"
FACTOR = 1.05
QUESTION = """
  SELECT strategy, metric, count(DISTINCT run) AS runs, min(mean) AS least, max(mean) AS most
  FROM figures WHERE phase = 'total' AND metric <> 'time' GROUP BY ALL
  ORDER BY most - least DESC LIMIT 20
"""


def main(argv):
    """Fill a store, query it, and print the costs."""
    parser = cli.Parser("store-speed", __doc__)
    add = parser.add_argument
    add("--runs", type=int, default=1000, help="how many runs the store has (1000)")
    add("--whole", type=int, default=4, help="how many of them are written whole (4)")
    add("--keep", type=Path, help="fill this folder, and leave it there")
    program.add_option(parser)
    options = parser.parse_args(argv)
    bench = program.Program(options.program, product="keystroke-bench")
    with tempfile.TemporaryDirectory(prefix="store-speed-") as folder:
        fill_and_ask(bench, options, options.keep or Path(folder))
    return cli.FINE


def fill_and_ask(bench, options, place):
    """Fill a store in a folder, and query it."""
    store = place / "store"
    size = 0
    for run in measure.elsewhere(write_runs, place, options.whole):
        size += (run / "samples.csv").stat().st_size
        measured("add a run", "store", "add", run, "--into", store, "--program", bench.path)
    planted = options.runs * 7 // 10
    file = sorted(store.rglob("*.parquet"))[-1]
    measure.elsewhere(copy_runs, file, range(options.whole, options.runs), planted)
    packed = sum(file.stat().st_size for file in store.rglob("*.parquet"))
    share = packed / options.runs / (size / options.whole)
    print(
        f"{options.runs} runs: {packed / 1e6:.1f} MB, {share:.1%} of their CSVs "
        f"({size / options.whole / 1e6:.2f} MB a run)",
        flush=True,
    )
    measured("a question in SQL", "store", "ask", store, QUESTION)
    found = place / "changes.csv"
    measured("scripts/history", "history", store, "--out", found)
    with found.open(newline="", encoding="utf-8") as file:
        changes = {(row["cell"], row["commit"]) for row in csv.DictReader(file)}
    if (PLANTED, f"{planted:010x}") not in changes:
        raise Failure(f"the change at run {planted} was not found, but {sorted(changes)[:5]}")


def measured(name, *command):
    """Run a command of keystroke_tools, and print its cost."""
    found = measure.measure([sys.executable, "-m", "keystroke_tools", *command])
    print(
        f"{name:20} {found.seconds:7.2f} s  {found.processor:7.2f} s of processor  "
        f"{found.bytes / 2**20:5.0f} MB",
        flush=True,
    )


def write_runs(place, count):
    """Write whole runs; return their folders."""
    # Imported late, since this process's memory counts as memory of the commands that it forks.
    from studies.support import made_runs

    metadata, rows = made_runs.baseline()
    return [
        made_runs.write(place / f"run{number}", metadata, rows, seed=number)
        for number in range(count)
    ]


def copy_runs(file, numbers, planted):
    """Write runs of these numbers beside a file of a store; from `planted` on, a cell is slower."""
    import duckdb

    from keystroke_tools import runs
    from keystroke_tools.store.read import literal
    from keystroke_tools.store.write import PACKED
    from studies.support import made_runs

    connection = duckdb.connect(config={"threads": 1})
    source = f"read_parquet({literal(file)}, hive_partitioning = false)"
    cell = f"concat_ws('/', {', '.join(chr(34) + name + chr(34) for name in runs.CELL)})"
    for number in numbers:
        start = made_runs.START + datetime.timedelta(hours=8 * number)
        run, month = start.strftime("%Y%m%d-%H%M%S"), start.strftime("%Y-%m")
        target = file.parent.parent / f"month={month}/{run}-{number:016x}.parquet"
        target.parent.mkdir(exist_ok=True)
        slow = f"if({cell} = '{PLANTED}', {FACTOR}, 1)" if number >= planted else "1"
        luck = f"{slow} * (1 + (hash({cell}, phase, {number}) % 2001 - 1000.0) / 50000)"
        figures = ", ".join(
            f'if(metric = \'time\', greatest(round("{name}" * {luck}), 1), "{name}") AS "{name}"'
            for name in runs.FIGURES
        )
        connection.execute(
            f"COPY (SELECT * REPLACE ({figures}, '{run}' AS run, '{number:010x}{0:030}' AS "
            f'"commit", TIMESTAMP \'{start:%Y-%m-%d %H:%M:%S}\' AS "start") FROM {source}) '
            f"TO {literal(target)} {PACKED}"
        )


if __name__ == "__main__":
    cli.end(cli.run("store-speed", main, sys.argv[1:]))
