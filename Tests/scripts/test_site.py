"""scripts/site: the pages of a store open in a browser, from disk, at any width."""

import json
import re
import shutil

import browser
import pystache
import pytest
from helpers import ASK, called, refused, script
from lxml import html
from test_store import CELLS, STEP, all_runs, filled, made  # noqa: F401

from keystroke_tools.site import MARK, write_list
from keystroke_tools.site.pages import TEMPLATE, Site, renderer
from studies.support import made_runs

PAGES = ["index.html", "strategy/onchange-reformat.html", "commit"]
WIDTHS = [390, 1400]
# A window has a minimum width, but a frame has none: so a frame simulates a phone.
MEASURE = """
for (const [name, source, width] of FRAMES) {
  const frame = document.createElement("iframe");
  frame.style = `border: 0; width: ${width}px; height: 800px`;
  frame.src = source;
  await new Promise(resolve => { frame.onload = resolve; document.body.append(frame); });
  const page = frame.contentDocument, inner = frame.contentWindow.innerWidth;
  for (const picture of page.images) picture.loading = "eager";
  await Promise.all([...page.images].map(picture => picture.decode()));
  const wide = [...page.querySelectorAll("main *")].filter(part =>
    !part.closest(".scroll") && part.getBoundingClientRect().right > inner + 1);
  result[`${name} ${width}`] = {
    inner, scroll: page.documentElement.scrollWidth,
    wide: wide.map(part => part.tagName + ": " + part.textContent.slice(0, 40)),
    pictures: [...page.images].map(picture => [picture.currentSrc, picture.naturalWidth]),
  };
  frame.remove();
}
"""


@pytest.fixture(scope="module")
def site(filled, tmp_path_factory):  # noqa: F811
    out = tmp_path_factory.mktemp("site") / "out"
    done = script("site", filled, "--out", out)
    assert (done.status, done.err) == (0, "")
    assert done.out == f"wrote {len(list(out.rglob('*.html')))} pages: {out}/index.html\n"
    return out


def pages(site):
    return sorted(site.rglob("*.html"))


def test_a_page_for_each_strategy_and_each_commit(site):
    assert {page.stem for page in (site / "strategy").iterdir()} == {
        "delegate-filter",
        "onchange-reformat",
        "unformatted",
    }
    assert len(list((site / "commit").iterdir())) == 14


def test_every_link_and_picture_is_there_and_nothing_is_asked_of_a_network(site):
    for page in pages(site):
        tree = html.parse(page)
        for place in tree.xpath("//@href | //@src | //@srcset"):
            assert "://" not in place and (page.parent / place).is_file(), (page, place)
        assert not tree.xpath("//script")
        assert tree.xpath("//html/@lang") == ["en"] and len(tree.xpath("//h1")) == 1
        assert all(picture.get("alt") for picture in tree.xpath("//img"))
    assert "url(" not in (site / "site.css").read_text()


def test_what_changed_is_on_the_page_of_its_commit_and_of_its_strategy(site):
    commit = f"{STEP:040x}"[::-1][:10]
    for page in (f"commit/{commit}.html", "strategy/onchange-reformat.html"):
        text = html.parse(site / page).getroot().text_content()
        found = re.findall(r"onchange-reformat/int/en_US/9/type\s*allocations", text)
        assert found and "more" in text
    quiet = html.parse(site / "commit" / f"{'2' + '0' * 9}.html").getroot().text_content()
    assert "Nowhere." in quiet


def test_a_change_is_that_of_the_cells_that_both_runs_have(tmp_path):
    all_cells, one = made_runs.baseline(*CELLS), made_runs.baseline(CELLS[1])
    folders = [made(tmp_path, 1, all_cells), made(tmp_path, 2, one)]
    done = script("store", "add", *folders, "--into", tmp_path / "store", *ASK)
    assert done.status == 0, done.err
    done = script("site", tmp_path / "store", "--out", tmp_path / "out")
    assert done.status == 0, done.err
    lines = html.parse(tmp_path / "out/index.html").xpath("//table")[0].xpath(".//tbody/tr")
    # The times of made-up runs vary, their counts do not.
    changes = {td.text_content() for line in lines for td in line.xpath("td")[4::2]}
    assert changes - {""} == {"0 %"}, changes


