"""Find change points in the times of runs of keystroke-bench.

Apache Otava looks for them in each series, which is one cell, phase and machine ("Hunter: Using
Change Point Detection to Hunt for Performance Regressions", ICPE 2023). Exact metrics need no such
test: `keystroke-bench history` lists where they changed.

Otava's p-value is of one split of one series. Hundreds of series, each split where it looks
best, would give dozens of false alarms at its usual level of 0.001. So the level is divided
by the number of series and by the runs of each (Bonferroni): --level is about the chance of
any false alarm in the whole history, if runs are independent. Runs of one busy hour are not;
a change of most cells at once is the machine's, or the compiler's.

Otava compares means, and a single slow run is a change to it, or hides one. So it is asked
about the series without outliers, and a change must also last for three runs and hold for the
medians of the series as it is; the printed figures and the p-value are of these.

Exit status: 0 fine, 2 nothing to read or to test, 64 usage.
"""

import argparse
import csv
import io
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from keystroke_tools import cli, program, words
from keystroke_tools.changes import Change, Series, find_changes
from keystroke_tools.cli import Failure, visible
from keystroke_tools.runs import CELL

SERIES = ["suite", *CELL, "phase", "host"]
RUN = ["commit", "start", "run"]
NEEDED = ["order", *RUN, "metric", "figure", "measured", *SERIES]
FOUND = ["order", *RUN, "cell", "phase", "metric", "figure", "before", "after", "change"]
FOUND += ["p_value", "runs", "suite", "host"]
EXAMPLES = [
    "scripts/history results/runs",
    "scripts/history results/runs --phase parse --out changes.csv",
    "scripts/history results/store",
    "scripts/history --csv history.csv",
]
# By the order of a run: its commit, its start and its id.
Facts = Mapping[int, tuple[str, ...]]


def read_csv(text: str, name: str) -> Any:
    """Return the CSV of a history as a frame, or raise Failure."""
    # A store does not need it, and importing it takes a while.
    import pandas as pd

    words = dict.fromkeys(["commit", "run", "host", "measured"], str)
    try:
        frame = pd.read_csv(io.StringIO(text), dtype=words, keep_default_na=False)
    except pd.errors.EmptyDataError:
        raise Failure(f"{name}: empty; expected a header line") from None
    except pd.errors.ParserError as error:
        raise Failure(f"{name}: {str(error).splitlines()[0]}") from None
    missing = [column for column in NEEDED if column not in frame.columns]
    if missing:
        raise Failure(
            f"{name}: missing column {', '.join(missing)}; "
            "expected the CSV of keystroke-bench history"
        )
    for column in ["order", "measured"]:
        numbers = pd.to_numeric(frame[column], errors="coerce")
        if numbers.isna().any():
            line = int(numbers.isna().to_numpy().argmax()) + 2
            raise Failure(f"{name}:{line}: {column} is not a number; write the CSV again")
        frame[column] = numbers
    return frame


def series_of(frame: Any) -> tuple[list[Series], Facts]:
    """Return the series in the rows of a history, and its runs by their order."""
    found = []
    for key, part in frame.groupby(SERIES):
        part = part.sort_values("order")
        values = part["measured"].to_numpy(dtype=float)
        found.append(Series(key, part["order"].to_numpy(), values))
    runs = frame.drop_duplicates("order")[["order", *RUN]]
    return found, {order: tuple(run) for order, *run in runs.itertuples(index=False)}


def described(change: Change, runs: Facts, figure: str) -> dict[str, Any]:
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


def report(
    found: Sequence[dict[str, Any]],
    times: Sequence[Series],
    tested: int,
    arguments: argparse.Namespace,
) -> str:
    """Return the change points for people, commit by commit."""
    runs = len({int(place) for one in times for place in np.unique(one.places)})
    lines = [
        f"{words.count(len(found), 'change point')} in {tested} series of "
        f"the {arguments.figure} of {arguments.phase}, over {runs} runs."
    ]
    if tested < len(times):
        lines.append(
            f"{len(times) - tested} series have fewer than {arguments.least_runs} runs "
            "and were not tested."
        )
    series = Counter(one.key[SERIES.index("host")] for one in times)
    places: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for change in found:
        place = tuple(change[name] for name in ["order", *RUN, "host"])
        places.setdefault(place, []).append(change)
    for (_, commit, start, run, host), here in sorted(places.items()):
        cells = series[host]
        lines += ["", f"{commit}  {start[:10]}  {run}  on {host}"]
        if cells >= 10 and len(here) > cells / 2:
            lines.append(
                f"{len(here)} of {cells} series moved at once: "
                "the machine, the toolchain, or all code."
            )
        lines += table(here)
    return "".join(visible(text, limit=4_000) + "\n" for text in lines)


