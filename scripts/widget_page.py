"""Measures and draws what docs/real-field.md shows; `scripts/widget --page` runs it.

The figures go between the marks in the page, the pictures into docs/pictures. With a folder as argument everything
goes there instead, the committed page untouched.
"""

import argparse
import collections
import csv
import io
import json
import os
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

import matplotlib as mpl
from plots.looks import PHASES, STYLE

mpl.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

BEGIN, END = "<!-- figures: scripts/widget --page -->", "<!-- end of figures -->"
FLOOR = "unformatted"
FRAME = 1e6 / 60  # microseconds
ORDER = [FLOOR, "format-on-commit", "delegate-filter", "onchange-reformat", "onchange-reformat-idle",
         "publisher-transform", "incremental-delegate", "incremental-onchange"]  # fmt: skip
CELL = ("strategy", "value", "locale", "length", "script")
LOCALES, LENGTHS = ("en_US", "fr_FR", "ar_EG"), (3, 9, 15)


class Run:
    """The rows of runs, by cell, phase and metric."""

    def __init__(self, *folders):
        self.rows = collections.defaultdict(dict)
        for folder in folders:
            with (folder / "samples.csv").open(newline="") as file:
                for row in csv.DictReader(file):
                    cell = tuple(row[key] for key in CELL)
                    self.rows[cell + (row["phase"], row["metric"])][row["round"]] = row
        # Rows stand in the order in which cells were measured, which is random.
        found = {key[0] for key in self.rows}
        known = [name for name in ORDER if name in found]
        self.strategies = known + sorted(found.difference(known))

    def figure(self, cell, metric, phase="total", column="mean"):
        """Return the median of the rounds, or None."""
        rounds = self.rows.get(cell + (phase, metric), {}).values()
        figures = [float(row[column]) for row in rounds if row[column]]
        return statistics.median(figures) if figures else None

    def right(self, cell):
        """Return whether the texts of a cell are."""
        rows = self.rows.get(cell + ("total", "frames"), {}).values()
        return all(row["text"] == "ok" for row in rows)


class Ratios:
    """What `WidgetBenchmarks ratios` printed: the strategies in turns of one session each."""

    def __init__(self, text):
        self.turns = collections.defaultdict(dict)
        for row in csv.DictReader(io.StringIO(text)):
            cell = tuple(row[key] for key in CELL)
            self.turns[cell][row["turn"]] = (
                float(row["cpu_microseconds"]),
                float(row["microseconds"]),
            )

    def ratio(self, cell):
        """Return the median over the turns of the processor time as times that of the floor in the same turn."""
        floor = self.turns.get((FLOOR,) + cell[1:], {})
        own = self.turns.get(cell, {})
        ratios = [own[turn][0] / floor[turn][0] for turn in own if turn in floor]
        return statistics.median(ratios) if ratios else None

    def time(self, cell):
        """Return the median time of a keystroke in microseconds, or None."""
        times = [elapsed for _, elapsed in self.turns.get(cell, {}).values()]
        return statistics.median(times) if times else None

    def cells(self):
        """Return the cells that have a ratio."""
        return [cell for cell in self.turns if cell[0] != FLOOR]


def cell(strategy, locale="en_US", length=9, script="type"):
    """Return a cell as its columns are written."""
    return (strategy, "int", locale, str(length), script)


def table(heads, rows):
    """Return a table of Markdown."""
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows] + [""]


def written(figure, digits=2):
    """Return a figure as text; empty where there is none."""
    return "" if figure is None else f"{figure:,.{digits}f}"


def counted(run, ratios):
    """Return the table of counts; where times were taken, with the ratios of the three hosts."""
    metrics = ["signals", "layout_calls", "frames", "flicker_frames", "allocations"]
    heads = ["strategy"] + [metric.replace("_", " ") for metric in metrics]
    hosts = ("type", "xtest-type", "headless-type") if ratios else ()
    heads += ["µs", "ratio", "XTest ratio", "headless ratio"] if ratios else []
    rows = []
    for name in run.strategies:
        row = [f"`{name}`"]
        row += [written(run.figure(cell(name), metric)) for metric in metrics]
        row += [written(ratios.time(cell(name)), 0)] if ratios else []
        row += [written(ratios.ratio(cell(name, script=host))) for host in hosts]
        rows.append(row)
    return table(heads, rows)


