"""The argument parser, the exit statuses and the error messages of all commands."""

import argparse
import os
import re
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import NoReturn

# The repository that the package is in.
ROOT = Path(__file__).resolve().parents[2]

FINE, GATE_FAILED, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 64, 130


class Failure(Exception):
    """The error for work that cannot be done; the message has the reason, on one line."""


class Parser(argparse.ArgumentParser):
    """An argument parser with the exit status of keystroke-bench for wrong usage."""

    def __init__(self, prog: str, description: str, examples: Sequence[str] = ()) -> None:
        lines = "".join(f"\n  {example}" for example in examples)
        summary, _, rest = description.partition("\n\n")
        # The commonest uses come before the details.
        parts = [summary, f"examples:{lines}" if lines else "", rest]
        super().__init__(
            prog=prog,
            description="\n\n".join(part for part in parts if part),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    def error(self, message: str) -> NoReturn:
        """Print the usage and the error, and end with the status for wrong usage."""
        self.print_usage(sys.stderr)
        self.exit(USAGE, f"{self.prog}: error: {message}\n")


def run(name: str, main: Callable[[Sequence[str]], int], arguments: Sequence[str]) -> int:
    """Run a command; return its exit status. An error is one line on standard error."""
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        return main(arguments)
    except KeyboardInterrupt:
        print(f"{name}: interrupted", file=sys.stderr)
        return INTERRUPTED
    except (Failure, OSError) as error:
        print(f"{name}: error: {visible(error)}", file=sys.stderr)
        return FAILED
    # What a library says of data that nothing foresaw; status 1 would mean that a gate failed.
    except Exception as error:
        if os.environ.get("KEYSTROKE_BENCH_TRACEBACK"):
            traceback.print_exc()
        said = f"{type(error).__name__}: {visible(error)}"
        print(f"{name}: error: {said}; KEYSTROKE_BENCH_TRACEBACK=1 shows where", file=sys.stderr)
        return FAILED


def duration(text: str) -> float:
    """Return the seconds of a length of time with its unit, such as 30s, 500ms or 2m."""
    units = {"ms": 1e-3, "s": 1, "m": 60, "h": 3600}
    found = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)(ms|s|m|h)?", text)
    if not found:
        raise argparse.ArgumentTypeError(
            f"{text} is not a length of time; write 500ms, 30s, 2m or 1h"
        )
    if not found[2]:
        raise argparse.ArgumentTypeError(f"{text} needs a unit, as in {text}s or {text}m")
    return float(found[1]) * units[found[2]]


def _interrupt(_signal: int, _frame: FrameType | None) -> NoReturn:
    # A process that a shell starts in the background ignores Ctrl-C, so SIGTERM does the same.
    raise KeyboardInterrupt


def end(status: int) -> NoReturn:
    """End the program with a status."""
    sys.stdout.flush()
    if status == INTERRUPTED:
        # Python would end by the signal, but a shell expects the number.
        os._exit(status)
    sys.exit(status)


def visible(text: object, limit: int = 500) -> str:
    """Return a text from a file on one line, with control characters as visible escapes."""
    line = "".join(
        letter if letter.isprintable() else f"\\u{{{ord(letter):X}}}"
        for letter in str(text).strip()
    )
    # GitHub and Azure obey ##[error] and ##vso[...] anywhere in a line.
    line = re.sub(r"#(?=#[A-Za-z]*\[)", r"\\u{23}", line)
    return line if len(line) <= limit else f"{line[: limit - 1]}…"
