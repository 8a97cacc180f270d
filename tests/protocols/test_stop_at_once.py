#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Start a search without an end and stop it at once, many times, over every protocol.   test_stop_at_once.py FLANK ROUNDS

In every second round both lines come in one write, so that the stop is read before the search has begun. Each search
must answer, and the program must end when it is told to; a watchdog kills a search that runs on. Prints TAP.
"""
import os
import subprocess
import sys
import threading

RUNS_ON_S = 120

# (words of the command, lines at the beginning, lines that start a search, the line that stops it, how its answer begins)
PROTOCOLS = [
    (["ugi"], ["ugi", "ugiinit"], ["position startpos", "go infinite"], "stop", "bestmove"),
    (["hub"], ["hub", "init", "new-game", "level infinite"], ["go think"], "stop", "done"),
    (["gtp"], [], ["clear_board", "level 60", "genmove b"], "# interrupt", "= "),
    (["nboard"], ["nboard 2", "set depth 60"], ["set game (;GM[Othello]PB[a]PW[b]RE[?]TI[0]TY[8]BO[8 ---------------------------O*------*O--------------------------- *];)", "go"], "ping {round}", "pong {round}"),
]


def watched(child, before):
    """A new watchdog in place of the one before."""
    if before:
        before.cancel()
    watchdog = threading.Timer(RUNS_ON_S, child.kill)
    watchdog.start()
    return watchdog


def hold(flank, rounds, words, beginning, start, stop, answer):
    child = subprocess.Popen([flank, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                             env=dict(os.environ, FLANK_BOOK="", FLANK_TABLES="", LC_ALL="C.UTF-8"))
    watchdog = watched(child, None)
    try:
        child.stdin.write("".join(line + "\n" for line in beginning))
        for number in range(rounds):
            watchdog = watched(child, watchdog)
            child.stdin.write("".join(line + "\n" for line in start))
            if number % 2:
                child.stdin.flush()
            child.stdin.write(stop.format(round=number) + "\n")
            child.stdin.flush()
            wanted = answer.format(round=number)
            while not (line := child.stdout.readline()).startswith(wanted) or (words == ["gtp"] and not line[2:].strip()):
                if not line:
                    return f"round {number}: no answer"
        child.stdin.write("quit\n")
        child.stdin.close()
        child.stdout.read()
        status = child.wait()
        return None if status == 0 else f"it ended with {status}"
    finally:
        watchdog.cancel()
        child.kill()
        child.wait()
        child.stdout.close()


def main():
    flank, rounds = sys.argv[1], int(sys.argv[2])
    print(f"1..{len(PROTOCOLS)}")
    failed = False
    for number, row in enumerate(PROTOCOLS, 1):
        problem = hold(flank, rounds, *row)
        failed = failed or bool(problem)
        print(f"{'not ok' if problem else 'ok'} {number} - {row[0][0]}: {rounds} searches stopped at once", flush=True)
        if problem:
            print(f"# {problem}", flush=True)
    sys.exit(failed)


main()