def instructed(run):
    """Return the table of instructions by phase, in thousands."""
    heads = ["strategy", "dispatch", "filter, parse, format", "refresh", "rewrite", "layout", "paint", "rest", "all"]  # fmt: skip
    columns = [("dispatch",), ("filter", "parse", "format"), ("refresh",), ("rewrite",), ("layout",), ("paint",),
               ("rest",), ("total",)]  # fmt: skip
    rows = []
    for name in run.strategies:
        row = [f"`{name}`"]
        for phases in columns:
            counts = [run.figure(cell(name), "instructions", phase) for phase in phases]
            row.append(f"{sum(count or 0 for count in counts) / 1000:,.0f}")
        rows.append(row)
    return ["Thousands of instructions, by phase:", "", *table(heads, rows)]


def everywhere(run, ratios):
    """Return the table of ratios for locales and lengths; what leaves a wrong text is marked."""
    places = [(locale, length) for locale in LOCALES for length in LENGTHS]
    rows = []
    for name in run.strategies:
        row = [f"`{name}`"]
        for place in places:
            mark = "" if run.right(cell(name, *place)) else " wrong"
            row.append(written(ratios.ratio(cell(name, *place))) + mark)
        rows.append(row)
    heads = ["strategy"] + [f"{locale}, {length}" for locale, length in places]
    return [
        "Ratios to `unformatted` by locale and digits, input method; *wrong*: a text that is not what was meant:",
        "",
        *table(heads, rows),
    ]


