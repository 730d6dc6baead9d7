"""The pictures of one run: what is in them, read from their SVG."""

import itertools
import json
import re

import pytest
from plots import looks
from plots.data import Run
from plots.looks import PHASES
from plots.phases import stack
from plotting import OF_A_RUN, ROOT, SVG, drawn, hatches, index, plot, svg, texts, titles
from synthetic import rows, same, write_run

UNITS = {
    "cost-by-length": ["length (digits)", "mean time (µs, log scale)"],
    "phases": ["share of the mean time of a keystroke (%)"],
    "locales-time": ["median time per keystroke (µs, log scale)"],
    "locales-allocations": ["allocations per keystroke"],
    "locales-refreshes": ["refreshes per keystroke"],
    "tail": ["percentile of keystrokes (%)", "time per keystroke (µs, log scale)"],
    "first-keystroke": ["median time of a keystroke (µs, log scale)"],
    "memory": ["allocations per keystroke", "bytes per keystroke (B)"],
}
KINDS = ("", "-narrow")


@pytest.fixture(scope="module")
def baseline(tmp_path_factory):
    """The pictures of the committed baseline."""
    out = tmp_path_factory.mktemp("baseline")
    drawn(ROOT / "results/baselines/main", out)
    return out


@pytest.fixture(scope="module")
def made_up(tmp_path_factory):
    """The pictures of a made-up run, of which wrong cells are known."""
    folder = tmp_path_factory.mktemp("made-up")
    drawn(write_run(folder, rows(rounds=2, lengths=(3, 9))), folder / "out")
    return folder / "out"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", OF_A_RUN)
def test_axes_have_units_and_titles_stand_in_the_picture(baseline, name, kind):
    found = texts(baseline / f"{name}{kind}.svg")
    for label in UNITS[name]:
        assert label in found
    title = next(p["title"] for p in index(baseline)["pictures"] if p["name"] == name)
    assert " ".join(found).find(title) >= 0, "its lines, in order"
    assert title.endswith(".") and len(title) < 200


@pytest.mark.parametrize("name", OF_A_RUN)
def test_svg_fits_a_page_light_or_dark(baseline, name):
    for kind, width in zip(KINDS, (800, 350), strict=True):
        path = baseline / f"{name}{kind}.svg"
        text = path.read_text(encoding="utf-8")
        assert text.startswith("<svg ")
        assert looks.INK.lower() not in text.lower() and "currentColor" in text
        root = svg(path)
        assert float(root.get("width").removesuffix("pt")) * 4 / 3 == pytest.approx(width)
        assert root.get("role") == "img"
        # The background is transparent: no area is white, other than text in dark fields.
        hatch = {id(path) for defs in root.iter(f"{SVG}defs") for path in defs.iter()}
        for area in root.iter(f"{SVG}path"):
            style = area.get("style") or ""
            assert id(area) in hatch or "fill: #ffffff" not in style
        small = [float(size) for size in re.findall(r"font: ([0-9.]+)px", text)]
        small += [float(size) for size in re.findall(r"font-size: ([0-9.]+)px", text)]
        # In units of the picture, which are points.
        assert small and min(small) * 4 / 3 >= 11
        assert len(text) < 200_000


def test_figures_are_not_cut(baseline):
    """Coordinates are rounded, and what people read is not."""
    found = texts(baseline / "locales-allocations.svg")
    assert "0.556" in found and "0.667" in found and "0.55" not in found


def test_a_locale_without_effect_is_said_to_have_none(tmp_path):
    some = [
        row | dict.fromkeys(("min", "p50", "p90", "p99", "mean"), 70)
        for row in rows(rounds=1, lengths=(9,), values=("Int",))
    ]
    found = drawn(write_run(tmp_path, some), tmp_path, "--only", "locales-time")
    title = found["pictures"][0]["title"]
    assert title.startswith("Times do not depend on the locale: 70 ns per keystroke ")


def test_cost_by_length_is_a_mean(tmp_path):
    """Where most keystrokes do nothing, their median leaves out what the field does at the end."""

    def draw(p50):
        some = [
            row
            | dict.fromkeys(("min", "p50", "p90"), p50)
            | dict.fromkeys(("p99", "mean"), 100 * row["length"])
            for row in rows(rounds=1, lengths=(3, 9), values=("Int",))
        ]
        found = drawn(write_run(tmp_path, some), tmp_path, "--only", "cost-by-length")
        assert "goes from 300 ns to 900 ns" in found["pictures"][0]["title"]
        return (tmp_path / "cost-by-length.svg").read_text(encoding="utf-8")

    assert draw(p50=70) == draw(p50=7)


