"""Runs git."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from keystroke_tools.cli import Failure


class Git:
    """A repository; by default the one of the current folder."""

    def __init__(self, folder: Path = Path()) -> None:
        self.folder = folder

    def __call__(self, *arguments: str, stdin: str | None = None) -> str:
        """Return the output of a command, or raise Failure with its error."""
        done = self._run(arguments, stdin)
        if done.returncode != 0:
            said = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
            raise Failure(f"git {arguments[0]}: {said[-1].removeprefix('fatal: ')}")
        return done.stdout.strip()

    def lines(self, *arguments: str, stdin: str | None = None) -> list[str] | None:
        """Return the lines that a command writes, or None if it fails."""
        done = self._run(arguments, stdin)
        return done.stdout.splitlines() if done.returncode == 0 else None

    def commit(self, name: str) -> str | None:
        """Return the id of the commit with a name, or None."""
        found = self.lines("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
        return found[0] if found else None

    def _run(self, arguments: Sequence[str], stdin: str | None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["git", "-C", str(self.folder), *arguments],
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
