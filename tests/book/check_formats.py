#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""flank book export and import against the files of Edax and Egaroucid, neither of which can be installed here: every export is judged by
foreign_books.py, which knows nothing of flank; books with passes and with every kind of gap go out and come back; damaged files give what
is left of them and the byte; a killed import changes nothing. Prints TAP.   check_formats.py FLANK BOOK [SEED]
"""
import os
import random
import signal
import struct
import subprocess
import sys
import tempfile
import time

import foreign_books as books

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "process"))
from process_state import at_rest, wait_until  # noqa: E402

START = (0x0000000810000000, 0x0000001008000000)


def run(flank, *arguments, status=0, stdin=None):
    done = subprocess.run([flank, "book", *arguments], capture_output=True, timeout=300, input=stdin)
    if done.returncode != status:
        raise AssertionError(f"book {' '.join(arguments)}: status {done.returncode}: {done.stderr.decode().strip()}")
    return done


def demand(condition, text):
    if not condition:
        raise AssertionError(text)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


# ---- Books made by chance ----

def board_text(own, other):
    return "".join("X" if own >> square & 1 else "O" if other >> square & 1 else "-" for square in range(64)) + " X"


def square_name(move):
    return "pass" if move == books.PASS else "abcdefgh"[move % 8] + str(move // 8 + 1)


def random_book(generator, games, gaps):
    """Text of a book: positions of games played by chance, with leaves that are whole discs. With gaps: some passes and positions are left
    out, some leaves are unknown."""
    known = {}
    for _ in range(games):
        own, other = START
        while legal := books.moves(own, other):
            known[books.canonical(own, other)] = None
            own, other = books.play(own, other, generator.choice(legal))
    lines = []
    for own, other in sorted(known):
        forced = books.moves(own, other) == [books.PASS]
        if gaps and generator.random() < (0.5 if forced else 0.1) and (own, other) != books.canonical(*START):
            continue
        out = [move for move in books.moves(own, other) if books.canonical(*books.play(own, other, move)) not in known]
        leaf = "leaf unknown" if gaps else "leaf none"
        if out and not (gaps and generator.random() < 0.2):
            leaf = f"leaf {square_name(generator.choice(out))} {generator.randint(-64, 64)}"
        empties = 64 - (own | other).bit_count()
        depth = min(empties, 10)
        lines.append(f"{board_text(own, other)}; value {generator.randint(-64, 64)}; depth {depth}; level {depth}; sure 73; {leaf}")
    return "\n".join(lines) + "\n"


def parsed(flank, book):
    """Position -> (value, leaf, other fields) of a book."""
    result = {}
    for line in run(flank, "export", book).stdout.decode().splitlines():
        fields = [field.strip() for field in line.split(";")]
        values = dict(field.split(" ", 1) for field in fields[1:] if " " in field)
        board = fields[0]
        own = sum(1 << i for i in range(64) if board[i] == "X")
        other = sum(1 << i for i in range(64) if board[i] == "O")
        result[own, other] = (float(values["value"]), values["leaf"], values["depth"])
    return result


def parsed_levels(flank, book):
    """Position -> (level, confidence) of a book of ours."""
    result = {}
    for line in run(flank, "export", book).stdout.decode().splitlines():
        values = dict(field.strip().split(" ", 1) for field in line.split(";")[1:] if " " in field.strip())
        own, other = (sum(1 << i for i in range(64) if line[i] == disc) for disc in "XO")
        result[own, other] = (int(values["level"]), int(values["sure"]))
    return result


def edax_promise(level, squares):
    """(Plies, confidence) of Edax's level 1 to 21: docs/users/book-files.md has the table."""
    if level <= 10:
        return (squares if squares <= 2 * level else level, 100)
    solved, steps = (21, [98]) if level <= 12 else (21 if level <= 18 else 24, [98, 87])
    for beyond, confidence in enumerate([100] + steps):
        if squares <= solved + 3 * beyond:
            return (squares, confidence)
    return (level, 73)


PROMISES = {"edax": edax_promise, "egaroucid": lambda level, squares: (min(level, squares), 73)}


def make_book(flank, folder, text):
    path = os.path.join(folder, "made.book")
    if os.path.exists(path):
        os.unlink(path)
    run(flank, "import", path, "-", stdin=text.encode())
    return path


def judge(name, path):
    faults = list((books.judge_edax if name == "edax" else books.judge_egaroucid)(read(path)))
    demand(not faults, f"{len(faults)} faults in {path}: " + "; ".join(faults[:3]))


