"""Kills keystroke-bench at random moments, and checks what is left.

Each command is ended by a signal at a random moment of its usual time, most often by SIGKILL, which
it cannot handle. Then none of its processes may be left, every run must be readable, the same
command must succeed again, and a baseline that was being replaced must be the old or the new one.
Temporary files, worktrees and unfinished folders must be gone once the next command has begun.

`widget` is a run of the real widget of `--toolkit`, and is tried if `scripts/widget --worker` has
built it: its X server or browser must end with it.

/tmp is private if this machine allows that, so that every file in it was left behind by a command.
Exit status: 0 no problem; 1 a problem; 2 the study could not be tried; 64 usage.
"""

import collections
import contextlib
import ctypes
import fcntl
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from keystroke_tools import cli
from keystroke_tools.cli import ROOT, Failure
from keystroke_tools.git import Git

# Another copy of the program can be named, so that a build may run meanwhile.
BUILD = pathlib.Path(os.environ.get("KEYSTROKE_BENCH_BUILD", ROOT / ".build/release"))
PRIVATE = "KEYSTROKE_BENCH_KILLS_PRIVATE"
PR_SET_CHILD_SUBREAPER = 36
CELLS = ["--suite", "HarnessNoise", "--strategy", "empty,malloc-1x64,spin-1"]
MEASURED = [*CELLS, "--rounds", "3", "--cell-time", "20ms"]
WHO = ["-c", "user.name=kills", "-c", "user.email=kills@example.com"]
# The commit of the submodule is read from the user's own copy of it.
FILLED = "git -c protocol.file.allow=always submodule update --quiet --init && sh build.sh"
BUILT = ["--build", FILLED, "--worker", "out/HarnessNoise"]
PAIR = ["ab", "HEAD~1", "HEAD", *BUILT, "--strategy", "empty,spin-1"]
COMMANDS = {
    "run": ["run", *MEASURED, "--sites", "--out", "r"],
    "check": ["check", *MEASURED, "--baseline", "main", "--out", "r"],
    "ab": [*PAIR, "--rounds", "12", "--budget", "2s", "--out", "pair"],
    "merge": ["merge", "s1", "s2", "--into", "all"],
    "save": ["baseline", "save", "whole", "main", "--force"],
}
# The workers with an X server or a browser, from a separate package, which is not always built.
WIDGETS = {
    "gtk": "WidgetBenchmarks",
    "qt": "QtWidgetBenchmarks",
    "gnustep": "GnustepWidgetBenchmarks",
    "chromium": "ChromiumWidgetBenchmarks",
}
WIDGET_BUILD = pathlib.Path(
    os.environ.get(
        "KEYSTROKE_BENCH_WIDGET_BUILD", ROOT / "Benchmarks/WidgetBenchmarks/.build/release"
    )
)
SOCKETS = pathlib.Path("/tmp/.X11-unix")
# Chosen by the name of the command, so that a few kills cover each signal.
SIGNALS = [signal.SIGKILL] * 4 + [signal.SIGINT, signal.SIGTERM]
IDLE_LOOKS = 200


class Wrong(Exception):
    """The state after a kill is wrong; the message says how."""


def main(argv):
    """Try kills, and report their outcomes."""
    options = arguments(argv)
    if not (BUILD / "keystroke-bench").exists():
        raise Failure("nothing is built: run scripts/build")
    isolate(argv)
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    lot = random.Random(options.seed)
    wrong = 0
    ended = collections.Counter()
    with tempfile.TemporaryDirectory(prefix="kills-") as folder, contextlib.chdir(folder):
        prepare()
        taken = {name: duration(name) for name in options.only}
        for number in range(options.kills):
            name = options.only[number % len(options.only)]
            chosen = lot.choice(SIGNALS)
            moment = lot.uniform(0, taken[name])
            what = f"{number + 1}: {name}, {chosen.name} at {moment:.3f} s"
            try:
                outcome = kill(name, chosen, moment)
                print(f"{what}: {outcome}")
                ended[f"{name}: {outcome}"] += 1
            except Wrong as error:
                print(f"{what}: WRONG: {error}", file=sys.stderr)
                wrong += 1
                clean()
    print(f"seed {options.seed}, {options.kills} kills, {wrong} wrong")
    for outcome, count in sorted(ended.items()):
        print(f"  {count:4} {outcome}")
    return cli.GATE_FAILED if wrong else cli.FINE


