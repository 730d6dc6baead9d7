"""scripts/fleet.py: shards as a job array, what is lost is completed, all is merged and compared."""

import csv
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from fleet import main
from plotting import PROGRAM, ROOT
from test_store import called

SMALL = [
    "--strategy", "delegate-filter,unformatted", "--value", "int", "--locale", "en_US,fr_FR,ar_EG",
    "--length", "3,6,9", "--script", "type,backspace", "--rounds", "2", "--milliseconds", "1",
    "--instructions", "none",
]  # fmt: skip
ROUNDS = 12
# The same, long enough to be disturbed.
LONG = [*SMALL[:10], "--rounds", str(ROUNDS), "--milliseconds", "40", *SMALL[-2:]]
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
        [PROGRAM, "run", *SMALL, "--out", "run"],
        cwd=place,
        check=True,
        capture_output=True,
    )
    return place / "run"


def fake(tmp_path, monkeypatch, disturb=""):
    """Put an sbatch on the path, and go to an empty folder."""
    place = tmp_path / "bin"
    place.mkdir()
    (place / "sbatch").write_text(
        SBATCH.format(calls=tmp_path / "calls", disturb=disturb)
    )
    (place / "sbatch").chmod(0o755)
    monkeypatch.setenv("PATH", f"{place}:{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "calls"


def fleet(*arguments):
    return called(main, "--program", PROGRAM, "slurm", *arguments)


def test_the_shards_are_merged_compared_and_reported(whole, tmp_path, monkeypatch):
    calls = fake(tmp_path, monkeypatch)
    status, out, err = fleet(
        "--shards",
        3,
        "--folder",
        "f",
        "--against",
        whole,
        "--exclusive",
        "--wait",
        "--",
        *SMALL,
    )
    assert (status, err) == (0, ""), out + err
    assert exact(tmp_path / "f/whole") == exact(whole)
    assert "PASS" in out and (tmp_path / "f/report.html").stat().st_size > 10_000
    array, merge = calls.read_text().splitlines()
    assert "--array=1-3" in array and "--requeue" in array and "--exclusive" in array
    assert "--dependency=afterok:7" in merge and "--wait" in merge


def test_a_shard_that_is_lost_is_completed_and_nothing_is_there_twice(
    whole, tmp_path, monkeypatch
):
    fake(tmp_path, monkeypatch, LOSE.format(folder=tmp_path / "f"))
    status, out, err = fleet("--shards", 2, "--folder", "f", "--", *SMALL)
    assert (status, err) == (0, ""), (tmp_path / "calls.shards").read_text()
    assert (
        out
        == f"shards: job 7, tasks 1 to 2\nmerge: job 8, after them\nfolder: {tmp_path}/f\n"
    )
    assert exact(tmp_path / "f/whole") == exact(whole)


def test_a_shard_that_fails_stops_the_fleet(tmp_path, monkeypatch):
    fake(tmp_path, monkeypatch)
    status, out, err = fleet(
        "--shards", 2, "--folder", "f", "--", "--strategy", "no-such"
    )
    assert (status, out) == (2, "") and err.startswith("fleet: error: sbatch: ")
    assert not (tmp_path / "f/whole").exists()


def test_a_dry_run_writes_scripts_that_bash_reads_and_nothing_else(
    tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    status, out, err = fleet("--shards", 2, "--dry-run", "--", "--strategy", "it's; *")
    assert (status, err) == (0, "") and list(tmp_path.iterdir()) == []
    assert "--array=1-2" in out and "merge" in out
    assert "--strategy 'it'\"'\"'s; *'" in out
    assert subprocess.run(["bash", "-n"], input=out, text=True).returncode == 0


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

NEEDED = ("slurmctld", "slurmd", "sbatch", "munged", "mungekey")
MISSING = [
    name
    for name in NEEDED
    if not shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin")
]
CONFIGURATION = """
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={place}/munge.socket,cred_expire=3
StateSaveLocation={place}/state
SlurmdSpoolDir={place}/spool-%n
SlurmctldPidFile={place}/slurmctld.pid
SlurmdPidFile={place}/slurmd-%n.pid
SlurmctldLogFile={place}/slurmctld.log
SlurmdLogFile={place}/slurmd-%n.log
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmdTimeout=5
KillWait=2
SchedulerParameters=sched_interval=2,batch_sched_delay=0
NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port={port1} CPUs={cores}
NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port={port2} CPUs={cores}
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
"""


@pytest.fixture
def slurm(tmp_path, monkeypatch):
    """A cluster of two nodes; gives what starts the second node again."""
    place = tmp_path / "slurm"
    (place / "state").mkdir(parents=True)
    monkeypatch.setenv("PATH", os.environ["PATH"] + ":/usr/sbin")
    monkeypatch.setenv("SLURM_CONF", str(place / "slurm.conf"))
    host = socket.gethostname().split(".")[0]
    ports = dict(zip(("port", "port1", "port2"), free_ports(3), strict=True))
    (place / "slurm.conf").write_text(
        CONFIGURATION.format(place=place, host=host, cores=os.cpu_count(), **ports)
    )
    subprocess.run(["mungekey", "--create", f"--keyfile={place}/munge.key"], check=True)
    started = []

    def start(*command):
        log = open(place / f"{command[0]}.out", "ab")
        started.append(
            subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
        )
        return started[-1]

    start("munged", "--foreground", "--force", f"--key-file={place}/munge.key",
          f"--socket={place}/munge.socket", f"--pid-file={place}/munge.pid",
          f"--log-file={place}/munge.log", f"--seed-file={place}/munge.seed")  # fmt: skip
    until(lambda: (place / "munge.socket").exists(), "munge")
    start("slurmctld", "-D")
    nodes = {name: start("slurmd", "-D", "-N", name) for name in ("n1", "n2")}
    until(
        lambda: answer("sinfo", "-h", "-N", "-o", "%T").split() == ["idle", "idle"],
        "two idle nodes",
    )
    yield nodes, start
    subprocess.run(["scancel", "--user=root"], check=False)
    time.sleep(1)
    for process in reversed(started):
        process.terminate()
    for process in started:
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


def free_ports(number):
    sockets = [socket.socket() for _ in range(number)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def answer(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def until(holds, what, seconds=300):
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"waited {seconds} s for {what}"
        time.sleep(0.1)


@pytest.mark.skipif(
    bool(MISSING),
    reason=f"Slurm is not installed: no {', '.join(MISSING)} (apt-get install slurm-wlm munge)",
)
@pytest.mark.skipif(os.geteuid() != 0, reason="slurmd runs jobs of others only as root")
def test_slurm_loses_a_node_and_a_worker_and_nothing_is_lost_or_twice(
    whole, tmp_path, monkeypatch, slurm
):
    nodes, start = slurm
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "f"
    command = [
        sys.executable,
        ROOT / "scripts/fleet.py",
        "--program",
        PROGRAM,
        "slurm",
        "--shards",
        "4",
    ]
    run = subprocess.Popen(
        [*command, "--cores", "1", "--folder", folder, "--wait", "--", *LONG],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        shards = folder / "shards"
        until(lambda: any(shards.glob("*/samples.csv")), "a shard that is measured")
        # A worker dies; its task goes on by itself.
        until(lambda: workers_of(folder), "a worker")
        kill(workers_of(folder)[:1])
        # A node dies, with all that runs on it.
        until(
            lambda: "n2" in answer("squeue", "-h", "-t", "RUNNING", "-o", "%N"),
            "a task on n2",
        )
        nodes["n2"].kill()
        kill(of_node("n2"))
        until(
            lambda: "down" in answer("sinfo", "-h", "-N", "-n", "n2", "-o", "%T"),
            "the loss of n2",
        )
        start("slurmd", "-D", "-N", "n2")
        out, err = run.communicate(timeout=900)
    finally:
        run.kill()
    logs = "".join(path.read_text() for path in sorted((folder / "logs").iterdir()))
    assert run.returncode == 0, out + err + logs
    assert exact(folder / "whole") == exact(whole)
    with open(folder / "whole/samples.csv", newline="", encoding="utf-8") as file:
        clock = [
            row
            for row in csv.DictReader(file)
            if row["metric"] == "time" and row["phase"] == "total"
        ]
    assert len(clock) == ROUNDS * len(
        {
            tuple(row[name] for name in ("strategy", "locale", "length", "script"))
            for row in clock
        }
    )


def processes():
    """The number, parent and command line of every process."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((place / "stat").read_text().rpartition(")")[2].split()[1])
            words = (
                (place / "cmdline").read_bytes().decode("utf-8", "replace").split("\0")
            )
        except OSError:
            continue
        found.append((int(place.name), parent, " ".join(words)))
    return found


def workers_of(folder):
    """The workers of the shards of a fleet."""
    every = processes()
    conductors = {
        pid for pid, _, args in every
        if f"--out {folder}/shards" in args or f"--resume {folder}/shards" in args
    }  # fmt: skip
    return sorted(descendants(every, conductors) - conductors)


def of_node(node):
    """The processes of the jobs on a node: all below its slurmstepd."""
    every = processes()
    roots = {
        pid for pid, _, args in every
        if args.startswith("slurmstepd") and f"SLURMD_NODENAME={node}\0" in environment(every, pid)
    }  # fmt: skip
    return sorted(descendants(every, roots))


def environment(every, root):
    """The environment of the first child, which is that of the job."""
    for pid, parent, _ in every:
        if parent == root:
            try:
                return open(
                    f"/proc/{pid}/environ", encoding="utf-8", errors="replace"
                ).read()
            except OSError:
                return ""
    return ""


def descendants(every, roots):
    found = set(roots)
    while more := {pid for pid, parent, _ in every if parent in found} - found:
        found |= more
    return found


def kill(numbers):
    for number in numbers:
        try:
            os.kill(number, signal.SIGKILL)
        except ProcessLookupError:
            continue
