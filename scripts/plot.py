# /// script
# requires-python = ">=3.11"
# dependencies = [
#   "pandas>=2.2,<4",          # reads samples.csv as a user would, and folds rounds and cells
#   "matplotlib>=3.8,<4",      # draws the pictures; needs no display
#   "apache-otava>=0.8,<0.9",  # finds change points, for the history alone
# ]
# ///
"""Draw runs of keystroke-bench, each picture as PNG and SVG.

One picture is one file of scripts/plots. Beside them stands pictures.json, which lists
them with a title and a text for those who cannot see them. Pictures are written all or
none: a picture for which the run has no data is left out, and the remark says why.

Exit status: 0 fine, 2 a run is missing, damaged or has nothing to draw, 64 usage.
"""

import argparse
import contextlib
import sys
from pathlib import Path

import matplotlib as mpl
import shown
from plots import (
    changes,
    cost_by_length,
    first_keystroke,
    history_counts,
    history_times,
    locales,
    memory,
    output,
    phases,
    tail,
    verdicts,
)
from plots.comparison import Comparison
from plots.data import Run
from plots.looks import STYLE
from plots.past import Past, together
from plots.picture import NothingToDraw
from samples import RunError

OF_A_RUN = {
    "cost-by-length": cost_by_length.picture,
    "phases": phases.picture,
    "locales-time": locales.time,
    "locales-allocations": locales.allocations,
    "locales-refreshes": locales.refreshes,
    "tail": tail.picture,
    "first-keystroke": first_keystroke.picture,
    "memory": memory.picture,
}
OF_A_COMPARISON = {"verdicts": verdicts.picture, "changes": changes.picture}
OF_A_PAST = {
    "history-times": history_times.picture,
    "history-counts": history_counts.picture,
}
FILTERS = ["suite", "strategy", "value", "locale", "length", "script"]

EXAMPLES = """examples:
  scripts/plot results/runs/today                         pictures into results/runs/today/pictures
  scripts/plot results/runs/today --against main          also the verdicts of a comparison
  scripts/plot results/runs/*                             of the last one, and the history of all
  scripts/plot results/runs/today --history results/runs  the same, of a folder that holds runs
  scripts/plot today --value double --script mixed --out pictures
"""


def made(pictures, only, source):
    """Return the pictures that can be drawn; say which cannot, and why."""
    found = []
    for name, picture in pictures.items():
        if only and name not in only:
            continue
        try:
            found.append(picture(source))
        except NothingToDraw as reason:
            print(f"plot: no {name}: {shown.line(reason)}", file=sys.stderr)
    return found


def draw(arguments, filters):
    """Draw what is asked for; return the files written."""
    folder, only = arguments.run[-1], arguments.only
    run = Run(folder, filters)
    runs = {"run": run.id}
    pictures = made(OF_A_RUN, only, run)
    if arguments.against:
        comparison = Comparison(
            arguments.program, arguments.against, folder, run.choice.suite, filters
        )
        runs["against"] = comparison.baseline_id
        pictures = made(OF_A_COMPARISON, only, comparison) + pictures
    with contextlib.ExitStack() as stack:
        past = arguments.history
        if not past and len(arguments.run) > 1:
            past = stack.enter_context(together(arguments.run))
        if past:
            past = Past(arguments.program, past, filters)
            runs["history"] = past.ids
            pictures += made(OF_A_PAST, only, past)
    if not pictures:
        raise RunError(f"{folder}: nothing to draw")
    out = arguments.out or folder / "pictures"
    files = {}
    for picture in pictures:
        files |= output.render(picture)
    files[output.INDEX] = output.index(pictures, runs)
    output.write(files, out)
    return [out / name for name in files]


class Parser(argparse.ArgumentParser):
    """The exit status of keystroke-bench for wrong usage, not Python's."""

    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(64, f"plot: error: {message}\n")


def names(text):
    """Return the names of pictures in an argument."""
    known = [*OF_A_COMPARISON, *OF_A_RUN, *OF_A_PAST]
    wanted = text.split(",")
    for name in wanted:
        if name not in known:
            raise argparse.ArgumentTypeError(
                f"no picture {name!r}; known: {', '.join(known)}"
            )
    return wanted


def parser():
    """Return the command line."""
    result = Parser(
        prog="plot",
        description="Draw runs of keystroke-bench, each picture as PNG and SVG.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = result.add_argument
    add(
        "run",
        type=Path,
        nargs="+",
        help="the folder of a run; of several the last is drawn",
    )
    add(
        "--against",
        metavar="RUN",
        help="the baseline of a comparison: a folder or a name",
    )
    add("--history", metavar="FOLDER", type=Path, help="a folder that holds runs")
    add(
        "--out",
        metavar="FOLDER",
        type=Path,
        help="where to write (default: RUN/pictures)",
    )
    for name in FILTERS:
        add(
            f"--{name}",
            metavar="GLOBS",
            help=f"draw only this {name}: globs, by commas",
        )
    add("--only", metavar="NAMES", type=names, help="only these pictures, by commas")
    add("--program", default="keystroke-bench", help="the keystroke-bench to ask")
    return result


def main(argv=None):
    arguments = parser().parse_args(argv)
    given = {name: getattr(arguments, name) for name in FILTERS}
    filters = {name: globs for name, globs in given.items() if globs}
    mpl.rcdefaults()  # a matplotlibrc of the user's must not change the pictures
    mpl.rcParams.update(STYLE)
    try:
        for path in draw(arguments, filters):
            print(shown.line(path, limit=4_000))
    except (RunError, OSError) as error:
        print(f"plot: error: {shown.line(error)}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
