"""Write a store of runs as static pages: an overview, a page a strategy, a page a commit.

They need no script, no network and no server: any static host serves them, and they open from
a disk. The folder appears whole or not at all, and one that this script wrote before is replaced.

Exit status: 0 fine, 2 there is no store or the work cannot be done, 64 usage.
"""

import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from keystroke_tools import cli
from keystroke_tools.cli import Failure, visible

MARK = "site-of-keystroke-bench"


def parser() -> cli.Parser:
    """Return the command line."""
    made = cli.Parser("site", __doc__ or "", ["scripts/site results/store --out site"])
    add = made.add_argument
    add("store", type=Path, help="the store, as scripts/store fills it")
    add("--out", type=Path, required=True, metavar="DIR", help="where to write")
    add("--no-pictures", action="store_true", help="only tables: seconds, not minutes")
    return made


def main(argv: Sequence[str]) -> int:
    """Run the command line; return the exit status."""
    arguments = parser().parse_args(argv)
    # Imported late, since the import is slow and --help does not need it.
    from keystroke_tools.site import pages

    def fill(folder: Path) -> int:
        return pages.write(arguments.store, folder, pictures=not arguments.no_pictures)

    count = replaced(arguments.out, fill)
    print(f"wrote {count} pages: {visible(arguments.out)}/index.html")
    return cli.FINE


def replaced(out: Path, fill: Callable[[Path], int]) -> int:
    """Fill a folder beside the place, then move it there; return the result of `fill`."""
    if out.exists() and not (out / MARK).exists() and any(out.iterdir()):
        raise Failure(f"{out}: there is something else already; name another folder")
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
