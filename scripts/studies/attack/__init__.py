"""Attacks keystroke-bench with damaged files."""
