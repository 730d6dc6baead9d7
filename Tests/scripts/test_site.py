"""scripts/site: the pages of a store open in a browser, from disk, at any width."""

import re
import shutil
import subprocess

import browser
import pystache
import pytest
from helpers import ASK, called, refused, script
from lxml import html
from test_store import CELLS, RUNS, STEP, all_runs, filled, made  # noqa: F401

from keystroke_tools.site import MARK, write_list
from keystroke_tools.site.pages import TEMPLATE, Site, renderer, slug
from studies.support import made_runs

PAGES = ["index.html", "strategy/onchange-reformat.html", "commit"]
WIDTHS = [390, 1400]


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


def test_pages_can_be_read_on_each_screen(site, tmp_path):
    folders = ["", "strategy", "commit", "cell"]
    shown = {name: sorted((site / name).glob("*.html"))[0] for name in folders}
    assert browser.faults(shown, tmp_path) == {}


def test_a_cell_has_its_figures_in_all_runs_with_days_and_subjects(site):
    page = site / "cell" / f"{slug(CELLS[0])}.html"
    lines = html.parse(page).xpath("//tbody/tr")
    assert len(lines) == RUNS
    ratios = [float(line.xpath("td")[-1].text_content().split()[0]) for line in lines]
    assert ratios[-1] == 1 and ratios[0] == pytest.approx(1.3, abs=0.1)
    strategy = html.parse(site / "strategy/onchange-reformat.html")
    assert f"../cell/{page.name}" in strategy.xpath("//td/a/@href")
    # The axis of a picture has days, and a ratio its time.
    picture = next((site / "pictures").glob("strategy-onchange*times.svg")).read_text()
    days = {line.xpath("td")[2].text_content() for line in lines}
    assert days & set(re.findall(r">(\d{4}-\d\d-\d\d)<", picture))
    assert re.search(r">last [0-9.]+ [µn]s<", picture)


def test_subjects_are_those_of_the_repository(tmp_path):
    git = ["git", "-C", tmp_path, "-c", "user.name=A", "-c", "user.email=a@example.com"]
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "A <subject>"], check=True)
    head = subprocess.run([*git, "rev-parse", "HEAD"], capture_output=True, text=True, check=True)
    own = {"source": {"commit": head.stdout.strip(), "dirty": False}}
    run = made(tmp_path, 1, made_runs.baseline(CELLS[1]), **own)
    done = script("store", "add", run, "--into", tmp_path / "store", *ASK)
    assert done.status == 0, done.err
    arguments = (tmp_path / "store", "--out", tmp_path / "out", "--no-pictures")
    assert script("site", *arguments, cwd=tmp_path).status == 0
    for page in ("index", f"commit/{head.stdout[:10]}"):
        assert "A <subject>" in html.parse(tmp_path / f"out/{page}.html").getroot().text_content()


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
