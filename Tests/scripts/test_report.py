"""`keystroke-bench report` as others read it: a browser, XML and JSON readers, benchstat."""

import base64
import csv
import hashlib
import io
import json
import math
import re
import shutil
import statistics
import subprocess

import browser
import pandas
import pytest
from helpers import ASK, BASELINE, bench, changed, index, scaled, script
from junitparser import JUnitXml
from lxml import etree

from keystroke_tools.cli import ROOT
from keystroke_tools.runs import CELL
from studies.support import made_runs


def report(out, *arguments):
    """Write a report of the committed baseline, or of the run in the arguments; return the path."""
    bench("report", *arguments, "--out", out, cwd=ROOT)
    return out


@pytest.fixture(scope="module")
def samples():
    return pandas.read_csv(BASELINE / "samples.csv", dtype={"commit": str})


@pytest.fixture(scope="module")
def grown(tmp_path_factory):
    """Return the baseline with more allocations in one strategy, fewer in another, a cell less."""

    def change(rows):
        rows = scaled(rows, 1.25, metric="allocations", strategy="onchange-reformat")
        rows = scaled(rows, 0.5, metric="allocations", strategy="delegate-filter")
        return rows[made_runs.cells_of(rows) != "unformatted/int/en_US/9/type"]

    return changed(tmp_path_factory.mktemp("grown") / "run", change)


@pytest.fixture(scope="module")
def before(tmp_path_factory):
    """Return the baseline as a run that has the rows of the grown one."""
    return changed(tmp_path_factory.mktemp("before") / "run", lambda rows: rows)


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    return report(tmp_path_factory.mktemp("page") / "page.html", "main")


@pytest.fixture(scope="module")
def compared(tmp_path_factory, grown, before):
    out = tmp_path_factory.mktemp("page") / "page.html"
    return report(out, grown, "--against", before)


# The page, in a browser.


