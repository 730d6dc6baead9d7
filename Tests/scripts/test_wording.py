"""The check of scripts/lint for phrases with a plainer wording: none gets through."""

import pytest

from keystroke_tools import cli, wording

# One text for each phrase, as it was once written here.
BEFORE = [
    "/// The share; nil where nothing is required.",
    "/// - Returns: false where nothing is of use.",
    "// Behind a file that was renamed stands its former path.",
    "how many digits stand before the point",
    '@Option(help: "So many pairs of processes.")',
    "so much at the most",
    "the time that half of the keystrokes take at the most",
    "a strategy hears of nothing",
    "the number of times that it was heard",
    "the book that the builder keeps, and its books",
    "the longest time that is told apart",
    "dearer than a formatter",
    "a package of one's own",
    "Whoever writes both can make them agree.",
    "apart from them what is none",
    "be it a cell or a phase",
    "func expect(_ patience: Patience)",
    "strategies of like kind, on a like machine",
    "the cause and the cure",
]
PLAIN = [
    "where it is, in the folder where commits are checked out; nil if there is none",
    "a stand-in, a notebook, the bookkeeping, a bystander, at most, so that many are known",
    "the standard library understands it; one owns it",
]


def found(text):
    return [problem.phrase.lower() for problem in wording.problems(text)]


@pytest.mark.parametrize("text", BEFORE)
def test_a_phrase_does_not_get_through(text):
    assert found(text), text


def test_each_phrase_has_a_text_that_it_finds():
    matched = {problem.plain for text in BEFORE for problem in wording.problems(text)}
    assert matched == set(wording.PHRASES.values())


@pytest.mark.parametrize("text", PLAIN)
def test_plain_words_pass(text):
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "/// Measures so\n  /// many rounds.",
        "# Measures so\n# many rounds.",
        'help: "Measures so "\n  + "many rounds"',
        '"""\nMeasures so \\\nmany rounds.\n"""',
        "Measures SO many rounds",
    ],
)
def test_a_phrase_over_the_end_of_a_line_is_found(text):
    assert found(text) == ["so many"]


def checked(capsys, *files):
    status = cli.run("wording", wording.main, [str(file) for file in files])
    return status, capsys.readouterr()


def test_the_message_has_the_line_and_the_plain_words(tmp_path, capsys):
    page = tmp_path / "page.md"
    page.write_text("# A page\n\nIt takes so\nmany seconds.\n")
    status, said = checked(capsys, page)
    assert status == 1 and said.out.startswith(f'{page}:3: "so many": write a number of …')


def test_doc_comments_begin_with_the_thing(tmp_path, capsys):
    good = tmp_path / "Good.swift"
    good.write_text(
        "".join(f"/// The value {n}.\n/// Where it is.\nlet v{n} = 0\n" for n in range(40))
    )
    assert checked(capsys, good)[0] == 0
    wrong = tmp_path / "Wrong.swift"
    wrong.write_text("/// Whether it holds.\nlet a = 1\n\n  /// What it is.\n  let b = 2\n")
    status, said = checked(capsys, good, wrong)
    assert status == 1 and f"{wrong}:1: Whether it holds." in said.out, said.out
    assert f"{wrong}:4: What it is." in said.out and "2 of 42 doc comments" in said.out


def test_a_file_that_is_no_text_is_left_out(tmp_path, capsys):
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\xff so many")
    assert checked(capsys, picture)[0] == 0


def test_a_missing_file_is_an_error(tmp_path, capsys):
    status, said = checked(capsys, tmp_path / "none.md")
    assert status == 2 and said.err.startswith("wording: error: ")