def test_ids_are_unique_over_all_pictures(baseline):
    found = [
        element.get("id")
        for path in sorted(baseline.glob("*.svg"))
        for element in svg(path).iter()
        if element.get("id")
    ]
    assert len(found) == len(set(found)) > 1000
    for path in baseline.glob("*.svg"):
        text = path.read_text(encoding="utf-8")
        named = set(re.findall(r'(?:url\(#|href="#)([^")]+)', text))
        own = {element.get("id") for element in svg(path).iter()}
        assert named <= own, "all that is referred to is there"


def boxes(path):
    """Return (text, (left, right), (top, bottom)) of the texts of an SVG that lie or stand, in its units."""
    from plots.canvas import text_width

    for text in svg(path).iter(f"{SVG}text"):
        style, place = text.get("style") or "", text.get("transform") or ""
        angle = re.search(r"rotate\(([-0-9.]+)", place)
        angle = float(angle[1]) if angle else 0
        if angle not in (0, -90):
            continue
        size = float(re.search(r"([0-9.]+)px", style)[1])
        moved = re.search(r"translate\(([-0-9.]+)[ ,]+([-0-9.]+)", place)
        x, y = float(text.get("x") or moved[1]), float(text.get("y") or moved[2])
        words = "".join(text.itertext())
        weight = "bold" if re.search(r"\b(700|bold)\b", style) else "normal"
        width = text_width(words, size, weight)
        anchor = re.search(r"text-anchor: (\w+)", style)
        before = {"middle": 0.5, "end": 1}.get(anchor[1] if anchor else "", 0) * width
        # Figures and capitals reach so far above the line that they stand on.
        height = 0.73 * size
        if angle == 0:
            yield words, (x - before, x - before + width), (y - height, y)
        else:
            yield words, (x - height, x), (y + before - width, y + before)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", OF_A_RUN)
def test_no_text_is_cut_off_at_the_side(baseline, name, kind):
    path = baseline / f"{name}{kind}.svg"
    width = float(svg(path).get("viewBox").split()[2])
    found = list(boxes(path))
    assert len(found) > 5
    for text, (left, right), _ in found:
        assert -1 <= left and right <= width + 1, text


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["locales-time", "locales-allocations"])
def test_figures_of_a_heat_map_do_not_overlap(baseline, name, kind):
    found = list(boxes(baseline / f"{name}{kind}.svg"))
    assert len(found) > 40
    for (one, *box), (other, *second) in itertools.combinations(found, 2):
        apart = any(
            end <= start or stop <= begin
            for (begin, end), (start, stop) in zip(box, second, strict=True)
        )
        assert apart, f"{one} runs into {other}"


@pytest.mark.parametrize("name", OF_A_RUN)
def test_wrong_cells_are_marked_and_the_legend_says_how(made_up, tmp_path, name):
    right = [row | {"text": "ok"} for row in rows(rounds=2, lengths=(3, 9))]
    drawn(write_run(tmp_path, right), tmp_path, "--only", name)
    path, other = made_up / f"{name}.svg", tmp_path / f"{name}.svg"
    hollow = name in ("cost-by-length", "tail", "first-keystroke")
    word = "hollow: wrong text" if hollow else "hatched: wrong text"
    assert (word in texts(path), word in texts(other)) == (True, False)
    assert (hatches(path) > 0, hatches(other) > 0) == (not hollow, False)


def test_each_wrong_field_of_a_heat_map_is_hatched(made_up):
    """onchange-reformat is wrong in ar_EG at 9 digits; one more is the legend's."""
    assert hatches(made_up / "locales-time.svg") == 1 + 1


def test_what_was_not_measured_is_no_zero(tmp_path):
    some = [
        row
        for row in rows(rounds=1, lengths=(3, 9), values=("Int",))
        if row["strategy"] != "unformatted" or row["locale"] in ("ar_EG", "de_DE")
    ]
    names = "locales-time,locales-allocations,phases,first-keystroke"
    drawn(write_run(tmp_path, some), tmp_path, "--only", names)
    for name in ("locales-time", "locales-allocations"):
        found = texts(tmp_path / f"{name}.svg")
        assert found.count("–") == 2 and "not measured" in found
    assert texts(tmp_path / "locales-allocations.svg").count("45") == 4 * 4 - 2
    for name in ("phases", "first-keystroke"):
        assert texts(tmp_path / f"{name}.svg").count("not measured") == 1


