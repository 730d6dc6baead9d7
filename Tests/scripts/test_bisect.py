"""scripts/bisect: the commit with the planted change is found, and nothing else is touched."""

import argparse
import os
import signal
import subprocess
import sys

import pytest
from helpers import ASK, refused, script
from test_usage import lines_of_pages

from keystroke_tools import bisect as tool
from keystroke_tools import cli
from keystroke_tools.cli import ROOT
from studies.support.planted_history import RECIPE, Repository

QUICK = [*RECIPE, "--instructions", "none"]


@pytest.fixture
def repository(tmp_path):
    """Nine commits: one has a plant, the two before it do not build or do nothing."""
    made = Repository(tmp_path)
    made.good = made.commit("start")
    for number in range(3):
        made.commit(f"note {number}")
    made.broken = made.commit("break the build", broken=True)
    made.commit("mend the build")
    made.planted = made.commit("plant an allocation", "allocation")
    for number in range(3, 6):
        made.commit(f"note {number}", "allocation")
    # Changes that are not committed, one of them staged.
    (tmp_path / "note").write_text("not committed\n")
    (tmp_path / "staged").write_text("staged\n")
    made.git("add", "staged")
    return made


def bisect(repository, *arguments):
    return script("bisect", *ASK, *arguments, *QUICK, cwd=repository.folder)


def test_the_commit_is_found_with_what_moved_and_the_functions(repository):
    before = repository.state()
    done = bisect(repository, repository.good[:10], "HEAD", "--metric", "allocations")
    assert done.status == 0, done.err
    first = done.out.splitlines()[0]
    assert first.startswith(repository.planted) and first.endswith("plant an allocation")
    assert "planted/int/en_US/5/type" in done.out
    assert "planted_allocation_of_16_bytes" in done.out
    assert repository.state() == before


@pytest.mark.slow
def test_commits_that_do_not_build_are_skipped_and_named(repository):
    hidden = repository.commit("break it again", "allocation", broken=True)
    other = repository.commit("mend it again", "instructions")
    done = bisect(repository, repository.good, "HEAD~2", "--metric", "bytes", "--phase", "format")
    assert done.status == 0, done.err
    assert done.out.startswith(repository.planted)
    # A change in a commit that does not build cannot be distinguished from one in the next.
    done = bisect(repository, repository.planted, other, "--metric", "allocations")
    assert done.status == 0, done.err
    assert hidden[:7] in done.out and other[:7] in done.out


@pytest.mark.slow
def test_the_lines_of_the_pages_find_it(repository):
    repository.git("tag", "v1.2", repository.good)
    for number in range(26):
        repository.commit(f"more {number}", "allocation")
    lines = [words for _, (path, *words) in lines_of_pages() if path == "scripts/bisect" and words]
    for words in lines:
        done = script("bisect", *words, *ASK, *RECIPE, cwd=repository.folder)
        assert done.status == 0 and done.out.startswith(repository.planted), done.err
    assert len(lines) == 2


@pytest.mark.parametrize(
    ("text", "seconds"), [("500ms", 0.5), ("30s", 30), ("2m", 120), ("1.5h", 5400)]
)
def test_a_length_of_time_has_a_unit(text, seconds):
    assert cli.duration(text) == seconds
    with pytest.raises(argparse.ArgumentTypeError, match="needs a unit, as in"):
        cli.duration(text.rstrip("msh"))


def test_what_cannot_be_searched_is_refused(repository):
    refused(bisect(repository, "HEAD", "nowhere"), "nowhere")
    refused(bisect(repository, "HEAD", "HEAD~1"), "HEAD~1")
    refused(bisect(repository, "HEAD", "HEAD"), "HEAD")
    done = bisect(repository, repository.good, "HEAD~6", "--metric", "allocations")
    assert (done.status, done.out) == (2, "")


@pytest.mark.parametrize(
    ("number", "on_interrupt"),
    # The second case is that of a background process of a script.
    [(signal.SIGINT, signal.SIG_DFL), (signal.SIGTERM, signal.SIG_IGN)],
)
def test_an_interruption_leaves_nothing_behind(repository, tmp_path_factory, number, on_interrupt):
    before = repository.state()
    place = tmp_path_factory.mktemp("temporary")
    words = [repository.good, "HEAD", "--metric", "allocations", *QUICK]
    # The process inherits its reaction to Ctrl-C from its parent.
    own = signal.signal(signal.SIGINT, on_interrupt)
    process = subprocess.Popen(
        [sys.executable, "-m", "keystroke_tools", "bisect", *map(str, ASK), *words],
        cwd=repository.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"TMPDIR": str(place), "PYTHONPATH": str(ROOT / "scripts")},
    )
    signal.signal(signal.SIGINT, own)
    assert process.stderr.readline().startswith("building and counting"), process.communicate()
    assert process.stderr.readline().startswith("searching"), process.communicate()
    process.send_signal(number)
    process.communicate(timeout=300)
    assert process.returncode == 130
    assert repository.state() == before
    assert list(place.iterdir()) == []


@pytest.mark.parametrize(
    ("low", "high", "side"),
    # Too wide to be unchanged, but not the new figure either; and the other way round.
    [(0.97, 1.03, False), (1.06, 1.15, True), (1.02, 1.07, None), (None, None, None)],
)
def test_a_time_is_that_of_the_end_that_its_interval_leaves(low, high, side):
    entry = {"ratioLow": low, "ratioHigh": high}
    assert tool.side_of(entry, {"ratio": 1.10}) is side
    if low is not None:
        turned = {"ratioLow": 1 / high, "ratioHigh": 1 / low}
        assert tool.side_of(turned, {"ratio": 1 / 1.10}) is side
