"""Puts runs in the order of time as keystroke-bench history does; see CommitAncestry.swift and HistoryOrder.swift."""

import re
import subprocess


def ordered(runs):
    """Return the runs, each a dictionary, in order, and which order that is, in words."""
    places, reason = order({run["commit"] for run in runs})
    words = (
        f"by the start of the runs, since {reason}"
        if reason
        else "by ancestry of the commits, and runs of one commit by their start"
    )
    return sorted(
        runs,
        key=lambda run: (
            places.get(run["commit"], 0),
            run["start"],
            run["id"],
            run["name"],
        ),
    ), words


def order(commits):
    """Return the place of each commit in the history, parents first; or why there is none."""
    names = sorted(commits)
    for name in names:
        if not re.fullmatch("[0-9a-f]{4,64}", name):
            odd = (
                "a run has no commit"
                if name in ("", "none")
                else f'"{name}" is no commit'
            )
            return {}, odd
    if git("rev-parse", "--git-dir") is None:
        return {}, "this is no git repository"
    asked = "".join(f"{name}^{{commit}}\n" for name in names)
    answers = (
        git("cat-file", "--batch-check=%(objectname) %(objecttype)", asked=asked) or []
    )
    ids = {}
    for name, line in zip(names, answers, strict=False):
        if not line.endswith(" commit"):
            return {}, f"commit {name} is not in this repository"
        ids[name] = line.split(" ")[0]
    if len(ids) < len(names):
        return {}, "git cat-file failed"
    every = sorted(set(ids.values()))
    # What all have in common need not be listed; unrelated histories have nothing in common.
    base = (git("merge-base", "--octopus", *every) or [None])[0]
    listed = git(
        "rev-list", "--topo-order", "--reverse", *every, *([f"^{base}"] if base else [])
    )
    if listed is None:
        return {}, "git rev-list failed"
    places = {}
    for place, commit in enumerate([base, *listed] if base else listed):
        places.setdefault(commit, place)
    return {name: places[commit] for name, commit in ids.items()}, None


def git(*arguments, asked=None):
    """Return the lines that git answers, or None where it fails."""
    done = subprocess.run(
        ["git", *arguments],
        input=asked,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return done.stdout.splitlines() if done.returncode == 0 else None
