#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Games for training over a farm: though workers are killed, stopped and ended, a training with the games that the farm
played makes the files that `flank train` makes alone, byte for byte.   check_farm_selfplay.py FLANK [postgres]"""
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

import real_postgres
from lost_tasks import finish

flank = os.path.abspath(sys.argv[1])
with_postgres = "postgres" in sys.argv[2:]
dice = random.Random(7)
LEASE = ["--lease", "2"]
TRAIN = ["--games", "4", "--threads", "2"]
GAMES = {0: 1000, 1: 2000}  # of a round of such a training
KILLS = 8


def run(*words, status=0):
    done = subprocess.run([flank, *words], check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert done.returncode == status, f"{words}: {done.returncode}: {done.stderr}"
    return done.stdout


def files(folder):
    """Names and bytes."""
    found = {}
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as file:
            found[name] = file.read()
    return found


def start_worker(store):
    return subprocess.Popen([flank, "work", store, "--threads", "2", *LEASE], stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL)


def disturb(store):
    """Kill and end workers while the run goes on."""
    workers = [start_worker(store) for _ in range(2)]
    for kill in range(KILLS):
        time.sleep(dice.uniform(0.1, 0.8))
        victim = workers.pop(0)
        victim.send_signal([signal.SIGKILL, signal.SIGTERM][kill % 2])
        victim.wait(timeout=120)
        workers.append(start_worker(store))
    for worker in workers:
        worker.terminate()
        worker.wait(timeout=120)


def done_and_nodes(store, name):
    row = next(line for line in run("farm", "status", store).splitlines() if line.startswith(name + " ")).split()
    return int(row[-2]), int(row[-1])


def submit(store, name, number, *options, games=None):
    run("farm", "submit", store, "selfplay", "--round", str(number), "--games", str(games or GAMES[number]), "--name", name,
        *options)


def train_with_farm(store, worker, folder):
    """Round 0 among troubles, round 1 with its weights; the training plays no game itself."""
    submit(store, "first", 0)
    disturb(store)
    finish(run, worker, store, "first")
    run("farm", "export", store, "first", folder)
    run("train", folder, "--rounds", "1", *TRAIN)
    submit(store, "second", 1, "--eval", os.path.join(folder, "weights-0"))
    run("work", worker, "--until-empty")
    run("farm", "export", store, "second", folder)
    made = files(folder)
    run("train", folder, "--rounds", "2", *TRAIN)
    assert set(files(folder)) - set(made) == {"weights-1"}, "the training played games itself"


def check_counted_once(store, scratch):
    """Every unit is done once; the nodes are those of a quiet store, and those of units that did not end. Other seeds
    give other games."""
    quiet = os.path.join(scratch, "quiet.db")
    run("farm", "init", quiet, "--sample", "0")
    submit(quiet, "first", 0)
    submit(quiet, "other", 0, "--seed", "1", games=500)
    run("work", quiet, "--until-empty")
    tasks, nodes = done_and_nodes(store, "first")
    quiet_tasks, quiet_nodes = done_and_nodes(quiet, "first")
    assert tasks == quiet_tasks == 10 and 2 * quiet_nodes > nodes >= quiet_nodes > 1000000, (tasks, nodes, quiet_nodes)
    run("farm", "export", quiet, "other", os.path.join(scratch, "other"))
    assert files(os.path.join(scratch, "other"))["games-0-0000"] != files(os.path.join(scratch, "farm"))["games-0-0000"]


def check_copy(store, scratch):
    """A copy of the store has the games and the weights."""
    copy, text = os.path.join(scratch, "copy.db"), os.path.join(scratch, "all.json")
    with open(text, "w", encoding="utf-8") as out:
        out.write(run("farm", "export", store, "--all"))
    run("farm", "init", copy, "--sample", "0")
    run("farm", "import", copy, text)
    assert run("farm", "export", copy, "--all") == run("farm", "export", store, "--all")
    run("farm", "export", copy, "second", os.path.join(scratch, "copied"))
    assert files(os.path.join(scratch, "copied")).items() <= files(os.path.join(scratch, "farm")).items()
    assert "no fault" in run("farm", "verify", store)


def check(scratch, store, worker):
    alone, folder = os.path.join(scratch, "alone"), os.path.join(scratch, "farm")
    run("train", alone, "--rounds", "2", *TRAIN)
    train_with_farm(store, worker, folder)
    assert files(alone) == files(folder)
    print("ok 1 - a training with games of a farm makes the same bytes")
    check_counted_once(store, scratch)
    print("ok 2 - what killed workers played counts once")
    check_copy(store, scratch)
    print("ok 3 - a copy of the store has games and weights")


print("1..3")
with tempfile.TemporaryDirectory() as folder_of_all:
    if not with_postgres:
        place = os.path.join(folder_of_all, "farm.db")
        run("farm", "init", place, "--sample", "0")
        check(folder_of_all, place, place)
    else:
        with real_postgres.server() as running:
            run("farm", "init", running.address, "--sample", "0")
            running.sql("CREATE ROLE worker LOGIN; SELECT flank_farm.admit('worker')")
            check(folder_of_all, running.address, running.address.replace("user=farm", "user=worker"))
