#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Workers that are killed, stopped and drained, and a database that restarts: the export is, byte for byte, that of an
undisturbed worker over a file.   check_farm_kill.py FLANK POSITIONS.obf [postgres]"""
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

import real_postgres
from lost_tasks import finish

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "process"))
from process_state import wait_until, watches_for  # noqa: E402

flank, positions = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
with_postgres = "postgres" in sys.argv[3:]
dice = random.Random(5)
KILLS = 12
LEASE = ["--lease", "2"]
ENDED = (130, -signal.SIGTERM)  # the second: by the signal itself, which came before the worker listened
AWAY = 66  # a worker says so if the server restarts while it begins


def run(*words):
    done = subprocess.run([flank, *words], check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 0, f"{words}: {done.returncode}: {done.stderr}"
    return done.stdout


def make_input(folder):
    """The positions of the file with few empty squares, each several times with some discs of the other colour."""
    path = os.path.join(folder, "list.obf")
    with open(positions, encoding="ascii") as source, open(path, "w", encoding="ascii") as out:
        boards = [line.split(";")[0] for line in source if 0 < line.split(" ")[0].count("-") < 20]
        for copy in range(8):
            for board in boards:
                squares = [at for at in range(64) if board[at] != "-"]
                turned = set(dice.sample(squares, copy))
                out.write("".join("XO"[board[at] == "X"] if at in turned else board[at] for at in range(64)) + board[64:] + ";\n")
    return path


def undisturbed(folder, given):
    store = os.path.join(folder, "quiet.db")
    run("farm", "init", store, "--sample", "0")
    run("farm", "submit", store, "solve", given)
    run("work", store, "--until-empty")
    return run("farm", "export", store), run("farm", "export", store, "--json")


def start_worker(store):
    return subprocess.Popen([flank, "work", store, "--threads", "2", *LEASE], stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL)


def disturb(store, server):
    """Kill, stop and drain workers while the run goes on."""
    workers = [start_worker(store) for _ in range(2)]
    ends = (*ENDED, AWAY) if server else ENDED
    for kill in range(KILLS):
        time.sleep(dice.uniform(0.05, 0.5))
        victim = workers.pop(dice.randrange(len(workers)))
        how = [signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP][kill % 3]
        victim.send_signal(how)
        if how == signal.SIGSTOP:
            time.sleep(3)
            victim.send_signal(signal.SIGCONT)
            victim.terminate()
        status = victim.wait(timeout=120)
        assert how == signal.SIGKILL or status in ends, f"a worker that was asked to end says {status}"
        if server and kill == KILLS // 2:
            server.stop()
            time.sleep(1)
            server.start()
        workers.append(start_worker(store))
    for worker in workers:
        wait_until(lambda: watches_for(worker.pid, signal.SIGTERM), "it works")
        worker.terminate()
        status = worker.wait(timeout=120)
        assert status == 130, f"a worker that was asked to end says {status}"


def check(folder, store, server):
    given = make_input(folder)
    expected = undisturbed(folder, given)
    run("farm", "init", store, "--sample", "0")
    run("farm", "submit", store, "solve", given)
    disturb(store, server)
    finish(run, store, store)
    assert (run("farm", "export", store), run("farm", "export", store, "--json")) == expected
    state = run("farm", "status", store)
    tasks = expected[0].count("\n")
    assert f" {tasks} " in state and " 0 conflicts" in state, state
    row = state.splitlines()[1].split()
    assert row[-5:-2] == ["0", "0", "0"] and int(row[-2]) == tasks, state
    print("ok 1 - nothing is lost, nothing counted twice")


print("1..1")
with tempfile.TemporaryDirectory() as scratch:
    if not with_postgres:
        check(scratch, os.path.join(scratch, "farm.db"), None)
    else:
        with real_postgres.server() as running:
            check(scratch, running.address, running)
