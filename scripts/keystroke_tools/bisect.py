"""Find the commit that changed a figure: a binary search, with keystroke-bench ab as the judge.

GOOD and BAD are compared first. The exact metric that moved most is searched for: seconds a commit,
since a build and its counts are kept. A commit is new if its figure is nearer to that of BAD
than to that of GOOD. If nothing exact moved, times decide, by a paired comparison of each commit
with GOOD: a commit is new if its interval lies beyond the middle between GOOD and BAD. Commits that
do not build, or whose interval holds that middle twice, are skipped, and named.

Work tree, index, branches and a bisection of yours stay as they are.

Options that are not listed here go to keystroke-bench ab: filters, --suite, --build, --worker and
others.

Exit status: 0 found; 2 nothing moved, or the work could not be done; 64 usage; 130 interrupted.
"""

import argparse
import json
import math
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from keystroke_tools import cli, program
from keystroke_tools.cli import Failure, visible
from keystroke_tools.git import Git

# The most informative metric comes first.
EXACT = ["instructions", "allocations", "bytes", "refreshes", "emissions", "retains", "releases"]
EXACT += ["peak_bytes", "leaked_bytes", "locked_operations", "system_calls"]
MOVED = ("regressed", "improved")
UNBUILT = 125  # the status of keystroke-bench ab if a commit does not build
OWN = ("--out", "--format", "--no-time", "--time", "--rounds")
EXAMPLES = [
    "scripts/bisect v1.2 HEAD --strategy 'delegate-*' --length 9",
    "scripts/bisect HEAD~30 HEAD --metric instructions --phase format",
    "scripts/bisect v1.2 main --metric time --budget 2m",
]
# A verdict of keystroke-bench ab, as in its JSON.
Entry = Mapping[str, Any]


class Unbuilt(Failure):
    """The error for a commit that does not build; the message has the reason."""


def parser() -> cli.Parser:
    """Return the command line."""
    made = cli.Parser("bisect", __doc__ or "", EXAMPLES)
    add = made.add_argument
    add("good", metavar="GOOD", help="a commit with the old figure")
    add("bad", metavar="BAD", help="a later one with the new figure")
    add("--metric", help="only this metric: time, instructions, allocations ...")
    add("--phase", help="only this phase: total, filter, parse, format ...")
    add("--budget", type=cli.duration, default=60.0, help="how long to time a commit (60s)")
    program.add_option(made)
    return made


class Judge:
    """Compares commits with the good one, by the figure that moved most up to the bad one."""

    def __init__(
        self,
        bench: program.Program,
        arguments: argparse.Namespace,
        options: Sequence[str],
        place: Path,
    ) -> None:
        """Compare within a temporary folder."""
        self.bench, self.arguments, self.options, self.place = bench, arguments, options, place
        self.number = 0
        self.target: Entry = {}
        self.good = ""

    def compare(
        self, good: str, commit: str, timed: bool = False, budget: float = 0
    ) -> tuple[list[Entry], Path, Path]:
        """Return the entries of a comparison, and the folders of its runs; or raise Unbuilt."""
        self.number += 1
        out = self.place / str(self.number)
        manner = ["--budget", f"{budget:g}s"] if timed else ["--no-time"]
        command = ["ab", good, commit, *manner, *self.options, "--format", "json", "--out", out]
        done = self.bench.run(*command)
        if done.returncode == cli.INTERRUPTED:
            raise KeyboardInterrupt
        if done.returncode == UNBUILT:
            raise Unbuilt(program.reason(done))
        if done.returncode not in (cli.FINE, cli.GATE_FAILED):
            raise Failure(f"keystroke-bench ab: {program.reason(done)}")
        entries = [entry for entry in json.loads(done.stdout)["entries"] if self.is_wanted(entry)]
        return entries, Path(f"{out}-baseline"), Path(f"{out}-candidate")

    def is_wanted(self, entry: Entry) -> bool:
        """Return True if an entry has the requested metric and phase."""
        asked = self.arguments
        return asked.metric in (None, entry["metric"]) and asked.phase in (None, entry["phase"])

    def begin(self, good: str, bad: str) -> Entry:
        """Compare both ends; store and return the entry that moved most, or raise Failure."""
        self.good = good
        entries: list[Entry] = []
        if self.arguments.metric != "time":
            entries = [entry for entry in self.compare(good, bad)[0] if distance(entry)]
        if not entries and self.arguments.metric in (None, "time"):
            found, *_ = self.compare(good, bad, True, self.arguments.budget)
            entries = [e for e in found if e["metric"] == "time" and e["finding"] in MOVED]
        if not entries:
            raise Failure(
                "nothing moved between both commits that could be searched for; "
                "name commits further apart, or another --metric"
            )
        self.target = max(entries, key=lambda entry: (rank(entry), distance(entry)))
        return self.target

    def is_bad(self, commit: str) -> bool | None:
        """Return True if a commit has the new figure; None if that cannot be decided."""
        if self.target["metric"] != "time":
            found = find(self.compare(self.good, commit)[0], self.target)
            # An entry that did not move may be left out.
            figure = found.get("candidate") if found else None
            return nearer_to_bad(self.target["baseline"] if figure is None else figure, self.target)
        budget = self.arguments.budget
        for _ in range(2):
            found = find(self.compare(self.good, commit, True, budget)[0], self.target)
            if found and (side := side_of(found, self.target)) is not None:
                return side
            budget *= 2
        return None


