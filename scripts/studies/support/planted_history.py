"""A git repository whose commits build workers that differ in one plant, for bisect."""

from pathlib import Path

from keystroke_tools.cli import ROOT
from keystroke_tools.git import Git

# A file beside the worker names the strategy `planted`'s extra work: see Tests/PlantedBenchmarks.
WORKER = ROOT / ".build/release/PlantedBenchmarks"
RECIPE = ["--build", "sh build.sh", "--worker", "out/PlantedBenchmarks"]


class Repository:
    """A git repository whose commits build workers that differ in one plant, without a compiler."""

    def __init__(self, folder: Path) -> None:
        """Make it in a folder."""
        self.folder = folder
        self.git("init", "--quiet", "--initial-branch", "main")
        (folder / "build.sh").write_text(
            'if [ -e broken ]; then echo "error: it is broken"; exit 1; fi\n'
            f"mkdir -p out/plant.resources && cp plant out/plant.resources/name && cp '{WORKER}' "
            "out/\n"
        )
        (folder / ".gitignore").write_text("/.build\n/results\n")

    def git(self, *arguments: str) -> str:
        """Return the output of git."""
        who = ("-c", "user.name=A", "-c", "user.email=a@example.com")
        return Git(self.folder)(*who, *arguments)

    def commit(self, subject: str, plant: str = "nothing", broken: bool = False) -> str:
        """Commit; return the id."""
        (self.folder / "plant").write_text(plant + "\n")
        (self.folder / "note").write_text(subject + "\n")
        (self.folder / "broken").unlink(missing_ok=True)
        if broken:
            (self.folder / "broken").write_text("yes\n")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", subject)
        return self.git("rev-parse", "HEAD")

    def state(self) -> list[object]:
        """Return the state of the repository that must not change."""
        return [
            self.git("status", "--porcelain=v2", "--branch"),
            self.git("for-each-ref"),
            self.git("worktree", "list"),
            self.git("ls-files", "--stage"),
            (self.folder / "note").read_text(),
            sorted(path.name for path in (self.folder / ".git").iterdir()),
        ]
