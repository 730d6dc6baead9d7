"""A sound picture of a run, and an attacker's changes and replacements of it."""

import json
import os

SPACE = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
PICTURE = f"""\
<?xml version="1.0" encoding="utf-8"?>
<svg {SPACE} viewBox="0 0 90 60" role="img">
 <title>Cost by length</title>
 <desc>Two lines</desc>
 <style>text {{ font-family: sans-serif }}</style>
 <defs><linearGradient id="g"><stop offset="0"/></linearGradient></defs>
 <g stroke="currentColor"><path d="M0 0 9 9"/><text x="1" y="9">3 &lt; 9</text>
  <use xlink:href="#g"/></g>
</svg>
"""
BOMB = (
    "<!DOCTYPE svg ["
    + '<!ENTITY a0 "xxxxxxxxxx">'
    + "".join(f'<!ENTITY a{level} "{f"&a{level - 1};" * 10}">' for level in range(1, 12))
    + "]>"
)
SQUARE = '<!DOCTYPE svg [<!ENTITY a "' + "x" * 100_000 + '">]>'
DEPTHS = [200, 300, 5_000, 200_000]
# The text before which to insert, and the inserted text.
PIECES = [
    ("<svg", BOMB),
    ("<desc>Two", BOMB),
    ("<svg", SQUARE),
    ("Two lines", "&a11;" * 10),
    ("<svg", '<!DOCTYPE svg SYSTEM "file:///etc/passwd">'),
    ("<svg", '<!DOCTYPE svg [<!ENTITY % p SYSTEM "file:///dev/zero">%p;]>'),
    ("<g ", "<script>alert(1)</script>"),
    ("<g ", "<x:script xmlns:x='http://www.w3.org/2000/svg'/>"),
    ("<g ", "<foreignObject><p/></foreignObject>"),
    ("viewBox", 'onload="alert(1)" '),
    ("<g ", "<style><![CDATA[</style><script>alert(1)</script>]]></style>"),
    ("<g ", "<!-- <svg onload='alert(1)'> -->"),
    ("<svg", "<?x <script>alert(1)</script> ?>"),
    ("<g ", '<image href="http://127.0.0.1:9/x"/>'),
    ("<g ", '<use xlink:href="file:///etc/passwd#x"/>'),
    ("</svg>", "</svg><script>alert(1)</script><svg>"),
    ("</svg>", "</g>"),
    ("<?xml", "\ufeff"),
    ("<?xml", " "),
    ('encoding="utf-8"', 'encoding="utf-16"'),
    ('encoding="utf-8"', 'encoding="utf-7"'),
    ('encoding="utf-8"', 'encoding="' + "x" * 5_000 + '"'),
    ("<g ", "<" + "x" * 70_000 + "/>"),
    ("<g ", "<\u202eg\u0301/>"),
    ("<g ", "<g a='" + "x" * 1_500_000 + "'/>"),
    ("<g ", "<g/>" * 300_000),
    ("<g ", "<g/>" * 700_000),
    ("<svg", "<html><body>"),
    ("<svg", "<svg "),
    *[("<g ", "<g>" * depth) for depth in DEPTHS],
    *[("<g ", "<g>" * depth + "</g>" * depth) for depth in DEPTHS],
]

PLACES = {
    "nothing": lambda path: None,
    "a folder": lambda path: path.mkdir(),
    "a pipe": lambda path: os.mkfifo(path),
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "an empty file": lambda path: path.write_bytes(b""),
    "itself": lambda path: path.symlink_to(path),
}


def write(folder, run, against):
    """Write the files that scripts/plot leaves for a run compared with another."""
    folder.mkdir()
    (folder / "cost.svg").write_text(PICTURE)
    listed = {"alt": "Cost by length: two lines", "svg": "cost.svg", "svgNarrow": "cost.svg"}
    index = {"run": run, "against": against, "pictures": [listed, {"alt": "x", "svg": "cost.svg"}]}
    (folder / "pictures.json").write_text(json.dumps(index, indent=1))


def piece(dice, data):
    """Insert a hostile piece into a picture."""
    place, text = dice.choice(PIECES)
    # Insert before the named text; replace it if it names an encoding.
    before = b"" if place.startswith("encoding") else place.encode()
    return data.replace(place.encode(), text.encode() + before, 1), (place, text[:60])


def crowd(folder):
    """Name one large picture as often as a page may have pictures."""
    large = PICTURE.replace("<g ", "<g a='" + "x" * 1_900_000 + "'/><g ")
    (folder / "cost.svg").write_text(large)
    index = json.loads((folder / "pictures.json").read_text())
    index["pictures"] = index["pictures"][:1] * 100
    (folder / "pictures.json").write_text(json.dumps(index))
    return len(large)