def export(flank, book, path, name):
    run(flank, "export", book, path, "--format", name)
    judge(name, path)
    return path


# ---- Checks ----

def the_judge_sees_faults(flank, folder, book, generator):
    """A judge that never complains proves nothing: an export with one wrong byte must not pass, wherever it is in what matters."""
    path = export(flank, make_book(flank, folder, random_book(generator, 3, False)), os.path.join(folder, "a.dat"), "edax")
    data = read(path)
    _, entries = books.read_edax(data)
    at, seen = 42, 0
    for entry in entries:
        size = 42 + 2 * len(entry.links)
        for offset in (0, 16 + 16):  # a disc, the value
            broken = bytearray(data)
            broken[at + offset] ^= 1
            try:
                seen += bool(list(books.judge_edax(bytes(broken))))
            except ValueError:
                seen += 1
        at += size
    demand(seen == 2 * len(entries), f"only {seen} of {2 * len(entries)} wrong bytes were seen")
    shorter = data[:38] + struct.pack("<i", len(entries) - 1) + data[42:]
    demand(list(books.judge_edax(shorter)), "a wrong count was not seen")
    first = 42 + 42 + 2 * len(entries[0].links)
    demand(list(books.judge_edax(data[:38] + struct.pack("<i", len(entries) - 1) + data[first:])), "a missing position was not seen")


def whole_books_come_back(flank, folder, book, generator):
    """Without gaps, in whole discs: every position, value, leaf and depth."""
    passes = tried = 0
    while tried < 4 or (passes <= 50 and tried < 20):  # four hold 56 to 78 passes, but chance can do less
        tried += 1
        made = make_book(flank, folder, random_book(generator, 40, False))
        before = parsed(flank, made)
        passes += sum(books.moves(*board) == [books.PASS] for board in before)
        for name, ending in (("edax", "dat"), ("egaroucid", "egbk3")):
            path = export(flank, made, os.path.join(folder, "a." + ending), name)
            back = os.path.join(folder, "back.book")
            run(flank, "import", back, path)
            after = parsed(flank, back)
            demand(set(before) <= set(after), f"{name}: {len(set(before) - set(after))} positions were lost")
            for board, (value, leaf, depth) in before.items():
                there = after[board]
                same_search = there[2] == depth or books.moves(*board) == [books.PASS] or name == "edax"
                demand(there[0] == value and there[1] == leaf and same_search,
                       f"{name}: {board_text(*board)}: {before[board]} came back as {there}")
            again = export(flank, back, os.path.join(folder, "b." + ending), name)
            demand(set(after) == set(before), f"{name}: {len(after) - len(before)} positions were put in")
            demand(name == "egaroucid" or sorted(map(entry_key, books.read_edax(read(path))[1])) ==
                   sorted(map(entry_key, books.read_edax(read(again))[1])), "Edax's book changed on the way there and back")
            os.unlink(back)
    demand(passes > 50, f"only {passes} passes in these books")


def entry_key(entry):
    return (entry.own, entry.other, entry.value, entry.lines, sorted(entry.links), entry.leaf or ())


def is_lonely_pass(known, board):
    """A pass to which no move of the book leads, with the position behind it in the book: Egaroucid's has only that."""
    return books.moves(*board) == [books.PASS] and books.canonical(*books.play(*board, books.PASS)) in known


def books_with_gaps_are_sound(flank, folder, book, generator):
    """Passes and positions missing in what flank is given, leaves unknown: the exports are sound, and every value comes back."""
    passes = 0
    for _ in range(4):
        made = make_book(flank, folder, random_book(generator, 40, True))
        before = parsed(flank, made)
        for name, ending in (("edax", "dat"), ("egaroucid", "egbk3")):
            path = export(flank, made, os.path.join(folder, "a." + ending), name)
            back = os.path.join(folder, "back.book")
            run(flank, "import", back, path)
            after = parsed(flank, back)
            passes += sum(books.moves(*board) == [books.PASS] for board in after)
            lost = [board for board in set(before) - set(after) if before[board][1] != "unknown" and not is_lonely_pass(before, board)]
            demand(not lost, f"{name}: {len(lost)} positions were lost")
            wrong = [board for board in before if name == "egaroucid" and board in after and after[board][0] != before[board][0]]
            demand(not wrong or set(after) - set(before), f"{name}: {len(wrong)} values changed")  # a new position may be a better move
            os.unlink(back)
    demand(passes > 50, f"only {passes} passes in these books")


