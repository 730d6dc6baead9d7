"""A headless Chromium, for tests of our files in a browser."""

import html
import json
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

LOOK = Path(__file__).with_name("faults.js")
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
            # A window is never larger than its screen, unless a phone lays out for a larger one.
            "--screen-info={1600x1200}",
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


def faults(pages: Mapping[str, Path], folder: Path, widths: Sequence[int] = (1280, 390)):
    """Return what is wrong with pages or pictures at each width, light and dark.

    That is: contrast below 4.5, letters that are too small or on each other, a page wider than its
    window, no title or language, headings out of order, pictures or fields without a name.
    """
    frames = [
        [name, path.as_uri(), width, scheme]
        for name, path in pages.items()
        for width in widths
        for scheme in ("light", "dark")
    ]
    folder.mkdir(parents=True, exist_ok=True)
    outer = folder / "frames.html"
    script = driving(LOOK.read_text(encoding="utf-8").replace("FRAMES", json.dumps(frames)))
    outer.write_text(f"<!doctype html><title>frames</title><body><script>{script}</script>")
    # Chromium treats every file as another origin, unless options say otherwise.
    options = ("--allow-file-access-from-files", "--disable-web-security")
    dom, console = dump(outer, folder / "user", width=1500, options=options)
    assert console == []
    return result(dom)
