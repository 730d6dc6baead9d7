"""Find the commit that changed a figure: git bisect, with keystroke-bench ab as the judge.

GOOD and BAD are compared first. What moved most of the exact metrics is searched for: seconds a commit,
since a build and its counts are kept. A commit is new where its figure is nearer to that of BAD
than to that of GOOD. Where nothing exact moved, times decide, by a paired comparison with GOOD for each
commit: a commit is new where its interval lies beyond the middle between GOOD and BAD. Commits that do not build, or
whose interval holds that middle twice, are skipped, and named.

git bisect runs in a clone without a work tree, which shares the objects and is removed at the end: work
tree, index, branches and a bisection of yours stay as they are.

Options that are not listed here go to keystroke-bench ab: filters, --suite, --build, --worker and others.

Exit status: 0 found; 2 nothing moved, or the work could not be done; 64 usage; 130 interrupted.
"""

import argparse
import csv
import json
import math
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import shown

EXACT = [
    "instructions",
    "allocations",
    "bytes",
    "refreshes",
    "emissions",
    "retains",
    "releases",
]
EXACT += ["peak_bytes", "leaked_bytes", "locked_operations", "system_calls"]
CELL = ["strategy", "value", "locale", "length", "script"]
MOVED = ("regressed", "improved")
UNBUILT = (" does not build: ", " was built, and yet has no executable ")


class BisectError(Exception):
    """The work cannot be done; the message is one line."""


class Unbuilt(Exception):
    """A commit that does not build; the message says why."""


class Parser(argparse.ArgumentParser):
    """The exit status of keystroke-bench for wrong usage, not Python's."""

    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(64, f"bisect: error: {message}\n")


def parser():
    made = Parser(
        prog="bisect",
        description="Find the commit that changed a figure.",
        epilog="Examples: scripts/bisect v1.2 HEAD --strategy 'delegate-*' --length 9; "
        "scripts/bisect HEAD~30 HEAD --metric instructions --phase format; "
        "scripts/bisect v1.2 main --metric time --budget 120. "
        "Other options are those of keystroke-bench ab.",
    )
    add = made.add_argument
    add("good", metavar="GOOD", help="a commit with the old figure")
    add("bad", metavar="BAD", help="a later one with the new figure")
    add("--metric", help="only this metric: time, instructions, allocations ...")
    add("--phase", help="only this phase: total, filter, parse, format ...")
    add("--budget", type=float, default=60, help="seconds of timing for a commit (60)")
    add("--program", default="keystroke-bench", help="the keystroke-bench to run")
    return made


