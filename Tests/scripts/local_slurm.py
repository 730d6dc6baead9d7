"""A temporary Slurm of two nodes on this machine, for the slow test of fleets."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

NEEDED = ("slurmctld", "slurmd", "sbatch", "munged", "mungekey")
PATH = os.environ["PATH"] + ":/usr/sbin"
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


def missing():
    """Return the reason why Slurm cannot run here; empty if it can."""
    names = [name for name in NEEDED if not shutil.which(name, path=PATH)]
    if names:
        return f"Slurm is not installed: no {', '.join(names)} (scripts/bootstrap --slurm)"
    return "" if os.geteuid() == 0 else "slurmd runs jobs of others only as root"


class Cluster:
    """A controller and the nodes n1 and n2; a context."""

    def __init__(self, place):
        self.place = place
        self.started = []
        self.nodes = {}
        self.environment = os.environ | {"PATH": PATH, "SLURM_CONF": str(place / "slurm.conf")}

    def __enter__(self):
        place = self.place
        (place / "state").mkdir(parents=True)
        host = socket.gethostname().split(".")[0]
        ports = dict(zip(("port", "port1", "port2"), free_ports(3), strict=True))
        (place / "slurm.conf").write_text(
            CONFIGURATION.format(place=place, host=host, cores=os.cpu_count(), **ports)
        )
        self.answer("mungekey", "--create", f"--keyfile={place}/munge.key")
        try:
            self.start(
                "munged",
                "--foreground",
                "--force",
                f"--key-file={place}/munge.key",
                f"--socket={place}/munge.socket",
                f"--pid-file={place}/munge.pid",
                f"--log-file={place}/munge.log",
                f"--seed-file={place}/munge.seed",
            )
            until((place / "munge.socket").exists, "munge")
            self.start("slurmctld", "-D")
            for name in ("n1", "n2"):
                self.start_node(name)
            until(lambda: all("idle" in self.state(name) for name in self.nodes), "two idle nodes")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.answer("scancel", "--user=root")
        time.sleep(1)
        for process in reversed(self.started):
            process.terminate()
        for process in self.started:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def start(self, *command):
        """Start a daemon."""
        with open(self.place / f"{command[0]}.out", "ab") as log:
            process = subprocess.Popen(
                command, stdout=log, stderr=log, start_new_session=True, env=self.environment
            )
        self.started.append(process)
        return process

    def start_node(self, name):
        """Start the daemon of a node."""
        self.nodes[name] = self.start("slurmd", "-D", "-N", name)

    def lose(self, name):
        """Kill all that runs on a node, and start its daemon again."""
        self.nodes[name].kill()
        self.nodes[name].wait()
        for pid in self.of_node(name):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.start_node(name)

    def state(self, name):
        """Return the state of a node."""
        return self.answer("sinfo", "-h", "-N", "-n", name, "-o", "%T")

    def of_node(self, name):
        """Return the processes of the jobs on a node, and the slurmstepd above each job."""
        marks = {f"SLURM_CONF={self.environment['SLURM_CONF']}", f"SLURMD_NODENAME={name}"}
        found = set()
        for place in Path("/proc").glob("[0-9]*"):
            # A process may end while it is looked at.
            with contextlib.suppress(OSError):
                if marks <= set((place / "environ").read_text("utf-8", "replace").split("\0")):
                    found.add(int(place.name))
                    parent = (place / "stat").read_bytes().rpartition(b")")[2].split()[1].decode()
                    if Path("/proc", parent, "comm").read_text().startswith("slurmstepd"):
                        found.add(int(parent))
        return sorted(found)

    def answer(self, *command):
        """Return the output of a Slurm command."""
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, env=self.environment
        )
        return done.stdout


def free_ports(number):
    sockets = [socket.socket() for _ in range(number)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def until(holds, what, seconds=300):
    """Call a function repeatedly until it returns a true value; return that value."""
    end = time.monotonic() + seconds
    while not (found := holds()):
        if time.monotonic() > end:
            raise TimeoutError(f"waited {seconds} s for {what}")
        time.sleep(0.05)
    return found
