"""The part of docs/real-field.md on a run of the widget, and its rule for repeated ratios."""

from helpers import write_run

from keystroke_tools import widget
from studies import widget_repeat

CELLS = "strategy,value,locale,length,script"


def ratios(*figures):
    """Ratios of one cell: per turn, the microseconds of the floor and of a strategy."""
    lines = [f"{CELLS},turn,cpu_microseconds,microseconds"]
    for turn, (floor, own) in enumerate(figures):
        lines.append(f"unformatted,int,en_US,9,type,{turn},{floor},{2 * floor}")
        lines.append(f"delegate-filter,int,en_US,9,type,{turn},{own},{2 * own}")
    return widget.Ratios("\n".join(lines))


def run(folder, text="ok"):
    """Write a run of one cell in two strategies."""
    rows = []
    for name in ("unformatted", "delegate-filter"):
        for phase, metric, mean in (
            ("total", "frames", 0.875),
            ("total", "instructions", 400_400),
            ("parse", "instructions", 1_600),
            ("format", "instructions", 1_800),
        ):
            cell = {"strategy": name, "value": "int", "locale": "en_US", "length": 9}
            row = {"script": "type", "round": 0, "phase": phase, "metric": metric, "mean": mean}
            rows.append(cell | row | {"suite": "Widget", "text": text})
    return widget.Run(write_run(folder / "run", rows))


def test_a_ratio_is_of_one_turn_and_the_median_of_all():
    # The machine was three times as slow in the second turn; the third was disturbed.
    measured = ratios((100, 150), (300, 450), (100, 900))
    cell = widget.cell_of("delegate-filter")
    assert measured.ratio(cell) == 1.5
    assert measured.time(cell) == 900
    assert measured.ratio(widget.cell_of("publisher-transform")) is None


def test_counts_stand_alone_where_no_time_was_taken(tmp_path):
    lines = widget.counted(run(tmp_path), None)
    assert lines[0].endswith("| frames | flicker frames | allocations |")
    assert lines[3] == "| `delegate-filter` |  |  | 0.88 |  |  |"


def test_instructions_are_those_of_the_phases(tmp_path):
    lines = widget.instructed(run(tmp_path))
    assert lines[-2] == "| `delegate-filter` | 0 | 3 | 0 | 0 | 0 | 0 | 0 | 400 |"


def test_a_wrong_text_is_marked(tmp_path):
    lines = widget.everywhere(run(tmp_path, text="wrong"), ratios((100, 150)))
    assert "| 1.50 wrong |" in lines[-2]


def test_a_tail_is_a_share_of_a_frame():
    lines = ["strategy,key,frames,flicker_frames,microseconds"]
    lines += [f"a,1,1,0,{1000 * n}" for n in range(1, 100)] + ["a,1,2,1,16667"]
    row = widget.paced("\n".join(lines))[2]
    assert row == "| `a` | 100 | 49.5 ms | 98.0 ms | 588 % | 1 |"


def test_a_ratio_that_moved_is_found():
    off, cell = widget_repeat.spread([ratios((100, n)) for n in (150, 150, 180)])
    assert round(off, 3) == 0.2
    assert cell == "delegate-filter/int/en_US/9/type"
