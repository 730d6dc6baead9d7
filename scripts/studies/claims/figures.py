"""The figures of the committed baselines, by cell, as pages write them."""

from keystroke_tools import runs
from keystroke_tools.cli import ROOT, Failure, visible

# The suite that keystroke-bench measures when none is named.
DEFAULT_SUITE = "Keystroke"
BASELINES = {DEFAULT_SUITE: "main", "FieldEvent": "main-field-event"}
# The same cells in real fields, by toolkit; see docs/real-field.md.
WIDGETS = {
    "GTK": {"Widget": "main-widget"},
    "Qt": {"Widget": "main-widget-qt"},
    "GNUstep": {"Widget": "main-widget-gnustep"},
    "Chromium": {"Widget": "main-widget-chromium"},
}
FIELD = ROOT / "docs" / "real-field.md"

DELEGATE = "delegate-filter"
ONCHANGE = "onchange-reformat"
PUBLISHER = "publisher-transform"
ENGINE = "incremental-delegate"
# onChange with an action that waits until the toolkit is idle: only the widget has it.
IDLE = "onchange-reformat-idle"


class Figures:
    """The figures of the baselines, by cell."""

    def __init__(self, results, program, baselines=BASELINES):
        self.rows = {}
        self.wrong = {}
        self.suites = {}
        # The figures of the same cells in real widgets, by toolkit.
        self.widgets = (
            {name: Figures(results, program, one) for name, one in WIDGETS.items()}
            if baselines is BASELINES
            else {}
        )
        for suite, name in baselines.items():
            folder = results / "baselines" / name
            frame = runs.read(folder, program)
            metadata = runs.metadata(folder)
            for row in frame[frame["suite"] == suite].itertuples(index=False):
                cell = f"{row.strategy}/{row.value}/{row.locale}/{row.length}/{row.script}"
                self.rows.setdefault(cell, {})[(row.phase, row.metric)] = row
                self.suites.setdefault(suite, set()).add(cell)
            for wrong in metadata["wrongTexts"]:
                self.wrong[wrong["cell"]] = wrong

    def value(self, cell, metric, phase="total", column="mean"):
        """Return a figure of a cell."""
        if cell not in self.rows:
            raise Failure(f"the baselines have no cell {cell}: save them anew")
        row = self.rows[cell].get((phase, metric))
        if row is not None:
            return float(getattr(row, column))
        raise Failure(f"{cell} has no {metric} of {phase}: measure with all instruments")

    def typical(self, cell):
        """Return the typical time of a keystroke in nanoseconds, as on the first screen."""
        return self.value(cell, "typical_time", column="p50")

    def ambiguous(self, strategy):
        """Return how many keystrokes of a strategy are ambiguous, and how many were judged."""
        rows = [
            row
            for cell in self.cells(strategy)
            if (row := self.rows[cell].get(("total", "ambiguous_keystrokes"))) is not None
        ]
        found = sum(round(float(row.mean) * int(row.count)) for row in rows)
        return found, sum(int(row.count) for row in rows)

    def is_wrong(self, cell):
        """Return whether text, value or caret of a cell is wrong."""
        self.value(cell, "instructions")
        return cell in self.wrong

    def cells(self, strategy):
        """Return the cells of a strategy in the default suite."""
        cells = self.suites[DEFAULT_SUITE]
        return [cell for cell in cells if cell.split("/")[0] == strategy]


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
        f"{name} {','.join(sorted(set(part)))}" for name, part in zip(names, parts, strict=True)
    ]
    first = ["keystroke-bench run"] + ([f"--suite {suite}"] if suite else [])
    return " ".join(first + ([] if times else ["--no-time"]) + options)


def smooth_in(figures, *cells):
    """Return the toolkits that paint no frame of the cells with another text than the last."""
    return [
        name
        for name, widget in figures.widgets.items()
        if all(widget.value(cell, "flicker_frames") == 0 for cell in cells)
    ]


def ratios_in_widgets():
    """Return the ratios of times on the page, by strategy and toolkit; {} without times."""
    ratios = {}
    heads = []
    for line in FIELD.read_text(encoding="utf-8").splitlines():
        words = [word.strip().strip("`") for word in line.split("|")]
        if "strategy" in words:
            heads = words
        # The table of costs is the one with the model beside the toolkits.
        elif "headless" in heads and len(words) == len(heads) and not words[1].startswith("-"):
            for name in WIDGETS:
                if name in heads:
                    ratios.setdefault(words[1], {})[name] = float(words[heads.index(name)])
    return ratios


def hosts(toolkits, judged):
    """Return in how many of the real fields a claim holds, and in which."""
    kind = f"{len(toolkits)} of {len(judged)}"
    return f"{kind}: {', '.join(toolkits)}" if toolkits else kind


def verdict_of_texts(figures, cells):
    """Return one line for each cell with the text that it leaves."""
    lines = []
    for cell in cells:
        wrong = figures.wrong.get(cell)
        if wrong is None:
            lines.append(f"`{cell}`: right")
        else:
            lines.append(f"`{cell}`: {told(wrong)}")
    return lines


def told(wrong):
    """Return a wrong cell's final text, or its first wrong keystroke, and the expected one."""
    end = ""
    left, expected = wrong["text"], wrong["expectedText"]
    if wrong.get("endsRight"):
        keystroke = wrong["keystroke"]
        left, expected = keystroke["after"], keystroke["expected"]
        key = keystroke.get("insert") or keystroke.get("key") or "a write"
        end = f" after `{key}`, right at the end"
    text = f"“{shown(left)}” for “{shown(expected)}”"
    if wrong.get("value") != wrong.get("expectedValue"):
        value = wrong.get("value") or "none"
        text += f", value {value} for {wrong.get('expectedValue') or 'none'}"
    return text + end


def shown(text):
    """Return a text for a table, with invisible characters written out."""
    for space in "\u00a0\u202f":
        text = text.replace(space, f"\\u{{{ord(space):X}}}")
    return visible(text, limit=10_000).replace("|", "\\|")
