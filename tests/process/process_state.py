# SPDX-License-Identifier: MIT
"""The state of a running program, as Linux tells it: tests wait for a state, never for a time.

A test that sends Ctrl-C "after half a second" bets on the machine; one that sends it when the program has come to where it should be
interrupted does not. The only limit is the one after which a test has failed.
"""
import fcntl
import os
import signal
import sys
import termios
import time

LIMIT_S = 240


def wait_until(condition, what):
    """Return what the condition returns as soon as that is true; what: for the complaint."""
    deadline = time.monotonic() + LIMIT_S
    try:
        while not (value := condition()):
            if time.monotonic() > deadline:
                raise AssertionError(f"not within {LIMIT_S} s: {what}")
            time.sleep(0.005)
    except (FileNotFoundError, ProcessLookupError) as gone:  # raised by /proc for a process that has ended
        raise AssertionError(f"it ended before: {what}") from gone
    return value


def _fields(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)


def _has(signals, number):
    return bool(int(signals, 16) >> (number - 1) & 1)


def watches_for(pid, number=signal.SIGINT):
    """The program has blocked the signal, since a thread of it waits for it (src/cli/command/interrupt.h). That it catches the signal would not do:
    every command does so from its first instructions on, to end by it without a word. (Between fork and exec it is still us.)"""
    if os.readlink(f"/proc/{pid}/exe") == os.readlink("/proc/self/exe"):
        return False
    return _has(_fields(f"/proc/{pid}/status")["SigBlk"], number)


def has_taken(pid, number=signal.SIGINT):
    """A signal that was sent has arrived."""
    fields = _fields(f"/proc/{pid}/status")
    return not any(_has(fields[name], number) for name in ("SigPnd", "ShdPnd"))


def ignores(pid, number):
    """The program, no longer we, ignores the signal."""
    return os.readlink(f"/proc/{pid}/exe") != os.readlink("/proc/self/exe") and _has(_fields(f"/proc/{pid}/status")["SigIgn"], number)


def _threads(pid):
    """State and number of switches of every thread."""
    rows = []
    for thread in sorted(os.listdir(f"/proc/{pid}/task")):
        try:
            fields = _fields(f"/proc/{pid}/task/{thread}/status")
        except (FileNotFoundError, ProcessLookupError):  # it ended just now; if the whole program did, that is told
            if os.path.exists(f"/proc/{pid}/status"):
                rows.append((thread, "gone", "", ""))
                continue
            raise
        rows.append((thread, fields["State"][0], fields["voluntary_ctxt_switches"], fields["nonvoluntary_ctxt_switches"]))
    return rows


def at_rest(pid):
    """All threads sleep, and none has run for a while: the program waits for something from outside."""
    before = _threads(pid)
    if not watches_for(pid) or any(row[1] != "S" for row in before):
        return False
    time.sleep(0.03)
    return _threads(pid) == before


def unread_bytes(pipe):
    """The number of bytes written to a pipe and not yet read."""
    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


def is_full(pipe):
    """Whoever writes more than a page to the pipe must wait. That a program rests is not enough to know it: it may wait for a slow disk."""
    return unread_bytes(pipe) > fcntl.fcntl(pipe, fcntl.F_GETPIPE_SZ) - os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    sys.exit("to be imported")
