"""scripts/find_commit.py: the commit with the planted change is found, and nothing else is touched."""

import os
import signal
import subprocess
import sys
import time

import find_commit
import pytest
from planted_history import RECIPE, Repository
from plotting import PROGRAM, ROOT

SCRIPT = ROOT / "scripts/find_commit.py"
QUICK = [*RECIPE, "--instructions", "none"]


@pytest.fixture
def repository(tmp_path):
    """Nine commits; one of them plants, the two before it do not build or do nothing."""
    made = Repository(tmp_path)
    made.good = made.commit("start")
    for number in range(3):
        made.commit(f"note {number}")
    made.broken = made.commit("break the build", broken=True)
    made.commit("mend the build")
    made.planted = made.commit("plant an allocation", "allocation")
    for number in range(3, 6):
        made.commit(f"note {number}", "allocation")
    # Changes that are not committed, and one that is staged.
    (tmp_path / "note").write_text("not committed\n")
    (tmp_path / "staged").write_text("staged\n")
    made.git("add", "staged")
    return made


def command(*arguments):
    return [sys.executable, SCRIPT, "--program", PROGRAM, *map(str, arguments)]


def bisect(repository, *arguments):
    return subprocess.run(
        command(*arguments, *QUICK),
        cwd=repository.folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )


def test_the_commit_is_found_with_what_moved_and_the_functions(repository):
    before = repository.state()
    done = bisect(repository, repository.good[:10], "HEAD", "--metric", "allocations")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith(repository.planted) and lines[0].endswith("plant an allocation")
    assert "planted/int/en_US/5/type" in done.stdout and "allocations: 0 to" in done.stdout
    assert "planted_allocation_of_16_bytes" in done.stdout
    assert "searching for: planted/int/en_US/5/type" in done.stderr
    assert repository.state() == before


def test_commits_that_do_not_build_are_skipped_and_named(repository):
    hidden = repository.commit("break it again", "allocation", broken=True)
    other = repository.commit("mend it again", "instructions")
    done = bisect(repository, repository.good, "HEAD~2", "--metric", "bytes", "--phase", "format")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(repository.planted)
    # Where the change is in a commit that does not build, it cannot be told from the next one.
    done = bisect(repository, repository.planted, other, "--metric", "allocations")
    assert done.returncode == 0, done.stderr
    assert "It is one of these" in done.stdout and hidden[:7] in done.stdout
    assert "break it again" in done.stdout and "does not build: error: it is broken" in done.stdout


def test_where_nothing_moved_it_is_said(repository):
    done = bisect(repository, repository.good, "HEAD~6", "--metric", "allocations")
    assert (done.returncode, done.stdout) == (2, "")
    assert "nothing moved between both commits" in done.stderr


@pytest.mark.parametrize(
    ("number", "on_interrupt"),
    [
        (signal.SIGINT, signal.SIG_DFL),
        (signal.SIGTERM, signal.SIG_DFL),
        # As in the background of a script.
        (signal.SIGTERM, signal.SIG_IGN),
    ],
)
def test_an_interruption_leaves_nothing_behind(repository, tmp_path_factory, number, on_interrupt):
    before = repository.state()
    place = tmp_path_factory.mktemp("temporary")
    # What it does on Ctrl-C it takes over from who launches it.
    own = signal.signal(signal.SIGINT, on_interrupt)
    process = subprocess.Popen(
        command(repository.good, "HEAD", "--metric", "allocations", *QUICK),
        cwd=repository.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"TMPDIR": str(place)},
    )
    signal.signal(signal.SIGINT, own)
    while "searching" not in (line := process.stderr.readline()):
        assert line, "it ended too early"
    time.sleep(0.3)
    process.send_signal(number)
    _, err = process.communicate(timeout=300)
    assert process.returncode == 130 and "interrupted; nothing was left behind" in err
    assert repository.state() == before
    assert list(place.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("HEAD", "nowhere"), "nowhere is no commit of this repository"),
        (("HEAD", "HEAD~1"), "HEAD is no ancestor of HEAD~1"),
        (("HEAD", "HEAD"), "HEAD is no ancestor of HEAD"),
    ],
)
def test_what_cannot_be_searched_is_refused(repository, arguments, words):
    done = bisect(repository, *arguments)
    assert (done.returncode, done.stdout) == (2, "") and words in done.stderr


@pytest.mark.parametrize(
    "arguments", [(), ("a",), ("a", "b", "--out", "x"), ("a", "b", "--format=csv")]
)
def test_wrong_usage_has_a_status_of_its_own(arguments):
    done = subprocess.run(command(*arguments), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (64, "") and "usage: bisect" in done.stderr


@pytest.mark.parametrize(
    ("low", "high", "side"),
    [
        # Too wide to be called unchanged, and yet not the new figure; and the other way round.
        (0.97, 1.03, False),
        (1.06, 1.15, True),
        (1.02, 1.07, None),
        (None, None, None),
    ],
)
def test_a_time_is_that_of_the_end_that_its_interval_leaves(low, high, side):
    entry = {"ratioLow": low, "ratioHigh": high}
    assert find_commit.side_of(entry, {"ratio": 1.10}) is side
    if low is not None:
        turned = {"ratioLow": 1 / high, "ratioHigh": 1 / low}
        assert find_commit.side_of(turned, {"ratio": 1 / 1.10}) is side
