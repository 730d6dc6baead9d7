"""`scripts/attack` finds what it is there to find: programs that break one promise each."""

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / ".build/release/keystroke-bench"

# What a program does where the real one refuses a comparison.
FAULTS = {
    "damage passed as 0": "exit 0",
    "ended by signal 11": "kill -SEGV $$",
    "status 3": "exit 3",
    "2 lines of error": 'cat "$errors" >&2; echo "error: and more" >&2; exit 2',
    "0 lines of error": "exit 2",
    "a line of 7": 'printf "error: %0700d\\n" 0 >&2; exit 2',
}


def attack(*arguments):
    return subprocess.run(
        [ROOT / "scripts/attack", *map(str, arguments)],
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
    )


@pytest.mark.parametrize("fault", FAULTS)
def test_a_broken_promise_is_found_and_its_files_are_kept(tmp_path, fault):
    program = tmp_path / "program"
    program.write_text(
        f"""#!/bin/bash
if [ "$1" != compare ]; then exec {PROGRAM} "$@"; fi
errors=$(mktemp)
trap 'rm -f "$errors"' EXIT
{PROGRAM} "$@" 2>"$errors"
status=$?
if [ $status = 2 ]; then {FAULTS[fault]}; fi
cat "$errors" >&2
exit $status
"""
    )
    program.chmod(0o755)
    # Every command on damaged thresholds is a comparison.
    done = attack(7, 10, "--program", program, "--target", "thresholds")
    assert done.returncode == 1, done.stdout + done.stderr
    assert re.search(r"[1-9][0-9]* broke a promise", done.stdout)
    assert fault in done.stdout
    kept = re.search(r"^7-([0-9]+): .* (/\S+)/a /", done.stdout, re.MULTILINE)
    assert kept and (Path(kept[2]) / "a/run.json").exists()


def test_one_mutant_is_made_again_by_its_number():
    one = (3, 20, "--only", 11, "--target", "thresholds")
    # However the program is named: commands are run in folders of their own.
    first, second = attack(*one), attack(*one, "--program", os.path.relpath(PROGRAM))
    assert first.returncode == second.returncode == 0, first.stdout + first.stderr
    counts = [re.sub(r" in [0-9]+ s|slowest.*", "", done.stdout) for done in (first, second)]
    assert counts[0] == counts[1]
    assert counts[0].startswith("seed 3: 1 mutants of 1 kinds")


def test_usage_and_what_is_not_built(tmp_path):
    for arguments in [(), (1,), ("x", 1), (1, 0), (1, 2, 3)]:
        done = attack(*arguments)
        assert (done.returncode, done.stdout) == (64, "")
        assert done.stderr.startswith("scripts/attack: ")
    done = attack(1, 1, "--program", tmp_path / "none")
    assert done.returncode == 2
    assert "is not built" in done.stderr