def allowing(text, script):
    """Return the page with a policy that allows one more script."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    found = "script-src "
    assert text.count(found) == 1
    return text.replace(found, f"{found}'sha256-{digest}' ")


def drive(path, steps, folder, width=800):
    """Return the `result` of the steps, run as a script at the end of the page."""
    driven = folder / "driven.html"
    text = path.read_text(encoding="utf-8")
    script = browser.driving(f"""
      const $ = id => document.getElementById(id);
      const shown = () => [...$("table").tBodies[0].rows].filter(row => !row.hidden);
      const ids = () => shown().map(row => row.cells[0].textContent);
      const set = (field, value) => {{
        field.value = value;
        field.dispatchEvent(new Event("input", {{ bubbles: true }}));
        field.dispatchEvent(new Event("change", {{ bubbles: true }}));
      }};
      const heads = () => [...$("table").tHead.rows[0].cells];
      const head = name => heads().find(cell => cell.textContent === name);
      const column = name =>
        shown().map(row => row.cells[head(name).cellIndex].firstChild.textContent);
      const press = key => document.activeElement.dispatchEvent(
        new KeyboardEvent("keydown", {{ key, bubbles: true, cancelable: true }}));
      const later = () => new Promise(resolve => setTimeout(resolve));
      {steps}""")
    text = allowing(text, script)
    end = text.rindex("</body>")
    driven.write_text(f"{text[:end]}<script>{script}</script>{text[end:]}", encoding="utf-8")
    dom, console = browser.dump(driven, folder / "user", width=width)
    assert console == []
    return browser.result(dom)


def nanoseconds(text):
    """Return the time in a text of the table, or None if it was not measured."""
    if text == "–":
        return None
    number, unit = text.lstrip("~±").split()
    return float(number) * {"ns": 1, "µs": 1e3, "ms": 1e6, "s": 1e9}[unit]


def test_it_is_one_small_file_that_asks_for_nothing(page, compared):
    for path in (page, compared):
        text = path.read_text(encoding="utf-8")
        assert path.stat().st_size < 2_000_000
        markup = re.sub(r"<(script|style).*?</\1>", "", text, flags=re.DOTALL)
        assert not re.findall(r'\b(?:src|srcset|href)="(?!#)', markup)
        assert "url(" not in text and "@import" not in text and "fetch(" not in text


def test_it_can_be_read_on_each_screen(page, compared, tmp_path):
    assert browser.faults({"run": page, "comparison": compared}, tmp_path) == {}


def test_bars_show_the_ranking_and_the_phases(page, tmp_path):
    steps = """
      const parts = row => [...row.querySelectorAll(".bar i")].map(part =>
        [part.classList[0], part.getBoundingClientRect().width]);
      const bars = [...document.querySelectorAll("#ranking tbody tr")].map(row =>
        [row.cells[3].textContent, row.querySelector(".bar .cost").getBoundingClientRect().width]);
      result.bars = bars;
      result.marks = document.querySelector("#ranking .note").textContent;
      const [table] = document.querySelectorAll("#phases table");
      result.keys = [...table.querySelectorAll("thead .key")].map(key => key.classList[1]);
      result.looks = result.keys.map(name =>
        getComputedStyle(table.querySelector(`.key.${name}`)).backgroundImage
          .replace(/rgba?\\([^()]*\\)/g, ""));
      result.phases = [...table.tBodies[0].rows].map(row =>
        [[...row.cells].slice(1).map(cell => cell.textContent), parts(row)]);
    """
    found = drive(page, steps, tmp_path, width=1280)
    times = [nanoseconds(text.split(" ±")[0]) for text, _ in found["bars"]]
    widths = [width for _, width in found["bars"]]
    assert "logarithmic" in found["marks"]
    least, most = math.log(times[0]), math.log(times[-1])
    for time, width in zip(times, widths, strict=True):
        place = (math.log(time) - least) / (most - least)
        assert (width - widths[0]) / (widths[-1] - widths[0]) == pytest.approx(place, abs=0.03)
    assert widths[0] > 0
    # Each phase has a pattern of its own, and each share a figure and a part as wide.
    assert len(found["keys"]) >= 4 and len(set(found["looks"])) == len(found["keys"])
    for texts, parts in found["phases"]:
        shares = dict(zip(found["keys"], texts, strict=True))
        whole = sum(width for _, width in parts)
        for name, width in parts:
            share = float(shares[name].strip("<%–").split()[0])
            assert 100 * width / whole == pytest.approx(share, abs=2)


def test_advisory_times_are_never_called_unchanged(tmp_path, before):
    slower = changed(tmp_path / "run", lambda rows: scaled(rows, 2, metric="time"))
    path = report(tmp_path / "page.html", slower, "--against", before)
    found = drive(path, 'result.verdicts = column("verdict");', tmp_path, width=1400)
    assert set(found["verdicts"]) == {"counts unchanged"}


def test_it_opens_without_an_error_and_has_a_line_a_cell(page, samples, tmp_path):
    dom, console = browser.dump(page, tmp_path)
    assert console == []
    cells = len(samples.drop_duplicates(CELL))
    # The ranking is before the cells, and the machine after them.
    bodies = re.findall(r"<tbody.*?</tbody>", dom, re.DOTALL)
    body = max(bodies, key=lambda body: body.count("<tr"))
    assert body.count("<tr") == cells
    assert f">{cells} cells</output>" in dom
    wrong = samples[samples.text == "wrong"].drop_duplicates(CELL)
    assert len(re.findall(r'<tr class="wrong">', body)) == len(wrong) > 0


@pytest.mark.parametrize(("width", "height", "least"), [(1280, 800, 8), (390, 844, 2)])
def test_the_first_screen_has_the_ranking_and_the_worst_cells(
    page, compared, tmp_path, width, height, least
):
    steps = """
      const bottom = element => element.getBoundingClientRect().bottom;
      result.worst = [...document.querySelectorAll("#worst li")].map(li => li.textContent);
      result.ends = bottom($("worst"));
      result.rows = [...document.querySelectorAll("#ranking tbody tr")].map(bottom);
    """
    for path in (page, compared):
        result = drive(path, steps, tmp_path, width=width)
        assert result["ends"] < height
        assert sum(row < height for row in result["rows"]) >= least, result["rows"]
        # A run has its wrong and its slow cells; a comparison that fails has those that fail.
        parts = ("wrong keystrokes", "a keystroke") if path == page else ("onchange-reformat/",)
        assert all(any(part in line for line in result["worst"]) for part in parts)


def test_figures_are_those_of_the_run(page, samples, tmp_path):
    steps = """
      result.ids = ids(); result.p50 = column("p50"); result.bytes = column("bytes");
      set($("phase"), "parse");
      result.parse = column("p50");
      result.note = $("caption").textContent;
    """
    result = drive(page, steps, tmp_path)

    def figures(phase, metric, figure):
        """Return figures by cell; only for times, since a baseline omits rows of zeros."""
        rows = samples[(samples.phase == phase) & (samples.metric == metric)]
        cells = rows[CELL].agg(lambda cell: "{} {} {} {} {}".format(*cell), axis=1)
        return dict(zip(cells, rows[figure], strict=True))

    for name, known, read in [
        ("p50", figures("total", "time", "p50"), nanoseconds),
        ("parse", figures("parse", "time", "p50"), nanoseconds),
    ]:
        for cell, text in zip(result["ids"], result[name], strict=True):
            value = read(text)
            if cell in known:
                assert value == pytest.approx(known[cell], rel=6e-3, abs=6e-3), cell
            else:
                assert value is None, cell
    assert "phase parse" in result["note"]
    shown = bench("baseline", "show", "main", "--format", "csv", cwd=ROOT)
    table = pandas.read_csv(io.StringIO(shown))
    known = table[CELL].agg(lambda cell: "{} {} {} {} {}".format(*cell), axis=1)
    expected = dict(zip(known, table["bytes"], strict=True))
    for cell, text in zip(result["ids"], result["bytes"], strict=True):
        if math.isnan(expected[cell]):
            assert text == "–", cell
        else:
            assert float(text) == pytest.approx(expected[cell], abs=6e-4), cell


def test_sorting_by_mouse_and_keyboard(page, tmp_path):
    steps = """
      result.first = head("strategy").getAttribute("aria-sort");
      result.start = ids();
      head("p50").querySelector("button").click();
      result.up = column("p50"); result.upSort = head("p50").getAttribute("aria-sort");
      head("p50").querySelector("button").click();
      result.down = column("p50"); result.downSort = head("p50").getAttribute("aria-sort");
      result.marked = document.querySelectorAll("[aria-sort]").length;
      head("length").querySelector("button").focus();
      result.focus = document.activeElement.textContent;
      document.activeElement.click();  // what Enter does on a button
      result.lengths = column("length").map(Number);
      set($("phase"), "parse");
      head("p50").querySelector("button").click();
      result.parse = column("p50");
      head("p50").querySelector("button").click();
      result.parseDown = column("p50");
      $("controls").reset(); await later();
      result.end = ids();
      result.count = $("count").textContent;
      const buttons = document.querySelectorAll("#table th[scope=col] button");
      result.places = [...buttons].map(b => b.tabIndex);
    """
    result = drive(page, steps, tmp_path)
    assert result["first"] == "ascending"
    assert result["upSort"] == "ascending" and result["downSort"] == "descending"
    assert result["marked"] == 1
    up = [nanoseconds(text) for text in result["up"]]
    assert up == sorted(up) and up[0] < up[-1]
    down = [nanoseconds(text) for text in result["down"]]
    assert down == sorted(down, reverse=True)
    assert result["focus"] == "length"
    assert result["lengths"] == sorted(result["lengths"])
    # Rows without the phase are at the end, in either order.
    for name, reverse in [("parse", False), ("parseDown", True)]:
        found = [nanoseconds(text) for text in result[name]]
        known = [value for value in found if value is not None]
        assert 0 < len(known) < len(found)
        assert found[: len(known)] == sorted(known, reverse=reverse)
    assert result["end"] == result["start"]
    assert set(result["places"]) == {0}


def test_a_narrow_screen_has_a_card_for_each_cell(page, tmp_path):
    steps = """
      const row = shown()[0];
      result.titles = [...row.querySelectorAll("td.n")].map(cell =>
        [getComputedStyle(cell, "::before").content, cell.cellIndex]);
      result.heads = [...$("table").tHead.rows[0].cells].map(cell => cell.textContent);
      result.display = getComputedStyle(row).display;
      const box = $("scroll");
      result.overflow = box.scrollWidth - box.clientWidth;
      const ranking = document.querySelector("#ranking .scroll");
      result.ranking = ranking.scrollWidth - ranking.clientWidth;
      // A phone's width, which no window of this browser has.
      document.body.style.width = "366px";
      const cells = [...ranking.querySelectorAll("th, td")];
      const lines = (text, word) => {
        const range = new Range();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        return range.getClientRects().length;
      };
      result.looked = cells.length;
      result.broken = cells.filter(({ firstChild: text }) =>
        [...text.data.matchAll(/[^\\s-]+/g)].some(word => lines(text, word) > 1))
        .map(cell => cell.textContent);
      result.phone = ranking.scrollWidth - ranking.clientWidth;
      set($("search"), "no such cell");
      result.hidden = getComputedStyle(row).display;
    """
    narrow = drive(page, steps, tmp_path, width=500)
    assert narrow["display"] == "grid" and narrow["hidden"] == "none"
    assert narrow["overflow"] <= 0 and narrow["ranking"] <= 0
    assert narrow["looked"] > 50 and narrow["broken"] == [], "a figure in two lines"
    assert narrow["phone"] <= 0
    assert len(narrow["titles"]) > 5
    for title, place in narrow["titles"]:
        assert json.loads(title) == narrow["heads"][place]
    wide = drive(page, steps, tmp_path, width=1400)
    assert wide["display"] == "table-row"
    assert {title for title, _ in wide["titles"]} == {"none"}


def test_a_narrow_screen_shows_the_first_cells_and_all_on_request(page, samples, tmp_path):
    steps = """
      result.first = ids().length;
      result.words = $("more").textContent;
      head("length").querySelector("button").click();
      result.sorted = ids().length;
      $("more").click();
      result.all = [ids().length, $("more").hidden];
    """
    narrow = drive(page, steps, tmp_path, width=500)
    count = len(samples.drop_duplicates(CELL))
    assert count > 20
    assert narrow["first"] == narrow["sorted"] == 20
    assert narrow["words"] == f"Show all {count} cells"
    assert narrow["all"] == [count, True]
    wide = drive(page, "result.all = [ids().length, $('more').hidden];", tmp_path, width=1400)
    assert wide["all"] == [count, True]


def test_filters_and_order_are_in_the_address(page, tmp_path):
    steps = """
      set($("search"), "onchange-reformat int"); set($("show"), "wrong");
      head("length").querySelector("button").click();
      head("length").querySelector("button").click();
      result.address = location.hash;
      result.found = ids();
      $("controls").reset(); await later();
      result.none = location.hash;
      location.hash = result.address;
      await new Promise(resolve => addEventListener("hashchange", () => setTimeout(resolve)));
      result.again = ids();
      const link = document.querySelector("#worst a");
      result.worst = link.textContent;
      link.click();
      await new Promise(resolve => addEventListener("hashchange", () => setTimeout(resolve)));
      result.one = ids();
    """
    result = drive(page, steps, tmp_path, width=1400)
    assert result["address"] == "#cells?search=onchange-reformat+int&show=wrong&order=-length"
    assert result["found"] and result["again"] == result["found"]
    assert result["none"] == "#cells"
    assert result["worst"].replace("/", " ") in result["one"] and len(result["one"]) < 3


def test_filtering_counts_live(page, samples, tmp_path):
    steps = """
      const field = name => document.querySelector(`#facets select[name=${name}]`);
      press("/");
      result.slash = document.activeElement === $("search");
      set($("search"), "FR_fr type");
      result.words = [ids(), $("count").textContent];
      press("Escape");
      result.cleared = $("count").textContent;
      set(field("strategy"), "onchange-reformat"); set(field("length"), "9");
      result.facets = [ids(), $("count").textContent];
      set($("show"), "wrong");
      result.wrong = [ids(), $("count").textContent];
      set($("search"), "nowhere to be found");
      result.none = [ids(), $("count").textContent, $("none").hidden];
      $("controls").reset(); await later();
      result.reset = [$("count").textContent, $("none").hidden];
      result.role = $("count").tagName;
    """
    result = drive(page, steps, tmp_path)
    cells = samples.drop_duplicates(CELL)
    everything = f"{len(cells)} cells"

    def expected(rows):
        names = rows[CELL].agg(lambda cell: "{} {} {} {} {}".format(*cell), axis=1)
        return [sorted(names), f"{len(rows)} of {everything}"]

    def found(name):
        return [sorted(result[name][0]), result[name][1]]

    assert result["slash"] is True
    ids = cells[CELL].agg(lambda cell: "/".join(map(str, cell)).lower(), axis=1)
    both = ids.str.contains("fr_fr") & ids.str.contains("type")
    assert 0 < both.sum() < len(cells)
    assert found("words") == expected(cells[both])
    assert result["cleared"] == everything
    picked = cells[(cells.strategy == "onchange-reformat") & (cells.length == 9)]
    assert found("facets") == expected(picked)
    assert found("wrong") == expected(picked[picked.text == "wrong"])
    assert result["none"] == [[], f"0 of {everything}", False]
    assert result["reset"] == [everything, True]
    assert result["role"] == "OUTPUT"  # a live region of itself


def test_a_comparison_shows_its_verdicts(compared, grown, before, tmp_path):
    answer = bench("compare", before, grown, "--format", "json", cwd=ROOT, allowed=(1,))
    document = json.loads(answer)
    steps = """
      result.summary = $("summary").textContent;
      result.headings = [...document.querySelectorAll("#verdicts h3")].map(h => h.textContent);
      set($("show"), "changed");
      result.changed = ids(); result.verdicts = column("verdict");
      const where = head("allocations").cellIndex;
      const small = shown().map(row => row.cells[where].querySelector("small"));
      result.changes = small.map(change => change?.textContent ?? "");
      result.tones = small.map(change => change?.className ?? "");
      head("verdict").querySelector("button").click();
      result.worst = column("verdict")[0];
    """
    result = drive(compared, steps, tmp_path)
    assert result["summary"] == document["headline"] and document["headline"][:5] == "FAIL:"
    assert any(title.startswith("Vanished") for title in result["headings"])
    of = dict(zip(result["changed"], result["verdicts"], strict=True))
    failing = {
        entry["cell"].replace("/", " ")
        for entry in document["entries"]
        if entry["fails"] and entry["finding"] != "vanished"
    }
    assert failing and failing == {cell for cell, word in of.items() if word == "regressed"}
    assert "improved" in of.values() and result["worst"] == "regressed"
    assert {"+25.0 %", "-50.0 %"} <= set(result["changes"])
    assert {"worse", "better"} <= set(result["tones"])


def test_what_is_folded_opens_for_a_link(page, tmp_path):
    steps = """
      const link = document.querySelector("#table td.t a");
      const note = document.querySelector(link.getAttribute("href"));
      result.before = note.closest("details").open;
      link.click();
      await new Promise(resolve => addEventListener("hashchange", () => setTimeout(resolve)));
      result.after = note.closest("details").open;
    """
    result = drive(page, steps, tmp_path)
    assert result == {"before": False, "after": True}


# Other tools' readers.


def test_junit_is_read(tmp_path, grown, before, samples):
    path = report(tmp_path / "out.xml", grown, "--against", before, "--format=junit")
    suites = list(JUnitXml.fromfile(str(path)))
    cases = [case for suite in suites for case in suite]
    # The vanished cell is a case, too.
    assert len(cases) == len(samples.drop_duplicates(CELL))
    failed = [case for case in cases if any("Failure" in type(r).__name__ for r in case.result)]
    assert {case.classname for case in failed} == {
        "Keystroke.onchange-reformat",
        "Keystroke.unformatted",
    }
    assert sum(suite.failures for suite in suites) == len(failed) > 0
    assert sum(suite.tests for suite in suites) == len(cases)
    assert len({(case.classname, case.name) for case in cases}) == len(cases)
    # Jenkins's xUnit plugin needs a name for each element, and counts where it reads them.
    root = etree.parse(path).getroot()
    assert all(element.get("name") for element in root.iter("testsuite", "testcase"))


def go_results(text):
    """Read Go's benchmark data format, defined by golang.org/design/14313-benchmark-format."""
    configuration, results, units = {}, [], {}
    for line in text.splitlines():
        if match := re.fullmatch(r"([a-z][^A-Z\s:]*):[ \t]*(.*)", line):
            configuration[match[1]] = match[2]
        elif line.startswith("Unit "):
            _, unit, *settings = line.split()
            units[unit] = dict(setting.split("=") for setting in settings)
        elif line.startswith("Benchmark") and line[9:10].isupper():
            name, iterations, *rest = line.split()
            assert len(rest) % 2 == 0, line
            values = dict(zip(rest[1::2], map(float, rest[::2]), strict=True))
            assert len(values) == len(rest) / 2, "a unit is there twice"
            results.append((name, int(iterations), values, dict(configuration)))
        else:
            assert line.startswith("#"), line
    return results, units