def our_own_book(flank, folder, book, generator):
    """The book that comes with flank, in both formats, by name and through a pipe."""
    before, searched = parsed(flank, book), parsed_levels(flank, book)
    for name, ending in (("edax", "dat"), ("egaroucid", "egbk3")):
        path = os.path.join(folder, "own." + ending)
        run(flank, "export", book, path)
        judge(name, path)
        piped = run(flank, "export", book, "--format", name).stdout
        skip = 18 if name == "edax" else 0  # the date
        demand(piped[skip:] == read(path)[skip:], f"{name}: the pipe got something else")
        back = os.path.join(folder, "back.book")
        run(flank, "import", back, "-", stdin=piped)
        after = parsed(flank, back)
        demand(set(after) == set(before), f"{name}: other positions came back")
        for board, (value, _, depth) in before.items():
            squares = 64 - bin(board[0] | board[1]).count("1")
            level, sure = searched[board]
            expected = max(PROMISES[name](lower, squares) for lower in range(1, level + 1)
                           if PROMISES[name](lower, squares) <= (int(depth), sure))[0]
            demand(abs(after[board][0] - value) <= 0.5 and int(after[board][2]) == expected,
                   f"{name}: {before[board]} of {squares} squares became {after[board]}, not {expected} plies")
        os.unlink(back)


