"""Workers that repeat a sound worker's answers, except for an attack's changes."""

import pathlib
import shutil
import subprocess
import sys

# The commands that ask a worker; the answers are stored by command, since they belong to its
# cells.
ONE = "--strategy unformatted --value int --locale en_US --length 3 --script type"
COMMANDS = {
    "worker list": f"list {ONE}",
    "worker run": f"run {ONE} --rounds 2 --cell-time 1ms --no-allocations "
    "--instructions none --out {out}",
    "worker verify": f"verify {ONE}",
    "worker replay": "replay {cases} --strategy unformatted",
}

# Asks the real worker, and stores its answers by kind of request, one line each.
RECORDER = """\
#!{python}
import json, os, subprocess, sys
folder = os.path.dirname(os.path.abspath(__file__)) + "/answers"
pipes = dict(stdin=subprocess.PIPE, stdout=subprocess.PIPE)
worker = subprocess.Popen([{worker!r}, *sys.argv[1:]], **pipes)
def answer(kind):
    line = worker.stdout.readline()
    with open(f"{{folder}}/{{kind}}", "wb") as file:
        file.write(line)
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
answer("greeting")
for request in sys.stdin.buffer:
    worker.stdin.write(request)
    worker.stdin.flush()
    answer(next(iter(json.loads(request))))
worker.stdin.close()
worker.wait()
"""

# Answers by kind of request. If there is a file KIND.end, that answer is the last one: the worker
# ends with the status in that file, or by a signal if it is negative.
PLAYER = """\
#!{python}
import os, signal, sys
folder = os.path.dirname(os.path.abspath(__file__)) + "/answers"
def answer(kind):
    path = f"{{folder}}/{{kind}}"
    with open(path, "rb") as file:
        data = file.read()
    try:
        while data:
            data = data[os.write(1, data):]
    except BrokenPipeError:
        sys.exit(0)
    if os.path.exists(path + ".end"):
        with open(path + ".end") as file:
            end = int(file.read())
        if end < 0:
            # Python handles some signals; that of a kill or a stop cannot be set.
            if -end not in (signal.SIGKILL, signal.SIGSTOP):
                signal.signal(-end, signal.SIG_DFL)
            os.kill(os.getpid(), -end)
        os._exit(end)
answer("greeting")
for request in sys.stdin.buffer:
    kind = request.split(b'"')[1].decode()
    # A changed answer may have another question asked next, of which no answer was recorded.
    if not os.path.exists(f"{{folder}}/{{kind}}"):
        sys.exit(3)
    answer(kind)
"""


def write(folder, worker, program, cases):
    """Record a sound worker's answers to each command; return a problem, or None."""
    for name, line in COMMANDS.items():
        place = folder / name.split()[1]
        (place / "answers").mkdir(parents=True)
        script = place / "worker"
        script.write_text(RECORDER.format(python=sys.executable, worker=str(worker)))
        script.chmod(0o755)
        out = place / "run"
        words = [word.format(out=out, cases=cases) for word in line.split()]
        done = subprocess.run([program, *words, "--worker", script], capture_output=True, text=True)
        if done.returncode not in (0, 1):
            return f"{line}: {done.returncode} {done.stderr}"
        shutil.rmtree(out, ignore_errors=True)
        script.write_text(PLAYER.format(python=sys.executable))
    return None


def kinds(place, name):
    """Return the files with the answers to a command."""
    return sorted(pathlib.Path(place, "workers", name.split()[1], "answers").iterdir())
