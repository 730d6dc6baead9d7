"""What the scripts print of a stranger's files moves no cursor and forges no line."""

import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
import shown

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
TEXT = "a\x1b[2J\x1b]0;PWNED\x07\x9b31m\u202e\u2066\x85\u2028\x7f\nPASS: forged\r"


def clean(text):
    """Whether a person may see it."""
    assert not [c for c in text if unicodedata.category(c) in shown.HIDDEN and c != "\n"]
    assert not any(line.startswith("PASS: forged") for line in text.splitlines())


@pytest.mark.parametrize("text", [TEXT, TEXT * 1000, "\udcff", "1 234,5 – é µ"])
def test_a_line_is_one_line_and_short(text):
    line = shown.line(text)
    clean(line)
    assert "\n" not in line and len(line) <= 500
    assert shown.line(line) == line


def history(folder, runs, strategy):
    """The CSV of a history, with a stranger's names, and times that change in the middle."""
    head = (
        "order,commit,start,run,suite,strategy,value,locale,length,script,phase,metric,instrument,unit,text,"
        "figure,measured,host"
    )
    quoted = '"' + strategy + '"'
    rows = [
        f"{place},{quoted},2026-01-{place:02}T00:00:00Z,{quoted},{quoted},{quoted},int,en_US,9,type,total,time,"
        f"clock,ns,ok,p50,{100 + place % 3 + (400 if place > 12 else 0)},{quoted}"
        for place in range(1, runs + 1)
    ]
    path = folder / "history.csv"
    path.write_text("\n".join([head, *rows]) + "\n", encoding="utf-8", newline="")
    return path


@pytest.mark.parametrize(
    "arguments",
    [
        lambda folder: ["history.py", "--csv", history(folder, 24, TEXT)],
        lambda folder: ["history.py", "--csv", history(folder, 24, TEXT), "--phase", TEXT],
        lambda folder: ["history.py", "--csv", folder / TEXT.replace("/", "")],
        lambda folder: ["history.py", TEXT, "--program", f"/no{TEXT}"],
        lambda folder: ["plot.py", TEXT],
        lambda folder: ["plot.py", folder],
    ],
)
def test_scripts(arguments, tmp_path):
    (tmp_path / "run.json").write_text(f"{{{TEXT}", encoding="utf-8")
    (tmp_path / "samples.csv").write_text(f"{TEXT},b\n1\n", encoding="utf-8")
    script, *rest = arguments(tmp_path)
    done = subprocess.run(
        [sys.executable, SCRIPTS / script, *rest], check=False, capture_output=True, timeout=120
    )
    assert done.returncode in (0, 2), done.stderr
    clean(done.stdout.decode())
    clean(done.stderr.decode())
    assert done.returncode == 0 or done.stderr.count(b"\n") == 1
