#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tasks a second through both kinds of stores, with workers that answer at once, 128 a lease: a million in one run, ten million in one
run, and ten runs of a million into the same store.   bench/farm_tasks.py BUILD [--tasks N] [--folder PATH]

The server writes to the disk as PostgreSQL does by default (fsync, synchronous_commit). Prints what bench_farm prints."""
import argparse
import os
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
sys.path.insert(0, os.path.join(ROOT, "tests", "farm"))
import real_postgres  # noqa: E402

WORKERS = {"SQLite": 1, "PostgreSQL": 2}  # a file has one writer at a time


def measure(given, name, fresh):
    for title, tasks, runs in (("one run", given.tasks, 1), ("one run", given.tasks * 10, 1), ("ten runs", given.tasks, 10)):
        print(f"{name}, {title} of {tasks}, load {os.getloadavg()[0]:.1f}", flush=True)
        subprocess.run([os.path.join(given.build, "bench", "bench_farm"), fresh(), str(tasks), "128", str(WORKERS[name]), str(runs)],
                       check=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=os.path.abspath)
    parser.add_argument("--tasks", type=int, default=10 ** 6)
    parser.add_argument("--folder", default=tempfile.gettempdir(), help="where the file is")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        path = os.path.join(folder, "farm.db")

        def fresh_file():
            for end in "", "-wal", "-shm":
                if os.path.exists(path + end):
                    os.unlink(path + end)
            return path

        measure(given, "SQLite", fresh_file)
    with real_postgres.server() as server:
        if not server:
            sys.exit("there is no PostgreSQL")
        server.stop()
        server.options += " -c fsync=on -c shared_buffers=128MB"
        server.start()

        def fresh_schema():
            server.sql("DROP SCHEMA IF EXISTS flank_farm CASCADE")
            return server.address

        measure(given, "PostgreSQL", fresh_schema)


main()