def arguments(argv):
    """Return the options of the command line."""
    parser = cli.Parser("kills", __doc__)
    add = parser.add_argument
    add("--seed", type=int, default=random.randrange(1 << 32))
    add("--kills", type=int, default=100)
    known = [*COMMANDS, "widget"]
    add("--only", type=lambda text: text.split(","), help=f"of {', '.join(known)}; all by default")
    add("--toolkit", choices=[*WIDGETS], help="whose widget; GTK's by default, if it is built")
    options = parser.parse_args(argv)
    unknown = [name for name in options.only or [] if name not in known]
    if unknown:
        parser.error(f"there is no {unknown[0]}; name some of {', '.join(known)}")
    toolkit = options.toolkit or "gtk"
    worker = WIDGET_BUILD / WIDGETS[toolkit]
    if worker.exists():
        COMMANDS["widget"] = widget(toolkit, worker)
    elif options.toolkit or "widget" in (options.only or []):
        raise Failure(f"{worker} is missing: run scripts/widget --toolkit {toolkit} --worker")
    options.only = options.only or list(COMMANDS)
    return options


def widget(toolkit, worker):
    """Return the run of a toolkit's widget, by all drivers that it has."""
    command = [
        *["run", "--worker", str(worker), "--strategy", "delegate-filter"],
        *["--locale", "en_US", "--length", "9", "--instructions", "none"],
        *["--script", "type" if toolkit == "chromium" else "type,xtest-type"],
        *["--rounds", "2", "--cell-time", "50ms", "--out", "r"],
    ]
    # As scripts/widget counts them: these cost too much in another process, or differ.
    return command + (["--no-allocations"] if toolkit in ("gnustep", "chromium") else [])


# The files of the user's repository, as they are before anything is compared.
KEPT = {}


def isolate(argv):
    """Restart this script with a private /tmp, if that is possible."""
    if PRIVATE in os.environ or ROOT.is_relative_to("/tmp"):
        return
    unshare = ["unshare", "--map-root-user", "--mount", "--", "sh", "-c"]
    mount = "mount -t tmpfs tmpfs /tmp"
    if subprocess.run([*unshare, mount], capture_output=True).returncode == 0:
        os.environ[PRIVATE] = "1"
        command = [sys.executable, "-P", "-m", "studies.kills", *argv]
        os.execvp(unshare[0], [*unshare, f'{mount} && exec "$0" "$@"', *command])


def bench(*words, folder="."):
    """Run a command to its end."""
    result = subprocess.run(
        [BUILD / "keystroke-bench", *words], cwd=folder, capture_output=True, text=True
    )
    return result


def expect(statuses, *words, folder="."):
    """Run a command to its end, which must be one of these."""
    result = bench(*words, folder=folder)
    if result.returncode not in statuses:
        raise Wrong(f"{' '.join(words)} ended with {result.returncode}: {result.stderr.strip()}")
    return result


def git(*words):
    """Run git in the repository of the pair."""
    return Git(pathlib.Path("repository"))(*WHO, *words)


def prepare():
    """Make the runs, the baseline and the repository that the commands need."""
    expect([0], *COMMANDS["run"][:-1], "whole")
    expect([0], *COMMANDS["save"])
    for shard in (1, 2):
        part = ["--no-time", "--instructions", "none", "--shard", f"{shard}/2"]
        expect([0], "run", *CELLS, *part, "--out", f"s{shard}")
    repository = pathlib.Path("repository")
    repository.mkdir()
    git("init", "--quiet")
    add_submodule(repository)
    # The build takes a while, and starts a process that must not stay.
    (repository / "build.sh").write_text(
        "test -f part/part || exit 1\n"
        f"sleep 2 & mkdir -p out && sleep 0.3 && cp '{BUILD / 'HarnessNoise'}' out/\n"
    )
    (repository / ".gitignore").write_text("/.build\n/pair*\n/after*\n")
    for change in ("one", "two"):
        (repository / "change").write_text(change)
        git("add", "--all")
        git("commit", "--quiet", "--message", change)
    KEPT.update(repository_files())


