# SPDX-License-Identifier: MIT
"""The library of games, through the command `flank library`: the shared library holds no database."""
import json
import os
import shutil
import subprocess
from typing import Any, Dict, List, Optional, Sequence, Union

Path = Union[str, os.PathLike]


class LibraryError(RuntimeError):
    """The command's own words; `status` is its exit status, `answers` what it said before."""

    def __init__(self, words: str, status: int, answers: List[Dict[str, Any]]):
        super().__init__(words, status, answers)
        self.status, self.answers = status, answers

    def __str__(self) -> str:
        return self.args[0]


class Library:
    """A library of games in a file; None: the user's own. `command` is the program flank, on $PATH if it has no slash.

    Games are chosen by keywords that are named as the command's options: player, black, white, event, opening, year, result,
    position, moves, game, rules, limit. Answers are the JSON of docs/users/library-file.md.
    """

    def __init__(self, path: Optional[Path] = None, command: str = "flank"):
        self.path, self.command = path, command
        if not shutil.which(command):
            raise FileNotFoundError(f"the library needs the command {command!r}, which is not there")

    def add(self, *files: Path) -> List[Dict[str, Any]]:
        """Add the games of files and folders; what is there already is not added again. An answer for each file."""
        return self._run("import", [*map(_operand, files)], {})

    def search(self, **chosen) -> List[Dict[str, Any]]:
        """The games chosen, the newest first (20; limit=0: all); with a position or moves, first the moves played there."""
        return self._run("search", [], chosen)

    def stats(self, **chosen) -> Dict[str, Any]:
        """Sums by player, event, opening and year."""
        return self._run("stats", [], chosen)[0]

    def export(self, path: Path, format: Optional[str] = None, **chosen) -> Dict[str, Any]:  # pylint: disable=redefined-builtin
        """Write the games chosen to a file."""
        return self._run("export", [_operand(path)], {**chosen, "to": format})[0]

    def delete(self, **chosen) -> int:
        """Take the games chosen out; how many there were. At least one keyword is needed."""
        return self._run("delete", ["--yes"], chosen)[0]["deleted"]

    def _run(self, action: str, words: Sequence[str], chosen) -> List[Dict[str, Any]]:
        options = [f"--{name}={value}" for name, value in chosen.items() if value is not None]
        where = [f"--library={os.fsdecode(self.path)}"] if self.path is not None else []
        done = subprocess.run([self.command, "library", action, "--json", *where, *options, *words], stdin=subprocess.DEVNULL,
                              capture_output=True, encoding="utf-8", errors="replace", check=False)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        if done.returncode:
            raise LibraryError(done.stderr.strip() or f"flank library ended with {done.returncode}", done.returncode, answers)
        return answers


def _operand(path: Path) -> str:
    """A path that cannot be taken for an option, or for standard input."""
    path = os.fsdecode(path)
    return os.path.join(".", path) if path.startswith("-") else path
