#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""flank train draughts on a small scale: two rounds with the same bytes whatever the threads and kills, a network that plays in matches,
and bad input that is refused with one line. Prints TAP.

    check_train_pieces.py FLANK
"""
import errno
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "process"))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "structure"))
from process_state import LIMIT_S, wait_until  # noqa: E402
from results import report  # noqa: E402

FLANK = os.path.abspath(sys.argv[1])
SMALL = ["--games", "4", "--nodes", "20", "--rounds", "2"]  # 1500 games a round, of which file 0 is held out
AT = ["games-0-0001", "0.state", "0.network", "0.match", "games-1-0002", "1.state", "1.network"]


def run(*arguments, status=0, **more):
    done = subprocess.run([FLANK, *arguments], capture_output=True, text=True, timeout=LIMIT_S, check=False, **more)
    assert done.returncode == status, f"{arguments}: status {done.returncode}: {done.stderr}"
    return done


def train(folder, *arguments, **more):
    return run("train", "draughts", folder, *SMALL, *arguments, **more)


def contents(folder):
    files = {}
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as file:
            files[name] = file.read()
    return files


def reported():
    """Held-out losses and matches with their errors are told, as lines of JSON, too; what is done is said to be."""
    lines = [json.loads(line) for line in train("told", "--json").stdout.splitlines()]
    losses = [line for line in lines if "loss_held_out" in line]
    matches = [line for line in lines if "against" in line]
    assert [line["round"] for line in losses] == [0, 1] and all(0 < line["loss_held_out"] < 1 for line in losses)
    assert [line["against"] for line in matches][:2] == ["start", "built-in"] and len(matches) == 4
    assert all(line["won"] + line["drawn"] + line["lost"] == 20 and 0 <= line["error"] < 20 for line in matches)
    gains = [line["percent"] - line["error"] > 50 for line in matches[::2]]
    assert lines[-1]["best"] == max([-1] + [i for i in (0, 1) if gains[i]]) and not lines[-1]["done_before"], lines
    os.remove("told/draughts.network")  # as after a kill between the results of a round and the best network
    assert json.loads(train("told", "--json").stdout) == {**lines[-1], "done_before": True}
    assert contents("told") == contents("whole")


def killed_and_resumed():
    """A run that is killed again and again, and goes on with one or two threads, has the files of one that is not."""
    for i, name in enumerate(AT):
        begun = subprocess.Popen([FLANK, "train", "draughts", "killed", *SMALL, "--threads", str(1 + i % 2)],
                                 stdout=subprocess.DEVNULL)
        wait_until(lambda: os.path.exists(f"killed/draughts-{name}") or begun.poll() is not None, name)
        begun.send_signal((signal.SIGKILL, signal.SIGINT, signal.SIGTERM)[i % 3])
        ended = begun.wait()
        # The last file comes shortly before the end, which may come first; all the others well before it.
        assert ended in (-signal.SIGKILL, -signal.SIGINT, 128 + signal.SIGINT, -signal.SIGTERM) or name == AT[-1], f"{name}: {ended}"
    train("killed")
    assert contents("killed") == contents("whole")


def best_network():
    """The best network is the one under the game's name, and plays in matches, in hints, and as a start."""
    files = contents("whole")
    assert files["draughts.network"] in [files[f"draughts-{name}.network"] for name in ("start", "0", "1")]
    asked = ["match", "flank:nodes=50,eval=whole/draughts-0.network", "flank:nodes=50", "--game", "draughts", "--games", "4", "--json"]
    assert run(*asked).stdout
    for game, differs in (("draughts", True), ("loa", False)):
        values = [run("hint", game, "--depth", "3", *more).stdout.splitlines()[1:]
                  for more in ([], ["--eval", "whole/draughts-0.network"])]
        assert (values[0] != values[1]) == differs, game
    run("train", "draughts", "again", "--games", "4", "--nodes", "1", "--rounds", "1", "--start", "whole/draughts.network")
    assert contents("again")["draughts-start.network"] == files["draughts.network"]


def full_disk():
    """A file that cannot be written whole is told and not kept."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000))
    done = train("full", status=73, preexec_fn=limit)
    assert re.fullmatch(rf"flank: full/draughts-games-0-000[0-2]: .*{os.strerror(errno.EFBIG)}\n", done.stderr), done.stderr
    assert sorted(os.listdir("full")) == ["draughts-start.network", "draughts.network"]


def bad_input():
    """One line says what is wrong, and the best network stays as it is."""
    with open("damaged", "wb") as file:
        file.write(contents("whole")["draughts.network"][:-1])
    for name, text in (("draughts-games-0-0000", bytes(40)), ("draughts-games-0-0001", b""), ("draughts-games-0-0002", b"")):
        os.makedirs("bad", exist_ok=True)
        with open(f"bad/{name}", "wb") as file:
            file.write(text)
    os.mkdir("results")
    best = contents("whole")["draughts-0.network"]
    for name, network in (("0", best), ("start", contents("whole")["draughts-start.network"])):
        with open(f"results/draughts-{name}.network", "wb") as file:
            file.write(network)
    with open("results/draughts.network", "wb") as file:
        file.write(best)
    with open("results/draughts-0.match", "w", encoding="utf-8") as file:
        file.write("1 1 1 1 1 1 1 1\n")
    refused = [
        (64, ["draughts"]), (64, ["draughts", "out", "games.wtb"]), (64, ["tothello", "out"]), (64, ["out", "--nodes", "5"]),
        (64, ["out", "--start", "damaged"]), (64, ["out", "--rounds", "6"]), (64, ["draughts", "out", "--nodes", "0"]),
        (64, ["draughts", "whole", "--start", "built-in"]), (65, ["draughts", "out", "--start", "damaged"]),
        (66, ["draughts", "out", "--start", "nothing"]), (65, ["loa", "out", "--start", "whole/draughts.network"]),
        (65, ["draughts", "bad", *SMALL]), (65, ["draughts", "results", *SMALL]), (73, ["draughts", "damaged/out"]),
    ]
    for status, arguments in refused:
        done = run("train", *arguments, status=status)
        assert re.match(r"flank: .+\n", done.stderr) and done.stderr.count("\n") <= 1 + (status == 64), f"{arguments}: {done.stderr}"
    assert contents("results")["draughts.network"] == best


def check(test):
    try:
        test()
    except (AssertionError, OSError, subprocess.TimeoutExpired) as problem:
        return [repr(problem)[:400]]
    return []


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        train("whole")
        report([(test.__doc__, check(test)) for test in (reported, killed_and_resumed, best_network, full_disk, bad_input)])


main()
