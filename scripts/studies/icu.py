"""Compares the numbers of the engine and of the oracle with those of another ICU.

Both read Foundation's symbols, so neither shows a fault of these. The witness is Debian's ICU, or
the first --icu. The engine writes the numbers that it wrote, and the oracle checks that (written);
its texts are pasted into an empty field (read). A table names the ICUs that write either text.

Exit status: 0 Foundation's own ICU has all differences, too; 1 it has not; 2 failed; 64 usage.
"""

import ctypes
import itertools
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from decimal import Decimal
from pathlib import Path

from keystroke_tools import cli, program

# ICU's words for a kind of value, the most digits of a fraction, and the scale of the value.
KINDS = {"decimal": ("", 3, 0), "currency": ("currency/EUR ", 2, 0), "percent": ("percent ", 1, -2)}
# A state in the output of replay.
STATE = re.compile(r'^(came|meant) +"\u2068?(.*?)\u2069?"(?:, value (\S+))?$', re.MULTILINE)
POINTER, TEXT = ctypes.c_void_p, ctypes.c_char_p


class Icu:
    """The C interface of an ICU, whose builds add a version or a word to each function's name."""

    def __init__(self, path):
        self.library = ctypes.CDLL(str(path))
        names = ["{}", "swift_{}", *(f"{{}}_{number}" for number in range(62, 100))]
        self.name = next(name for name in names if hasattr(self.library, name.format("unum_open")))
        own, cldr = (ctypes.c_uint8 * 4)(), (ctypes.c_uint8 * 4)()
        self.call("u_getVersion", own)
        self.call("ulocdata_getCLDRVersion", cldr)
        self.version = f"{own[0]}.{own[1]} (CLDR {cldr[0]})"
        count = range(self.call("uloc_countAvailable"))
        self.locales = {self.call("uloc_getAvailable", i, result=TEXT).decode() for i in count}

    def call(self, name, *arguments, result=ctypes.c_int):
        """Call a function, with a status that it may ignore."""
        function, status = self.library[self.name.format(name)], ctypes.c_int(0)
        function.restype = result
        found = function(*arguments, ctypes.byref(status))
        if status.value > 0:
            raise cli.Failure(f"ICU {self.version}: {name} failed with {status.value}")
        return POINTER(found) if result is POINTER else found

    def write(self, locale, kind, number):
        """Return the text of a number."""
        skeleton = KINDS[kind][0] + "." + "0" * -number.as_tuple().exponent
        style = skeleton.encode("utf-16-le"), len(skeleton), locale.encode()
        formatter = self.call("unumf_openForSkeletonAndLocale", *style, result=POINTER)
        written = self.call("unumf_openResult", result=POINTER)
        value, text = f"{number:f}".encode(), ctypes.create_string_buffer(400)
        self.call("unumf_formatDecimal", formatter, value, len(value), written)
        length = self.call("unumf_resultToString", written, text, 200)
        self.call("unumf_closeResult", written)
        self.call("unumf_close", formatter)
        return text.raw[: 2 * length].decode("utf-16-le")


def main(argv):
    """Write and read, and print tables."""
    parser = cli.Parser("icu", __doc__)
    parser.add_argument("--icu", type=Path, action="append", help="a libicui18n.so")
    parser.add_argument("--texts", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    program.add_option(parser)
    options = parser.parse_args(argv)
    bench = program.Program(options.program)
    if not options.icu and subprocess.run([cli.ROOT / "scripts/bootstrap", "--icu"]).returncode:
        raise cli.Failure("scripts/bootstrap --icu failed (see above)")
    paths = options.icu or [max(Path("/usr/lib").glob("*/libicui18n.so.??"))]
    swift = Path(shutil.which("swift") or "swift").resolve().parents[1]
    icus = [Icu(path) for path in [*paths, swift / "lib/swift/linux/lib_FoundationICU.so"]]
    locales = sorted(icus[0].locales & icus[-1].locales)
    source, drawn, explained = random.Random(options.seed), {}, True
    turns = itertools.cycle(itertools.product(KINDS, locales))
    for name, (kind, locale) in zip(range(options.texts), turns, strict=False):
        whole = source.randrange(10 ** source.randint(1, 12))
        digits = source.choices("123456789", k=source.randint(0, KINDS[kind][1]))
        number = Decimal(f"{source.choice(['', '-']) if whole else ''}{whole}.{''.join(digits)}")
        drawn[str(name)] = (locale, kind, number, icus[0].write(locale, kind, number))
    print(f"ICU {icus[0].version} and Foundation's {icus[-1].version}, seed {options.seed}:")
    print(f"{len(drawn)} texts in {len(locales)} of Foundation's {len(icus[-1].locales)} locales")
    for strategy in ("incremental-delegate", "incremental-onchange"):
        print(f"\n{strategy}\n\n| difference | as the engine | as the witness | texts | locales |")
        print("|---|---|---|---|---|")
        for (what, *sides), names in sort(drawn, replay(bench, strategy, drawn), icus):
            explained &= icus[-1].version in sides[0]
            where = " ".join(sorted({drawn[name][0] for name in names}))
            print(f"| {what} | {' | '.join(map(', '.join, sides))} | {len(names)} | {where} |")
    return cli.FINE if explained else cli.GATE_FAILED


def replay(bench, strategy, drawn):
    """Write and read with a strategy; return the states of each case that is not as expected."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        for name, (locale, kind, number, text) in drawn.items():
            case = {"locale": locale, "value": kind, "meant": f"{number:f}"}
            written = {"id": f"written {name}", "write": f"{number:f}", "after": text}
            read = {"id": f"read {name}", "insert": text}
            read["valueAfter"] = f"{number.scaleb(KINDS[kind][2]):f}"
            file.writelines(json.dumps(case | more) + "\n" for more in (written, read))
        file.flush()
        said = bench.ask("replay", file.name, "--strategy", strategy, allowed=(0, 1))
    # Invisible characters are written by number, and the caret as a line.
    said = re.sub(r"\\u\{(\w+)\}", lambda found: chr(int(found[1], 16)), said.replace("|", ""))
    blocks = (block.partition("\n") for block in said.split(f"{strategy}: ")[1:])
    return {name: {which: left for which, *left in STATE.findall(rest)} for name, _, rest in blocks}


def sort(drawn, left, icus):
    """Return the names of the differences, by what they are and who writes which text."""
    groups = defaultdict(list)
    for name, (*number, text) in drawn.items():
        written, read = left.get(f"written {name}", {"came": (text, "")}), left.get(f"read {name}")
        came = written["came"][0]
        found = [f"written: {difference(text, came)}"] if came != text else []
        found += ["written: not as the oracle"] if "meant" in written else []
        found += [f"read: {'another number' if read['came'][1] else 'refused'}"] if read else []
        texts = {icu.version: icu.write(*number) for icu in icus} if found else {}
        sides = [tuple(own for own in texts if texts[own] == one) for one in (came, text)]
        for what in found:
            groups[what, *sides].append(name)
    return sorted(groups.items())


def difference(text, other):
    """Return the kind of character without which two texts are the same."""
    for kind, plain in {
        "spaces": lambda one: "" if one.isspace() or one in "\u061c\u200e\u200f" else one,
        "digits": lambda one: str(int(one)) if one.isdecimal() else one,
        "separators": lambda one: "" if one in ".,'\u2019\u060c\u066b\u066c" else one,
    }.items():
        text, other = ("".join(map(plain, one)) for one in (text, other))
        if text == other:
            return kind
    return "unit or minus"


if __name__ == "__main__":
    cli.end(cli.run("icu", main, sys.argv[1:]))
