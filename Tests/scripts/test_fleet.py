"""scripts/fleet: shards as a job array, lost ones measured again, all merged and compared."""

import os
import subprocess

import pytest
from helpers import ASK, PROGRAM, refused, script
from local_slurm import Cluster, missing, until
from test_usage import lines_of_pages

from keystroke_tools import runs
from keystroke_tools.cli import ROOT

SMALL = "--strategy delegate-filter,unformatted --value int --locale en_US,fr_FR,ar_EG".split()
SMALL += "--length 3,6,9 --script type,backspace --rounds 2 --cell-time 1ms".split()
SMALL += ["--instructions", "none"]
# Slurm as the scripts see it: runs the tasks in turn, then the jobs that depend on them.
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
# A task that dies midway with all its processes, as on a lost node, and is started again.
LOSE = """
  setsid "$script" & lost=$!
  samples="{folder}/shards/$SLURM_ARRAY_TASK_ID.fresh/samples.csv"
  until [ "$(wc -l < "$samples" 2>/dev/null || echo 0)" -gt 5 ]; do sleep 0.01; done
  kill -KILL -- -$lost; wait $lost 2>/dev/null
"""


def exact(run):
    """Return the exact rows of a run, in order, without the run's id and commit."""
    rows = runs.read_samples(run)
    rows = rows[rows["instrument"] != "clock"].drop(columns=["run", "commit"])
    found = sorted(rows.astype(str).itertuples(index=False, name=None))
    assert len(found) == len(set(found)) > 50
    return found


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return one undisturbed run of the same cells."""
    place = tmp_path_factory.mktemp("whole")
    subprocess.run(
        [PROGRAM, "run", *SMALL, "--out", "run"], cwd=place, check=True, capture_output=True
    )
    return place / "run"


@pytest.fixture
def place(tmp_path):
    """Return a folder outside a repository, where a run of uncommitted code cannot be merged."""
    (tmp_path / "bin").mkdir()
    return tmp_path


def fleet(place, *arguments, disturb=None):
    """Run the script with an sbatch that acts like Slurm."""
    if disturb is not None:
        sbatch = place / "bin/sbatch"
        sbatch.write_text(SBATCH.format(calls=place / "calls", disturb=disturb))
        sbatch.chmod(0o755)
    search = f"{place}/bin:{os.environ['PATH']}"
    environment = os.environ | {"PATH": search}
    return script("fleet", *ASK, "slurm", *arguments, cwd=place, env=environment)


def test_the_shards_are_merged_compared_and_reported(whole, place):
    options = ("--shards", 3, "--folder", "f", "--against", whole, "--exclusive", "--wait")
    done = fleet(place, *options, "--", *SMALL, disturb="")
    assert (done.status, done.err) == (0, ""), done
    assert exact(place / "f/whole") == exact(whole)
    assert "PASS" in done.out and (place / "f/report.html").stat().st_size > 10_000
    assert (place / "f/status").read_text() == "0\n"
    array, merge = (place / "calls").read_text().splitlines()
    assert "--array=1-3" in array and "--requeue" in array and "--exclusive" in array
    assert "--dependency=afterok:7" in merge and "--wait" in merge


def test_a_shard_that_is_lost_is_measured_again_and_nothing_is_there_twice(whole, place):
    disturb = LOSE.format(folder=place / "f")
    done = fleet(place, "--shards", 2, "--folder", "f", "--", *SMALL, disturb=disturb)
    assert (done.status, done.err) == (0, ""), (place / "calls.shards").read_text()
    assert "job 7" in done.out and "job 8" in done.out
    assert exact(place / "f/whole") == exact(whole)
    # A task that Slurm queues again after its shard is complete succeeds and changes nothing.
    before = (place / "f/shards/1/samples.csv").read_bytes()
    environment = os.environ | {"SLURM_ARRAY_TASK_ID": "1"}
    subprocess.run([place / "f/shard.sh"], check=True, env=environment, capture_output=True)
    assert (place / "f/shards/1/samples.csv").read_bytes() == before


def test_a_shard_that_fails_stops_the_fleet(place):
    options = ("--shards", 2, "--folder", "f", "--", "--strategy", "no-such")
    refused(fleet(place, *options, disturb=""), "sbatch")
    assert not (place / "f/whole").exists()


def test_a_dry_run_writes_scripts_that_bash_reads_and_nothing_else(place):
    done = fleet(place, "--shards", 2, "--dry-run", "--", "--strategy", "it's; *")
    assert (done.status, done.err) == (0, "")
    assert [path.name for path in place.iterdir()] == ["bin"]
    assert "--array=1-2" in done.out and "--strategy 'it'\"'\"'s; *'" in done.out
    assert subprocess.run(["bash", "-n"], input=done.out, text=True).returncode == 0


def test_what_is_there_is_left_alone_and_a_missing_slurm_is_said(place):
    (place / "f").mkdir()
    refused(fleet(place, "--shards", 2, "--folder", "f"), "/f")
    if missing():
        refused(fleet(place, "--shards", 2, "--folder", "g"), "sbatch")


@pytest.mark.slow
@pytest.mark.skipif(bool(missing()), reason=missing())
def test_slurm_loses_a_node_and_no_row_is_lost_or_twice(whole, place):
    command = [ROOT / "scripts/fleet", *ASK, "slurm", "--shards", "4", "--cores", "1"]
    command += ["--folder", place / "f", "--wait", "--", *SMALL]
    with Cluster(place / "slurm") as cluster:
        fleet = subprocess.Popen(command, cwd=place, env=cluster.environment)
        shards = place / "f/shards"
        until(lambda: fleet.poll() or list(shards.glob("*/samples.csv")), "a shard's first rows")
        assert fleet.poll() is None
        cluster.lose(next(name for name in cluster.nodes if cluster.of_node(name)))
        assert fleet.wait(900) == 0
    assert exact(place / "f/whole") == exact(whole)


@pytest.mark.slow
@pytest.mark.skipif(bool(missing()), reason=missing())
def test_the_line_of_the_page_measures_compares_and_reports(place):
    (place / "results").mkdir()
    (place / "results/baselines").symlink_to(ROOT / "results/baselines")
    lines = [words for _, (path, *words) in lines_of_pages() if path == "scripts/fleet" and words]
    with Cluster(place / "slurm") as cluster:
        for words in lines:
            done = script("fleet", *ASK, *words, cwd=place, env=cluster.environment)
            assert done.status == 0 and "PASS" in done.out, done
    assert len(lines) == 1