def test_missing_figures_are_gaps(tmp_path):
    some = [
        row | {"p50": "", "p99": ""} if row["length"] == 3 else row
        for row in rows(rounds=1, lengths=(3, 9, 15))
    ]
    drawn(write_run(tmp_path, some), tmp_path, "--only", "cost-by-length")
    assert "From 9 to 15 digits" in " ".join(texts(tmp_path / "cost-by-length.svg"))


def test_titles_say_what_is_planted(tmp_path):
    """onchange-reformat goes from 1.4 to 4.6 µs, and costs most in ar_EG."""

    def plant(row):
        row = row | {"text": "ok"}
        if row["metric"] == "time":
            number = 100 if row["strategy"] != "onchange-reformat" else 400 * row["length"]
            number *= 2 if row["locale"] == "ar_EG" and number > 100 else 1
            number *= 1 if row["phase"] != "first" else 20 if number > 100 else 10
            figures = dict.fromkeys(("min", "p50", "p90", "p99", "mean"), number)
            return row | figures | {"p999": 7 * number, "max": 9 * number}
        count = row["length"]
        if row["metric"] == "allocations" and row["strategy"] == "delegate-filter":
            count += 2 * (row["locale"] == "fr_FR")
        return row | same(row["metric"], row["instrument"], "1", count)

    some = [plant(row) for row in rows(rounds=1, lengths=(3, 9), values=("Int",))]
    some = [row for row in some if row["phase"] not in ("filter", "parse")]
    found = titles(write_run(tmp_path, some))
    assert list(found) == OF_A_RUN
    assert found["cost-by-length"].startswith(
        "From 3 to 9 digits onchange-reformat goes from 2.4 µs to 7.2 µs"
    )
    assert found["locales-time"].startswith(
        "The locale matters most to onchange-reformat: 3.6 µs per keystroke in "
    )
    assert "7.2 µs in ar_EG." in found["locales-time"]
    assert found["locales-allocations"].startswith(
        "The locale matters most to delegate-filter: 9 allocations per keystroke in "
    )
    assert "11 in fr_FR; 3 of 4 strategies" in found["locales-allocations"]
    assert found["locales-refreshes"].startswith("Refreshes do not depend on the locale")
    assert "takes 7.2 µs or more in onchange-reformat (ar_EG), 1 times" in found["tail"]
    assert "costs more in 12 of 12 cells" in found["first-keystroke"]
    assert "144 µs against 7.2 µs" in found["first-keystroke"]
    assert found["memory"].endswith(" has most allocations, 9 per keystroke (ar_EG).")


def test_a_wrong_text_leads_no_title_and_sets_no_scale(tmp_path):
    """What leaves a wrong text may allocate a hundred times as much: its bar is cut."""
    some = []
    for row in rows(rounds=1, lengths=(9,), values=("Int",)):
        strategy, metric = row["strategy"], row["metric"]
        wrong = strategy == "onchange-reformat"
        row = row | {"text": "wrong" if wrong else "ok"}
        if metric == "allocations":
            count = 900 if wrong else 7 if strategy == "delegate-filter" else 1
            row |= same(metric, row["instrument"], "1", count)
        some.append(row)
    listed = drawn(write_run(tmp_path, some), tmp_path, "--only", "memory")["pictures"]
    assert listed[0]["title"].startswith("delegate-filter has most allocations, 7 per ")
    found = texts(tmp_path / "memory.svg")
    assert "900 (cut)" in found and "7" in found
    ticks = found[: found.index("allocations per keystroke")]
    assert 7 <= max(float(tick) for tick in ticks) < 20


def test_a_wrong_text_sets_no_scale_of_a_heat_map(tmp_path):
    """Beside 900 allocations all others would have the colour of nothing."""
    some = []
    for row in rows(rounds=1, lengths=(9,), values=("Int",)):
        wrong = row["strategy"] == "onchange-reformat"
        row = row | {"text": "wrong" if wrong else "ok"}
        if row["metric"] == "allocations":
            row |= same("allocations", row["instrument"], "1", 900 if wrong else 7)
        some.append(row)
    drawn(write_run(tmp_path, some), tmp_path, "--only", "locales-allocations")
    found = texts(tmp_path / "locales-allocations.svg")
    ticks = found[: found.index("allocations per keystroke")]
    assert "900" in found and "7" in found
    numbers = [float(tick) for tick in ticks if re.fullmatch(r"[0-9.]+", tick)]
    assert 900 in numbers and max(set(numbers) - {900}) < 20


