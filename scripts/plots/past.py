"""The history of several runs, as keystroke-bench and scripts/history have it."""

import io
import tempfile
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

import numpy as np
import pandas as pd
from samples import RunError

from .data import CELL, most
from .program import ask, document

CHOSEN = {"phase": "total"}


class Past:
    """The runs of a folder in order, with what changed between them."""

    def __init__(self, program, folder, filters=None):
        # They are imported here, as only this picture needs them and SciPy takes a second.
        import history

        self.rule = history.parser().parse_args([str(folder)])
        self.stored = None
        if history.is_store(folder):
            self.stored = stored(folder, filters)
            return
        options = [part for name, globs in (filters or {}).items() if name != "suite"
                   for part in (f"--{name}", globs)]  # fmt: skip
        table = ask(program, "history", folder, "--format", "csv", *options)
        answer = ask(program, "history", folder, "--format", "json", *options)
        self.answer = document(answer, "history", "runs", "changes", "order")
        try:
            frame = history.read_history(io.StringIO(table), "keystroke-bench history")
        except history.HistoryError as error:
            raise RunError(str(error)) from None
        self.frame = frame[frame["suite"] == most(frame["suite"])]

    @property
    def ids(self):
        """The ids of the runs, in order."""
        return [run["id"] for run in (self.stored or self).runs]

    @property
    def commits(self):
        """The commits of the runs, in order, in short."""
        return [run["commit"][:7] for run in (self.stored or self).runs]

    @property
    def runs(self):
        """What keystroke-bench says of the runs, in order."""
        return self.answer["runs"]

    @cached_property
    def times(self):
        """The medians of whole keystrokes, each with its ratio to the first run it is in."""
        return relative(self.rows("time", "p50"))

    @cached_property
    def change_points(self):
        """What scripts/history finds in the times, and how many series it tested."""
        import history

        rows = self.rows("time", "p50")
        rule = self.rule
        series, runs = history.series_of(rows)
        found, tested, _ = history.find_changes(
            series, rule.level, rule.least_change, rule.least_runs
        )
        table = pd.DataFrame(
            [history.described(change, runs, "p50") for change in found],
            columns=history.FOUND,
        )
        return table.assign(strategy=table["cell"].str.split("/").str[0]), tested

    def counts(self, metric):
        """The means of an exact metric, each with its ratio to the first run it is in."""
        return relative(self.rows(metric, "mean"))

    def changes(self, metrics):
        """What keystroke-bench says changed in exact metrics of whole keystrokes."""
        found = self.stored.changes(metrics) if self.stored else self.answer["changes"]
        return [
            change | {"strategy": change["cell"].split("/")[0]}
            for change in found
            if change["phase"] == "total" and change["metric"] in metrics
        ]

    def rows(self, metric, figure):
        """Return the rows of a metric of whole keystrokes."""
        if self.stored:
            return stored_rows(self.stored, metric, figure)
        rows = self.frame
        rows = rows[(rows["metric"] == metric) & (rows["phase"] == "total")]
        return rows[rows["figure"] == figure]


def stored(folder, filters):
    """Return what a store says of its runs."""
    from stores import StoreError
    from stores.past import StoredPast

    cells = {name: globs for name, globs in (filters or {}).items() if name != "suite"}
    try:
        return StoredPast(folder, cells)
    except StoreError as error:
        raise RunError(str(error)) from None


def stored_rows(past, metric, figure):
    """Return the rows of a metric of whole keystrokes in a store; empty where there are none."""
    suite = past.suite.replace("'", "''")
    where = f"metric = '{metric}' AND phase = 'total' AND suite = '{suite}'"
    rows = past.frame(where, [figure])
    return past.frame("phase = 'total'", ["mean"]).iloc[:0] if rows is None else rows


def relative(rows):
    """Add the ratio to the first run, by cell and host; from 0 there is none."""
    rows = rows.sort_values("order")
    first = rows.groupby([*CELL, "host"])["measured"].transform("first")
    return rows.assign(ratio=(rows["measured"] / first.where(first > 0)))


def middle(ratios):
    """Return the geometric mean of ratios."""
    ratios = ratios[ratios > 0]
    return float(np.exp(np.log(ratios).mean())) if len(ratios) else np.nan


@contextmanager
def together(folders):
    """Put the folders of several runs into one, for as long as it is needed."""
    with tempfile.TemporaryDirectory(prefix="keystroke-bench-") as place:
        for number, folder in enumerate(folders):
            link = Path(place, f"{number:05}-{folder.resolve().name}")
            link.symlink_to(folder.resolve(), target_is_directory=True)
        yield Path(place)
