#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""flank farm verify finds each fault that is put into a store by hand, in both kinds of stores, and no other.
check_farm_verify.py FLANK FILLER [postgres]     FILLER as for check_farm_copy.py"""
import os
import re
import sqlite3
import subprocess
import sys
import tempfile

import real_postgres

flank, filler = (os.path.abspath(word) for word in sys.argv[1:3])
CONFLICTS = 5
# A change of rows, and the lines that verify then prints besides the conflicts.
FAULTS = [
    ("UPDATE position SET lo = 3, hi = 3 WHERE run = 1 AND nodes = 1000", ["its bounds 3 and 3 are none of a score"]),
    ("UPDATE position SET rules = 7 WHERE run = 1 AND nodes = 1000",
     ["there are no rules 7"]),
    ("UPDATE label SET rules = 7 WHERE level = 10 AND nodes = 1000",
     ["label 0", "run first, position "]),
    ("DELETE FROM label WHERE level = 12 AND nodes = 2000",
     ["run more, position ", "run most, position "]),
    ("UPDATE run SET items = items + 1 WHERE id = 2", ["run again: 7 positions or units are told, 6 are there"]),
    ("INSERT INTO task SELECT run, id, board, 0, number FROM parked WHERE id = 5", ["run first, task 5: it is there 2 times"]),
    ("DELETE FROM item WHERE run = 1 AND board = (SELECT board FROM task WHERE run = 1 AND id = 12)",
     ["20 positions or units are told, 19 are there", "task 12 of run 1: there is no"]),
    ("DELETE FROM task WHERE run = 2 AND id = 3", ["run again, position 4: it is neither answered nor asked"]),
    ("UPDATE unit SET answer = NULL WHERE id = 1", ["run units, unit 2: it is neither answered nor asked"]),
    ("UPDATE unit SET answer = payload WHERE id = 2", ["run units, unit 3: it is answered and asked"]),
    ("UPDATE lease SET worker = 77 WHERE worker <> 0", ["there is no worker 77"]),
    ("UPDATE run SET budget = 0 WHERE name = 'leaves'", ["run leaves: 2 tasks used up a budget that it has not"]),
    ("UPDATE review SET answer = replace(answer, '-150', '-151') WHERE question = 'a board'", ["review 'a board…': its answer is not"]),
    ("UPDATE review SET answer = (SELECT max(answer) FROM review)", ["review 'a board…': its answer is not"]),
    ("UPDATE review SET question = 'another board' WHERE question = 'a board'", ["review 'another board…': its answer is not"]),
    ("DELETE FROM spent", ["run leaves, position 1: it is neither", "run leaves, position 2: it is neither"]),
]


def run(*words, status=0):
    done = subprocess.run([flank, *words], check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert done.returncode == status, f"{words}: {done.returncode}: {done.stdout}{done.stderr}"
    return done.stdout


def change(store, statement):
    if store.startswith("postgresql:"):
        subprocess.run(["psql", "-q", "-v", "ON_ERROR_STOP=1", "-d", store, "-c", "SET search_path = flank_farm", "-c", statement],
                       check=True, stdout=subprocess.DEVNULL)
        return
    database = sqlite3.connect(store)
    database.execute(statement)
    database.commit()
    database.close()


def faults_of(store):
    lines = run("farm", "verify", store, status=65).splitlines()
    conflicts = [line for line in lines if line.startswith("conflict: run 3, worker 1 says 10..12 of ")]
    assert len(conflicts) == CONFLICTS and all(line.endswith(" known is -4..8, worker 1 said -4..8") for line in conflicts), lines
    return [line for line in lines if line not in conflicts]


def check(fresh):
    store = fresh()
    assert run("farm", "verify", store) == "no fault\n"
    subprocess.run([filler, store], check=True)
    assert faults_of(store) == []
    parked = [line for line in run("farm", "status", store).splitlines() if line.startswith("parked in ")]
    assert len(parked) == 2 and all(re.fullmatch("parked in first: [XO-]{64} X: its worker, number 1, was lost", line)
                                    for line in parked), parked
    for statement, said in FAULTS:
        store = fresh()
        subprocess.run([filler, store], check=True)
        change(store, statement)
        found = faults_of(store) if "position SET" not in statement else [
            line for line in run("farm", "verify", store, status=65).splitlines() if not line.startswith("conflict")]
        assert len(found) == len(said) and all(any(text in line for line in found) for text in said), (statement, found)
    print(f"ok 1 - {len(FAULTS)} faults")


def check_file(folder):
    def fresh():
        for end in "", "-wal", "-shm":
            if os.path.exists(path + end):
                os.unlink(path + end)
        run("farm", "init", path)
        return path

    path = os.path.join(folder, "farm.db")
    check(fresh)


def check_plans(server):
    """The checks are not shared out among processes of the server, however cheap it holds that to be: DISTINCT that is
    takes PostgreSQL 15 for ever on a million rows."""
    settings = {"session_preload_libraries": "auto_explain", "auto_explain.log_min_duration": 0, "parallel_setup_cost": 0,
                "parallel_tuple_cost": 0, "min_parallel_table_scan_size": 0}
    before = len(server.read_log())
    options = " ".join(f"-c {name}={value}" for name, value in settings.items())
    subprocess.run([flank, "farm", "verify", server.address], check=False, stdout=subprocess.DEVNULL,
                   env=os.environ | {"PGOPTIONS": options})
    plans = server.read_log()[before:]
    assert "SELECT fault FROM" in plans and "Seq Scan on task" in plans, plans
    assert "Gather" not in plans, plans
    print("ok 2 - no check is shared out")


def check_postgres(server):
    address = server.address

    def fresh():
        subprocess.run(["psql", "-q", "-d", address, "-c", "DROP SCHEMA IF EXISTS flank_farm CASCADE"], check=True,
                       stderr=subprocess.DEVNULL)
        run("farm", "init", address)
        return address

    check(fresh)
    check_plans(server)


if "postgres" not in sys.argv[3:]:
    print("1..1")
    with tempfile.TemporaryDirectory() as scratch:
        check_file(scratch)
else:
    with real_postgres.server() as running:
        if not running:
            print("1..0 # SKIP there is no PostgreSQL")
            sys.exit()
        print("1..2")
        check_postgres(running)