def test_batched_cells_are_said_to_be(tmp_path):
    folder = write_run(tmp_path, rows(rounds=1, lengths=(3, 9), values=("Int",)))
    cell = "unformatted/Int/en_US/9/type"
    metadata = {"schemaVersion": 2, "id": "a", "batchedKeystrokes": {cell: 8}}
    (folder / "run.json").write_text(json.dumps(metadata))
    assert drawn(folder, tmp_path / "out", "--only", "tail")["run"] == "a"
    assert "Dashed: timed several" in " ".join(texts(tmp_path / "out" / "tail.svg"))


def test_rounds_are_folded_to_their_median(tmp_path):
    """An outlying third round must not show: the median of 1, 1 and 100 is 1."""

    def three(last):
        for row in rows(rounds=1, lengths=(3, 6), values=("Int",)):
            for number in (1, 2, 3):
                if row["metric"] != "time":
                    continue
                factor = last if number == 3 else 1
                figures = {key: float(row[key]) * factor for key in ("p50", "p99", "mean")}
                yield row | {"round": number} | figures

    only = "cost-by-length,phases"
    for name, last in (("calm", 1), ("outlier", 100)):
        drawn(write_run(tmp_path / name, three(last)), tmp_path / name, "--only", only)
    for name in only.split(","):
        calm = (tmp_path / "calm" / f"{name}.svg").read_bytes()
        assert calm == (tmp_path / "outlier" / f"{name}.svg").read_bytes()


def bars(tmp_path, some):
    """Return the bars of the phases of a run."""
    run = Run(write_run(tmp_path, some))
    return stack(run.chosen(run.times, length=run.choice.length))


def test_phases_and_rest_add_up_to_the_whole(tmp_path):
    """The length is the one that most cells have: not all strategies go to 15."""
    some = [
        row
        for row in rows(lengths=(3, 9, 15))
        if (row["strategy"], row["length"]) != ("unformatted", 15)
    ]
    found = bars(tmp_path, some)
    assert len(found) == len(found.groupby(["strategy", "locale"])) == 4 * 4
    assert set(found["length"]) == {9}
    assert found["stacked"].tolist() == pytest.approx(found["total"].tolist(), rel=0.05)
    floor = found[found["strategy"] == "unformatted"]
    assert floor[["filter", "parse", "format"]].isna().all(axis=None)
    assert floor["rest"].tolist() == pytest.approx([0.04] * len(floor), rel=0.3)


def test_phases_longer_than_the_whole_have_no_negative_rest(tmp_path):
    some = [
        row | {"mean": 100} if row["phase"] == "total" else row
        for row in rows(rounds=1, lengths=(3,))
    ]
    found = bars(tmp_path, some)
    assert (found["rest"] == 0).any()
    assert (found["rest"] >= 0).all()
    assert (found["stacked"] > found["total"]).any()


def test_unknown_strategies_and_many_locales_are_drawn(tmp_path):
    """More strategies than colours, and a name that is TeX to a plotter."""
    some = [
        row | {"strategy": f"{row['strategy']}-{copy}", "locale": locale}
        for row in rows(rounds=1, lengths=(9, 15), values=("Int",))
        for copy in range(3)
        for locale in ([f"l{n}" for n in range(20)] + ["$x_$"] if row["locale"] == "en_US" else [])
    ]
    folder = write_run(tmp_path, some)
    drawn(folder, tmp_path / "out", "--only", "cost-by-length,locales-time")
    found = texts(tmp_path / "out" / "locales-time.svg")
    assert {"$x_$", "l0", "l19", "unformatted-2"} <= set(found)


def test_a_name_that_is_markup_is_text(tmp_path):
    some = [
        row | {"strategy": "<script>&"}
        for row in rows(rounds=1, lengths=(3, 9), values=("Int",))
        if row["strategy"] == "unformatted"
    ]
    folder = write_run(tmp_path, some)
    assert plot(folder, "--out", tmp_path / "out").returncode == 0
    for path in (tmp_path / "out").glob("*.svg"):
        assert "<script" not in path.read_text(encoding="utf-8")
        svg(path)


def test_a_phase_has_one_colour_in_pictures_and_in_flame_graphs():
    """Both are read side by side: what is green in one is the same green in the other."""
    style = (ROOT / "Sources/ProfileReport/FlameGraphStyle.swift").read_text()
    for phase, colour in PHASES.items():
        found = re.search(rf"\.p-{phase}(?:, [^{{]*)? \{{ fill: (#\w+)", style)
        assert found, phase
        assert found[1].upper() == colour.upper(), phase
