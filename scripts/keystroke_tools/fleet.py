"""Measure a run on several machines, as shards, with Slurm.

`slurm` submits a job array, one shard a task, and a job that depends on all of them: it merges the
shards, compares the whole with the baseline and writes the report. Slurm queues a task again if its
node was lost, and the task then measures its shard again, as it does if its worker or
keystroke-bench was killed; whole shards are kept. All machines need the same folder, with the
program in it. With --wait a task whose script was killed is submitted again, too.

The folder of the fleet then holds shards/, logs/, whole (the merged run), compare.txt, report.html,
status, the two scripts that were submitted, and failed if something failed.

Exit status: 0 submitted, or with --wait no gate failed; with --wait 1 a gate failed; 2 the work
could not be done; 64 usage.
"""

import argparse
import datetime
import os
import re
import shlex
import stat
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from keystroke_tools import cli, program
from keystroke_tools.cli import Failure

EXAMPLES = [
    "scripts/fleet slurm --shards 8 -- --locale all",
    "scripts/fleet slurm --shards 4 --exclusive --against main --wait -- --suite formatter",
    "scripts/fleet slurm --shards 2 --dry-run",
]
TRIES = 3
SHARD = """#!/usr/bin/env bash
# One shard: the task of that number. It is measured beside its place, and moved there when whole.
set -uo pipefail
cd {work} || exit 2
place={folder}
number=$SLURM_ARRAY_TASK_ID
shard=$place/shards/$number
# If Slurm lost sight of a node that lives, the first task may still measure.
exec 9>"$place/shards/.$number.lock" && flock 9
[ ! -e "$shard" ] || exit 0
fresh=$place/shards/$number.fresh
for try in $(seq {tries}); do
  rm -rf "$fresh"
  {program} run {options} --shard "$number/{shards}" --out "$fresh" >/dev/null &&
    mv "$fresh" "$shard"
  status=$?
  # Another try is worth it only after a loss: a process that was killed, a disk that was full.
  [ "$status" -eq 2 ] || [ "$status" -gt 128 ] || break
  echo "fleet: try $try of {tries} ended with $status" >&2
done
[ "$status" -eq 0 ] || echo "shard $number ended with $status" >>"$place/failed"
exit "$status"
"""
MERGE = """#!/usr/bin/env bash
# All shards: merged, which checks that they are whole and of one build; compared; reported.
set -uo pipefail
cd {work} || exit 2
place={folder}
exec 9>"$place/.merge.lock" && flock 9
# Does a step, and does it again if it was killed. Each writes its file whole, or not at all.
step() {{
  local try
  for try in $(seq {tries}); do
    "$@"
    status=$?
    [ "$status" -gt 128 ] || return "$status"
    echo "fleet: try $try of {tries} ended with $status: $1" >&2
  done
  return "$status"
}}
failed() {{
  echo "$1 ended with $status" >>"$place/failed"
  exit 2
}}
# Queued again after the merge, it must not fail on a folder that is there.
merged() {{ [ -e "$place/whole" ] || {program} merge {parts} --into "$place/whole"; }}
reported() {{ {program} report "$place/whole" {against}--out "$place/report.html"; }}
{compare}
step merged || failed merge
step compared
verdict=$status
[ "$verdict" -le 1 ] || failed compare
step reported || failed report
# Whole or not at all, too: --wait reads it as soon as it is there.
echo "$verdict" >"$place/.status" && mv "$place/.status" "$place/status" || exit 2
exit "$verdict"
"""
COMPARE = """compared() {{ {program} compare {baseline} "$place/whole" >"$place/compare.txt"; }}"""


def count(text: str) -> int:
    """Return an argument that is a number of parts or cores."""
    number = int(text)
    if not 1 <= number <= 10_000:
        raise argparse.ArgumentTypeError(f"it must be from 1 to 10000, not {text}")
    return number


def parser() -> cli.Parser:
    """Return the command line."""
    made = cli.Parser("fleet", __doc__ or "", EXAMPLES)
    program.add_option(made)
    engines = made.add_subparsers(dest="engine", required=True, metavar="slurm")
    slurm = engines.add_parser("slurm", prog="fleet slurm", description="Submit to Slurm.")
    add = slurm.add_argument
    add("--shards", type=count, required=True, metavar="N", help="how many parts")
    add("--folder", type=Path, metavar="DIR", help="default: results/fleets/ and the time")
    add("--against", metavar="BASELINE", help="compare with it: a baseline's name, or a run")
    add("--cores", type=count, default=2, help="whole cores a task (2)")
    add("--exclusive", action="store_true", help="no other job on the node of a task")
    add("--partition", help="where to submit")
    more = "one more option of sbatch"
    add("--sbatch", action="append", default=[], metavar="OPTION", help=more)
    add("--wait", action="store_true", help="wait; end with the status of the comparison")
    add("--dry-run", action="store_true", help="print what would be submitted, and do nothing")
    add("options", nargs="*", metavar="-- OPTION", help="options of keystroke-bench run")
    return made


def scripts(arguments: argparse.Namespace, bench: Path, folder: Path) -> tuple[str, str]:
    """Return the text of the task of a shard, and of the job that merges."""
    common = {
        "work": shlex.quote(os.getcwd()),
        "folder": shlex.quote(str(folder)),
        "program": shlex.quote(str(bench.absolute())),
        "shards": arguments.shards,
        "tries": TRIES,
    }
    baseline = arguments.against and shlex.quote(arguments.against)
    shard = SHARD.format(**common, options=shlex.join(arguments.options))
    parts = " ".join(
        shlex.quote(f"{folder}/shards/{number}") for number in range(1, arguments.shards + 1)
    )
    merge = MERGE.format(
        **common,
        parts=parts,
        compare=COMPARE.format(**common, baseline=baseline) if baseline else "compared() { :; }",
        against=f"--against {baseline} " if baseline else "",
    )
    return shard, merge


