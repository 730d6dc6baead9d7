"""Answers what the articles claim from the committed baselines, and lists the known defects.

Writes docs/claims.md, and the answer at the top of README.md. A figure is read from a baseline, an answer is decided
from the figures: neither is typed in.
"""

import argparse
import json
import sys
from pathlib import Path

from samples import RunError, read_run

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "claims.md"
README = ROOT / "README.md"
FIELD = ROOT / "docs" / "real-field.md"
BEGIN, END = "<!-- begin: scripts/claims writes this -->", "<!-- end -->"
TRACES = ROOT / "Benchmarks" / "KeystrokeBenchmarks" / "Traces"
BASELINES = {"Keystroke": "main", "FieldEvent": "main-field-event"}
# The same cells in a real widget; see docs/real-field.md.
WIDGET = {"Widget": "main-widget"}
FRAME = 1e9 / 120  # nanoseconds of a 120 Hz frame

# Where the articles are. That on the keyboard's publisher, for claim 15, has not been found again.
ARTICLES = {
    "000": "https://augmentedcode.io/2020/04/26/validating-string-in-textfield-with-numberformatter-in-swiftui/",
    "002": "https://fatbobman.com/en/posts/textfield-1/",
    "003": "https://serialcoder.dev/text-tutorials/swift-tutorials/implementing-a-custom-formatter-in-swift/",
    "004": "https://augmentedcode.io/2022/09/05/view-modifier-for-preparing-view-data-in-swiftui/",
}

DELEGATE = "delegate-filter"
ONCHANGE = "onchange-reformat"
PUBLISHER = "publisher-transform"
ENGINE = "incremental-delegate"
# onChange whose action waits until the toolkit is idle: only the widget has it.
IDLE = "onchange-reformat-idle"


class Figures:
    """What the baselines say, by cell."""

    def __init__(self, results, baselines=BASELINES):
        self.rows = {}
        self.wrong = {}
        # What the same cells do in a real widget.
        self.widget = Figures(results, WIDGET) if baselines is BASELINES else None
        for suite, name in baselines.items():
            folder = results / "baselines" / name
            frame = read_run(folder)
            metadata = json.loads((folder / "run.json").read_text(encoding="utf-8"))
            self.omits = metadata.get("omitsZeroRows", False)
            for row in frame[frame["suite"] == suite].itertuples(index=False):
                cell = (
                    f"{row.strategy}/{row.value}/{row.locale}/{row.length}/{row.script}"
                )
                self.rows.setdefault(cell, {})[(row.phase, row.metric)] = row
            for wrong in metadata.get("wrongTexts", []):
                self.wrong[wrong["cell"]] = wrong

    def value(self, cell, metric, phase="total", column="mean"):
        """Return a figure of a cell; of a row that a baseline leaves out, 0."""
        if cell not in self.rows:
            raise RunError(f"the baselines have no cell {cell}: save them anew")
        row = self.rows[cell].get((phase, metric))
        if row is not None:
            return float(getattr(row, column))
        if self.omits and metric != "time":
            return 0.0
        raise RunError(
            f"{cell} has no {metric} of {phase}: measure with all instruments"
        )

    def is_wrong(self, cell):
        """Whether a cell leaves a wrong text or value."""
        self.value(cell, "instructions")
        return cell in self.wrong

    def cells(self, strategy):
        """Return the cells of a strategy."""
        return [cell for cell in self.rows if cell.split("/")[0] == strategy]


def typed(strategy, value="int", locale="en_US", length=9, script="type"):
    """Return the id of a cell."""
    return f"{strategy}/{value}/{locale}/{length}/{script}"


def microseconds(nanoseconds):
    """Return a time as people read it."""
    return f"{nanoseconds / 1000:.3g} µs"


def command(cells, suite=None, times=False):
    """Return the command that measures these cells again."""
    parts = list(zip(*(cell.split("/") for cell in cells), strict=True))
    names = ["--strategy", "--value", "--locale", "--length", "--script"]
    options = [
        f"{name} {','.join(sorted(set(part)))}"
        for name, part in zip(names, parts, strict=True)
    ]
    first = ["keystroke-bench run"] + ([f"--suite {suite}"] if suite else [])
    return " ".join(first + ([] if times else ["--no-time"]) + options)


