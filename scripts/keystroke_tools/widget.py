"""Measure both toolkits, and draw what docs/real-field.md shows.

The figures go between the marks in the page, the pictures into docs/pictures. With a folder as
argument everything goes there instead, and the committed page stays as it is.

Exit status: 0 written, 2 it could not be measured, 64 usage.
"""

import argparse
import io
import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from keystroke_tools import cli, runs
from keystroke_tools.cli import ROOT, Failure
from keystroke_tools.plots import looks
from keystroke_tools.plots import matplotlib as mpl
from keystroke_tools.plots.looks import PHASES
from keystroke_tools.program import Program

mpl.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402, after the choice of what draws

BEGIN, END = "<!-- figures: scripts/widget --page -->", "<!-- end of figures -->"
FLOOR = "unformatted"
ORDER = [
    FLOOR,
    "format-on-commit",
    "delegate-filter",
    "onchange-reformat",
    "onchange-reformat-idle",
    "publisher-transform",
    "incremental-delegate",
    "incremental-onchange",
]
LOCALES, LENGTHS = ("en_US", "fr_FR", "ar_EG"), (3, 9, 15)
# Shown by locale and digits; nine digits in en_US are in the first table.
PLACES = (("en_US", 3), ("en_US", 15), ("fr_FR", 9), ("ar_EG", 9))

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
        self.medians = rows.groupby(runs.CELL)[["ratio", "microseconds"]].median()

    def ratio(self, cell: Cell) -> float | None:
        """Return the ratio of a cell to the floor, or None."""
        return number(self.medians["ratio"].get(cell))

    def time(self, cell: Cell) -> float | None:
        """Return the median time of a keystroke in microseconds, or None."""
        return number(self.medians["microseconds"].get(cell))

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

    def undone(self, strategy: str) -> str:
        """Return what one undo leaves: the text, and a value that is not the text's."""
        text, value = self.habits.loc[strategy, ["undone_text", "undone_value"]]
        kept = f", value {value}" if value != text.replace(",", "") else ""
        return (text or "nothing") + kept

    def asked(self, strategy: str) -> str:
        """Return whether a strategy was asked before a character was composed."""
        return {"true": "yes", "false": "no"}.get(
            self.habits.loc[strategy, "asked_while_composing"], ""
        )


def number(figure: Any) -> float | None:
    """Return a figure of a table, or None if it is missing."""
    return None if figure is None or pd.isna(figure) else float(figure)


