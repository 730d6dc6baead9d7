# /// script
# requires-python = ">=3.11"
# dependencies = [
#   "duckdb>=1.4,<3",  # writes, reads and asks the Parquet files of a store; one wheel without dependencies
# ]
# ///
"""Keep many runs in a store of Parquet files, and ask it.

`add` has keystroke-bench read the runs, too, and adds none where one is damaged. Each suite of a run
becomes one file, DIR/suite=NAME/month=YYYY-MM/ID-DIGEST.parquet, with the rounds folded as
keystroke-bench history folds them and the run's metadata as columns. Files appear whole or not at
all. A run that is there already is left alone.

`ask` answers SQL over two views: figures, all rows of all runs, and runs, a row for each run.

Exit status: 0 fine, 2 a run is damaged or the work cannot be done, 64 usage.
"""

import argparse
import sys
from pathlib import Path

import shown


class Parser(argparse.ArgumentParser):
    """The exit status of keystroke-bench for wrong usage, not Python's."""

    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(64, f"store: error: {message}\n")


def parser():
    made = Parser(
        prog="store",
        description="Keep many runs in a store of Parquet files, and ask it.",
        epilog="Examples: scripts/store add results/runs/* --into results/store; "
        "scripts/store ask results/store 'SELECT run, commit FROM runs'; "
        "scripts/history results/store",
    )
    commands = made.add_subparsers(dest="command", required=True, parser_class=Parser)
    add = commands.add_parser("add", help="add runs, each once")
    add.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="their folders")
    add.add_argument(
        "--into", required=True, type=Path, metavar="DIR", help="the store"
    )
    add.add_argument("--program", default="keystroke-bench", help="what reads the runs")
    ask = commands.add_parser("ask", help="answer SQL")
    ask.add_argument("store", type=Path, metavar="DIR", help="the store")
    ask.add_argument("sql", help="a question; views: figures, runs")
    ask.add_argument("--csv", action="store_true", help="as CSV, not as a table")
    return made


def main(argv=None):
    arguments = parser().parse_args(argv)
    # They take a while to import, and --help needs none.
    from stores import StoreError, read, write

    try:
        if arguments.command == "add":
            added, known = write.add(arguments.runs, arguments.into, arguments.program)
            print(
                f"added {added} run{'' if added == 1 else 's'}, "
                f"{known} there already: {shown.line(arguments.into)}"
            )
        else:
            sys.stdout.write(read.answer(arguments.store, arguments.sql, arguments.csv))
    except (StoreError, OSError) as error:
        print(f"store: error: {shown.line(error)}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
