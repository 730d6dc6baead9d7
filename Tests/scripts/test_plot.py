"""scripts/plot: its files, the contents of the pictures, its exit status."""

import itertools
import json
import re

import browser
import pytest
from helpers import (
    BASELINE,
    PROGRAM,
    SVG,
    called,
    drawn,
    files,
    hatches,
    index,
    refused,
    script,
    svg,
    texts,
    write_run,
)
from synthetic import rows, same

from keystroke_tools.plot import OF_A_RUN
from keystroke_tools.plots import locales, looks
from keystroke_tools.plots.tail import MOST

PICTURES = list(OF_A_RUN)
ODD = {"unformatted": "<script>&"}
SMALL = {"rounds": 1, "lengths": (3, 9), "values": ("Int",)}
UNITS = {
    "cost-by-length": ["length (digits)", "mean time (µs, log scale)"],
    "locales-time": ["median time per keystroke (µs, log scale)"],
    "locales-allocations": ["allocations per keystroke"],
    "locales-refreshes": ["refreshes per keystroke"],
    "tail": ["percentile of keystrokes (%)", "time per keystroke (µs, log scale)"],
    "first-keystroke": ["median time of a keystroke (µs, log scale)"],
    "memory": ["allocations per keystroke", "bytes per keystroke (B)"],
}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return write_run(tmp_path_factory.mktemp("runs") / "whole", rows(**SMALL))


@pytest.fixture(scope="module")
def baseline(tmp_path_factory):
    """The pictures of the committed baseline, drawn as a user draws them."""
    out = tmp_path_factory.mktemp("baseline") / "new/out"
    done = script("plot", BASELINE, "--out", out, "--program", PROGRAM)
    assert (done.status, done.err) == (0, "")
    assert set(done.out.splitlines()) == {str(path) for path in out.iterdir()}
    return out


def test_all_pictures_and_an_index_are_written(baseline):
    assert {path.name for path in baseline.iterdir()} == files(PICTURES)
    found = index(baseline)
    assert "against" not in found and "history" not in found
    assert [picture["name"] for picture in found["pictures"]] == PICTURES
    for picture in found["pictures"]:
        assert picture["title"] and picture["title"] in picture["alt"]
        assert " 1 times " not in picture["title"]
        assert {picture["svg"], picture["svgNarrow"], picture["png"]} < files(PICTURES)
        assert (baseline / picture["png"]).read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize("name", PICTURES)
def test_axes_have_units_and_a_picture_fits_a_page(baseline, name):
    for kind, width in (("", 800), ("-narrow", 350)):
        path = baseline / f"{name}{kind}.svg"
        assert set(UNITS[name]) <= set(texts(path))
        root = svg(path)
        assert float(root.get("width").removesuffix("pt")) * 4 / 3 == pytest.approx(width)
        assert root.get("role") == "img"
        assert "currentColor" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(("kind", "width"), [("", 1280), ("-narrow", 390)])
def test_pictures_can_be_read_on_a_light_and_a_dark_page(baseline, tmp_path, kind, width):
    pictures = {name: baseline / f"{name}{kind}.svg" for name in PICTURES}
    assert browser.faults(pictures, tmp_path, widths=[width]) == {}


def test_the_tail_has_at_most_six_curves_and_says_which_are_left_out(baseline):
    found = texts(baseline / "tail.svg")
    every = set(json.loads((BASELINE / "run.json").read_text())["promises"])
    drawn = {text for text in found if text in every}
    assert len(drawn) == MOST
    said = " ".join(found).split("Left out: ")[1].split(".")[0]
    left_out = set(said.split(", "))
    assert left_out and left_out < every and left_out.isdisjoint(drawn)


def test_a_dark_page_shows_the_most_expensive_best(baseline):
    page = (baseline / "locales-time.svg").read_text()
    rules = dict(re.findall(r'\[style\*="fill: (#\w+)"\]\{fill:(#\w+)!important\}', page))
    cheap, expensive = (rules[locales.COLOURS[place]] for place in (0, -1))
    assert looks.contrast(expensive, looks.DARK_PAPER) > 10
    assert looks.contrast(cheap, looks.DARK_PAPER) < 2


def test_marks_differ_without_their_colours():
    for forms in (
        [marker for _, marker in looks.STRATEGIES.values()],
        looks.PHASE_HATCHES.values(),
    ):
        assert len(set(forms)) == len(list(forms))
    assert set(looks.PHASE_HATCHES) == set(looks.PHASES)
    assert looks.WRONG not in looks.PHASE_HATCHES.values()


