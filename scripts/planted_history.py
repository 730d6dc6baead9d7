"""A git repository whose commits build to workers that differ in one plant: for tests and studies of bisect."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Its strategy `planted` does beside its work what a file beside it says: see Tests/PlantedBenchmarks.
WORKER = ROOT / ".build/release/PlantedBenchmarks"
RECIPE = ["--build", "sh build.sh", "--worker", "out/PlantedBenchmarks"]


class Repository:
    """A git repository whose commits build to workers that differ in one plant; no compiler."""

    def __init__(self, folder):
        self.folder = folder
        self.git("init", "--quiet", "--initial-branch", "main")
        (folder / "build.sh").write_text(
            'if [ -e broken ]; then echo "error: it is broken"; exit 1; fi\n'
            f"mkdir -p out/plant.resources && cp plant out/plant.resources/name && cp '{WORKER}' out/\n"
        )
        (folder / ".gitignore").write_text("/.build\n/results\n")

    def git(self, *arguments):
        return subprocess.run(
            ["git", "-c", "user.name=A", "-c", "user.email=a@example.com", *arguments],
            cwd=self.folder, check=True, capture_output=True, text=True,
        ).stdout  # fmt: skip

    def commit(self, subject, plant="nothing", broken=False):
        (self.folder / "plant").write_text(plant + "\n")
        (self.folder / "note").write_text(subject + "\n")
        (self.folder / "broken").write_text("yes\n") if broken else (
            self.folder / "broken"
        ).unlink(missing_ok=True)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", subject)
        return self.git("rev-parse", "HEAD").strip()

    def state(self):
        """All that must stay as it is."""
        return [
            self.git("status", "--porcelain=v2", "--branch"),
            self.git("for-each-ref"),
            self.git("worktree", "list"),
            self.git("ls-files", "--stage"),
            (self.folder / "note").read_text(),
            sorted(path.name for path in (self.folder / ".git").iterdir()),
        ]
