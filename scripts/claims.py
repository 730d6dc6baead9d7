"""Answers what the articles claim from the committed baselines, and lists the known defects.

Writes docs/claims.md, and the answer at the top of README.md. A figure is read from a baseline, an answer is decided
from the figures: neither is typed in.
"""

import argparse
import sys
from pathlib import Path

from articles.figures import ROOT, Figures
from articles.page import page
from articles.readme import with_answer
from samples import RunError

PAGE = ROOT / "docs" / "claims.md"
README = ROOT / "README.md"


def main():
    parser = argparse.ArgumentParser(prog="claims", description=__doc__.splitlines()[0])
    parser.add_argument(
        "--check", action="store_true", help="compare, and write nothing"
    )
    parser.add_argument(
        "--results", type=Path, default=ROOT / "results", help="where baselines are"
    )
    options = parser.parse_args()
    try:
        figures = Figures(options.results)
        texts = {
            PAGE: page(figures),
            README: with_answer(README.read_text(encoding="utf-8"), figures),
        }
    except RunError as error:
        print(f"claims: error: {error}", file=sys.stderr)
        return 2
    status = 0
    for path, text in texts.items():
        if not options.check:
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            print(
                f"claims: {path} and the baselines disagree: run scripts/claims",
                file=sys.stderr,
            )
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
