#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A server that is away for longer than a worker waits: the answers are kept on the disk, and brought in when it is back; what
others have answered in the meantime is dropped.   check_farm_spool.py FLANK POSITIONS.obf"""
import contextlib
import json
import os
import subprocess
import sys
import tempfile

import link_proxy
import real_postgres

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "process"))
from process_state import wait_until  # noqa: E402

AWAY = 66  # a worker's status where the server does not answer
flank, positions = (os.path.abspath(word) for word in sys.argv[1:3])


def run(*words):
    done = subprocess.run([flank, *words], check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 0, f"{words}: {done.returncode}: {done.stderr}"
    return done.stdout


def state(address):
    return json.loads(run("farm", "status", address, "--json"))["runs"][-1]


def start_worker(address, spool, *words):
    return subprocess.Popen([flank, "work", address, "--json", "--spool", spool, *words], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True)


def end_in_silence(linked, proxy, spool, lease_s, meanwhile=None):
    """The words of a worker that is asked to end while its server, silent since its first answers, has heard none of them; what is done
    meanwhile."""
    proxy.stall_at(b"flank_farm.finish(")
    worker = None
    while not worker or worker.poll() == AWAY:  # a second is short for a server on a busy machine
        worker = start_worker(linked, spool, "--lease", str(lease_s))
        wait_until(lambda: proxy.stalls() or worker.poll() is not None, "the worker has answers")
    assert worker.poll() is None, worker.communicate()
    if meanwhile:
        meanwhile()
    worker.terminate()
    out, errors = worker.communicate(timeout=120)
    proxy.cut()  # its messages shall not arrive later
    proxy.mend()
    return worker.returncode, out, errors


def submit(farm, folder, name, lines):
    path = os.path.join(folder, name + ".obf")
    with open(path, "w", encoding="ascii") as out:
        out.writelines(lines)
    run("farm", "submit", farm, "solve", path)


def check(server, proxy, folder):
    with open(positions, encoding="ascii") as source:
        lines = [line for line in source if 0 < line.split(" ")[0].count("-") < 21]
    farm, spool = server.address, os.path.join(folder, "spool")
    linked = f"postgresql:///postgres?host={proxy.folder}&user=farm&connect_timeout=1"
    run("farm", "init", farm, "--sample", "0")  # a check of an answer would count as a task

    submit(farm, folder, "first", lines[::2])
    status, out, errors = end_in_silence(linked, proxy, spool, 300)
    said = json.loads(out)
    assert (status, errors) == (130, "") and said["kept"] > 0 and said["tasks"] + said["late"] == 0, f"{status} {out} {errors}"
    assert len(os.listdir(spool)) == 1 and state(farm)["done"] == 0
    brought = json.loads(run("work", farm, "--json", "--spool", spool, "--until-empty"))
    assert brought["tasks"] == len(lines[::2]) == state(farm)["done"] and brought["late"] == 0, brought
    assert os.listdir(spool) == []
    print("ok 1 - answers are kept and brought in")

    submit(farm, folder, "second", lines[1::2])
    _, out, _ = end_in_silence(linked, proxy, spool, 2)
    kept = json.loads(out)["kept"]
    assert kept > 0 and len(os.listdir(spool)) == 1
    run("work", farm, "--until-empty", "--spool", os.path.join(folder, "elsewhere"))
    brought = json.loads(run("work", farm, "--json", "--spool", spool, "--until-empty"))
    assert (brought["tasks"], brought["late"]) == (0, kept) and os.listdir(spool) == []
    assert state(farm)["done"] == len(lines[1::2])
    print("ok 2 - answers that others gave in the meantime are dropped")

    turned = str.maketrans("XO", "OX")
    submit(farm, folder, "third", [line.split(" ")[0].translate(turned) + " X;\n" for line in lines])
    gone = os.path.join(folder, "gone")
    status, out, errors = end_in_silence(linked, proxy, gone, 300, lambda: os.rmdir(gone))
    assert status == 73 and not out and errors.count("\n") == 1 and " cannot be kept in " in errors, f"{status} {out} {errors}"
    print("ok 3 - a spool that cannot be written is told in a line")


def main():
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(real_postgres.server())
        if not server:
            print("1..0 # SKIP there is no PostgreSQL")
            return
        print("1..3")
        proxy = link_proxy.LinkProxy(os.path.join(server.folder, ".s.PGSQL.5432"))
        stack.callback(proxy.close)
        check(server, proxy, stack.enter_context(tempfile.TemporaryDirectory(prefix="farm_spool_", dir="/tmp")))


sys.exit(main())