def cell_of(strategy: str, locale: str = "en_US", length: int = 9, script: str = "type") -> Cell:
    """Return a cell as in its columns."""
    return (strategy, "int", locale, length, script)


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return a table of Markdown."""
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows] + [""]


def written(figure: float | None, digits: int = 2) -> str:
    """Return a figure as text; empty if there is none."""
    return "" if figure is None else f"{figure:,.{digits}f}"


def compared(toolkits: Sequence[Toolkit]) -> list[str]:
    """Return the table of the strategies by toolkit."""
    ratios = [one.ratios for one in toolkits if one.ratios]
    names = [one.name for one in toolkits]
    heads = ["strategy"] + [f"{name} ratio" for name in names if ratios]
    heads += ["headless ratio"] if ratios else []
    heads += [f"{name} XTest ratio" for name in names if ratios]
    for subject in ("frames", "flicker", "undo leaves", "asked while composing"):
        heads += [f"{name} {subject}" for name in names]
    rows = []
    for name in toolkits[0].run.strategies:
        cell = cell_of(name)
        row = [f"`{name}`", *(written(one.ratio(cell)) for one in ratios)]
        row += [written(one.ratio(cell_of(name, script="headless-type"))) for one in ratios[:1]]
        row += [written(one.ratio(cell_of(name, script="xtest-type"))) for one in ratios]
        for metric in ("frames", "flicker_frames"):
            row += [written(one.run.figure(cell, metric)) for one in toolkits]
        row += [one.undone(name) for one in toolkits] + [one.asked(name) for one in toolkits]
        rows.append(row)
    return table(heads, rows)


def counted(toolkits: Sequence[Toolkit], pace: pd.DataFrame | None) -> list[str]:
    """Return the table of the other counts and of the times."""
    heads, rows = ["strategy"], []
    for one in toolkits:
        heads += [f"{one.name} {what}" for what in ("signals", "layout calls", "allocations")]
        heads += [f"{one.name} µs"] if one.ratios else []
    heads += ["GTK at 60 Hz: key to frame, median", "99th percentile"] if pace is not None else []
    for name in toolkits[0].run.strategies:
        row = [f"`{name}`"]
        for one in toolkits:
            metrics = ("signals", "layout_calls", "allocations")
            row += [written(one.run.figure(cell_of(name), metric)) for metric in metrics]
            row += [written(one.ratios.time(cell_of(name)), 0)] if one.ratios else []
        row += paced(pace, name) if pace is not None else []
        rows.append(row)
    return table(heads, rows)


def instructed(toolkits: Sequence[Toolkit]) -> list[str]:
    """Return the table of instructions by phase, in thousands."""
    columns = {
        "dispatch": ["dispatch"],
        "strategy": ["filter", "parse", "format", "refresh"],
        "rewrite": ["rewrite"],
        "layout": ["layout"],
        "paint": ["paint"],
        "all": ["total"],
    }
    rows = []
    for name in toolkits[0].run.strategies:
        row = [f"`{name}`"]
        for one in toolkits:
            for phases in columns.values():
                counts = [one.run.figure(cell_of(name), "instructions", phase) for phase in phases]
                row.append(f"{sum(count or 0 for count in counts) / 1000:,.0f}")
        rows.append(row)
    heads = [f"{one.name} {column}" for one in toolkits for column in columns]
    return ["Thousands of instructions, by phase:", "", *table(["strategy", *heads], rows)]


def everywhere(toolkits: Sequence[Toolkit]) -> list[str]:
    """Return the table of ratios for locales and lengths; wrong texts are marked."""
    rows = []
    for name in toolkits[0].run.strategies:
        row = [f"`{name}`"]
        for one in toolkits:
            for place in PLACES:
                mark = "" if one.run.right(cell_of(name, *place)) else " wrong"
                figure = one.ratios.ratio(cell_of(name, *place)) if one.ratios else None
                row.append(written(figure) + mark)
        rows.append(row)
    heads = [f"{one.name} {locale}, {length}" for one in toolkits for locale, length in PLACES]
    return [
        "Ratios by locale and digits; *wrong*: a text that is not what was meant:",
        "",
        *table(["strategy", *heads], rows),
    ]


def paced(keys: pd.DataFrame, strategy: str) -> list[str]:
    """Return the median and the 99th percentile from a key to its frame."""
    times = keys[keys["strategy"] == strategy]["microseconds"]
    tail = np.quantile(times, 0.99, method="inverted_cdf")
    return [f"{times.median() / 1000:.1f} ms", f"{tail / 1000:.1f} ms"]


def draw_phases(toolkits: Sequence[Toolkit], path: Path) -> None:
    """Draw the model next to the widgets, phase by phase."""
    first = toolkits[0].run
    subjects = [("headless model", first, "headless-type")]
    subjects += [(f"{one.name}'s widget", one.run, "type") for one in toolkits]
    figure, panels = plt.subplots(
        1, len(subjects), figsize=(13, 0.9 + 0.36 * len(first.strategies)), sharey=True
    )
    for axes, (title, run, script) in zip(panels, subjects, strict=True):
        for y, name in enumerate(reversed(run.strategies)):
            left = 0.0
            for phase, colour in PHASES.items():
                time = run.figure(cell_of(name, script=script), "time", phase) or 0
                axes.barh(y, time / 1000, 0.7, left, color=colour, label=phase if y == 0 else None)
                left += time / 1000
        axes.set_title(f"{title}, µs per keystroke")
        axes.set_yticks(range(len(run.strategies)), list(reversed(run.strategies)))
        axes.grid(axis="y", visible=False)
    figure.legend(*panels[1].get_legend_handles_labels(), loc="lower center", ncols=9)
    figure.tight_layout(rect=(0, 0.07, 1, 1))
    figure.savefig(path, dpi=110)
    plt.close(figure)


def draw_frames(films: Sequence[Any], path: Path) -> None:
    """Draw the film strip: a row per strategy, a column per key, each frame as painted."""
    keys = max(len(film["keys"]) for film in films)
    most = [max(len(film["keys"][key]["frames"]) for film in films) for key in range(keys)]
    columns = sum(most)
    figure, grid = plt.subplots(
        len(films), columns, figsize=(1.05 * columns, 0.42 * len(films) + 0.6), squeeze=False
    )
    for row, film in zip(grid, films, strict=True):
        for axes in row:
            axes.set_axis_off()
        for key, record in enumerate(film["keys"]):
            # The last frame of a key is in its last column, so that keys are aligned.
            first = sum(most[: key + 1]) - len(record["frames"])
            for place, frame in enumerate(record["frames"]):
                axes = row[first + place]
                axes.set_axis_on()
                axes.set_xticks([])
                axes.set_yticks([])
                axes.grid(visible=False)
                axes.imshow(plt.imread(frame["picture"])[:, :110])
                for side in axes.spines.values():
                    side.set_visible(True)
                    side.set_color("#D91413" if frame["isFlicker"] else "#8A8A8A")
                    side.set_linewidth(2.2 if frame["isFlicker"] else 0.6)
        row[0].text(
            -0.06, 0.5, film["strategy"], transform=row[0].transAxes, ha="right", va="center"
        )
    figure.suptitle(
        "1234567, frame by frame; red: a frame with a text that is not the key's last", x=0.5
    )
    figure.savefig(path, dpi=110, bbox_inches="tight")
    plt.close(figure)


def parser() -> cli.Parser:
    """Return the command line."""
    made = cli.Parser("widget --page", __doc__ or "")
    add = made.add_argument
    add("--program", type=Path, required=True, help=argparse.SUPPRESS)
    add("--gtk", type=Path, required=True, help=argparse.SUPPRESS)
    add("--qt", type=Path, required=True, help=argparse.SUPPRESS)
    add("--rounds", type=int, default=5, help="of the phases' times (5)")
    add("--milliseconds", type=int, default=150, help="for which a round times a cell (150)")
    add("--turns", type=int, default=100, help="of the ratios (100)")
    add("folder", type=Path, nargs="?", help="where to write, instead of docs/")
    add("--no-time", action="store_true", help="count only")
    return made


class Worker:
    """A toolkit's worker, and the folder for what it measures."""

    def __init__(self, path: Path, program: Program, work: Path) -> None:
        """Take a worker that was built."""
        self.path, self.program, self.work = path, program, work
        work.mkdir(parents=True, exist_ok=True)

    def printed(self, *words: object) -> str:
        """Return the output of the worker."""
        command = [str(word) for word in (self.path, *words)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise Failure(f"{self.path} {words[0]} ended with {done.returncode}: {done.stderr}")
        return done.stdout

    def measured(self, name: str, words: str) -> Path:
        """Return a fresh folder into which keystroke-bench measured cells of the worker."""
        folder = self.work / name
        shutil.rmtree(folder, ignore_errors=True)
        command = ["run", "--worker", self.path, "--out", folder, "--value", "int"]
        self.program.ask(*command, *words.split())
        return folder

    def films(self) -> list[Any]:
        """Return the frames of each strategy, whose pictures are in the folder."""
        name = self.printed("toolkit").split()[0]
        folder = self.work / "frames"
        self.printed("frames", folder)
        films: list[Any] = json.loads((folder / "frames.json").read_text(encoding="utf-8"))
        for film in films:
            film["strategy"] = f"{name}: {film['strategy']}"
            for frame in (frame for key in film["keys"] for frame in key["frames"]):
                frame["picture"] = folder / Path(frame["picture"]).name
        return films

    def toolkit(self, ratios: Ratios | None, options: argparse.Namespace) -> Toolkit:
        """Return what is measured of the toolkit, after its ratios."""
        one = "--locale en_US --length 9"
        every = f"--locale {','.join(LOCALES)} --length {','.join(map(str, LENGTHS))}"
        counting = f"--no-time --no-allocations --instructions valgrind --script type {one}"
        folders = [
            self.measured("counts", f"--no-time --instructions none --script type {every}"),
            self.measured("instructions", counting),
        ]
        if ratios:
            timing = f"--rounds {options.rounds} --cell-time {options.milliseconds}ms"
            only = "--no-allocations --instructions none --script type,headless-type"
            folders.append(self.measured("times", f"{only} {timing} {one}"))
        habits = pd.read_csv(
            io.StringIO(self.printed("habits")), dtype=str, keep_default_na=False
        ).set_index("strategy")
        name = self.printed("toolkit").split()[0]
        return Toolkit(name, Run(*folders), ratios, habits)


def write(name: str, lines: Sequence[str], folder: Path | None) -> None:
    """Write figures into their place on a page of docs/, or into a copy of it in a folder."""
    page = ROOT / "docs" / name
    before, rest = page.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    target = folder / name if folder else page
    target.parent.mkdir(parents=True, exist_ok=True)
    body = "\n".join(lines)
    target.write_text(f"{before}{BEGIN}\n\n{body}\n{END}{after}", encoding="utf-8")
    print(target)


def main(argv: Sequence[str]) -> int:
    """Measure, draw and write; return the exit status."""
    options = parser().parse_args(argv)
    looks.use()
    work = ROOT / ".build/real-field"
    pictures = options.folder or ROOT / "docs/pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    program = Program(options.program)
    gtk, qt = workers = [
        Worker(path, program, work / path.name) for path in (options.gtk, options.qt)
    ]
    # The ratios come first, while nothing else has warmed the machine.
    turns = str(options.turns)
    ratios = [
        None if options.no_time else Ratios(worker.printed("ratios", turns)) for worker in workers
    ]
    toolkits = [worker.toolkit(own, options) for worker, own in zip(workers, ratios, strict=True)]
    draw_frames(gtk.films() + qt.films(), pictures / "real-field-frames.png")
    pace = None
    if not options.no_time:
        draw_phases(toolkits, pictures / "real-field-phases.png")
        # Qt Widgets has no frame clock to keep pace with.
        pace = pd.read_csv(io.StringIO(gtk.printed("pace")))

    host = runs.metadata(gtk.work / "counts")["hosts"][0]
    versions = " and ".join(worker.printed("toolkit").strip() for worker in workers)
    median = "" if options.no_time else f"; ratios: medians of {turns} turns"
    lines = [
        f"{versions} on {host['cpuModel']}, {len(os.sched_getaffinity(0))} processors; `int`, "
        f"nine digits, en_US, per keystroke{median}:",
        "",
        *compared(toolkits),
        *counted(toolkits, pace),
    ]
    more = instructed(toolkits) + ([] if options.no_time else everywhere(toolkits))
    for page, figures in (("real-field.md", lines), ("studies/real-field.md", more)):
        write(page, figures, options.folder)
    return cli.FINE
