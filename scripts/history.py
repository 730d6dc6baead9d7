# /// script
# requires-python = ">=3.11"
# dependencies = [
#   "apache-otava>=0.8,<0.9",  # finds change points, as several projects' CI does
#   "duckdb>=1.4,<3",          # reads a store of runs
#   "pandas>=2.2,<4",          # reads the history of a folder of runs
#   "scipy>=1.14,<2",          # Student's t
# ]
# ///
"""Find change points in the times of a history of runs.

Reads the CSV of `keystroke-bench history --format csv`, made from FOLDER or given by
--csv, or a store that scripts/store filled, which says the same. Asks Apache Otava (Fleming, Kolaczkowski et al., "Hunter: Using Change Point
Detection to Hunt for Performance Regressions", ICPE 2023) of each series, which is one
cell, phase and machine, where it changed. Exact metrics need no such test: `keystroke-bench
history` itself says where they changed.

Otava's p-value is of one split of one series. Hundreds of series, each split where it looks
best, would give dozens of false alarms at its usual level of 0.001. So the level is divided
by the number of series and by the runs of each (Bonferroni): --level is about the chance of
any false alarm in the whole history, if runs are independent. Runs of one busy hour are not;
a change of most cells at once is the machine's, or the compiler's.

Otava compares means, and a single slow run is a change to it, or hides one. So it is asked
of the series without outliers, and a change must also last for three runs and hold for the
medians of the series as it is; before, after and the p-value that are shown are of these.

Exit status: 0 fine, 2 nothing to read or to test, 64 usage.
"""

import argparse
import csv
import io
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import shown
from changes import Series, find_changes

SERIES = ["suite", "strategy", "value", "locale", "length", "script", "phase", "host"]
CELL = ["strategy", "value", "locale", "length", "script"]
RUN = ["commit", "start", "run"]
NEEDED = ["order", *RUN, "metric", "figure", "measured", *SERIES]
FOUND = [
    "order",
    *RUN,
    "cell",
    "phase",
    "metric",
    "figure",
    "before",
    "after",
    "change",
]
FOUND += ["p_value", "runs", "suite", "host"]


class HistoryError(Exception):
    """The work cannot be done; the message is one line."""


def read_history(file, name):
    """Return the CSV of a history as a frame, or raise HistoryError."""
    # A store needs it not, and it takes a while to be imported.
    import pandas as pd

    try:
        frame = pd.read_csv(
            file, dtype={"commit": str, "run": str, "host": str, "measured": str},
            keep_default_na=False,
        )  # fmt: skip
    except pd.errors.EmptyDataError:
        raise HistoryError(f"{name}: empty; expected a header line") from None
    except (pd.errors.ParserError, UnicodeDecodeError) as error:
        raise HistoryError(f"{name}: {str(error).splitlines()[0]}") from None
    missing = [column for column in NEEDED if column not in frame.columns]
    if missing:
        raise HistoryError(
            f"{name}: missing column {', '.join(missing)}; "
            "expected the CSV of keystroke-bench history"
        )
    for column in ["order", "measured"]:
        numbers = pd.to_numeric(frame[column], errors="coerce")
        if numbers.isna().any():
            line = int(numbers.isna().to_numpy().argmax()) + 2
            raise HistoryError(f"{name}:{line}: {column} is no number")
        # Every digit counts: a store has the same figures, and must get the same answers.
        exact = [float(text) for text in frame[column]]
        frame[column] = numbers if column == "order" else exact
    return frame


def series_of(frame):
    """Return the series in the rows of a history, and its runs by their order."""
    found = []
    for key, part in frame.groupby(SERIES):
        part = part.sort_values("order")
        values = part["measured"].to_numpy(dtype=float)
        found.append(Series(key, part["order"].to_numpy(), values))
    runs = frame.drop_duplicates("order")[["order", *RUN]]
    return found, {order: tuple(run) for order, *run in runs.itertuples(index=False)}


def described(change, runs, figure):
    """Return a change point as a dictionary, in the columns of --out."""
    same = dict(zip(SERIES, change.series.key, strict=True))
    same |= {"order": change.place, "metric": "time", "figure": figure}
    same |= dict(zip(RUN, runs[change.place], strict=True))
    same |= {
        "cell": "/".join(str(same[name]) for name in CELL),
        "before": round(change.before, 2),
        "after": round(change.after, 2),
        "change": round(change.change, 5),
        "p_value": change.p_value,
        "runs": len(change.series.values),
    }
    return {name: same[name] for name in FOUND}


def report(found, times, tested, skipped, arguments):
    """Return the change points for people, commit by commit."""
    runs = len({int(place) for one in times for place in np.unique(one.places)})
    lines = [
        f"{len(found)} change point{'' if len(found) == 1 else 's'} in {tested} series of "
        f"the {arguments.figure} of {arguments.phase}, over {runs} runs."
    ]
    if skipped:
        lines.append(
            f"{skipped} series have fewer than {arguments.least_runs} runs and were not tested."
        )
    series = Counter(one.key[SERIES.index("host")] for one in times)
    places = {}
    for change in found:
        place = tuple(change[name] for name in ["order", *RUN, "host"])
        places.setdefault(place, []).append(change)
    for (_, commit, start, run, host), here in sorted(places.items()):
        cells = series[host]
        lines += ["", f"{commit}  {start[:10]}  {run}  on {host}"]
        if cells >= 10 and len(here) > cells / 2:
            lines.append(
                f"{len(here)} of {cells} series moved at once: the machine, the toolchain, or all code."
            )
        lines += table(here)
    return "".join(shown.line(text, limit=4_000) + "\n" for text in lines)