def commands(arguments: argparse.Namespace, folder: Path) -> tuple[list[str], list[str]]:
    """Return the options of sbatch for both."""
    common = ["--parsable", "--requeue", f"--chdir={os.getcwd()}"]
    common += [f"--partition={arguments.partition}"] if arguments.partition else []
    common += arguments.sbatch
    array = [
        *common,
        "--job-name=keystroke-shard",
        f"--array=1-{arguments.shards}",
        "--ntasks=1",
        f"--cpus-per-task={arguments.cores}",
        "--hint=nomultithread",
        # Output from before the node was lost is kept.
        "--open-mode=append",
        f"--output={folder}/logs/shard-%a.log",
    ]
    if arguments.exclusive:
        array.append("--exclusive")
    merge = [
        *common,
        "--job-name=keystroke-merge",
        "--ntasks=1",
        "--kill-on-invalid-dep=yes",
        "--open-mode=append",
        f"--output={folder}/logs/merge.log",
    ]
    return array, merge


def submit(options: Sequence[str], script: Path, may_fail: bool = False) -> str:
    """Submit a script; return the number of its job, which may have failed if it is waited for."""
    try:
        done = subprocess.run(
            ["sbatch", *options, str(script)], capture_output=True, encoding="utf-8", check=False
        )
    except FileNotFoundError:
        raise Failure("there is no sbatch on PATH: run this where Slurm is installed") from None
    words = done.stdout.split()
    if done.returncode != 0 and not (may_fail and words):
        said = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
        raise Failure(f"nothing was submitted: sbatch: {said[-1]}")
    return words[-1].split(";")[0]


def write(path: Path, text: str) -> None:
    """Write an executable file."""
    path.write_text(text, encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def slurm(arguments: argparse.Namespace) -> int:
    """Submit a fleet to Slurm; return the exit status."""
    folder = arguments.folder or Path(
        "results/fleets", datetime.datetime.now(datetime.UTC).strftime("%Y%m%d-%H%M%S")
    )
    folder = folder.absolute()
    bench = program.Program(arguments.program).path
    shard, merge = scripts(arguments, bench, folder)
    array_options, merge_options = commands(arguments, folder)
    if arguments.dry_run:
        print(f"# sbatch {shlex.join(array_options)} {folder}/shard.sh\n{shard}")
        print(
            f"# sbatch --dependency=afterok:ARRAY {shlex.join(merge_options)} "
            f"{folder}/merge.sh\n{merge}",
            end="",
        )
        return 0
    if folder.exists():
        raise Failure(f"{folder}: there is something already; name another folder")
    for name in ("shards", "logs"):
        (folder / name).mkdir(parents=True)
    write(folder / "shard.sh", shard)
    write(folder / "merge.sh", merge)
    if not arguments.wait:
        first, last = submit_both(arguments, folder, array_options, merge_options)
        print(f"shards: job {first}, tasks 1 to {arguments.shards}")
        print(f"merge: job {last}, after them\nfolder: {folder}")
        return 0
    print(f"folder: {folder}", flush=True)
    waited_for(arguments, folder, array_options, merge_options)
    if (folder / "compare.txt").exists():
        sys.stdout.write((folder / "compare.txt").read_text(encoding="utf-8"))
    return int((folder / "status").read_text(encoding="utf-8"))


def waited_for(
    arguments: argparse.Namespace, folder: Path, array: Sequence[str], merge: Sequence[str]
) -> None:
    """Submit all and wait until it is merged; submit tasks again if their script was killed."""
    after: list[str] = []
    for _ in range(TRIES):
        jobs = submit_both(arguments, folder, [*after, *array], merge, wait=True)
        if (folder / "status").exists():
            return
        states = [state for job in jobs for state in job_states(job)]
        if (folder / "failed").exists() or not killed(states):
            break
        print("fleet: what was killed is submitted again", file=sys.stderr, flush=True)
        after = [f"--dependency=afterany:{jobs[0]}"]
    failed = folder / "failed"
    words = failed.read_text(encoding="utf-8").splitlines() if failed.exists() else []
    reason = f": {words[-1]}" if words else ""
    raise Failure(f"not all was measured and merged{reason}; see {folder}/logs")


def submit_both(
    arguments: argparse.Namespace,
    folder: Path,
    array: Sequence[str],
    merge: Sequence[str],
    wait: bool = False,
) -> tuple[str, str]:
    """Submit the shards and the job that merges them; return the numbers of both jobs."""
    first = submit(array, folder / "shard.sh")
    if wait:
        print(f"shards: job {first}, tasks 1 to {arguments.shards}", flush=True)
    merge = [f"--dependency=afterok:{first}", *merge]
    # Its status says less than the files of the script.
    last = submit([*(["--wait"] if wait else []), *merge], folder / "merge.sh", wait)
    return first, last


def job_states(job: str) -> list[str]:
    """Return the states of the tasks of a job, which Slurm keeps for some minutes."""
    if not job:
        return []
    try:
        done = subprocess.run(
            ["scontrol", "--oneliner", "show", "job", job],
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
    except FileNotFoundError:
        return []
    return re.findall(r"\bJobState=(\S+)", done.stdout)


def killed(states: Sequence[str]) -> bool:
    """Return True if tasks were killed, and nobody has cancelled one.

    Slurm itself cancels a merge that waits for a failed task: that is the last state.
    """
    return "FAILED" in states and "CANCELLED" not in states[:-1]


def main(argv: Sequence[str]) -> int:
    """Run the command line; return the exit status."""
    return slurm(parser().parse_args(argv))
