#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every command that takes positions or games, with every format, from a file and from a pipe, no format named.

TEXTS says what the same game looks like in each format; each ends in the position of ENDS, which the commands must have
understood. The WTHOR file is made by `flank convert`, the only binary one. Prints TAP.
"""
import json
import os
import subprocess
import sys
import tempfile

FLANK = os.path.abspath(sys.argv[1])

ENDS = {
    "othello": "------------------XO------XXX------OXX-----O-------------------- O",
    "tothello": "------------------XO-------OX------XO--------------------------- X",
    "loa": "2xxxxx1/o6o/o2x3o/2o4o/o6o/o6o/o6o/1xxxxxx1 x",
    "draughts": "W:Wa2,b2,c2,d2,e2,f2,g2,h2,b3,c3,d3,e3,f3,g3,h3,a4:Ba5,b6,c6,d6,e6,f6,g6,h6,a7,b7,c7,d7,e7,f7,g7,h7",
}
BOARD = "  a b c d e f g h\n" + "".join(
    f"{row + 1} {' '.join(ENDS['othello'][8 * row:8 * row + 8])}\n" for row in range(8)) + "O to move\n"

# name: game, kind, text. Moves are what --moves takes, too.
TEXTS = {
    "moves": ("othello", "game", "f5d6c3d3c4\n"),
    "spoken": ("othello", "game", "F5, D6, C3, D3, C4\n"),
    "numbered": ("othello", "game", "1. f5 d6\n2. c3 d3\n3. c4\n"),
    "transcript": ("othello", "game", "Black: A\nWhite: B\nResult: 33-31\nf5d6c3d3c4\n"),
    "xot": ("othello", "list", "f5d6c3d3c4\nf5f6e6f4e3\nf5d6c5f4e3\n"),
    "ggf": ("othello", "game", "(;GM[Othello]PB[a]PW[b]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- "
            "-------- -------- *]B[F5/1.5/2]W[D6]B[C3]W[D3]B[C4];)\n"),
    "sgf": ("othello", "game", "(;FF[4]GM[2]PB[a]PW[b];B[f5];W[d6];B[c3];W[d3];B[c4])\n"),
    "sgf of Edax": ("othello", "game", "(;FF[4]GM[2]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]B[f5];W[d6];B[c3];W[d3];B[c4];)\n"),
    "flank": ("othello", "game", '[Game "othello"]\n[Black "a"]\n\n1. f5 d6 {why} 2. c3 d3 3. c4\n'),
    "pgn": ("othello", "game", '[Event "x"]\n[White "a"]\n\n1. f5 d6 2. c3 d3 3. c4 *\n'),
    "score sheet": ("othello", "game", "".join(row + "\n" for row in (
        ". . . . . . . .", ". . . . . . . .", ". . 3 4 . . . .", ". . 5 O X . . .",
        ". . . X O 1 . .", ". . . 2 . . . .", ". . . . . . . .", ". . . . . . . ."))),
    "page": ("othello", "game", "<html><p>The Tiger:<p>f5d6c3d3c4</html>\n"),
    "log": ("othello", "game", "".join(f"Move {number} :\n{'ba'[number % 2]} plays a disc on {square} and turns over 1 disc\n"
                                       for number, square in enumerate("F5 D6 C3 D3 C4".split(), 1))),
    "wzebra": ("othello", "game", "WZebra\n\nF5D6C3D3C4\n"),
    "wthor": ("othello", "game", None),
    "board": ("othello", "position", ENDS["othello"] + "\n"),
    "obf": ("othello", "position", ENDS["othello"] + "; F4:+2; B3:-1;\n"),
    "fen": ("othello", "position", "8/8/3P4/3Ppp2/2ppp3/2pP4/8/8 w - - 0 1\n"),
    "hex": ("othello", "position", "0x0000080800080000 0x000000301c040000 O\n"),
    "drawn board": ("othello", "position", BOARD),
    "named board": ("othello", "position", ENDS["othello"] + " The name\n"),
    "names": ("othello", "list", "A – B 38-26 f5d6c3d3c4\n"),
    "csv": ("othello", "list", "black,white,moves\nA,B,f5d6c3d3c4\n"),
    "json": ("othello", "game", '{"game":"othello","moves":[{"move":"f5"},{"move":"d6"},"c3","d3","c4"]}\n'),
    "tothello transcript": ("tothello", "game", "# tothello\nc3d3\n"),
    "tothello moves": ("tothello", "game", "c3d3\n"),
    "tothello ggf": ("tothello", "game", "(;GM[Tothello]PB[a]PW[b]B[C3]W[D3];)\n"),
    "tothello flank": ("tothello", "game", '[Game "tothello"]\n\n1. c3 d3\n'),
    "loa moves": ("loa", "game", "b8-d6 a5-c5\n"),
    "loa sgf": ("loa", "game", "(;GM[9];B[b8-d6];W[A5-C5];B[offer draw])\n"),
    "loa flank": ("loa", "game", '[Game "loa"]\n\n1. b8-d6 a5-c5\n'),
    "loa pgn": ("loa", "game", '[Event "x"]\n\n1. b8-d6 a5-c5 *\n'),
    "loa fen": ("loa", "position", ENDS["loa"] + "\n"),
    "loa json": ("loa", "game", '{"game":"loa","moves":["b8-d6","a5-c5"]}\n'),
    "draughts moves": ("draughts", "game", "a3-a4 a6-a5\n"),
    "draughts pdn": ("draughts", "game", '[Event "x"]\n[GameType "30"]\n\n1. a3-a4 a6-a5 *\n'),
    "draughts bare pdn": ("draughts", "game", '[Event "x"]\n\n1. a3-a4 a6-a5 *\n'),
    "draughts flank": ("draughts", "game", '[Game "draughts"]\n\n1. a3-a4 a6-a5\n'),
    "draughts fen": ("draughts", "position", ENDS["draughts"] + "\n"),
}


def run(folder, words, stdin=None):
    done = subprocess.run([FLANK, *words], input=stdin, capture_output=True, cwd=folder,
                          env=dict(os.environ, FLANK_BOOK="", FLANK_TABLES="", XDG_DATA_HOME=folder))
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def last_position(answer):
    return json.loads(answer.splitlines()[0])["position"]


# Each command: what it is run on, and what its answer must say; None if it does not take such a text.
def hint(option):
    def words(game, kind, path):
        if path != "-" or (option == "--moves" and kind == "position"):
            return None
        return ["hint", option, "-", "--depth", "1", "--no-book", "--json"]
    return words, last_position


def hint_argument(option):
    def words(game, kind, text):
        return None if option == "--moves" and kind == "position" else \
            ["hint", option, text.strip(), "--depth", "1", "--no-book", "--json"]
    return words, last_position


def perft(game, kind, path):
    return ["perft", game, "0", "--position", "-", "--json"] if path == "-" else None


def solve(game, kind, path):
    return ["solve", "--json", "--time", "0.01", path] if game == "othello" else None


def analyze(game, kind, path):
    return ["analyze", "--json", "--level", "6", "--no-book", path]


def analyzed(answer):
    return json.loads(answer.splitlines()[0])["game"]


def convert(game, kind, path):
    return ["convert", path, "-", "--to", "json"]


def library(game, kind, path):
    return ["library", "import", "--library", "l" + str(os.getpid()), path] if kind != "position" else None


def match(game, kind, path):
    return ["match", "flank:level=1", "flank:level=1", "--game", game, "--games", "2", "--json", "--openings", path]


def play(game, kind, path):
    return ["play", "draughts", "--side", "both"] if path != "-" else None


# True if a command can take a text at all: reasons stand beside.
def is_taken(command, name):
    if command == "match":
        return name not in ("wthor", "drawn board")  # these are finished games, and not one a line
    return True


COMMANDS = {
    "hint --position": (*hint("--position"), True),
    "hint --moves": (*hint("--moves"), True),
    "perft": (perft, lambda answer: json.loads(answer)["game"], False),
    "solve": (solve, last_position, True),
    "analyze": (analyze, analyzed, False),
    "convert": (convert, lambda answer: json.loads(answer.splitlines()[0])["game"], False),
    "library import": (library, lambda answer: None, None),
    "match": (match, lambda answer: None, None),
    "play": (play, lambda answer: None, None),
}


def fault(command, name, source, folder, path):
    """The fault of the answer of a command to a text, or None; also None where it does not take it."""
    game, kind, _ = TEXTS[name]
    words, said, is_end = COMMANDS[command]
    line = words(game, kind, path if source == "file" else "-")
    if line is None or not is_taken(command, name):
        return None, False
    stdin = open(path, "rb").read() if source == "pipe" else b""
    if command == "play":
        stdin = f"load {path}\nquit\n".encode()
    code, answer, complaint = run(folder, line, stdin)
    if code:
        return f"status {code}: {complaint.strip()}", True
    if command == "play" and "loaded" not in answer:
        return f"not loaded: {answer[-200:]}", True
    expected = ENDS[game] if is_end else game
    got = said(answer)
    return (f"{got!r} instead of {expected!r}" if is_end is not None and got != expected else None), True


def write_files(folder):
    paths = {}
    for name, (_, _, text) in TEXTS.items():
        paths[name] = os.path.join(folder, name.replace(" ", "_"))
        if text is not None:
            with open(paths[name], "w", encoding="utf-8") as file:
                file.write(text)
    run(folder, ["convert", paths["moves"], "x.wtb"])
    os.rename(os.path.join(folder, "x.wtb"), paths["wthor"])
    return paths


def main():
    number = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        paths = write_files(folder)
        for command in COMMANDS:
            for source in ("file", "pipe"):
                faults, tried = [], 0
                for name in TEXTS:
                    wrong, taken = fault(command, name, source, folder, paths[name])
                    tried += taken
                    faults += [f"{name}: {wrong}"] if wrong else []
                if not tried:
                    continue
                number += 1
                failed += bool(faults)
                print(f"{'not ' if faults else ''}ok {number} - {command}, {source}, {tried} texts")
                for line in faults:
                    print(f"#   {line}")
        faults = []
        for option in ("--position", "--moves"):
            words, said = hint_argument(option)
            for name, (game, kind, text) in TEXTS.items():
                line = words(game, kind, text) if text else None
                if line:
                    code, answer, complaint = run(folder, line)
                    if code or said(answer) != ENDS[game]:
                        faults.append(f"{option} {name}: {complaint.strip() or said(answer)}")
        number += 1
        failed += bool(faults)
        print(f"{'not ' if faults else ''}ok {number} - hint, as an argument")
        for line in faults:
            print(f"#   {line}")
    print(f"1..{number}")
    sys.exit(1 if failed else 0)


main()