def test_lines_of_one_locale_have_their_names_at_their_ends(tmp_path):
    """Names that would lie on each other are moved apart; those of a legend are in columns."""
    close = [
        row | ({"mean": 1000 + 10 * len(row["strategy"])} if row["metric"] == "time" else {})
        for row in rows(**SMALL)
    ]
    run = write_run(tmp_path / "run", close)
    drawn(run, tmp_path / "out", "--only", "cost-by-length", "--locale", "en_US")
    names = {row["strategy"] for row in close}
    wide = svg(tmp_path / "out/cost-by-length.svg").iter(f"{SVG}text")
    found = [text for text in wide if "".join(text.itertext()).strip() in names]
    assert len(found) == len(names) > 2
    assert len({text.get("x") for text in found}) == 1
    heights = sorted(float(text.get("y")) for text in found)
    assert all(b - a > 9 for a, b in itertools.pairwise(heights)), heights


def test_the_baseline_says_how_many_rounds_it_is_of(tmp_path):
    listed = drawn(BASELINE, tmp_path, "--only", "cost-by-length")
    rounds = json.loads((BASELINE / "run.json").read_text())["plan"]["rounds"]
    found = " ".join(texts(tmp_path / listed["pictures"][0]["svg"]))
    assert f"median of {rounds} rounds" in found


def test_ids_are_unique_over_all_pictures(baseline):
    ids = [e.get("id") for path in baseline.glob("*.svg") for e in svg(path).iter() if e.get("id")]
    assert len(ids) == len(set(ids)) > 1000


def test_pictures_of_before_are_replaced_and_nothing_else(run):
    out = run / "pictures"
    out.mkdir()
    for name in ("verdicts.svg", "verdicts-narrow.svg", "verdicts.png", "notes.txt"):
        (out / name).write_text("old")
    old = {"svg": "verdicts.svg", "svgNarrow": "verdicts-narrow.svg"}
    stale = [old | {"png": name} for name in ("verdicts.png", "notes.txt", "../samples.csv")]
    (out / "pictures.json").write_text(json.dumps({"pictures": stale}))
    assert called("plot", run, "--only", "memory").status == 0
    assert {path.name for path in out.iterdir()} == files(["memory"]) | {"notes.txt"}
    assert {path.name for path in run.iterdir()} == {"run.json", "samples.csv", "pictures"}


def test_the_same_run_has_the_same_pictures(run, tmp_path):
    for name in "ab":
        drawn(run, tmp_path / name, "--only", "cost-by-length")
    for file in files(["cost-by-length"]):
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes()


def test_filters_choose_what_is_drawn(run, tmp_path):
    globs = {"default": "*", "type": "ty*", "paste": "paste", "not": "!paste", "but": "*,!type"}
    for name, glob in globs.items():
        drawn(run, tmp_path / name, "--only", "memory", "--script", glob)
    default, typed, pasted, others, but = (
        (tmp_path / name / "memory.svg").read_bytes() for name in globs
    )
    assert default == typed == others != pasted == but
    done = called("plot", run, "--script", "mixed", "--out", tmp_path / "mixed")
    refused(done, "no script 'mixed'", "paste, type")


@pytest.mark.parametrize(
    ("kept", "left"),
    [
        (
            lambda row: row["metric"] == "time",
            {"locales-allocations", "locales-refreshes", "memory"},
        ),
        (
            lambda row: row["metric"] != "time",
            set(PICTURES) - {"locales-allocations", "locales-refreshes", "memory"},
        ),
    ],
)
def test_what_the_run_lacks_is_left_out_with_a_remark(tmp_path, kept, left):
    some = [row for row in rows(**SMALL) if kept(row)]
    done = called("plot", write_run(tmp_path / "run", some), "--out", tmp_path / "out")
    assert done.status == 0
    assert {line.split(":")[1].removeprefix(" no ") for line in done.err.splitlines()} == left
    assert {path.name for path in (tmp_path / "out").iterdir()} == files(set(PICTURES) - left)


def test_damage_and_what_is_no_run_are_refused(run, tmp_path):
    out = tmp_path / "out"
    refused(called("plot", tmp_path / "nowhere", "--out", out), "nowhere")
    some = [row | {"metric": "emissions"} for row in rows(**SMALL) if row["metric"] != "time"]
    done = called("plot", write_run(tmp_path / "empty", some), "--out", out)
    assert done.status == 2 and done.err.splitlines()[-1].endswith(
        "nothing to draw; choose other cells or pictures"
    )
    folder = write_run(tmp_path / "damaged", rows(**SMALL))
    path = folder / "samples.csv"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[6] = lines[6].replace(",ns,", ",ns,fast", 1)
    path.write_text("".join(lines), encoding="utf-8")
    refused(called("plot", folder, "--out", out), path)
    (tmp_path / "file").write_text("in the way")
    refused(called("plot", run, "--only", "memory", "--out", tmp_path / "file"), "file")
    assert not out.exists()


