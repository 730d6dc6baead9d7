"""Answers the articles' claims from the committed baselines, and lists the known defects.

Writes docs/studies/claims.md, and the table of README.md. Figures are read from the baselines and
answers are decided from the figures; none is written by hand.

Exit status: 0 written, or equal; 1 the pages and the baselines disagree; 2 a baseline cannot be
read; 64 usage.
"""

import sys
from pathlib import Path

from keystroke_tools import cli, program
from keystroke_tools.cli import ROOT
from studies.claims.figures import Figures
from studies.claims.page import page
from studies.claims.readme import with_answer

PAGE = ROOT / "docs/studies/claims.md"
README = ROOT / "README.md"


def main(argv):
    parser = cli.Parser("claims", __doc__, ["scripts/studies/run claims --check"])
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    parser.add_argument("--results", type=Path, default=ROOT / "results", help="has the baselines")
    program.add_option(parser)
    options = parser.parse_args(argv)
    bench = program.Program(options.program, product="keystroke-bench")
    figures = Figures(options.results, bench)
    texts = {PAGE: page(figures), README: with_answer(README.read_text(encoding="utf-8"), figures)}
    status = cli.FINE
    for path, text in texts.items():
        if not options.check:
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            print(
                f"claims: {path} and the baselines disagree: run scripts/studies/run claims",
                file=sys.stderr,
            )
            status = cli.GATE_FAILED
    return status


if __name__ == "__main__":
    cli.end(cli.run("claims", main, sys.argv[1:]))
