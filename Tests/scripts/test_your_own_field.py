"""docs/your-own-field.md as a stranger follows it."""

import os
import re
import shutil
import subprocess

import pytest
from helpers import PROGRAM

from keystroke_tools.cli import ROOT

PAGE = (ROOT / "docs/your-own-field.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "Examples/AmountField"
MAIN = re.findall(r"```swift\n(.*?)```", (EXAMPLE / "README.md").read_text("utf-8"), re.DOTALL)[0]
SOURCE = "Benchmarks/Sources/AmountFieldBenchmarks/main.swift"


def commands(section):
    """Return the commands of a section of the page."""
    lines = PAGE.split(f"\n## {section}")[1].split("\n## ")[0].splitlines()
    return [
        line.removeprefix("    ")
        for line in lines
        if re.match(r"    (swift package|keystroke-bench init|\.\./)", line)
    ]


class Walk:
    """A folder outside of this repository in which a stranger follows the page."""

    def __init__(self, folder):
        self.package = folder / "package"
        shutil.copytree(EXAMPLE, self.package, ignore=shutil.ignore_patterns(".build"))
        (folder / "keystroke-bench").symlink_to(ROOT)
        (self.package / ".gitignore").write_text(".build/\nPackage.resolved\n")
        self.git("init", "--quiet")
        self.commit("a field")

    def git(self, *arguments):
        who = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
        subprocess.run(["git", "-C", self.package, *who, *arguments], check=True)

    def commit(self, subject):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", subject)

    def run(self, command, program=PROGRAM, folder="Benchmarks"):
        """Run a command in the folder of the benchmark, without a terminal."""
        environment = os.environ | ({"KEYSTROKE_BENCH": str(program)} if program else {})
        environment["PATH"] = f"{PROGRAM.parent}:{os.environ['PATH']}"
        environment.pop("COLUMNS", None)
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=self.package / folder,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            start_new_session=True,
        )
        return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
def test_every_step_of_the_page_works(tmp_path):
    walk = Walk(tmp_path)
    (init,) = commands("2.")
    status, said = walk.run(init, folder=".")
    # The field drops a minus.
    assert status == 1 and "Next, in Benchmarks:" in said, said
    assert re.search(r"^incremental-delegate +6 +0$", said, re.MULTILINE), said
    (walk.package / SOURCE).write_text(MAIN, encoding="utf-8")
    walk.commit("a benchmark")
    verify, run, profile = commands("4.")
    (ab,) = commands("5.")
    (package,) = commands("6.")
    few = "--length 9 --script type"

    status, said = walk.run(f"PATH=$(dirname $(command -v swift)):/usr/bin:/bin {verify}", None)
    assert status == 1 and f"{tmp_path}/keystroke-bench/scripts/install installs it" in said, said
    status, said = walk.run(verify)
    assert status == 0 and "24 ok, 0 wrong" in said, said
    status, said = walk.run(f"{run} {few} --rounds 1")
    assert status == 0 and re.search(r"^amount +\d+=? +each edit ", said, re.MULTILINE), said
    status, said = walk.run(profile)
    assert status == 0 and "AmountFormatter.text(for:)" in said, said

    source = walk.package / "Sources/AmountField/AmountFormatter.swift"
    text = source.read_text(encoding="utf-8")
    slower = text.replace(
        "formatter.string(for", "(formatter.copy() as! NumberFormatter).string(for"
    )
    assert slower != text
    source.write_text(slower, encoding="utf-8")
    walk.commit("a copy at each key")
    # What is not committed is on neither side.
    source.write_text("no Swift", encoding="utf-8")
    status, said = walk.run(f"{ab} {few} --strategy amount --budget 2s")
    assert status == 1 and "FAIL" in said, said
    assert "so the same on both sides: " in said, said
    assert said.count("building HEAD") == 2, said
    # The same in CI, which finds the builds.
    few += " --strategy amount --no-time --instructions none"
    status, said = walk.run(f"{package.replace('origin/main', 'HEAD~1')} {few}")
    assert status == 1 and "FAIL" in said and "building" not in said, said
    summary = walk.package / "Benchmarks/keystroke-ci-results/summary.md"
    assert "allocations" in summary.read_text(encoding="utf-8")

    # Code that no cell executes is timed all the same: another program is another program.
    never = "\n@inline(never) public func neverUsed(_ n: Int) -> [String] { [String(n)] }\n"
    source.write_text(slower + never, encoding="utf-8")
    walk.commit("a function that nobody calls")
    own = "--length 9 --script type --budget 2s"
    status, said = walk.run(f"{ab} {own}")
    assert status == 0 and "same program" not in said, said

    # A document compiles nothing again.
    (walk.package / "README.md").write_text("A document.\n", encoding="utf-8")
    walk.commit("a document")
    status, said = walk.run(f"{ab} {own}")
    assert status == 0 and "PASS: both sides are the same program;" in said, said
    log = (walk.package / "Benchmarks/.build/ab/build.log").read_text(encoding="utf-8")
    assert "Build of product" in log and "Compiling" not in log, log
