#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Books that a farm builds: the bytes of a builder where a plan has one answer, whoever searches and whoever is killed;
books that go on, limits, and what is refused. Prints TAP.   check_farm_book.py FLANK [postgres]"""
import contextlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

import real_postgres

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "process"))
from process_state import wait_until  # noqa: E402

flank = os.path.abspath(sys.argv[1])
with_postgres = "postgres" in sys.argv[2:]
dice = random.Random(6)
# Every move is followed, so that no order of searches makes another book; a search of two plies depends on no table.
PLAN = ["--depth", "2", "--plies", "3", "--error", "64"]
LEASE = ["--lease", "2"]
KILLS = 10
NAPS = 10  # the first ten of SQLite take 0.2 s


def run(*words, status=0):
    done = subprocess.run([flank, *words], check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert done.returncode == status, f"{words}: {done.returncode}: {done.stderr}"
    return done.stdout + done.stderr


def read(path):
    with open(path, "rb") as file:
        return file.read()


def build(folder):
    path = os.path.join(folder, "one.book")
    run("book", "build", path, *PLAN)
    return read(path)


def farm_book(store, name, path, *options):
    run("farm", "submit", store, "book", path, "--name", name, *options)
    run("work", store, "--until-empty", *LEASE)
    run("farm", "export", store, name, path)
    return read(path)


def check_quiet(folder, store, expected):
    assert farm_book(store, "quiet", os.path.join(folder, "quiet.book"), *PLAN) == expected, "another book than the builder's"


def start_worker(store):
    return subprocess.Popen([flank, "work", store, *LEASE], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def check_killed(folder, store, expected):
    """Workers, of which one is the foreman now and then, are killed at random moments."""
    path = os.path.join(folder, "killed.book")
    run("farm", "submit", store, "book", path, "--name", "killed", *PLAN)
    workers = [start_worker(store) for _ in range(2)]
    for _ in range(KILLS):
        time.sleep(dice.uniform(0.1, 1.5))
        victim = workers.pop(dice.randrange(len(workers)))
        victim.send_signal(signal.SIGKILL)
        victim.wait(timeout=60)
        workers.append(start_worker(store))
    for worker in workers:
        worker.kill()
        worker.wait(timeout=60)
    run("farm", "export", store, "killed", path)  # as far as it is
    run("book", "show", path)
    run("farm", "retry", store, "killed")
    run("work", store, "--until-empty", *LEASE)
    run("farm", "export", store, "killed", path)
    assert read(path) == expected, "the book depends on who was killed"


def check_goes_on(folder, store, expected):
    """A book of two plies goes on to three: the same book again."""
    path = os.path.join(folder, "goes_on.book")
    run("book", "build", path, *PLAN[:2], "--plies", "2", *PLAN[4:])
    assert read(path) != expected
    assert farm_book(store, "goes on", path, *PLAN) == expected, "another book than in one go"


def check_limit(folder, store, expected):
    path = os.path.join(folder, "limit.book")
    farm_book(store, "limit", path, *PLAN, "--positions", "8")
    count = (len(read(path)) - 64) // 32
    assert 8 <= count < (len(expected) - 64) // 32, count


def check_copied(folder, store, expected):
    """A copy of the whole store has the books, and no store has a fault."""
    whole, copy, path = (os.path.join(folder, name) for name in ("whole", "copy.db", "copy.book"))
    with open(whole, "wb") as out:
        subprocess.run([flank, "farm", "export", store, "--all"], check=True, stdout=out)
    run("farm", "init", copy, "--sample", "0")
    run("farm", "import", copy, whole)
    run("farm", "export", copy, "quiet", path)
    assert read(path) == expected
    run("farm", "verify", store)
    run("farm", "verify", copy)


def check_refused(folder, store, expected):
    path = os.path.join(folder, "no.book")
    for words, said in (((path, "--wld"), "--wld means nothing to submit book"), ((path, "--level", "9", "--depth", "3"), "only one of"),
                        ((path, "--name", "quiet"), "there is a run of that name already"), ((path, path), "submit book takes other words"),
                        ((path, "--name", "x" * 60), "the name of a book's run"), ((__file__,), "no opening book")):
        assert said in run("farm", "submit", store, "book", *words, status=65 if words == (__file__,) else 64), words
    assert "say where it goes" in run("farm", "export", store, "quiet", status=64)
    assert "no opening book" in run("farm", "export", store, "quiet", __file__.replace("check_farm_book", "real_postgres"), status=65)
    assert "--plies means nothing" in run("farm", "submit", store, "solve", path, "--plies", "3", status=64)
    assert expected


def insert_round(name, default):
    """A round as a foreman makes it, in a transaction that is not over: nobody else can drop anything, or sees it."""
    return (f"INSERT INTO {default}run(name, question, number, state, kind, items{', created' if not default else ''})"
            f" VALUES('{name} round 1', 0, 0, 1, 'book', 0{', 0' if not default else ''})")


@contextlib.contextmanager
def held_file(store):
    """The drop has opened the store, and then naps: SQLite waits for others in naps. Before, it sleeps for other reasons."""
    database = sqlite3.connect(store, isolation_level=None)
    database.execute("BEGIN IMMEDIATE")
    database.execute(insert_round("late", ""))

    def commit(pid):
        wait_until(lambda: has_open(pid, store), "the drop reads the store")
        before = switches(pid)
        wait_until(lambda: switches(pid) > before + NAPS, "the drop waits")
        database.execute("COMMIT")
    yield commit
    database.close()


def has_open(pid, path):
    """A descriptor that is closed meanwhile is not there."""
    places = (f"/proc/{pid}/fd/{number}" for number in os.listdir(f"/proc/{pid}/fd"))
    return any(os.path.exists(place) and os.path.samefile(place, path) for place in places)


def switches(pid):
    with open(f"/proc/{pid}/status", encoding="utf-8") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("voluntary_ctxt_switches"))


@contextlib.contextmanager
def held_server(server):
    with subprocess.Popen(["psql", "-X", "-q", "-d", server.address], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as other:
        other.stdin.write(f"BEGIN; LOCK TABLE flank_farm.lease IN ROW EXCLUSIVE MODE; {insert_round('late', 'flank_farm.')};\n")
        other.stdin.flush()
        locks = "SELECT count(*) FROM pg_locks WHERE relation = 'flank_farm.{}'::regclass AND {} granted AND mode = '{}'"
        wait_until(lambda: server.sql(locks.format("run", "", "RowExclusiveLock")).strip() != "0", "the round is made")

        def commit(_):
            wait_until(lambda: server.sql(locks.format("lease", "NOT", "ExclusiveLock")).strip() != "0", "the drop waits")
            other.stdin.write("COMMIT;\n")
            other.stdin.flush()
        yield commit
        other.stdin.close()


def check_dropped(folder, store, expected):
    """A round that a foreman begins after the drop has read the list of runs goes with the book."""
    run("farm", "submit", store, "book", os.path.join(folder, "late.book"), "--name", "late", *PLAN)
    with held_server(running) if with_postgres else held_file(store) as commit:
        with subprocess.Popen([flank, "farm", "drop", store, "late", "--json"], stdout=subprocess.PIPE, text=True) as drop:
            commit(drop.pid)
            assert json.loads(drop.communicate()[0])["dropped"] == ["late", "late round 0", "late round 1"]
        assert drop.returncode == 0
    assert "late" not in run("farm", "status", store)
    run("farm", "verify", store)
    assert expected


CHECKS = [check_quiet, check_killed, check_goes_on, check_limit, check_copied, check_refused, check_dropped]


def check_all(folder, store):
    run("farm", "init", store, "--sample", "0")
    expected, failed = build(folder), 0
    for number, check in enumerate(CHECKS, 1):
        try:
            check(folder, store, expected)
            print(f"ok {number} - {check.__name__}", flush=True)
        except AssertionError as error:
            failed = 1
            print(f"not ok {number} - {check.__name__}\n# {error}", flush=True)
    return failed


print(f"1..{len(CHECKS)}")
with tempfile.TemporaryDirectory() as scratch:
    if with_postgres:
        with real_postgres.server() as running:
            sys.exit(check_all(scratch, running.address))
    sys.exit(check_all(scratch, os.path.join(scratch, "farm.db")))
