"""Write manual pages, one for each command, from the help that swift-argument-parser dumps.

    keystroke-bench --experimental-dump-help | python3 scripts/keystroke_tools/manual.py FOLDER

scripts/install calls it with the system's Python, so it imports nothing but the standard library.
"""

import json
import sys
from pathlib import Path
from typing import Any


def escaped(text: str) -> str:
    """Return a text as roff prints it: no command at the beginning of a line, no escape."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(
        "\\&" + line if line.startswith((".", "'")) else line for line in text.split("\n")
    )


def names(argument: dict[str, Any]) -> str:
    """Return an option as written, with all of its names."""
    value = argument.get("valueName", "value")
    if argument["kind"] == "positional":
        return f"<{value}>"
    dashes = {"short": "-", "longWithSingleDash": "-", "long": "--"}
    forms = [dashes[name["kind"]] + name["name"] for name in argument["names"]]
    return ", ".join(forms) + (f" <{value}>" if argument["kind"] == "option" else "")


def page(command: dict[str, Any], path: list[str]) -> str:
    """Return the page of a command."""
    title = "-".join(path)
    shown = [a for a in command.get("arguments", []) if a.get("shouldDisplay", True)]
    lines = [
        f'.TH "{title.upper()}" 1',
        ".SH NAME",
        f"{escaped(title)} \\- {escaped(command.get('abstract', ''))}",
        ".SH SYNOPSIS",
        f".B {escaped(' '.join(path))}",
        escaped(
            " ".join(
                names(a)
                if a["kind"] == "positional" and not a.get("isOptional")
                else f"[{names(a)}]"
                for a in shown
            )
        ),
    ]
    if discussion := command.get("discussion"):
        lines.append(".SH DESCRIPTION")
        for paragraph in discussion.split("\n\n"):
            # Examples keep their lines; everything else is filled.
            keeps = "\n  " in paragraph
            lines += [".PP", *([".nf"] if keeps else []), escaped(paragraph)]
            lines += [".fi"] if keeps else []
    if shown:
        lines.append(".SH OPTIONS")
    for argument in shown:
        lines += [".TP", f".B {escaped(names(argument))}"]
        lines.append(escaped(argument.get("abstract", "")) or "\\&")
        if more := argument.get("discussion"):
            lines.append(escaped(more))
        if default := argument.get("defaultValue"):
            lines.append(escaped(f"Default: {default}."))
    commands = [c for c in command.get("subcommands", []) if c["commandName"] != "help"]
    if commands:
        lines.append(".SH COMMANDS")
    for one in commands:
        lines += [".TP", f".BR {escaped(title)}\\-{escaped(one['commandName'])} (1)"]
        lines.append(escaped(one.get("abstract", "")))
    return "\n".join(lines) + "\n"


def write(command: dict[str, Any], path: list[str], folder: Path) -> None:
    """Write the page of a command, and those of the commands in it."""
    path = [*path, command["commandName"]]
    (folder / ("-".join(path) + ".1")).write_text(page(command, path), "utf-8")
    for one in command.get("subcommands", []):
        if one["commandName"] != "help":
            write(one, path, folder)


if __name__ == "__main__":
    write(json.load(sys.stdin)["command"], [], Path(sys.argv[1]))
