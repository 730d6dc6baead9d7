"""A few kills at random moments; scripts/kills tries hundreds by hand."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# The widget's are tried where that is built and tested: see .ci/run.
ALL = "run,check,ab,merge,save"


def test_what_a_kill_leaves_is_whole_and_goes():
    """A kill of each command leaves nothing behind, and runs that can be completed."""
    result = subprocess.run(
        [sys.executable, ROOT / "scripts/kills.py", "--seed", "14", "--kills", "5", "--only", ALL],
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert "5 kills, 0 wrong" in result.stdout
