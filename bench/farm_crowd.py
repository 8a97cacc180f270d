#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A crowd of simulated workers before a real PostgreSQL server, behind pgbouncer in transaction mode; then the room that positions
take.   bench/farm_crowd.py BUILD [--workers N] [--seconds S] [--positions N]

The server writes to the disk as PostgreSQL does by default (fsync, synchronous_commit). Prints a line of JSON for each measurement."""
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

STEP = 100_000  # positions of one insertion


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


def room(server, most):
    """Bytes a position as the table grows by random keys, which is how positions come."""
    server.sql("TRUNCATE flank_farm.position")
    count, shown = 0, 10 ** 5
    start = time.monotonic()
    while count < most:
        server.sql(f"INSERT INTO flank_farm.position SELECT gen_random_uuid(), 4, 4, 19, NULL, 0, 0, 1000, 1, 1, 0 FROM generate_series(1, {STEP})")
        count += STEP
        if count == shown:
            sizes = server.sql("SELECT pg_table_size('flank_farm.position'), pg_indexes_size('flank_farm.position')").split("|")
            print(json.dumps({"positions": count, "table_bytes": int(sizes[0]) / count, "index_bytes": int(sizes[1]) / count,
                              "seconds": round(time.monotonic() - start, 1)}), flush=True)
            shown *= 10


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=os.path.abspath)
    parser.add_argument("--workers", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--positions", type=int, default=10 ** 6)
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
        crowd(given, server, address, given.workers, 2, 10, given.seconds)
        crowd(given, server, address, given.workers, 0.1, 200, given.seconds)
        crowd(given, server, address, 1, 0.1, 200, given.seconds)
        crowd(given, server, address, 2, 0.1, 200, given.seconds)
        room(server, given.positions)


main()
