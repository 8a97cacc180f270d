#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Proofs over a farm under trouble, from nothing to a certificate that tools/check_certificate.py takes.

    tools/farm_proofs.py BUILD_FOLDER six        Othello on 36 squares is worth -4 to the first player; some leaves of these proofs again,
                                                 so deep that the checker solves the rest
    tools/farm_proofs.py BUILD_FOLDER opening    an opening position with 40 empty squares is won
    tools/farm_proofs.py BUILD_FOLDER list       2,000 positions to solve: the export of an undisturbed run over a file

Four workers of one thread, one of them killed with -9 every minute and started again. `six` keeps its farm in a file; the others in
a PostgreSQL server of their own, which is restarted once, and workers reach it by a link that is cut for ten minutes (--cut-minutes):
two of `opening`, which is not done by then, and all of `list`, so that it cannot be. What happens is printed with its second; --log FILE
keeps that too. A run whose lost tasks waited again RETRIES times is given up: the task fails its workers. Certificates are left in --certificates FOLDER.
"""
import argparse
import collections
import contextlib
import hashlib
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests" / "farm"), str(ROOT / "tools")]
import check_certificate  # noqa: E402
import link_proxy  # noqa: E402
import real_postgres  # noqa: E402

WORKERS = 4
KILL_S = 60
RETRIES = 5  # of a run: a task that was killed by chance so often is not there
CUT_AFTER_S, RESTART_AFTER_S = 90, 240
LIST_POSITIONS, LIST_EMPTIES = 2000, 20
CUT_AFTER_TASKS, RESTART_AFTER_TASKS = 400, 1200  # of the list, however fast the machine is
DEEPER_LEAVES, DEEPER_NODES = 2, 3000
AWAY = (66, 73)  # a worker ends so if the store is away for long: it is started again
# Of random play; the side to move is some 40 discs ahead.
OPENING = "----------X-O--O---OOXO---OOOOOO-O-OOXXOO-O--XX-----X----------- X"
# Name, words of submit: claims and the size of a task.
CLAIMS = {
    "six": [("at-least", ["--rules", "board=6", "--at-least", "-4", "--nodes", "20000000"]),
            ("at-most", ["--rules", "board=6", "--at-least", "-2", "--nodes", "20000000"])],
    "opening": [("won", ["--position", OPENING, "--at-least", "2", "--nodes", "400000000"])],
}


class Log:
    """An event, with its second."""

    def __init__(self, path):
        self.file = open(path, "w", encoding="utf-8") if path else None
        self.start_s = time.monotonic()

    def say(self, text):
        line = f"{time.monotonic() - self.start_s:6.0f} s  {text}"
        print(line, flush=True)
        if self.file:
            print(line, file=self.file, flush=True)


class Farm:
    """A store, and its workers."""

    def __init__(self, flank, log, folder, store, addresses):
        self.flank, self.log, self.store, self.addresses = flank, log, store, addresses
        self.spool = os.path.join(folder, "spool")
        self.workers = [None] * WORKERS
        self.killed = 0
        self.retried = collections.Counter()  # by the name of the run

    def run(self, *words):
        return subprocess.run([self.flank, *words], check=True, stdout=subprocess.PIPE, text=True).stdout

    def start(self, number):
        self.workers[number] = subprocess.Popen([self.flank, "work", self.addresses[number], "--threads", "1", "--lease", "60",
                                                 "--spool", self.spool], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kill(self):
        number = self.killed % WORKERS
        self.workers[number].kill()
        self.workers[number].wait()
        self.killed += 1
        self.log.say(f"worker {number} is killed")
        self.start(number)

    def keep_running(self):
        for number, worker in enumerate(self.workers):
            ended = worker.poll()
            if ended is not None:
                assert ended in AWAY, f"worker {number} ended with {ended}"
                self.start(number)

    def stop(self):
        for worker in self.workers:
            worker.terminate()
        for worker in self.workers:
            worker.wait()

    def retry(self, status):
        """Tasks whose workers were killed three times are parked, and wait again: the number of runs that have any."""
        runs = [run for run in status["runs"] if run["parked"]]
        for run in runs:
            self.retried[run["run"]] += 1
            assert self.retried[run["run"]] <= RETRIES, f"{run['run']}: {run['parked']} tasks are parked after {RETRIES} retries"
            self.log.say(f"{run['run']}: {run['parked']} tasks, lost with three workers each, wait again")
            self.run("farm", "retry", self.store, run["run"])
        return len(runs)

    def status(self):
        return json.loads(self.run("farm", "status", self.store, "--json"))


def is_done(status):
    return all(run["waiting"] == run["in_work"] == 0 for run in status["runs"])


def after_s(second):
    return lambda now_s, _: now_s >= second


def after_tasks(count):
    return lambda _, done: done >= count


def work(farm, troubles):
    """Let the workers answer all. `troubles`: (is it time, what to do), each done once; what is done tells what comes of it later."""
    begun_s = time.monotonic()
    kill_s = shown_s = KILL_S
    for number in range(WORKERS):
        farm.start(number)
    while True:
        time.sleep(1)
        now_s = time.monotonic() - begun_s
        farm.keep_running()
        if now_s >= kill_s:
            kill_s += KILL_S
            farm.kill()
        status = farm.status()
        if is_done(status) and not farm.retry(status):
            break
        done = sum(run["done"] for run in status["runs"])
        for trouble in [each for each in troubles if each[0](now_s, done)]:
            troubles.remove(trouble)
            troubles += trouble[1](now_s) or []
        if now_s >= shown_s:
            shown_s += 5 * KILL_S
            for run in status["runs"]:
                farm.log.say(f"{run['run']}: {run.get('progress') or str(run['done']) + ' tasks answered'}")
    farm.stop()
    assert not troubles, "all was answered before the troubles were over"
    status = farm.status()
    assert status["conflicts"] == 0, status
    nodes = sum(run["nodes"] for run in status["runs"])
    farm.log.say(f"done: {nodes / 1e9:.2f} G nodes, {sum(run['done'] for run in status['runs'])} tasks, {farm.killed} workers killed, "
                 f"{time.monotonic() - begun_s:.0f} s")


def check(farm, store, name, folder, sample):
    """The certificate of a run, read by the checker: its path, and whether as many leaves were solved as are wanted."""
    path = os.path.join(folder, f"{name}.cert")
    with open(path, "w", encoding="ascii") as out:
        out.write(farm.run("farm", "export", store, name))
    with open(path, "rb") as source:
        held = source.read()
    farm.log.say(f"{name}.cert: {len(held)} bytes, sha256 {hashlib.sha256(held).hexdigest()}")
    done = subprocess.run([sys.executable, str(ROOT / "tools" / "check_certificate.py"), path, "--sample", str(sample)], check=False,
                          stdout=subprocess.PIPE, text=True)
    for line in done.stdout.splitlines():
        farm.log.say("checker: " + line.replace(path, os.path.basename(path)))
    assert done.returncode in (0, 3), done.returncode  # 3: the leaves are too large to be sampled
    return path, done.returncode == 0


def claim_of(line, rules):
    """The words of submit that ask again what a leaf of a certificate claims."""
    board, way, bound = line.split()[:3]
    number = int(bound) + (0 if way == "at-least" else 2)  # at most so much is the failure of two discs more
    return ["--position", f"{board} X", "--at-least", str(number), *(["--rules", rules] if rules != "usual" else [])]


def go_deeper(given, farm, path):
    """Prove some leaves of a certificate by tasks so small that the checker can solve what is left itself.

    Each is proved in a store of its own: the farm's knows the answer, which would be the whole certificate.
    """
    with open(path, encoding="ascii") as source:
        lines = source.read().splitlines()
    leaves = [line for line in lines if " leaf " in line]
    leaves.sort(key=lambda line: (line.split()[0].count("-"), line))
    for number, line in enumerate(random.Random(1).sample(leaves[:20], DEEPER_LEAVES)):
        name = f"{os.path.basename(path).removesuffix('.cert')}-{number}"
        store = f"{farm.spool}-{name}.db"
        farm.run("farm", "init", store)
        farm.log.say(farm.run("farm", "submit", store, "prove", "--name", name, "--nodes", str(DEEPER_NODES),
                              *claim_of(line, lines[1].removeprefix("rules "))).strip())
        farm.run("work", store, "--threads", "2", "--until-empty")
        deeper, is_sampled = check(farm, store, name, os.path.dirname(path), given.sample)
        assert is_sampled, f"{name}: the leaves are too large to be sampled"
        with open(deeper, encoding="ascii") as source:
            claim = source.read().splitlines()[3]
        assert claim == "claim " + " ".join(line.split()[1:3]), (claim, line)


def prove(given, farm, troubles):
    farm.run("farm", "init", farm.store)
    for name, words in CLAIMS[given.what]:
        farm.log.say(farm.run("farm", "submit", farm.store, "prove", "--name", name, *words).strip())
    work(farm, troubles)
    for name, _ in CLAIMS[given.what]:
        farm.log.say(f"{name}: " + next(run["progress"] for run in farm.status()["runs"] if run["run"] == name))
        path, _ = check(farm, farm.store, name, given.certificates, given.sample)
        if given.what == "six":
            go_deeper(given, farm, path)


def make_list(path):
    """Positions of random games."""
    rules, dice, boards = check_certificate.Rules("usual"), random.Random(1), set()
    while len(boards) < LIST_POSITIONS:
        board = "-" * 27 + "OX------XO" + "-" * 27
        while board.count("-") > LIST_EMPTIES and (moves := rules.moves(board)):
            board = dice.choice(moves)[1]
        if rules.placements(board):
            boards.add(board)
    with open(path, "w", encoding="ascii") as out:
        out.writelines(board + " X;\n" for board in sorted(boards))


def solve_list(given, farm, troubles, folder):
    path, calm = os.path.join(folder, "list.obf"), os.path.join(folder, "calm.db")
    make_list(path)
    for store in (farm.store, calm):
        farm.run("farm", "init", store)
        farm.log.say(farm.run("farm", "submit", store, "solve", path).strip())
    with subprocess.Popen([given.flank, "work", calm, "--threads", "2", "--until-empty"], stdout=subprocess.DEVNULL) as undisturbed:
        work(farm, troubles)
    assert undisturbed.returncode == 0, undisturbed.returncode
    for words in ([], ["--json"]):
        exports = [farm.run("farm", "export", store, *words) for store in (farm.store, calm)]
        assert exports[0] == exports[1], "the exports are not the same"
        farm.log.say(f"{' '.join(['export', *words])}: {len(exports[0])} bytes, the same of the undisturbed file; "
                     f"sha256 {hashlib.sha256(exports[0].encode()).hexdigest()}")


def restart(log, server):
    log.say("the server is restarted")
    server.stop()
    server.start()


def mend(log, link):
    log.say("the link is mended")
    link.mend()


def cut(log, link, minutes, now_s):
    log.say("the link is cut")
    link.cut()
    return [(after_s(now_s + 60 * minutes), lambda _: mend(log, link))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("build")
    parser.add_argument("what", choices=["six", "opening", "list"])
    parser.add_argument("--log")
    parser.add_argument("--certificates")
    parser.add_argument("--sample", type=int, default=20, help="leaves that the checker solves itself")
    parser.add_argument("--cut-minutes", type=float, default=10)
    given = parser.parse_args()
    given.flank = os.path.join(os.path.abspath(given.build), "src", "cli", "flank")
    given.certificates = given.certificates or os.path.dirname(given.log or "") or "."
    os.makedirs(given.certificates, exist_ok=True)
    log = Log(given.log)
    with contextlib.ExitStack() as undo:
        folder = undo.enter_context(tempfile.TemporaryDirectory(prefix="farm_proofs_"))
        if given.what == "six":
            farm = Farm(given.flank, log, folder, os.path.join(folder, "farm.db"), [os.path.join(folder, "farm.db")] * WORKERS)
            prove(given, farm, [])
            return
        server = undo.enter_context(real_postgres.server())
        if not server:
            sys.exit("farm_proofs: there is no PostgreSQL server here")
        link = link_proxy.LinkProxy(os.path.join(server.folder, ".s.PGSQL.5432"))
        undo.callback(link.close)
        linked = server.address.replace(server.folder, link.folder)
        direct = 2 if given.what == "opening" else 0
        farm = Farm(given.flank, log, folder, server.address, [server.address] * direct + [linked] * (WORKERS - direct))
        if given.what == "opening":
            when = after_s(CUT_AFTER_S), after_s(RESTART_AFTER_S)
        else:
            when = after_tasks(CUT_AFTER_TASKS), after_tasks(RESTART_AFTER_TASKS)
        troubles = [(when[0], lambda now_s: cut(log, link, given.cut_minutes, now_s)), (when[1], lambda _: restart(log, server))]
        if given.what == "opening":
            prove(given, farm, troubles)
        else:
            solve_list(given, farm, troubles, folder)


if __name__ == "__main__":
    main()
