"""Lets the tests import what is in scripts/, and knows the slow ones."""

import sys
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))


def pytest_configure(config):
    config.addinivalue_line("markers", "slow: takes minutes, so scripts/test leaves it to .ci/run")