def table(changes):
    """Return the lines of a table of change points, the largest first."""
    rows = [["cell", "phase", "before ns", "after ns", "change", "p"]]
    for one in sorted(changes, key=lambda one: (-abs(one["change"]), one["cell"])):
        rows.append(
            [shown.line(one["cell"]), one["phase"], f"{one['before']:.2f}", f"{one['after']:.2f}",
             f"{one['change']:+.1%}", f"{one['p_value']:.1e}"]
        )  # fmt: skip
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        texts = [row[0].ljust(widths[0]), row[1].ljust(widths[1])]
        texts += [text.rjust(width) for text, width in zip(row, widths, strict=True)][
            2:
        ]
        lines.append("  ".join(texts).rstrip())
    return lines


def chosen_times(arguments):
    """Return the series of a history in the phases and the figure that are asked for, and its runs."""
    phases = None if arguments.phase == "all" else arguments.phase.split(",")
    if arguments.folder and is_store(Path(arguments.folder)):
        times, runs = stored_times(arguments.folder, phases, arguments.figure)
    else:
        frame = read_history(*history_csv(arguments))
        rows = frame[frame["metric"] == "time"]
        rows = rows[rows["figure"] == arguments.figure]
        if phases:
            rows = rows[rows["phase"].isin(phases)]
        times, runs = series_of(rows)
    if not times:
        raise HistoryError(
            f"no time of phase {arguments.phase} and figure {arguments.figure} in the history"
        )
    return times, runs


def is_store(folder):
    """Whether a folder is a store of runs."""
    return any(folder.glob("suite=*/month=*/*.parquet"))


def stored_times(folder, phases, figure):
    """Return the same from a store."""
    from stores import StoreError
    from stores.past import StoredPast

    if figure not in ("p50", "p99"):
        return [], {}
    try:
        past = StoredPast(Path(folder))
        sys.stderr.write(f"order: {past.order}\n")
        where = "metric = 'time'"
        if phases:
            listed = ", ".join("'" + phase.replace("'", "''") + "'" for phase in phases)
            where += f" AND phase IN ({listed})"
        found = [Series(*one) for one in past.series(SERIES, where, figure)]
        runs = {
            order: (past.commit(order - 1), past.began(order - 1), run["id"])
            for order, run in enumerate(past.runs, start=1)
        }
        # Otava needs the room.
        past.connection.close()
        return found, runs
    except StoreError as error:
        raise HistoryError(str(error)) from None


def history_csv(arguments):
    """Return the CSV to read and what errors call it."""
    if arguments.csv == "-":
        return sys.stdin, "standard input"
    if arguments.csv:
        path = Path(arguments.csv)
        if not path.is_file():
            raise HistoryError(f"{path}: no such file")
        return io.StringIO(path.read_bytes().decode("utf-8", "replace")), str(path)
    command = [arguments.program, "history", arguments.folder, "--format", "csv"]
    try:
        done = subprocess.run(command, capture_output=True, encoding="utf-8")
    except OSError as error:
        raise HistoryError(f"{arguments.program}: {error.strerror}") from None
    if done.returncode != 0:
        said = done.stderr.strip().removeprefix("error: ")
        raise HistoryError(
            said or f"keystroke-bench history ended with {done.returncode}"
        )
    sys.stderr.write(done.stderr)
    return io.StringIO(done.stdout), arguments.folder


def share(text):
    number = float(text)
    if not 0 < number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 1")
    return number


def runs(text):
    number = int(text)
    if number < 4:
        raise argparse.ArgumentTypeError(f"{text} is below 4: too few to be split")
    return number


class Parser(argparse.ArgumentParser):
    """The exit status of keystroke-bench for wrong usage, not Python's."""

    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(64, f"history: error: {message}\n")


def parser():
    made = Parser(
        prog="history",
        description="Find change points in the times of runs of keystroke-bench.",
        epilog="Examples: scripts/history results/runs; "
        "scripts/history results/runs --phase parse --out changes.csv; "
        "scripts/history results/store; "
        "scripts/history --csv history.csv",
    )
    add = made.add_argument
    add("folder", nargs="?", help="the folder that holds the runs, or a store")
    add(
        "--csv", help="read what keystroke-bench history --format csv wrote; - is stdin"
    )
    add("--out", type=Path, help="also write the change points as CSV")
    add("--phase", default="total", help="phases by commas, or all (default: total)")
    add("--figure", default="p50", help="p50 or p99 (default: p50)")
    add("--level", type=share, default=0.01, help="chance of any false alarm (0.01)")
    add(
        "--least-change",
        type=share,
        default=0.02,
        help="smaller ones are left out (0.02)",
    )
    add("--least-runs", type=runs, default=8, help="shorter series are not tested (8)")
    add("--program", default="keystroke-bench", help="the keystroke-bench to run")
    return made


def main(argv=None):
    made = parser()
    arguments = made.parse_args(argv)
    if bool(arguments.folder) == bool(arguments.csv):
        made.error("name a folder of runs, or a file with --csv")
    try:
        times, runs = chosen_times(arguments)
        found, tested, skipped = find_changes(
            times, arguments.level, arguments.least_change, arguments.least_runs
        )
        if not tested:
            raise HistoryError(
                f"no series has {arguments.least_runs} runs or more, of {skipped}: "
                "measure more, or lower --least-runs"
            )
        found = [described(change, runs, arguments.figure) for change in found]
        if arguments.out:
            with open(arguments.out, "w", newline="", encoding="utf-8") as file:
                writer = csv.DictWriter(file, FOUND, lineterminator="\n")
                writer.writeheader()
                writer.writerows(found)
        sys.stdout.write(report(found, times, tested, skipped, arguments))
    except (HistoryError, OSError) as error:
        print(f"history: error: {shown.line(error)}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
