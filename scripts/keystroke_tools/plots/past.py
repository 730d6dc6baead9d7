"""The history of several runs: from keystroke-bench for a folder of them, or from a store."""

import tempfile
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from keystroke_tools import history, runs
from keystroke_tools.changes import find_changes
from keystroke_tools.program import Program
from keystroke_tools.runs import CELL
from keystroke_tools.store import read
from keystroke_tools.store.past import StoredPast

from .data import most


class Past:
    """The runs in order, with the changes between them."""

    def __init__(self, program: Program | None, folder: Path, filters: runs.Filters) -> None:
        """Read the history of a folder of runs, which needs a program, or of a store."""
        self.rule = history.parser().parse_args([str(folder)])
        cells = {name: globs for name, globs in filters.items() if name in CELL}
        self.stored = StoredPast(folder, cells) if read.is_store(folder) else None
        if self.stored:
            self.ids = [run.id for run in self.stored.runs]
            self.commits = [run.short_commit[:7] for run in self.stored.runs]
            self.days = [run.began[:10] for run in self.stored.runs]
            return
        program = program or Program(product="keystroke-bench")
        asked = ["history", folder, *runs.options(cells)]
        answer = program.ask_json(*asked, keys=["runs", "changes", "order"])
        self.ids = [run["id"] for run in answer["runs"]]
        self.commits = [run["commit"][:7] for run in answer["runs"]]
        self.days = [run["start"][:10] for run in answer["runs"]]
        self.found: list[dict[str, Any]] = answer["changes"]
        frame = history.read_csv(program.ask(*asked, "--format", "csv"), "keystroke-bench history")
        self.frame = frame[frame["suite"] == most(frame["suite"])]

    @property
    def marks(self) -> list[str]:
        """The day and the commit of each run, for an axis."""
        return [f"{day}\n{commit}" for day, commit in zip(self.days, self.commits, strict=True)]

    @cached_property
    def times(self) -> pd.DataFrame:
        """The medians of whole keystrokes, each with its ratio to the first run it is in."""
        return relative(self.rows("time", "p50"))

    @cached_property
    def change_points(self) -> tuple[pd.DataFrame, int]:
        """The change points that scripts/history finds, and the number of series it tested."""
        rule = self.rule
        series, facts = history.series_of(self.rows("time", "p50"))
        found, tested, _ = find_changes(series, rule.level, rule.least_change, rule.least_runs)
        rows = [history.described(change, facts, "p50") for change in found]
        table = pd.DataFrame(rows, columns=history.FOUND)
        return table.assign(strategy=table["cell"].str.split("/").str[0]), tested

    def counts(self, metric: str) -> pd.DataFrame:
        """Return the means of an exact metric, each with its ratio to the first run it is in."""
        return relative(self.rows(metric, "mean"))

    def changes(self, metrics: Collection[str]) -> list[dict[str, Any]]:
        """Return the changes in exact metrics of whole keystrokes."""
        found = self.stored.changes(list(metrics)) if self.stored else self.found
        return [
            change | {"strategy": change["cell"].split("/")[0]}
            for change in found
            if change["phase"] == "total" and change["metric"] in metrics
        ]

    def rows(self, metric: str, figure: str) -> pd.DataFrame:
        """Return the rows of a metric of whole keystrokes."""
        if self.stored:
            suite = read.literal(self.stored.suite)
            where = f"metric = {read.literal(metric)} AND phase = 'total' AND suite = {suite}"
            return self.stored.frame(where, figure)
        rows = self.frame
        rows = rows[(rows["metric"] == metric) & (rows["phase"] == "total")]
        return rows[rows["figure"] == figure]


def relative(rows: pd.DataFrame) -> pd.DataFrame:
    """Add the ratio to the first run, by cell and host; none if the first value is 0."""
    rows = rows.sort_values("order")
    first = rows.groupby([*CELL, "host"])["measured"].transform("first")
    return rows.assign(ratio=(rows["measured"] / first.where(first > 0)))


def middle(ratios: pd.Series) -> float:
    """Return the geometric mean of ratios."""
    ratios = ratios[ratios > 0]
    return float(np.exp(np.log(ratios).mean())) if len(ratios) else np.nan


@contextmanager
def together(folders: Sequence[Path]) -> Iterator[Path]:
    """Put the folders of several runs into one, for as long as it is needed."""
    with tempfile.TemporaryDirectory(prefix="keystroke-bench-") as place:
        for number, folder in enumerate(folders):
            link = Path(place, f"{number:05}-{folder.resolve().name}")
            link.symlink_to(folder.resolve(), target_is_directory=True)
        yield Path(place)
