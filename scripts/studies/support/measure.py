"""Measures the time and memory of a command."""

import os
import subprocess
import time
from collections.abc import Sequence
from typing import NamedTuple

from keystroke_tools.cli import Failure


class Measured(NamedTuple):
    """The resources that a command took, and its output."""

    seconds: float
    processor: float  # seconds of all its processes
    bytes: int  # the peak of the memory of one of its processes
    output: str


def measure(command: Sequence[object], allowed: Sequence[int] = (0,)) -> Measured:
    """Run a command to its end, or raise Failure if its status is not allowed."""
    words = [str(word) for word in command]
    begin = time.perf_counter()
    process = subprocess.Popen(words, stdout=subprocess.PIPE, encoding="utf-8")
    assert process.stdout
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in allowed:
        raise Failure(f"{' '.join(words[:4])} ended with {process.returncode}")
    return Measured(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, output)