def table(changes: Sequence[dict[str, Any]]) -> list[str]:
    """Return the lines of a table of change points, the largest first."""
    rows = [["cell", "phase", "before ns", "after ns", "change", "p"]]
    for one in sorted(changes, key=lambda one: (-abs(one["change"]), one["cell"])):
        figures = [f"{one['before']:.2f}", f"{one['after']:.2f}", f"{one['change']:+.1%}"]
        rows.append([visible(one["cell"]), one["phase"], *figures, f"{one['p_value']:.1e}"])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        texts = [text.ljust(width) for text, width in zip(row[:2], widths[:2], strict=True)]
        texts += [text.rjust(width) for text, width in zip(row[2:], widths[2:], strict=True)]
        lines.append("  ".join(texts).rstrip())
    return lines


def chosen_times(arguments: argparse.Namespace) -> tuple[list[Series], Facts]:
    """Return the series of the requested phases and figure, and the runs."""
    from keystroke_tools.store import read

    phases = None if arguments.phase == "all" else arguments.phase.split(",")
    if arguments.folder and read.is_store(Path(arguments.folder)):
        times, runs = stored_times(Path(arguments.folder), phases, arguments.figure)
    else:
        frame = read_csv(*history_csv(arguments))
        rows = frame[(frame["metric"] == "time") & (frame["figure"] == arguments.figure)]
        times, runs = series_of(rows[rows["phase"].isin(phases)] if phases else rows)
    if not times:
        raise Failure(
            f"no time of phase {arguments.phase} and figure {arguments.figure} in the history; "
            "name others, or measure with times"
        )
    return times, runs


def stored_times(
    folder: Path, phases: Sequence[str] | None, figure: str
) -> tuple[list[Series], Facts]:
    """Return the same from a store."""
    from keystroke_tools.store import past, read

    if figure not in ("p50", "p99"):
        return [], {}
    stored = past.StoredPast(folder)
    sys.stderr.write(f"order: {stored.order}\n")
    where = "metric = 'time'"
    if phases:
        where += f" AND phase IN ({', '.join(map(read.literal, phases))})"
    found = stored.series(SERIES, where, figure)
    # Otava needs the memory.
    stored.connection.close()
    runs = enumerate(stored.runs, start=1)
    return found, {order: (run.short_commit, run.began, run.id) for order, run in runs}


def history_csv(arguments: argparse.Namespace) -> tuple[str, str]:
    """Return the CSV to read and its name in errors."""
    if arguments.csv == "-":
        return sys.stdin.read(), "standard input"
    if arguments.csv:
        path = Path(arguments.csv)
        if not path.is_file():
            raise Failure(f"{path}: no such file; keystroke-bench history --format csv writes one")
        return path.read_bytes().decode("utf-8", "replace"), str(path)
    bench = program.Program(arguments.program, product="keystroke-bench")
    done = bench.run("history", arguments.folder, "--format", "csv")
    if done.returncode != 0:
        raise Failure(f"keystroke-bench history: {program.reason(done)}")
    sys.stderr.write(done.stderr)
    return done.stdout, arguments.folder


def share(text: str) -> float:
    """Return an argument between 0 and 1, which may be in percent."""
    number = float(text.rstrip("% ")) / (100 if text.endswith("%") else 1)
    if not 0 < number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 1; 1 % is 0.01 or 1%")
    return number


def runs(text: str) -> int:
    """Return an argument that is a number of runs."""
    number = int(text)
    if number < 4:
        raise argparse.ArgumentTypeError(f"{text} is below 4: too few to be split")
    return number


def parser() -> cli.Parser:
    """Return the command line."""
    made = cli.Parser("history", __doc__ or "", EXAMPLES)
    add = made.add_argument
    add("folder", nargs="?", help="the folder that holds the runs, or a store")
    add("--csv", help="read what keystroke-bench history --format csv wrote; - is stdin")
    add("--out", type=Path, help="also write the change points as CSV")
    add("--phase", default="total", help="phases by commas, or all (default: total)")
    add("--figure", default="p50", help="p50 or p99 (default: p50)")
    add("--level", type=share, default=0.01, help="chance of any false alarm (0.01)")
    add("--least-change", type=share, default=0.02, help="smaller ones are left out (0.02)")
    add("--least-runs", type=runs, default=8, help="shorter series are not tested (8)")
    program.add_option(made)
    return made


def main(argv: Sequence[str]) -> int:
    """Run the command line; return the exit status."""
    made = parser()
    arguments = made.parse_args(argv)
    if bool(arguments.folder) == bool(arguments.csv):
        made.error("name a folder of runs, or a file with --csv")
    times, facts = chosen_times(arguments)
    changes, tested, skipped = find_changes(
        times, arguments.level, arguments.least_change, arguments.least_runs
    )
    if not tested:
        raise Failure(
            f"no series has {arguments.least_runs} runs or more, of {skipped}: "
            "measure more, or lower --least-runs"
        )
    found = [described(change, facts, arguments.figure) for change in changes]
    if arguments.out:
        with arguments.out.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, FOUND, lineterminator="\n")
            writer.writeheader()
            writer.writerows(found)
    sys.stdout.write(report(found, times, tested, arguments))
    return cli.FINE