def verdict_of_texts(figures, cells):
    """Return what a list of cells leaves, a line each."""
    lines = []
    for cell in cells:
        wrong = figures.wrong.get(cell)
        if wrong is None:
            lines.append(f"`{cell}`: right")
        else:
            lines.append(f"`{cell}`: {told(wrong)}")
    return lines


def told(wrong):
    """Return what a wrong cell left, and what was expected."""
    text = f"“{shown(wrong['text'])}” for “{shown(wrong['expectedText'])}”"
    if wrong.get("value") == wrong.get("expectedValue"):
        return text
    value = wrong.get("value") or "none"
    return f"{text}, value {value} for {wrong.get('expectedValue') or 'none'}"


def shown(text):
    """Return a text with what cannot be seen written out, fit for a table."""
    visible = "".join(
        c if c.isprintable() and c not in "\u00a0\u202f" else f"\\u{{{ord(c):X}}}"
        for c in text
    )
    return visible.replace("|", "\\|")


# One function a claim: the figures, the answer, the command.


def efficient(figures):
    published = [DELEGATE, ONCHANGE, PUBLISHER]
    cells = [typed(s) for s in published + [ENGINE]]
    # A keystroke of the publisher takes callgrind so long that its refusals are measured at three digits.
    refused = [
        typed(s, length=3 if s == PUBLISHER else 9, script="refused") for s in published
    ]
    lines = [
        f"{s}: {microseconds(figures.value(typed(s), 'time'))}, "
        f"{figures.value(typed(s), 'instructions'):,.0f} instructions per keystroke"
        for s in published + [ENGINE]
    ]
    lines += [
        f"{cell.split('/')[0]}, {cell.split('/')[3]} digits, every edit refused: "
        f"{figures.value(cell, 'instructions'):,.0f} instructions"
        for cell in refused
    ]

    def cost(cell):
        return figures.value(cell, "instructions")

    is_least = all(
        cost(cells[0]) < cost(cell) and cost(refused[0]) < cost(other)
        for cell, other in zip(cells[1:3], refused[1:], strict=True)
    )
    engine = cost(typed(DELEGATE)) / cost(typed(ENGINE))
    answer = (
        f"holds among the published ones; this project's engine behind a delegate needs 1/{engine:.1f} of its instructions"
        if is_least
        else "does not hold"
    )
    return lines, answer, command(cells + refused, times=True)


def refreshes(figures):
    cells = [typed(DELEGATE), typed(ONCHANGE)]
    lines = [
        f"{cell.split('/')[0]}: {figures.value(cell, 'refreshes'):.3f} per keystroke, "
        f"{figures.value(cell, 'refreshes', column='max'):.0f} at most"
        for cell in cells
    ]
    most = figures.value(cells[1], "refreshes", column="max")
    once = figures.value(cells[0], "refreshes", column="max") == 1
    if not once or most < 2:
        answer = "does not hold"
    elif most == 2:
        answer = "holds, in the model"
    else:
        answer = (
            f"holds in the model, except where the text is rewritten: then onChange makes it "
            f"refresh {most:.0f} times"
        )
    return lines, answer, command(cells)


def ignored(figures):
    cells = [typed(DELEGATE), typed(ONCHANGE)]
    means = [figures.value(cell, "time") for cell in cells]
    lines = [
        f"{cell.split('/')[0]}: {microseconds(mean)}, {mean / FRAME:.2%} of a 120 Hz frame"
        for cell, mean in zip(cells, means, strict=True)
    ]
    lines.append(
        f"onchange-reformat costs {means[1] / means[0]:.1f} times the delegate"
    )
    painted = [*cells, typed(IDLE)]
    lines += [
        f"{cell.split('/')[0]} in [a real widget](real-field.md): "
        + ", ".join(
            f"{figures.widget.value(cell, metric):.2f} {metric.replace('_', ' ')}"
            for metric in ["frames", "flicker_frames", "signals", "layout_calls"]
        )
        for cell in painted
    ]
    smooth, late = (
        [is_smooth(figures, cell) for cell in cells],
        is_smooth(figures, painted[-1]),
    )
    if max(means) >= FRAME / 100 or not all(smooth):
        answer = "does not hold"
    else:
        answer = (
            "holds for parsing, formatting and publishing, which take under a hundredth of a frame; in the widget each "
            "key has one frame at most, and none with a wrong text"
        )
        if not late:
            answer += ", unless onChange waits until the toolkit is idle: then each rewritten key flickers"
    return lines, answer, command(cells, times=True)