def add_submodule(repository):
    """Give the repository a submodule, which lies in it already: nothing is fetched here."""
    part = repository / "part"
    part.mkdir()
    (part / "part").write_text("part")
    Git(part)("init", "--quiet")
    Git(part)("add", "--all")
    Git(part)(*WHO, "commit", "--quiet", "--message", "part")
    git("submodule", "--quiet", "add", str(part.resolve()), "part")
    git("submodule", "--quiet", "absorbgitdirs")


def repository_files():
    """Return all files of the user's repository, which a comparison only reads."""
    files = pathlib.Path("repository/.git").rglob("*")
    return {path: path.read_bytes() for path in files if path.is_file()}


def place(name):
    """Return the folder in which a command is run."""
    return "repository" if name == "ab" else "."


def duration(name):
    """Return how many seconds a command takes if it is not ended."""
    start = time.monotonic()
    expect([0, 1], *COMMANDS[name], folder=place(name))
    clean()
    return time.monotonic() - start


def clean():
    """Remove what a command leaves when it is not killed."""
    for folder in ("r", "all", "repository/pair-baseline", "repository/pair-candidate"):
        shutil.rmtree(folder, ignore_errors=True)
    for folder in pathlib.Path("repository").glob("after*"):
        shutil.rmtree(folder)
    # Make the next comparison build again.
    shutil.rmtree("repository/.build/ab/built", ignore_errors=True)
    # All X servers share this folder, so it stays; each kill is checked for a socket left in
    # it.
    if PRIVATE in os.environ:
        with contextlib.suppress(OSError):
            SOCKETS.rmdir()


