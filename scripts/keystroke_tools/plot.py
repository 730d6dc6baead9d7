"""Draw runs of keystroke-bench, each picture as PNG and SVG.

Each picture is made by one file of keystroke_tools/plots. Beside the pictures, pictures.json lists
them with a title and a text for those who cannot see them. Pictures are written all or none: a
picture for which the run has no data is left out, and a remark says why.

Exit status: 0 fine, 2 a run is missing, damaged or has nothing to draw, 64 usage.
"""

import argparse
import contextlib
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from keystroke_tools import cli
from keystroke_tools.cli import Failure, visible
from keystroke_tools.plots import (
    changes,
    cost_by_length,
    first_keystroke,
    history_counts,
    history_times,
    locales,
    looks,
    memory,
    output,
    tail,
    verdicts,
)
from keystroke_tools.plots.comparison import Comparison
from keystroke_tools.plots.data import Run
from keystroke_tools.plots.past import Past, together
from keystroke_tools.plots.picture import NothingToDraw, Picture
from keystroke_tools.program import Program, add_option
from keystroke_tools.runs import CELL

OF_A_RUN = {
    "cost-by-length": cost_by_length.picture,
    "locales-time": locales.time,
    "locales-allocations": locales.allocations,
    "locales-refreshes": locales.refreshes,
    "tail": tail.picture,
    "first-keystroke": first_keystroke.picture,
    "memory": memory.picture,
}
OF_A_COMPARISON = {"verdicts": verdicts.picture, "changes": changes.picture}
OF_A_PAST = {"history-times": history_times.picture, "history-counts": history_counts.picture}
FILTERS = ["suite", *CELL]
EXAMPLES = [
    "scripts/plot first                         into first/pictures",
    "scripts/plot first --against main          also the verdicts of a comparison",
    "scripts/plot results/runs/*                of the last, and the history of all",
    "scripts/plot first --history results/runs  the same, of a folder that holds runs",
    "scripts/plot first --value double --script mixed --out pictures",
]
Source = TypeVar("Source")


def made(
    pictures: Mapping[str, Callable[[Source], Picture]], only: Sequence[str], source: Source
) -> list[Picture]:
    """Return the pictures that can be drawn; print which cannot, and why."""
    found = []
    for name, picture in pictures.items():
        if only and name not in only:
            continue
        try:
            found.append(picture(source))
        except NothingToDraw as reason:
            print(f"plot: no {name}: {visible(reason)}", file=sys.stderr)
    return found


def draw(program: Program, arguments: argparse.Namespace) -> list[Path]:
    """Draw the requested pictures; return the files written."""
    looks.use()
    given = {name: getattr(arguments, name) for name in FILTERS}
    filters = {name: globs for name, globs in given.items() if globs}
    folder, only = arguments.run[-1], arguments.only
    run = Run(program, folder, filters)
    runs: dict[str, Any] = {"run": run.id}
    pictures = made(OF_A_RUN, only, run)
    if arguments.against:
        comparison = Comparison(program, arguments.against, folder, run.choice.suite, filters)
        runs["against"] = comparison.baseline_id
        pictures = made(OF_A_COMPARISON, only, comparison) + pictures
    with contextlib.ExitStack() as stack:
        folders = arguments.history
        if not folders and len(arguments.run) > 1:
            folders = stack.enter_context(together(arguments.run))
        if folders:
            past = Past(program, folders, filters)
            runs["history"] = past.ids
            pictures += made(OF_A_PAST, only, past)
    if not pictures:
        raise Failure(f"{folder}: nothing to draw; choose other cells or pictures")
    out = arguments.out or folder / "pictures"
    files: dict[str, bytes] = {}
    for picture in pictures:
        files |= output.render(picture)
    files[output.INDEX] = output.index(pictures, runs)
    output.write(files, out)
    return [out / name for name in files]


def names(text: str) -> list[str]:
    """Return the names of pictures in an argument."""
    known = [*OF_A_COMPARISON, *OF_A_RUN, *OF_A_PAST]
    wanted = text.split(",")
    for name in wanted:
        if name not in known:
            raise argparse.ArgumentTypeError(f"no picture {name!r}; known: {', '.join(known)}")
    return wanted


def parser() -> cli.Parser:
    """Return the command line."""
    result = cli.Parser("plot", __doc__ or "", EXAMPLES)
    add = result.add_argument
    add("run", type=Path, nargs="+", help="the folder of a run; of several the last is drawn")
    add("--against", metavar="RUN", help="the baseline of a comparison: a folder or a name")
    add("--history", metavar="FOLDER", type=Path, help="a folder that holds runs, or a store")
    add("--out", metavar="FOLDER", type=Path, help="where to write (default: RUN/pictures)")
    for name in FILTERS:
        add(f"--{name}", metavar="GLOBS", help=f"draw only this {name}: globs, by commas")
    add("--only", metavar="NAMES", type=names, default=[], help="only these pictures, by commas")
    add_option(result)
    return result


def main(argv: Sequence[str]) -> int:
    """Run the command line; return the exit status."""
    arguments = parser().parse_args(argv)
    for path in draw(Program(arguments.program, product="keystroke-bench"), arguments):
        print(visible(path, limit=4_000))
    return cli.FINE
