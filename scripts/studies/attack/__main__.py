"""Gives keystroke-bench hostile files, and checks that it keeps its promises.

Each mutant is one random change of run.json, samples.csv, sites.csv, thresholds.toml, a file of
edit cases, a picture, the list of pictures or a worker's answers, and one command that reads it.
The seed and the mutant's number determine both. The promises (docs/trust.md):

- it ends by itself, with 0, 1, 2 or 64, within 10 s of processor time and 1 GB, and never hangs;
- an error is one line of at most 500 characters;
- if rows are missing, or a file is cut or changed, the status is never 0; nor is it 0 if rows that
  the other run has were removed and the digest was updated;
- a page has no script, frame or handler except its own, and a run that ends with 0 can be read,
  whatever its worker answered.

Exit status: 0 every promise held; 1 one did not, and its files are kept and named; 2 the attack
could not be tried; 64 usage.
"""

import concurrent.futures
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from keystroke_tools import cli
from keystroke_tools.cli import ROOT, Failure
from studies.attack import fixture, mutations, pictures, workers

SECONDS = 10  # of processor time, so that a busy machine is not a finding
STALL = 60  # seconds of real time, for a command that hangs
BYTES = 1 << 30
# Address space, only to protect the machine: Swift reserves far more of it than it uses.
ADDRESSES = 8 << 30
LINE = 500
CELL = fixture.CELLS[0]

COMMANDS = {
    "compare": "compare {a} {b}",
    "compare turned": "compare {b} {a}",
    "compare json": "compare {a} {b} --format json",
    "compare csv": "compare {b} {a} --format csv",
    "compare markdown": "compare {a} {b} --format markdown",
    "compare baseline": "compare main {b} --results {results}",
    "compare accept": "compare {b} {a} --accept",
    "compare three": "compare {b} {c} {a}",
    "report html": "report {a} --against {b}",
    "report markdown": "report {b} --against {a} --format markdown",
    "report junit": "report {a} --against {b} --format junit",
    "report gobench": "report {a} --format gobench --metric steps,time",
    "history": "history {history}",
    "baseline save": "baseline save {a} other --results {results}",
    "baseline show": "baseline show main --results {results}",
    "baseline list": "baseline list --results {results}",
    "merge": "merge {a} {c} --into {out}",
    "profile": "profile {a}..{b} {cell}",
    "noise": "noise --from {a} {b} --rounds 12 --comparisons 3",
    "check": "check --results {results} --worker {out}",
    "thresholds": "compare {a} {b} --thresholds {thresholds}",
    "replay": "replay {cases} --strategy delegate-filter",
    "report pictures": "report {a} --against {b} --pictures {pictures}",
} | {
    name: f"{line} --worker {{workers}}/{name.split()[1]}/worker"
    for name, line in workers.COMMANDS.items()
}
# The commands that read each changed target. "a" is a run, "main" a baseline.
READERS = {
    "a": [
        name
        for name, line in COMMANDS.items()
        if "{a}" in line and name not in ("thresholds", "noise", "report pictures")
    ]
    + ["history"],
    "sites": ["compare", "compare turned", "report html", "profile", "merge"],
    "main": ["compare baseline", "baseline show", "baseline list", "check"],
    "paired": ["compare", "compare turned", "compare json", "report html", "noise"],
    "thresholds": ["thresholds"],
    "cases": ["replay"],
    "pictures": ["report html", "report pictures"],
    "worker": list(workers.COMMANDS),
}
# The weight of each target.
WEIGHTS = dict(zip(READERS, [8, 3, 4, 2, 2, 1, 2, 3], strict=True))
# Pictures must not add any of this to a page.
MARKUP = re.compile(rb"<(?:script|iframe|object|embed|meta|form|link|base)\b|<[^>]*\son[a-z]+=")


def main(argv):
    """Make the mutants, run the commands, and report the outcomes."""
    options = arguments(argv)
    # Each command runs in a separate folder.
    program, worker = (pathlib.Path(path).resolve() for path in (options.program, options.worker))
    for built in (program, worker):
        if not os.access(built, os.X_OK):
            raise Failure(f"{built} is not built: scripts/build")
    with tempfile.TemporaryDirectory(prefix="attack-") as folder:
        attack = Attack(program, worker, pathlib.Path(folder), options.seed)
        if options.target:
            attack.targets = [options.target]
        fault = attack.prepare()
        if fault:
            raise Failure(f"the sound files fail: {fault}")
        begin = time.monotonic()
        numbers = range(options.count) if options.only is None else [options.only]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            trials = list(pool.map(attack.trial, numbers))
        report(trials, time.monotonic() - begin, options)
        return keep([trial for trial in trials if trial.faults], options)


