#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The package flank, installed or on $PYTHONPATH, against the command and against C.   test_package.py COMMAND HEADERS TESTS

COMMAND is the program flank, HEADERS the folder include/, TESTS the folder tests/. Prints TAP.
"""
import _thread
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import traceback

import flank
from flank import _native

COMMAND, HEADERS, TESTS = sys.argv[1:4]
GAME = "f5d6c3d3c4f4c5b4d2e3"
ENDGAME = "-XXXXXX---XXXX--OOOXXXO-OXXXOXXOOXXOXOOOOOOXOOXX--OOOX---OOOOO-- X"


def asked(*words, **settings):
    """The answers of the command."""
    out = subprocess.run([COMMAND, *words, "--json"], check=True, capture_output=True, text=True, **settings).stdout
    return [json.loads(line) for line in out.splitlines()]


def raises(kind, call, words=""):
    """True if call() raises `kind` with these words in it."""
    try:
        call()
    except kind as error:
        assert words in str(error), f"{words!r} is not in {str(error)!r}"
        return error
    raise AssertionError(f"no {kind.__name__}")


def test_structures_are_those_of_c(folder):
    """Size and place of every field, as the C compiler has them."""
    structs = [value for value in vars(_native).values() if isinstance(value, type) and issubclass(value, _native.Structure)
               and value is not _native.Structure and getattr(value, "_fields_", None)]
    assert len(structs) > 25, len(structs)
    lines, told = ["#include <flank/flank.h>", "#include <stdio.h>", "int main(void) {"], []
    for struct in structs:
        name = struct.__name__
        lines.append(f'printf("%zu\\n", sizeof({name}));')
        told.append((name, _native.sizeof(struct)))
        for field, *_ in struct._fields_:  # pylint: disable=protected-access
            lines.append(f'printf("%zu\\n", offsetof({name}, {field}));')
            told.append((f"{name}.{field}", getattr(struct, field).offset))
    with open(os.path.join(folder, "c.c"), "w", encoding="utf-8") as file:
        file.write("\n".join(lines + ["}"]))
    subprocess.run(["cc", "-I", HEADERS, "-o", os.path.join(folder, "c"), os.path.join(folder, "c.c")], check=True)
    numbers = subprocess.run([os.path.join(folder, "c")], check=True, capture_output=True, text=True).stdout.split()
    assert [(name, str(number)) for name, number in told] == [(name, number) for (name, _), number in zip(told, numbers)]


def test_games_and_positions(_):
    """Rules, moves, notations, counts."""
    assert flank.games() == ["othello", "tothello", "draughts", "loa"]
    for game in flank.games():
        assert flank.Position(game=game).perft(4, threads=2) == asked("perft", game, "4")[-1]["leaves"], game
    start = flank.Position()
    assert [str(move) for move in start.moves] == ["d3", "c4", "f5", "e6"] and start.side == "black"
    after = start.play("f5")
    assert after.side == "white" and after != start and after == flank.Position(after.text()) and hash(after) != hash(start)
    assert len({after, start.play(start.move("f5"))}) == 1
    raises(flank.FlankError, lambda: start.play("a1"))
    foreign = flank.Position(game="loa").moves[0]
    assert raises(flank.FlankError, lambda: start.play(foreign)).status == "ILLEGAL_MOVE"
    raises(ValueError, lambda: flank.Position("f5\0"), "NUL")
    raises(ValueError, lambda: flank.Position(game="chess"), "othello, tothello, draughts, loa")
    six = flank.Position(rules="board=6", game="othello")
    assert str(six.rules) == "board=6" and "board" in six.rules.parameters and len(six.moves) == 4
    raises(flank.FlankError, lambda: flank.Rules("othello", "board=7"), "board")
    assert flank.Rules("tothello").color_name("white") == "red"


def test_records(_):
    """Undo, redo, errors with their place, repetition."""
    record = flank.Record("othello", GAME)
    assert len(record) == 10 and record.opening and [str(move) for move in record.moves][:3] == ["f5", "d6", "c3"]
    assert record.undo() and len(record) == 9 and record.redo() and not record.redo()
    assert str(flank.Record.parse(str(record))) == str(record)
    error = raises(flank.FlankError, lambda: record.play("z9"))
    assert (error.status, error.code, error.offset) == ("BAD_MOVE", "NOT_A_SQUARE", 0) and len(record) == 10
    assert raises(flank.FlankError, lambda: flank.Record("othello", "f5d6a1")).offset == 4
    raises(IndexError, lambda: record.position_at(99))
    lines = flank.Record("loa", "b8-d6 a5-c5")
    assert not lines.outcome.over and lines.rules.game == "loa" and lines.opening is None
    over = flank.Record(position=flank.Position("X" * 40 + "O" * 24 + " X"))
    assert over.outcome == flank.Outcome(True, 1, 16, over.outcome.reason) and not over.position.moves


def test_engine_thinks_as_the_command(_):
    """Searches and solves of all games."""
    with flank.Engine() as engine:
        for game, moves in (("othello", GAME), ("tothello", ""), ("loa", "b8-d6"), ("draughts", "")):
            there = asked("hint", game, *(["--moves", moves] if moves else []), "--depth", "6", "--no-book", "--lines", "2")[-1]
            engine.clear()
            heard = []
            here = engine.search(flank.Record(game, moves), depth=6, lines=2, on_report=heard.append)
            assert [str(line.move) for line in here.lines] == [move["move"] for move in there["moves"]], game
            assert here.nodes == there["nodes"] and here.depth == 6 and [report.depth for report in heard][-1] == 6, game
            assert abs(here.best.value - there["score"]) < 0.006 and str(here.best).split() == there["pv"], game
        there = asked("solve", input=ENDGAME + "\n")[-1]
        here = engine.solve(flank.Position(ENDGAME))
        assert here.complete and here.best.exact and here.best.value == there["score"] and str(here.best.move) == there["move"]
        assert engine.solve(flank.Position(ENDGAME), win_loss_draw=True).best.score == (100 if there["score"] > 0 else -100)
        more = engine.solve(flank.Position(ENDGAME), at_least=int(there["score"]) + 2)
        assert more.best.bound == "upper" and more.best.value <= there["score"] + 2
        cut = engine.solve("f5d6", nodes=20000)
        assert not cut.complete and not cut.best.exact
        assert flank.win_chance(here.best, flank.Position(ENDGAME)) == (1 if there["score"] > 0 else 0)
        six = flank.Record("othello", rules="board=6")
        assert abs(flank.analyze(six, level=6).reviews[0].chance - flank.win_chance(engine.search(six, level=6).best, six.position)) < 0.2
        for wrong in ({"nodes": -1}, {"level": 2**32 + 1}, {"depth": -2}, {"time": float("inf")}):
            raises(ValueError, lambda given=wrong: engine.search(GAME, **given))
        raises(ValueError, lambda: engine.search(GAME), "limit")
        raises(flank.FlankError, lambda: engine.search(GAME, level=61))
        raises(ValueError, lambda: engine.search(GAME, time=-1))
        raises(flank.FlankError, lambda: engine.search(flank.Position("X" * 64 + " X"), depth=3))
    raises(ValueError, lambda: engine.search(GAME, depth=3), "closed")
    raises((OSError, flank.FlankError), lambda: flank.Engine(evaluation=__file__))
    raises((OSError, flank.FlankError), lambda: flank.Engine(tables="/nonexistent"))


def test_engine_ends_when_asked(_):
    """stop() from another thread, an answer True, an exception in a callback, Ctrl-C; one thread at a time."""
    with flank.Engine() as engine:
        at = time.monotonic()
        stopper = threading.Thread(target=engine.stop)
        stopped = engine.search("f5", time=600, on_report=lambda report: stopper.ident or stopper.start())
        stopper.join()
        assert stopped.lines and time.monotonic() - at < 300
        assert engine.search("f5", time=600, on_report=lambda report: report.depth >= 4).depth >= 4

        def fails(_report):
            raise KeyError("mine")

        def fails_too(_done, _total):
            raise KeyError("mine")

        returned = []

        def interrupts(report):
            if report.depth == 3:
                _thread.interrupt_main()
                time.sleep(0.5)
                returned.append(report)

        raises(KeyError, lambda: engine.search("f5", time=600, on_report=fails), "mine")
        raises(KeyboardInterrupt, lambda: engine.search("f5", time=600, on_report=interrupts))
        assert returned, "the search has ended before the exception comes"
        raises(KeyError, lambda: flank.analyze(GAME, engine, on_progress=fails_too), "mine")
        raises(RuntimeError, lambda: engine.search("f5", time=600, on_report=lambda report: engine.close()), "thinking")
        assert engine.search("f5", depth=3).depth == 3, "it goes on after all that"
        begun = threading.Event()
        other = threading.Thread(target=lambda: engine.search("f5", time=600, on_report=lambda report: begun.set()))
        other.start()
        assert begun.wait(60)
        raises(RuntimeError, engine.clear, "one thread at a time")
        while other.is_alive():
            engine.stop()
            other.join(0.05)


def test_reviews_are_those_of_the_command(folder):
    """The same values and words."""
    path = os.path.join(folder, "game.txt")
    with open(path, "w", encoding="utf-8") as file:
        file.write(GAME + "\n")
    there = asked("analyze", path, "--level", "8", "--no-book")[-1]
    progress = []
    review = flank.analyze(GAME, level=8, on_progress=lambda done, total: progress.append((done, total)))
    assert review.complete and review.opening == there["opening"] and progress[-1] == (11, 11)
    assert len(review.reviews) == len(there["moves"]) == 11
    for here, told in zip(review.reviews, there["moves"]):
        if "move" not in told:
            assert here.move is None and here.verdict is None
            continue
        assert (str(here.move), here.verdict, here.phase, here.turning) == (told["move"], told["verdict"], told["phase"], told["turning"])
        assert abs(here.loss - told["loss"]) < 0.006 and str(here.best).split() == told["pv"]
        assert abs(here.chance - told["chance"]) < 0.0006
    assert review.reviews[-1].move is None and 0 <= review.accuracy("white") <= 1
    sheet = review.annotate(flank.Sheet("othello", GAME))
    raises(ValueError, lambda: review.annotate(flank.Sheet("othello", "f5d6")), "reviewed")
    assert any("Symbol" in node.tags for node in line(sheet)) and review.svg(sheet).startswith("<svg")
    ended = flank.analyze(GAME, level=18, on_progress=lambda done, total: True)
    assert not ended.complete and any(not found.known for found in ended.reviews)
    with flank.Engine() as engine:
        raises(flank.FlankError, lambda: flank.analyze(GAME, engine, level=1))
    pieces = flank.analyze(flank.Record("loa", "b8-d6 a5-c5"), level=6)
    assert all(0 <= found.loss <= 1 for found in pieces.reviews)


def line(sheet):
    """The nodes of the main line."""
    node = sheet.root
    while node.children:
        node = node.children[0]
        yield node


def test_files(folder):
    """Foreign files, what cannot be read, what a format cannot hold."""
    wthor = os.path.join(TESTS, "formats", "wthor")
    path = sorted(os.path.join(wthor, name) for name in os.listdir(wthor) if name.lower().endswith(".wtb"))[0]
    copy = os.path.join(folder, "copy.ggf")
    subprocess.run([COMMAND, "convert", path, copy], check=True, capture_output=True)
    games, copies = list(flank.read(path)), list(flank.read(copy))
    assert games and [str(sheet.record) for sheet in games] == [str(sheet.record) for sheet in copies]
    assert [sheet.result for sheet in games] == [sheet.result for sheet in copies]
    assert set(flank.write(os.path.join(folder, "mine.sgf"), games)) == {"tags"}, "only what is WTHOR's own"
    assert [sheet.tags["Black"] for sheet in flank.read(os.path.join(folder, "mine.sgf"))] == [sheet.tags["Black"] for sheet in games]

    sheet = flank.Sheet("othello", "f5d6")
    sheet.set_tag("Black", "Ann")
    sheet.set_tag("Comment", "why not?", sheet.add("c3"))
    sheet.set_value(sheet.root.children[0], -1.5)
    sheet.set_time(sheet.root.children[0], 2.5)
    sheet.set_result(flank.Result("white", None, "resigned"))
    raises(ValueError, lambda: sheet.set_value(sheet.root, 1e9))
    assert str(sheet.record_to(sheet.root.children[0])).rstrip().endswith("f5") and sheet.root.children[0].parent == sheet.root
    again = flank.recognise(sheet.text("sgf"))
    assert again.result == sheet.result and again.root.children[0].time == 2.5
    assert again.tags["Black"] == "Ann" and again.root.children[0].value == -1.5 and list(line(again))[-1].tags["Comment"] == "why not?"
    assert flank.write(os.path.join(folder, "mine.txt"), [sheet], format="transcript")["comments"] == 1
    raises(ValueError, lambda: flank.write(os.path.join(folder, "mine.nothing"), [sheet]), "name one")
    raises(ValueError, lambda: flank.read(b"f5", format="chess"), "unknown format")
    raises(FileNotFoundError, lambda: flank.read(os.path.join(folder, "absent.sgf")))
    raises(ValueError, lambda: flank.read("a.sgf\0.png"), "NUL")
    missed = []
    assert len(list(flank.read(b"f5d6c3\nf5a1\nf5d6\n", format="transcript", on_error=lambda error, at: missed.append((error, at))))) == 2
    assert missed[0][1] == 2 and isinstance(missed[0][0], flank.FlankError)
    raises(flank.FlankError, lambda: list(flank.read(b"f5d6c3\nf5a1\n", format="transcript")))
    assert len(flank.formats()) > 10


def test_memory_has_one_owner(_):
    """Nothing is copied or pickled that would be freed twice; values are."""
    import copy  # pylint: disable=import-outside-toplevel
    import pickle  # pylint: disable=import-outside-toplevel
    record, sheet = flank.Record("othello", GAME), flank.Sheet("othello", GAME)
    with flank.Engine(hash_mb=1) as engine:
        for owner in (record, sheet, sheet.root, engine, flank.read(b"f5d6c3"), flank.Book()):
            for make in (copy.copy, copy.deepcopy, pickle.dumps):
                raises(TypeError, lambda make=make, owner=owner: make(owner), "cannot be copied")
    for value in (record.position, record.rules, record.moves[3], record.outcome):
        assert pickle.loads(pickle.dumps(value)) == value and copy.deepcopy(value) == value
    error = raises(flank.FlankError, lambda: record.play("z9"))
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.status, again.offset) == (str(error), error.status, error.offset)
    assert str(record.copy()) == str(record) and record.copy().moves == record.moves
    other = flank.Sheet("othello", GAME)
    raises(ValueError, lambda: other.add("f4", sheet.root), "another sheet")
    raises(ValueError, lambda: other.set_tag("Comment", "x", sheet.root), "another sheet")
    many = list(flank.read(bytearray(b"f5d6c3d3c4\n" * 20000)))
    assert len(many) == 20000
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    for _ in range(20):
        flank.read(os.path.join(TESTS, "contest", "uva220.in"), format="transcript")
    assert not before or len(os.listdir("/proc/self/fd")) <= before + 2
    raises(ValueError, lambda: flank.Record("loa", position=record.position), "Rules('othello'")
    assert flank.Sheet(record).text().startswith("[Game") and bool(flank.Record())


def test_book(_):
    """The books of the package, as the command shows them."""
    folder = os.path.dirname(flank.__file__)
    with flank.Book() as book:
        for game, moves, file in (("othello", "f5d6c3d3c4", "othello.book"), ("loa", "", "loa.book"), ("draughts", "", "draughts.book")):
            there = asked("book", "show", os.path.join(folder, file), *(["--moves", moves] if moves else ["--position", "startpos"]))[-1]
            record = flank.Record(game, moves)
            here = book.moves(record)
            assert here and [str(known.move) for known in here] == [move["move"] for move in there["moves"]], game
            assert book.choose(record, seed=1).move == book.choose(record, seed=1).move
        assert len(book) > 1000 and not book.moves(flank.Position(game="tothello")) and book.choose(flank.Record("tothello")) is None
        assert not book.moves(flank.Position("startpos", "othello", "goal=fewest"))
        record = flank.Record("othello", "f5d6c3d3c4")
        assert book.moves(record.position) == book.moves(record)
        assert flank.analyze(record, level=6, book=book).reviews[0].from_book
    with flank.Book(os.path.join(folder, "loa.book")) as one:
        assert one.moves(flank.Record("loa")) and not one.moves(flank.Record("othello"))
    raises(ValueError, lambda: len(book), "closed")
    raises((OSError, flank.FlankError), lambda: flank.Book(__file__))


def test_library(folder):
    """Games in, found, out."""
    path = os.path.join(folder, "game.txt")
    with open(path, "w", encoding="utf-8") as file:
        file.write("f5d6c3d3c4\nf5f6e6f4\n")
    library = flank.Library(os.path.join(folder, "games.sqlite"), COMMAND)
    assert library.add(path)[0]["new"] == 2 and library.add(path)[0]["new"] == 0
    assert library.search(moves="f5d6")[0]["games"] == 1 and len(library.search()) == 2 and library.stats()["games"] == 2
    library.export(os.path.join(folder, "out.sgf"), opening="tiger")
    assert len(list(flank.read(os.path.join(folder, "out.sgf")))) == 1
    assert library.delete(opening="tiger") == 1
    assert raises(flank.LibraryError, lambda: library.add(os.path.join(folder, "absent"))).status
    raises(flank.LibraryError, library.delete)
    raises(FileNotFoundError, lambda: flank.Library(command="no-such-flank"), "no-such-flank")


def test_wrong_libraries_are_told(folder):
    """In one line each: none, no library at all, one of another version, the sources where the package is meant."""
    other = os.path.join(folder, "other.c")
    with open(other, "w", encoding="utf-8") as file:
        file.write("int nothing;\n")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", os.path.join(folder, "other.so"), other], check=True)
    for path, words in ((os.path.join(folder, "absent.so"), "cannot be loaded"), (other, "cannot be loaded"),
                        (os.path.join(folder, "other.so"), "is of another version")):
        done = subprocess.run([sys.executable, "-c", "import flank"], env={**os.environ, "FLANK_LIBRARY": path}, capture_output=True,
                              text=True, check=False)
        last = done.stderr.strip().splitlines()[-1]
        assert last.startswith("ImportError: flank: ") and words in last, last
    done = subprocess.run([sys.executable, "-c", "import flank"], env={**os.environ, "PYTHONPATH": os.path.join(TESTS, "../bindings/python")},
                          capture_output=True, text=True, check=False)
    assert done.stderr.strip().splitlines()[-1] == "ImportError: flank: these are the sources of the package; `make python` builds it"


def main():
    """Run all tests."""
    tests = [(name, test) for name, test in globals().items() if name.startswith("test_")]
    print(f"1..{len(tests)}")
    failed = 0
    for number, (name, test) in enumerate(tests, 1):
        try:
            with tempfile.TemporaryDirectory() as folder:
                test(folder)
            print(f"ok {number} - {name[5:].replace('_', ' ')}", flush=True)
        except Exception:  # pylint: disable=broad-except  # told, and the others run
            failed += 1
            print(f"not ok {number} - {name[5:].replace('_', ' ')}")
            print("".join(f"# {text}\n" for text in traceback.format_exc().splitlines()), end="", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
