#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A crowd of simulated workers before a real PostgreSQL server, behind pgbouncer in transaction mode; then the room that
finished tasks take.   bench/farm_crowd.py BUILD [--workers N] [--seconds S] [--tasks N]

The server writes to the disk as PostgreSQL does by default (fsync, synchronous_commit). Prints a line of JSON for each measurement;
without a crowd for --seconds 0."""
import argparse
import json
import os
import subprocess
import sys
import threading
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
sys.path.insert(0, os.path.join(ROOT, "tests", "farm"))
import real_postgres  # noqa: E402

RUNS = 10


def connections(server, most, ended):
    """Keep the largest number of connections that the server has."""
    while not ended.wait(1):
        most[0] = max(most[0], int(server.sql("SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'")) - 1)


def crowd(given, server, address, workers, task_s, batch, seconds):
    server.sql("DROP SCHEMA IF EXISTS flank_farm CASCADE")
    most, ended = [0], threading.Event()
    watch = threading.Thread(target=connections, args=(server, most, ended))
    watch.start()
    done = subprocess.run([os.path.join(given.build, "bench", "farm_crowd"), address, str(workers), str(seconds), str(task_s), str(batch)],
                          check=False, stdout=subprocess.PIPE, text=True)
    ended.set()
    watch.join()
    assert done.returncode == 0, f"farm_crowd ends with {done.returncode}: {done.stdout}"
    print(json.dumps({"task_s": task_s, "batch": batch, "connections": most[0], "load": os.getloadavg()[0], **json.loads(done.stdout)}),
          flush=True)


def room(given, server, count):
    """Bytes a row after so many finished tasks of ten runs: each run brings its positions in their order, and they lie between those of
    the others. Labels come in the order of chance."""
    server.sql("DROP SCHEMA IF EXISTS flank_farm CASCADE")
    subprocess.run([os.path.join(given.build, "bench", "bench_farm"), server.address, str(count // RUNS), "128", "2", str(RUNS)], check=True,
                   stdout=subprocess.DEVNULL)
    server.sql("INSERT INTO flank_farm.label SELECT board, rules, 6, best, 100, 6, 73, nodes, run, worker FROM flank_farm.position"
               " ORDER BY random()")
    for table in ("position", "label", "item"):
        sizes = server.sql(f"SELECT count(*), pg_table_size('flank_farm.{table}'), pg_indexes_size('flank_farm.{table}')"
                           f" FROM flank_farm.{table}").split("|")
        rows, *sizes = (int(size) for size in sizes)
        print(json.dumps({"table": table, "rows": rows, "table_bytes": round(sizes[0] / rows, 1), "index_bytes": round(sizes[1] / rows, 1)}),
              flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=os.path.abspath)
    parser.add_argument("--workers", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--tasks", type=int, default=10 ** 6)
    given = parser.parse_args()
    with real_postgres.server() as server:
        if not server:
            sys.exit("there is no PostgreSQL")
        server.stop()
        server.options += " -c fsync=on -c shared_buffers=128MB"
        server.start()
        address = server.start_pooler()
        if not address:
            sys.exit("there is no pgbouncer")
        for workers, task_s, batch in (given.workers, 2, 10), (given.workers, 0.1, 200), (1, 0.1, 200), (2, 0.1, 200):
            if given.seconds:
                crowd(given, server, address, workers, task_s, batch, given.seconds)
        for count in given.tasks // 10, given.tasks:
            room(given, server, count)


main()
