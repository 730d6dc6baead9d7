"""Measure all toolkits, and draw what docs/real-field.md shows.

The figures go between the marks in the page, the pictures into docs/pictures. With a folder as
argument everything goes there instead, and the committed page stays as it is.

Exit status: 0 written, 2 it could not be measured, 64 usage.
"""

import argparse
import io
import os
from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from keystroke_tools import cli, runs
from keystroke_tools.cli import ROOT
from keystroke_tools.plots import looks
from keystroke_tools.program import Program
from keystroke_tools.widget import pictures, tables
from keystroke_tools.widget.figures import Ratios
from keystroke_tools.widget.worker import Worker

BEGIN, END = "<!-- figures: scripts/widget --page -->", "<!-- end of figures -->"
# Those whose cost is measured come first.
TOOLKITS = ("gtk", "qt", "gnustep", "chromium")


def parser() -> cli.Parser:
    """Return the command line."""
    made = cli.Parser("widget --page", __doc__ or "")
    add = made.add_argument
    add("--program", type=Path, required=True, help=argparse.SUPPRESS)
    for name in TOOLKITS:
        add(f"--{name}", type=Path, required=True, help=argparse.SUPPRESS)
    add("--rounds", type=int, default=5, help="of the phases' times (5)")
    add("--milliseconds", type=int, default=150, help="for which a round times a cell (150)")
    add("--turns", type=int, default=100, help="of the ratios (100)")
    add("folder", type=Path, nargs="?", help="where to write, instead of docs/")
    add("--no-time", action="store_true", help="count only")
    return made


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
    folder = options.folder or ROOT / "docs/pictures"
    folder.mkdir(parents=True, exist_ok=True)
    program = Program(options.program)
    paths = [vars(options)[name] for name in TOOLKITS]
    workers = [Worker(path, program, work / path.name) for path in paths]
    # The ratios come first, while nothing else has warmed the machine.
    turns = str(options.turns)
    ratios = [
        None if options.no_time else Ratios(worker.printed("ratios", turns))
        for worker in workers[:2]
    ]
    measured = [
        worker.toolkit(own, options) for worker, own in zip(workers[:2], ratios, strict=True)
    ]
    toolkits = measured + [worker.counted() for worker in workers[2:]]
    films = [film for worker in workers for film in worker.films()]
    pictures.draw_frames(films, folder / "real-field-frames.png")
    pace = None
    if not options.no_time:
        pictures.draw_phases(measured, folder / "real-field-phases.png")
        # Qt Widgets has no frame clock to keep pace with.
        pace = pd.read_csv(io.StringIO(workers[0].printed("pace")))

    host = runs.metadata(workers[0].work / "counts")["hosts"][0]
    versions = ", ".join(worker.printed("toolkit").strip() for worker in workers)
    lines = [
        f"{versions}, on {host['cpuModel']}, {len(os.sched_getaffinity(0))} processors; `int`, "
        "nine digits, en_US.",
        "",
    ]
    if not options.no_time:
        lines += [
            "**Cost.** Processor time of a keystroke as a ratio to `unformatted`, median of "
            f"{turns} turns:",
            "",
            *tables.cost(measured),
        ]
    lines += [
        "**Frames** of a keystroke, and how many of them show another text than the last:",
        "",
        *tables.framed(toolkits),
    ]
    more = [*tables.counted(measured, pace), *tables.instructed(measured)]
    more += [] if options.no_time else tables.everywhere(measured)
    more += [
        "What **undo** leaves after `1234567`, and **composing** `4`, `45`, `456` behind `123`; "
        "the publisher's field begins with 5:",
        "",
        *tables.behaved(toolkits),
    ]
    for page, figures in (("real-field.md", lines), ("studies/real-field.md", more)):
        write(page, figures, options.folder)
    return cli.FINE
