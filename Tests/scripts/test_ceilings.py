"""The ceilings of scripts/lint: what is too large is named, and each has a reason."""

import pytest

from keystroke_tools import ceilings, cli

SIZES = ceilings.measured()


def checked(file, changed):
    """Write the sizes of the project as ceilings, with changed lines; return what is said."""
    tables = {name: f'most = {size}\nreason = "r"\n' for name, size in SIZES.items()} | changed
    file.write_text("".join(f'["{name}"]\n{lines}' for name, lines in tables.items() if lines))
    return cli.run("ceilings", ceilings.main, ["--file", str(file)])


def test_what_is_above_its_ceiling_is_named(tmp_path, capsys):
    assert all(size > 1 for size in SIZES.values())
    assert checked(tmp_path / "c.toml", {}) == 0
    assert capsys.readouterr().out == ""
    lower = f'most = {SIZES["commands"] - 2}\nreason = "r"\n'
    assert checked(tmp_path / "c.toml", {"commands": lower}) == 1
    said = capsys.readouterr().out
    assert said.startswith(f"commands: {SIZES['commands']}, 2 above the ceiling of ")
    assert said.count("\n") == 1 and "c.toml and give the reason" in said


@pytest.mark.parametrize("lines", ["", "most = 1000000\n", 'reason = "r"\n', "most ="])
def test_a_ceiling_without_number_or_reason_is_refused(lines, tmp_path, capsys):
    assert checked(tmp_path / "c.toml", {"commands": lines}) == 2
    assert capsys.readouterr().err.startswith("ceilings: error: ")