def git(*arguments, at=None, allowed=(0,)):
    """Return what git writes, or raise BisectError with what it says."""
    command = ["git", *(["-C", str(at)] if at else []), *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    if done.returncode not in allowed:
        said = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
        raise BisectError(f"git {arguments[0]}: {said[-1].removeprefix('fatal: ')}")
    return done.stdout.strip()


class Judge:
    """Compares commits with the good one, by what moved most between that and the bad one."""

    def __init__(self, arguments, options, place):
        self.arguments, self.options, self.place = arguments, options, place
        self.number = 0
        self.target = None

    def compare(self, good, commit, timed=False, budget=None):
        """Return the entries of a comparison, and the folders of its runs; or raise Unbuilt."""
        self.number += 1
        out = self.place / str(self.number)
        manner = ["--budget", f"{budget:g}"] if timed else ["--no-time"]
        done = self.bench(
            "ab", good, commit, *manner, *self.options, "--format", "json", "--out", out
        )
        if done.returncode < 0:
            reason = next(
                (line for line in done.stderr.splitlines() if "Fatal error" in line), ""
            )
            raise BisectError(
                f"keystroke-bench ab was ended by signal {-done.returncode} {reason}".strip()
            )
        if done.returncode > 1:
            said = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
            reason = next(
                (line for line in said if any(w in line for w in UNBUILT)), None
            )
            if reason:
                raise Unbuilt(reason.removeprefix("error: "))
            if done.returncode == 130:
                raise KeyboardInterrupt
            raise BisectError(f"keystroke-bench ab: {said[-1].removeprefix('error: ')}")
        entries = [
            entry for entry in json.loads(done.stdout)["entries"] if self.wanted(entry)
        ]
        return entries, Path(f"{out}-baseline"), Path(f"{out}-candidate")

    def bench(self, *arguments):
        command = [str(part) for part in (self.arguments.program, *arguments)]
        try:
            process = subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
            )
        except OSError as error:
            raise BisectError(f"{self.arguments.program}: {error.strerror}") from None
        try:
            out, err = process.communicate()
        except BaseException:
            # It removes its worktree and ends its workers.
            process.terminate()
            process.communicate()
            raise
        return subprocess.CompletedProcess(command, process.returncode, out, err)

    def wanted(self, entry):
        asked = self.arguments
        return asked.metric in (None, entry["metric"]) and asked.phase in (
            None,
            entry["phase"],
        )

    def begin(self, good, bad):
        """Compare both ends; keep what moved most, or raise BisectError."""
        self.good = good
        entries = []
        if self.arguments.metric != "time":
            entries, *_ = self.compare(good, bad)
            entries = [entry for entry in entries if distance(entry)]
        if not entries and self.arguments.metric in (None, "time"):
            entries, *_ = self.compare(good, bad, True, self.arguments.budget)
            entries = [
                entry
                for entry in entries
                if entry["metric"] == "time" and entry["finding"] in MOVED
            ]
        if not entries:
            raise BisectError(
                "nothing moved between both commits that could be searched for"
            )
        self.target = max(
            entries,
            key=lambda entry: (
                entry["metric"] == "time",
                key_of(entry)[0],
                distance(entry),
            ),
        )
        return self.target

    def is_bad(self, commit):
        """Whether a commit has the new figure; None where nothing can be said."""
        if self.target["metric"] != "time":
            entries, *_ = self.compare(self.good, commit)
            value = figure(find(entries, self.target), self.target)
            return nearer_to_bad(value, self.target)
        budget = self.arguments.budget
        for _ in range(2):
            entries, *_ = self.compare(self.good, commit, True, budget)
            found = find(entries, self.target)
            if found and (side := side_of(found, self.target)) is not None:
                return side
            budget *= 2
        return None


def key_of(entry):
    """Exact metrics in the order of what they tell, the best last; then parts of a keystroke before the whole."""
    rank = EXACT[::-1].index(entry["metric"]) if entry["metric"] in EXACT else -1
    return rank, entry["suite"], entry["cell"], entry["phase"], entry["metric"]


def distance(entry):
    """How far a figure went, as a ratio or from 0; 0 where it did not move or is missing."""
    before, after = entry.get("baseline"), entry.get("candidate")
    if before is None or after is None or before == after:
        return 0.0
    if before <= 0 or after <= 0:
        return math.inf
    return abs(math.log(after / before))


def find(entries, target):
    """Return the entry about the same, or None; one that did not move may be left out."""
    names = ("suite", "cell", "phase", "metric")
    same = [e for e in entries if all(e[name] == target[name] for name in names)]
    return same[0] if same else None


def figure(entry, target):
    """Return the figure of a commit; without an entry it is the old one."""
    return (
        entry["candidate"]
        if entry and entry.get("candidate") is not None
        else target["baseline"]
    )


def nearer_to_bad(value, target):
    """Whether a figure is nearer to the new one than to the old one."""
    return abs(value - target["candidate"]) < abs(value - target["baseline"])


def side_of(entry, target):
    """Whether the interval of a time's ratio to that of GOOD is beyond the middle of 1 and what BAD has; None on it.

    The question is which of two known figures it is, and not whether it changed: an interval that is too wide to
    call two equal commits unchanged may well exclude the new figure.
    """
    low, high = entry.get("ratioLow"), entry.get("ratioHigh")
    if low is None or high is None:
        return None
    middle = math.sqrt(target["ratio"])
    if low <= middle <= high:
        return None
    return (low > middle) == (target["ratio"] > 1)


