"""Set each of git's settings to a program, and see that the tool starts none of them.

For each setting that this git knows, a repository is made a trap: the setting names a program that
leaves a mark, a commit is missing that only a remote could have, and a file may have changed. Then
`keystroke-bench history`, `keystroke-bench run` and the git of the scripts are asked in it. A
setting that plain git runs shows that the trap works.

Exit status: 0 nothing ran; 1 something did, or the trap does not work; 64 usage.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from keystroke_tools import cli
from keystroke_tools.cli import ROOT
from keystroke_tools.git import Git
from studies.support import made_runs

PROGRAM = ROOT / ".build/release/keystroke-bench"
WHO = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
# The text in place of a name in the list of settings.
NAMES = {"<name>": "origin", "<url>": "ssh://x", "<driver>": "x"}
MISSING = "1" * 40
RUN = ["run", "--suite", "formatter", "--length", "3", "--no-time", "--no-allocations"]
ASKED = [["rev-parse", f"{MISSING}^{{commit}}"], ["log", "-1"], ["rev-list", "HEAD"]]


class Trap:
    """A repository in which a setting names a program, and whatever it leaves."""

    def __init__(self, place: Path) -> None:
        """Make it in a folder, with two runs of commits that it has not got."""
        self.folder, self.mark = place / "repository", place / "ran"
        self.git("init", "--quiet", self.folder, folder=place)
        (self.folder / "a.swift").write_text("1\n")
        self.git("add", "--all")
        self.git(*WHO, "commit", "--quiet", "--message", "one")
        (self.folder / ".gitattributes").write_text("*.swift filter=x diff=x merge=x\n")
        self.plain = (self.folder / ".git/config").read_text()
        self.touched = 0
        metadata, rows = made_runs.baseline("unformatted/int/en_US/9/type")
        for number in (1, 2):
            own = {"source": {"commit": str(number) * 40, "dirty": False}, "id": f"r{number}"}
            made_runs.write(place / f"runs/r{number}", metadata, rows, own=own)

    def git(self, *words: object, folder: Path | None = None) -> bool:
        """Run plain git, which may run anything; return whether it succeeds."""
        command = ["git", *map(str, words)]
        done = subprocess.run(
            command, cwd=folder or self.folder, stdin=subprocess.DEVNULL, capture_output=True
        )
        return done.returncode == 0

    def set(self, setting: str) -> bool:
        """Have a setting name the program; return whether git takes that."""
        (self.folder / ".git/config").write_text(self.plain)
        for name, value in {
            "core.repositoryFormatVersion": "1",
            "extensions.partialClone": "origin",
            "remote.origin.url": "ssh://nobody@localhost/x",
            "remote.origin.promisor": "true",
        }.items():
            self.git("config", name, value)
        return self.git("config", setting, f"touch '{self.mark}';:")

    def ran(self) -> bool:
        """Return whether the program ran, and forget it; the file looks changed again."""
        ran = self.mark.exists()
        self.mark.unlink(missing_ok=True)
        self.touched += 1
        os.utime(self.folder / "a.swift", (self.touched, self.touched))
        return ran

    def of_the_tool(self) -> list[str]:
        """Return the commands of the tool that run it."""
        found = []
        none = ["--instructions", "none", "--out", f"run{self.touched}"]
        for words in (["history", "../runs"], [*RUN, *none]):
            subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True)
            if self.ran():
                found.append(f"keystroke-bench {words[0]}")
        for asked in ASKED:
            Git(self.folder).lines(*asked)
            if self.ran():
                found.append(f"git {asked[0]} of the scripts")
        return found

    def of_git(self) -> bool:
        """Return whether plain git runs it."""
        for words in (["status"], ["cat-file", "-t", MISSING], ["log", "-1"]):
            self.git(*words)
            if self.ran():
                return True
        return False


def settings() -> list[str]:
    """Return the settings that this git knows, with names in the place of <name>."""
    listed = subprocess.run(["git", "help", "--config"], capture_output=True, text=True).stdout
    found = []
    for setting in listed.split():
        for mark, name in NAMES.items():
            setting = setting.replace(mark, name)
        found.append(re.sub("<[^>]*>", "x", setting))
    return [setting for setting in found if "." in setting and "*" not in setting]


def main(argv: Sequence[str]) -> int:
    """Try each setting; return the exit status."""
    made = cli.Parser("git-settings", __doc__ or "", ["scripts/studies/run git-settings"])
    made.add_argument("--only", help="settings that hold this text")
    only = made.parse_args(argv).only or ""
    ours: dict[str, list[str]] = {}
    gits, tried = [], 0
    with tempfile.TemporaryDirectory(prefix="keystroke-bench-") as place:
        trap = Trap(Path(place))
        for setting in settings():
            if only.lower() not in setting.lower() or not trap.set(setting):
                continue
            tried += 1
            trap.ran()
            if found := trap.of_the_tool():
                ours[setting] = found
            if trap.of_git():
                gits.append(setting)
    print(f"{tried} settings; plain git runs the program of {len(gits)}: {', '.join(gits)}")
    for setting, found in ours.items():
        print(f"{setting}: {', '.join(found)}")
    return cli.GATE_FAILED if ours or not gits else cli.FINE


if __name__ == "__main__":
    cli.end(cli.run("git-settings", main, sys.argv[1:]))
