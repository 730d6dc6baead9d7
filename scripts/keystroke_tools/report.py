"""Draw the pictures of a run and write a page that shows them, for any browser.

A run is a folder or the name of a stored baseline. `keystroke-bench report` writes the page. The
pictures are in a folder beside it, page-pictures for page.html: move both together.

Exit status: 0 written, 2 not, 64 usage.
"""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from keystroke_tools import cli, plot
from keystroke_tools.program import Program, add_option
from keystroke_tools.runs import CELL

EXAMPLES = [
    "scripts/report first --out first.html",
    "scripts/report first --against main --out first.html",
    "scripts/report main --locale en_US --out main.html",
]
PASSED = ["format", "thresholds", *CELL]


def parser() -> cli.Parser:
    """Return the command line."""
    made = cli.Parser("report", __doc__ or "", EXAMPLES)
    add = made.add_argument
    add("run", metavar="RUN", help="the folder of a run, or the name of a stored baseline")
    add("--against", metavar="RUN", help="the run that it is compared with")
    add("--out", required=True, metavar="FILE", help="the page to write")
    add("--results", default="results", metavar="DIR", help="the folder with baselines/ and runs/")
    for name in PASSED:
        add(f"--{name}", metavar="VALUE", help="as keystroke-bench report has it")
    add_option(made)
    return made


def main(argv: Sequence[str]) -> int:
    """Run the command line; return the exit status."""
    arguments = parser().parse_args(argv)
    program = Program(arguments.program, product="keystroke-bench")

    def folder(name: str) -> str:
        """Return the folder of a name: that of a stored baseline, if there is one."""
        stored = Path(arguments.results, "baselines", name)
        return str(stored) if stored.is_dir() else name

    against = ["--against", arguments.against] if arguments.against else []
    drawn = ["--against", folder(arguments.against)] if arguments.against else []
    # Beside the page, so that neither a run nor a baseline gets new files.
    page = Path(arguments.out)
    pictures = page.with_name(f"{page.stem}-pictures")
    words = [folder(arguments.run), *drawn, "--out", str(pictures)]
    for path in plot.draw(program, plot.parser().parse_args(words)):
        print(path.name, file=sys.stderr)
    command = [program.path, "report", arguments.run, *against, "--results", arguments.results]
    command += ["--pictures", pictures, "--out", arguments.out]
    given = {name: getattr(arguments, name) for name in PASSED}
    command += [f"--{name}={value}" for name, value in given.items() if value is not None]
    return subprocess.run(command, check=False).returncode
