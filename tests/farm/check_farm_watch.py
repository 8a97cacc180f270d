#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""flank farm watch and status: a store that may only be read; watch on a pseudo-terminal and without one: it ends by q, by Ctrl-C, and when all is done.
check_farm_watch.py FLANK POSITIONS.obf"""
import json
import os
import pty
import select
import signal
import subprocess
import sys
import tempfile
import termios

import real_postgres

flank, positions = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
PATIENCE_S = 120


def run(*words):
    subprocess.run([flank, *words], check=True, stdout=subprocess.DEVNULL)


def read_until(screen, text, seen):
    while text not in seen:
        assert select.select([screen], [], [], PATIENCE_S)[0], seen
        seen += os.read(screen, 65536)
    return seen


def on_terminal(store, act):
    """The exit status of a watch that `act` ends, and all it wrote; the terminal is as it was."""
    screen, terminal = pty.openpty()
    before = termios.tcgetattr(terminal)
    watch = subprocess.Popen([flank, "farm", "watch", store], stdin=terminal, stdout=terminal, stderr=terminal,
                             env={**os.environ, "TERM": "xterm"})
    seen = read_until(screen, b"q or Ctrl-C ends", b"")
    seen = read_until(screen, b"tasks/s", seen)  # the second look
    act(watch, screen)
    status = watch.wait(timeout=PATIENCE_S)
    assert termios.tcgetattr(terminal) == before
    while select.select([screen], [], [], 0)[0]:
        seen += os.read(screen, 65536)
    os.close(screen)
    os.close(terminal)
    return status, seen.decode()


print("1..5")
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "farm.db")
    run("farm", "init", path, "--sample", "0")
    run("farm", "submit", path, "solve", positions, "--name", "list")
    ended, text = on_terminal(path, lambda watch, screen: os.write(screen, b"xq"))
    assert ended == 0 and "run  " in text and "list" in text and "\033[4A" in text, text
    print("ok 1 - q ends it, and it draws over what it drew")
    ended, _ = on_terminal(path, lambda watch, screen: watch.send_signal(signal.SIGINT))
    assert ended == 130, ended
    print("ok 2 - Ctrl-C ends it")
    lines = subprocess.Popen([flank, "farm", "watch", path], stdout=subprocess.PIPE, text=True)
    objects = subprocess.Popen([flank, "farm", "watch", path, "--json"], stdout=subprocess.PIPE, text=True)
    assert " waiting, 0 in work, 0 done, 0 parked, 0 conflicts; 0 workers alive" in lines.stdout.readline()
    first = json.loads(objects.stdout.readline())
    run("work", path, "--until-empty")
    last = lines.communicate(timeout=PATIENCE_S)[0].splitlines()[-1]
    assert lines.returncode == 0 and ": 0 waiting, 0 in work, " in last and " tasks/s" in last, last
    print("ok 3 - a line a second until all is done")
    last = json.loads(objects.communicate(timeout=PATIENCE_S)[0].splitlines()[-1])
    assert objects.returncode == 0 and last["tasks_per_s"] > 0 and last["left_s"] == 0, last
    assert last["runs"][0]["done"] == first["runs"][0]["waiting"] > 0, (first, last)
    print("ok 4 - JSON")
    os.chmod(path, 0o444)
    os.chmod(folder, 0o555)
    reader = [*real_postgres.as_user(), flank, "farm"]
    read = subprocess.run([*reader, "status", path], check=True, stdout=subprocess.PIPE, text=True).stdout
    assert f" {last['runs'][0]['done']} " in read and "0 workers alive" in read, read
    answers = subprocess.run([*reader, "export", path], check=True, stdout=subprocess.PIPE, text=True).stdout
    assert answers.count("\n") == first["runs"][0]["positions"], answers
    refused = subprocess.run([*reader, "pause", path], check=False, stderr=subprocess.PIPE, text=True)
    assert refused.returncode == 73 and refused.stderr.count("\n") == 1, refused
    os.chmod(folder, 0o755)
    print("ok 5 - a store that may only be read")
