#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Grade contestants that break each rule, and use the kit as a contestant would. Prints TAP.

    check_grade.py FLANK BREAKING_CONTESTANT OWN_CONTESTANT|none GRADER_LIBRARY KIT_FOLDER
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

# breach | game | ply | rule | text; the ply is known where the contestant breaks the rule at once
BREACHES = [
    ("off_board", 1, 1, "off_board", "MakeMove(8,3): the square is off the board"),
    ("off_board_far", 1, 1, "off_board", "MakeMove(-2147483648,2147483647): the square is off the board"),
    ("half_pass", 1, 1, "off_board", "MakeMove(-1,0): the square is off the board"),
    ("occupied", 1, 1, "occupied", "MakeMove(3,3): the square is occupied"),
    ("no_flip", 1, 1, "no_flip", "MakeMove(0,0): the move turns no disc"),
    ("pass", 1, 1, "pass", "MakeMove(-1,-1): a pass although there is a legal move, (2,3) for one"),
    ("must_pass", None, None, "must_pass", None),
    ("receive_in_own_turn", 1, 1, "your_turn", "ReceiveMove: it is your turn, MakeMove comes first"),
    ("move_twice", 1, 2, "not_your_turn", "MakeMove(2,3): it is the opponent's turn, ReceiveMove comes first"),
    ("move_first_as_white", 6, 1, "not_your_turn",
     "MakeMove(2,4): it is the opponent's turn, ReceiveMove comes first"),
    ("move_after_end", 1, None, "ended", "MakeMove(-1,-1): the game has ended, Play must return"),
    ("receive_after_end", 1, None, "ended", "ReceiveMove: the game has ended, Play must return"),
    ("early_return", 2, 2, "early_return", "Play returned before the end of the game"),
    ("crash", 1, 1, "crash", "killed by a signal: 11 (Segmentation fault)"),
    ("abort", 1, 1, "crash", "killed by a signal: 6 (Aborted)"),
    ("crash_at_exit", 10, None, "crash", "killed by a signal: 6 (Aborted)"),
    ("exit", 1, 1, "exit", "the program ended by itself: exit status 3"),
    ("exit_0", 1, 1, "exit", "the program ended by itself: exit status 0"),
    ("hang_up", 1, 1, "exit", "the program ended by itself: exit status 70"),
    ("spin", 1, 1, "time", "too much processor time: over 5 s"),
    ("memory", 1, 1, "memory", "too much memory: over 502 MB"),
    ("garbage", 1, 1, "garbage", "a line that is not of the protocol: 'move 2 3.'"),
]
FAIR = ["none", "print", "child"]


def fail(text):
    raise AssertionError(text)


