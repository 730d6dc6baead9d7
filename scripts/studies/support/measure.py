"""Measures the time and memory of a command."""

import multiprocessing
import os
import subprocess
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple, ParamSpec, TypeVar

from keystroke_tools.cli import Failure

Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")


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


def elsewhere(
    function: Callable[Arguments, Result], *arguments: Arguments.args, **options: Arguments.kwargs
) -> Result:
    """Call a function in another process, since a command's peak memory starts at its parent's."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as pool:
        return pool.submit(function, *arguments, **options).result()