def rank(entry: Entry) -> int:
    """Return how informative an exact metric is; instructions are the most informative."""
    return EXACT[::-1].index(entry["metric"]) if entry["metric"] in EXACT else -1


def distance(entry: Entry) -> float:
    """Return the distance a figure moved, as a ratio or from 0; 0 if it did not or is missing."""
    before, after = entry.get("baseline"), entry.get("candidate")
    if before is None or after is None or before == after:
        return 0.0
    if before <= 0 or after <= 0:
        return math.inf
    return abs(math.log(after / before))


def find(entries: Iterable[Entry], target: Entry) -> Entry | None:
    """Return the entry about the same series, or None."""
    names = ("suite", "cell", "phase", "metric")
    return next((e for e in entries if all(e[name] == target[name] for name in names)), None)


def nearer_to_bad(value: float, target: Entry) -> bool:
    """Return True if a figure is nearer to the new one than to the old one."""
    return bool(abs(value - target["candidate"]) < abs(value - target["baseline"]))


def side_of(entry: Entry, target: Entry) -> bool | None:
    """Return True if a time's interval lies beyond the middle of 1 and the ratio of BAD.

    None if it holds that middle. The question is which of two known figures it is, and not whether
    it changed: an interval that is too wide to call two equal commits unchanged may well exclude
    the new figure.
    """
    low, high = entry.get("ratioLow"), entry.get("ratioHigh")
    if low is None or high is None:
        return None
    middle = math.sqrt(target["ratio"])
    if low <= middle <= high:
        return None
    return bool((low > middle) == (target["ratio"] > 1))