def test_wrong_cells_are_marked(tmp_path):
    for name, text in (("some", None), ("none", "ok")):
        cells = [row | ({"text": text} if text else {}) for row in rows(**SMALL)]
        drawn(write_run(tmp_path / name, cells), tmp_path / f"{name}-out")
    for picture in PICTURES:
        some, none = (tmp_path / f"{name}-out" / f"{picture}.svg" for name in ("some", "none"))
        hollow = picture in ("cost-by-length", "tail", "first-keystroke")
        word = "hollow: wrong text" if hollow else "hatched: wrong text"
        assert (word in texts(some), word in texts(none)) == (True, False)
        assert (hatches(some) > hatches(none)) == (not hollow)


def test_what_was_not_measured_is_no_zero(tmp_path):
    some = [
        row
        for row in rows(**SMALL)
        if row["strategy"] != "unformatted" or row["locale"] in ("ar_EG", "de_DE")
    ]
    names = "locales-time,locales-allocations,first-keystroke"
    drawn(write_run(tmp_path / "run", some), tmp_path / "out", "--only", names)
    for name in ("locales-time", "locales-allocations"):
        found = texts(tmp_path / f"out/{name}.svg")
        assert found.count("–") == 2 and "not measured" in found
    assert texts(tmp_path / "out/first-keystroke.svg").count("not measured") == 1


def test_a_wrong_text_leads_no_title_and_sets_no_scale(tmp_path):
    """A strategy with a wrong text may allocate a hundred times as much: its bar is cut."""
    some = []
    for row in rows(**SMALL | {"lengths": (9,)}):
        wrong = row["strategy"] == "onchange-reformat"
        row = row | {"text": "wrong" if wrong else "ok"}
        if row["metric"] == "allocations":
            count = 900 if wrong else 7 if row["strategy"] == "delegate-filter" else 1
            row |= same("allocations", row["instrument"], "1", count)
        some.append(row)
    names = "memory,tail,first-keystroke"
    listed = drawn(write_run(tmp_path / "run", some), tmp_path / "out", "--only", names)
    for picture in listed["pictures"]:
        title = picture["title"].removeprefix("Of those with right texts, ")
        assert title != picture["title"] and "onchange-reformat" not in title, picture["title"]
    memory = next(p["title"] for p in listed["pictures"] if "allocations" in p["title"])
    assert "delegate-filter has the most allocations: 7 " in memory
    found = texts(tmp_path / "out/memory.svg")
    assert "900 (cut)" in found and "7" in found


def test_rounds_are_folded_to_their_median(tmp_path):
    """An outlying third round must not show: the median of 1, 1 and 100 is 1."""

    def three(last):
        for row in rows(**SMALL):
            for number in (1, 2, 3):
                if row["metric"] == "time":
                    factor = last if number == 3 else 1
                    figures = {key: float(row[key]) * factor for key in ("p50", "p99", "mean")}
                    yield row | {"round": number} | figures

    for name, last in (("calm", 1), ("outlier", 100)):
        run = write_run(tmp_path / name / "run", three(last))
        drawn(run, tmp_path / name / "out", "--only", "first-keystroke")
    calm, outlier = ((tmp_path / name / "out/first-keystroke.svg") for name in ("calm", "outlier"))
    assert calm.read_bytes() == outlier.read_bytes()


def test_names_that_are_odd_are_text(tmp_path):
    """More locales than colours, a name that is TeX to a plotter, and one that is markup."""
    some = [
        row | {"locale": locale, "strategy": ODD.get(row["strategy"], row["strategy"])}
        for row in rows(**SMALL)
        for locale in ([f"l{n}" for n in range(14)] + ["$x_$"] if row["locale"] == "en_US" else [])
    ]
    run = write_run(tmp_path / "run", some)
    drawn(run, tmp_path / "out", "--only", "cost-by-length,locales-time")
    path = tmp_path / "out/locales-time.svg"
    assert {"$x_$", "l13", "<script>&"} <= set(texts(path))
    assert "<script" not in path.read_text(encoding="utf-8")