def paced(text):
    """Return the table of what a user sees at 60 Hz, from the lines of the worker."""
    keys = collections.defaultdict(list)
    for row in csv.DictReader(io.StringIO(text)):
        keys[row["strategy"]].append(
            (float(row["microseconds"]), int(row["flicker_frames"]))
        )
    rows = []
    for name, records in keys.items():
        latencies = sorted(latency for latency, _ in records)
        tail = latencies[max(0, -(-99 * len(latencies) // 100) - 1)]
        rows.append([
            f"`{name}`", str(len(records)), f"{statistics.median(latencies) / 1000:.1f} ms",
            f"{tail / 1000:.1f} ms", f"{100 * tail / FRAME:.0f} %",
            str(sum(flickers for _, flickers in records)),
        ])  # fmt: skip
    return table(["strategy", "keys", "key to frame, median", "99th percentile",
                  "of a frame", "flicker frames"], rows)  # fmt: skip


def draw_phases(run, path):
    """Draw the model beside the widget, phase by phase."""
    figure, panels = plt.subplots(
        1, 2, figsize=(10, 0.9 + 0.36 * len(run.strategies)), sharey=True
    )
    for axes, (script, title) in zip(
        panels,
        (("headless-type", "headless model"), ("type", "GTK's text widget")),
        strict=True,
    ):
        for y, name in enumerate(reversed(run.strategies)):
            left = 0.0
            for phase, colour in PHASES.items():
                time = run.figure(cell(name, script=script), "time", phase) or 0
                axes.barh(
                    y,
                    time / 1000,
                    0.7,
                    left,
                    color=colour,
                    label=phase if y == 0 else None,
                )
                left += time / 1000
        axes.set_title(f"{title}, µs per keystroke")
        axes.set_yticks(range(len(run.strategies)), list(reversed(run.strategies)))
        axes.grid(axis="y", visible=False)
    figure.legend(*panels[1].get_legend_handles_labels(), loc="lower center", ncols=9)
    figure.tight_layout(rect=(0, 0.07, 1, 1))
    figure.savefig(path, dpi=110)
    plt.close(figure)


def draw_frames(films, folder, path):
    """Draw the film strip: a row a strategy, a column a key, each frame as it was painted."""
    keys = max(len(film["keys"]) for film in films)
    most = [
        max(len(film["keys"][key]["frames"]) for film in films) for key in range(keys)
    ]
    columns = sum(most)
    figure, grid = plt.subplots(len(films), columns, figsize=(1.05 * columns, 0.42 * len(films) + 0.6),
                                squeeze=False)  # fmt: skip
    for row, film in zip(grid, films, strict=True):
        for axes in row:
            axes.set_axis_off()
        for key, record in enumerate(film["keys"]):
            # The last frame of a key stands in its last column, so that keys are in line.
            first = sum(most[: key + 1]) - len(record["frames"])
            for place, frame in enumerate(record["frames"]):
                axes = row[first + place]
                axes.set_axis_on()
                axes.set_xticks([])
                axes.set_yticks([])
                axes.grid(visible=False)
                axes.imshow(
                    plt.imread(Path(folder, Path(frame["picture"]).name))[:, :110]
                )
                for side in axes.spines.values():
                    side.set_visible(True)
                    side.set_color("#D91413" if frame["isFlicker"] else "#8A8A8A")
                    side.set_linewidth(2.2 if frame["isFlicker"] else 0.6)
        row[0].text(
            -0.06,
            0.5,
            film["strategy"],
            transform=row[0].transAxes,
            ha="right",
            va="center",
        )
    figure.suptitle(
        "1234567, frame by frame; red: a frame with a text that is not the key's last",
        x=0.5,
    )
    figure.savefig(path, dpi=110, bbox_inches="tight")
    plt.close(figure)


def measure(options, folder, *words):
    """Have keystroke-bench measure cells of the worker into a fresh folder, which is returned."""
    shutil.rmtree(folder, ignore_errors=True)
    command = [options.program, "run", "--worker", options.worker, "--out", folder, "--value", "int"]  # fmt: skip
    subprocess.run([*command, *words], check=True, stdout=subprocess.DEVNULL)
    return folder


def printed(options, *words):
    """Return what the worker prints."""
    command = [options.worker, *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def arguments():
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(prog="scripts/widget --page", description=__doc__)
    parser.add_argument("--program", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--worker", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--root", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, default=5, help="of the phases' times")
    parser.add_argument("--milliseconds", type=float, default=150)
    parser.add_argument("--turns", type=int, default=100, help="of the ratios")
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--no-time", action="store_true", help="count only")
    return parser.parse_args()


def main():
    """Measure, draw and write."""
    options = arguments()
    plt.rcParams.update(STYLE)
    work = options.root / ".build" / "real-field"
    work.mkdir(parents=True, exist_ok=True)
    page = options.root / "docs" / "real-field.md"
    pictures = options.folder or options.root / "docs" / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)

    # The ratios come first, while nothing else has warmed the machine.
    ratios = None if options.no_time else Ratios(printed(options, "ratios", str(options.turns)))  # fmt: skip
    one = ["--locale", "en_US", "--length", "9"]
    folders = [
        measure(options, work / "counts", "--no-time", "--instructions", "none", "--script", "type",
                "--locale", ",".join(LOCALES), "--length", ",".join(map(str, LENGTHS))),
        measure(options, work / "instructions", "--no-time", "--no-allocations", "--instructions", "valgrind",
                "--script", "type", *one),
    ]  # fmt: skip
    if not options.no_time:
        folders.append(measure(
            options, work / "times", "--no-allocations", "--instructions", "none", "--script", "type,headless-type",
            "--rounds", str(options.rounds), "--milliseconds", str(options.milliseconds), *one))  # fmt: skip
    run = Run(*folders)
    frames = work / "frames"
    printed(options, "frames", frames)
    films = json.loads((frames / "frames.json").read_text())
    draw_frames(films, frames, pictures / "real-field-frames.png")

    facts = json.loads((folders[0] / "run.json").read_text())
    lines = [
        f"{printed(options, 'toolkit').strip()} on {facts['cpuModel']}, {len(os.sched_getaffinity(0))} processors; `int`. Nine digits, en_US, per keystroke:",
        "", *counted(run, ratios), *instructed(run),
    ]  # fmt: skip
    if ratios:
        draw_phases(run, pictures / "real-field-phases.png")
        lines += [
            f"Ratios are medians over {options.turns} turns, in each of which every strategy typed a session: of the",
            "processor time of a keystroke to that of `unformatted` in the same turn.", "",
            *everywhere(run, ratios), "At 60 Hz, typed with pauses of 80 to 160 ms:", "",
            *paced(printed(options, "pace")),
            "![The phases of a keystroke in the headless model and in the widget, by",
            "strategy](pictures/real-field-phases.png)", "",
        ]  # fmt: skip
    text = page.read_text()
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    new = before + BEGIN + "\n\n" + "\n".join(lines) + "\n" + END + after
    target = options.folder / "real-field.md" if options.folder else page
    target.write_text(new)
    print(target)


if __name__ == "__main__":
    sys.exit(main())
