#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Run a command and send it Ctrl-C (SIGINT) when it has come to a certain point.   interrupt.py EVENT… -- COMMAND…

EVENT is `ready`: it watches for the signal; `rest`: it has read all of ours and waits for more; or a regular expression: this has appeared
in its output, in the order given. Its standard error is a terminal, so that progress counts too; what a terminal would show in
the end is passed on, and so is the exit status. Its standard input stays open when ours has ended.
"""
import os
import pty
import re
import select
import signal
import subprocess
import sys
import threading
import time
import tty

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "process"))
from process_state import LIMIT_S, at_rest, unread_bytes, watches_for  # noqa: E402


def feed(pipe, all_written):
    try:
        while data := os.read(0, 65536):
            pipe.write(data)
    except BrokenPipeError:
        pass
    all_written.set()


class Command:
    def __init__(self, arguments):
        self.terminal, other_end = pty.openpty()
        tty.setraw(other_end)
        self.process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=other_end, bufsize=0,
                                        env=dict(os.environ, TERM="xterm"))
        os.close(other_end)
        self.shown = b""
        self.waiting = {self.process.stdout.fileno(): "output", self.terminal: "shown"}
        self.output = b""
        self.all_written = threading.Event()
        threading.Thread(target=feed, args=(self.process.stdin, self.all_written), daemon=True).start()

    def read(self, seconds):
        for source in select.select(list(self.waiting), [], [], seconds)[0]:
            try:
                data = os.read(source, 65536)
            except OSError:  # a terminal that nobody writes to any more
                data = b""
            if self.waiting[source] == "shown":
                self.shown += data
            else:
                self.output += data
                os.write(1, data)
            if not data:
                del self.waiting[source]

    def has_come_to(self, event):
        if event == "ready":
            return watches_for(self.process.pid)
        if event == "rest":
            return self.all_written.is_set() and not unread_bytes(self.process.stdin) and at_rest(self.process.pid)
        return re.search(event.encode(), self.shown + b"\n" + self.output)

    def wait_for(self, event, deadline):
        while not self.has_come_to(event):
            if not self.waiting or time.monotonic() > deadline:
                self.process.kill()
                sys.exit(f"interrupt.py: it never came to {event!r}; it showed: {self.shown[-300:]!r}")
            self.read(0.01 if event in ("ready", "rest") else 1)

    def finish(self):
        """Everything that is left; the exit status."""
        while self.waiting:
            self.read(None)
        shown = re.sub(rb"[^\n]*\r", b"", self.shown).replace(b"\x1b[K", b"")
        os.write(2, shown)
        return self.process.wait()


def main():
    split = sys.argv.index("--")
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # not as of a background job
    command = Command(sys.argv[split + 1:])
    deadline = time.monotonic() + LIMIT_S
    for event in sys.argv[1:split]:
        command.wait_for(event, deadline)
    command.process.send_signal(signal.SIGINT)
    status = command.finish()
    sys.exit(status if status >= 0 else 128 - status)


main()