def is_smooth(figures, cell):
    """Whether no key of a cell has more than one frame in the widget, or one with another text than it leaves."""
    most = figures.widget.value(cell, "frames", column="max")
    return most <= 1 and figures.widget.value(cell, "flicker_frames") == 0


def wrappers(figures):
    cells = [typed(ONCHANGE), typed("onchange-reformat-bridged")]
    counts = [figures.value(cell, "refreshes") for cell in cells]
    lines = [
        f"{cell.split('/')[0]}: {count:.3f} refreshes per keystroke"
        for cell, count in zip(cells, counts, strict=True)
    ]
    return (
        lines,
        ("holds" if counts[1] > counts[0] else "does not hold")
        + ", for a wrapper of this project's own: the articles print none",
        command(cells),
    )


def all_or_nothing(figures):
    kept = "delegate-filter/double/en_US/3/trace-defect-two-points-pasted"
    cut = "onchange-reformat/int/en_US/4/trace-defect-group-cut"
    lost = "onchange-reformat/int/en_US/4/trace-defect-letter-pasted"
    parts = figures.is_wrong(kept)
    answer = (
        "holds for the check, except that the parser behind it keeps a prefix of what passed (1.2 of 1.2.3); "
        "what onChange keeps of a text is such a prefix, too: what its check refuses it loses whole"
        if parts and figures.is_wrong(cut) and figures.is_wrong(lost)
        else "holds"
    )
    return (
        verdict_of_texts(figures, [kept, cut, lost]),
        answer,
        command([kept, cut, lost]),
    )


def always_right(figures):
    lines, wrong_in_all = [], 0
    for strategy in [DELEGATE, ONCHANGE]:
        cells = figures.cells(strategy)
        wrong = [cell for cell in cells if cell in figures.wrong]
        values = [
            cell
            for cell in wrong
            if figures.wrong[cell].get("value")
            != figures.wrong[cell].get("expectedValue")
        ]
        wrong_in_all += len(wrong)
        lines.append(
            f"{strategy}: {len(wrong)} of {len(cells)} cells wrong, "
            f"{len(values)} of them with a wrong value"
        )
    return (
        lines,
        "holds" if wrong_in_all == 0 else "does not hold: see the defects below",
        "keystroke-bench verify --strategy delegate-filter,onchange-reformat",
    )


def localised(figures):
    cells = [
        typed(ONCHANGE, locale="ar_EG"),
        "onchange-reformat/int/sv_SE/2/trace-defect-own-minus",
        typed(ONCHANGE, locale="fr_FR"),
        typed(DELEGATE, locale="ar_EG"),
    ]
    wrong = [cell for cell in cells if figures.is_wrong(cell)]
    answer = (
        "holds"
        if not wrong
        else "does not hold: a locale's own digits and minus are refused once the format has written them"
    )
    return verdict_of_texts(figures, cells), answer, command(cells)


def restored(figures):
    point = "onchange-reformat/double-3/en_US/6/trace-settings-onchange-double"
    minus = "onchange-reformat/int/en_US/9/trace-settings-onchange-int"
    zero = "onchange-reformat/int/en_US/1/trace-defect-negative-zero"
    fraction = "onchange-reformat/double/en_US/3/trace-defect-zero-in-fraction"
    good = not figures.is_wrong(point) and not figures.is_wrong(minus)
    lost = figures.is_wrong(zero) or figures.is_wrong(fraction)
    answer = "does not hold" if not good else "holds"
    if good and lost:
        answer = "holds, except that the minus of -0 and zeros in a fraction are lost"
    cells = [point, minus, zero, fraction]
    return verdict_of_texts(figures, cells), answer, command(cells)


