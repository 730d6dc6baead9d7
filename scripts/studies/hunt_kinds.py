"""Checks that `keystroke-bench hunt` finds each kind of misread text in an engine that misreads it.

The engine of a commit before texts were read as numbers is built in a clone of this repository,
with everything else as it is here. hunt must find each kind in it, as a session of at most six
edits, within ten minutes of processor time. Then the engine of this clone is hunted with the same
seed and --keystrokes for each hosting, and nothing may be found.

Exit status: 0 both hold; 1 one does not; 2 it could not be tried; 64 usage.
"""

import itertools
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from keystroke_tools import cli, program
from keystroke_tools.cli import ROOT, Failure
from keystroke_tools.git import Git
from studies.support.measure import Measured, measure

ENGINE = "Sources/ReformatCore/Incremental"
STRATEGIES = ("incremental-delegate", "incremental-onchange")
MOST_EDITS = 6
MOST_SECONDS = 600
# A finding's session, as a case in JSON.
SESSION = "session    "
# The kinds of a finding, one for each way to misread a text or a key.
KINDS = [
    "decimal-shape",
    "minus-shape",
    "trailing-hyphen",
    "range",
    "exponent",
    "parentheses",
    "abbreviation",
    "both-separators",
    "lone-separator",
    "repeated-separator",
    "other-decimal-key",
    "behind-suffix",
    "before-prefix",
    "ungrouped",
]


def main(argv: list[str]) -> int:
    """Hunt in both engines, and print a table."""
    parser = cli.Parser("hunt-kinds", __doc__)
    add = parser.add_argument
    add("--commit", default="e622dca", help="the commit of the faulty engine (e622dca)")
    add("--keystrokes", type=int, default=10_000_000, help="for this engine (10000000)")
    add("--seed", type=int, default=1)
    program.add_option(parser)
    options = parser.parse_args(argv)
    bench = program.Program(options.program)
    with tempfile.TemporaryDirectory(prefix="hunt-kinds-") as folder:
        worker = build_faulty(Path(folder, "clone"), options.commit)
        all_found = find_kinds(bench, worker, options.seed)
    nothing = [
        hunt_this(bench, strategy, options.keystrokes, options.seed) for strategy in STRATEGIES
    ]
    return cli.FINE if all_found and all(nothing) else cli.GATE_FAILED


def build_faulty(clone: Path, commit: str) -> Path:
    """Build the worker with the engine of a commit, and return its path."""
    Git(ROOT)("clone", "--quiet", "--shared", str(ROOT), str(clone))
    shutil.rmtree(clone / ENGINE)
    Git(clone)("checkout", "--quiet", commit, "--", ENGINE)
    command = ["swift", "build", "-c", "release", "--product", "KeystrokeBenchmarks"]
    built = subprocess.run(command, check=False, cwd=clone, capture_output=True, encoding="utf-8")
    if built.returncode:
        raise Failure(f"building the engine of {commit} failed: {built.stdout[-500:]}")
    return clone / ".build/release/KeystrokeBenchmarks"


def hunt(bench: program.Program, strategy: str, keystrokes: int, *more: object) -> Measured:
    """Hunt to the end, with or without findings."""
    command = [bench.path, "hunt", strategy, "--keystrokes", keystrokes, *more]
    return measure(command, allowed=(0, 1))


def findings(output: str) -> list[tuple[str, int]]:
    """Return the kind and the number of edits of each finding, by its title and its session."""
    found = []
    kind = ""
    for title, line in itertools.pairwise(output.splitlines()):
        if line.startswith("before "):
            kind = title.partition(": ")[0]
        elif line.startswith(SESSION):
            found.append((kind, len(json.loads(line.removeprefix(SESSION)).get("edits", [1]))))
    return found


def find_kinds(bench: program.Program, worker: Path, seed: int) -> bool:
    """Print the first finding of each kind in the faulty engine; return whether all were found."""
    found: dict[str, str] = {}
    took = 0.0
    keystrokes = 50_000
    while not found.keys() >= set(KINDS) and took < MOST_SECONDS:
        for strategy in STRATEGIES:
            hunted = hunt(bench, strategy, keystrokes, "--seed", seed, "--worker", worker)
            took += hunted.processor
            for kind, edits in findings(hunted.output):
                if edits <= MOST_EDITS:
                    found.setdefault(kind, f"{strategy}, edits: {edits}")
        keystrokes *= 4
    for kind in KINDS:
        print(f"{kind}: {found.get(kind, 'NOT FOUND')}")
    count = sum(kind in found for kind in KINDS)
    print(f"{count} of {len(KINDS)} kinds in {took:.1f} s of processor time", flush=True)
    return count == len(KINDS)


def hunt_this(bench: program.Program, strategy: str, keystrokes: int, seed: int) -> bool:
    """Hunt in the engine of this clone; return whether nothing was found."""
    hunted = hunt(bench, strategy, keystrokes, "--seed", seed)
    count = len(findings(hunted.output))
    print(
        f"{strategy} of this clone: {count} findings in {keystrokes:,} keystrokes, "
        f"{hunted.processor:.0f} s of processor time",
        flush=True,
    )
    return count == 0


if __name__ == "__main__":
    cli.end(cli.run("hunt-kinds", main, sys.argv[1:]))
