#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A fifth game is one folder and one line of the registry: copy the tree, add both, build, and use everything with it.

The copy holds what git tracks, as it lies here, and is built without the page. Nothing else in it may differ in the end.
The steps are those of docs/developers/adding-a-game.md. Prints TAP.

    check_fifth_game.py SOURCE_ROOT
"""
import filecmp
import functools
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../server"))
from flank_server import Server, Tap  # pylint: disable=wrong-import-position

NAME = "breakthrough"
REGISTRY = "src/games/registry.h"
FEN = "xxxxxxxx/xxxxxxxx/8/8/8/8/oooooooo/oooooooo o"
START = "w" * 16 + "-" * 32 + "b" * 16
RECORDED = os.path.join(HERE, "recorded_game.txt")


# ---- The copy

def tracked_files(root):
    listed = subprocess.run(["git", "-C", root, "ls-files", "-z"], check=True, capture_output=True, text=True).stdout
    return [path for path in listed.split("\0") if path and os.path.exists(os.path.join(root, path))]


def make_copy(root, copy, files):
    for path in files:
        os.makedirs(os.path.dirname(os.path.join(copy, path)), exist_ok=True)
        shutil.copy2(os.path.join(root, path), os.path.join(copy, path))
    shutil.copytree(os.path.join(HERE, NAME), os.path.join(copy, "src/games", NAME))
    with open(os.path.join(copy, REGISTRY), "a", encoding="utf-8") as file:
        file.write(f"GAME({NAME})\n")


def build(copy):
    """The command and the test of the tables, with the options of `make test`, so that ccache finds what has not changed."""
    for command in (["meson", "setup", "build", "--buildtype=release", "-Db_ndebug=false", "-Dpage=disabled"],
                    ["ninja", "-C", "build", "src/cli/flank", "src/cli/flank-serve", "tests/unit/test_game_table"]):
        done = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"{' '.join(command)}: {done.stdout[-3000:]}{done.stderr[-3000:]}")
    return os.path.join(copy, "build/src/cli/flank")


def check_nothing_else_changed(root, copy, files):
    changed = [path for path in files if not filecmp.cmp(os.path.join(root, path), os.path.join(copy, path), shallow=False)]
    assert changed == [REGISTRY], changed
    with open(os.path.join(root, REGISTRY), encoding="utf-8") as old, open(os.path.join(copy, REGISTRY), encoding="utf-8") as new:
        assert new.read() == old.read() + f"GAME({NAME})\n"


# ---- The counts, by a generator that shares nothing with the game's: a text of 64 letters, row 1 first

def steps(board, mover):
    step, waiter = (8, "b") if mover == "w" else (-8, "w")
    for square, piece in enumerate(board):
        for side in (-1, 0, 1) if piece == mover else ():
            target = square + step + side
            if 0 <= square % 8 + side <= 7 and board[target] != mover and (side or board[target] != waiter):
                yield square, target


def after_step(board, mover, square, target):
    after = list(board)
    after[square], after[target] = "-", mover
    return "".join(after)


def is_over(board):
    return "b" in board[:8] or "w" in board[56:] or "b" not in board or "w" not in board


@functools.cache
def count_leaves(board, mover, depth):
    if is_over(board):
        return 0
    if depth == 1:
        return sum(1 for _ in steps(board, mover))
    return sum(count_leaves(after_step(board, mover, *step), other(mover), depth - 1) for step in steps(board, mover))


def other(mover):
    return "b" if mover == "w" else "w"


def as_fen(board, mover):
    rows = (board[at:at + 8].translate(str.maketrans("wb", "ox")) for at in range(56, -1, -8))
    return "/".join(re.sub("-+", lambda gap: str(len(gap[0])), row) for row in rows) + " " + other(mover).translate(str.maketrans("wb", "xo"))


def random_places(games):
    """Every third position of random games, and the last ones."""
    chance = random.Random(1)
    for _ in range(games):
        board, mover, ply = START, "w", 0
        while not is_over(board):
            if ply % 3 == 0:
                yield board, mover
            board, mover, ply = after_step(board, mover, *chance.choice(list(steps(board, mover)))), other(mover), ply + 1
        yield board, mover


def read_counts():
    with open(os.path.join(HERE, "perft.txt"), encoding="utf-8") as file:
        return [tuple(map(int, line.split("|"))) for line in file if line[0] != "#"]


def check_perft(flank):
    for depth, leaves in read_counts():
        assert f" {leaves} leaves" in run(flank, "perft", NAME, depth), depth
        assert depth > 5 or f" {leaves} leaves" in run(flank, "perft", "bt", depth, "--reference"), depth
        assert depth > 5 or count_leaves(START, "w", depth) == leaves, depth


def check_perft_of_random_games(flank, folder):
    lines = []
    for board, mover in random_places(20):
        counts = " ".join(str(count_leaves(board, mover, depth)) for depth in (1, 2, 3))
        lines.append(f"{as_fen(board, mover)} {counts}\n")
    path = os.path.join(folder, "places.txt")
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(lines)
    for way in (), ("--reference",):
        assert f"{len(lines)} positions, {len(lines)} right" in run(flank, "perft", NAME, 3, "--file", path, *way)


# ---- The command

def run(flank, *words, lines="", status=0):
    done = subprocess.run([flank, *map(str, words)], input=lines, capture_output=True, text=True, check=False, timeout=300,
                          env=dict(os.environ, LC_ALL="C.UTF-8", FLANK_BOOK="", FLANK_TABLES=""))
    assert done.returncode == status, (words, done.returncode, done.stdout, done.stderr)
    return done.stdout + (done.stderr if status else "")


def check_table(copy):
    done = subprocess.run([os.path.join(copy, "build/tests/unit/test_game_table")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def check_help(flank):
    assert f"  {NAME}\n" in run(flank, "help") or re.search(rf"  {NAME} +Breakthrough", run(flank, "help"))
    assert NAME in run(flank, "perft", "chess", 1, status=64)


def check_usage(flank, copy):
    """The golden tests that show the list of the games hold with one more."""
    for name in "usage.test", "position.test":
        done = subprocess.run([sys.executable, os.path.join(copy, "tests/golden/run_golden.py"), flank, os.path.join(copy, "tests/golden", name)],
                              capture_output=True, text=True, check=False)
        assert done.returncode == 0, [line for line in done.stdout.splitlines() if not line.startswith("ok")]


def check_play(flank):
    shown = run(flank, "play", "Breakthrough", "--side", "white", "--level", 3, lines="a2-a3\nquit\n")
    assert "7  X  X  X" in shown and "black (X) 16, white (O) 16; white to move" in shown, shown
    shown = run(flank, "play", "bt", "--side", "both", "--position", "8/2o5/8/8/8/8/3x4/8 o", lines="c7-c8\n")
    assert "white wins: a man has reached the far row" in shown, shown
    assert "cannot move to" in run(flank, "play", "bt", "--side", "both", lines="a2-a4\n", status=65)


def check_hint(flank):
    answer = json.loads(run(flank, "hint", "--json", "--level", 6, "--position", "8/2o5/8/8/8/8/3x4/8 o", NAME))
    assert answer["game"] == NAME and answer["move"] in ("c7-b8", "c7-c8", "c7-d8") and answer["win_in"] == 1, answer


def check_analyze(flank):
    answer = json.loads(run(flank, "analyze", "--json", "--level", 6, RECORDED))
    assert answer["game"] == NAME and answer["moves"][0]["phase"] == "opening", answer
    assert answer["moves"][-1]["phase"] != "opening" and all(0 <= move.get("chance", 50) <= 100 for move in answer["moves"])


def check_match(flank, folder):
    record = os.path.join(folder, "match.games")
    shown = run(flank, "match", "flank:level=2", f"ugi:{flank} ugi", "--game", NAME, "--level", 2, "--games", 2, "--seed", 1,
                "--record", record)
    assert "Breakthrough, 2 games" in shown, shown
    with open(record, encoding="utf-8") as file:
        assert file.read().count(f'[Game "{NAME}"]') == 2


def check_bench(flank, root):
    rows = [json.loads(line) for line in run(flank, "bench", "--json").splitlines()]
    with open(os.path.join(root, "tests/signature.txt"), encoding="utf-8") as file:
        signature = int(file.read().split()[-1])
    assert sum(row.get("game") == NAME for row in rows) == 2, rows
    assert sum(row["nodes"] for row in rows if row.get("game", NAME) != NAME) == signature, rows


def check_convert(flank, folder):
    """There and back through the formats that hold the game; others refuse it."""
    with open(RECORDED, encoding="utf-8") as file:
        recorded = file.read()
    assert run(flank, "convert", "--to", "flank", RECORDED, "-") == recorded
    assert json.loads(run(flank, "convert", "--to", "json", RECORDED, "-"))["game"] == NAME
    there = os.path.join(folder, "game.txt")
    run(flank, "convert", "--to", "transcript", RECORDED, there)
    back = run(flank, "convert", "--from", "transcript", "--to", "flank", there, "-")
    assert f'[Game "{NAME}"]' in back and recorded[recorded.index("\n1. "):] in back, back
    assert run(flank, "convert", "--game", "bt", "--from", "fen", "--to", "fen", "-", "-", lines=FEN + "\n") == FEN + "\n"
    for name in ("sgf", "pdn", "obf", "ggf", "wthor"):
        assert "cannot hold games of" in run(flank, "convert", "--to", name, RECORDED, "-", status=65)


def check_drawn_board(flank):
    rows = {7: "- - O - - - - -", 2: "- - - X - - - -"}
    drawn = "".join(f"{row} {rows.get(row, '- - - - - - - -')}\n" for row in range(8, 0, -1)) + "O to move\n"
    answer = json.loads(run(flank, "hint", NAME, "--json", "--level", 6, "--position", drawn))
    assert answer["position"] == "8/2o5/8/8/8/8/3x4/8 o", answer


def check_gtp(flank):
    said = run(flank, "gtp", "--level", 3, lines=f"list_games\nset_game {NAME}\nplay w a2-a3\ngenmove b\nfinal_score\nquit\n")
    assert re.search(r"^Breakthrough$", said, re.M) and re.search(r"^= [a-h]7-[a-h]6$", said, re.M), said
    assert "? cannot score" in said, said


def check_ugi(flank):
    said = run(flank, "ugi", NAME, lines="ugi\nposition startpos moves a2-a3\ngo depth 4\nquit\n")
    assert f"default {NAME}" in said and f"var {NAME}" in said and re.search(r"^bestmove [a-h]7-[a-h]6", said, re.M), said


# ---- Requests of the page

def check_page(flank):
    with open(RECORDED, encoding="utf-8") as file:
        recorded = file.read()
    with Server(flank) as server, server.open_session() as session:
        about = session.ask(ask="about")
        facts = [game for game in about["games"] if game["name"] == NAME]
        assert len(facts) == 1 and facts[0]["title"] == "Breakthrough" and facts[0]["start"] == FEN, facts
        assert facts[0]["colors"] == ["black", "white"] and not facts[0]["has_book"] and not facts[0]["row_1_on_top"], facts
        held = {form["name"] for form in about["formats"] if NAME in form["games"]}
        assert {"flank", "fen", "json", "transcript"} <= held and "sgf" not in held, held
        line = session.ask(ask="line", game=NAME, moves="a2-a3 a7-a6")
        assert line["event"] == "answer" and line["game"] == NAME, line
        assert session.ask(ask="think", game=NAME, level=4)["event"] == "answer"
        assert session.ask(ask="play", game=NAME, level=2)["event"] == "answer"
        assert session.ask(ask="sheets", text=recorded)["event"] == "answer"
        review = session.ask(ask="review", game=NAME, moves="a2-a3 a7-a6 b2-b3", level=6)
        assert review["event"] == "answer", review
        assert server.stop() == 0


def main(root):
    files = tracked_files(root)
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "flank")
        make_copy(root, copy, files)
        try:
            flank = build(copy)
        except RuntimeError as error:
            print("1..1\nnot ok 1 - it builds\n# " + str(error).replace("\n", "\n# "))
            sys.exit(1)
        for title, check, *arguments in (
                ("its table keeps its promises", check_table, copy), ("help and complaints name it", check_help, flank),
                ("golden tests of usage", check_usage, flank, copy), ("perft", check_perft, flank),
                ("perft along random games", check_perft_of_random_games, flank, folder), ("play", check_play, flank),
                ("hint", check_hint, flank), ("analyze", check_analyze, flank), ("match", check_match, flank, folder),
                ("bench", check_bench, flank, root), ("convert", check_convert, flank, folder),
                ("a drawn board", check_drawn_board, flank), ("GTP", check_gtp, flank), ("UGI", check_ugi, flank),
                ("what the page asks", check_page, flank),
                ("no other file has changed", check_nothing_else_changed, root, copy, files)):
            tap.run(title, check, *arguments)
    sys.exit(tap.end())


main(sys.argv[1])
