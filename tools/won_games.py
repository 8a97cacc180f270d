# SPDX-License-Identifier: MIT
"""Games of Lines of Action and Turkish draughts that Flank plays against itself and wins, and their positions solved: what
make_won_positions.py and make_win_puzzles.py are made of. Deterministic: the same program plays the same games, and solves with so many
nodes the same positions."""
import json
import subprocess
import tempfile
from pathlib import Path

COLOR_SIGN = {"black": 1, "white": -1}


def run(flank, *arguments):
    return subprocess.run([flank, *arguments], capture_output=True, text=True, check=True).stdout


def played(flank, game, strong, weak, count):
    """The moves of games in which the last one won on the board."""
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "games.txt"
        run(flank, "match", strong, weak, "--game", game, "--games", str(count), "--concurrency", "2", "--seed", "1", "--record", str(record))
        sheets = [json.loads(line) for line in run(flank, "convert", str(record), "-", "--to", "json").splitlines()]
    sheets.sort(key=lambda sheet: int(sheet["tags"]["Round"]))  # the two that are played at a time end in any order
    for sheet in sheets:
        is_won = sheet["result"]["sign"] == COLOR_SIGN[sheet["moves"][-1]["color"]]
        if is_won and "repetition" not in sheet["tags"]["Reason"]:
            yield [entry["move"] for entry in sheet["moves"]]


def solve(flank, game, lines, nodes):
    """The answers of `flank solve` to the positions behind lines of moves, each (position to begin at or None, moves), in this order."""
    if not lines:
        return []
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        for start, moves in lines:
            begin = {"position": start} if start else {}
            file.write(json.dumps({"game": game, "kind": "game", **begin, "moves": [{"move": move} for move in moves]}) + "\n")
        file.flush()
        text = run(flank, "solve", game, file.name, "--json", "--threads", "2", "--hash", "32", "--nodes", str(nodes))
    answers = [json.loads(line) for line in text.splitlines()]
    assert len(answers) == len(lines), f"{len(answers)} answers to {len(lines)} positions"
    return answers
