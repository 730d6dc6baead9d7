"""Measures how often scripts/bisect finds a commit: a change is planted in one of many, drawn by lot.

    scripts/study-bisect [--tries N] [--commits N] [--seed SEED] [--metric exact|allocations|time] [--budget SECONDS]

Each try makes a repository of 30 commits, of which one adds something to a keystroke and at most three do
not build, and searches it from end to end. Nothing is compiled: a build copies a worker
and the name of what it does (Tests/PlantedBenchmarks). With `exact` that is an allocation, fifty instructions
or a reference that is retained, and bisect chooses what it searches for; with `allocations`, which needs no
valgrind and takes a tenth, an allocation. With `time` it is two system calls or a busy loop, and
nothing exact is counted.

A try is right where bisect names the commit; right, too, where it names several, the commit among them, and all
that hide it do not build. Exit status: 0 all right; 1 not all; 2 it could not be tried.
"""

import argparse
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from planted_history import RECIPE, ROOT, WORKER, Repository

PLANTS = {
    "exact": ["allocation", "instructions", "retain"],
    "allocations": ["allocation"],
    "time": ["systemCalls", "busyLoop"],
}


def main():
    options = arguments()
    lot = random.Random(options.seed)
    found = 0
    for number in range(1, options.tries + 1):
        with tempfile.TemporaryDirectory(prefix="study-bisect-") as folder:
            right, said = attempt(options, lot, Path(folder))
        found += right
        print(f"{number}: {'right' if right else 'WRONG'}: {said}", flush=True)
    print(f"seed {options.seed}: {found} of {options.tries} found")
    return 0 if found == options.tries else 1


def arguments():
    parser = argparse.ArgumentParser(
        prog="study-bisect", description=__doc__.splitlines()[0]
    )
    add = parser.add_argument
    add("--tries", type=int, default=20)
    add("--commits", type=int, default=30)
    add("--seed", type=int, default=random.randrange(1 << 32))
    add("--metric", choices=sorted(PLANTS), default="exact")
    add("--budget", type=float, default=10, help="seconds of timing for a commit (10)")
    add("--program", type=Path, default=ROOT / ".build/release/keystroke-bench")
    options = parser.parse_args()
    for file in (options.program, WORKER):
        if not file.is_file():
            parser.error(
                f"{file} is not there; build it with scripts/build --build-tests"
            )
    return options


def attempt(options, lot, folder):
    """Plant a change and search for it; return whether it was found, and in words what was."""
    plant = lot.choice(PLANTS[options.metric])
    place = lot.randrange(1, options.commits)
    # Neither end: bisect compares them first.
    broken = set(lot.sample(range(1, options.commits - 1), lot.randrange(4)))
    repository = Repository(folder)
    commits = [
        repository.commit(
            f"commit {number}",
            plant if number >= place else "nothing",
            number in broken,
        )
        for number in range(options.commits)
    ]
    command = [
        sys.executable,
        ROOT / "scripts/find_commit.py",
        "--program",
        options.program,
    ]
    command += [commits[0], commits[-1], *RECIPE, "--strategy", "planted"]
    if options.metric != "exact":
        command += ["--metric", options.metric, "--instructions", "none"]
    if options.metric == "time":
        command += ["--budget", f"{options.budget:g}", "--no-allocations"]
    begun = time.monotonic()
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False
    )
    seconds = time.monotonic() - begun
    # The change is seen at the first commit from it on that builds.
    hidden = set()
    while place in broken:
        hidden.add(commits[place])
        place += 1
    # Those before it that do not build cannot be told from it.
    before = place - len(hidden) - 1
    while before in broken:
        hidden.add(commits[before])
        before -= 1
    expected = hidden | {commits[place]}
    named = names(done.stdout, commits)
    words = f"{plant} in commit {place}, {len(broken)} not built, {seconds:.0f} s"
    right = done.returncode == 0 and named == expected
    if not right:
        words += f"\n  ended with {done.returncode}, named {sorted(commits.index(name) for name in named)}"
        words += f"\n{done.stdout}{done.stderr}"
    return right, words


def names(answer, commits):
    """Return the commits that an answer of bisect names as the one, or as those it may be."""
    lines = answer.splitlines()
    if not lines:
        return set()
    if not lines[0].startswith("It is one of these"):
        return {commit for commit in commits if lines[0].startswith(commit)}
    shorts = [line.split()[0] for line in lines[1:] if line.startswith("  ")]
    stop = next(
        (n for n, line in enumerate(lines[1:]) if not line.startswith("  ")), None
    )
    return {commit for commit in commits if commit.startswith(tuple(shorts[:stop]))}


if __name__ == "__main__":
    sys.exit(main())
