"""A headless Chromium, for the tests of what a browser makes of our files."""

import shutil
import subprocess
from pathlib import Path

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")


def executable():
    """The path of the browser."""
    for name in NAMES:
        if path := shutil.which(name):
            return path
    pytest.skip("there is no Chromium: scripts/bootstrap --browser installs one")


def dump(
    page: Path, profile: Path, query: str = "", wait: int = 0, width: int = 800
) -> tuple[str, list[str]]:
    """The document after its scripts have run, and what they wrote to the console.

    With `wait`, after so many milliseconds of the page's own time, for what it does later. A
    window is 500 pixels wide at the least.
    """
    run = subprocess.run(
        [
            executable(),
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--enable-logging=stderr",
            f"--user-data-dir={profile}",
            f"--window-size={width},600",
            *([f"--virtual-time-budget={wait}"] if wait else []),
            "--dump-dom",
            page.as_uri() + query,
        ],
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout, [line for line in run.stderr.splitlines() if "CONSOLE" in line]