def kill(name, chosen, moment):
    """End a command after some seconds, and look at what is left."""
    process = subprocess.Popen(
        [BUILD / "keystroke-bench", *COMMANDS[name]],
        cwd=place(name),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    time.sleep(moment)
    process.send_signal(chosen)
    # A worker also has this standard error.
    error = process.stderr.read()
    status = process.wait()
    # A cancelled command may fail with 2; its leftovers are checked all the same.
    cancelled = () if chosen == signal.SIGKILL else (2,)
    if status not in (-chosen, 128 + chosen, 0, 1, *cancelled):
        raise Wrong(f"it ended with {status}: {error.strip()}")
    expect_no_process()
    outcome = {
        "run": after_run,
        "check": after_run,
        "ab": after_pair,
        "merge": after_merge,
        "save": after_save,
        "widget": after_widget,
    }[name]()
    expect_nothing_temporary()
    clean()
    return outcome


def after_run():
    """Check that the partial run can be read, and measured again."""
    outcome = left_of_run()
    if outcome != "finished":
        expect([0], *COMMANDS["run"])
    expect([0], "compare", "whole", "r")
    files = set(os.listdir("r")) - {"run.json", "samples.csv", "sites.csv"}
    if files:
        raise Wrong(f"the run holds {', '.join(sorted(files))}")
    return outcome


def after_widget():
    """Check the same of a run of the widget, and that no X server or browser is left."""
    outcome = left_of_run()
    if outcome != "finished":
        # The next command removes what this one left.
        expect([0], *COMMANDS["widget"])
        expect_no_process()
    if PRIVATE in os.environ and SOCKETS.exists():
        left = os.listdir(SOCKETS)
        if left:
            raise Wrong(f"sockets of X servers are left: {', '.join(left)}")
        SOCKETS.rmdir()
    return outcome


def left_of_run():
    """Return the state of the partial run, which must be readable; remove it if it is not whole."""
    if not os.path.exists("r/run.json"):
        return "nothing was begun"
    outcome = json.loads(pathlib.Path("r/run.json").read_text())["status"]
    expect_readable("r")
    if outcome != "finished":
        shutil.rmtree("r")
    return outcome


def expect_readable(run, folder="."):
    """Check that a run can be read, and compared if it has rows."""
    result = expect([0, 2], "compare", run, run, folder=folder)
    rows = len(pathlib.Path(folder, run, "samples.csv").read_text().splitlines()) - 1
    if result.returncode == 2 and rows > 0:
        raise Wrong(f"{run} with {rows} rows cannot be compared: {result.stderr.strip()}")


def after_pair():
    """Check that both runs can be read, and that the next comparison cleans up."""
    there = []
    for side in ("baseline", "candidate"):
        if os.path.exists(f"repository/pair-{side}/run.json"):
            expect_readable(f"pair-{side}", folder="repository")
            there.append(side)
    quick = ["--no-time", "--instructions", "none", "--out", "after"]
    expect([0, 1], *PAIR, *quick, folder="repository")
    worktrees = git("worktree", "list").splitlines()
    if len(worktrees) != 1:
        raise Wrong(f"a worktree is left: {worktrees}")
    for name in ("tree", "repository"):
        if os.path.exists(f"repository/.build/ab/{name}"):
            raise Wrong(f"the folder {name} of builds is left")
    if repository_files() != KEPT:
        raise Wrong("a file of the user's repository has changed")
    if git("status", "--porcelain"):
        raise Wrong(f"the work tree has changed: {git('status', '--porcelain')}")
    return "both runs" if len(there) == 2 else "one run" if there else "nothing was begun"


def after_merge():
    """Check that the joined run is whole, or not there."""
    outcome = "finished" if os.path.exists("all") else "nothing was written"
    if outcome != "finished":
        expect([0], *COMMANDS["merge"])
    expect([0], "compare", "all", "all")
    expect_no_sibling(".", ".all.")
    return outcome


def after_save():
    """Check that there is a baseline, the old one or the new one."""
    expect([0], "baseline", "show", "main")
    expect([0], *COMMANDS["save"])
    expect_no_sibling("results/baselines", ".main.")
    return "a whole baseline"


def expect_no_sibling(folder, prefix):
    left = [name for name in os.listdir(folder) if name.startswith(prefix)]
    if left:
        raise Wrong(f"{folder} holds {', '.join(left)}")


def expect_no_process():
    """Check that all launched processes end; wait for those that are busy."""
    idle = 0
    before = None
    while idle < IDLE_LOOKS:
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        now = sorted(filter(None, (state(process) for process in children())))
        busy = now != before or any(text.split()[0] in "RD" for text in now)
        idle = 0 if busy else idle + 1
        before = now
        time.sleep(0.05)
    left = {process: command(process) for process in children()}
    for process in left:
        os.kill(process, signal.SIGKILL)
    raise Wrong(f"processes are left: {left}")


def children():
    """Yield the children of this process, including orphans, which it adopts."""
    for name in os.listdir("/proc"):
        if name.isdigit() and state(name) and int(fields(name)[1]) == os.getpid():
            yield int(name)


def fields(process):
    try:
        text = pathlib.Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return []
    return text[text.rindex(")") + 1 :].split()


def state(process):
    """Return the state of a process, and its processor time; see proc(5)."""
    found = fields(process)
    return " ".join([found[0], *found[11:15]]) if found else None


def command(process):
    try:
        return pathlib.Path(f"/proc/{process}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return "?"


def expect_nothing_temporary():
    """Check that a private /tmp has only this script's files, a shared one no orphaned folder."""
    if PRIVATE in os.environ:
        left = [name for name in os.listdir("/tmp") if not name.startswith("kills-")]
        if left:
            for name in left:
                shutil.rmtree(f"/tmp/{name}", ignore_errors=True)
            raise Wrong(f"/tmp holds {', '.join(left)}")
        return
    for folder in pathlib.Path("/tmp").glob("keystroke_??????"):
        try:
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        except OSError:
            continue
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if folder.exists():
                raise Wrong(f"{folder} has no owner")
        except BlockingIOError:
            pass
        finally:
            os.close(descriptor)


if __name__ == "__main__":
    cli.end(cli.run("kills", main, sys.argv[1:]))
