"""Asks keystroke-bench, which decides; nothing is decided again here."""

import json
import subprocess

from samples import RunError


def ask(program, *arguments, allowed=(0,)):
    """Return what keystroke-bench writes, or raise RunError with what it says."""
    command = [str(part) for part in (program, *arguments)]
    try:
        done = subprocess.run(command, capture_output=True, encoding="utf-8")
    except OSError as error:
        raise RunError(
            f"{program}: {error.strerror}; build it with scripts/build"
        ) from None
    if done.returncode not in allowed:
        said = done.stderr.strip().splitlines()
        reason = (
            said[-1].removeprefix("error: ") if said else f"status {done.returncode}"
        )
        raise RunError(f"keystroke-bench {arguments[0]}: {reason}")
    return done.stdout


def document(text, command, *keys):
    """Return an answer in JSON that has the keys, or raise RunError."""
    try:
        answer = json.loads(text)
    except json.JSONDecodeError as error:
        raise RunError(
            f"keystroke-bench {command}: its line {error.lineno} is not JSON: {error.msg}"
        ) from None
    missing = [key for key in keys if key not in answer]
    if missing:
        raise RunError(
            f"keystroke-bench {command}: its JSON has no {', '.join(missing)}; "
            "is the program as old as this script?"
        )
    return answer
