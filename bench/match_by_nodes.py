#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Play two versions of Flank against one another at equal processor time, by numbers of nodes, on however busy a machine.

    bench/match_by_nodes.py FLANK OLD GAME NODES RATIO GAMES RECORD [--concurrency N] [--seed N]

Clocks count what other work takes, so the new FLANK gets NODES for a move and OLD that many times RATIO. Both processor times are told
at the end: RATIO is right if they are equal. RECORD keeps the games; a match that was interrupted goes on from it, and its times with it.
"""
import argparse
import os
import re
import resource
import shlex
import subprocess
import sys
import threading


def engine(ratio, times, command):
    """Stand between a match and an engine of UGI: its nodes are multiplied, its processor time is added to a file at its end."""
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def answers():
        for line in child.stdout:
            print(line, end="", flush=True)

    reader = threading.Thread(target=answers, daemon=True)
    reader.start()
    for line in sys.stdin:
        try:
            child.stdin.write(re.sub(r"\bnodes (\d+)", lambda found: f"nodes {round(int(found[1]) * ratio)}", line))
            child.stdin.flush()
        except BrokenPipeError:
            break
    child.stdin.close()
    child.wait()
    reader.join()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    with open(times, "a", encoding="ascii") as file:
        file.write(f"{used.ru_utime + used.ru_stime:.2f}\n")


def sum_of(times):
    if not os.path.exists(times):
        return 0
    with open(times, encoding="ascii") as file:
        return sum(map(float, file))


def main():
    if sys.argv[1:2] == ["--engine"]:
        engine(float(sys.argv[2]), sys.argv[3], sys.argv[4:])
        return
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    for name in "flank", "old", "game":
        parser.add_argument(name)
    parser.add_argument("nodes", type=int)
    parser.add_argument("ratio", type=float)
    parser.add_argument("games", type=int)
    parser.add_argument("record")
    parser.add_argument("--concurrency", default="2")
    parser.add_argument("--seed", default="1")
    given = parser.parse_args()
    for program in given.flank, given.old:
        if not os.access(program, os.X_OK):
            sys.exit(f"match_by_nodes.py: {program}: no program")
    files = {"new": f"{given.record}.new", "old": f"{given.record}.old"}
    players = [shlex.join([sys.executable, os.path.abspath(__file__), "--engine", ratio, files[name], program, "ugi"])
               for name, ratio, program in (("new", "1", given.flank), ("old", str(given.ratio), given.old))]
    done = subprocess.run([given.flank, "match", *(f"ugi:{player}" for player in players), "--game", given.game, "--nodes", str(given.nodes),
                           "--games", str(given.games), "--seed", given.seed, "--concurrency", given.concurrency, "--wait", "600",
                           "--record", given.record], env=dict(os.environ, FLANK_BOOK=""), check=False)
    print(f"processor time: new {sum_of(files['new']):.0f} s, old {sum_of(files['old']):.0f} s")
    sys.exit(done.returncode)


main()
