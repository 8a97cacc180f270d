# SPDX-License-Identifier: MIT
"""Programs on pseudo-terminals: a test types keys and waits for what a person would wait for."""
import os
import pty
import re
import select
import signal
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "process"))
from process_state import LIMIT_S  # noqa: E402


class Terminal:
    """A program on a terminal of its own."""

    def __init__(self, arguments, folder, **environment):
        self.output = ""
        self.process, self.master = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            variables = dict(os.environ, TERM="xterm-256color", LC_ALL="C.UTF-8", HOME=folder,
                             FLANK_BOOK="", FLANK_TABLES="")  # flank is to think, not to answer from a book
            for name in "NO_COLOR", "XDG_STATE_HOME":
                variables.pop(name, None)
            variables.update(environment)
            os.execve(arguments[0], arguments, variables)

    def type(self, keys):
        os.write(self.master, keys.encode())

    def read_some(self, deadline):
        """Add what the program has written; False at its end."""
        ready = select.select([self.master], [], [], max(0.0, deadline - time.monotonic()))[0]
        if not ready:
            raise AssertionError(f"no answer in {LIMIT_S} s; so far: {self.output[-600:]!r}")
        try:
            data = os.read(self.master, 65536)
        except OSError:
            data = b""
        self.output += data.decode("utf-8", "replace")
        return bool(data)

    def wait_for(self, pattern):
        """Read until the pattern appears; return the text up to its end, which is then forgotten."""
        deadline = time.monotonic() + LIMIT_S
        while not (match := re.search(pattern, self.output)):
            if not self.read_some(deadline):
                raise AssertionError(f"ended without {pattern!r}; the rest: {self.output[-600:]!r}")
        text, self.output = self.output[:match.end()], self.output[match.end():]
        return text

    def status(self):
        """Read to the end; the exit status."""
        deadline = time.monotonic() + LIMIT_S
        while self.read_some(deadline):
            pass
        status = os.waitpid(self.process, 0)[1]
        os.close(self.master)
        self.process = 0
        return os.waitstatus_to_exitcode(status)

    def abandon(self):
        if self.process:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
            os.close(self.master)
