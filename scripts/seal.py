"""Has run.json agree with the files beside it, for scripts and tests that write runs of their own."""

import csv
import hashlib
import json

csv.field_size_limit(1 << 30)


def record(path):
    """Return what run.json says of a file: its rows, without the header, and its digest."""
    with open(path, newline="", encoding="utf-8", errors="replace") as file:
        rows = sum(1 for _ in csv.reader(file)) - 1
    return {
        "rows": max(rows, 0),
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
    }


def seal(folder):
    """Write the number of rows and the digest of each file into the run.json of a finished run."""
    path = folder / "run.json"
    metadata = json.loads(path.read_text(encoding="utf-8"))
    metadata["files"] = {
        name: record(folder / name)
        for name in ("samples.csv", "sites.csv")
        if (folder / name).exists()
    }
    path.write_text(json.dumps(metadata, indent=2) + "\n", encoding="utf-8")