@pytest.fixture(scope="module")
def rounds(tmp_path_factory):
    """Return a run of two cells and six rounds, and one that is 10 % slower and allocates more."""
    cells = [f"delegate-filter/int/{locale}/9/type" for locale in ("en_US", "fr_FR")]
    metadata, rows = made_runs.baseline(*cells)

    def slower(rows):
        return (rows.metric == "time") * 0.1 + (rows.metric == "allocations") * 0.5 + 1

    return [
        made_runs.write(
            tmp_path_factory.mktemp(name) / "run", metadata, rows, rounds=6, factors=factors
        )
        for name, factors in (("before", lambda rows: 1), ("after", slower))
    ]


def test_go_benchmarks_follow_the_format(tmp_path, rounds, samples):
    path = report(tmp_path / "out.txt", "main", "--format=gobench")
    results, units = go_results(path.read_text(encoding="utf-8"))
    assert len(results) == len(samples.drop_duplicates(CELL))
    assert all(unit == {"assume": "exact", "better": "lower"} for unit in units.values())
    assert {"B/op", "allocs/op", "instructions/op"} <= set(units)
    configuration = results[0][3]
    assert set(configuration) == {"goos", "goarch", "cpu", "pkg"}
    assert configuration["pkg"] == "Keystroke" and configuration["goarch"] == "amd64"

    path = report(tmp_path / "six.txt", rounds[0], "--format=gobench")
    results, _ = go_results(path.read_text(encoding="utf-8"))
    assert len(results) == 12 and len({result[0] for result in results}) == 2
    # Each round is a separate result; two of them may have the same time.
    first = results[0][0]
    times = sorted(result[2]["ns/op"] for result in results if result[0] == first)
    with (rounds[0] / "samples.csv").open(encoding="utf-8") as file:
        wanted = [
            float(row["mean"])
            for row in csv.DictReader(file)
            if row["metric"] == "time" and row["phase"] == "total" and row["locale"] == "en_US"
        ]
    assert times == pytest.approx(sorted(wanted), abs=0.5001)