def cleared(figures):
    cell = "delegate-filter/int/en_US/1/trace-defect-last-digit-deleted"
    return (
        verdict_of_texts(figures, [cell]),
        "holds" if figures.is_wrong(cell) else "does not hold",
        command([cell]),
    )


def on_commit(figures):
    cell = typed("format-on-commit")
    count = figures.value(cell, "refreshes")
    return (
        [f"{count:.3f} refreshes per keystroke: one at Return"],
        "cannot be told here: it is a premise of the model, which the figures only follow",
        command([cell]),
    )


def value_bound(figures):
    cells = [typed("format-on-commit", script="outside")]
    return (
        verdict_of_texts(figures, cells),
        "cannot be told here: the toolkit does not exist on Linux, and the model takes the claim for granted; it follows "
        "that what was written from outside is lost when editing ends",
        command(cells),
    )


def run_loop(figures):
    cell = typed(PUBLISHER)
    lines = [
        f"{figures.value(cell, 'refreshes'):.3f} refreshes and "
        f"{figures.value(cell, 'emissions'):.3f} emissions per keystroke: the raw text is shown before the "
        "turn, the parent and both fields after it"
    ]
    return (
        lines,
        "holds for OpenCombine and the real run loop: nothing is delivered before it turns; when a toolkit "
        "updates is a premise of the model",
        command([cell]),
    )


def colours(figures):
    cells = [
        "partial-string/hex/en_US/6/type",
        "format-on-commit/hex/en_US/6/type",
        "partial-string/hex/en_US/4/trace-defect-color-short",
        "partial-string/hex/en_US/7/trace-defect-color-again",
    ]
    good = not any(figures.is_wrong(cell) for cell in cells[:2])
    bad = figures.is_wrong(cells[2])
    answer = "holds" if good else "does not hold"
    if good and bad:
        answer = (
            "holds for what is shown, except that an invalid text stays the value while the field goes blank; on "
            "the desktop a finished colour cannot be edited"
        )
    return verdict_of_texts(figures, cells), answer, command(cells)


def appearances(figures):
    names = ["appearance-plain", "appearance-unguarded", "appearance-async"]
    cells = [f"{name}/none/none/1/repeat" for name in names]
    interrupted = "appearance-async/none/none/1/interrupted"
    lines = [
        f"{cell.split('/')[0]}, coming back: {figures.value(cell, 'allocations'):.2f} allocations"
        for cell in cells
    ] + [
        f"appearance-async, cancelled half way: {figures.value(interrupted, 'allocations'):.2f}"
    ]
    holds = figures.is_wrong(cells[1]) and not figures.is_wrong(cells[0])
    return (
        lines,
        "holds: without the guard each appearance prepares anew; a cancelled one ends because its action asks"
        if holds
        else "does not hold",
        command(cells + [interrupted], suite="field-event"),
    )


def safe_area(figures):
    cells = [
        "keyboard-publisher/none/none/1/show-hide",
        "keyboard-delegate/none/none/1/show-hide",
        "keyboard-publisher-mended/none/none/1/show-hide",
    ]
    leak = [
        figures.value(f"keyboard-publisher/none/none/{n}/gone", "instructions")
        for n in (1, 10, 100)
    ]
    lines = verdict_of_texts(figures, cells)
    lines.append(
        "the published publisher after 1, 10 and 100 screens have gone: "
        + ", ".join(f"{count:,.0f}" for count in leak)
        + " instructions per notification, since no registration is removed"
    )
    return (
        lines,
        "cannot be told here: no screen has a safe area. What can be told: both published screens keep their "
        "room when the keyboard hides",
        command(cells, suite="field-event"),
    )