def search(judge: Judge, git: Git, good: str, bad: str) -> tuple[list[str], dict[str, str]]:
    """Return the first bad commit, and the reasons for skipping others.

    Returns several commits, the last one bad, if skipped commits before it hide the first bad one.
    """
    goods, skipped = [good], dict[str, str]()
    while True:
        # All commits between them, best halving first; the last one is the bad one itself.
        listed = git("rev-list", "--bisect-all", bad, *(f"^{commit}" for commit in goods))
        between = [line.split(" ")[0] for line in listed.splitlines()]
        between = [commit for commit in between if commit != bad]
        open_ones = [commit for commit in between if commit not in skipped]
        if not open_ones:
            return [*between, bad], skipped
        # Neighbours of a commit that does not build may not build either, so go further away.
        away = sum(commit in skipped for commit in between)
        commit = open_ones[min(away * away, len(open_ones) // 2)]
        try:
            found = judge.is_bad(commit)
            if found is None:
                skipped[commit] = "its times decide nothing within the budget"
        except Unbuilt as error:
            found, skipped[commit] = None, str(error)
        if found:
            bad = commit
        elif found is False:
            goods.append(commit)
        word = {True: "bad", False: "good", None: f"skipped: {skipped.get(commit)}"}[found]
        say(f"{subject(git, commit)}: {word}")


def subject(git: Git, commit: str) -> str:
    """Return a commit's short id and subject."""
    return git("log", "-1", "--format=%h %s", commit)


def say(text: str) -> None:
    """Write a line to standard error."""
    print(visible(text), file=sys.stderr, flush=True)


def words(entry: Entry) -> str:
    """Return a figure that moved, in words."""
    before, after = entry["baseline"], entry["candidate"]
    change = f", {100 * (after / before - 1):+.1f} %" if before else ""
    return f"{entry['cell']} {entry['phase']} {entry['metric']}: {before:g} to {after:g}{change}"


def report(judge: Judge, git: Git, commits: Sequence[str], skipped: Mapping[str, str]) -> None:
    """Print the answer: the commit, the figures that moved, and the functions behind them."""
    if len(commits) > 1:
        print("It is one of these; some could not be judged:")
        for commit in commits:
            print(f"  {visible(subject(git, commit))}")
    else:
        print(visible(git("log", "-1", "--format=%H %an, %as: %s", commits[0])))
        explain(judge, commits[0])
    if skipped:
        print(f"Skipped ({len(skipped)}):")
        for commit, why in skipped.items():
            print(f"  {visible(subject(git, commit))}: {visible(why)}")


def explain(judge: Judge, commit: str) -> None:
    """Print the figures that moved in a commit, and the functions behind them."""
    exact = judge.target["metric"] != "time"
    try:
        budget = judge.arguments.budget
        entries, before, after = judge.compare(f"{commit}^", commit, not exact, budget)
    except Unbuilt as error:
        print(f"What moved against its parent is not known: {visible(error)}")
        return
    moved = [e for e in entries if (distance(e) if exact else e["finding"] in MOVED)]
    moved.sort(key=lambda e: (-distance(e), -rank(e)))
    target = find(moved, judge.target)
    if target:
        moved.remove(target)
        moved.insert(0, target)
    print(f"Moved, against its parent ({len(moved)}):")
    for entry in moved[:10]:
        print(f"  {visible(words(entry))}")
    if len(moved) > 10:
        print(f"  and {len(moved) - 10} more")
    if target and exact:
        # An allocation has the line of the code that asked for it; instructions have functions.
        allocations = find(moved, {**target, "metric": "allocations"})
        functions(judge, allocations or target, before, after)


def functions(judge: Judge, target: Entry, before: Path, after: Path) -> None:
    """Print the functions with the change: measure both builds once more, with sites."""
    # pandas takes a while to be imported.
    from keystroke_tools.runs import CELL, read_samples

    parts = dict(zip(CELL, target["cell"].split("/"), strict=True))

    def figure(run: Path) -> float | None:
        """Return the figure of the search in a run."""
        rows = read_samples(run)
        for name, value in {**parts, "phase": target["phase"], "metric": target["metric"]}.items():
            rows = rows[rows[name].astype(str) == value]
        return float(rows["mean"].iloc[0]) if len(rows) else None

    kind = "valgrind" if target["metric"] in ("instructions", "retains", "releases") else "none"
    filters = [f"--{name}={value}" for name, value in parts.items()]
    wanted = {"before": figure(before), "after": figure(after)}
    sides: dict[str, Path] = {}
    built = sorted(Path(".build/ab/built").glob("*/worker"), key=lambda w: w.parent.stat().st_mtime)
    for number, worker in enumerate(built[::-1][:4]):
        out = judge.place / f"sites-{number}"
        measured = ["run", "--worker", worker, "--no-time", "--sites", "--instructions", kind]
        if judge.bench.run(*measured, *filters, "--out", out).returncode != cli.FINE:
            continue
        # The figure itself identifies the build.
        found = figure(out)
        sides |= {name: out for name, value in wanted.items() if value == found}
    if len(sides) < 2:
        print("The functions behind it are not known: sites of both builds are missing.")
        return
    shown = ["profile", f"{sides['before']}..{sides['after']}", target["cell"]]
    done = judge.bench.run(*shown, "--metric", target["metric"], "--top", "5")
    if done.returncode != cli.FINE:
        print(f"The functions behind it are not known: {visible(program.reason(done))}")
        return
    text = done.stdout
    for name, run in sides.items():
        text = text.replace(str(run), name)
    print(f"Functions behind it:\n{text}", end="")


def main(argv: Sequence[str]) -> int:
    """Run the command line; return the exit status."""
    made = parser()
    arguments, options = made.parse_known_args(argv)
    for own in OWN:
        if any(option == own or option.startswith(own + "=") for option in options):
            made.error(f"this script sets {own} itself")
    git = Git()
    if problem := git.problem():
        raise Failure(f"there are no commits to search here: {problem}")
    ends = []
    for name in (arguments.good, arguments.bad):
        commit = git.commit(name)
        if not commit:
            raise Failure(f"{name} is not a commit of this repository: git log lists them")
        ends.append(commit)
    good, bad = ends
    if good == bad or git.lines("merge-base", "--is-ancestor", good, bad) is None:
        raise Failure(
            f"{arguments.good} is not an ancestor of {arguments.bad}; name the older commit first"
        )
    bench = program.Program(arguments.program)
    with tempfile.TemporaryDirectory(prefix="keystroke-bench-bisect-") as folder:
        judge = Judge(bench, arguments, options, Path(folder))
        say(f"building and counting {arguments.good} and {arguments.bad}, for some minutes")
        say(f"searching for: {words(judge.begin(good, bad))}")
        commits, skipped = search(judge, git, good, bad)
        report(judge, git, commits, skipped)
    return cli.FINE
