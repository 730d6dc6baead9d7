"""Finds phrases that have a plainer wording, and doc comments that begin with a question word.

scripts/lint runs it on all text files of the project, new ones included. A phrase is found in code,
too, and over the end of a line. Exit status: 0 clean, 1 not clean, 2 a file cannot be read.
"""

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from keystroke_tools import cli
from keystroke_tools.git import Git
from keystroke_tools.words import count

# A pattern in which a space may be the end of a line, of a comment or of a string; and the plain
# wording.
PHRASES = {
    r"(nil|true|false|empty) where": "if: nil if …",
    r"stands?": "is, is in, means",
    r"so (many|much) (at|as) the most": "the maximum number of …",
    r"so many": "a number of …, this many",
    r"at the most": "at most, the maximum of …",
    r"hears?|heard": "is told, receives",
    r"books?": "record, table, index",
    r"told apart": "distinguished",
    r"dearer": "more expensive",
    r"(of )?one's own": "your own",
    r"who(so)?ever": "anyone who, the person who",
    r"what is none": "name the thing, and say: if it is not …",
    r"be it": "whether",
    r"patience": "limit, time limit",
    r"(of )?like kind": "of the same kind",
    r"a like machine": "a machine of the same kind",
    r"cures?": "hint",
}
# History: it says what releases said.
HISTORY = ("CHANGELOG.md", "results/")
# Here the phrases are data.
OWN = ("scripts/keystroke_tools/wording.py", "Tests/scripts/test_wording.py")

# The share of doc comments that may begin with a question word.
MOST_QUESTIONS = 0.03
QUESTION = re.compile(r"(What|Whether|Where|How|Who|Whose|Which|So|That)\b")

_GAP = r"[\s\\/#*\"+]+"
_FOUND = re.compile(
    "|".join(
        rf"(?P<p{place}>(?<![\w'-])(?:{phrase.replace(' ', _GAP)})(?![\w-]))"
        for place, phrase in enumerate(PHRASES)
    ),
    re.IGNORECASE,
)


class Problem(NamedTuple):
    """A phrase, the line that it begins on, and the plain wording."""

    line: int
    phrase: str
    plain: str


def problems(text: str) -> Iterator[Problem]:
    """Find the phrases of a text."""
    plain = list(PHRASES.values())
    for found in _FOUND.finditer(text):
        words = re.sub(_GAP, " ", found[0])
        place = int(str(found.lastgroup)[1:])
        yield Problem(text.count("\n", 0, found.start()) + 1, words, plain[place])


def openings(text: str) -> Iterator[tuple[int, str]]:
    """Return the first line of each doc comment of a Swift file, with its number."""
    before = ""
    for number, line in enumerate(text.split("\n"), 1):
        line = line.strip()
        if line.startswith("///") and not before.startswith("///"):
            yield number, line.removeprefix("///").strip()
        before = line


def main(arguments: Sequence[str]) -> int:
    """Check files, by default all of the project; return the exit status."""
    parser = cli.Parser("wording", str(__doc__), ["python -m keystroke_tools wording README.md"])
    parser.add_argument("files", nargs="*", help="the files to check; without them all")
    files = [Path(file) for file in parser.parse_args(arguments).files] or _project()
    found, comments, questions = 0, 0, []
    for file in files:
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for problem in problems(text):
            found += 1
            print(f'{file}:{problem.line}: "{problem.phrase}": write {problem.plain}')
        if file.suffix == ".swift":
            for number, opening in openings(text):
                comments += 1
                if QUESTION.match(opening):
                    questions.append(f"{file}:{number}: {opening}")
    share = len(questions) / max(comments, 1)
    if share > MOST_QUESTIONS:
        print(*questions, sep="\n")
        print("a doc comment begins with what the thing is or does: a noun, a verb, True if …")
    counted = count(comments, "doc comment")
    print(f"wording: {len(questions)} of {counted} begin with a question word ({share:.1%})")
    return cli.GATE_FAILED if found or share > MOST_QUESTIONS else cli.FINE


def _project() -> list[Path]:
    listed = Git(cli.ROOT)(
        "ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate"
    )
    names = [name for name in listed.split("\n") if name not in OWN]
    checked = [cli.ROOT / name for name in names if not name.startswith(HISTORY)]
    files = [Path(os.path.relpath(file)) for file in checked]
    return [file for file in files if file.is_file()]
