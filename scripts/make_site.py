# /// script
# requires-python = ">=3.11"
# dependencies = [
#   "duckdb>=1.4,<3",          # reads the store
#   "pandas>=2.2,<4",          # sums up its figures
#   "matplotlib>=3.8,<4",      # draws the pictures
#   "apache-otava>=0.8,<0.9",  # finds change points
#   "pystache>=0.6,<1",        # fills in the pages, in the language of the report's page
# ]
# ///
"""Write a store of runs as static pages: an overview, a page a strategy, a page a commit.

They need no script, no network and no server: any static host serves them, and they open from
a disk. The folder appears whole or not at all, and one that this script wrote before is replaced.

Exit status: 0 fine, 2 there is no store or the work cannot be done, 64 usage.
"""

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

import matplotlib as mpl
import shown
from samples import RunError

MARK = "site-of-keystroke-bench"


class Parser(argparse.ArgumentParser):
    """The exit status of keystroke-bench for wrong usage, not Python's."""

    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(64, f"site: error: {message}\n")


def parser():
    made = Parser(
        prog="site",
        description="Write a store of runs as static pages.",
        epilog="Example: scripts/site results/store --out site",
    )
    made.add_argument("store", type=Path, help="the store, as scripts/store fills it")
    made.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="where to write"
    )
    made.add_argument(
        "--no-pictures", action="store_true", help="only tables: seconds, not minutes"
    )
    return made


def replaced(out, fill):
    """Fill a folder beside the place, then put it there."""
    if out.exists() and not (out / MARK).exists() and any(out.iterdir()):
        raise RunError(f"{out}: there is something else already; name another folder")
    out.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
    try:
        fresh.chmod(0o755)
        count = fill(fresh)
        (fresh / MARK).touch()
        if out.exists():
            old = Path(tempfile.mkdtemp(prefix=f".{out.name}-old-", dir=out.parent))
            os.rename(out, old / "old")
            os.rename(fresh, out)
            shutil.rmtree(old)
        else:
            os.rename(fresh, out)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return count


def main(argv=None):
    arguments = parser().parse_args(argv)
    from plots.looks import STYLE
    from sites.pages import write
    from stores import StoreError

    mpl.rcdefaults()
    mpl.rcParams.update(STYLE)
    try:
        count = replaced(
            arguments.out,
            lambda folder: write(
                arguments.store, folder, pictures=not arguments.no_pictures
            ),
        )
        print(f"wrote {count} pages: {shown.line(arguments.out)}/index.html")
    except (RunError, StoreError, OSError) as error:
        print(f"site: error: {shown.line(error)}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
