# /// script
# requires-python = ">=3.11"
# dependencies = [
#   "apache-otava>=0.8,<0.9",  # finds change points, as several projects' CI does
#   "duckdb>=1.4,<3",          # reads a store of runs
#   "pandas>=2.2,<4",          # reads the history, and groups it
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
import io
import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import shown
from otava.analysis import compute_change_points
from scipy.stats import t as student_t

# A change that lasts for fewer runs may be an outlier: two of them in a row are rare.
LEAST_LASTING = 3

SERIES = ["suite", "strategy", "value", "locale", "length", "script", "phase", "host"]
CELL = ["strategy", "value", "locale", "length", "script"]
NEEDED = ["order", "commit", "start", "run", "metric", "figure", "measured", *SERIES]
FOUND = [
    "order",
    "commit",
    "start",
    "run",
    "cell",
    "phase",
    "metric",
    "figure",
    "before",
]
FOUND += ["after", "change", "p_value", "runs", "suite", "host"]


class HistoryError(Exception):
    """The work cannot be done; the message is one line."""


def read_history(file, name):
    """Return the CSV of a history as a frame, or raise HistoryError."""
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


def find_changes(times, level, least_change, least_runs):
    """Return the change points as a frame, how many series were tested, and how many not."""
    series = [part.sort_values("order") for _, part in times.groupby(SERIES)]
    tested = [part for part in series if len(part) >= least_runs]
    found = []
    for part in tested:
        limit = level / (len(tested) * len(part))
        values = part["measured"].to_numpy(dtype=float)
        if not may_change(without_outliers(values), limit):
            continue
        points, _ = compute_change_points(
            without_outliers(values).tolist(),
            # One window over all: a sliding one tests more often than the limit allows for.
            window_len=len(part),
            max_pvalue=limit,
            min_magnitude=least_change,
        )
        places = [point.index for point in points]
        for change in lasting(values, places, limit, least_change):
            found.append(describe(part.iloc[change["place"]], change, len(part)))
    return pd.DataFrame(found, columns=FOUND), len(tested), len(series) - len(tested)


