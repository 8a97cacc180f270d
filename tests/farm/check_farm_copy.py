#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A whole store is exported, imported into one of the other kind, and exported again: the same bytes. What is no export is
named by its line, and nothing of it is taken.   check_farm_copy.py FLANK POSITIONS.obf FILLER

FILLER is test_farm_fill STORE: it fills a store with rows of every table (test_farm_fill.c)."""
import json
import os
import subprocess
import sys
import tempfile

import real_postgres

flank, positions, filler = (os.path.abspath(word) for word in sys.argv[1:4])
TABLES = ["rules", "run", "worker", "item", "unit", "task", "parked", "spent", "note", "work", "position", "label", "conflict", "build", "again", "review"]


def run(*words, status=0):
    done = subprocess.run([flank, *words], check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert done.returncode == status, f"{words}: {done.returncode}: {done.stderr}"
    return done.stdout if status == 0 else done.stderr.decode()


def fill(store):
    """Rows of every table: by hand, by a worker, and by one that is killed."""
    run("farm", "init", store, "--sample", "0")
    subprocess.run([filler, store], check=True)
    run("farm", "submit", store, "solve", positions, "--at-least", "2", "--nodes", "3000", "--name", "list")
    run("work", store, "--kinds", "solve", "--until-empty")


def copy(text, store, folder):
    """A new store of the text, and its export."""
    path = os.path.join(folder, "all.json")
    with open(path, "wb") as out:
        out.write(text)
    run("farm", "init", store, "--sample", "0")
    assert run("farm", "import", store, path) == f"{text.count(chr(10).encode()) - 2} rows\n".encode()
    return run("farm", "export", store, "--all")


def check_round(folder, server):
    first, last = os.path.join(folder, "first.db"), os.path.join(folder, "last.db")
    fill(first)
    text = run("farm", "export", first, "--all")
    for table in TABLES:
        assert f'{{"table":"{table}",'.encode() in text, f"no row of {table}"
    if server:
        assert copy(text, server.address, folder) == text
        print("ok - SQLite to PostgreSQL")
    assert copy(text, last, folder) == text
    print("ok - and to SQLite")
    for store in [last] + ([server.address] if server else []):
        assert run("farm", "export", store, "list", "--json") == run("farm", "export", first, "list", "--json")
        run("farm", "submit", store, "solve", positions, "--name", "later")
        run("work", store, "--kinds", "solve", "--until-empty")
    print("ok - the copies go on")
    return text


def check_filled_alike(folder, server):
    """The tasks that both kinds of stores parked have the same columns."""
    def parked(store):
        rows = [json.loads(line) for line in run("farm", "export", store, "--all").splitlines() if b'"table":"parked"' in line]
        assert rows
        return [{"id": row["id"], "number": row["number"], "columns": list(row)} for row in rows]

    subprocess.run(["psql", "-q", "-d", server.address, "-c", "DROP SCHEMA flank_farm CASCADE"], check=True, stderr=subprocess.DEVNULL)
    fill(server.address)
    assert parked(server.address) == parked(os.path.join(folder, "first.db"))
    print("ok - parked tasks have their number in both")


def check_bad(folder, text, store):
    lines = text.decode().split("\n")[:-1]
    at = {table: next(i for i, line in enumerate(lines) if line.startswith(f'{{"table":"{table}"')) for table in TABLES}
    position = lines[at["position"]]
    cases = [
        (lambda l: l[:-1], "it ends too early"),
        (lambda l: l[:-1] + ['{"rows":3}'], f":{len(lines)}: 3 rows, but "),
        (lambda l: l[1:], ":1: no export of a whole store"),
        (lambda l: [l[0].replace('"version":5', '"version":9')] + l[1:], ":1: an export of version 9"),
        (lambda l: l + ["{}"], f":{len(lines) + 1}: a line behind the last one"),
        (lambda l: [line.replace('"table":"rules"', '"table":"rule"') for line in l], ":2: no table"),
    ]

    def changed(table, old, new, said):
        line = lines[at[table]].replace(old, new, 1)
        assert line != lines[at[table]], (table, old)
        return (lambda l: l[:at[table]] + [line] + l[at[table] + 1:], f":{at[table] + 1}: {said}")

    board = position.split('"board":"')[1][:32]
    bounds = position[position.index('"lo":'):position.index(',"best"')]
    cases += [
        changed("position", board, "z" + board[1:], "'board' is no board"),
        changed("position", board, "f" * 32, "'board' is no board"),
        changed("position", '"lo":', '"lo":64,"low":', "table 'position' has no such columns"),
        changed("position", '"best":', '"best":7', "'best' cannot be 7"),
        changed("position", '"best":', '"guess":7,"best":', "table 'position' has no such columns"),
        changed("label", '"level":', '"level":9', "'level' cannot be 9"),
        changed("position", '"run":', '"run":99', "there is no run 99"),
        changed("position", bounds, '"lo":4,"hi":2', "'lo' is above 'hi'"),
        changed("run", '"kind":"', '"kind":"muchtoolongforakind', "'kind' is too long"),
        changed("unit", '"payload":"', '"payload":"0', "'payload' is no bytes"),
        changed("worker", '"signature":', '"signature":-', "'signature' is no number"),
        (lambda l: l[:at["item"]] + [l[at["item"]]] + l[at["item"]:], f":{at['item'] + 2}: this row is there already"),
        (lambda l: l[:at["item"]] + ["nonsense"] + l[at["item"]:], f":{at['item'] + 1}: "),
    ]
    path = os.path.join(folder, "bad.json")
    run("farm", "init", store, "--sample", "0")
    for change, said in cases:
        with open(path, "w", encoding="utf-8", newline="") as out:
            out.write("\n".join(change(lines)) + "\n")
        message = run("farm", "import", store, path, status=65)
        assert message.count("\n") == 1 and said in message, (said, message)
        assert run("farm", "export", store, "--all").count(b"\n") == 4, "something was taken"
    print(f"ok - {len(cases)} bad files, and nothing taken")


with real_postgres.server() as running:
    print(f"1..{3 if running is None else 6}")
    with tempfile.TemporaryDirectory() as scratch:
        all_rows = check_round(scratch, running)
        check_bad(scratch, all_rows, os.path.join(scratch, "empty.db"))
        if running:
            check_filled_alike(scratch, running)
            subprocess.run(["psql", "-q", "-d", running.address, "-c", "DROP SCHEMA flank_farm CASCADE"], check=True,
                           stderr=subprocess.DEVNULL)
            check_bad(scratch, all_rows, running.address)
