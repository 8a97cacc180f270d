#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An Othello engine that is written without looking at ours, and that can misbehave.   engine.py gtp|nboard|ugi|hub [MISBEHAVIOUR [N]]

It plays the move that turns most discs, the first of them, so that its games can be repeated. From its Nth answer on (1: at
once), counted from the start of the process, it misbehaves: see `misbehave`. Edax's blanks after === are what `edax` stands for. Over Hub it knows no game: it can only misbehave.
`score` and `mate` are no misbehaviour: N is the score that it tells, in discs, or the moves to its win.
If FLANK_MATCH_LOG names a file, it writes there what it hears.
"""
import os
import signal
import sys
import time

DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


class Board:
    def __init__(self):
        self.cells = {}
        for square, color in ("d4", "O"), ("e5", "O"), ("e4", "X"), ("d5", "X"):
            self.cells[square] = color

    @staticmethod
    def other(color):
        return "O" if color == "X" else "X"

    def turned(self, color, square):
        if square in self.cells:
            return []
        found = []
        for x, y in DIRECTIONS:
            line, column, row = [], ord(square[0]) + x, int(square[1]) + y
            while self.cells.get(chr(column) + str(row)) == self.other(color):
                line.append(chr(column) + str(row))
                column, row = column + x, row + y
            if self.cells.get(chr(column) + str(row)) == color:
                found += line
        return found

    def best(self, color):
        squares = [column + row for row in "12345678" for column in "abcdefgh"]
        return max(squares, key=lambda square: len(self.turned(color, square)))

    def play(self, color, square):
        if square[:2].lower() in ("pa", "--"):
            return
        for cell in self.turned(color, square) + [square]:
            self.cells[cell] = color


def log(line):
    path = os.environ.get("FLANK_MATCH_LOG")
    if path:
        with open(path, "a", encoding="utf-8") as file:
            file.write(line)


class Engine:
    def __init__(self, protocol, fault, after):
        self.protocol, self.fault, self.after = protocol, fault, after
        self.answers = 0
        self.board, self.color = Board(), "X"

    def say(self, text):
        print(text, flush=True)

    def misbehave(self):
        """The answer to be given instead of the move, or None for the right one."""
        self.answers += 1
        if self.answers < self.after:
            return None
        if self.fault == "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        elif self.fault == "exit":
            sys.exit(3)
        elif self.fault == "hang":
            if "FLANK_TEST_HANGS" in os.environ:  # told by a file
                open(os.environ["FLANK_TEST_HANGS"], "w", encoding="utf-8").close()
            time.sleep(1000)
        elif self.fault == "slow":
            time.sleep(4)
        elif self.fault == "pause":  # told by a file; until that is gone
            if self.answers == self.after:
                open(os.environ["FLANK_TEST_HANGS"], "w", encoding="utf-8").close()
            while os.path.exists(os.environ["FLANK_TEST_HANGS"]):
                time.sleep(0.01)
        elif self.fault == "illegal":
            return "a1" if self.answers < 60 else "h1"
        elif self.fault == "garbage":
            return "\x01\xff?%s 9z"
        elif self.fault == "empty":
            return ""
        elif self.fault == "none":
            return "(none)"
        elif self.fault == "resign":
            return "resign"
        elif self.fault == "flood":  # without a newline, without an end
            while True:
                os.write(1, b"x" * 65536)
        elif self.fault == "chatter":  # with newlines, without an end
            while True:
                os.write(1, b"info string still thinking\n" * 1000)
        elif self.fault == "close":  # its output, but it goes on running
            os.close(1)
            time.sleep(1000)
        elif self.fault == "fork":  # a child that keeps the output open, and the engine gone
            if os.fork():
                os._exit(5)
            time.sleep(1000)
        return None

    def think(self):
        answer = self.misbehave()
        return self.board.best(self.color) if answer is None else answer

    def play(self, color, move):
        self.board.play(color, move.lower())
        self.color = Board.other(color)

    def gtp(self, words):
        if words[0] == "name":
            return self.say("= test engine\n")
        if words[0] == "version":
            return self.say("= 1.0\n")
        if words[0] == "clear_board":
            self.board, self.color = Board(), "X"
        elif words[0] == "play":
            self.play("X" if words[1][0] in "bB" else "O", words[2])
        elif words[0] == "genmove":
            self.color = "X" if words[1][0] in "bB" else "O"
            move = self.think()
            self.say("= " + move.upper() + "\n")
            return self.play(self.color, move) if len(move) == 2 else None
        elif words[0] == "quit":
            self.say("=\n")
            sys.exit(0)
        elif words[0] == "time_left" and self.fault == "integers" and not words[2].isdigit():
            return self.say("? not an integer\n")
        elif words[0] not in ("boardsize", "set_game", "time_settings", "time_left"):
            return self.say("? unknown command\n")
        return self.say("=\n")

    def nboard(self, words):
        if words[0] == "nboard":
            self.say("set myname test engine")
        elif words[:2] == ["set", "game"]:
            self.board, self.color = Board(), "X"
            for part in " ".join(words).split("*]", 1)[1].split("]"):
                if part[:2] in ("B[", "W["):
                    self.play("X" if part[0] == "B" else "O", part[2:].split("/")[0])
        elif words[0] == "move":
            self.play(self.color, words[1].split("/")[0])
        elif words[0] == "go":
            self.say("status thinking")
            score = self.after if self.fault == "score" else -1
            self.say(("=== %s %.2f 0.0" if self.fault == "edax" else "===%s/%.2f/0.0") % (self.think().upper(), score))
        elif words[0] == "ping":
            self.say("pong " + words[1])
        elif words[0] == "quit":
            sys.exit(0)

    def ugi(self, words):
        if words[0] == "ugi":
            self.say("id name test engine\nugiok")
        elif words[0] == "isready":
            self.say("readyok")
        elif words[0] == "position":
            self.board, self.color = Board(), "X"
            for move in words[3:]:
                self.play(self.color, move)
        elif words[0] == "go":
            score = f"mate {self.after}" if self.fault == "mate" else f"cp {100 * self.after if self.fault == 'score' else 0}"
            self.say(f"info depth 1 score {score}\nbestmove " + self.think())
        elif words[0] == "quit":
            sys.exit(0)

    def hub(self, words):
        if words[0] == "hub":
            self.say("id name=test\nwait")
        elif words[0] == "init":
            self.say("ready")
        elif words[0] == "ping":
            self.say("pong")
        elif words[0] == "go":
            self.say("done" if self.fault == "empty" else 'info depth=1\nerror message="I cannot"')
        elif words[0] == "quit":
            sys.exit(0)

    def run(self):
        if self.fault == "deaf":  # says nothing, ever
            time.sleep(1000)
        if self.fault == "noise":  # fills standard error, which nobody reads
            sys.stderr.write("noise\n" * 100000)
        for line in sys.stdin:
            log(line)
            if line.strip() == "quit" and self.fault == "stubborn":
                time.sleep(1000)
            if line.split():
                getattr(self, self.protocol)(line.split())
        if self.fault == "stubborn":
            time.sleep(1000)


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    Engine(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "", int(sys.argv[3]) if len(sys.argv) > 3 else 1).run()
