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
LOCALES, LENGTHS = ("en_US", "fr_FR", "ar_EG"), (3, 9, 15)


class Run:
    """The rows of a run, by cell, phase and metric."""

    def __init__(self, folder):
        self.rows = collections.defaultdict(dict)
        with (folder / "samples.csv").open(newline="") as file:
            for row in csv.DictReader(file):
                key = (
                    row["strategy"],
                    row["locale"],
                    int(row["length"]),
                    row["script"],
                )
                self.rows[key + (row["phase"], row["metric"])][int(row["round"])] = row
        self.strategies = list(dict.fromkeys(key[0] for key in self.rows))

    def figure(self, cell, metric, phase="total", column="mean"):
        """Return the median of the rounds, or None."""
        rounds = self.rows.get(cell + (phase, metric), {}).values()
        figures = [float(row[column]) for row in rounds if row[column]]
        return statistics.median(figures) if figures else None

    def ratio(self, cell):
        """Return the median over rounds of the median time as times that of the floor, of one process each."""
        floor = self.rows.get((FLOOR,) + cell[1:] + ("total", "time"), {})
        own = self.rows.get(cell + ("total", "time"), {})
        ratios = [
            float(own[key]["p50"]) / float(floor[key]["p50"])
            for key in own
            if key in floor
        ]
        return statistics.median(ratios) if ratios else None

    def right(self, cell):
        """Return whether the texts of a cell are."""
        rows = self.rows.get(cell + ("total", "frames"), {}).values()
        return all(row["text"] == "ok" for row in rows)


def table(heads, rows):
    """Return a table of Markdown."""
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows] + [""]


def times(ratio):
    """Return a ratio as text."""
    return "" if ratio is None else f"{ratio:.2f}"


def counted(run):
    """Return the table of counts, with the widget's ratio beside the model's."""
    heads = ["strategy", "signals", "layout calls", "frames", "flicker frames", "allocations",
             "time, µs", "ratio", "XTest ratio", "headless ratio"]  # fmt: skip
    rows = []
    for name in run.strategies:
        cell = (name, "en_US", 9, "type")
        figures = [run.figure(cell, metric) for metric in
                   ("signals", "layout_calls", "frames", "flicker_frames", "allocations")]  # fmt: skip
        time = run.figure(cell, "time", column="p50")
        rows.append(
            [f"`{name}`"]
            + ["" if figure is None else f"{figure:.2f}" for figure in figures]
            + ["" if time is None else f"{time / 1000:.0f}"]
            + [
                times(run.ratio((name, "en_US", 9, script)))
                for script in ("type", "xtest-type", "headless-type")
            ]  # fmt: skip
        )
    return table(heads, rows)


def everywhere(run):
    """Return the table of ratios for locales and lengths; what leaves a wrong text is marked."""
    places = [(locale, length) for locale in LOCALES for length in LENGTHS]
    rows = []
    for name in run.strategies:
        cells = [(name, *place, "type") for place in places]
        entries = [
            times(run.ratio(cell)) + ("" if run.right(cell) else " wrong")
            for cell in cells
        ]
        rows.append([f"`{name}`", *entries])
    heads = ["strategy"] + [f"{locale}, {length}" for locale, length in places]
    return [
        "Ratios to `unformatted` by locale and digits, input method:",
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
                time = run.figure((name, "en_US", 9, script), "time", phase) or 0
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


def main():
    """Measure, draw and write."""
    parser = argparse.ArgumentParser(prog="scripts/widget --page", description=__doc__)
    parser.add_argument("--program", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--worker", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--root", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--milliseconds", type=float, default=150)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--no-time", action="store_true", help="count only")
    options = parser.parse_args()
    plt.rcParams.update(STYLE)
    work = options.root / ".build" / "real-field"
    run_folder = work / "run"
    work.mkdir(parents=True, exist_ok=True)
    page = options.root / "docs" / "real-field.md"
    pictures = options.folder or options.root / "docs" / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)

    shutil.rmtree(run_folder, ignore_errors=True)
    scripts = "type" if options.no_time else "type,xtest-type,headless-type"
    command = [
        options.program, "run", "--worker", options.worker, "--out", run_folder,
        "--rounds", str(options.rounds), "--milliseconds", str(options.milliseconds),
        "--instructions", "none", "--value", "int", "--locale", ",".join(LOCALES),
        "--length", ",".join(map(str, LENGTHS)), "--script", scripts,
    ]  # fmt: skip
    command += ["--no-time"] if options.no_time else []
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    run = Run(run_folder)
    frames = work / "frames"
    subprocess.run([options.worker, "frames", frames], check=True)
    films = json.loads((frames / "frames.json").read_text())
    draw_frames(films, frames, pictures / "real-field-frames.png")

    facts = json.loads((run_folder / "run.json").read_text())
    lines = [
        f"On {facts['cpuModel']}, {len(os.sched_getaffinity(0))} processors; `int`. Nine digits, en_US, per keystroke:",
        "", *counted(run),
    ]  # fmt: skip
    if not options.no_time:
        draw_phases(run, pictures / "real-field-phases.png")
        pace = subprocess.run(
            [options.worker, "pace"], check=True, capture_output=True, text=True
        )
        lines += [
            f"Ratios are medians over {options.rounds} rounds, each of one process.", "",
            *everywhere(run), "At 60 Hz, typed with pauses of 80 to 160 ms:", "", *paced(pace.stdout),
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
