"""Keep many runs in a store of Parquet files, and query it.

`add` has keystroke-bench validate the runs, and adds none if one is damaged. Each suite of a run
becomes one file, DIR/suite=NAME/month=YYYY-MM/ID-DIGEST.parquet, with its rounds folded and the
run's metadata as columns. Files appear whole or not at all. A run that is there is left alone.

`ask` answers SQL over two views: figures, all rows of all runs, and runs, a row for each run.

Exit status: 0 fine, 2 a run is damaged or the work cannot be done, 64 usage.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from keystroke_tools import cli, program, words

EXAMPLES = [
    "scripts/store add results/runs/* --into results/store",
    "scripts/store ask results/store 'SELECT run, commit FROM runs'",
    "scripts/history results/store",
]


def parser() -> cli.Parser:
    """Return the command line."""
    made = cli.Parser("store", __doc__ or "", EXAMPLES)
    commands = made.add_subparsers(dest="command", required=True, metavar="add|ask")
    add = commands.add_parser("add", prog="store add", description="Add runs, each once.")
    add.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="the folder of a run")
    add.add_argument("--into", required=True, type=Path, metavar="DIR", help="the store")
    program.add_option(add)
    ask = commands.add_parser("ask", prog="store ask", description="Answer a question in SQL.")
    ask.add_argument("store", type=Path, metavar="DIR", help="the store")
    ask.add_argument("sql", help="a question; views: figures, runs")
    ask.add_argument("--csv", action="store_true", help="as CSV, not as a table")
    return made


def main(argv: Sequence[str]) -> int:
    """Run the command line; return the exit status."""
    arguments = parser().parse_args(argv)
    # Imported late, since the imports are slow and --help needs none.
    from keystroke_tools.store import read, write

    if arguments.command == "add":
        bench = program.Program(arguments.program, product="keystroke-bench")
        added, known = write.add(arguments.runs, arguments.into, bench)
        store = cli.visible(arguments.into)
        print(f"added {words.count(added, 'run')}, {known} there already: {store}")
    else:
        sys.stdout.write(read.answer(arguments.store, arguments.sql, arguments.csv))
    return cli.FINE
