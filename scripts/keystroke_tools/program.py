"""Finds and runs keystroke-bench, which validates and decides."""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from keystroke_tools.cli import ROOT, Failure


def add_option(parser: argparse.ArgumentParser) -> None:
    """Add the option that names a keystroke-bench."""
    parser.add_argument(
        "--program",
        type=Path,
        help="the keystroke-bench to run (default: that of this clone, built if it is not)",
    )


class Program:
    """A keystroke-bench."""

    def __init__(self, path: Path | None = None, product: str | None = None) -> None:
        """Take the program at a path; without one, build that of this clone."""
        found = shutil.which(path) if path else None
        self.path = Path(found) if found else path or _built(product)

    def run(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        """Run a command; if this process is interrupted, end the command and wait for it."""
        command = [str(part) for part in (self.path, *arguments)]
        try:
            process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
            )
        except OSError as error:
            raise Failure(f"{self.path}: {error.strerror}; build it with scripts/build") from None
        try:
            out, err = process.communicate()
        except BaseException:
            # keystroke-bench removes its work trees and ends its workers.
            process.terminate()
            process.communicate()
            raise
        return subprocess.CompletedProcess(command, process.returncode, out, err)

    def ask(self, *arguments: object, allowed: Sequence[int] = (0,)) -> str:
        """Return the output of a command, or raise Failure with its error."""
        done = self.run(*arguments)
        if done.returncode not in allowed:
            raise Failure(f"keystroke-bench {arguments[0]}: {reason(done)}")
        return done.stdout

    def ask_json(
        self, *arguments: object, keys: Sequence[str], allowed: Sequence[int] = (0,)
    ) -> Any:
        """Return an answer in JSON that has the keys, or raise Failure."""
        text = self.ask(*arguments, "--format", "json", allowed=allowed)
        try:
            answer = json.loads(text)
        except json.JSONDecodeError as error:
            raise Failure(
                f"keystroke-bench {arguments[0]}: line {error.lineno} of its answer is not JSON: "
                f"{error.msg}; build program and script from one version"
            ) from None
        missing = [key for key in keys if key not in answer]
        if missing:
            raise Failure(
                f"keystroke-bench {arguments[0]}: its JSON has no {', '.join(missing)}; "
                "the program and this script are of different versions"
            )
        return answer

    def validate(self, run: Path) -> None:
        """Raise Failure, with file and line, if a run is damaged or empty."""
        # A path, because a name would mean a stored baseline.
        self.ask("report", run.absolute(), "--format", "gobench")


def reason(done: subprocess.CompletedProcess[str]) -> str:
    """Return the last line of the error of a command that failed."""
    if done.returncode < 0:
        return f"ended by signal {-done.returncode}"
    said = done.stderr.strip().splitlines()
    return said[-1].removeprefix("error: ") if said else f"status {done.returncode}"


def _built(product: str | None) -> Path:
    """Build the program of this clone, and return its path.

    If scripts/bench left one that is not optimised, that is brought up to date: it does the same.
    """
    release = ROOT / ".build/release"
    quick = release / "keystroke-bench-quick"
    if quick.exists() and not (release / "keystroke-bench").exists():
        if subprocess.run([ROOT / "scripts/build", "--quick"], stdout=sys.stderr).returncode != 0:
            raise Failure("scripts/build --quick failed (see above)")
        return quick
    chosen = ["--product", product] if product else []
    if subprocess.run([ROOT / "scripts/build", *chosen], stdout=sys.stderr).returncode != 0:
        raise Failure("scripts/build failed (see above)")
    shown = ["swift", "build", "--package-path", str(ROOT), "-c", "release", "--show-bin-path"]
    found = subprocess.run(shown, stdout=subprocess.PIPE, encoding="utf-8", check=False)
    if found.returncode != 0:
        raise Failure("swift build --show-bin-path failed (see above)")
    return Path(os.fsdecode(found.stdout.strip()), "keystroke-bench")
