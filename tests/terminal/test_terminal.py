#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Play on a real (pseudo) terminal: the menu, colours, line editing, TAB, Ctrl-C, Ctrl-D, questions. Prints TAP.

Each test types keys and waits for what a person would wait for; nothing is timed but the limit after which a test has failed.
"""
import os
import signal
import subprocess
import sys
import tempfile
import time

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), *folder) for folder in ((), ("..", "process"))]
from pseudo_terminal import Terminal  # noqa: E402
from process_state import LIMIT_S, at_rest, has_taken, is_full, watches_for, wait_until  # noqa: E402

CTRL_A, CTRL_C, CTRL_D, CTRL_E = "\x01", "\x03", "\x04", "\x05"
START = "---------------------------OX------XO--------------------------- X;"
UP, TAB = "\x1b[A", "\t"


def equal(have, want):
    if have != want:
        raise AssertionError(f"expected {want!r}, got {have!r}")


def test_board_in_colour(start):
    """discs and colours by default"""
    terminal = start("play", "othello", "--level", "1")
    board = terminal.wait_for("black> ")
    assert "\x1b[48;5;" in board and "\u25cf" in board and "\u00b7" in board, board
    terminal.type("quit\r")
    terminal.wait_for("Goodbye")
    equal(terminal.status(), 0)


def test_no_color(start):
    """NO_COLOR takes the colours, not the discs; without UTF-8 they are letters"""
    for locale, row, state in ("C.UTF-8", "\u25cb  \u25cf", "black (\u25cf) 2, white (\u25cb) 2"), ("C", "O  X", "black (X) 2, white (O) 2"):
        terminal = start("play", "othello", NO_COLOR="1", LC_ALL=locale)
        board = terminal.wait_for("black> ")
        assert "\x1b[48" not in board and f" 4  .  .  +  {row}  .  .  .  4" in board and state in board, board
        terminal.type(CTRL_D)
        equal(terminal.status(), 0)


def test_dumb_terminal(start):
    """a dumb terminal gives the plain board"""
    terminal = start("play", "othello", TERM="dumb")
    assert "\x1b" not in terminal.wait_for("black> ")
    terminal.type("quit\r")
    equal(terminal.status(), 0)


def test_ascii_locale(start):
    """without UTF-8 the pieces are letters"""
    terminal = start("play", "othello", LC_ALL="C")
    board = terminal.wait_for("black> ")
    assert "\x1b[48;5;" in board and "\u25cf" not in board and "X" in board
    terminal.type("quit\r")
    equal(terminal.status(), 0)


def test_line_editing_and_history(start):
    """a typed line can be mended, and comes back with the up arrow"""
    terminal = start("play", "othello", "--side", "both")
    terminal.wait_for("black> ")
    terminal.type("5" + CTRL_A + "f" + CTRL_E + "\r")
    terminal.wait_for("white> ")
    terminal.type("undo\r")
    terminal.wait_for("took back f5")
    terminal.wait_for("black> ")
    terminal.type(UP + UP + "\r")
    terminal.wait_for("white> ")
    terminal.type("quit\r")
    equal(terminal.status(), 0)


def test_tab(start):
    """TAB completes commands and moves, and lists what fits"""
    terminal = start("play", "othello", "--side", "both")
    terminal.wait_for("black> ")
    terminal.type("f" + TAB + "\r")
    terminal.wait_for("white> ")
    terminal.type("f" + TAB)
    terminal.wait_for("f4  f6")
    terminal.type("6\r")
    terminal.wait_for("black> ")
    terminal.type("und" + TAB + "\r")
    terminal.wait_for("took back f6")
    terminal.type("quit\r")
    equal(terminal.status(), 0)


def test_tab_behind_commands(start):
    """TAB behind a command completes what it takes: sides of the game, games, names of files with blanks in folders"""
    os.makedirs(os.path.join(start.folder, "my games"))
    for name in "one game.txt", "two.txt", ".hidden":
        with open(os.path.join(start.folder, "my games", name), "w", encoding="utf-8") as file:
            file.write("f5d6c3\n")
    terminal = start("play", "othello", "--side", "both")
    terminal.wait_for("black> ")
    terminal.type("load m" + TAB)
    terminal.wait_for("y games/")
    terminal.type(TAB)
    assert "hidden" not in terminal.wait_for(r"my games/one game.txt  my games/two.txt  \r\n")
    terminal.type("o" + TAB + "\r")
    terminal.wait_for("black 5, white 2")
    terminal.wait_for("white> ")
    terminal.type("save my games/th.txt\r")
    terminal.wait_for("saved to my games/th.txt")
    terminal.type("save! my games/t" + TAB)
    terminal.wait_for(r"my games/th.txt  my games/two.txt  \r\n")
    terminal.type("h" + TAB + "\r")
    terminal.wait_for("saved to my games/th.txt")
    terminal.type("new dr" + TAB + "\r")
    terminal.wait_for(r"white> ")
    terminal.type("side " + TAB)
    terminal.wait_for(r"black  white  both  none  \r\n")
    terminal.type("bo" + TAB + "\r")
    terminal.wait_for(r"white> ")
    terminal.type("quit\r")
    equal(terminal.status(), 0)


def test_wrong_input_is_forgiven(start):
    """a person may try again"""
    terminal = start("play", "othello")
    terminal.wait_for("black> ")
    terminal.type("a1\r")
    terminal.wait_for("a1 is not legal here")
    terminal.wait_for("black> ")
    terminal.type("level\r")
    terminal.wait_for("'level' needs a word after it")
    terminal.wait_for("black> ")
    terminal.type("quit\r")
    equal(terminal.status(), 0)


def test_ctrl_c_at_the_prompt(start):
    """Ctrl-C ends politely, with 130, where there is nothing to lose"""
    terminal = start("play", "othello")
    terminal.wait_for("black> ")
    terminal.type("f5" + CTRL_C)
    terminal.wait_for("Goodbye")
    equal(terminal.status(), 130)
    equal(os.listdir(terminal.folder), [])


def test_ctrl_c_in_a_game(start):
    """the first Ctrl-C in an unsaved game drops the line and says how to leave, the second in a row leaves"""
    terminal = start("play", "othello", "--side", "both")
    terminal.wait_for("black> ")
    terminal.type("f5\r")
    terminal.wait_for("white> ")
    terminal.type("d6" + CTRL_C)
    terminal.wait_for("quit, or Ctrl-C again, leaves the game; load brings it back\r\n")
    terminal.wait_for("white> ")
    terminal.type("f4\r")
    terminal.wait_for("black> ")
    terminal.type(CTRL_C)
    terminal.wait_for("quit, or Ctrl-C again")
    terminal.wait_for("black> ")
    terminal.type(CTRL_C)
    terminal.wait_for(r"Goodbye, and thanks for the game\. It is kept: load brings it back\.")
    equal(terminal.status(), 130)


def test_unsaved_game(start):
    """a game outlives Ctrl-D, a closed terminal and kill, until it is saved; load without a name brings it back"""
    kept = os.path.join(start.folder, ".local", "state", "flank", "unsaved-game")
    for ends in (lambda terminal: terminal.type(CTRL_D), lambda terminal: os.kill(terminal.process, signal.SIGHUP),
                 lambda terminal: os.kill(terminal.process, signal.SIGKILL)):
        terminal = start("play", "othello", "--side", "both")
        terminal.wait_for("black> ")
        terminal.type("f5d6\r")
        terminal.wait_for("black> ")
        ends(terminal)
        terminal.status()
        assert "1. f5 d6" in open(kept, encoding="utf-8").read()
        terminal = start("play", "loa", "--side", "both")
        terminal.wait_for(r"The last game was not saved: load brings it back\.")
        terminal.wait_for("black> ")
        terminal.type("load\r")
        terminal.wait_for("loaded the game that was not saved")
        terminal.wait_for("black> ")
        terminal.type("board\r")
        terminal.wait_for("moves: f5, d6")
        terminal.type("save game\r")
        terminal.wait_for("saved to game")
        equal(os.path.exists(kept), False)
        terminal.type(CTRL_C)
        equal(terminal.status(), 130)
        os.unlink(os.path.join(start.folder, "game"))


def test_nowhere_to_keep_a_game(start):
    """without a place for it the game is not kept, and that is said, once"""
    terminal = start("play", "othello", "--side", "both", XDG_STATE_HOME="/dev/null")
    terminal.wait_for("black> ")
    terminal.type("f5\r")
    terminal.wait_for("This game is lost if you do not save it: /dev/null/flank/unsaved-game cannot be written: Not a directory\r\n")
    terminal.wait_for("white> ")
    terminal.type("d6\r")
    assert "is lost" not in terminal.wait_for("black> ")
    terminal.type(CTRL_C)
    terminal.wait_for("quit, or Ctrl-C again, leaves the game, which is not saved\r\n")
    terminal.type(CTRL_C)
    terminal.wait_for(r"Goodbye, and thanks for the game\.\r\n")
    equal(terminal.status(), 130)


def test_ctrl_c_while_thinking(start):
    """Ctrl-C makes flank move at once, and the game goes on"""
    terminal = start("play", "othello", "--time", "1h/move")
    terminal.wait_for("black> ")
    terminal.type("f5\r")
    terminal.wait_for("move now.*depth")
    terminal.type(CTRL_C)
    terminal.wait_for("white plays [a-h][1-8]")
    terminal.wait_for("black> ")
    terminal.type("quit\r")
    equal(terminal.status(), 0)


def test_ctrl_c_stops_a_game_of_flank_against_itself(start):
    """with --side none Ctrl-C pauses the game and go continues it"""
    terminal = start("play", "othello", "--side", "none", "--time", "1h/move")
    terminal.wait_for("move now.*depth")
    terminal.type(CTRL_C)
    terminal.wait_for("white> ")
    terminal.type("go\r")
    terminal.wait_for("move now.*depth")
    terminal.type(CTRL_C)
    terminal.wait_for("black> ")
    terminal.type("quit\r")
    equal(terminal.status(), 0)


def test_save_asks(start):
    """another file is only replaced when the person agrees"""
    terminal = start("play", "othello", "--side", "both")
    path = os.path.join(terminal.folder, "game")
    with open(path, "w", encoding="utf-8") as file:
        file.write("precious\n")
    terminal.wait_for("black> ")
    terminal.type("save game\r")
    terminal.wait_for(r"game exists\. ")
    terminal.wait_for(r"\[y/N\] ")
    terminal.type("\r")
    terminal.wait_for("not saved")
    equal(open(path, encoding="utf-8").read(), "precious\n")
    terminal.type("save game\r")
    terminal.wait_for(r"\[y/N\] ")
    terminal.type("y\r")
    terminal.wait_for("saved to game")
    assert '[Game "othello"]' in open(path, encoding="utf-8").read()
    terminal.wait_for("black> ")
    terminal.type("f5\r")
    terminal.wait_for("white> ")
    terminal.type("save game\r")
    terminal.wait_for("saved to game")
    terminal.type("quit\r")
    equal(terminal.status(), 0)
    equal([name for name in os.listdir(terminal.folder) if name[0] != "."], ["game"])


def test_library_delete_asks(start):
    """games of the library are deleted only after a yes"""
    with open(os.path.join(start.folder, "games.txt"), "w", encoding="utf-8") as file:
        file.write("f5d6c3\nf5f6\n")
    start("library", "import", "--library", "l", "games.txt").wait_for("2 of them new")
    for answer, left in ("n", 2), ("", 2), ("y", 0):
        terminal = start("library", "delete", "--library", "l", "--game", "othello")
        terminal.wait_for(r"l: delete 2 games\? \[y/N\] ")
        terminal.type(answer + "\r")
        terminal.wait_for(f"l: {2 - left} games deleted")
        equal(terminal.status(), 0)
        start("library", "search", "--library", "l").wait_for("2 games" if left else "no game")


def test_menu(start):
    """flank alone asks for game, level and side"""
    terminal = start()
    terminal.wait_for("1  Othello")
    terminal.wait_for(r"Which game\? \[1\] ")
    terminal.type("99\r")
    terminal.wait_for("Please type a number from 1 to")
    terminal.type("\r")
    terminal.wait_for(r"How strong.*\[3\] ")
    terminal.type("1\r")
    terminal.wait_for(r"Your side: black, white, both or none\? \[black\] ")
    terminal.type("green\r")
    terminal.wait_for("Please type one of these words")
    terminal.type("white\r")
    terminal.wait_for("black plays [a-h][1-8]")
    terminal.wait_for("white> ")
    terminal.type("quit\r")
    equal(terminal.status(), 0)


def test_menu_ends(start):
    """quit and Ctrl-D end with 0 at each question of the menu, Ctrl-C with 130"""
    questions = r"Which game\? \[1\] ", r"How strong.*\[3\] ", r"Your side: .*\[black\] "
    for answered in range(len(questions)):
        for keys, status in (("quit\r", 0), (" Q \r", 0), (CTRL_D, 0), (CTRL_C, 130)):
            terminal = start()
            for question in questions[:answered]:
                terminal.wait_for(question)
                terminal.type("\r")
            terminal.wait_for(questions[answered])
            terminal.type(keys)
            terminal.wait_for(r"Goodbye\.")
            equal(terminal.status(), status)


def test_menu_takes_whole_answers(start):
    """a number or a quit with something after it is asked for again"""
    terminal = start()
    for answer in "quit now\r", "1 2\r":
        terminal.wait_for(r"Which game\? \[1\] ")
        terminal.type(answer)
        terminal.wait_for("Please type a number from 1 to [0-9]+, or quit")
    terminal.wait_for(r"Which game\? \[1\] ")
    terminal.type("q\r")
    equal(terminal.status(), 0)


def test_solve_needs_a_file(start):
    """solve does not wait for a terminal"""
    terminal = start("solve")
    terminal.wait_for("flank: solve: FILE is missing; see 'flank help solve'")
    equal(terminal.status(), 64)


def test_solve_shows_its_thinking(start):
    """a long position shows depth, confidence, value, nodes and line of the latest step while it is solved"""
    with open(os.path.join(start.folder, "long.obf"), "w", encoding="utf-8") as file:
        file.write("% a comment\n" + START + "\n")
    terminal = start("solve", "long.obf")
    terminal.wait_for(r"\rline 2, [\d.]+ s: depth \d+@73%  [+-]\d+\.00  [\d.]+ s  [\d.]+[kM]? nodes.*  [a-h][1-8] ")
    terminal.type(CTRL_C)
    equal(terminal.status(), 130)


def test_solve_interrupted(start):
    """Ctrl-C makes solve print the best so far, not exact, and end with 130"""
    terminal = start("solve", "-", "--json")
    terminal.type(START + "\r")
    terminal.wait_for(r"line 1, [\d.]+ s: depth [1-9]")
    terminal.type(CTRL_C)
    terminal.wait_for(r'\{"file":"-","line":1,.*"exact":false,.*\}\r\n')
    equal(terminal.status(), 130)


def test_solve_interrupted_in_words(start):
    """the positions in work are told as not solved, the others not at all"""
    with open(os.path.join(start.folder, "many.obf"), "w", encoding="utf-8") as file:
        file.write((START + "\n") * 5)
    terminal = start("solve", "many.obf", "--threads", "2", "--progress")
    terminal.wait_for(r"many.obf:1: depth(.|\n)*many.obf:2: depth|many.obf:2: depth(.|\n)*many.obf:1: depth")
    terminal.type(CTRL_C)
    terminal.wait_for(r"    1   60 .*not solved (.|\n)*    2   60 .*not solved (.|\n)*"
                      r"\n2 positions, 2 not solved; .*; interrupted\r\n")
    equal(terminal.status(), 130)


def test_hint_interrupted(start):
    """Ctrl-C makes hint print the best so far and end with 130"""
    terminal = start("hint", "--moves", "f5", "--time", "600")
    terminal.wait_for("depth [0-9]+@73%")
    terminal.type(CTRL_C)
    terminal.wait_for(r"Othello, white to move, depth \d+@73%, .* s, interrupted\r\n(.*\r\n){3}")
    equal(terminal.status(), 130)


def test_long_work_interrupted(start):
    """Ctrl-C ends perft, grade and train with 130, and each says where it stands"""
    for arguments, line in ((("perft", "othello", "18"), r"perft: interrupted after [\d.]+ s; the count is not complete"),
                            (("grade", "--seed", "7"),
                             r"grade: interrupted with \d+ of 40 games played; --seed 7 plays the same games again"),
                            (("train", "made"), "train: interrupted in round 0.*; made keeps all that is complete, and "
                                                "the same command goes on from there")):
        terminal = start(*arguments)
        wait_until(lambda: watches_for(terminal.process), "made ready for Ctrl-C")
        terminal.type(CTRL_C)
        terminal.wait_for("flank: " + line + "\r\n")
        equal(terminal.status(), 130)


def test_second_ctrl_c(start):
    """a second Ctrl-C ends at once what the first has not yet ended"""
    with open(os.path.join(start.folder, "easy.obf"), "w", encoding="utf-8") as file:
        file.write(("X" * 63 + "- O;\n") * 5000)
    with subprocess.Popen([start.program, "solve", "easy.obf", "--json"], cwd=start.folder,
                          stdout=subprocess.PIPE) as solve:  # nobody reads it, so that writing to it hangs
        wait_until(lambda: is_full(solve.stdout) and at_rest(solve.pid), "the pipe is full")
        solve.send_signal(signal.SIGINT)
        wait_until(lambda: has_taken(solve.pid), "Ctrl-C has arrived")
        wait_until(lambda: at_rest(solve.pid), "its time has been noted, and the next one is waited for")
        time.sleep(0.5)  # sooner it would count as the same one
        equal(solve.poll(), None)
        solve.send_signal(signal.SIGINT)
        equal(solve.wait(LIMIT_S), 130)


def test_time_left_is_not_guessed(start):
    """the time left is not told from the first bit of the work"""
    with open(os.path.join(start.folder, "many.txt"), "w", encoding="utf-8") as file:
        file.write("f5d6c3d3c4f4f6\n" * 40000)
    terminal = start("analyze", "many.txt", "--level", "12", "--no-book")
    terminal.wait_for(r"\[[#.]{24}\] +\d+ %  [1-9]\d* positions, \d+ games, [\d.]+/s\x1b\[K")
    terminal.type(CTRL_C)
    equal(terminal.status(), 130)


def test_book_progress(start):
    """a builder of a book shows how far it is; Ctrl-C ends it with 130, and the book is there"""
    terminal = start("book", "build", "my.book", "--level", "8", "--plies", "40", "--error", "64")
    terminal.wait_for(r"[1-9]\d* searches \([1-9]\d* positions, \d+ waiting\), [\d.]+/s")
    terminal.type(CTRL_C)
    terminal.wait_for("my.book: [1-9][0-9]* positions")
    equal(terminal.status(), 130)
    equal(os.listdir(terminal.folder), ["my.book"])


def test_match_table(start):
    """a match shows games, points, Elo and the time left; Ctrl-C takes that away and shows the result so far, with 130"""
    terminal = start("match", "flank:level=6", "flank:level=5", "--games", "100000", "--sprt=-1,1")
    terminal.wait_for(r"1 flank:level=6  –  2 flank:level=5\x1b\[K\r\n")
    terminal.wait_for(r"game [1-9]\d* of 100000, at most [\d:]+ left\x1b\[K\r\n")
    terminal.wait_for(r"[\d.]+ : [\d.]+ \(won \d+, drawn \d+, lost \d+\)")
    terminal.wait_for(r"SPRT Elo 1 against -1: LLR [+-][\d.]+ in \(-2.94, \+2.94\)")
    terminal.wait_for(r"\x1b\[4A\x1b\[J")
    terminal.type(CTRL_C)
    terminal.wait_for(r"Othello, \d+ finished games, limits of their own, seed 1, openings: random; interrupted")
    equal(terminal.status(), 130)


def test_tournament_table(start):
    """a tournament shows its leaders; Ctrl-C takes that away and shows standings and crosstable so far"""
    terminal = start("match", "flank:level=1", "flank:level=6", "flank:level=5", "--games", "1000", "--concurrency", "2")
    terminal.wait_for(r"round-robin of 3, game (\d\d+) of 3000, [\d:]+ left\x1b\[K\r\n[23] flank:level=[56]: [\d.]+ of \d+\x1b\[K\r\n")
    terminal.wait_for(r"[23] flank:level=[56]: [\d.]+ of \d+\x1b\[K\r\n1 flank:level=1: [\d.]+ of \d+\x1b\[K\r\n")
    terminal.wait_for(r"\x1b\[4A\x1b\[J")
    terminal.type(CTRL_C)
    terminal.wait_for(r"Othello, round-robin of 3, \d+ finished games, limits of their own, seed 1, openings: random; interrupted")
    terminal.wait_for(r" 3\.  1 flank:level=1 ")
    terminal.wait_for(r"points against +[23] +[23] +1\r\n")
    equal(terminal.status(), 130)


def main():
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # not as of a background job, nor as under nohup
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    flank = os.path.abspath(sys.argv[1])
    tests = [test for name, test in globals().items() if name.startswith("test_")]
    print(f"1..{len(tests)}")
    failed = 0
    for number, test in enumerate(tests, 1):
        with tempfile.TemporaryDirectory() as folder:
            started = []

            def start(*arguments, **environment):
                terminal = Terminal([flank, *arguments], folder, **environment)
                terminal.folder = folder
                started.append(terminal)
                return terminal

            start.folder, start.program = folder, flank
            problem = None
            try:
                test(start)
            except (AssertionError, subprocess.TimeoutExpired) as error:
                problem = error
            for terminal in started:
                terminal.abandon()
        failed += problem is not None
        print(f"{'not ok' if problem else 'ok'} {number} - {test.__doc__}")
        if problem:
            print("#  ", str(problem).replace("\n", "\n#   "))
    sys.exit(1 if failed else 0)


main()