def bisect(judge, good, bad, clone):
    """Return the first bad commit, or several where those that could not be judged hide it; and what was skipped."""
    skipped = {}
    git("bisect", "start", "--no-checkout", bad, good, at=clone)
    while True:
        commit = git(
            "rev-parse", "--verify", "--quiet", "BISECT_HEAD", at=clone, allowed=(0, 1)
        )
        if not commit:
            return [bad], skipped
        try:
            found = judge.is_bad(commit)
            word = {True: "bad", False: "good", None: "skip"}[found]
            if found is None:
                skipped[commit] = "its times decide nothing within the budget"
        except Unbuilt as error:
            word, skipped[commit] = "skip", str(error)
        say(
            f"{subject(commit)}: {'skipped: ' + skipped[commit] if word == 'skip' else word}"
        )
        # 2: only skipped ones are left.
        answer = git("bisect", word, at=clone, allowed=(0, 2))
        lines = answer.splitlines()
        if lines and lines[0].endswith(" is the first bad commit"):
            return [lines[0].split(" ")[0]], skipped
        if "only 'skip'ped commits left" in answer:
            start = next(n for n, line in enumerate(lines) if "could be any of" in line)
            names = [line for line in lines[start + 1 :] if len(line) == 40]
            return names, skipped


def subject(commit):
    return git("log", "-1", "--format=%h %s", commit)


def say(text):
    print(shown.line(text), file=sys.stderr, flush=True)


def words(entry):
    """A figure that moved, in words."""
    before, after = entry["baseline"], entry["candidate"]
    change = f", {100 * (after / before - 1):+.1f} %" if before else ""
    return f"{entry['cell']} {entry['phase']} {entry['metric']}: {before:g} to {after:g}{change}"


def report(judge, commits, skipped):
    """Print the answer: the commit, what moved, and the functions behind it."""
    if len(commits) > 1:
        print("It is one of these; those that were skipped cannot be told apart:")
        for commit in commits:
            print(f"  {shown.line(subject(commit))}")
        return
    (commit,) = commits
    print(shown.line(git("log", "-1", "--format=%H %an, %as: %s", commit)))
    parent = f"{commit}^"
    exact = judge.target["metric"] != "time"
    try:
        entries, before, after = judge.compare(
            parent, commit, not exact, judge.arguments.budget
        )
    except Unbuilt as error:
        print(f"What moved is not known against its parent: {shown.line(error)}")
        return
    moved = [e for e in entries if (distance(e) if exact else e["finding"] in MOVED)]
    moved.sort(key=lambda e: (-distance(e), key_of(e)))
    target = find(moved, judge.target)
    if target:
        moved.remove(target)
        moved.insert(0, target)
    print(f"Moved, against its parent ({len(moved)}):")
    for entry in moved[:10]:
        print(f"  {shown.line(words(entry))}")
    if len(moved) > 10:
        print(f"  and {len(moved) - 10} more")
    if target and exact:
        functions(judge, target, before, after)


