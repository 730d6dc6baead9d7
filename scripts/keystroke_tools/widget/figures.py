"""What was measured of the widgets: runs, ratios, and the habits of a toolkit."""

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from keystroke_tools import runs

FLOOR = "unformatted"
ORDER = [
    FLOOR,
    "format-on-commit",
    "delegate-filter",
    "onchange-reformat-handler",
    "onchange-reformat",
    "onchange-reformat-idle",
    "publisher-transform",
    "incremental-delegate",
    "incremental-onchange",
]

# Strategy, value, locale, length and script.
Cell = tuple[str, str, str, int, str]


class Run:
    """The rows of several runs, as one."""

    def __init__(self, *folders: Path) -> None:
        """Read runs that keystroke-bench has just written."""
        rows = pd.concat([runs.read_samples(folder) for folder in folders])
        # One row per cell, phase and metric: the median of the rounds.
        self.rows = rows.groupby([*runs.CELL, "phase", "metric"]).agg(
            mean=("mean", "median"), text=("text", "max")
        )
        found = set(rows["strategy"])
        known = [name for name in ORDER if name in found]
        self.strategies = known + sorted(found.difference(known))

    def figure(self, cell: Cell, metric: str, phase: str = "total") -> float | None:
        """Return a mean per keystroke, or None."""
        key = (*cell, phase, metric)
        return number(self.rows["mean"].get(key))

    def right(self, cell: Cell) -> bool:
        """Return True if the texts of a cell are right."""
        return bool(self.rows["text"].get((*cell, "total", "frames"), "ok") == "ok")


class Ratios:
    """The output of a worker's `ratios`: the strategies in turns of one session each."""

    def __init__(self, text: str) -> None:
        """Read the printed lines."""
        rows = pd.read_csv(io.StringIO(text))
        workload = [*runs.CELL[1:], "turn"]
        floor = rows[rows["strategy"] == FLOOR].set_index(workload)["cpu_microseconds"]
        rows = rows.join(floor.rename("floor"), on=workload)
        rows["ratio"] = rows["cpu_microseconds"] / rows["floor"]
        # The ratio of processor time to that of the floor in the same turn; median of all turns.
        self.medians = rows.groupby(runs.CELL)[["ratio"]].median()

    def ratio(self, cell: Cell) -> float | None:
        """Return the ratio of a cell to the floor, or None."""
        return number(self.medians["ratio"].get(cell))

    def cells(self) -> list[Cell]:
        """Return the cells that have a ratio."""
        return [cell for cell in self.medians.index if cell[0] != FLOOR]


@dataclass
class Toolkit:
    """What was measured of one toolkit's widget."""

    name: str
    run: Run
    ratios: Ratios | None
    # What undo and composing do, by strategy.
    habits: pd.DataFrame

    def ratio(self, cell: Cell) -> float | None:
        """Return the ratio of a cell to the floor, or None."""
        return self.ratios.ratio(cell) if self.ratios else None

    @property
    def composes(self) -> bool:
        """Return True if an input method can be driven here."""
        return bool((self.habits["composed_text"] != "").any())

    def undone(self, strategy: str) -> str:
        """Return what one undo leaves: the text, and a value that is not the text's."""
        return self._left(strategy, "undone")

    def composed(self, strategy: str) -> str:
        """Return what a composed text leaves: the text, and a value that is not the text's."""
        return self._left(strategy, "composed")

    def _left(self, strategy: str, deed: str) -> str:
        text, value = self.habits.loc[strategy, [f"{deed}_text", f"{deed}_value"]]
        kept = f", value {value}" if value and value != text.replace(",", "") else ""
        return (text or "nothing") + kept


def number(figure: Any) -> float | None:
    """Return a figure of a table, or None if it is missing."""
    return None if figure is None or pd.isna(figure) else float(figure)


def cell_of(strategy: str, locale: str = "en_US", length: int = 9, script: str = "type") -> Cell:
    """Return a cell as in its columns."""
    return (strategy, "int", locale, length, script)
