"""Measures how often scripts/bisect finds a commit with a planted change.

Each try makes a repository of 30 commits, of which a random one adds work to a keystroke and at
most three do not build, and searches it from end to end. Nothing is compiled: a build copies a
worker and the name of its plant (Tests/PlantedBenchmarks). With `exact` the plant is an allocation,
fifty instructions or a retained reference, and bisect chooses the metric; with `allocations`, which
needs no valgrind and takes a tenth of the time, an allocation. With `time` it is two system calls
or a busy loop, and nothing exact is counted.

A try is right if bisect names the commit. It is also right if bisect names several commits, this
one among them, and all commits that hide it do not build. Exit status: 0 all right; 1 not all; 2 it
could not be tried; 64 usage.
"""

import os
import random
import sys
import tempfile
import time
from pathlib import Path

from keystroke_tools import bisect, cli, program
from keystroke_tools.cli import Failure
from keystroke_tools.git import Git
from studies.support.planted_history import RECIPE, WORKER, Repository

PLANTS = {
    "exact": ["allocation", "instructions", "retain"],
    "allocations": ["allocation"],
    "time": ["systemCalls", "busyLoop"],
}


def main(argv):
    """Try, and print how often the commit was found."""
    parser = cli.Parser("study-bisect", __doc__)
    add = parser.add_argument
    add("--tries", type=int, default=20)
    add("--commits", type=int, default=30)
    add("--seed", type=int, default=random.randrange(1 << 32))
    add("--metric", choices=sorted(PLANTS), default="exact")
    add("--budget", type=cli.duration, default=10.0, help="how long to time a commit (10s)")
    program.add_option(parser)
    options = parser.parse_args(argv)
    bench = program.Program(options.program)
    bench.path = bench.path.absolute()
    if not WORKER.is_file():
        raise Failure(f"{WORKER} does not exist; build it with scripts/build --build-tests")
    lot = random.Random(options.seed)
    found = 0
    for number in range(1, options.tries + 1):
        with tempfile.TemporaryDirectory(prefix="study-bisect-") as folder:
            right, said = attempt(bench, options, lot, Path(folder))
        found += right
        print(f"{number}: {'right' if right else 'WRONG'}: {said}", flush=True)
    print(f"seed {options.seed}: {found} of {options.tries} found")
    return cli.FINE if found == options.tries else cli.GATE_FAILED


def attempt(bench, options, lot, folder):
    """Plant a change and search for it; return whether it was found, and the result in words."""
    plant = lot.choice(PLANTS[options.metric])
    place = lot.randrange(1, options.commits)
    # Keep both ends sound: bisect compares them first.
    broken = set(lot.sample(range(1, options.commits - 1), lot.randrange(4)))
    repository = Repository(folder)
    commits = [
        repository.commit(
            f"commit {number}", plant if number >= place else "nothing", number in broken
        )
        for number in range(options.commits)
    ]
    command = [commits[0], commits[-1], *RECIPE, "--strategy", "planted"]
    if options.metric != "exact":
        command += ["--metric", options.metric, "--instructions", "none"]
    if options.metric == "time":
        command += ["--budget", f"{options.budget:g}s", "--no-allocations"]
    arguments, rest = bisect.parser().parse_known_args(command)
    begun, before = time.monotonic(), Path.cwd()
    os.chdir(folder)
    try:
        (folder / "judged").mkdir()
        judge = bisect.Judge(bench, arguments, rest, folder / "judged")
        judge.begin(commits[0], commits[-1])
        found, _ = bisect.search(judge, Git(folder), commits[0], commits[-1])
    finally:
        os.chdir(before)
    seconds = time.monotonic() - begun
    # The change shows at the first commit from it on that builds.
    hidden = set()
    while place in broken:
        hidden.add(place)
        place += 1
    # Earlier commits that do not build cannot be distinguished from it.
    earlier = place - len(hidden) - 1
    while earlier in broken:
        hidden.add(earlier)
        earlier -= 1
    named = {commits.index(commit) for commit in found}
    words = f"{plant} in commit {place}, {len(broken)} not built, {seconds:.0f} s"
    right = named == hidden | {place}
    return right, words if right else f"{words}; named {sorted(named)}"


if __name__ == "__main__":
    cli.end(cli.run("study-bisect", main, sys.argv[1:]))
