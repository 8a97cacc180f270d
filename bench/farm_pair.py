#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two real workers against one, over PostgreSQL, with tasks of some hundredths of a second.   bench/farm_pair.py BUILD [ROUNDS]

A line of JSON a round: tasks, nodes, and of one worker and of two the seconds, the seconds of the processors, and nodes a second of
both. On a machine that others use the processors' seconds are what counts: the same nodes cost the same, whatever else runs."""
import json
import os
import random
import subprocess
import sys
import tempfile
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
sys.path.insert(0, os.path.join(ROOT, "tests", "farm"))
import real_postgres  # noqa: E402

build = os.path.abspath(sys.argv[1])
flank = os.path.join(build, "src", "cli", "flank")
TASKS = 300


def make_list(path, dice):
    with open(os.path.join(ROOT, "tests", "solve", "fforum-20-39.obf"), encoding="ascii") as source:
        boards = [line.split(" ")[0] for line in source if 16 < line.split(" ")[0].count("-") < 20]
    with open(path, "w", encoding="ascii") as out:
        for _ in range(TASKS):
            squares = list(dice.choice(boards))
            for at in dice.sample([at for at in range(64) if squares[at] != "-"], 6):
                squares[at] = "XO"[squares[at] == "X"]
            out.write("".join(squares) + " X;\n")


def measure(server, path, workers):
    server.sql("DROP SCHEMA IF EXISTS flank_farm CASCADE")
    subprocess.run([flank, "farm", "init", server.address, "--sample", "0"], check=True)
    subprocess.run([flank, "farm", "submit", server.address, "solve", path], check=True, stdout=subprocess.DEVNULL)
    before, start = os.times(), time.monotonic()
    running = [subprocess.Popen([flank, "work", server.address, "--until-empty", "--json"], stdout=subprocess.PIPE, text=True)
               for _ in range(workers)]
    sums = [json.loads(worker.communicate()[0]) for worker in running]
    seconds, after = time.monotonic() - start, os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    nodes = sum(each["nodes"] for each in sums)
    return {"tasks": sum(each["tasks"] for each in sums), "nodes": nodes, "seconds": round(seconds, 1), "cpu_seconds": round(cpu, 1),
            "nodes_per_s": round(nodes / seconds), "nodes_per_cpu_s": round(nodes / cpu)}


with real_postgres.server() as running_server, tempfile.TemporaryDirectory() as folder:
    if not running_server:
        sys.exit("there is no PostgreSQL")
    given = os.path.join(folder, "list.obf")
    make_list(given, random.Random(3))
    for _ in range(int(sys.argv[2]) if len(sys.argv) > 2 else 3):
        one, two = measure(running_server, given, 1), measure(running_server, given, 2)
        assert one["nodes"] == two["nodes"] and one["tasks"] == two["tasks"]
        print(json.dumps({"one": one, "two": two, "times": round(two["nodes_per_s"] / one["nodes_per_s"], 3),
                          "times_by_cpu": round(2 * two["nodes_per_cpu_s"] / one["nodes_per_cpu_s"], 3), "load": os.getloadavg()[0]}),
              flush=True)
