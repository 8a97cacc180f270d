# SPDX-License-Identifier: MIT
"""Read the sets of won positions, won-GAME.txt, and solve them: for check_won.py and bench/bench_won.py."""
import json
import subprocess
from pathlib import Path
from typing import NamedTuple

CLASSES = ((3, 5), (7, 9), (11, 15), (17, 25), (27, 99))  # plies of a win, from and to


class Won(NamedTuple):
    plies: int  # the win takes so many at most
    nodes: int  # of the proof, when the set was made
    position: str


def read(path):
    lines = [line for line in Path(path).read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [Won(int(plies), int(nodes), position) for plies, nodes, position in (line.split(" ", 2) for line in lines)]


def solve(flank, game, positions, nodes):
    """The answers of `flank solve` to positions, with so many nodes each."""
    arguments = [flank, "solve", game, "--json", "--threads", "2", "--hash", "32", "--nodes", str(nodes)]
    done = subprocess.run(arguments, input="\n".join(positions) + "\n", capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["position"] for answer in answers] == list(positions)
    return answers
