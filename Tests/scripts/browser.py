"""A headless Chromium, for the tests of what a browser makes of our files."""

import html
import json
import re
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


def driving(steps: str) -> str:
    """A script that takes the steps; what they leave in `result` is read from a dump of the page.

    A page is dumped when it has loaded. It has not before the steps have ended, however busy the
    machine is: a frame in it, whose document stays open as long, holds that back.
    """
    return f"""(async () => {{
      const result = {{}};
      const held = document.documentElement.appendChild(document.createElement("iframe"));
      held.hidden = true;
      held.contentDocument.open();
      const said = document.createElement("pre");
      try {{
        await (async () => {{
          {steps}
        }})();
        said.id = "result";
        said.textContent = JSON.stringify(result);
      }} catch (error) {{
        said.id = "fault";
        said.textContent = `${{error}}`;
      }}
      document.body.append(said);
      held.contentDocument.close();
      held.remove();
    }})();"""


def result(dom: str):
    """Return what the steps of a page left in `result`."""
    found = re.search(r'<pre id="(result|fault)">(.*?)</pre>', dom, re.DOTALL)
    assert found, "the steps did not come to their end"
    said = html.unescape(found[2])
    assert found[1] == "result", said
    return json.loads(said)


def dump(
    page: Path,
    profile: Path,
    query: str = "",
    wait: int = 0,
    width: int = 800,
    options: tuple[str, ...] = (),
) -> tuple[str, list[str]]:
    """The document when it has loaded, and what its scripts wrote to the console.

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
            *options,
            "--dump-dom",
            page.as_uri() + query,
        ],
        check=False,
        capture_output=True,
        text=True,
        timeout=600,  # for what hangs: nothing is as slow as that
    )
    assert run.returncode == 0, run.stderr
    return run.stdout, [line for line in run.stderr.splitlines() if "CONSOLE" in line]