@pytest.fixture(scope="module")
def measured(site, tmp_path_factory):
    """Return the measurements of each page in each width, by name and width."""
    folder = tmp_path_factory.mktemp("measured")
    frames = []
    for name in PAGES:
        path = site / name
        if path.is_dir():
            path = sorted(path.iterdir())[0]
        frames += [[name, path.as_uri(), width] for width in WIDTHS]
    steps = MEASURE.replace("FRAMES", json.dumps(frames))
    outer = folder / "frames.html"
    outer.write_text(
        f"<!doctype html><title>frames</title><body><script>{browser.driving(steps)}</script>"
    )
    # Chromium treats every file as another origin, unless options say otherwise.
    options = ("--allow-file-access-from-files", "--disable-web-security")
    dom, console = browser.dump(outer, folder / "user", width=1500, options=options)
    assert console == []
    return browser.result(dom)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("page", PAGES)
def test_it_fits_the_screen(measured, page, width):
    found = measured[f"{page} {width}"]
    assert found["inner"] == width
    assert found["scroll"] <= width and found["wide"] == []
    narrow = [source for source, _ in found["pictures"] if "-narrow." in source]
    assert len(narrow) == (len(found["pictures"]) if width == 390 else 0)
    assert all(size > 0 for _, size in found["pictures"])


def test_it_opens_without_an_error(site, tmp_path):
    dom, console = browser.dump(site / "index.html", tmp_path)
    assert console == [] and "<table" in dom


def test_it_is_written_again_over_itself_and_over_nothing_else(filled, site, tmp_path):  # noqa: F811
    before = {page.name: page.read_bytes() for page in pages(site)}
    out = tmp_path / "again"
    for _ in range(2):
        assert called("site", filled, "--out", out, "--no-pictures").status == 0
    assert {page.name for page in pages(out)} == set(before)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "mine").touch()
    refused(called("site", filled, "--out", tmp_path / "other"), "other")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again", "other"]


def test_nothing_is_written_through_a_link(filled, tmp_path):  # noqa: F811
    out = tmp_path / "out"
    assert called("site", filled, "--out", out, "--no-pictures").status == 0
    elsewhere = tmp_path / "elsewhere"
    shutil.move(out / "strategy", elsewhere)
    (out / "strategy").symlink_to(elsewhere)
    before = {path: path.read_bytes() for path in elsewhere.iterdir()}
    for path in before:
        path.write_text("mine")
    done = called("site", filled, "--out", out, "--no-pictures")
    assert done.status == 2 and "strategy" in done.err
    assert {path.read_text() for path in elsewhere.iterdir()} == {"mine"}


def test_a_list_is_whole_at_any_moment(tmp_path, monkeypatch):
    write_list(tmp_path, {"index.html": {"0" * 64}})
    before = (tmp_path / MARK).read_text()

    def killed(_):
        raise KeyboardInterrupt

    monkeypatch.setattr("os.fsync", killed)
    with pytest.raises(KeyboardInterrupt):
        write_list(tmp_path, {"other.html": {"1" * 64}})
    assert (tmp_path / MARK).read_text() == before


def test_a_folder_that_is_no_store_is_refused(tmp_path):
    (tmp_path / "empty").mkdir()
    refused(called("site", tmp_path / "empty", "--out", tmp_path / "out"), "no store")
    assert not (tmp_path / "out").exists()


def test_every_text_of_a_page_is_shown_as_text(tmp_path):
    made = Site.__new__(Site)
    made.folder, made.count = tmp_path, 0
    made.renderer = renderer()
    made.page_template = pystache.parse(TEMPLATE)
    name = "a\u202eb<i>&"
    picture = {"wide": "a.svg", "narrow": "a.svg", "title": name, "alt": name}
    made.page("a.html", name, [name], [{"heading": name, "note": name, "pictures": [picture]}])
    text = (tmp_path / "a.html").read_text()
    assert "\u202e" not in text and "<i>" not in text
    assert text.count("a\\u{202E}b&lt;i&gt;&amp;") == 7
