"""The page of a run with hostile pictures: nothing in them becomes part of the page."""

import json
import re

import browser
import pytest
from helpers import BASELINE, PROGRAM

from keystroke_tools.cli import ROOT
from keystroke_tools.program import Program

SVG = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
SCRIPT = "top.document.title='PWNED'"


def inside(text):
    """Return a picture that contains a text."""
    return f'<svg {SVG} viewBox="0 0 9 9"><path d="M0 0 9 9"/>{text}</svg>'


PICTURES = {
    "harmless": inside(""),
    "words": inside("<desc>&lt;img src=x onerror='1'&gt;</desc>"),
    "script": inside(f"<script>{SCRIPT}</script>"),
    "handler": f'<svg {SVG} onload="{SCRIPT}"><path d="M0 0"/></svg>',
    "image": inside('<image href="http://127.0.0.1:9/x.png"/>'),
    "style": inside("<style>@import 'http://127.0.0.1:9/x.css';</style>"),
    "entity": f'<!DOCTYPE svg [<!ENTITY x "<script>{SCRIPT}</script>">]>{inside("&x;")}',
    "page": f"<!doctype html><script>{SCRIPT}</script>",
    "breaks out": inside("") + f"<img src=x onerror={SCRIPT}>",
}
# The others are shown as images, in which nothing runs.
REFUSED = {"script", "handler", "image", "entity", "page"}


def written(folder, pictures):
    """Return the page of a run with pictures, and the outcome of writing it."""
    folder.mkdir()
    for number, text in enumerate(pictures):
        (folder / f"{number}.svg").write_text(text, encoding="utf-8")
    names = [f"{number}.svg" for number in range(len(pictures))]
    listed = [{"alt": '"><script>1</script>', "svg": name, "svgNarrow": name} for name in names]
    run = json.loads((BASELINE / "run.json").read_text(encoding="utf-8"))["id"]
    (folder / "pictures.json").write_text(json.dumps({"run": run, "pictures": listed}))
    page = folder / "page.html"
    baseline = ["--results", ROOT / "results", "--length", "9", "--strategy", "unformatted"]
    done = Program(PROGRAM).run("report", "main", *baseline, "--pictures", folder, "--out", page)
    return page, done


@pytest.mark.parametrize("name", PICTURES)
def test_each_is_refused_in_a_line_or_stays_a_picture(tmp_path, name):
    page, done = written(tmp_path / "run", [PICTURES[name]])
    assert done.returncode == (2 if name in REFUSED else 0), done.stderr
    if name in REFUSED:
        assert done.stderr.count("\n") == 1 and not page.exists()
    else:
        text = page.read_text(encoding="utf-8")
        assert "<svg" not in text and text.count('<img src="data:image/svg+xml;base64,') == 2
        assert "<script>1" not in text


def test_the_policy_names_no_script_but_the_pages_own(tmp_path):
    page, _ = written(tmp_path / "run", [PICTURES["harmless"]])
    text = page.read_text(encoding="utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)[1]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'" and rules["img-src"] == "data:"
    for kind in ("script-src", "style-src"):
        assert re.fullmatch(r"'sha256-[A-Za-z0-9+/]{43}='", rules[kind])


def test_pasted_into_the_page_they_do_not_run(tmp_path):
    page, _ = written(tmp_path / "run", [PICTURES["harmless"]])
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace("</main>", "</main>" + "".join(PICTURES.values()), 1))
    dom, _ = browser.dump(page, tmp_path / "user", wait=2_000)
    assert "PWNED" not in re.search("<title>(.*?)</title>", dom, re.DOTALL)[1]
