#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A small run of training a piece network, from games: the same bytes with any number of threads and after a kill, a network that
plays, and bad input that is refused with one line. Prints TAP.

    check_piece_train.py PIECE_GAMES PIECE_TRAIN PIECE_MATCH
"""
import os
import re
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "process"))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "structure"))
from process_state import LIMIT_S, wait_until  # noqa: E402
from results import report  # noqa: E402

GAMES, TRAIN, MATCH = map(os.path.abspath, sys.argv[1:4])
SMALL = ["--epochs", "120", "--batch", "2000"]


def run(program, *arguments, status=0):
    done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=LIMIT_S, check=False)
    assert done.returncode == status, f"{arguments}: status {done.returncode}: {done.stderr}"
    return done


def bytes_of(name):
    with open(name, "rb") as file:
        return file.read()


def games():
    """A chunk does not depend on the threads, and one that is there stays as it is."""
    run(GAMES, "loa", "again", "0", "2", "1", "20", "1")
    assert all(bytes_of(f"again/rows-00000{i}") == bytes_of(f"games/rows-00000{i}") for i in (0, 1))
    with open("again/rows-000000", "wb"):
        pass
    run(GAMES, "loa", "again", "0", "2", "2", "20", "1")
    assert bytes_of("again/rows-000000") == b""


def killed_and_resumed():
    """The network of a run that is killed behind an epoch, and goes on with other threads, is that of one that is not."""
    run(TRAIN, "loa", "whole", *SMALL, "games")
    begun = subprocess.Popen([TRAIN, "loa", "killed", *SMALL, "games"], stdout=subprocess.DEVNULL)
    wait_until(lambda: os.path.exists("killed.state"), "a state")
    begun.send_signal(signal.SIGKILL)
    begun.wait()
    run(TRAIN, "loa", "killed", "--resume", "--threads", "2", "games")
    assert bytes_of("killed") == bytes_of("whole")
    assert not os.path.exists("killed.state")


def matches():
    """A network plays against the one that is built in."""
    assert re.search(r"\d+ won", run(MATCH, "loa", "whole", "-", "nodes=50", "2", "1").stdout)


def bad_input():
    """One line says what is wrong, and nothing is written."""
    with open("damaged", "wb") as file:
        file.write(bytes_of("whole")[:-1])
    os.mkdir("bad")
    with open("bad/rows-000001", "wb") as file:
        file.write(bytes(40))
    refused = [
        (TRAIN, 64, []), (TRAIN, 64, ["loa", "out"]), (TRAIN, 64, ["othello", "out", "games", "games"]),
        (TRAIN, 64, ["loa", "out", "games", "--threads"]), (TRAIN, 64, ["loa", "out", "games", "--epochs", "1.5"]),
        (TRAIN, 64, ["loa", "out", "games", "--rate", "nan"]), (TRAIN, 64, ["loa", "out", "games", "--speed", "1"]),
        (TRAIN, 64, ["loa", "out", "games", "--resume", "--seed", "3"]),
        (TRAIN, 66, ["loa", "out", "nowhere"]), (TRAIN, 65, ["loa", "out", "bad"]),
        (TRAIN, 65, ["loa", "out", "games", "--start", "damaged"]), (TRAIN, 66, ["loa", "out", "games", "--start", "nothing"]),
        (TRAIN, 66, ["loa", "out", "games", "--resume"]),
        (GAMES, 64, ["othello", "out", "0", "1", "1", "20", "1"]), (GAMES, 64, ["loa", "out", "0", "1", "0", "20", "1"]),
        (GAMES, 65, ["loa", "out", "0", "1", "1", "20", "1", "damaged"]), (GAMES, 74, ["loa", "damaged/out", "0", "1", "1", "20", "1"]),
        (MATCH, 65, ["loa", "damaged", "-", "nodes=50", "2", "1"]), (MATCH, 64, ["loa", "whole", "-", "nodes=0", "2", "1"]),
    ]
    for program, status, arguments in refused:
        done = run(program, *arguments, status=status)
        assert re.fullmatch(r"piece_[a-z]+: .+\n", done.stderr), f"{arguments}: {done.stderr}"
        assert not os.path.exists("out"), arguments


def check(test):
    try:
        test()
    except (AssertionError, OSError, subprocess.TimeoutExpired) as problem:
        return [repr(problem)[:400]]
    return []


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        run(GAMES, "loa", "games", "0", "2", "2", "20", "1")  # 1000 games, of which file 0 is held out
        report([(test.__doc__, check(test)) for test in (games, killed_and_resumed, matches, bad_input)])


main()
