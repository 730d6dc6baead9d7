"""Write a store of runs as static pages: an overview, a page a strategy, a page a commit.

They need no script, no network and no server: any static host serves them, and they open from
a disk. A new folder appears whole or not at all. In one that is there, such as a checkout of the
branch that a host serves, only files that the last site listed are replaced or removed.

Exit status: 0 fine, 2 there is no store or the work cannot be done, 64 usage.
"""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from keystroke_tools import cli
from keystroke_tools.cli import Failure, visible

# Lists the files of a site, each with the SHA-256 of what was written, as sha256sum does.
MARK = "site-of-keystroke-bench"
# The digests that each file may have; two while one site takes the place of another.
Listed = Mapping[str, set[str]]


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
    # Importing it takes a while, and --help does not need it.
    from keystroke_tools.site import pages

    def fill(folder: Path) -> int:
        return pages.write(arguments.store, folder, pictures=not arguments.no_pictures)

    count = replaced(arguments.out, fill)
    print(f"wrote {count} pages: {visible(arguments.out)}/index.html")
    return cli.FINE


def replaced(out: Path, fill: Callable[[Path], int]) -> int:
    """Fill a folder beside the place, then put its files there; return what filling returned."""
    out = out.resolve()
    old = listed(out) if out.exists() else {}
    if out.exists() and not (out / MARK).exists() and any(out.iterdir()):
        raise Failure(f"{out}: there is something else already; name another folder")
    out.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
    try:
        fresh.chmod(0o755)
        count = fill(fresh)
        new = {name: {digest(fresh / name)} for name in files(fresh)}
        if out.exists():
            refuse_others(out, old, new)
            merge(fresh, out, old, new)
        else:
            write_list(fresh, new)
            os.rename(fresh, out)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return count


def files(folder: Path) -> list[str]:
    """Return the files in a folder, relative to it."""
    return sorted(
        str((Path(place) / name).relative_to(folder))
        for place, _, names in os.walk(folder)
        for name in names
    )


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def listed(out: Path) -> Listed:
    """Return the files that the last site in a folder listed."""
    found: dict[str, set[str]] = {}
    if not (out / MARK).is_file():
        return found
    for line in (out / MARK).read_text(encoding="utf-8", errors="replace").splitlines():
        known, _, name = line.partition("  ")
        # The list may be a stranger's.
        place = (out / name).resolve()
        if not name or place != out / name or not place.is_relative_to(out):
            raise Failure(f"{out / MARK}: {line!r} is not a file of a site; name another folder")
        found.setdefault(name, set()).add(known)
    return found


def write_list(folder: Path, *sites: Listed) -> None:
    """Write the list of the files of a site, or of two of which one is being replaced."""
    lines = {f"{known}  {name}\n" for site in sites for name in site for known in site[name]}
    # Whole at any moment: without a list the next site would refuse the folder.
    handle, fresh = tempfile.mkstemp(prefix=f".{MARK}-", dir=folder)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write("".join(sorted(lines)))
        file.flush()
        os.fsync(file.fileno())
    os.chmod(fresh, 0o644)
    os.replace(fresh, folder / MARK)


def refuse_others(out: Path, old: Listed, new: Listed) -> None:
    """Raise Failure if a file is in the way that is not as a site was written here."""
    for name in sorted({*old, *new}):
        path = out / name
        if path.parent.resolve() != path.parent:
            raise Failure(
                f"{path.parent}: a link leads out of {out}; remove it, or name another folder"
            )
        ours = path.is_file() and not path.is_symlink() and digest(path) in old.get(name, ())
        if os.path.lexists(path) and not ours:
            raise Failure(
                f"{path}: not as the last site was written, so it is left alone; "
                "move it away, or name another folder"
            )


def merge(fresh: Path, out: Path, old: Listed, new: Listed) -> None:
    """Put the files of a new site in the place of those of the last one; leave all others."""
    # Of both, so that the next site knows whatever a kill leaves.
    write_list(out, old, new)
    for name in sorted(new, key=lambda name: name == "index.html"):
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        os.replace(fresh / name, out / name)
    for name in old.keys() - new.keys():
        (out / name).unlink(missing_ok=True)
        folder = (out / name).parent
        if folder != out and not any(folder.iterdir()):
            folder.rmdir()
    write_list(out, new)