class Checks:
    def __init__(self, flank, breaking, own, library, kit):
        self.flank, self.breaking, self.own, self.library, self.kit = flank, breaking, own, library, kit

    def grade(self, *options):
        done = subprocess.run([self.flank, "grade", "--json", "--seed", "1", *options], check=True, text=True,
                              capture_output=True, env=dict(os.environ, LC_ALL="C"))
        return [json.loads(line) for line in done.stdout.splitlines()]

    def grade_breaking(self, breach):
        return self.grade("--opponent", "1", "--contestant", f"env BREACH={breach} '{self.breaking}'")

    def breach(self, breach, game, ply, rule, text):
        *games, subtask, total = self.grade_breaking(breach)
        last = games[-1]
        for key, value in ("rule", rule), ("game", game), ("ply", ply), ("text", text):
            if value is not None and last.get(key) != value:
                fail(f"{key}: expected {value!r}, got {last.get(key)!r}")
        if any("rule" in earlier for earlier in games[:-1]):
            fail("the games went on after a breach")
        if subtask != {"opponent": 1, "lost": 10, "percent": 0, "points": 0} or total != {"total": 0}:
            fail(f"got {subtask} {total}")

    def must_pass_text(self):
        text = self.grade_breaking("must_pass")[-3]["text"]
        if not text.startswith("MakeMove(") or not text.endswith("): there is no legal move, (-1,-1) is due"):
            fail(text)

    def fair(self, breach):
        lines = self.grade_breaking(breach)
        if len(lines) != 12 or any("rule" in line for line in lines):
            fail(lines[-3])
        if lines != self.grade_breaking(breach):
            fail("the same seed gave other games")

    def rest_goes_on(self):
        """A breach in one subtask leaves the others: a contestant that cannot play scores 0 four times."""
        lines = self.grade("--contestant", f"env BREACH=pass '{self.breaking}'")
        subtasks = [line for line in lines if "percent" in line]
        if [line["opponent"] for line in subtasks] != [1, 2, 3, 4] or lines[-1] != {"total": 0}:
            fail(lines)

    def sum_of_points(self):
        lines = self.grade("--contestant", f"'{self.breaking}'")
        subtasks = [line for line in lines if "percent" in line]
        games = [line for line in lines if "game" in line]
        for subtask in subtasks:
            lost = sum(game["result"] == "lost" for game in games if game["opponent"] == subtask["opponent"])
            if subtask["lost"] != lost:
                fail(f"{subtask}: counted {lost} lost games")
            if subtask["points"] * 10 != subtask["percent"] * subtask["opponent"]:
                fail(subtask)
        if round(sum(10 * subtask["points"] for subtask in subtasks)) != round(10 * lines[-1]["total"]):
            fail(lines[-1])

    def own_use(self):
        """The problem allows the grader 5 s and 10 MB for the ten games against opponent 4."""
        if self.own == "none":
            return  # sanitizers use more
        # Meson asks malloc to fill what it hands out, which makes memory that is only reserved count as used.
        environment = {name: value for name, value in os.environ.items() if name != "MALLOC_PERTURB_"}
        done = subprocess.run([self.flank, "grade", "--seed", "1", "--opponent", "4", "--contestant",
                               f"env BREACH=show_memory '{self.breaking}'"], check=True, text=True, capture_output=True,
                              env=environment)
        seconds = float(re.search(r"opponent (\d+\.\d+) s", done.stdout)[1])
        kilobytes = int(re.search(r"VmHWM:\s*(\d+) kB", done.stderr)[1])
        if seconds >= 5 or kilobytes > 10 * 1024:
            fail(f"{seconds} s, {kilobytes} kB")

    def no_memory(self):
        """With no memory for an engine no game is played, rather than lost."""
        if self.own == "none":
            return  # sanitizers use more
        done = subprocess.run(["sh", "-c", 'ulimit -v 60000; exec "$0" grade --opponent 4 --seed 5', self.flank],
                              text=True, capture_output=True)
        if (done.returncode, done.stdout, done.stderr) != (70, "", "flank: grade: not enough memory\n"):
            fail(done)

    def own_strength(self):
        """100 of 100 is what our contestant is for, and it does not lose: two lost games of ten would still be 40 points."""
        if self.own == "none":
            return  # a sanitizer leaves no time to think
        for mode in ["--no-book"], ["--book", os.path.join(self.kit, "../../data/othello.book")]:
            *games, subtask, total = self.grade("--opponent", "4", *mode)
            lost = [game for game in games if "rule" in game or game["result"] == "lost"]
            if len(games) != 10 or lost or total != {"total": 40}:
                fail(f"{mode}: {subtask} {lost}")

    def own_program(self):
        if self.own == "none":
            return
        book = os.path.join(self.kit, "../../data/othello.book")  # the one that is inside the program
        in_process = self.grade("--opponent", "1", "--book", book)
        program = self.grade("--opponent", "1", "--contestant", f"'{self.own}'")
        if in_process != program:
            fail("our contestant plays other games as a program")

    def compile(self, folder, *arguments):
        subprocess.run(["g++", *arguments, "-o", "reversi", "-O2", "-lm"], check=True, cwd=folder, capture_output=True)
        return os.path.join(folder, "reversi")

    def with_kit(self, check):
        with tempfile.TemporaryDirectory() as folder:
            for name in "grader.cpp", "reversi.h", "reversi.cpp", "template-reversi.cpp", "gamelauncher":
                shutil.copy(os.path.join(self.kit, name), folder)
            check(folder)

    def kit_example(self, folder):
        program = self.compile(folder, "grader.cpp", "reversi.cpp")
        first, again, other = (subprocess.run([program], check=True, capture_output=True, text=True, env=environment).stdout
                               for environment in ({}, {}, {"REVERSI_SEED": "2"}))
        if first != again or first == other:
            fail("the seed does not decide the games")
        lines = first.splitlines()
        if len(lines) != 11 or lines[-1] != "opponent 1: lost 0 of 10, 100 %":
            fail(first)

    def kit_template(self, folder):
        program = self.compile(folder, "grader.cpp", "template-reversi.cpp")
        done = subprocess.run([program], capture_output=True, text=True)
        expected = "game 1 (black), move 1: Play returned before the end of the game\nopponent 1: 0 %\n"
        if (done.returncode, done.stdout) != (1, expected):
            fail(done.stdout)

    def kit_breaches(self, folder):
        """The sample grader names the breaches of calls in the words of the full one."""
        here = os.path.dirname(os.path.abspath(__file__))
        program = self.compile(folder, "-I.", "grader.cpp", os.path.join(here, "breaking_contestant.cpp"))
        for breach, game, ply, _, text in BREACHES[:13]:
            done = subprocess.run([program], capture_output=True, text=True, env={"BREACH": breach, "REVERSI_SEED": "1"})
            line = done.stdout.splitlines()[-2]
            if done.returncode != 1 or (game and f"game {game} (" not in line) or (ply and f", move {ply}: " not in line):
                fail(f"{breach}: {line}")
            if text and not line.endswith(": " + text):
                fail(f"{breach}: {line}")

    def kit_exit(self, folder):
        """The sample grader has the last word when Play calls exit(), whatever the status."""
        here = os.path.dirname(os.path.abspath(__file__))
        program = self.compile(folder, "-I.", "grader.cpp", os.path.join(here, "breaking_contestant.cpp"))
        expected = "game 1 (black), move 1: the program ended by itself\nopponent 1: 0 %\n"
        for breach in "exit_0", "exit":
            done = subprocess.run([program], capture_output=True, text=True, env={"BREACH": breach})
            if (done.returncode, done.stdout) != (1, expected):
                fail(f"{breach}: exit status {done.returncode}, {done.stdout!r}")

    def kit_full_grader(self, folder):
        program = self.compile(folder, "reversi.cpp", self.library)
        *games, subtask, _ = self.grade("--opponent", "1", "--contestant", f"'{program}'")
        if len(games) != 10 or subtask != {"opponent": 1, "lost": 0, "percent": 100, "points": 10}:
            fail(subtask)

    def kit_launcher(self, folder):
        """It starts `flank play othello`; a program that prints its words stands for flank."""
        done = subprocess.run(["./gamelauncher", "--side", "white"], cwd=folder, capture_output=True, text=True,
                              env=dict(os.environ, FLANK="echo"))
        if (done.returncode, done.stdout) != (0, "play othello --side white\n"):
            fail(done.stdout + done.stderr)

    def kit_alone(self, folder):
        program = self.compile(folder, "reversi.cpp", self.library)
        done = subprocess.run([program], capture_output=True, text=True)
        if (done.returncode, done.stderr) != (
                64, "This contestant is started by: flank grade --contestant PROGRAM\n"):
            fail(done.stderr)


