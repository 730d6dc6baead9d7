"""Ways to damage the files of a run, each drawn from a seed."""

import copy
import json
import re

from studies.attack import fixture, pictures, workers
from studies.support.made_runs import seal

# The bytes of JSON that a repeated value may take.
MOST_COPIED = 1 << 25
NUMBERS = [
    "0", "-0", "-1", "1e9", "1000000000", "2147483648", "9223372036854775807",
    "9223372036854775808", "18446744073709551616", "1e308", "1e400", "-1e308", "5e-324", "0.5",
    "1e18", "1e19", "nan", "inf", "0x10", "+1", "1_000", "01", "1.", ".1", "",
]  # fmt: skip
TEXTS = [
    "", " ", "/", "a/b", "\x1b[2J\x1b[1;1HPASS", "\x9b31m", "\u202ePASS", "\u2028", "\x00",
    "\x7f", '"', '""', ",", "\n", "\r", "\t", ";", "é", "e\u0301", "\U0001f469\u200d\U0001f467",
    "<script>alert(1)</script>", "$(id)", "`id`", "'; id; '", "@everyone", "../..", "--help",
    "a" * 300, "a" * 70_000, "\u0301" * 5_000, "*", "[[tolerance]]", "%n%s", "NaN", "null",
]  # fmt: skip


class Mutation:
    """A change of a file, and the commands that must fail because of it."""

    def __init__(self, name, detail, damage=()):
        # Keep no millions of brackets: this process's memory counts as memory of the
        # commands that it forks.
        self.name, self.detail = name, str(detail)[:300]
        # The commands that must not end with 0, or True for all of them.
        self.damage = damage

    def damages(self, command):
        """Return whether a command that reads the file must not end with 0."""
        return self.damage is True or (bool(self.damage) and command in self.damage)

    def __str__(self):
        return f"{self.name} {self.detail}"


def mutate(dice, target, place, command):
    """Make one change of a target that a command reads, and return the mutation."""
    if target == "pictures":
        return picture(dice, place / "a/pictures")
    if target == "worker":
        return answer(dice, dice.choice(workers.kinds(place, command)))
    if target == "thresholds":
        return toml(dice, place / "thresholds.toml")
    if target == "cases":
        return lines_of_json(dice, place / "cases.jsonl")
    if target == "sites":
        return table(dice, place / "a/sites.csv", forges=False)
    folder = place / "results/baselines/main" if target == "main" else place / "a"
    return dice.choice([metadata, samples, samples, forged])(dice, folder)


def samples(dice, folder):
    """Change samples.csv, but not run.json, so the run is always damaged."""
    return table(dice, folder / "samples.csv", forges=False)


def table(dice, path, forges):
    """Make a random change of a table."""
    whole = path.read_bytes()
    change = dice.choice(
        [
            drop_rows,
            drop_kind,
            cut,
            cut_at_line,
            repeat,
            swap,
            flip,
            insert,
            field,
            field,
            field,
            header,
            line_ends,
        ]
    )
    changed, detail = change(dice, whole)
    path.write_bytes(changed)
    return Mutation(f"{path.name} {change.__name__}", detail, changed != whole and not forges)


def forged(dice, folder):
    """Change samples.csv and update run.json, so only the remaining rows can show the damage."""
    path = folder / "samples.csv"
    whole = path.read_bytes()
    if dice.random() < 0.5:
        # The other run has these rows, so a comparison notices that they are missing.
        changed, detail = drop_series(dice, whole)
        readers = ("compare", "compare turned", "compare json", "compare csv", "compare markdown")
        damage = (*readers, "compare baseline", "compare accept")
    else:
        change = dice.choice([field, field, repeat, drop_kind, flip, insert])
        changed, detail = change(dice, whole)
        damage = ()
    path.write_bytes(changed)
    seal(folder)
    return Mutation("forged", detail, damage if changed != whole else ())


