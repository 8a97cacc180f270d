#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A store of version 1 is brought to the present version when its owner opens it: check_farm_migration.py FLANK [postgres]

store_1_sqlite.sql and store_1_postgres.sql are dumps of such stores, made by the program of that time: a run that is done,
one that is paused, and one of which four tasks are leased by a worker that was killed and one is parked.

store_4_sqlite.sql, store_5_postgres.sql and store_4.json, an export, are of the last versions that kept one judgement of each
position, without its level: positions a, b, c were labelled at level 6, then b, c, d and a finished game at level 10, which
another worker has to give again; then d was solved. A third run waits for labels of five positions, or has leased some. The functions that are made anew are left out.
Their workers, and the build that they admit, get the signature of this flank: it is the one that goes on."""
import json
import os
import shutil
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
SIGNATURE_THEN = "149344"
SCORES = ["g8:+18;", "a4:+10;", "g8:+18;", "h5:+10;", "-64;"]


def run(*words, status=0):
    done = subprocess.run([flank, *words], check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert done.returncode == status, f"{words}: {done.returncode}: {done.stderr}"
    return done.stdout if status == 0 else done.stderr


def psql(address, *words):
    subprocess.run(["psql", "-q", "-v", "ON_ERROR_STOP=1", "-d", address, *words], check=True, stdout=subprocess.DEVNULL)


def old_text(name, folder):
    """The text of an old store, of workers with the signature of this flank."""
    made = os.path.join(tempfile.mkdtemp(dir=folder), "new.db")
    signature = json.loads(run("farm", "init", made, "--json"))["signature"]
    with open(os.path.join(here, name), encoding="ascii") as dump:
        return dump.read().replace(SIGNATURE_THEN, str(signature))


def old_file(name, folder):
    path = os.path.join(tempfile.mkdtemp(dir=folder), name)
    with open(path, "w", encoding="ascii") as out:
        out.write(old_text(name, folder))
    return path


def load_file(store, name):
    database = sqlite3.connect(store)
    database.executescript(old_text(name, os.path.dirname(store)))
    database.close()


def rows_of(text):
    others = "parked in ", " known, ", " to give again"
    return [line.split() for line in text.partition("\n")[2].splitlines() if not any(words in line for words in others)]


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


def label(folder, level, export):
    """The labels of that level of the same positions, from a store that was never asked anything else."""
    positions, store = os.path.join(folder, "positions.obf"), os.path.join(folder, f"{level}.db")
    with open(positions, "w", encoding="ascii") as out:
        out.writelines(line.partition(";")[0] + ";\n" for line in export.splitlines())
    run("farm", "init", store)
    run("farm", "submit", store, "label", positions, "--level", str(level))
    run("work", store, "--until-empty")
    return run("farm", "export", store)


def check_labels(store, leased, folder):
    """A judgement is the label of the level that it must be of; what nobody can tell is asked again."""
    def waiting():
        return {row[0]: [int(number) for number in row[-5:-2]] for row in status_of(store)}

    assert waiting() == {"six": [2, 0, 0], "ten": [1, 0, 0], "solved": [0, 0, 0], "wait": [5 - leased, leased, 0]}, waiting()
    assert run("farm", "verify", store) == "no fault\n"
    rows = run("farm", "export", store, "--all").splitlines()
    assert [json.loads(row)["guess"] for row in rows if '"table":"again"' in row] == [-6400], "a finished game has a judgement"
    assert not any('"table":"position"' in row and '"lo":-64,"hi":64' in row for row in rows), "a label proves nothing"
    known = {name: [line.partition("; ")[2] for line in run("farm", "export", store, name).splitlines()] for name in ("six", "ten")}
    assert known == {"six": ["h5:+6;", "", ""], "ten": ["g5:+0;", "g8:+2;", "a2:+4;", ""]}, known
    run("farm", "pause", store, "wait")
    run("work", store, "--until-empty")
    for name, level in ("six", 6), ("ten", 10):
        export = run("farm", "export", store, name)
        assert export == label(tempfile.mkdtemp(dir=folder), level, export), export
    assert run("farm", "verify", store) == "no fault\n"


def check_old_labels(store, leased, folder, make_anew):
    """In a store of the version before, and in an import of its export."""
    check_labels(store, leased, folder)
    print("ok - labels of a store that kept no levels")
    make_anew()
    run("farm", "init", store, "--sample", "0")
    run("farm", "import", store, old_file("store_4.json", folder))
    check_labels(store, 0, folder)
    print("ok - and of its export")


def check_read_only(folder):
    """An old file that may only be read says in a line what to do: a copy is brought up to date."""
    path, copy = os.path.join(folder, "old.db"), os.path.join(folder, "copy.db")
    load_file(path, "store_4_sqlite.sql")
    os.chmod(path, 0o444)
    os.chmod(folder, 0o755)
    for words in ["status", path], ["export", path, "six"]:
        done = subprocess.run([*real_postgres.as_user(), flank, "farm", *words], check=False, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
        assert done.returncode == 65 and done.stdout == "" and done.stderr.count("\n") == 1, done
        assert "of an older flank, and may only be read; open a copy" in done.stderr, done
    shutil.copyfile(path, copy)
    assert run("farm", "export", copy, "six").count("\n") == 3
    print("ok - an old file that may only be read")


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
    print("1..4")
    with tempfile.TemporaryDirectory() as scratch:
        path = os.path.join(scratch, "farm.db")
        load_file(path, "store_1_sqlite.sql")
        check(path)
        path = os.path.join(scratch, "labels.db")
        load_file(path, "store_4_sqlite.sql")
        check_old_labels(path, 2, scratch, lambda: os.unlink(path))
        check_read_only(scratch)
else:
    with real_postgres.server() as running:
        if not running:
            print("1..0 # SKIP there is no PostgreSQL")
            sys.exit()
        print("1..5")
        psql(running.address, "-f", os.path.join(here, "store_1_postgres.sql"))
        check_rights(running)

        def drop():
            psql(running.address, "-c", "SET client_min_messages = error; DROP SCHEMA flank_farm CASCADE")

        drop()
        with tempfile.TemporaryDirectory() as scratch:
            psql(running.address, "-f", old_file("store_5_postgres.sql", scratch))
            check_old_labels(running.address, 1, scratch, drop)