def main():
    checks = Checks(*(word if word == "none" else os.path.abspath(word) for word in sys.argv[1:6]))
    table = [(f"breach {row[0]}", lambda row=row: checks.breach(*row)) for row in BREACHES]
    table += [("breach must_pass names the rule", checks.must_pass_text)]
    table += [(f"fair play, {breach}", lambda breach=breach: checks.fair(breach)) for breach in FAIR]
    table += [("after a breach the next subtask is played", checks.rest_goes_on),
              ("lost games, percents and points agree", checks.sum_of_points),
              ("the grader stays within its own limits", checks.own_use),
              ("without memory the grader says so", checks.no_memory),
              ("our contestant loses nothing that counts to opponent 4", checks.own_strength),
              ("our contestant is the same as a program", checks.own_program)]
    table += [(name.__name__.replace("_", " "), lambda name=name: checks.with_kit(name)) for name in
              (checks.kit_example, checks.kit_template, checks.kit_breaches, checks.kit_exit, checks.kit_full_grader,
               checks.kit_alone, checks.kit_launcher)]
    print(f"1..{len(table)}")
    failed = False
    for number, (title, check) in enumerate(table, 1):
        problem = None
        try:
            check()
        except (AssertionError, KeyError, IndexError, ValueError) as error:
            problem = repr(error)
        except subprocess.CalledProcessError as error:
            problem = f"{error}\n{error.stderr}"
        print(f"{'not ok' if problem else 'ok'} {number} - {title}", flush=True)
        if problem:
            failed = True
            print("#   " + problem.replace("\n", "\n#   "))
    sys.exit(failed)


main()