def drop_rows(dice, data):
    lines = data.splitlines(keepends=True)
    count = dice.choice([1, 1, 2, len(lines) // 2, len(lines) - 1])
    gone = set(dice.sample(range(1, len(lines)), min(count, len(lines) - 1)))
    return b"".join(line for place, line in enumerate(lines) if place not in gone), len(gone)


def drop_kind(dice, data):
    """Remove all rows that contain a word of one row."""
    lines = data.splitlines(keepends=True)
    word = dice.choice(dice.choice(lines[1:]).rstrip().split(b","))
    kept = [line for line in lines[1:] if word not in line.rstrip().split(b",")]
    return lines[0] + b"".join(kept), word


def drop_series(dice, data):
    """Remove one exact metric from some cells that both runs have."""
    lines = data.splitlines(keepends=True)
    metrics = [b"instructions", b"allocations", b"bytes", b"refreshes", b"retains", b"steps"]
    metric = dice.choice(metrics)
    cells = {tuple(line.split(b",")[4:9]) for line in lines[1:]}
    gone = set(dice.sample(sorted(cells), dice.randint(1, len(cells) - 1)))

    def goes(line):
        fields = line.split(b",")
        return fields[10] == metric and tuple(fields[4:9]) in gone

    kept = [line for line in lines[1:] if not goes(line)]
    return lines[0] + b"".join(kept), f"{metric.decode()} of {len(gone)} cells"


def cut(dice, data):
    place = dice.randrange(len(data))
    return data[:place], place


def cut_at_line(dice, data):
    lines = data.splitlines(keepends=True)
    place = dice.randrange(len(lines))
    return b"".join(lines[:place]), place


def repeat(dice, data):
    lines = data.splitlines(keepends=True)
    place = dice.randrange(len(lines))
    times = dice.choice([1, 1, 5000])
    return b"".join(lines[:place] + [lines[place]] * times + lines[place:]), (place, times)


def swap(dice, data):
    lines = data.splitlines(keepends=True)
    a, b = dice.sample(range(len(lines)), 2)
    lines[a], lines[b] = lines[b], lines[a]
    return b"".join(lines), (a, b)


def flip(dice, data):
    if not data:
        return b"\x00", 0
    data = bytearray(data)
    places = [dice.randrange(len(data)) for _ in range(dice.choice([1, 1, 3, 50]))]
    for place in places:
        data[place] ^= 1 << dice.randrange(8)
    return bytes(data), places[:3]


def insert(dice, data):
    piece = dice.choice(
        [
            b"\x00",
            b"\xff\xfe",
            b"\xc3(",
            b"\n",
            b"\r",
            b'"',
            b",",
            b"\xef\xbb\xbf",
            b"\x1b[2J",
            b"A" * (1 << 20),
            b"," * 100000,
            b'"' * 100001,
            b"\n" * 100000,
            bytes(dice.randrange(256) for _ in range(40)),
        ]
    )
    place = dice.choice([0, len(data), dice.randrange(len(data) + 1)])
    return data[:place] + piece + data[place:], (place, len(piece))


def field(dice, data):
    """Replace one field of a row."""
    lines = data.splitlines(keepends=True)
    place = dice.randrange(1, len(lines))
    fields = lines[place].rstrip(b"\n").split(b",")
    column = dice.randrange(len(fields))
    text = dice.choice(NUMBERS + TEXTS)
    if dice.random() < 0.5 and any(mark in text for mark in ',"\n\r'):
        text = '"' + text.replace('"', '""') + '"'
    fields[column] = text.encode()
    lines[place] = b",".join(fields) + b"\n"
    return b"".join(lines), (place, column, text[:40])


def header(dice, data):
    first, rest = data.split(b"\n", 1)
    names = first.split(b",")
    place = dice.randrange(len(names))
    names[place] = dice.choice([b"", b"run", b"colour", b"A" * 5000, names[place].upper()])
    return b",".join(names) + b"\n" + rest, place


def line_ends(dice, data):
    end = dice.choice([b"\r\n", b"\r", b"\n\n", b" \n", b"\x0b"])
    return data.replace(b"\n", end), end


def metadata(dice, folder):
    """Change run.json."""
    path = folder / "run.json"
    whole = path.read_bytes()
    change = dice.choice([cut, flip, insert, *[value] * 6, *[extra] * 2, twice, nest])
    changed, detail = change(dice, whole)
    path.write_bytes(changed)
    # A cut file is not JSON any more, unless only its last line break is missing.
    damage = change in (twice, nest) or (change is cut and len(changed) < len(whole) - 1)
    return Mutation(f"run.json {change.__name__}", detail, damage)


def odd_value(dice, old):
    """Return a replacement for a value."""
    kind = dice.randrange(6)
    if kind == 0:
        return raw_number(dice.choice([number for number in NUMBERS if is_number(number)]))
    if kind == 1:
        return dice.choice(TEXTS)
    if kind == 2:
        return dice.choice([None, True, False, [], {}, [[]], {"a": 1}])
    if kind == 3:
        times = dice.choice([2, 1000, 100_000])
        # More would be held here, and count as memory of the commands that are forked meanwhile.
        return [copy.deepcopy(old)] * min(times, max(2, MOST_COPIED // len(json.dumps(old))))
    if kind == 4 and isinstance(old, str):
        return old + dice.choice(TEXTS)
    if kind == 5 and isinstance(old, dict):
        return old | {dice.choice(TEXTS): dice.choice([1, None, old])}
    return old * 1000 if isinstance(old, (str, list)) else raw_number("1000000000")


def raw_number(text):
    """Return a text that dump writes as this number, since Python has no 1e400."""
    return f"<number {text}>"


def is_number(text):
    return re.fullmatch(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?(e-?[0-9]+)?", text) is not None


def value(dice, data):
    """Change, add or remove one value, at any depth."""
    tree = json.loads(data)
    path = [dice.choice(list(tree))]
    node, key = tree, path[0]
    while isinstance(node[key], (dict, list)) and node[key] and dice.random() < 0.7:
        node = node[key]
        key = dice.choice(list(node) if isinstance(node, dict) else range(len(node)))
        path.append(key)
    if dice.random() < 0.2:
        del node[key]
    else:
        node[key] = odd_value(dice, node[key])
    return dump(tree), path


def extra(dice, data):
    """Add an optional part of a run, with invented numbers."""
    tree = json.loads(data)
    huge = dice.choice([0, -1, 3, 10**6, 10**9, 2**63 - 1])
    part = {
        "id": tree["id"],
        "start": tree["start"],
        "argv": ["x"],
        "plan": {"suites": [], "seed": 1, "rounds": huge},
        "host": tree["hosts"][0],
        "conditions": {},
    }
    look = fixture.look(huge, 1.0, 1e-300)
    paired = fixture.PAIRED | {"role": "baseline", "partner": "b"}
    owns = tree["metrics"]
    path, more = dice.choice(
        [
            ("plan.shard", {"index": 3, "count": 2, "cells": 4, "digest": "0"}),
            ("plan.shard", {"index": 1, "count": huge, "cells": huge, "digest": "0"}),
            ("plan.shard", {"index": huge, "count": huge, "cells": 1, "digest": "\x1b[2J"}),
            ("mergedFrom", [part] * dice.choice([1, 3, 1001, 100_000])),
            ("paired", paired | {"budget": 1e308, "looks": [look]}),
            ("paired", paired | {"budget": 1, "looks": [look] * 5000}),
            ("savedFrom", dice.choice(TEXTS)),
            ("batchedKeystrokes", {fixture.CELLS[0]: huge}),
            ("warnings", ["x" * 1000] * 20_000),
            ("hosts", tree["hosts"] * dice.choice([0, 2, 1001])),
            ("plan.suites", ["Keystroke"] * 20_000),
            ("metrics", [own | {"name": dice.choice([*TEXTS, "time", "steps"])} for own in owns]),
            ("metrics", [owns[0] | {"unit": dice.choice(TEXTS)}]),
            ("metrics", [own | {"exact": not own["exact"]} for own in owns]),
            ("metrics", [owns[0] | {"name": f"m{number}"} for number in range(20_000)]),
        ]
    )
    *parents, key = path.split(".")
    node = tree
    for name in parents:
        node = node[name]
    node[key] = more
    return dump(tree), (path, huge)


def twice(dice, data):
    """Write one key of the outermost object twice."""
    key = dice.choice(list(json.loads(data)))
    written = json.dumps(key)
    if dice.random() < 0.3:
        written = '"' + "".join(f"\\u{ord(letter):04x}" for letter in key) + '"'
    place = data.index(b"{") + 1
    return data[:place] + f"{written}: null,".encode() + data[place:], key


def nest(dice, data):
    """Put deeply nested brackets into a value."""
    depth = dice.choice([33, 512, 513, 5_000, 1_000_000])
    piece = b"[" * depth + b"]" * depth if dice.random() < 0.5 else b'{"a":' * depth
    place = data.index(b"{") + 1
    return data[:place] + b'"extra":' + piece + b"," + data[place:], depth


def dump(tree):
    text = json.dumps(tree, indent=2)
    text = re.sub(r'"<number (.*?)>"', r"\1", text)
    return text.encode("utf-8", "surrogatepass") + b"\n"


def toml(dice, path):
    """Change thresholds.toml, which has no digest, so only a NUL is certain to be noticed."""
    whole = path.read_bytes()
    change = dice.choice([cut, flip, insert, repeat, swap, toml_value, toml_value, nul])
    changed, detail = change(dice, whole)
    path.write_bytes(changed)
    return Mutation(f"toml {change.__name__}", detail, b"\x00" in changed)


def nul(dice, data):
    place = dice.randrange(len(data))
    piece = dice.choice([b"\x00", b"\x01", b"\x1b", b"\x7f", b"\x0c"])
    return data[:place] + piece + data[place:], (place, piece)


def toml_value(dice, data):
    lines = data.splitlines(keepends=True)
    places = [place for place, line in enumerate(lines) if b" = " in line]
    place = dice.choice(places)
    name = lines[place].split(b" = ")[0]
    text = dice.choice(NUMBERS + [json.dumps(text) for text in TEXTS] + ["[" * 2000, "{a=" * 400])
    lines[place] = name + b" = " + text.encode() + b"\n"
    return b"".join(lines), (place, text[:40])


def lines_of_json(dice, path):
    """Change a file of edit cases."""
    whole = path.read_bytes()
    change = dice.choice([cut, flip, insert, repeat, swap, case_value, case_value, case_nest])
    changed, detail = change(dice, whole)
    path.write_bytes(changed)
    return Mutation(f"cases {change.__name__}", detail, change is case_nest)


def case_value(dice, data):
    lines = data.splitlines(keepends=True)
    changed, detail = value(dice, lines[0])
    lines[0] = changed.replace(b"\n", b" ") + b"\n"
    return b"".join(lines), detail


def case_nest(dice, data):
    lines = data.splitlines(keepends=True)
    lines[0], detail = nest(dice, lines[0])
    return b"".join(lines), detail


def answer(dice, path):
    """Change a worker's answer to one kind of request, or its exit after it."""
    whole = path.read_bytes().rstrip(b"\n")
    change = dice.choice([cut, flip, insert, *[value] * 6, twice, nest, repeat, ending, ending])
    end = None
    if change is ending:
        end = dice.choice([0, 3, 127, -6, -9, -11])
        changed, detail = dice.choice([b"", whole + b"\n"]), end
    else:
        changed, detail = change(dice, whole)
        if change is value:
            # The protocol needs one line.
            changed = changed.replace(b"\n", b" ")
    if change is cut:
        end = dice.choice([0, 0, -9])
    elif change is not ending:
        changed += b"\n"
    path.write_bytes(changed)
    if end is not None:
        path.with_name(path.name + ".end").write_text(str(end))
    damage = change in (cut, nest)
    return Mutation(f"worker {path.name} {change.__name__}", detail, damage)


def ending():
    """Represent the end of a worker, which does not change bytes."""


def picture(dice, folder):
    """Change or replace a picture or the list of pictures."""
    path = folder / dice.choice(["pictures.json", "cost.svg", "cost.svg"])
    if dice.random() < 0.15:
        kind = dice.choice(list(pictures.PLACES))
        path.unlink()
        pictures.PLACES[kind](path)
        return Mutation(f"{path.name} {kind}", "", kind != "nothing")
    if dice.random() < 0.05:
        return Mutation("pictures crowd", pictures.crowd(folder), True)
    whole = path.read_bytes()
    if path.name == "pictures.json":
        change = dice.choice([cut, flip, insert, *[value] * 4, twice, nest])
        damage = change in (twice, nest)
    else:
        change = dice.choice([cut, flip, insert, *[pictures.piece] * 4])
        damage = False
    changed, detail = change(dice, whole)
    if change is cut:
        damage = len(changed) < len(whole) - 1
    path.write_bytes(changed)
    return Mutation(f"{path.name} {change.__name__}", detail, damage)