def functions(judge, target, before, after):
    """Print which functions the change is in: both builds once more, with sites."""
    runs = {}
    built = sorted(
        Path(".build/ab/built").glob("*/worker"),
        key=lambda path: -path.parent.stat().st_mtime,
    )
    wanted = {
        name: value_in(run, target)
        for name, run in (("before", before), ("after", after))
    }
    parts = dict(zip(CELL, target["cell"].split("/"), strict=True))
    kind = (
        "valgrind"
        if target["metric"] in ("instructions", "retains", "releases")
        else "none"
    )
    for number, worker in enumerate(built[:4]):
        out = judge.place / f"sites-{number}"
        filters = [
            part for name, value in parts.items() for part in (f"--{name}", value)
        ]
        done = judge.bench(
            "run", "--worker", worker, "--no-time", "--sites", "--instructions", kind, *filters,
            "--out", out,
        )  # fmt: skip
        if done.returncode != 0:
            continue
        # Which build is which is told by the figure itself.
        for name, value in wanted.items():
            if name not in runs and value_in(out, target) == value:
                runs[name] = out
        if len(runs) == 2:
            break
    if len(runs) < 2:
        print(
            "The functions behind it are not known: no sites could be had of both builds."
        )
        return
    done = judge.bench(
        "profile", f"{runs['before']}..{runs['after']}", target["cell"], "--metric",
        target["metric"], "--top", "5",
    )  # fmt: skip
    if done.returncode != 0:
        # What cost nothing before has no stacks there.
        found = stacks(runs["after"], target) or stacks(runs["before"], target)
        print(
            "Functions behind it, the innermost first:"
            if found
            else "No function is known."
        )
        for count, stack in found[:5]:
            print(f"  {count:g}  {shown.line(stack)}")
        return
    text = done.stdout
    for name, run in runs.items():
        text = text.replace(str(run), name)
    print("Functions behind it:\n" + shown.document(text), end="")


def stacks(run, target):
    """Return the call stacks of a figure in a run with sites, the dearest first."""
    found = []
    with open(run / "sites.csv", newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if about(row, target):
                frames = row["stack"].split(";")[::-1]
                found.append((float(row["count"]), " < ".join(frames[:4])))
    return sorted(found, reverse=True)


def about(row, target):
    """Whether a row is about the figure that is searched for; the phases of a whole stand for it."""
    cell = "/".join(row[name] for name in CELL)
    phase = row["phase"] == target["phase"] or (
        target["phase"] == "total" and "stack" in row and row["phase"] != "first"
    )
    return (cell, row["metric"]) == (target["cell"], target["metric"]) and phase


def value_in(run, target):
    """Return a figure as the samples of a run have it."""
    with open(run / "samples.csv", newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if about(row, target):
                return row["mean"]
    return None


def interrupt(*_):
    """End like Ctrl-C, with nothing left behind; what a shell starts in the background ignores Ctrl-C itself."""
    raise KeyboardInterrupt


def main(argv=None):
    arguments, options = parser().parse_known_args(argv)
    for odd in ("--out", "--format", "--no-time", "--time", "--rounds"):
        if any(option == odd or option.startswith(odd + "=") for option in options):
            parser().error(f"{odd} is for this script to say")
    signal.signal(signal.SIGTERM, interrupt)
    try:
        good, bad = (
            git(
                "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}", allowed=(0, 1)
            )
            for name in (arguments.good, arguments.bad)
        )
        for name, commit in ((arguments.good, good), (arguments.bad, bad)):
            if not commit:
                raise BisectError(f"{name} is no commit of this repository")
        if git("merge-base", good, bad, allowed=(0, 1)) != good or good == bad:
            raise BisectError(f"{arguments.good} is no ancestor of {arguments.bad}")
        with tempfile.TemporaryDirectory(prefix="keystroke-bench-bisect-") as folder:
            place = Path(folder)
            clone = place / "clone"
            top = git("rev-parse", "--show-toplevel")
            git("clone", "--quiet", "--shared", "--bare", top, str(clone))
            judge = Judge(arguments, options, place)
            target = judge.begin(good, bad)
            say(f"searching for: {words(target)}")
            commits, skipped = bisect(judge, good, bad, clone)
            report(judge, commits, skipped)
            if skipped:
                print(f"Skipped ({len(skipped)}):")
                for commit, reason in skipped.items():
                    print(f"  {shown.line(subject(commit))}: {shown.line(reason)}")
    except KeyboardInterrupt:
        print("bisect: interrupted; nothing was left behind", file=sys.stderr)
        return 130
    except (BisectError, Unbuilt, OSError) as error:
        print(f"bisect: error: {shown.line(error)}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    # Python would end by the signal; a shell wants the number.
    status = main()
    sys.stdout.flush()
    os._exit(status) if status == 130 else sys.exit(status)
