"""A headless Chromium, for tests of our files in a browser."""

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
    """Return a script that runs the steps; their `result` is read from a dump of the page.

    Chromium dumps a page when it has loaded. A frame whose document stays open until the steps have
    ended delays that, even on a busy machine.
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
    """Return the `result` of a page's steps."""
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
    """Return the document when it has loaded, and the console output of its scripts.

    With `wait`, the page runs for this many milliseconds of its own time first. The minimum width
    of a window is 500 pixels.
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
        timeout=600,  # only a hanging browser takes this long
    )
    assert run.returncode == 0, run.stderr
    return run.stdout, [line for line in run.stderr.splitlines() if "CONSOLE" in line]