def arguments(argv):
    """Return the options of the command line."""
    examples = [
        "scripts/studies/run attack 1 200           200 mutants of seed 1",
        "scripts/studies/run attack 1 200 --only 7  the eighth of them again, and where it lies",
    ]
    parser = cli.Parser("attack", __doc__, examples)
    add = parser.add_argument
    add("seed", type=int)
    add("count", type=int)
    add("--only", type=int, help="one mutant of them, by its number")
    add("--target", choices=list(READERS), help="change nothing but this")
    add("--program", default=ROOT / ".build/release/keystroke-bench")
    worker = "whose answers are changed"
    add("--worker", default=ROOT / ".build/release/KeystrokeBenchmarks", help=worker)
    options = parser.parse_args(argv)
    if options.count < 1:
        parser.error("at least one mutant is needed")
    return options


class Trial:
    """One mutant, one command, and its outcome."""

    def __init__(self, number, mutation, name, argv):
        self.number, self.mutation, self.name, self.argv = number, mutation, name, argv
        self.status = self.seconds = self.bytes = None
        self.stalled = False
        self.output = self.error = ""
        self.faults = []
        self.files = {}


class Attack:
    """The sound files, and mutants of them."""

    def __init__(self, program, worker, folder, seed):
        self.program, self.worker, self.folder, self.seed = (program, worker, folder, seed)
        self.markup = None
        self.targets = list(READERS)
        self.sound = folder / "sound"
        self.local = threading.local()

    def prepare(self):
        """Write the sound files; return a problem with them, or None."""
        fixture.write(self.sound, self.program)
        pictures.write(self.sound / "a/pictures", "a", "b")
        cases = self.sound / "cases.jsonl"
        if "worker" in self.targets:
            answers = self.sound / "workers"
            fault = workers.write(answers, self.worker, self.program, cases)
            if fault:
                return fault
        for target in self.targets:
            for name in READERS[target]:
                place = self.place(f"prepare-{target}-{name.replace(' ', '-')}", target)
                trial = Trial(-1, None, name, self.argv(name, place))
                self.run(trial, place)
                expected = {"check": (2,), "replay": (0, 1)}.get(name, (0, 1))
                if trial.status not in expected or trial.faults:
                    return f"{' '.join(trial.argv)}: {trial.status} {trial.error} {trial.faults}"
                if target == "pictures":
                    self.markup = markup(place)
        return None

    def place(self, name, target):
        """Return a copy of the sound files, in which a may be one of several kinds of run."""
        place = self.folder / name
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(self.sound, place)
        kinds = {"paired": ("paired-a", "paired-b")}
        for role, kind in zip("ab", kinds.get(target, ("a", "b")), strict=True):
            if role != kind:
                shutil.rmtree(place / role)
                (place / kind).rename(place / role)
        (place / "history").mkdir()
        (place / "history/a").symlink_to(place / "a")
        return place

    def argv(self, name, place):
        """Return a command line over the files of a place."""
        words = {
            "a": place / "a",
            "b": place / "b",
            "c": place / "c",
            "cell": CELL,
            "history": place / "history",
            "results": place / "results",
            "out": place / "out",
            "thresholds": place / "thresholds.toml",
            "cases": place / "cases.jsonl",
            "pictures": place / "a/pictures",
            "workers": place / "workers",
        }
        return [word.format(**words) for word in COMMANDS[name].split()]

    def trial(self, number):
        """Make one mutant, run one command on it, and judge the outcome."""
        dice = random.Random(f"{self.seed}:{number}")
        weights = [WEIGHTS[target] for target in self.targets]
        target = dice.choices(self.targets, weights)[0]
        place = self.place(f"mutant-{number}", target)
        name = dice.choice(READERS[target])
        mutation = mutations.mutate(dice, target, place, name)
        trial = Trial(number, mutation, name, self.argv(name, place))
        self.run(trial, place)
        if mutation.damages(name) and trial.status == 0:
            trial.faults.append("damage passed as 0")
        if target == "pictures" and trial.status == 0 and markup(place) != self.markup:
            trial.faults.append("the page has markup of the picture's")
        if name == "worker run" and trial.status == 0:
            trial.faults += self.unreadable(place)
        trial.place = place
        if not trial.faults:
            shutil.rmtree(place)
        return trial

    def unreadable(self, place):
        """Return a problem with a run that was reported as finished."""
        again = Trial(-1, None, "compare", ["compare", place / "out", place / "out"])
        self.run(again, place)
        if again.status in (0, 1):
            return again.faults
        return [*again.faults, f"its run is not readable: {again.error}"]

    def run(self, trial, place):
        """Run a command within its limits, and record the limits that it broke."""
        begin = time.monotonic()
        with open(place / "stdout", "wb+") as output, open(place / "stderr", "wb+") as error:
            process = subprocess.Popen(
                [self.program, *trial.argv],
                cwd=place,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=error,
                env={"PATH": os.environ["PATH"], "SWIFT_BACKTRACE": "enable=no"},
                preexec_fn=limit,
            )
            timer = threading.Timer(STALL, process.kill)
            timer.start()
            _, status, usage = os.wait4(process.pid, 0)
            timer.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
            error.seek(0)
            trial.error = error.read(1 << 20).decode("utf-8", "replace")
        trial.status = process.returncode
        trial.stalled = time.monotonic() - begin >= STALL
        trial.seconds = usage.ru_utime + usage.ru_stime
        trial.bytes = usage.ru_maxrss * 1024
        trial.faults += faults(trial)


