"""Measure and draw what docs/real-field.md shows.

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
from collections.abc import Iterator, Sequence
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
FRAME = 1e6 / 60  # microseconds
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
HOSTS = ("type", "xtest-type", "headless-type")
LOCALES, LENGTHS = ("en_US", "fr_FR", "ar_EG"), (3, 9, 15)


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
    """The output of `WidgetBenchmarks ratios`: the strategies in turns of one session each."""

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
        return None if cell[0] == FLOOR else number(self.medians["ratio"].get(cell))

    def time(self, cell: Cell) -> float | None:
        """Return the median time of a keystroke in microseconds, or None."""
        return number(self.medians["microseconds"].get(cell))

    def cells(self) -> list[Cell]:
        """Return the cells that have a ratio."""
        return [cell for cell in self.medians.index if cell[0] != FLOOR]


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


def counted(run: Run, ratios: Ratios | None) -> list[str]:
    """Return the table of counts; if times were taken, with the ratios of the three hosts."""
    metrics = ["signals", "layout_calls", "frames", "flicker_frames", "allocations"]
    heads = ["strategy"] + [metric.replace("_", " ") for metric in metrics]
    heads += ["µs", "ratio", "XTest ratio", "headless ratio"] if ratios else []
    rows = []
    for name in run.strategies:
        row = [f"`{name}`"]
        row += [written(run.figure(cell_of(name), metric)) for metric in metrics]
        if ratios:
            row.append(written(ratios.time(cell_of(name)), 0))
            row += [written(ratios.ratio(cell_of(name, script=host))) for host in HOSTS]
        rows.append(row)
    return table(heads, rows)


def instructed(run: Run) -> list[str]:
    """Return the table of instructions by phase, in thousands."""
    columns = "dispatch;filter, parse, format;refresh;rewrite;layout;paint;rest;all".split(";")
    rows = []
    for name in run.strategies:
        row = [f"`{name}`"]
        for column in columns:
            phases = ["total"] if column == "all" else column.split(", ")
            counts = [run.figure(cell_of(name), "instructions", phase) for phase in phases]
            row.append(f"{sum(count or 0 for count in counts) / 1000:,.0f}")
        rows.append(row)
    return ["Thousands of instructions, by phase:", "", *table(["strategy", *columns], rows)]


def everywhere(run: Run, ratios: Ratios) -> list[str]:
    """Return the table of ratios for locales and lengths; wrong texts are marked."""
    places = [(locale, length) for locale in LOCALES for length in LENGTHS]
    rows = []
    for name in run.strategies:
        row = [f"`{name}`"]
        for place in places:
            mark = "" if run.right(cell_of(name, *place)) else " wrong"
            row.append(written(ratios.ratio(cell_of(name, *place))) + mark)
        rows.append(row)
    heads = ["strategy"] + [f"{locale}, {length}" for locale, length in places]
    return [
        "Ratios to `unformatted` by locale and digits, input method; *wrong*: not the text that "
        "was meant:",
        "",
        *table(heads, rows),
    ]


def paced(text: str) -> list[str]:
    """Return the table of the frames at 60 Hz, from the lines of the worker."""
    rows = []
    for name, keys in pd.read_csv(io.StringIO(text)).groupby("strategy", sort=False):
        median = keys["microseconds"].median()
        tail = np.quantile(keys["microseconds"], 0.99, method="inverted_cdf")
        row = [f"`{name}`", str(len(keys)), f"{median / 1000:.1f} ms", f"{tail / 1000:.1f} ms"]
        rows.append([*row, f"{100 * tail / FRAME:.0f} %", str(keys["flicker_frames"].sum())])
    heads = "strategy;keys;key to frame, median;99th percentile;of a frame;flicker frames"
    return table(heads.split(";"), rows)


def draw_phases(run: Run, path: Path) -> None:
    """Draw the model next to the widget, phase by phase."""
    figure, panels = plt.subplots(1, 2, figsize=(10, 0.9 + 0.36 * len(run.strategies)), sharey=True)
    for axes, (script, title) in zip(
        panels, (("headless-type", "headless model"), ("type", "GTK's text widget")), strict=True
    ):
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


def draw_frames(films: Sequence[Any], folder: Path, path: Path) -> None:
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
                axes.imshow(plt.imread(Path(folder, Path(frame["picture"]).name))[:, :110])
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
    add("--worker", type=Path, required=True, help=argparse.SUPPRESS)
    add("--rounds", type=int, default=5, help="of the phases' times (5)")
    add("--milliseconds", type=int, default=150, help="for which a round times a cell (150)")
    add("--turns", type=int, default=100, help="of the ratios (100)")
    add("folder", type=Path, nargs="?", help="where to write, instead of docs/")
    add("--no-time", action="store_true", help="count only")
    return made


def main(argv: Sequence[str]) -> int:
    """Measure, draw and write; return the exit status."""
    options = parser().parse_args(argv)
    looks.use()
    work = ROOT / ".build/real-field"
    work.mkdir(parents=True, exist_ok=True)
    pictures = options.folder or ROOT / "docs/pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    program = Program(options.program)

    def printed(*words: object) -> str:
        """Return the output of the worker."""
        command = [str(word) for word in (options.worker, *words)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise Failure(f"{options.worker} {words[0]} ended with {done.returncode}")
        return done.stdout

    def measured(name: str, words: str) -> Path:
        """Return a fresh folder into which keystroke-bench measured cells of the worker."""
        folder = work / name
        shutil.rmtree(folder, ignore_errors=True)
        command = ["run", "--worker", options.worker, "--out", folder, "--value", "int"]
        program.ask(*command, *words.split())
        return folder

    # The ratios come first, while nothing else has warmed the machine.
    ratios = None if options.no_time else Ratios(printed("ratios", options.turns))
    one = "--locale en_US --length 9"
    every = f"--locale {','.join(LOCALES)} --length {','.join(map(str, LENGTHS))}"
    folders = [
        measured("counts", f"--no-time --instructions none --script type {every}"),
        measured(
            "instructions",
            f"--no-time --no-allocations --instructions valgrind --script type {one}",
        ),
    ]
    if ratios:
        timing = f"--rounds {options.rounds} --cell-time {options.milliseconds}ms"
        only = "--no-allocations --instructions none --script type,headless-type"
        folders.append(measured("times", f"{only} {timing} {one}"))
    run = Run(*folders)
    frames = work / "frames"
    printed("frames", frames)
    films = json.loads((frames / "frames.json").read_text(encoding="utf-8"))
    draw_frames(films, frames, pictures / "real-field-frames.png")
    if ratios:
        draw_phases(run, pictures / "real-field-phases.png")

    host = runs.metadata(folders[0])["hosts"][0]
    lines = [
        f"{printed('toolkit').strip()} on {host['cpuModel']}, {len(os.sched_getaffinity(0))} "
        "processors; `int`. Nine digits, en_US, per keystroke:",
        "",
        *counted(run, ratios),
        *instructed(run),
    ]
    if ratios:
        lines += timed(run, ratios, options.turns, paced(printed("pace")))
    page = ROOT / "docs/real-field.md"
    before, rest = page.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    target = options.folder / "real-field.md" if options.folder else page
    body = "\n".join(lines)
    target.write_text(f"{before}{BEGIN}\n\n{body}\n{END}{after}", encoding="utf-8")
    print(target)
    return cli.FINE


def timed(run: Run, ratios: Ratios, turns: int, pace: Sequence[str]) -> Iterator[str]:
    """Yield the lines about times and ratios."""
    yield f"Ratios are medians over {turns} turns, in each of which every strategy typed a session:"
    yield "of the processor time of a keystroke to that of `unformatted` in the same turn."
    yield ""
    yield from everywhere(run, ratios)
    yield from ["At 60 Hz, typed with pauses of 80 to 160 ms:", "", *pace]
    yield "![The phases of a keystroke in the headless model and in the widget, by"
    yield from ["strategy](pictures/real-field-phases.png)", ""]
