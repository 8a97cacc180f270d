#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""flank analyze --store that is killed has lost the position in work and no other, and what it kept gives the same review.
check_farm_reviews.py FLANK [postgres]"""
import json
import os
import re
import subprocess
import sys
import tempfile
import time

import real_postgres

flank = os.path.abspath(sys.argv[1])
GAME = "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4F1E1F2G1B1F8G8B3H3B2H5B7A3A4A1A2C1H2H1G2B8A8G7H8H7H6\n"
KILLS, KEPT = 3, 8


def run(*words, status=0):
    done = subprocess.run([flank, *words], check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert done.returncode == status, f"{words}: {done.returncode}: {done.stderr}"
    return done.stdout if status == 0 else done.stderr


def words_of(game, store):
    return ["analyze", game, "--store", store, "--level", "14", "--no-book", "--json"]


def reviews_of(store):
    """The nodes of each question that the store knows."""
    rows = [json.loads(line) for line in run("farm", "export", store, "--all").splitlines() if line.startswith('{"table":"review"')]
    return {row["question"]: int(row["answer"].split(" ")[4]) for row in rows}


def without_nodes(text):
    return re.sub(r'"nodes":.*', "", text)


def nodes_of(text):
    return json.loads(text)["nodes"]


def kill_at(game, owner, store, count):
    """Kill a review once the store knows `count` answers; true if it was in work then."""
    started = subprocess.Popen([flank, *words_of(game, store)], stdout=subprocess.DEVNULL)
    while started.poll() is None and len(reviews_of(owner)) < count:
        time.sleep(0.01)
    known = reviews_of(owner)
    started.kill()
    ended = started.wait()
    later = reviews_of(owner)
    assert all(later[question] == nodes for question, nodes in known.items())
    return ended != 0


def check(folder, owner, store):
    """`store` is that of `owner`, perhaps by another way."""
    game, calm = os.path.join(folder, "game.txt"), os.path.join(folder, "calm.db")
    with open(game, "w", encoding="ascii") as out:
        out.write(GAME)
    run("farm", "init", calm, "--sample", "0")
    undisturbed = run(*words_of(game, calm))
    known = reviews_of(calm)
    assert nodes_of(undisturbed) == sum(known.values())
    killed = sum(kill_at(game, owner, store, KEPT * (at + 1)) for at in range(KILLS))
    assert killed, "no review was killed in its work"
    kept = reviews_of(owner)
    assert len(kept) >= KEPT and all(known[question] == nodes for question, nodes in kept.items())
    rest = run(*words_of(game, store))
    assert without_nodes(rest) == without_nodes(undisturbed)
    assert nodes_of(rest) == sum(known.values()) - sum(kept.values()), "something was searched twice"
    assert reviews_of(owner) == known
    assert nodes_of(run(*words_of(game, store))) == 0
    assert run("farm", "verify", owner) == "no fault\n"
    return game


def check_server(folder, server):
    run("farm", "init", server.address, "--sample", "0")
    pooled = server.start_pooler()
    game = check(folder, server.address, pooled or server.address)
    print("ok 1 - killed reviews, " + ("through pgbouncer" if pooled else "directly"))
    server.sql("CREATE ROLE worker LOGIN")
    server.sql("SELECT flank_farm.admit('worker')")
    worker = server.address.replace("user=farm", "user=worker")
    assert nodes_of(run(*words_of(game, worker))) == 0
    print("ok 2 - the rights of a worker are enough")
    three = os.path.join(folder, "three.txt")
    with open(three, "w", encoding="ascii") as out:
        out.write("f5d6\nf5f6\nf5f4\n")
    done = subprocess.run([flank, "analyze", three, "--store", worker, "--level", "6", "--no-book"], check=False,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 65 and done.stderr.count("\n") == 1 and "takes the owner" in done.stderr, done
    print("ok 3 - that a worker's role may not add reviews is said once")
    two = os.path.join(folder, "two.txt")
    with open(two, "w", encoding="ascii") as out:
        out.write(2 * GAME)
    words = [flank, "analyze", two, "--store", server.address, "--level", "20", "--no-book"]
    started = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    while started.poll() is None and len([question for question in reviews_of(server.address) if "|level 20 " in question]) < 2:
        time.sleep(0.01)
    server.stop("immediate")
    said = started.communicate(timeout=300)[1]
    assert started.returncode in (66, 73) and said.count("\n") == 1 and said.startswith("flank: postgresql:"), (started.returncode, said)
    server.start()
    print("ok 4 - a server that is away ends the reviews, in a line")


if "postgres" not in sys.argv[2:]:
    print("1..1")
    with tempfile.TemporaryDirectory() as scratch:
        path = os.path.join(scratch, "farm.db")
        run("farm", "init", path, "--sample", "0")
        check(scratch, path, path)
        print("ok 1 - killed reviews")
else:
    with real_postgres.server() as running:
        if not running:
            print("1..0 # SKIP there is no PostgreSQL")
            sys.exit()
        print("1..4")
        with tempfile.TemporaryDirectory() as scratch:
            check_server(scratch, running)
