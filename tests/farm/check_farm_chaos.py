#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Everything that goes wrong with many machines, done to real workers and a real store: at the end the export is, byte
for byte, that of an undisturbed worker over a file, tasks and nodes are counted once, and every wrong answer of a worker that
nobody trusts is named.

    check_farm_chaos.py FLANK BAD_WORKER POSITIONS.obf file|postgres [--minutes M] [--seed N]

Without --minutes each kind of trouble comes once; with it they come at random for so long. A line a trouble."""
import argparse
import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import link_proxy
import real_postgres

LEASE_S = 2
SILENCE_S = 3  # of the server, and a worker counts it as away
DISK_MIB = 24
WORKERS = 3
LEFT = 10  # tasks: with fewer another list is submitted
LISTS_MAX = 20  # for one bad worker
# A worker that finds the store away or full when it begins, or for long, ends with one of these and is started again.
AWAY = (66, 73)
# The sanitizer asks to be the first library, and here it is the second.
AFTER_OTHERS = ":".join(filter(None, [os.environ.get("ASAN_OPTIONS"), "verify_asan_link_order=0"]))
FAKETIME = next((path for path in ("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1",
                                   "/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1") if os.path.exists(path)), None)


def make_list(path, positions, dice, copies):
    """The positions of the file with few empty squares, with some discs of the other colour; and many with a few squares less."""
    with open(positions, encoding="ascii") as source, open(path, "w", encoding="ascii") as out:
        boards = [line.split(";")[0] for line in source if 10 < line.split(" ")[0].count("-") < 20]
        for copy in range(11 * copies):
            filled = 0 if copy < copies else 6
            for board in boards:
                squares = list(board[:64])
                for at in dice.sample([at for at in range(64) if board[at] != "-"], dice.randrange(4, 10)):  # so many that no position comes twice
                    squares[at] = "XO"[squares[at] == "X"]
                for at in dice.sample([at for at in range(64) if board[at] == "-"], filled):
                    squares[at] = dice.choice("XO")
                out.write("".join(squares) + board[64:] + ";\n")


@contextlib.contextmanager
def small_disk(folder, owner=None):
    """A disk of its own at `folder`, full in a moment; None where that takes rights that we do not have."""
    os.makedirs(folder)
    mounted = os.geteuid() == 0 and subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK_MIB}m", "none", folder], check=False,
                                                   stderr=subprocess.DEVNULL).returncode == 0
    if mounted and owner:
        shutil.chown(folder, owner)
    try:
        yield folder if mounted else None
    finally:
        if mounted:
            subprocess.run(["umount", "-l", folder], check=False)


class Chaos:
    def __init__(self, given, folder, server, disk):
        self.given, self.folder, self.server, self.disk = given, folder, server, disk
        self.dice = random.Random(given.seed)
        self.start = time.monotonic()
        self.workers, self.lists, self.wrong_answers = [], 0, 0
        self.proxy = self.address = None
        self.spool = os.path.join(folder, "spool")
        self.quiet = os.path.join(folder, "quiet.db")
        self.clock = os.path.join(folder, "clock")
        self.error = os.path.join(folder, "errors")
        if server:
            self.proxy = link_proxy.LinkProxy(os.path.join(server.folder, ".s.PGSQL.5432"))
            name = self.make_database()
            self.address = f"postgresql:///{name}?host={server.folder}&user=farm&connect_timeout={SILENCE_S}"
            self.linked = f"postgresql:///{name}?host={self.proxy.folder}&user=farm&connect_timeout={SILENCE_S}"
        else:
            self.address = self.linked = os.path.join(disk or folder, "farm.db")

    def make_database(self):
        if not self.disk:
            return "postgres"
        self.server.sql(f"CREATE TABLESPACE small LOCATION '{self.disk}'")
        self.server.sql("CREATE DATABASE small TABLESPACE small")
        return "small"

    def say(self, text):
        print(f"# {time.monotonic() - self.start:6.1f} s: {text}", flush=True)

    # ---- Commands

    def flank(self, *words):
        done = subprocess.run([self.given.flank, *words], check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert done.returncode == 0, f"{words}: {done.returncode}: {done.stderr}"
        return done.stdout

    def try_flank(self, *words):
        """The same while the store may be away."""
        for _ in range(60):
            done = subprocess.run([self.given.flank, *words], check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            if done.returncode == 0:
                return done.stdout
            time.sleep(0.5)
        raise AssertionError(f"{words}: {done.returncode}: {done.stderr}")

    def submit(self):
        """One more list, answered by the undisturbed store, too."""
        name = f"list{self.lists}"
        path = os.path.join(self.folder, name + ".obf")
        make_list(path, self.given.positions, self.dice, self.given.copies)
        self.lists += 1
        self.flank("farm", "submit", self.quiet, "solve", path)
        self.flank("work", self.quiet, "--until-empty", "--spool", self.spool)
        self.try_flank("farm", "submit", self.address, "solve", path)
        self.say(f"a list is submitted: {name}")

    def left(self):
        return sum(run["waiting"] + run["in_work"] for run in json.loads(self.try_flank("farm", "status", self.address, "--json"))["runs"])

    # ---- Workers

    def start_worker(self, *before, store=None, **environment):
        with open(self.error, "ab") as errors:
            return subprocess.Popen([*before, self.given.flank, "work", store or self.dice.choice([self.address, self.linked]), "--lease",
                                     str(LEASE_S), "--spool", self.spool], env={**os.environ, **environment},
                                    stdout=subprocess.DEVNULL, stderr=errors)

    def keep_workers(self):
        """As a service manager does: workers that have ended are started again."""
        for worker in [each for each in self.workers if each.poll() is not None]:
            assert worker.returncode in AWAY or worker.returncode == -signal.SIGKILL, f"a worker ends with {worker.returncode}"
            self.workers.remove(worker)
        while len(self.workers) < WORKERS:
            self.workers.append(self.start_worker())

    def victim(self):
        return self.dice.choice(self.workers)

    # ---- Troubles

    def kill(self):
        victim = self.victim()
        victim.kill()
        victim.wait()

    def hang(self):
        victim = self.victim()
        victim.send_signal(signal.SIGSTOP)
        time.sleep(LEASE_S + 1.5)
        victim.send_signal(signal.SIGCONT)

    def drain(self):
        victim = self.victim()
        self.workers.remove(victim)
        victim.terminate()
        assert victim.wait(timeout=120) in (*AWAY, 130, -signal.SIGTERM), victim.returncode

    def restart_fast(self):
        self.server.stop("fast")
        self.server.start()

    def restart_hard(self):
        self.server.stop("immediate")
        time.sleep(1)
        self.server.start()

    def end_connections(self):
        self.server.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL")

    def cut_link(self):
        self.proxy.cut()
        time.sleep(self.dice.uniform(1, LEASE_S + 2))
        self.proxy.mend()

    def stall_link(self):
        self.proxy.stall()
        time.sleep(SILENCE_S + 2)
        self.proxy.mend()

    def slow_link(self):
        self.proxy.slow_down(0.1)
        time.sleep(2)
        self.proxy.mend()

    def full_disk(self):
        filler = os.path.join(self.disk, "filler")
        with contextlib.suppress(OSError), open(filler, "wb", buffering=0) as out:
            while out.write(bytes(1 << 12)):
                pass
        time.sleep(2)
        os.unlink(filler)

    def jumping_clock(self):
        """A worker whose clock is two days wrong, and then two days wrong the other way; how long things take is not asked of it."""
        def put(text):
            with open(self.clock, "w", encoding="ascii") as out:
                out.write(text)
        put("+2d")
        worker = self.start_worker(store=self.linked, LD_PRELOAD=FAKETIME, FAKETIME_TIMESTAMP_FILE=self.clock, FAKETIME_NO_CACHE="1",
                                   FAKETIME_DONT_FAKE_MONOTONIC="1", ASAN_OPTIONS=AFTER_OTHERS)
        time.sleep(1)
        put("-2d")
        time.sleep(1)
        assert worker.poll() is None
        worker.terminate()
        worker.wait(timeout=60)

    def give_work(self, worker):
        """Until it ends there are new lists, since the good workers may take all of one; gives all that it printed."""
        for wait_s in (0.5, *[8] * LISTS_MAX):
            with contextlib.suppress(subprocess.TimeoutExpired):
                return worker.communicate(timeout=wait_s)[0]
            self.submit()
        raise AssertionError(f"no task of {LISTS_MAX} lists is left for a bad worker")

    def bad_worker(self, how):
        with subprocess.Popen([self.given.bad_worker, self.address, self.quiet, how], stdout=subprocess.PIPE) as worker:
            out = self.give_work(worker)
        assert worker.returncode == 0, f"a worker that answers {how}: status {worker.returncode}"
        return out

    def never(self):
        self.bad_worker("never")

    def late(self):
        self.bad_worker("late")

    def twice(self):
        self.bad_worker("twice")

    def stranger(self):
        self.bad_worker("stranger")

    def wrong(self):
        self.wrong_answers += int(self.bad_worker("wrong"))

    def troubles(self):
        both = [self.kill, self.hang, self.drain, self.never, self.late, self.twice, self.stranger, self.wrong]
        if self.disk:
            both.append(self.full_disk)
        if self.server:
            both += [self.restart_fast, self.restart_hard, self.end_connections, self.cut_link, self.stall_link, self.slow_link]
        if self.server and FAKETIME:
            both.append(self.jumping_clock)
        return both

    def make_trouble(self, trouble):
        """There is work while it happens."""
        self.keep_workers()
        if self.left() < LEFT:
            self.submit()
        self.say(trouble.__name__.replace("_", " "))
        trouble()
        time.sleep(self.dice.uniform(0, 0.5))

    # ---- The end

    def settle(self):
        """The rest without trouble; tasks that were lost three times wait again."""
        for run in range(self.lists):
            self.flank("farm", "retry", self.address, f"list{run}")
        self.flank("work", self.address, "--until-empty", "--lease", str(LEASE_S), "--spool", self.spool)
        for worker in self.workers:
            worker.terminate()
            assert worker.wait(timeout=120) in (*AWAY, 130, -signal.SIGKILL, -signal.SIGTERM), worker.returncode
        self.workers = []

    def compare(self):
        states = [json.loads(self.flank("farm", "status", store, "--json")) for store in (self.quiet, self.address)]
        for run, quiet, loud in zip(range(self.lists), *(state["runs"] for state in states)):
            name = f"list{run}"
            for words in ([], ["--json"]):
                assert self.flank("farm", "export", self.quiet, name, *words) == self.flank("farm", "export", self.address, name, *words), name
            assert quiet == loud, f"counts differ:\n{quiet}\n{loud}"
        assert [state["conflicts"] for state in states] == [0, self.wrong_answers]
        assert all(each["answers"][0]["host"] == "bad" for each in states[1]["contradictions"]), states[1]["contradictions"]
        assert states[0]["positions"] == states[1]["positions"]
        self.say(f"{self.lists} lists, {sum(run['done'] for run in states[0]['runs'])} tasks: all as undisturbed")

    def run(self):
        self.flank("farm", "init", self.quiet)
        self.flank("farm", "init", self.address)
        self.flank("farm", "admit", self.address, "1", "--untrusted")
        self.submit()
        troubles = self.troubles()
        self.dice.shuffle(troubles)
        try:
            for trouble in troubles:
                self.make_trouble(trouble)
            while time.monotonic() - self.start < self.given.minutes * 60:
                self.make_trouble(self.dice.choice(troubles))
            self.settle()
            self.compare()
        finally:
            for worker in self.workers:
                worker.kill()
                worker.wait()
            if self.proxy:
                self.proxy.close()


def main():
    parser = argparse.ArgumentParser()
    for name in ("flank", "bad_worker", "positions"):
        parser.add_argument(name, type=os.path.abspath)
    parser.add_argument("kind", choices=["file", "postgres"])
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--copies", type=int, default=6)
    given = parser.parse_args()
    print("1..1")
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="farm_chaos_", dir="/tmp"))
        os.chmod(folder, 0o755)
        server = stack.enter_context(real_postgres.server()) if given.kind == "postgres" else None
        if given.kind == "postgres" and not server:
            print("ok 1 # SKIP there is no PostgreSQL")
            return
        disk = stack.enter_context(small_disk(os.path.join(folder, "disk"), server and server.user()))
        if server and disk:
            stack.callback(server.stop, "immediate", check=False)
        print("# a full disk is not tried: a disk of our own takes root" if not disk else f"# seed {given.seed}")
        Chaos(given, folder, server, disk).run()
        print("ok 1 - nothing is lost, nothing counted twice")


sys.exit(main())
