#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A small run of training, from games to a network: it learns, gives the same bytes with any number of threads and after a kill, and
refuses bad input with one line. Prints TAP.

    check_network_train.py NETWORK_GAMES NETWORK_TRAIN
"""
import fcntl
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

GAMES, TRAIN = map(os.path.abspath, sys.argv[1:3])
SMALL = ["--games", "games", "--steps", "100", "--batch", "250", "--rate", "0.02"]
HELD_OUT = re.compile(r"held out, 8 to 56 empty: ([\d.]+) discs, (\d+) positions")
LEARNT = 0.5  # of the error before the first step, at most; 0 for every position is 0.9 of it
PIPE_BYTES, FREE_BYTES = 4096, 300


def run(program, *arguments, status=0):
    done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=LIMIT_S, check=False)
    assert done.returncode == status, f"{arguments}: status {done.returncode}: {done.stderr}"
    return done


def train(name, *arguments):
    return run(TRAIN, name, *SMALL, *arguments).stdout


def bytes_of(name):
    with open(name, "rb") as file:
        return file.read()


def error_of(text):
    error, count = HELD_OUT.search(text).groups()
    assert int(count) > 10000, text
    return float(error)


def it_learns():
    """A run of one step that moves nothing tells the error of the beginning."""
    begun = error_of(run(TRAIN, "begun", "--games", "games", "--steps", "1", "--rate", "1e-9").stdout)
    learnt = error_of(train("one"))
    assert learnt < LEARNT * begun, f"{begun} before, {learnt} after"


def threads_give_the_same_bytes():
    train("two", "--threads", "2")
    assert len(bytes_of("one")) > 10000
    assert bytes_of("two") == bytes_of("one")


def seeds_give_others():
    train("seed", "--seed", "2")
    assert bytes_of("seed") != bytes_of("one")


def held_up(name):
    """A run that keeps itself after each step, once it has: it prints into a pipe that is nearly full, and waits there. Also its reader."""
    read_end, write_end = os.pipe()
    room = fcntl.fcntl(write_end, fcntl.F_SETPIPE_SZ, PIPE_BYTES) - FREE_BYTES
    os.write(write_end, b"\n" * room)
    started = subprocess.Popen([TRAIN, name, *SMALL, "--every", "0"], stdout=write_end, stderr=subprocess.PIPE, text=True)
    os.close(write_end)
    wait_until(lambda: os.path.exists(name + ".state"), "a state")
    return started, open(read_end, encoding="utf-8")


def goes_on(name):
    """The rest of a run gives the bytes of one that was not interrupted, and leaves no state."""
    assert not os.path.exists(name)
    text = run(TRAIN, name, "--games", "games", "--resume", name + ".state").stdout
    assert bytes_of(name) == bytes_of("one"), text
    assert not os.path.exists(name + ".state")


def a_killed_run_goes_on():
    killed, reader = held_up("killed")
    killed.kill()
    killed.communicate(timeout=LIMIT_S)
    reader.close()
    goes_on("killed")


def a_stopped_run_goes_on():
    for number in (signal.SIGTERM, signal.SIGINT):
        stopped, reader = held_up("stopped")
        stopped.send_signal(number)
        with reader:
            text = reader.read()
        errors = stopped.communicate(timeout=LIMIT_S)[1]
        assert stopped.returncode == 130 and not errors, f"status {stopped.returncode}: {errors}"
        assert re.search(r"^stopped after step \d+: --resume stopped.state$", text, re.MULTILINE), text
        goes_on("stopped")
        os.remove("stopped")


def a_network_is_trained_further():
    further = error_of(train("further", "--start", "one", "--rate", "0.002"))
    assert further < error_of(run(TRAIN, "as-one", "--games", "games", "--steps", "1", "--rate", "1e-9", "--start", "one").stdout)


def bad_input_is_refused():
    os.makedirs("bad", exist_ok=True)
    os.makedirs("empty", exist_ok=True)
    whole = bytes_of("games/games-000041")
    for name, content in (("magic", b"x" + whole[1:]), ("cut", whole[:-1]), ("square", whole[:26] + b"\x00" + whole[27:])):
        os.makedirs(f"bad/{name}", exist_ok=True)
        with open(f"bad/{name}/games-000001", "wb") as file:
            file.write(content)
    with open("no-state", "wb") as file:
        file.write(b"FLKTRN1\0" + bytes(200))
    refused = [
        (64, []), (64, ["out"]), (64, ["out", "--games"]), (64, ["out", *SMALL, "--steps", "0"]), (64, ["out", *SMALL, "--rate", "fast"]),
        (64, ["out", *SMALL, "--width", "48"]), (64, ["out", *SMALL, "--speed", "1"]), (64, ["out", *SMALL, "--threads"]),
        (64, ["out", *SMALL, "--resume", "no-state"]),
        (66, ["out", "--games", "nowhere"]), (65, ["out", "--games", "empty"]),
        (65, ["out", "--games", "bad/magic"]), (65, ["out", "--games", "bad/cut"]), (65, ["out", "--games", "bad/square"]),
        (66, ["out", *SMALL, "--start", "nothing"]), (65, ["out", *SMALL, "--start", "no-state"]),
        (66, ["out", "--games", "games", "--resume", "nothing"]), (65, ["out", "--games", "games", "--resume", "no-state"]),
        (74, ["nowhere/out", "--games", "games", "--steps", "1", "--batch", "10"]),
    ]
    for status, arguments in refused:
        done = run(TRAIN, *arguments, status=status)
        assert re.fullmatch(r"network_train: .+\n", done.stderr), f"{arguments}: {done.stderr}"
        assert not os.path.exists("out"), arguments


def check(test):
    try:
        test()
    except (AssertionError, AttributeError, OSError, subprocess.TimeoutExpired) as problem:
        return [repr(problem)[:400]]
    return []


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        run(GAMES, "play", "games", "40", "2", "1", "1", "8", "1")  # 1000 games, of which file 40 is held out
        report([
            ("training learns", check(it_learns)),
            ("two threads give the bytes of one", check(threads_give_the_same_bytes)),
            ("another seed gives another network", check(seeds_give_others)),
            ("a run that was killed goes on as if it had not been", check(a_killed_run_goes_on)),
            ("so does one that a signal stopped", check(a_stopped_run_goes_on)),
            ("a network is trained further", check(a_network_is_trained_further)),
            ("bad input is refused with one line", check(bad_input_is_refused)),
        ])


main()
