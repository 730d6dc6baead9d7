"""scripts/fleet.py: shards as a job array, what is lost is completed, all is merged and compared."""

import csv
import os
import subprocess
import sys

import pytest
from fleet import main
from local_slurm import missing
from plotting import PROGRAM, ROOT
from test_store import called

SMALL = [
    "--strategy",
    "delegate-filter,unformatted",
    "--value",
    "int",
    "--locale",
    "en_US,fr_FR,ar_EG",
    "--length",
    "3,6,9",
    "--script",
    "type,backspace",
    "--rounds",
    "2",
    "--milliseconds",
    "1",
    "--instructions",
    "none",
]
# What Slurm does, as far as the scripts see it: tasks one after the other, then what depends on them.
SBATCH = """#!/usr/bin/env bash
echo "$*" >> {calls}
script=${{!#}}
for option in "$@"; do
  case $option in --array=*) tasks=${{option##*-}} ;; esac
done
[ -z "$tasks" ] && {{ "$script" > {calls}.merge 2>&1; status=$?; echo 8; exit "$status"; }}
export SLURM_ARRAY_TASK_ID
for SLURM_ARRAY_TASK_ID in $(seq "$tasks"); do
  {disturb}
  "$script" 2>> {calls}.shards || exit 1
done
echo 7
"""
# A task that dies in mid-run with all its processes, as on a node that is lost; then it is begun anew.
LOSE = """
  setsid "$script" & lost=$!
  until [ "$(wc -l < "{folder}/shards/$SLURM_ARRAY_TASK_ID/samples.csv" 2>/dev/null || echo 0)" -gt 5 ]; do sleep 0.01; done
  kill -KILL -- -$lost; wait $lost 2>/dev/null
"""


def exact(run):
    """The exact rows of a run, in order, without what names the run."""
    with open(run / "samples.csv", newline="", encoding="utf-8") as file:
        rows = [
            tuple(value for name, value in row.items() if name not in ("run", "commit"))
            for row in csv.DictReader(file)
            if row["instrument"] != "clock"
        ]
    assert len(rows) == len(set(rows)) > 50
    return sorted(rows)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The same in one undisturbed run."""
    place = tmp_path_factory.mktemp("whole")
    subprocess.run(
        [PROGRAM, "run", *SMALL, "--out", "run"], cwd=place, check=True, capture_output=True
    )
    return place / "run"


def fake(tmp_path, monkeypatch, disturb=""):
    """Put an sbatch on the path, and go to an empty folder."""
    place = tmp_path / "bin"
    place.mkdir()
    (place / "sbatch").write_text(SBATCH.format(calls=tmp_path / "calls", disturb=disturb))
    (place / "sbatch").chmod(0o755)
    monkeypatch.setenv("PATH", f"{place}:{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "calls"


def fleet(*arguments):
    return called(main, "--program", PROGRAM, "slurm", *arguments)


def test_the_shards_are_merged_compared_and_reported(whole, tmp_path, monkeypatch):
    calls = fake(tmp_path, monkeypatch)
    status, out, err = fleet(
        "--shards", 3, "--folder", "f", "--against", whole, "--exclusive", "--wait", "--", *SMALL
    )
    assert (status, err) == (0, ""), out + err
    assert exact(tmp_path / "f/whole") == exact(whole)
    assert "PASS" in out and (tmp_path / "f/report.html").stat().st_size > 10_000
    array, merge = calls.read_text().splitlines()
    assert "--array=1-3" in array and "--requeue" in array and "--exclusive" in array
    assert "--dependency=afterok:7" in merge and "--wait" in merge


def test_a_shard_that_is_lost_is_completed_and_nothing_is_there_twice(whole, tmp_path, monkeypatch):
    fake(tmp_path, monkeypatch, LOSE.format(folder=tmp_path / "f"))
    status, out, err = fleet("--shards", 2, "--folder", "f", "--", *SMALL)
    assert (status, err) == (0, ""), (tmp_path / "calls.shards").read_text()
    assert out == f"shards: job 7, tasks 1 to 2\nmerge: job 8, after them\nfolder: {tmp_path}/f\n"
    assert exact(tmp_path / "f/whole") == exact(whole)


def test_a_shard_that_fails_stops_the_fleet(tmp_path, monkeypatch):
    fake(tmp_path, monkeypatch)
    status, out, err = fleet("--shards", 2, "--folder", "f", "--", "--strategy", "no-such")
    assert (status, out) == (2, "") and err.startswith("fleet: error: sbatch: ")
    assert not (tmp_path / "f/whole").exists()


def test_a_dry_run_writes_scripts_that_bash_reads_and_nothing_else(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, out, err = fleet("--shards", 2, "--dry-run", "--", "--strategy", "it's; *")
    assert (status, err) == (0, "") and list(tmp_path.iterdir()) == []
    assert "--array=1-2" in out and "merge" in out
    assert "--strategy 'it'\"'\"'s; *'" in out
    assert subprocess.run(["bash", "-n"], input=out, text=True).returncode == 0


def test_a_status_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    """Where the merge dies between opening the file and writing it, as where files may hold nothing."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("test_fleet.PROGRAM", "/bin/true")
    merge = "#" + fleet("--shards", 1, "--folder", "f", "--dry-run")[1].rpartition("#!")[2]
    (tmp_path / "f").mkdir()

    def merged(limit):
        words = ["bash", "-c", f"ulimit -f {limit}; exec bash -s"]
        return subprocess.run(words, input=merge, text=True, capture_output=True)

    assert merged(0).returncode != 0 and not (tmp_path / "f/status").exists()
    done = merged("unlimited")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "f/status").read_text() == "0\n"


def test_what_is_there_is_left_alone_and_no_slurm_is_said(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "f").mkdir()
    assert "something already" in fleet("--shards", 2, "--folder", "f")[2]
    monkeypatch.setenv("PATH", str(tmp_path))
    status, _, err = fleet("--shards", 2, "--folder", "g")
    assert status == 2 and "is Slurm installed" in err


@pytest.mark.parametrize(
    "arguments", [(), ("--shards", "0"), ("--shards", "x"), ("--shards", "1", "-x")]
)
def test_wrong_usage_has_a_status_of_its_own(arguments):
    assert fleet(*arguments)[0] == 64


# With Slurm itself: a controller and two nodes, all on this machine.


@pytest.mark.skipif(bool(missing()), reason=missing())
def test_slurm_loses_parts_of_a_fleet_and_nothing_is_lost_or_twice():
    """A node, a worker and a merge die; scripts/kill-fleet looks at the rows."""
    done = subprocess.run(
        [
            sys.executable,
            ROOT / "scripts/kill_fleet.py",
            "--program",
            PROGRAM,
            "--seed",
            "3",
            "--kills",
            "3",
            "--only",
            "node,worker,merge",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "seed 3, 3 kills, 0 wrong" in done.stdout