def may_change(values, limit):
    """Return whether any split of the series could be a change to Otava.

    Otava takes the square of the number of runs; this takes each. It splits a series only where
    Student's t is significant at ten times the level (twice, from 0.05), in the window of all runs
    or in that of the later half: where no split at all is, there is nothing to ask.
    """
    weak = min(10 * limit, 1)
    return any(
        best_split(part) <= weak * 1.001
        for part in (values, values[len(values) // 2 :])
        if len(part) > 2
    )


def best_split(values):
    """Return the least p-value of all splits of a series, as Otava computes one."""
    sizes = np.arange(1, len(values))
    others = len(values) - sizes
    values = values - values.mean()
    sums, squares = np.cumsum(values)[:-1], np.cumsum(values**2)[:-1]
    left, right = sums / sizes, -sums / others
    spread_left = np.maximum(squares / sizes - left**2, 0)
    spread_right = np.maximum(((values**2).sum() - squares) / others - right**2, 0)
    freedom = len(values) - 2
    pooled = ((sizes - 1) * spread_left + (others - 1) * spread_right) / freedom
    error = np.sqrt(pooled * (1 / sizes + 1 / others))
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = np.nan_to_num(np.abs(left - right) / error, nan=0.0, posinf=np.inf)
    return 2 * float(student_t.sf(ratios.max(), freedom))


def without_outliers(values):
    """Return the values with outliers put to the median of their neighbours.

    Hampel's filter (Davies and Gather, "The identification of multiple outliers", JASA 88,
    1993) over seven runs: a step passes it, and up to three slow runs in a row do not.
    """
    middles = (
        pd.Series(values).rolling(7, center=True, min_periods=1).median().to_numpy()
    )
    rests = np.abs(values - middles)
    return np.where(rests > 4 * 1.4826 * np.median(rests), middles, values)


def lasting(values, places, limit, least_change):
    """Return those of Otava's change points that hold without outliers, weakest dropped first.

    Otava tests means with Student's t, and one run that a busy machine slowed down is then
    a change, and another one back. So each side must last for LEAST_LASTING runs, and the
    medians of both sides must differ: by t, with the standard error of a median, which is
    sqrt(pi/2) times that of a mean, and the deviation from the median absolute deviation.
    """
    places = sorted(places)
    while places:
        ends = [0, *places, len(values)]
        parts = [values[a:b] for a, b in zip(ends[:-1], ends[1:], strict=True)]
        medians = [float(np.median(part)) for part in parts]
        rests = [part - middle for part, middle in zip(parts, medians, strict=True)]
        freedom = max(len(values) - len(parts), 1)
        spread = 1.4826 * float(np.median(np.abs(np.concatenate(rests))))
        spread *= math.sqrt(len(values) / freedom)
        # Figures as coarse as the clock may all be equal, which is no certainty: no time
        # repeats to a thousandth.
        spread = max(spread, float(np.median(np.abs(values))) / 1000)
        changes = []
        for number, place in enumerate(places):
            before, after = medians[number], medians[number + 1]
            sizes = len(parts[number]), len(parts[number + 1])
            error = math.sqrt(math.pi / 2 * sum(1 / size for size in sizes)) * spread
            distance = abs(after - before)
            p_value = (
                2 * float(student_t.sf(distance / error, freedom)) if error else 1.0
            )
            ratio = after / before if before > 0 else math.inf
            brief = max(LEAST_LASTING - min(sizes), 0)
            small = abs(ratio - 1) < least_change
            changes.append(
                {
                    "place": place,
                    "before": before,
                    "after": after,
                    "change": ratio - 1,
                    "p_value": p_value,
                    "weakness": (brief, small, p_value),
                }
            )
        weakest = max(changes, key=lambda change: change["weakness"])
        brief, small, p_value = weakest["weakness"]
        if not brief and not small and p_value < limit:
            return changes
        places.remove(weakest["place"])
    return []


def describe(row, change, runs):
    """Return a change point as a dictionary; it is at the first run after the change."""
    same = {name: row[name] for name in FOUND if name in row.index}
    return same | {
        "cell": "/".join(str(row[name]) for name in CELL),
        "before": round(change["before"], 2),
        "after": round(change["after"], 2),
        "change": round(change["change"], 5),
        "p_value": change["p_value"],
        "runs": runs,
    }


def report(found, times, tested, skipped, arguments):
    """Return the change points for people, commit by commit."""
    lines = [
        f"{len(found)} change point{'' if len(found) == 1 else 's'} in {tested} series of "
        f"the {arguments.figure} of {arguments.phase}, over {times['order'].nunique()} runs."
    ]
    if skipped:
        lines.append(
            f"{skipped} series have fewer than {arguments.least_runs} runs and were not tested."
        )
    place = ["order", "commit", "start", "run", "host"]
    for (_, commit, start, run, host), here in found.groupby(place, sort=True):
        cells = times[times["host"] == host].groupby(SERIES).ngroups
        lines += ["", f"{commit}  {start[:10]}  {run}  on {host}"]
        if cells >= 10 and len(here) > cells / 2:
            lines.append(
                f"{len(here)} of {cells} series moved at once: the machine, the toolchain, or all code."
            )
        rows = [["cell", "phase", "before ns", "after ns", "change", "p"]]
        order = here.assign(size=here["change"].abs()).sort_values(
            ["size", "cell"], ascending=[False, True]
        )
        for row in order.itertuples():
            rows.append(
                [
                    shown.line(row.cell),
                    row.phase,
                    f"{row.before:.2f}",
                    f"{row.after:.2f}",
                ]
                + [f"{row.change:+.1%}", f"{row.p_value:.1e}"]
            )
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            texts = [row[0].ljust(widths[0]), row[1].ljust(widths[1])]
            texts += [
                text.rjust(width) for text, width in zip(row, widths, strict=True)
            ][2:]
            lines.append("  ".join(texts).rstrip())
    return "".join(shown.line(text, limit=4_000) + "\n" for text in lines)


def chosen_times(arguments):
    """Return the times of a history in the phases and the figure that are asked for."""
    phases = None if arguments.phase == "all" else arguments.phase.split(",")
    if arguments.folder and is_store(Path(arguments.folder)):
        times = stored_times(arguments.folder, phases, arguments.figure)
    else:
        frame = read_history(*history_csv(arguments))
        times = frame[frame["metric"] == "time"]
        times = times[times["figure"] == arguments.figure]
        if phases:
            times = times[times["phase"].isin(phases)]
    if times is None or times.empty:
        raise HistoryError(
            f"no time of phase {arguments.phase} and figure {arguments.figure} in the history"
        )
    return times


def is_store(folder):
    """Whether a folder is a store of runs."""
    return any(folder.glob("suite=*/month=*/*.parquet"))


def stored_times(folder, phases, figure):
    """Return the same from a store; None where there are none."""
    from stores import StoreError
    from stores.past import StoredPast

    if figure not in ("p50", "p99"):
        return None
    try:
        past = StoredPast(Path(folder))
        sys.stderr.write(f"order: {past.order}\n")
        where = "metric = 'time'"
        if phases:
            listed = ", ".join("'" + phase.replace("'", "''") + "'" for phase in phases)
            where += f" AND phase IN ({listed})"
        times = past.frame(where, [figure])
        # Otava needs the room.
        past.connection.close()
        return times
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
        times = chosen_times(arguments)
        found, tested, skipped = find_changes(
            times, arguments.level, arguments.least_change, arguments.least_runs
        )
        if not tested:
            raise HistoryError(
                f"no series has {arguments.least_runs} runs or more, of {skipped}: "
                "measure more, or lower --least-runs"
            )
        if arguments.out:
            found.to_csv(arguments.out, index=False)
        sys.stdout.write(report(found, times, tested, skipped, arguments))
    except (HistoryError, OSError) as error:
        print(f"history: error: {shown.line(error)}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