def test_benchstat_reads_go_benchmarks(tmp_path, rounds):
    program = shutil.which("benchstat")
    if not program:
        pytest.skip("there is no benchstat: go install golang.org/x/perf/cmd/benchstat@latest")
    files = [
        report(tmp_path / f"{name}.txt", folder, "--format=gobench")
        for name, folder in zip(["before", "after"], rounds, strict=True)
    ]
    done = subprocess.run(
        [program, "-format", "csv", "before.txt", "after.txt"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
    )
    assert files and done.stderr.count("warning") == 0, done.stderr
    unit, changes = None, {}
    for line in done.stdout.splitlines():
        fields = line.split(",")
        if fields[0] == "" and len(fields) > 1 and fields[1] not in ("", "before.txt"):
            unit = fields[1]
        elif fields[0].startswith("Keystroke/"):
            changes.setdefault(unit, []).append(fields[5])
    assert all(9 < float(change.strip("+%")) < 11 for change in changes["sec/op"])
    assert all(change.startswith("+") for change in changes["allocs/op"])
    assert changes["B/op"] == ["0.00%"] * 2


def medians(samples, metric, figure):
    rows = samples[(samples.phase == "total") & (samples.metric == metric)]
    if metric == "instructions":
        rows = rows[rows.instrument == "valgrind"]
    cells = rows[CELL].agg(lambda cell: "/".join(map(str, cell)), axis=1)
    return {cell: statistics.median(part[figure]) for cell, part in rows.groupby(cells)}


@pytest.mark.skipif(shutil.which("jq") is None, reason="jq is not installed")
def test_recipes_with_jq(samples):
    """Both formats: https://github.com/benchmark-action/github-action-benchmark#examples and
    https://bencher.dev/docs/reference/bencher-metric-format/.
    """
    page = (ROOT / "docs/in-ci.md").read_text(encoding="utf-8")
    table = bench("baseline", "show", "main", "--format", "json", cwd=ROOT)

    def made(recipe):
        done = subprocess.run(
            ["jq", recipe], input=table, capture_output=True, encoding="utf-8", check=True
        )
        return json.loads(done.stdout)

    entries, benchmarks = map(made, re.findall(r"jq '([^']+)'", page))
    by_name = {entry["name"]: entry for entry in entries}
    assert len(by_name) == len(entries)
    assert all(entry.keys() == {"name", "unit", "value"} for entry in entries)
    for cell, value in medians(samples, "time", "p50").items():
        assert by_name[f"{cell} p50"]["value"] == benchmarks[cell]["latency"]["value"] == value
    for cell, value in medians(samples, "instructions", "mean").items():
        assert by_name[f"{cell} instructions"]["value"] == value
        assert benchmarks[cell]["instructions"] == {"value": value}


def test_markdown_fits_a_comment(tmp_path, grown, before):
    path = report(tmp_path / "out.md", grown, "--against", before, "--format=markdown")
    text = path.read_text(encoding="utf-8")
    assert len(text) < 65_000
    assert text.startswith("<!-- keystroke-bench: Keystroke -->\n**FAIL: ")
    assert text.count("<details>") == text.count("</details>") > 0
    seen = text[: text.index("<details>")]
    assert "\n- regressed: " in seen and len([line for line in seen.split("\n") if line]) <= 11
    assert "<summary>Regressed (" in text


# scripts/report: both at once.


def test_pictures_and_page_at_once(tmp_path):
    # Use a few cells of the baseline, since drawing each one takes time.
    few = ["delegate-filter", "onchange-reformat"]
    results = tmp_path / "results"
    baseline = changed(results / "baselines/few", lambda rows: rows[rows.strategy.isin(few)])
    there = {path.name for path in baseline.iterdir()}
    out = tmp_path / "page.html"
    done = script("report", "few", "--results", results, "--out", out, *ASK, cwd=tmp_path)
    assert done.status == 0, done.err
    page = out.read_text(encoding="utf-8")
    listed = index(tmp_path / "page-pictures")["pictures"]
    assert len(listed) >= 2
    names = [picture[kind] for picture in listed for kind in ("svgNarrow", "svg")]
    found = re.findall(r'(?:srcset|src)="(.+?)"', page)
    assert found == [f"page-pictures/{name}" for name in names]
    # The pictures were drawn elsewhere: a baseline is committed.
    assert {path.name for path in baseline.iterdir()} == there
    steps = """
      await Promise.all([...document.images].map(picture => picture.decode()));
      result.sizes = [...document.images].map(picture => picture.naturalWidth);
    """
    assert browser.faults({"page": out}, tmp_path / "frames") == {}
    sizes = drive(out, steps, tmp_path)["sizes"]
    assert len(sizes) == len(listed) and all(size > 0 for size in sizes)
