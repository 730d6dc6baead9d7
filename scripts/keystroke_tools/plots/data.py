"""A run as the pictures need it: with folded rounds, and a choice of rows to show."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd

from keystroke_tools import runs
from keystroke_tools.program import Program
from keystroke_tools.runs import CELL, FIGURES

MOST_PANELS = 3


@dataclass(frozen=True)
class Choice:
    """The part of a run that is shown, if a picture cannot show all."""

    suite: str
    script: str
    value: str
    locales: tuple[str, ...]  # the most informative first
    length: int  # measured in most cells; of several the nearest to 9, as in the ranking


class Run:
    """The rows of one suite of a run."""

    def __init__(self, program: Program, folder: Path, filters: runs.Filters) -> None:
        """Read a run; raise Failure if it is damaged or no cell passes the filters."""
        frame = runs.filtered(runs.read(folder, program), filters, folder)
        self.metadata = runs.metadata(folder)
        self.id: str = self.metadata["id"]
        self.choice = choose(frame[["suite", *CELL]].drop_duplicates())
        self.frame = frame[frame["suite"] == self.choice.suite]

    @cached_property
    def times(self) -> pd.DataFrame:
        """One row per cell and phase: medians over rounds, in microseconds."""
        rows = self.frame
        rows = rows[(rows["metric"] == "time") & (rows["phase"] != "")]
        folded = fold_times(rows)
        # A stored baseline has its rounds folded already, as round 0.
        if (rows["round"] == 0).all():
            folded["rounds"] = self.metadata["plan"]["rounds"]
        return folded

    @cached_property
    def totals(self) -> pd.DataFrame:
        """The times of whole keystrokes."""
        return self.times[self.times["phase"] == "total"].dropna(subset=["p50"])

    def counts(self, metric: str) -> pd.DataFrame:
        """Return one row per cell and phase: the mean per keystroke of an exact metric."""
        rows = self.frame[self.frame["metric"] == metric].dropna(subset=["mean"])
        rows = rows.assign(wrong=rows["text"] == "wrong")
        folded = rows.groupby([*CELL, "phase"], as_index=False)
        return folded.agg(mean=("mean", "median"), wrong=("wrong", "any"))

    def chosen(self, rows: pd.DataFrame, **others: object) -> pd.DataFrame:
        """Return the rows to show; others replace parts of the choice."""
        wanted = {"script": self.choice.script, "value": self.choice.value} | others
        for column, value in wanted.items():
            rows = rows[rows[column] == value]
        return rows

    def panels(self, rows: pd.DataFrame) -> tuple[pd.DataFrame, list[str]]:
        """Return the rows of the locales that have a panel, and those locales."""
        shown = [name for name in self.choice.locales if (rows["locale"] == name).any()]
        shown = shown[:MOST_PANELS]
        return rows[rows["locale"].isin(shown)], shown

    def is_batched(self, cell: Mapping[str, Any]) -> bool:
        """Return True if several keystrokes of a cell were timed at once."""
        name = "/".join(str(cell[part]) for part in CELL)
        return name in self.metadata["batchedKeystrokes"]


def fold_times(rows: pd.DataFrame) -> pd.DataFrame:
    """Return one row per cell and phase: the medians over rounds, in microseconds."""
    timed = rows[rows["instrument"] == "clock"]
    timed = timed.assign(wrong=timed["text"] == "wrong")
    folded = timed.groupby([*CELL, "phase"], as_index=False).agg(
        **{name: (name, "median") for name in FIGURES},
        wrong=("wrong", "any"),
        rounds=("round", "nunique"),
    )
    folded[FIGURES] /= 1000
    return folded


def choose(cells: pd.DataFrame) -> Choice:
    """Return the choice of cells to show: the widest script of the largest suite."""
    suite = most(cells["suite"])
    cells = cells[cells["suite"] == suite]
    # Choose the script with the most lengths, or `type` if there are several. Edits of
    # different kinds do not make one line.
    lengths = cells.groupby("script")["length"].nunique()
    script = max(lengths.index, key=lambda name: (lengths[name], name == "type"))
    cells = cells[cells["script"] == script]
    value = most(cells["value"])
    cells = cells[cells["value"] == value]
    counts = cells["length"].value_counts()
    length = max(counts.index, key=lambda number: (counts[number], -abs(number - 9)))
    here = cells.groupby("locale")["length"].nunique()
    there = cells[cells["length"] == length].groupby("locale")["strategy"].nunique()
    order = pd.DataFrame({"lengths": here, "strategies": there}).fillna(0)
    order = order.sort_values(["lengths", "strategies"], ascending=False, kind="stable")
    return Choice(suite, script, value, tuple(order.index), int(length))


def right(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows with a right text, for a title; all rows if there are none."""
    kept = rows[~rows["wrong"].astype(bool)]
    return kept if len(kept) else rows


def among(rows: pd.DataFrame) -> str:
    """Return the beginning of a title: empty if it is about all that is drawn."""
    wrong = rows["wrong"].astype(bool)
    return "Of those with right texts, " if wrong.any() and not wrong.all() else ""


def most(names: pd.Series) -> str:
    """Return the most frequent name; if there are several, the first by alphabet."""
    return str(names.value_counts().sort_index().idxmax())
