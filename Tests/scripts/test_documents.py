"""Links in the committed documents have a target, and code in them compiles."""

import html.parser
import re
import subprocess
from pathlib import Path
from urllib.parse import unquote

import cmarkgfm
import pytest

ROOT = Path(__file__).parents[2]


def committed(*patterns):
    done = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *patterns],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return sorted(n for n in done.stdout.split("\0") if n and (ROOT / n).is_file())


# Golden files contain a command's output, which names files of any folder.
PAGES = [page for page in committed("*.md") if "/Golden/" not in page]


class Page(html.parser.HTMLParser):
    """A page as GitHub shows it: the anchors of its headings, its links and pictures."""

    def __init__(self, text):
        super().__init__()
        self.anchors = set()
        self.links = []
        self.heading = None
        self.feed(cmarkgfm.github_flavored_markdown_to_html(text))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src") and value:
                self.links.append(unquote(value))
        if re.fullmatch("h[1-6]", tag):
            self.heading = ""

    def handle_data(self, data):
        if self.heading is not None:
            self.heading += data

    def handle_endtag(self, tag):
        if not re.fullmatch("h[1-6]", tag):
            return
        plain = re.sub(r"[^\w\- ]", "", self.heading.strip().lower()).replace(" ", "-")
        anchor, number = plain, 0
        while anchor in self.anchors:
            number += 1
            anchor = f"{plain}-{number}"
        self.anchors.add(anchor)
        self.heading = None


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name):
    for link in Page((ROOT / name).read_text(encoding="utf-8")).links:
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (ROOT / name).parent / path if path else ROOT / name
        assert target.exists(), link
        assert not anchor or anchor in Page(target.read_text(encoding="utf-8")).anchors, link


def words(text):
    return " ".join(text.split())


def test_code_about_delegates_is_that_of_the_example():
    """`.ci/run` compiles the example, so the page shows code that compiles."""
    page = (ROOT / "docs/your-own-field.md").read_text(encoding="utf-8")
    section = page.split("\n## UIKit delegates\n")[1].split("\n## ")[0]
    blocks = re.findall(r"```swift\n(.*?)```", section, re.DOTALL)
    sources = [
        words((ROOT / name).read_text(encoding="utf-8"))
        for name in committed("Examples/UIKitFields/*.swift")
    ]
    assert len(blocks) == 2
    assert [block for block in blocks if not any(words(block) in text for text in sources)] == []
