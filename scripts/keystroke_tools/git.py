"""Runs git: the one place that starts it."""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from keystroke_tools.cli import Failure

# Nothing that a repository's configuration names runs: no hook, no monitor, no program that checks.
OPTIONS = ["core.hooksPath=/dev/null", "core.fsmonitor=false", "log.showSignature=false"]
# It is only asked: nothing is fetched, whatever its configuration says, and nothing is locked.
ENVIRONMENT = {
    "LC_ALL": "C",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_SSH_COMMAND": "false",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
}


def environment() -> dict[str, str]:
    """Return the environment of git: a hook that calls a script sets where its repository is."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return kept | ENVIRONMENT


class Git:
    """A repository; by default the one of the current folder."""

    def __init__(self, folder: Path = Path()) -> None:
        self.folder = folder

    def __call__(self, *arguments: str, stdin: str | None = None) -> str:
        """Return the output of a command, or raise Failure with its error."""
        done = self._run(arguments, stdin)
        if done.returncode != 0:
            raise Failure(f"git {arguments[0]}: {said(done)}")
        return done.stdout.strip()

    def lines(self, *arguments: str, stdin: str | None = None) -> list[str] | None:
        """Return the lines that a command writes, or None if it fails."""
        done = self._run(arguments, stdin)
        return done.stdout.splitlines() if done.returncode == 0 else None

    def commit(self, name: str) -> str | None:
        """Return the id of the commit that a name means, or None."""
        asked = ["rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}"]
        found = self.lines(*asked)
        return found[0] if found else None

    def problem(self) -> str | None:
        """Return why the folder has no repository that git would use, in its words; or None."""
        done = self._run(["rev-parse", "--git-dir"], None)
        if done.returncode == 0:
            return None
        words = said(done)
        if "not a git repository" in words:
            return "the present folder is not in a git repository"
        return f"git cannot use the repository around the present folder: {words}"

    def _run(self, arguments: Sequence[str], stdin: str | None) -> subprocess.CompletedProcess[str]:
        settings = [part for option in OPTIONS for part in ("-c", option)]
        try:
            return subprocess.run(
                ["git", "--no-pager", *settings, "-C", str(self.folder), *arguments],
                input=stdin or "",
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                env=environment(),
                check=False,
            )
        except FileNotFoundError:
            raise Failure("there is no git on PATH: apt-get install git") from None


def said(done: subprocess.CompletedProcess[str]) -> str:
    """Return what git says last, without what it puts before it; advice is left out."""
    errors = [line for line in done.stderr.splitlines() if line.startswith(("fatal: ", "error: "))]
    last = (errors or done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1]
    return last.removeprefix("fatal: ").removeprefix("error: ")
