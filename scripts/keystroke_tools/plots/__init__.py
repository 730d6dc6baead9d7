"""The pictures of scripts/plot, one a file; picture.py says what one is."""

import contextlib
from pathlib import Path

# matplotlib takes settings from a matplotlibrc of the current folder, which may be a stranger's.
with contextlib.chdir(Path(__file__).parent):
    import matplotlib as matplotlib
