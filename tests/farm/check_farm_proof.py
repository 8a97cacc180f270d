#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Proofs over a farm: claims end as `flank solve` says, though workers are killed; tools/check_certificate.py takes their
certificates, and refuses damaged ones.   check_farm_proof.py FLANK CHECKER [postgres]"""
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

import real_postgres
from lost_tasks import finish

flank, checker = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
with_postgres = "postgres" in sys.argv[3:]
dice = random.Random(3)
LEASE = ["--lease", "2"]
# Positions with 14 empty squares or so, and what they are worth.
POSITIONS = [
    ("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X", 18),
    ("-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X", 10),
]
HARD = "-XXXXXXX--XOOO----OXOOXX-OOXXOXX-OOOOOXX-X-XOOXX---O-X-X--OOOO-- X"  # 20 empty squares, worth -8


def run(*words, status=0):
    done = subprocess.run([flank, *words], check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert done.returncode == status, f"{words}: {done.returncode}: {done.stderr}"
    return done.stdout


def submit(store, name, position, at_least, nodes):
    run("farm", "submit", store, "prove", "--position", position, "--at-least", str(at_least), "--name", name, "--nodes",
        str(nodes))


def check(folder, certificate, *options):
    """The status of the checker, and what it says."""
    path = os.path.join(folder, "certificate")
    with open(path, "w", encoding="ascii") as out:
        out.write(certificate)
    done = subprocess.run([sys.executable, checker, path, *options], check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


def small_claims(store):
    """Claims about small positions, false and true."""
    names = {}
    for number, (position, discs) in enumerate(POSITIONS):
        for at_least in (discs - 6, discs, discs + 2):
            name = f"p{number}_{at_least}"
            names[name] = at_least <= discs
            submit(store, name, position, at_least, 2000)
    run("work", store, "--until-empty")
    state = run("farm", "status", store)
    for name, holds in names.items():
        word = "proved" if holds else "refuted"
        assert re.search(rf"^{name}: {word}: at {'least' if holds else 'most'} [+-]\d+; ", state, re.MULTILINE), state
    return [run("farm", "export", store, name) for name in names]


def hard_claim(store):
    """A claim whose workers are killed, the foreman among them."""
    submit(store, "hard", HARD, -8, 20000)
    workers = [start_worker(store) for _ in range(2)]
    for _ in range(6):
        time.sleep(dice.uniform(0.3, 1))
        victim = workers.pop(0)
        victim.send_signal(signal.SIGKILL)
        victim.wait()
        workers.append(start_worker(store))
    for worker in workers:
        worker.terminate()
        worker.wait(timeout=120)
    finish(run, store, store, "hard")
    assert "hard: proved: at least -8" in run("farm", "status", store)
    return run("farm", "export", store, "hard")


def start_worker(store):
    return subprocess.Popen([flank, "work", store, *LEASE], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def edited(lines, at, text):
    return "\n".join([*lines[:at], text, *lines[at + 1:]]) + "\n"


def damages(certificate):
    """Damaged copies, with what each of them is, and options of the checker."""
    lines = certificate.splitlines()
    body = range(6, len(lines))
    reasons = {reason: [at for at in body if lines[at].split()[3] == reason] for reason in ("move", "all", "leaf")}
    root = next(at for at in body if int(lines[at].split()[2]) and lines[at].split()[0].count("-") == 20)
    gone = dice.choice(reasons["leaf"])
    yield "a reply that is missing", "\n".join([*lines[:5], f"nodes {len(lines) - 7}", *lines[6:gone], *lines[gone + 1:]]) + "\n"
    yield "another count of lines", edited(lines, 5, f"nodes {len(lines)}")
    at = dice.choice(reasons["move"])
    yield "an illegal move", edited(lines, at, re.sub("move .*", "move d4", lines[at]))
    yield "a move that is none", edited(lines, at, re.sub("move .*", "move z9", lines[at]))
    yield "a pass that is none", edited(lines, at, re.sub("move .*", "move pass", lines[at]))
    at = dice.choice(reasons["all"])
    yield "a bound that is too weak", edited(lines, at, re.sub(r"at-most ([+-]\d+)", "at-most +60", lines[at]))
    at = dice.choice(reasons["leaf"])
    yield "a leaf that proves less", edited(lines, at, re.sub(r"leaf \S+ \S+", "leaf -64 64", lines[at]))
    yield "a leaf that says it is over", edited(lines, at, re.sub(r"leaf .*", "over", lines[at]))
    yield "a claim that is stronger", edited(lines, 3, "claim at-least -6")
    yield "another root", edited(lines, 2, lines[2].replace("root -X", "root XX"))
    yield "rules of no game", edited(lines, 1, "rules gravity=sideways")
    yield "a line of no meaning", edited(lines, root, "what")
    yield "a line twice", "\n".join([*lines[:5], f"nodes {len(lines) - 5}", *lines[6:], lines[-1]]) + "\n"
    yield "another format", edited(lines, 0, "flank proof certificate 2")
    yield "half of the file", certificate[:len(certificate) // 2]
    yield "nothing", ""


def wrong_leaf(certificate):
    """All leaves claim what they do not prove; every line by itself is in order."""
    return re.sub(r"leaf (\S+) (\S+)", lambda leaf: "leaf 64 64" if int(leaf[1]) > -64 else "leaf -64 -64", certificate)


def on_trust(folder):
    """A certificate that says nothing but that somebody has solved the beginning."""
    begin = "-" * 27 + "OX------XO" + "-" * 27
    claim = f"flank proof certificate 1\nrules usual\nroot {begin} X\nclaim at-least +60\nsolver none\nnodes 1\n"
    certificate = f"{claim}{begin} at-least +60 leaf 60 64 1\n"
    status, text = check(folder, certificate, "--sample", "10")
    assert status == 3 and ", 0 leaves solved, 1 leaves not checked, 0 faults" in text, (status, text)
    assert check(folder, certificate)[0] == 0
    status, text = check(folder, certificate, "--sample", "-3")
    assert status == 2 and "Traceback" not in text and "--sample" in text, (status, text)


def report(number, text):
    print(f"ok {number} - {text}")


def test(folder, store):
    run("farm", "init", store, "--sample", "0")
    certificates = small_claims(store)
    report(1, "claims end as they should, over one worker")
    for certificate in certificates:
        status, text = check(folder, certificate, "--sample", "3")
        assert status in (0, 3) and " 0 faults" in text, text
        assert (status == 3) == (" 3 leaves" not in text and " 0 leaves not checked" not in text), (status, text)
    report(2, "their certificates are taken")
    hard = hard_claim(store)
    status, text = check(folder, hard, "--sample", "3", "--seed", "2")
    assert status == 0 and re.search(r", 3 leaves solved, [1-9]\d* leaves not checked, 0 faults$", text.strip()), text
    report(3, "a proof outlives its workers")
    for what, certificate in damages(hard):
        status, text = check(folder, certificate)
        assert status in (1, 2) and text.count("\n") >= 1, f"{what}: {status}: {text}"
    report(4, "damaged certificates are refused")
    assert check(folder, wrong_leaf(hard))[0] == 0
    status, text = check(folder, wrong_leaf(hard), "--sample", "2")
    assert status == 1 and "by our search" in text, text
    report(5, "wrong leaves are found by a sample")
    on_trust(folder)
    report(6, "leaves that rest on trust are told")


print("1..6")
with tempfile.TemporaryDirectory() as scratch:
    if not with_postgres:
        test(scratch, os.path.join(scratch, "farm.db"))
    else:
        with real_postgres.server() as running:
            test(scratch, running.address)
