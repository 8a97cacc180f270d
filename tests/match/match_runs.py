# SPDX-License-Identifier: MIT
"""What the tests of matches share: running flank match, killing it, and the names of the test's own engines."""
import glob
import json
import os
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "process"))
from process_state import LIMIT_S, wait_until  # noqa: E402

ENGINE = f"python3 {HERE}/engine.py"
TIMEOUT_S = 600
FLANK = os.path.abspath(sys.argv[1])
MARK = f"FLANK_MATCH_TEST={os.getpid()}-{time.time()}"
os.environ[MARK.split("=")[0]] = MARK.split("=")[1]
os.environ["FLANK_BOOK"] = os.environ["FLANK_TABLES"] = ""
for ignored in signal.SIGINT, signal.SIGHUP:  # as of a background job, or under nohup: flank would keep it so
    signal.signal(ignored, signal.SIG_DFL)


def run(*arguments, status=0, log=None, alone=True):
    """The finished process; nothing that it started is left. `log` is the engine's, `alone` that no other match is under way."""
    done = subprocess.run([FLANK, "match", *arguments], capture_output=True, text=True, timeout=TIMEOUT_S,
                          env=dict(os.environ, FLANK_MATCH_LOG=log) if log else None)
    assert done.returncode == status, f"status {done.returncode}: {done.stderr}"
    if alone:
        check_nothing_left()
    return done


def table(*arguments, **options):
    return json.loads(run(*arguments, "--json", **options).stdout)


def processes():
    """The processes that run engine.py of this run, as ps would show them: (number, is a zombie)."""
    found = []
    for path in glob.glob("/proc/[0-9]*/environ"):
        try:
            if MARK.encode() in open(path, "rb").read():
                number = int(path.split("/")[2])
                if number != os.getpid():
                    found.append(number)
        except OSError:
            pass
    return found


def check_nothing_left():
    until = time.time() + 60
    while processes() and time.time() < until:
        time.sleep(0.05)
    assert not processes(), f"left running: {processes()}"


def interrupt(arguments, number, is_time):
    match = subprocess.Popen([FLANK, "match", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_until(is_time, "where it is to be interrupted")
    match.send_signal(number)
    out, err = match.communicate(timeout=LIMIT_S)
    check_nothing_left()
    return match.returncode, out, err


def without_times(text):
    result = json.loads(text)
    for engine in result["engines"]:
        del engine["s_per_move"]
    del result["resumed"]
    return result


def size_of(path):
    return os.path.getsize(path) if os.path.exists(path) else 0


def run_tests(tests):
    """Run the functions named test_… of a module, or those of the command line, and end."""
    tests = [(name, function) for name, function in tests.items() if name.startswith("test_")]
    tests = [row for row in tests if len(sys.argv) == 2 or row[0] in sys.argv[2:]]
    print(f"1..{len(tests)}")
    failed = False
    for number, (name, function) in enumerate(tests, 1):
        try:
            skipped = function()
            print(f"ok {number} - {name[5:].replace('_', ' ')}{' # SKIP ' + skipped[6:] if skipped else ''}", flush=True)
        except (AssertionError, subprocess.TimeoutExpired, KeyError, ValueError, OSError) as problem:
            failed = True
            print(f"not ok {number} - {name[5:].replace('_', ' ')}\n# {str(problem)[:2000]!r}", flush=True)
    sys.exit(failed)
