"""Our Markdown on GitHub, if a run's names contain Markdown, too."""

import re
import shutil

import cmarkgfm
import pytest
from helpers import BASELINE, bench, changed, scaled
from lxml import etree

from keystroke_tools import runs

# A part of a cell has no slash.
NAME = (
    "[x](evil.example) ![i](evil.png) [r][1] @octocat @org-team #1 `co``de` a|b \\|c \\ <b>bold "
    "<!-- *em* **strong** _em_ __strong__ ~~gone~~ www.evil.example me@evil.example $x$ &lt; &amp; "
    "&#35; <img src=x>"
)
TEXT = (
    f"{NAME} https://evil.example/a_b_ http://evil.example ftp://evil.example </details> "
    "<a href='https://evil.example'>x</a> ```"
)
STARTS = ["# heading", "> quote", "- item", "=== ", "---", "[x]: https://evil.example", "    code"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return the baseline, with more allocations in a strategy of a strange name."""
    folder = tmp_path_factory.mktemp("runs")
    host = runs.metadata(BASELINE)["hosts"][0]
    own = {
        "id": NAME,
        "source": {"commit": TEXT},
        "toolchain": {"swift": TEXT, "allocator": {"name": TEXT}},
        "hosts": [host | {"cpuModel": TEXT, "kernel": TEXT}],
        "warnings": [TEXT, *STARTS, *(f"{start}\n{start}" for start in STARTS)],
    }

    def renamed(rows):
        return rows[rows.strategy == "onchange-reformat"].assign(strategy=NAME)

    changed(folder / "before", renamed, **own)
    run = changed(
        folder / "run", lambda rows: scaled(renamed(rows), 2, metric="allocations"), **own
    )
    shutil.copytree(run, folder / "results/baselines/evil")
    return folder


COMMANDS = {
    "compare": ["compare", "before", "run"],
    "report": ["report", "run"],
    "comment": ["report", "run", "--against", "before"],
    "history": ["history", "."],
    "list": ["baseline", "list"],
    "show": ["baseline", "show", "evil"],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_names_stay_names(command, folder):
    said = bench(*COMMANDS[command], "--format", "markdown", cwd=folder, allowed=(0, 1))
    page = cmarkgfm.github_flavored_markdown_to_html(
        said, options=cmarkgfm.cmark.Options.CMARK_OPT_UNSAFE
    )
    tree = etree.HTML(f"<body>{page}</body>")
    # Our own elements, and none from a name.
    known = set("html body p ul li h3 table thead tbody tr th td pre code details summary".split())
    known |= {"strong", "em"}
    found = [element for element in tree.iter() if isinstance(element.tag, str)]
    assert {element.tag for element in found} <= known
    # The mark by which a workflow finds its comment again, whatever the suite is called.
    comments = [comment.text for comment in tree.xpath("//comment()")]
    assert len(comments) == (command in ("report", "comment"))
    assert all(
        re.fullmatch(r" keystroke-bench: [A-Za-z0-9_+]+( [A-Za-z0-9_./-]+)? ", text)
        for text in comments
    )
    assert all(code.getparent().tag in ("pre", "em") for code in tree.iter("code"))
    for table in tree.iter("table"):
        assert len({len(row) for row in table.iter("tr")}) == 1
    # No user is mentioned in text, where GitHub looks for mentions.
    text = "".join(part for part in tree.xpath("//text()[not(ancestor::pre)]"))
    assert not re.search(r"(^|\W)@\w|#\d|(https?|ftp)://|www\.", text)
    # The whole name is readable.
    if command in ("compare", "report", "comment", "history"):
        assert NAME in text.replace("\u200b", "")
