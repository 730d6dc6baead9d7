"""Kills parts of a fleet at random moments; the fleet must end with the rows of an undisturbed run.

It starts a Slurm of two nodes on this machine, where scripts/fleet measures a small run in four
shards, once for each kill. At a random moment one of these is ended by SIGKILL:

  worker     a worker that is measuring; with --instructions valgrind also one under valgrind
  conductor  the keystroke-bench of a shard
  task       the script of a shard, with all that it has started
  daemon     the slurmd of a node; the node's jobs continue, unseen
  node       slurmd and all that runs on the node
  merge      the script that merges, or a process that it has started

Then the fleet must end by itself and succeed, with the exact rows of a run on one machine without
kills, and as many rows of times. Exit status: 0 no problem; 1 a problem; 2 the study could not be
tried.
"""

import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from keystroke_tools import cli, program, runs
from keystroke_tools.cli import ROOT, Failure
from studies.support.local_slurm import Cluster, conductors_of, kill, missing, until, workers_of

KINDS = ["worker", "conductor", "daemon", "merge", "node", "task"]
ROUNDS = 4
MEASURED = "--strategy delegate-filter,unformatted --value int --locale en_US,fr_FR,ar_EG".split()
MEASURED += f"--length 9 --script type,backspace --rounds {ROUNDS} --cell-time 40ms".split()
SECONDS = 900


class Wrong(Exception):
    """A fleet did not end as it must."""


class Nothing(Exception):
    """The part to kill has ended already."""


def main(argv):
    """Try kills, and report their outcomes."""
    options = arguments(argv)
    if reason := missing():
        raise Failure(reason)
    bench = program.Program(options.program)
    bench.path = bench.path.absolute()
    options.program = bench.path
    lot = random.Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="kill-fleet-") as folder:
        place = Path(folder)
        measured = [bench.path, "run", *MEASURED, "--instructions", options.instructions]
        # Outside a repository, where a run of uncommitted code could not be merged.
        command = [*measured, "--out", place / "whole"]
        subprocess.run(command, cwd=place, check=True, capture_output=True)
        with Cluster(place / "slurm") as cluster:
            try:
                return killed(options, lot, place, cluster, rows(place / "whole"))
            except Wrong as error:
                raise Failure(f"undisturbed, {error}") from None


def arguments(argv):
    """Return the options of the command line."""
    parser = cli.Parser("kill-fleet", __doc__)
    add = parser.add_argument
    add("--seed", type=int, default=random.randrange(1 << 32))
    add("--kills", type=int, default=10)
    add("--only", type=lambda text: text.split(","), default=KINDS, help=f"of {', '.join(KINDS)}")
    add("--instructions", choices=["none", "valgrind"], default="none")
    program.add_option(parser)
    options = parser.parse_args(argv)
    unknown = [name for name in options.only if name not in KINDS]
    if unknown:
        parser.error(f"there is no {unknown[0]}; name some of {', '.join(KINDS)}")
    return options


def killed(options, lot, place, cluster, expected):
    """Try the kills; return the exit status."""
    # The first run is not disturbed: it shows how long each part takes.
    fleet = Fleet(options, place / "fleet-0", cluster)
    fleet.until(lambda: conductors_of(fleet.folder), "a shard")
    moments = [time.monotonic()]
    fleet.until(fleet.merges, "the merge")
    moments.append(time.monotonic())
    # The process that waits for the job looks rarely.
    fleet.until((fleet.folder / "status").exists, "the end of the merge")
    moments.append(time.monotonic())
    fleet.ended()
    fleet.compare(expected)
    taken = {"shards": moments[1] - moments[0], "merge": moments[2] - moments[1]}
    print(f"undisturbed: {taken['shards']:.1f} s, merge {taken['merge']:.1f} s", flush=True)
    within = dict(taken)
    number = wrong = attempts = 0
    while number < options.kills:
        kind = options.only[number % len(options.only)]
        part = "merge" if kind == "merge" else "shards"
        moment = lot.uniform(0, 0.9 * within[part])
        attempts += 1
        fleet = Fleet(options, place / f"fleet-{attempts}", cluster)
        begun = time.monotonic()
        outcome = None
        try:
            outcome = disturb(fleet, kind, moment, lot)
            fleet.ended()
            fleet.compare(expected)
        except Nothing:
            # Nothing was killed. Try again, earlier: the machine may be faster now than
            # when the part was timed.
            within[part] *= 0.7
            if attempts > 10 * options.kills:
                outcome, wrong = "WRONG: there is never anything to kill", wrong + 1
        except (Wrong, TimeoutError) as error:
            outcome, wrong = f"WRONG: {error}", wrong + 1
        finally:
            fleet.stop()
        seconds = time.monotonic() - begun
        if outcome:
            number += 1
            words = f"{number}: {kind} after {moment:.2f} s: {outcome}; {seconds:.0f} s in all"
            print(words, flush=True)
    print(f"seed {options.seed}, {options.kills} kills, {wrong} wrong")
    return 1 if wrong else 0


