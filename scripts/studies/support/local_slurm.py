"""A temporary Slurm of two nodes on this machine, for the tests of fleets."""

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

    def kill_daemon(self, name):
        """Kill the daemon of a node; the processes that it started continue."""
        self.nodes[name].kill()
        self.nodes[name].wait()

    def kill_node(self, name):
        """Kill all processes of a node."""
        self.kill_daemon(name)
        kill(self.of_node(name))

    def state(self, name):
        """Return the state of a node."""
        return self.answer("sinfo", "-h", "-N", "-n", name, "-o", "%T")

    def of_node(self, name):
        """Return the processes of the jobs on a node: all descendants of its slurmstepd."""
        every = processes()
        roots = set()
        for pid, _, args in every:
            if args.startswith("slurmstepd"):
                # A step does not have the job's environment.
                told = [environ(child) for child, parent, _ in every if parent == pid]
                if any(self.is_of(job, "SLURMD_NODENAME", name) for job in told):
                    roots.add(pid)
        return sorted(descendants(every, roots))

    def scripts_of(self, kind):
        """Return the shells that run a fleet's shard or merge scripts, with their descendants."""
        every = processes()
        shells = [
            pid
            for pid, _, args in every
            if "slurm_script" in args
            and self.is_of(environ(pid), "SLURM_JOB_NAME", f"keystroke-{kind}")
        ]
        return {shell: sorted(descendants(every, [shell]) - {shell}) for shell in shells}

    def is_of(self, environment, name, value):
        """Return whether an environment belongs to a job of this cluster and has a variable."""
        words = environment.split("\0")
        conf = f"SLURM_CONF={self.environment['SLURM_CONF']}"
        return conf in words and f"{name}={value}" in words

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


def until(holds, what, seconds=300, pause=0.05):
    """Call a function repeatedly until it returns a true value; return that value."""
    end = time.monotonic() + seconds
    while not (found := holds()):
        if time.monotonic() > end:
            raise TimeoutError(f"waited {seconds} s for {what}")
        time.sleep(pause)
    return found


def processes():
    """Return the id, parent and command line of every process."""
    found = []
    # Without a Path for each process, which would be too slow on a busy machine.
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                parent = int(file.read().rpartition(b")")[2].split()[1])
            with open(f"/proc/{name}/cmdline", "rb") as file:
                words = file.read().decode("utf-8", "replace").split("\0")
        except OSError:
            continue
        found.append((int(name), parent, " ".join(words)))
    return found


def conductors_of(folder):
    """Return the keystroke-bench processes of a fleet's running shards."""
    return [
        pid
        for pid, _, args in processes()
        if "keystroke-bench" in args.split(" ")[0] and f"--out {folder}/shards" in args
    ]


def workers_of(folder):
    """Return the workers of a fleet's shards, including those under valgrind."""
    every = processes()
    below = descendants(every, conductors_of(folder))
    # A conductor also starts other programs, to learn the facts of a machine.
    return sorted(pid for pid, _, args in every if pid in below and "Benchmarks" in args)


def environ(pid):
    """Return the environment of a process; empty if it has ended."""
    try:
        return Path(f"/proc/{pid}/environ").read_text("utf-8", "replace")
    except OSError:
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
