#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Damage sound libraries, a bit or a few bytes each, and ask the command about them: it answers, or says in one line what is wrong with
the file. It never crashes and never speaks of a fault of its own. Prints TAP.

check_library_damage.py FLANK DATA [COUNT [SEED]]
"""
import os
import random
import re
import subprocess
import sys
import tempfile

SEED = 22
COUNT = 2000
ACTIONS = (["search", "--limit", "0"], ["search", "--moves", "f5", "--json"], ["search", "--opening", "tiger", "--year", "1990-"],
           ["stats"], ["export", "--to", "flank", "-"], ["import"])
DAMAGE = re.compile(
    r"flank: l: (is damaged: .+|is no(t a)? library.*|is a database of another program, .+|is a library of version .+|"
    r"is empty, not a library of games|has a game that this flank does not know: table kinds, row -?[0-9]+)\n")
READ_ONLY = "flank: l: cannot write: it may only be read\n"  # a version of the format that only later SQLites write
EXPECTED = {0: re.compile(r"(flank: l: no .+ has '.+' in it\n)?"), 65: DAMAGE, 73: re.compile(re.escape(READ_ONLY))}


def run(flank, arguments, folder):
    done = subprocess.run([flank, "library", *arguments], capture_output=True, cwd=folder, timeout=60)
    return done.returncode, done.stderr.decode(errors="replace")


def sound_files(flank, data, folder):
    """Libraries of pages of 4096 bytes, as the command makes them, and of 512."""
    path = os.path.join(folder, "sound")
    wthor = os.path.join(data, "formats", "wthor", "WTH_2001.wtb")
    if run(flank, ["import", "--library", path, wthor], folder)[0]:
        raise AssertionError("cannot make a library")
    names = [path] + sorted(entry.path for entry in os.scandir(os.path.join(data, "fuzz", "corpus", "library_file")))
    for name in names:
        with open(name, "rb") as file:
            yield file.read()


def damage(sound, generator):
    """One bit turned, a byte of a favourite value, or some bytes of another place; half of them in the first bytes of a page."""
    changed = bytearray(sound)
    page = int.from_bytes(sound[16:18], "big")
    at = generator.randrange(len(sound))
    if generator.random() < 0.5:
        at -= max(at % page - 40, 0)
    how = generator.randrange(3)
    if how == 0:
        changed[at] ^= 1 << generator.randrange(8)
    elif how == 1:
        changed[at] = generator.choice((0, 1, 0x7f, 0x80, 0xff))
    else:
        length, start = generator.randrange(1, 9), generator.randrange(len(sound) - 8)
        changed[at:at + length] = sound[start:start + length]
    return bytes(changed[:len(sound)])


def check(flank, data, count, generator):
    with tempfile.TemporaryDirectory() as folder:
        games = os.path.join(folder, "games.txt")
        with open(games, "w", encoding="utf-8") as file:
            file.write("f5d6c3d3\n")
        files = list(sound_files(flank, data, folder))
        library = os.path.join(folder, "l")
        refused = 0
        for number in range(count):
            for end in "", "-wal", "-shm", "-journal":
                if os.path.exists(library + end):
                    os.unlink(library + end)
            content = damage(generator.choice(files), generator)
            with open(library, "wb") as file:
                file.write(content)
            action = generator.choice(ACTIONS)
            words = [*action, "--library", "l"] + ([games] if action == ["import"] else [])
            status, complaint = run(flank, words, folder)
            refused += status != 0
            expected = EXPECTED.get(status)
            if not expected or not expected.fullmatch(complaint):
                kept = os.path.join(tempfile.gettempdir(), f"damaged-library-{number}")
                with open(kept, "wb") as file:
                    file.write(content)
                raise AssertionError(f"file {number}, {' '.join(action)}: {status} {complaint.strip()}; the file is {kept}")
        return refused


def main():
    count = int(sys.argv[3]) if len(sys.argv) > 3 else COUNT
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else SEED
    print("1..1")
    try:
        refused = check(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), count, random.Random(seed))
        print(f"ok 1 - {count} damaged libraries are answered or refused: {refused} refused")
    except AssertionError as error:
        print(f"not ok 1 - damaged libraries are answered or refused\n# {error}")
        sys.exit(1)


main()