def limit():
    """Limit a command, so that a runaway one does not take the machine down."""
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def markup(place):
    """Return how often a page has markup that may run code or load something."""
    return len(MARKUP.findall((place / "stdout").read_bytes()))


def faults(trial):
    """Return the promises that an outcome breaks, independent of the change."""
    found = []
    if trial.stalled:
        found.append(f"still there after {STALL} s")
    elif trial.seconds >= SECONDS:
        found.append(f"{trial.seconds:.0f} s of a processor")
    elif trial.status < 0:
        found.append(f"ended by signal {-trial.status}")
    elif trial.status not in (0, 1, 2, 64):
        found.append(f"status {trial.status}")
    if trial.bytes > BYTES:
        found.append(f"{trial.bytes >> 20} MB")
    # split, not splitlines: Unicode's line separators are left to the terminal.
    lines = trial.error.rstrip("\n").split("\n") if trial.error else []
    if trial.status in (2, 64):
        # Wrong usage has two more lines, which refer to the help.
        beside = ("note: ",) if trial.status == 2 else ("note: ", "Usage: ", "  See ")
        errors = [line for line in lines if not line.startswith(beside)]
        if len(errors) != 1 or not errors[0].startswith("error: "):
            found.append(f"{len(errors)} lines of error")
    if any(len(line) > LINE for line in lines):
        found.append(f"a line of {max(map(len, lines))} characters")
    return found


def report(trials, seconds, options):
    """Print the number of mutants for each outcome."""
    statuses = {}
    for trial in trials:
        statuses[trial.status] = statuses.get(trial.status, 0) + 1
    kinds = len({trial.mutation.name for trial in trials})
    slowest = max(trials, key=lambda trial: trial.seconds)
    largest = max(trials, key=lambda trial: trial.bytes)
    counts = ", ".join(f"{count} × {status}" for status, count in sorted(statuses.items()))
    must = sum(trial.mutation.damages(trial.name) for trial in trials)
    print(
        f"seed {options.seed}: {len(trials)} mutants of {kinds} kinds in {seconds:.0f} s: {counts}"
    )
    print(
        f"{must} of them damage that must not pass; {sum(map(bool, (t.faults for t in trials)))} "
        "broke a promise"
    )
    print(
        f"slowest {slowest.seconds:.1f} s ({slowest.name}), most memory {largest.bytes >> 20} MB "
        f"({largest.name})"
    )


def keep(failed, options):
    """Keep the files of mutants that broke a promise, and name them; return the exit status."""
    if not failed:
        return 0
    kept = ROOT / ".build/attack"
    for trial in failed[:20]:
        place = kept / f"{options.seed}-{trial.number}"
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(trial.place, place, symlinks=True)
        command = " ".join(map(str, trial.argv)).replace(str(trial.place), str(place))
        print(
            f"{options.seed}-{trial.number}: {'; '.join(trial.faults)}: {trial.mutation}: "
            f"keystroke-bench {command}: {trial.status} {trial.error[:300]!r}"
        )
    if len(failed) > 20:
        print(f"and {len(failed) - 20} more")
    return 1


if __name__ == "__main__":
    cli.end(cli.run("attack", main, sys.argv[1:]))