CLAIMS = [
    (
        "002",
        "A delegate is the most efficient way, since it checks before the character is taken",
        efficient,
    ),
    (
        "002",
        "onChange makes the view refresh twice, a delegate once per input",
        refreshes,
    ),
    ("002", "The loss can be ignored; both feel smooth and timely", ignored),
    ("002", "Property wrappers between value and text refresh still more", wrappers),
    (
        "002",
        "A delegate keeps all of an edit or nothing, onChange may keep a part",
        all_or_nothing,
    ),
    (
        "002",
        "The round trip through the parser makes the text right, always",
        always_right,
    ),
    ("002", "Both separators of the Locale suffice to localise", localised),
    ("002", "A minus and a last decimal point are restored", restored),
    ("002", "With a delegate a cleared field still has a value", cleared),
    ("002", "Without help a field formats only on commit", on_commit),
    (
        "000",
        "A value-bound field does not update while typing, does not drop what is no number, and is not reloaded from the model",
        value_bound,
    ),
    ("000", "Delivery on the run loop waits for the update cycle", run_loop),
    (
        "003",
        "A valid colour stays with its prefix, anything else is removed; partial checks are for the desktop only",
        colours,
    ),
    (
        "004",
        "A view appears more than once, so prepare once; cancelling works only where the code checks for it",
        appearances,
    ),
    ("000, 004", "The safe area must be taken off the keyboard's height", safe_area),
]


def defects(figures):
    """Return a row for each known defect: strategy, trace, what is typed, what comes of it."""
    rows = []
    for cell, wrong in sorted(figures.wrong.items()):
        strategy, _, locale, _, script = cell.split("/")
        if not script.startswith("trace-defect-"):
            continue
        steps = edits(TRACES / f"{script.removeprefix('trace-')}.jsonl")
        rows.append(
            (strategy, script.removeprefix("trace-"), locale, steps, told(wrong))
        )
    return rows


def edits(path):
    """Return what a trace does, in words."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    words = [f"“{lines[0]['text']}”, then"] if lines[0].get("text") else []
    run, behind = "", 0
    for step in lines[1:]:
        lower, upper = step.get("range", [0, 0])
        # A format may have moved the end of the text further on, but never back.
        if "event" not in step and lower == upper and (not run or lower >= behind):
            run += step["replacement"]
            behind = lower + len(step["replacement"])
            continue
        if run:
            words.append(f"`{run}`")
            run = ""
        if "event" in step:
            words.append({"commit": "Return", "next-field": "Tab"}[step["event"]])
        elif lower == upper:
            words.append(f"`{step['replacement']}` at {lower}")
        elif step["replacement"]:
            words.append(f"`{step['replacement']}` over {upper - lower} characters")
        else:
            words.append(
                f"{upper - lower} characters deleted"
                if upper - lower > 1
                else "one deleted"
            )
    return ", ".join(words + ([f"`{run}`"] if run else []))


def linked(article, number):
    """Return an article's number as a link, where it is known."""
    return article if number == 15 else f"[{article}]({ARTICLES[article]})"


def page(figures):
    """Return the page."""
    lines = [
        "# What the articles claim, and what is measured",
        "",
        "What articles on such fields claim, answered claim by claim. `scripts/claims` writes this page from the committed",
        "baselines, and a test fails where the two disagree. Each answer is decided from the figures beside it, and the command",
        "[below](#the-figures-again) measures them again. Refreshes and emissions are those of a [model](model.md): UIKit and",
        "SwiftUI do not exist on Linux. Times are means per keystroke on the machine of the baseline: take their ratios",
        "seriously, and the figures themselves lightly.",
        "",
        "| # | article | claim | figures | answer |",
        "|---|---|---|---|---|",
    ]
    commands = []
    for number, (article, claim, answered) in enumerate(CLAIMS, start=1):
        told_figures, answer, again = answered(figures)
        lines.append(
            f"| {number} | {linked(article, number)} | {claim} | {'<br>'.join(told_figures)} | {answer} |"
        )
        commands.append(f"{number}. `{again}`")
    lines += ["", "## The figures again", "", *commands, ""]
    lines += [
        "## Known defects of the published strategies",
        "",
        "Each is a trace of the default suite.",
        "",
        "| strategy | trace | locale | typed | left, for what was meant |",
        "|---|---|---|---|---|",
    ]
    lines += [f"| {' | '.join(row)} |" for row in defects(figures)]
    lines += [
        "",
        "Not run into, since they stop the program: near `Int.max` the sum of a limit and its distance overflows in",
        "`publisher-transform`, and a notification without its end frame ends `keyboard-publisher`.",
    ]
    return "\n".join(lines) + "\n"


