"""run --histograms: distributions as HdrHistogram's own log, decoded as its specification says."""

import base64
import csv
import struct
import subprocess
import zlib

from helpers import ROOT

PROGRAM = ROOT / ".build/release/keystroke-bench"
CELLS = "--strategy delegate-filter,onchange-reformat --value int --locale en_US --length 9".split()


def counts(text):
    """Return the counts of an encoded histogram by the index of their bucket."""
    cookie, length = struct.unpack_from(">II", base64.b64decode(text))
    data = base64.b64decode(text)[8:]
    assert cookie == 0x1C849314 and length == len(data)
    payload = zlib.decompress(data)
    head = struct.unpack_from(">IIIIqqd", payload)
    cookie, length, offset, digits, lowest, highest, ratio = head
    assert (cookie, offset, digits, lowest, ratio) == (0x1C849313, 0, 3, 1, 1.0)
    assert highest == 60_000_000_000 and length == len(payload) - 40
    found, index, place = {}, 0, 40
    while place < len(payload):
        number = shift = 0
        while True:
            byte = payload[place]
            place += 1
            number |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        number = number >> 1 ^ -(number & 1)
        if number < 0:
            index -= number
        else:
            found[index] = number
            index += 1
    return found


def value(index):
    """Return the lowest value of a bucket: 2,048 of one each, then 1,024 for each power of two."""
    bucket = (index >> 10) - 1
    return index if bucket < 0 else ((index & 1023) + 1024) << bucket


def test_every_phase_and_round_has_its_distribution(tmp_path):
    options = [*CELLS, "--script", "type", "--rounds", "2", "--cell-time", "20ms"]
    options += ["--instructions", "none", "--histograms", "--out", "a"]
    subprocess.run([PROGRAM, "run", *options], cwd=tmp_path, check=True, capture_output=True)
    lines = (tmp_path / "a/histograms.hlog").read_text().splitlines()
    assert lines[0] == "#[Histogram log format version 1.3]"
    assert lines[1].startswith("#[StartTime: ") and lines[2].startswith('"StartTimestamp"')
    logged = {}
    for line in lines[3:]:
        tag, start, length, most, encoded = line.split(",")
        tag = tag.removeprefix("Tag=").partition("/batch-")[0]
        assert float(start) > 1.7e9 and float(length) == 0.02 and float(most) >= 0
        logged.setdefault(tag, []).append(counts(encoded))
    with open(tmp_path / "a/samples.csv", newline="", encoding="utf-8") as file:
        rows = [
            row
            for row in csv.DictReader(file)
            if row["metric"] == "time" and row["phase"] != "setup"
        ]
    assert len(logged) * 2 == len(rows)
    for row in rows:
        cell = "/".join(row[part] for part in ("strategy", "value", "locale", "length", "script"))
        found = logged[f"{cell}/{row['phase']}"][int(row["round"]) - 1]
        total = sum(found.values())
        batch = int(row["count"]) / total
        assert batch == int(batch)
        half = 0
        for index in sorted(found):
            half += found[index]
            if half >= total / 2:
                break
        assert abs(value(index) / batch - float(row["p50"])) <= max(float(row["p50"]) * 0.002, 1)


def test_without_the_option_there_is_no_log(tmp_path):
    options = [*CELLS, "--rounds", "1", "--cell-time", "1ms", "--instructions", "none"]
    subprocess.run(
        [PROGRAM, "run", *options, "--out", "a"], cwd=tmp_path, check=True, capture_output=True
    )
    assert not (tmp_path / "a/histograms.hlog").exists()
    wrong = subprocess.run(
        [PROGRAM, "run", "--no-time", "--histograms"], cwd=tmp_path, capture_output=True, text=True
    )
    assert wrong.returncode == 64 and "needs times" in wrong.stderr
