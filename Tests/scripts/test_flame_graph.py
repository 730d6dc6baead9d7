"""Flame graphs in a real browser: no error, and searching, zooming and the keyboard work."""

import re
import subprocess
from xml.etree import ElementTree

import browser
import pytest

from keystroke_tools.cli import ROOT

GOLDEN = ROOT / "Tests/BenchmarkReportTests/Profile/Golden"
CELL = "onchange-reformat/int/fr_FR/9/type"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def profile(tmp_path_factory):
    """Return a picture of a real cell, made by the command."""
    allowed = subprocess.run(
        ["sh", "-c", "perf record -q -e cpu-clock:u -o /dev/null true"],
        check=False,
        capture_output=True,
    )
    if allowed.returncode != 0:
        pytest.skip("perf is missing or forbidden here: " + allowed.stderr.decode().strip())
    path = tmp_path_factory.mktemp("profile") / "cpu.svg"
    subprocess.run(
        [
            ROOT / ".build/release/keystroke-bench",
            "profile",
            CELL,
            "--for",
            "1s",
            "--format",
            "svg",
            "--out",
            path,
        ],
        check=True,
        timeout=120,
    )
    return path


def frames(path):
    """Return name and extent of each frame, the root first."""
    found = []
    for group in ElementTree.parse(path).iter(SVG + "g"):
        if "data-x" in group.attrib:
            left, width = float(group.get("data-x")), float(group.get("data-w"))
            found.append((group.find(SVG + "title").text.split("\n"), left, width))
    return found


def expected(path, term):
    """Return the number of frames that a search should find, and their share of the width."""
    hits = [frame for frame in frames(path)[1:] if term.lower() in "\n".join(frame[0][:2]).lower()]
    share, end = 0.0, -1.0
    for _, left, width in sorted(hits, key=lambda frame: (frame[1], -frame[2])):
        if left + width > end + 1e-6:
            share += width
            end = left + width
    return len(hits), share * 100


def test_search_of_a_real_profile(profile, tmp_path):
    count, share = expected(profile, "textDidChange")
    assert count >= 1 and share > 50
    dom, console = browser.dump(profile, tmp_path, "?search=textDidChange", width=1300)
    assert console == []
    assert int(re.search(r'data-hits="(\d+)"', dom)[1]) == count
    assert float(re.search(r'data-share="([\d.]+)"', dom)[1]) == pytest.approx(share, abs=0.02)
    assert len(re.findall(r'class="frame [^"]*\bhit\b', dom)) == count
    assert f"{count} frame" in re.search(r'id="details"[^>]*>([^<]*)<', dom)[1]
    assert " searching" in dom or 'class="searching"' in dom


def test_a_search_for_what_is_not_there_says_so(profile, tmp_path):
    dom, console = browser.dump(profile, tmp_path, "?search=%3Cnothing%3E%26")
    assert console == []
    assert 'data-hits="0"' in dom
    assert 'no frame with "&lt;nothing&gt;&amp;"' in dom


def test_without_a_search_nothing_is_marked(profile, tmp_path):
    dom, console = browser.dump(profile, tmp_path)
    assert console == []
    assert "data-hits" not in dom and not re.search(r'class="frame [^"]*\bhit\b', dom)
    assert "</svg>" in dom


STEPS = """
const $ = name => [...document.querySelectorAll(".frame")].find(
  g => g.querySelector("title").textContent.startsWith(name));
const shown = () => [...document.querySelectorAll(".frame")]
  .filter(g => g.style.display !== "none")
  .map(g => g.querySelector("title").textContent.split("\\n")[0]);
const width = g => Math.round(g.querySelector("rect").getAttribute("width"));
const press = (key, more) => document.activeElement.dispatchEvent(
  new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
const said = () => document.getElementById("details").textContent;
const parse = $("parse\\n");
result.before = [shown().length, width(parse)];
parse.querySelector("rect").dispatchEvent(new MouseEvent("click", { bubbles: true }));
result.zoomed = [shown(), width(parse), document.activeElement === parse];
press("ArrowUp");
result.up = document.activeElement.querySelector("title").textContent.split("\\n")[0];
press("ArrowDown");
result.down = document.activeElement === parse;
press("Escape");
result.reset = [shown().length, width(parse)];
press("ArrowUp"); press("ArrowRight");
result.right = document.activeElement.querySelector("title").textContent.split("\\n")[0];
press("Enter");
result.entered = shown();
press("Escape");
press("/");
const input = document.querySelector("input");
result.slash = document.activeElement === input;
input.value = "MALLOC";
input.dispatchEvent(new Event("input", { bubbles: true }));
result.found = [said(), document.querySelectorAll(".hit").length];
press("Escape");
result.cleared = [said(), document.querySelectorAll(".hit").length, input.value];
document.querySelector(".frame").focus();
press("f", { ctrlKey: true });
result.find = document.activeElement === input;
$("rest\\n").dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
result.hover = said();
"""


def test_zooming_searching_and_the_keyboard(tmp_path):
    # Put it into a page, so that a script of the test can press its keys.
    svg = (GOLDEN / "profile.svg").read_text().split("?>", 1)[1]
    svg = svg.replace("<![CDATA[", "").replace("]]>", "")
    page = tmp_path / "page.html"
    page.write_text(
        f'<!doctype html><meta charset="utf-8">{svg}<script>{browser.driving(STEPS)}</script>'
    )
    dom, console = browser.dump(page, tmp_path / "user", width=1300)
    assert console == []
    result = browser.result(dom)
    apply = "FieldState.apply(_:strategy:phases:)"
    assert result["before"] == [13, 354]
    assert result["zoomed"] == [
        ["all", "parse", apply, "icu::parse(char const*, int&)", "malloc"],
        1180,
        True,
    ]
    assert result["up"] == apply and result["down"] is True
    assert result["reset"] == [13, 354]
    assert result["right"] == "rest"
    assert result["entered"] == ["all", "rest", apply, "malloc"]
    assert result["slash"] is True and result["find"] is True
    assert result["found"] == ['3 frames with "MALLOC", 100.00 % of the width', 3]
    assert result["cleared"] == ["", 0, ""]
    assert result["hover"].startswith("rest  ·  1 per keystroke, 20.0 % of all")


def test_a_difference_opens_and_is_searched(tmp_path):
    dom, console = browser.dump(GOLDEN / "profile-difference.svg", tmp_path, "?search=Box.swift")
    assert console == []
    assert 'data-hits="1"' in dom
    assert re.search(r'class="frame grew3 hit"', dom)


def test_it_can_be_read_on_each_screen(tmp_path):
    """Letters keep their size, so a phone has fewer of them in a frame."""
    names = ("profile.svg", "profile-difference.svg")
    shown = {name: GOLDEN / name for name in names}
    shown |= {path.name: path for path in (ROOT / "docs/pictures").glob("*.svg")}
    assert len(shown) > len(names) and browser.faults(shown, tmp_path) == {}


def test_an_error_of_a_script_would_be_noticed(tmp_path):
    broken = (GOLDEN / "profile.svg").read_text().replace("draw();", "drawn();")
    path = tmp_path / "broken.svg"
    path.write_text(broken)
    _, console = browser.dump(path, tmp_path / "user")
    assert any("drawn is not defined" in line for line in console)
