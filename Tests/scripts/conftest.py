"""Lets the tests import the modules in scripts/, and defines the mark for slow tests."""

import sys
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))


def pytest_configure(config):
    config.addinivalue_line("markers", "slow: takes minutes, so scripts/test leaves it to .ci/run")
