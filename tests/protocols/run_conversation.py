#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Hold the conversations of one file with the command and print TAP.

A conversation is a block of lines; it ends where the next `$` begins:

  $ flank ugi         the program, with arguments as a shell would split them; the word `flank` is the program's path
  $ limited flank ugi the same with 3 GB of address space; left out with a sanitizer, which takes more for itself
  > go depth 3        send a line              >> \\x00a\\r\\n     send bytes, with Python's escapes and no newline
  >* 70000 text       send text so many times over, as one line
  < readyok           the next line is this    <~ info .*         or matches this
  <* bestmove .*      skip lines up to one that matches
  <g = D3             a move that the program has generated; if it is another than this, it is taken back and this one made
  @ 0.5               what the next `<` waits for comes within so many seconds
  .                   close the program's input
  |                   read no more of its output
  = 0                 its exit status

At the end the input is closed (after `|` it stays open), nothing more may come, and the program must end. `flank` is the program under test, without an
opening book unless --book names one; %DATA% in a line is the folder tests/. Each runs in an empty folder.
"""
import codecs
import os
import re
import resource
import select
import shlex
import subprocess
import sys
import tempfile
import time

LIMIT_S = 120
LIMITED_BYTES = 3_000_000_000


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (LIMITED_BYTES, LIMITED_BYTES))


def has_sanitizer(flank):
    with open(flank, "rb") as file:
        return re.search(rb"__[at]san_init", file.read()) is not None


class Program:
    def __init__(self, command, flank, folder):
        arguments = shlex.split(command)
        limited = arguments[0] == "limited"
        arguments = arguments[limited:]
        arguments = [flank if argument == "flank" else argument for argument in arguments]
        self.child = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                      cwd=folder, preexec_fn=limit_memory if limited else None, env=dict(os.environ, FLANK_BOOK="", FLANK_TABLES="", LC_ALL="C.UTF-8"))
        self.bytes = b""

    def send(self, data):
        try:
            self.child.stdin.write(data)
            self.child.stdin.flush()
        except BrokenPipeError:
            pass

    def close(self):
        try:
            self.child.stdin.close()
        except BrokenPipeError:
            pass

    def line(self, limit_s):
        """The next line, or None at the end of the output."""
        deadline = time.monotonic() + limit_s
        while b"\n" not in self.bytes:
            ready = select.select([self.child.stdout], [], [], max(0, deadline - time.monotonic()))[0]
            if not ready:
                raise AssertionError(f"no line within {limit_s:g} s")
            data = os.read(self.child.stdout.fileno(), 65536)
            if not data:
                if self.bytes:
                    raise AssertionError(f"the output ends without a newline: {self.bytes!r}")
                return None
            self.bytes += data
        line, self.bytes = self.bytes.split(b"\n", 1)
        return line.decode("utf-8", "backslashreplace")


def read_conversations(path):
    found = []
    data = os.path.dirname(os.path.dirname(os.path.abspath(path)))
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n").replace("%DATA%", data)
            if not line or line.startswith("#"):
                continue
            mark, _, text = line.partition(" ")
            if mark == "$":
                found.append((number, text, []))
            elif mark in (">", ">>", ">*", "<", "<~", "<*", "<g", "@", ".", "|", "=") and found:
                found[-1][2].append((number, mark, text))
            else:
                sys.exit(f"{path}:{number}: not a line of a conversation")
    return found


def expect(program, mark, text, limit_s):
    while True:
        line = program.line(limit_s)
        if line is None:
            raise AssertionError(f"the output ends where {text!r} was expected")
        if line == text if mark == "<" else re.fullmatch(text, line):
            return
        if mark != "<*":
            raise AssertionError(f"expected {text!r}, got {line!r}")


def expect_generated(program, text, color, limit_s):
    """A GTP engine's own move: as good as another one, but what follows belongs to this one."""
    line = program.line(limit_s)
    if line == text:
        return
    if line is None or not re.fullmatch(r"= ([A-H][1-8]|pass)", line):
        raise AssertionError(f"expected a move such as {text!r}, got {line!r}")
    program.send(f"undo\nplay {color} {text[2:]}\n".encode())
    for answer in ("", "= ", "", "= "):
        expect(program, "<", answer, limit_s)


def finish(program, status):
    if not program.child.stdout.closed:
        program.close()
        line = program.line(LIMIT_S)
        if line is not None:
            raise AssertionError(f"one line too many: {line!r}")
    try:
        have = program.child.wait(LIMIT_S)
    except subprocess.TimeoutExpired:
        raise AssertionError(f"no end within {LIMIT_S} s") from None
    if have != status:
        raise AssertionError(f"exit status: expected {status}, got {have}")


def hold(command, steps, flank):
    """The problem, or None."""
    with tempfile.TemporaryDirectory() as folder:
        program = Program(command, flank, folder)
        status, limit_s, number, color = 0, LIMIT_S, 0, ""
        try:
            for number, mark, text in steps:
                if mark == ">":
                    program.send(text.encode() + b"\n")
                    color = text.split()[-1] if text.startswith("genmove ") else color
                elif mark == ">>":
                    program.send(codecs.escape_decode(text.encode())[0])
                elif mark == ">*":
                    times, _, piece = text.partition(" ")
                    program.send(codecs.escape_decode(piece.encode())[0] * int(times) + b"\n")
                elif mark == "@":
                    limit_s = float(text)
                elif mark == ".":
                    program.close()
                elif mark == "|":
                    program.child.stdout.close()
                elif mark == "=":
                    status = int(text)
                elif mark == "<g":
                    expect_generated(program, text, color, limit_s)
                else:
                    expect(program, mark, text, limit_s)
                    limit_s = LIMIT_S
            finish(program, status)
        except AssertionError as problem:
            return f"line {number}: {problem}"
        finally:
            program.child.kill()
            program.child.wait()
    return None


def main():
    flank, path = os.path.abspath(sys.argv[1]), sys.argv[2]
    conversations = read_conversations(path)
    print(f"1..{len(conversations)}")
    failed, sanitized = False, has_sanitizer(flank)
    for number, (line, command, steps) in enumerate(conversations, 1):
        if sanitized and command.startswith("limited "):
            print(f"ok {number} # SKIP a sanitizer takes more memory")
            continue
        problem = hold(command, steps, flank)
        failed = failed or problem is not None
        print(f"{'not ok' if problem else 'ok'} {number} - line {line}: {command}")
        if problem:
            print(f"#   {problem}")
    sys.exit(failed)


main()