def our_own_book_comes_back_to_the_byte(flank, folder, book, generator):
    """Of its text in any order, with doubles, and merged with a part of itself, in the least memory."""
    lines = run(flank, "export", book).stdout.splitlines(keepends=True)
    mixed = lines + generator.choices([line for line in lines if not line.startswith(b"%")], k=1000)
    generator.shuffle(mixed)
    made, part, text = (os.path.join(folder, name) for name in ("made.book", "part.book", "mixed.txt"))
    write(text, b"".join(mixed))
    run(flank, "import", made, text, "--memory", "8")
    demand(read(made) == read(book), "another book came back")
    run(flank, "import", part, "-", "--memory", "8", stdin=b"".join(mixed[:len(mixed) // 2]))
    run(flank, "import", part, book, "--memory", "8")
    demand(read(part) == read(book), "the merged book is another one")


def damage_is_told_and_passed(flank, folder, book, generator):
    """Cut, changed, shortened and lengthened files: the byte is named, the rest goes in, and nothing wrong does."""
    made = make_book(flank, folder, random_book(generator, 30, False))
    for name, ending in (("edax", "dat"), ("egaroucid", "egbk3")):
        path = export(flank, made, os.path.join(folder, "a." + ending), name)
        data = read(path)
        _, entries = (books.read_edax if name == "edax" else books.read_egaroucid)(data)
        sound = {(entry.own, entry.other) for entry in entries}
        for kind in ("cut", "changed", "shorter", "longer"):
            at = generator.randrange(len(data) // 3, 2 * len(data) // 3)
            junk = bytes(generator.randrange(256) for _ in range(37))
            broken = {"cut": data[:at], "changed": data[:at] + junk + data[at + 37:], "shorter": data[:at] + data[at + 37:],
                      "longer": data[:at] + junk + data[at:]}[kind]
            write(path, broken)
            back = os.path.join(folder, "back.book")
            done = run(flank, "import", back, path, status=65)
            complaint = done.stderr.decode()
            told = int(complaint.split(": byte ")[1].split(":")[0]) if ": byte " in complaint else at
            demand(at - 200 <= told <= at + 37, f"{name}, {kind} at byte {at}: {complaint}")
            after = set(parsed(flank, back))
            kept = len(sound & after)
            demand(kept >= (len(sound) // 4 if kind == "cut" else len(sound) - 8), f"{name}, {kind}: {kept} of {len(sound)} positions")
            strange = [board for board in after - sound if books.moves(*board) != [books.PASS]]
            demand(len(strange) <= 2, f"{name}, {kind}: {len(strange)} positions that were not there")
            os.unlink(back)


def damage_among_like_positions(flank, folder, book, generator):
    """Books and damage after which up to seven positions make sense when they are read a byte too early."""
    for seed in (16, 56, 100, 111):
        damage_is_told_and_passed(flank, folder, book, random.Random(f"{seed} 6"))


def a_killed_import_changes_nothing(flank, folder, book, generator):
    """SIGKILL leaves the book as it was, or with everything; Ctrl-C too, and no lock."""
    made = make_book(flank, folder, random_book(generator, 5, False))
    path = os.path.join(folder, "own.dat")
    run(flank, "export", book, path)
    old, data = read(made), read(path)
    for stop in (signal.SIGKILL, signal.SIGINT) * 4:
        importer = subprocess.Popen([flank, "book", "import", made, "-"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                    stderr=subprocess.PIPE)
        os.write(importer.stdin.fileno(), data[:generator.randrange(60000)])  # a pipe takes that much at once
        wait_until(lambda: at_rest(importer.pid), "all was read")
        importer.send_signal(stop)
        status = importer.wait(timeout=60)
        complaint = importer.stderr.read().decode()
        for pipe in (importer.stdin, importer.stderr):
            try:
                pipe.close()
            except BrokenPipeError:
                pass
        demand(status == (130 if stop == signal.SIGINT else -signal.SIGKILL), f"status {status}: {complaint}")
        demand(read(made) == old, "the book has changed")
        demand(stop == signal.SIGKILL or not os.path.exists(made + ".lock"), "the lock was left")
    run(flank, "import", made, path)
    demand(len(parsed(flank, made)) > 19000, "the import after that was not complete")


def an_import_killed_at_any_moment(flank, folder, book, generator):
    """SIGKILL while positions are sorted, worked out or written: the old book or the new one, and nothing beside it."""
    made = make_book(flank, folder, random_book(generator, 5, False))
    path, new = os.path.join(folder, "own.txt"), os.path.join(folder, "new.book")
    run(flank, "export", book, path)
    write(new, read(made))
    start = time.monotonic()
    run(flank, "import", new, path, "--memory", "8")
    took = time.monotonic() - start
    old, whole, seen = read(made), read(new), set()
    names = sorted(os.listdir(folder))
    for _ in range(20):
        write(made, old)
        importer = subprocess.Popen([flank, "book", "import", made, path, "--memory", "8"], stdout=subprocess.DEVNULL)
        time.sleep(generator.uniform(0, 1.2) * took)
        importer.kill()
        importer.wait(timeout=60)
        seen.add(read(made) == old)
        demand(read(made) in (old, whole), "neither the old book nor the new one")
        left = set(os.listdir(folder)) - set(names) - {os.path.basename(made) + ".lock", os.path.basename(made) + ".new"}
        demand(not left, f"left behind: {left}")
    run(flank, "import", made, path)
    demand(read(made) == whole, "the import after that made another book")
    print("# the book was " + " and ".join(sorted("as before" if was else "complete" for was in seen)))


def the_deeper_search_stays(flank, folder, book, generator):
    """Positions that a book knows are replaced only by more."""
    made = make_book(flank, folder, f"{board_text(*START)}; value 5; depth 8; level 8; sure 73; leaf f5 5; root\n")
    for depth, value, expected in ((6, 1, 5.0), (8, 2, 5.0), (10, 3, 3.0)):
        other = os.path.join(folder, "other.book")
        run(flank, "import", other, "-",
            stdin=f"{board_text(*START)}; value {value}; depth {depth}; level {depth}; sure 73; leaf f5 {value}\n".encode())
        run(flank, "export", other, other + ".egbk3")
        run(flank, "import", made, other + ".egbk3")
        os.unlink(other)
        demand([entry[0] for entry in parsed(flank, made).values()] == [expected], f"depth {depth}: {parsed(flank, made)}")


CHECKS = [the_judge_sees_faults, whole_books_come_back, books_with_gaps_are_sound, our_own_book, our_own_book_comes_back_to_the_byte, damage_is_told_and_passed,
          damage_among_like_positions, a_killed_import_changes_nothing, an_import_killed_at_any_moment, the_deeper_search_stays]


def main():
    flank, book = sys.argv[1:3]
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # not as of a background job
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 30)
    print(f"# seed {seed}\n1..{len(CHECKS)}")
    failed = False
    for number, check in enumerate(CHECKS, 1):
        try:
            with tempfile.TemporaryDirectory() as folder:
                check(flank, folder, book, random.Random(f"{seed} {number}"))
            print(f"ok {number} - {check.__name__}", flush=True)
        except AssertionError as error:
            failed = True
            print(f"not ok {number} - {check.__name__}\n# {error}", flush=True)
    sys.exit(failed)


main()