def disturb(fleet, kind, moment, lot):
    """Kill a part some seconds after its job began; return its name in words."""
    cluster, folder = fleet.cluster, fleet.folder
    if kind == "merge":
        fleet.until(fleet.merges, "the merge", pause=0.005)
        time.sleep(moment)
        found = [
            pid for shell, below in cluster.scripts_of("merge").items() for pid in (shell, *below)
        ]
        return die(lot, found)
    fleet.until(lambda: conductors_of(folder), "a shard")
    time.sleep(moment)
    if kind == "worker":
        # Between two workers there is none for a moment.
        return die(lot, fleet.until(lambda: workers_of(folder), "a worker"))
    if kind == "conductor":
        return die(lot, conductors_of(folder))
    if kind == "task":
        tasks = cluster.scripts_of("shard")
        if not tasks:
            raise Nothing
        shell = lot.choice(sorted(tasks))
        kill([shell, *tasks[shell]])
        return f"a script and {len(tasks[shell])} processes"
    busy = {name: len(cluster.of_node(name)) for name in sorted(cluster.nodes)}
    name = lot.choice([name for name in busy if busy[name]] or [None])
    if not name:
        raise Nothing
    count = busy[name]
    cluster.kill_daemon(name) if kind == "daemon" else cluster.kill_node(name)
    # Slurm gives up a node after some seconds: the node may return before that, or long after.
    away = lot.uniform(0, 20)
    time.sleep(away)
    cluster.start_node(name)
    fleet.until(lambda: cluster.state(name).strip() in ("idle", "mixed", "allocated"), name)
    return f"{name}, away for {away:.0f} s, {count} processes"


def die(lot, found):
    """Kill one of the processes; return its name."""
    if not found:
        raise Nothing
    one = lot.choice(found)
    try:
        name = Path(f"/proc/{one}/comm").read_text().strip()
    except OSError:
        raise Nothing from None
    kill([one])
    return name


class Fleet:
    """A run of scripts/fleet on a cluster."""

    def __init__(self, options, folder, cluster):
        self.folder, self.cluster = folder, cluster
        self.log = open(f"{folder}.log", "w+", encoding="utf-8")  # noqa: SIM115  # stop closes it
        command = [
            ROOT / "scripts/fleet",
            "--program",
            options.program,
            "slurm",
            "--shards",
            "4",
            "--cores",
            "1",
            "--folder",
            folder,
            "--wait",
            "--",
            *MEASURED,
            "--instructions",
            options.instructions,
        ]
        self.process = subprocess.Popen(
            command, cwd=folder.parent, stdout=self.log, stderr=self.log, env=cluster.environment
        )

    def merges(self):
        """Return whether the merge has begun.

        On a busy machine it may end before its process is found, but its log file stays.
        """
        return (self.folder / "logs/merge.log").exists()

    def until(self, holds, what, pause=0.05):
        """Wait until a condition holds, while the fleet continues; return the condition's value."""
        found = until(lambda: holds() or self.process.poll() is not None, what, SECONDS, pause)
        if self.process.poll() is not None:
            self.ended()  # Reports an unsuccessful end.
            raise Nothing
        return found

    def ended(self):
        """Wait for its end, which must be successful."""
        try:
            status = self.process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            jobs = self.cluster.answer("squeue", "-h", "-o", "%i %T %r")
            raise Wrong(f"it has not ended after {SECONDS} s: {jobs}") from None
        if status != 0:
            raise Wrong(f"it ended with {status}: {self.said()}")

    def said(self):
        logs = sorted(self.folder.glob("logs/*.log"))
        return "\n".join(path.read_text() for path in [Path(f"{self.folder}.log"), *logs])

    def compare(self, expected):
        """Compare its rows with those of the undisturbed run."""
        for name, here, there in zip(
            ("exact rows", "times"), rows(self.folder / "whole"), expected, strict=True
        ):
            if here != there:
                lost, more = there - here, here - there
                raise Wrong(
                    f"{name} differ: {len(lost)} lost, {len(more)} more: {lost | more}"[:500]
                )

    def stop(self):
        """End its remaining processes."""
        self.process.kill()
        self.process.wait()
        self.log.close()
        self.cluster.answer("scancel", "--user=root")
        until(lambda: not self.cluster.answer("squeue", "-h").strip(), "an empty queue")


def rows(run):
    """Return the exact rows of a run, without its name, and the rounds of times of each series."""
    samples = runs.read_samples(run).drop(columns=["run", "commit"]).astype(str)
    exact = samples[samples["instrument"] != "clock"]
    times = samples[samples["metric"] == "time"]
    series = times[["round", *runs.CELL, "phase"]]
    # Number repeated rows, so that a duplicate counts as another row.
    return tuple(
        set(zip(part.groupby(list(part.columns)).cumcount(), *part.T.to_numpy(), strict=True))
        for part in (exact, series)
    )


if __name__ == "__main__":
    cli.end(cli.run("kill-fleet", main, sys.argv[1:]))
