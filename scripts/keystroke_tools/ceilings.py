"""Holds the size of the project against scripts/ceilings.toml; scripts/lint calls it.

Exit status: 0 everything is below its ceiling; 1 something is not; 2 the file cannot be read.
"""

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path

from keystroke_tools import cli
from keystroke_tools.cli import ROOT, Failure
from keystroke_tools.git import Git

FILE = ROOT / "scripts/ceilings.toml"
# The suffixes of code; scripts have none. What lies in Fixtures and Golden is data.
CODE = {"", ".swift", ".c", ".cpp", ".h", ".hpp", ".m", ".S", ".py", ".css", ".html"}
DATA = {"Fixtures", "Golden"}


def texts(*patterns: str) -> dict[Path, str]:
    """Return the texts of the project's files that match, new ones included."""
    listed = ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate"]
    paths = [Path(name) for name in Git(ROOT)(*listed, "--", *patterns).splitlines()]
    return {
        path: (ROOT / path).read_text("utf-8", "replace")
        for path in paths
        if (ROOT / path).is_file()
    }


def measured() -> dict[str, int]:
    """Return the sizes of the project, by name."""
    sizes = {
        f"lines of {folder}": sum(
            text.count("\n")
            for path, text in texts(folder).items()
            if path.suffix in CODE and not DATA & set(path.parts)
        )
        for folder in ("Sources", "Benchmarks", "scripts", "Tests")
    }
    manifest = (ROOT / "Package.swift").read_text("utf-8")
    target = r'^    \.(?:target|executableTarget|plugin)\(\s*name: "(\w+)"'
    sizes["targets"] = len(set(re.findall(target, manifest, re.MULTILINE)))
    command = (ROOT / "Sources/keystroke-bench/KeystrokeBench.swift").read_text("utf-8")
    sizes["commands"] = len(re.findall(r"\w+Command\.self", command))
    # Each kind is in the example of the file, in a comment.
    kinds = {
        kind
        for text in texts("Sources/BenchmarkComparison").values()
        for kind in re.findall(r"/// \[\[([a-z_]+)\]\]", text)
    }
    sizes["kinds of threshold"] = len(kinds)
    # A pathspec would take folders below for a part of the name; studies have no ceiling.
    pages = [str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs").glob("*.md"))]
    pages += ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"]
    sizes["words of docs"] = sum(len(text.split()) for text in texts(*pages).values())
    return sizes


def main(arguments: Sequence[str]) -> int:
    """Compare; return the exit status."""
    parser = cli.Parser("ceilings", str(__doc__), ["python -m keystroke_tools ceilings"])
    parser.add_argument("--file", type=Path, default=FILE, help="the ceilings")
    file = parser.parse_args(arguments).file
    try:
        ceilings = tomllib.loads(file.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise Failure(f"{file}: {error}") from None
    sizes = measured()
    if ceilings.keys() != sizes.keys():
        raise Failure(f"{file}: it must have exactly these tables: {', '.join(sizes)}")
    status = cli.FINE
    for name, size in sizes.items():
        most, reason = ceilings[name].get("most"), ceilings[name].get("reason")
        if not isinstance(most, int) or not reason:
            raise Failure(f"{file}: [{name}] needs most, a number, and a reason")
        if size > most:
            status = cli.GATE_FAILED
            print(
                f"{name}: {size:,}, {size - most:,} above the ceiling of {most:,}: remove as much, "
                f"or raise `most` in {file.name} and give the reason beside it"
            )
    return status
