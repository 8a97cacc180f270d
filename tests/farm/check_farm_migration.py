#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A store of version 1 is brought to the present version when its owner opens it: check_farm_migration.py FLANK [postgres]

store_1_sqlite.sql and store_1_postgres.sql are dumps of such stores, made by the program of that time: a run that is done,
one that is paused, and one of which four tasks are leased by a worker that was killed and one is parked."""
import os
import sqlite3
import subprocess
import sys
import tempfile

import real_postgres

flank = os.path.abspath(sys.argv[1])
here = os.path.dirname(os.path.abspath(__file__))
STATUS = [["farm_list", "exact", "open", "5", "0", "0", "0", "3", "36957"],
          ["six", "level", "6", "paused", "5", "5", "0", "0", "0", "0"],
          ["hard", "at", "least", "+4", "open", "5", "0", "4", "1", "0", "0"]]
SCORES = ["g8:+18;", "a4:+10;", "g8:+18;", "h5:+10;", "-64;"]


def run(*words, status=0):
    done = subprocess.run([flank, *words], check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert done.returncode == status, f"{words}: {done.returncode}: {done.stderr}"
    return done.stdout if status == 0 else done.stderr


def psql(address, *words):
    subprocess.run(["psql", "-q", "-v", "ON_ERROR_STOP=1", "-d", address, *words], check=True, stdout=subprocess.DEVNULL)


def load_file(store):
    database = sqlite3.connect(store)
    with open(os.path.join(here, "store_1_sqlite.sql"), encoding="ascii") as dump:
        database.executescript(dump.read())
    database.close()


def rows_of(text):
    return [line.split() for line in text.partition("\n")[2].splitlines() if not line.startswith("parked in ") and " known, " not in line]


def status_of(store):
    return rows_of(run("farm", "status", store))


def check(store):
    """The two first to open it do so at once."""
    first = [subprocess.Popen([flank, "farm", "status", store], stdout=subprocess.PIPE, text=True) for _ in range(2)]
    for opened in first:
        text = opened.communicate(timeout=100)[0]
        assert opened.returncode == 0 and rows_of(text) == STATUS and text.count("parked in hard: ") == 1, text
    assert [line.split(" ")[-1] for line in run("farm", "export", store, "farm_list").splitlines()] == SCORES
    run("farm", "retry", store, "hard")
    run("farm", "resume", store, "six")
    run("work", store, "--until-empty")
    done = {row[0]: row for row in status_of(store)}
    assert done["hard"][-5:-1] == ["0", "0", "0", "5"] and done["six"][-5:-1] == ["0", "0", "0", "5"], done
    print("ok - a store of version 1 goes on in this one")


def check_rights(server):
    """A worker has no right to change the tables, and says so; afterwards it works as before."""
    psql(server.address, "-c", "CREATE ROLE worker LOGIN", "-c", "GRANT USAGE ON SCHEMA flank_farm TO worker",
         "-c", "GRANT EXECUTE ON FUNCTION flank_farm.claim, flank_farm.finish, flank_farm.give_up, flank_farm.beat,"
         " flank_farm.add_worker, flank_farm.is_done, flank_farm.store_version TO worker")
    worker = server.address.replace("user=farm", "user=worker")
    said = run("work", worker, "--until-empty", status=65)
    assert said.count("\n") == 1 and "its owner" in said, said
    print("ok - a worker without rights says that the owner has to open the store")
    check(server.address)
    run("farm", "submit", server.address, "label", os.path.join(here, "..", "solve", "fforum-20-39.obf"), "--level", "6",
        "--name", "more")
    run("work", worker, "--until-empty")
    more = [row for row in status_of(server.address) if row[0] == "more"][0]
    assert more[-5:-2] == ["0", "0", "0"] and int(more[-2]) > 0, more
    print("ok - the worker that was admitted to version 1 works on")


if "postgres" not in sys.argv[2:]:
    print("1..1")
    with tempfile.TemporaryDirectory() as scratch:
        path = os.path.join(scratch, "farm.db")
        load_file(path)
        check(path)
else:
    with real_postgres.server() as running:
        if not running:
            print("1..0 # SKIP there is no PostgreSQL")
            sys.exit()
        print("1..3")
        psql(running.address, "-f", os.path.join(here, "store_1_postgres.sql"))
        check_rights(running)