def answer(figures):
    """Return the lines at the top of the README: costs, refreshes, wrong cells, and what to use."""
    base = figures.value(typed(DELEGATE), "time")

    def line(strategy, kind, why=""):
        mean = figures.value(typed(strategy), "time")
        ratio = (
            f"{mean / base:.1f} times the delegate"
            if mean > base
            else f"1/{base / mean:.0f} of the delegate"
        )
        cost = microseconds(mean) + ("" if strategy == DELEGATE else f", {ratio}")
        cells = figures.cells(strategy)
        wrong = sum(cell in figures.wrong for cell in cells)
        return (
            f"- `{strategy}`, {kind}: {cost}; {figures.value(typed(strategy), 'refreshes'):.1f} refreshes; "
            f"{wrong} of {len(cells)} cells wrong{why}"
        )

    right = all(
        not any(c in figures.wrong for c in figures.cells(s))
        for s in [ENGINE, "incremental-onchange"]
    )
    return [
        line(
            DELEGATE, "as published", ", such as an emptied field that keeps its value"
        ),
        line(
            ONCHANGE,
            "as published",
            ", such as lost zeros in a fraction, and refused digits other than ASCII",
        ),
        line(
            PUBLISHER,
            "as published",
            ", since it does not group, and an old value comes back",
        ),
        line(ENGINE, "this project's engine"),
        painted(figures),
        "- What to use: a delegate"
        + (
            ", with the incremental engine behind it, which is right in every cell"
            if right
            else ""
        )
        + f"; without one `incremental-onchange`, {microseconds(figures.value(typed('incremental-onchange'), 'time'))}.",
    ]


def ratios_in_widget():
    """Return each strategy's time to that of the unformatted field, as the page on the widget has it; {} where it only counts."""
    ratios = {}
    place = None
    for line in FIELD.read_text(encoding="utf-8").splitlines():
        words = [word.strip().strip("`") for word in line.split("|")]
        if "strategy" in words:
            place = words.index("ratio") if "ratio" in words else None
        elif place and len(words) > place and words[1] and words[1][0] != "-":
            ratios[words[1]] = words[place]
    return ratios


def painted(figures):
    """Return the line on what a screen shows."""
    smooth = all(
        is_smooth(figures, typed(name)) for name in [DELEGATE, ONCHANGE, ENGINE]
    )
    shown = (
        "one frame a key, the right text in it"
        if smooth
        else "more than one frame for some keys"
    )
    flicker = figures.widget.value(typed(IDLE), "flicker_frames")
    ratios = ratios_in_widget()
    names = [ENGINE, DELEGATE, ONCHANGE, PUBLISHER]
    distances = (
        "; with layout and paint they take "
        + ", ".join(ratios[name] for name in names)
        + " times an unformatted keystroke, the engine first"
        if all(name in ratios for name in names)
        else ""
    )
    return (
        f"- In a [real widget](docs/real-field.md): {shown}{distances}. onChange at idle priority paints a raw text first, "
        f"{flicker:.2f} frames per keystroke."
    )


def with_answer(text, figures):
    """Return the README with the answer between its marks."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    if not after:
        raise RunError(f"{README}: the marks {BEGIN} and {END} are expected in it")
    return before + "\n".join([BEGIN, *answer(figures), END]) + after


def main():
    parser = argparse.ArgumentParser(prog="claims", description=__doc__.splitlines()[0])
    parser.add_argument(
        "--check", action="store_true", help="compare, and write nothing"
    )
    parser.add_argument(
        "--results", type=Path, default=ROOT / "results", help="where baselines are"
    )
    options = parser.parse_args()
    try:
        figures = Figures(options.results)
        texts = {
            PAGE: page(figures),
            README: with_answer(README.read_text(encoding="utf-8"), figures),
        }
    except RunError as error:
        print(f"claims: error: {error}", file=sys.stderr)
        return 2
    status = 0
    for path, text in texts.items():
        if not options.check:
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            print(
                f"claims: {path} and the baselines disagree: run scripts/claims",
                file=sys.stderr,
            )
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
