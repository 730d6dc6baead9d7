"""A run as the pictures need it: rounds folded, and what to show chosen."""

import fnmatch
import json
from dataclasses import dataclass
from functools import cached_property

import pandas as pd
from samples import RunError, read_run

CELL = ["strategy", "value", "locale", "length", "script"]
TIMES = ["min", "p50", "p90", "p99", "p999", "max", "mean"]
MOST_PANELS = 3


@dataclass(frozen=True)
class Choice:
    """What is shown of a run, where a picture cannot show all."""

    suite: str
    script: str
    value: str
    locales: tuple  # those that say most, first
    length: int  # measured in most cells; of several the longest


class Run:
    """The rows of one suite of a run."""

    def __init__(self, folder, filters=None):
        self.folder = folder
        frame = read_run(folder)
        self.metadata = json.loads((folder / "run.json").read_text(encoding="utf-8"))
        self.id = str(self.metadata.get("id") or frame["run"].iloc[0])
        self.frame = filtered(frame, filters or {}, folder)
        cells = self.frame[["suite", *CELL]].drop_duplicates()
        self.choice = choose(cells)
        self.frame = self.frame[self.frame["suite"] == self.choice.suite]

    @cached_property
    def times(self):
        """One row a cell and phase: medians over rounds, in microseconds."""
        rows = self.frame
        return fold_times(rows[(rows["metric"] == "time") & (rows["phase"] != "")])

    @cached_property
    def totals(self):
        """The times of whole keystrokes."""
        return self.times[self.times["phase"] == "total"].dropna(subset=["p50"])

    def counts(self, metric):
        """One row a cell and phase: the mean per keystroke of an exact metric."""
        rows = self.frame[self.frame["metric"] == metric].dropna(subset=["mean"])
        rows = rows.assign(wrong=rows["text"] == "wrong")
        folded = rows.groupby([*CELL, "phase"], as_index=False)
        return folded.agg(mean=("mean", "median"), wrong=("wrong", "any"))

    def chosen(self, rows, **others):
        """Return the rows of what is shown; others replace parts of the choice."""
        wanted = {"script": self.choice.script, "value": self.choice.value} | others
        for column, value in wanted.items():
            rows = rows[rows[column] == value]
        return rows

    def is_batched(self, cell):
        """Whether keystrokes of a cell were timed several at once."""
        name = "/".join(str(cell[part]) for part in CELL)
        return name in (self.metadata.get("batchedKeystrokes") or {})


def fold_times(rows):
    """Return one row a cell and phase: the medians over rounds, in microseconds."""
    timed = rows[rows["instrument"] == "clock"]
    timed = timed.assign(wrong=timed["text"] == "wrong")
    folded = timed.groupby([*CELL, "phase"], as_index=False).agg(
        **{name: (name, "median") for name in TIMES},
        wrong=("wrong", "any"),
        rounds=("round", "nunique"),
    )
    folded[TIMES] /= 1000
    return folded


def filtered(frame, filters, folder):
    """Return the rows whose cells pass the filters: globs by commas, by column."""
    for column, globs in filters.items():
        names = frame[column].astype(str)
        known = names.unique()
        wanted = [glob.strip() for glob in globs.split(",")]
        passed = {
            name
            for name in known
            if any(fnmatch.fnmatchcase(name, glob) for glob in wanted)
        }
        if not passed:
            raise RunError(
                f"{folder}: no {column} {globs!r}; there is: {', '.join(sorted(known))}"
            )
        frame = frame[names.isin(passed)]
    return frame


def choose(cells):
    """Return what to show of cells: the widest script of the largest suite."""
    suite = most(cells["suite"])
    cells = cells[cells["suite"] == suite]
    # The script measured at most lengths shows most; `type` where several do. Edits of
    # different kinds do not make one line.
    lengths = cells.groupby("script")["length"].nunique()
    script = max(lengths.index, key=lambda name: (lengths[name], name == "type"))
    cells = cells[cells["script"] == script]
    value = most(cells["value"])
    cells = cells[cells["value"] == value]
    counts = cells["length"].value_counts()
    length = max(counts.index, key=lambda number: (counts[number], number))
    here = cells.groupby("locale")["length"].nunique()
    there = cells[cells["length"] == length].groupby("locale")["strategy"].nunique()
    order = pd.DataFrame({"lengths": here, "strategies": there}).fillna(0)
    order = order.sort_values(["lengths", "strategies"], ascending=False, kind="stable")
    return Choice(suite, script, value, tuple(order.index), int(length))


def right(rows):
    """Return the rows whose text is right, which alone lead a title; all where none is."""
    kept = rows[~rows["wrong"].astype(bool)]
    return kept if len(kept) else rows


def most(names):
    """Return the name that occurs most; of several the first by alphabet."""
    return names.value_counts().sort_index().idxmax()
