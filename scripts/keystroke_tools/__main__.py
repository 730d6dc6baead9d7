"""Starts a command: `python -m keystroke_tools plot RUN`; users start scripts/plot."""

import sys
from importlib import import_module

from keystroke_tools import cli

if __name__ == "__main__":
    name, *arguments = sys.argv[1:]
    # Import only the command's module: pandas and matplotlib take a second, and not all need them.
    cli.end(cli.run(name, import_module(f"keystroke_tools.{name}").main, arguments))
