#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Read every #include under src/ and include/ and fail on an arrow that the house does not allow, and on any cycle.

The table is that of docs/developers/architecture.md, as data. Public headers (<flank/…>) may be included from everywhere and include only each
other. Prints TAP.
"""
import fnmatch
import os
import re

from results import report

# folder -> folders it may include besides itself; the longest matching folder name decides
ALLOWED = {
    "core": [],
    "games": ["core", "games/*"],
    "games/*": ["core", "games"],
    "search": ["core", "games"],
    "othello": ["core", "games/othello", "search"],
    "train": ["core", "games", "games/othello", "formats", "othello"],
    "book": ["core", "games", "games/othello"],
    "tablebase": ["core", "games/draughts"],
    "engine": ["core", "games", "games/othello", "search", "othello", "tablebase"],
    "formats": ["core", "games", "games/*"],
    "analysis": ["core", "games", "games/othello"],
    "library": ["core", "games", "games/othello", "book"],
    "farm": ["core", "games/othello", "othello", "book", "analysis", "match", "train"],
    "contest": ["core", "games/*", "formats"],
    "match": ["core", "games", "games/*", "formats"],
    "protocols": ["core", "games", "games/*", "formats"],
    "api": ["core", "engine", "book", "formats", "analysis"],
    "wasm": ["core", "games", "othello", "tablebase", "formats", "contest", "api"],
    "server": ["core", "library", "analysis", "api"],
    "cli": ["core", "games/othello", "engine", "book", "server", "library", "farm", "formats", "analysis", "contest", "match", "protocols", "tablebase", "train"],
}
# Files whose strings may have names of games as words, and the reasons.
NAMES_GAMES = {
    "src/games/*/*": "the games themselves",
    "src/contest/contest.c": "each problem is about one game",
    "src/cli/command/commands.c": "help: examples, what only the engine of Othello has, what a protocol is spoken for",
    "src/cli/input/tables_input.c": "the file name of the user's endgame tables",
    "src/formats/pdn.c": "games of draughts that are none of ours",
    "src/farm/farm_[ps]*.c": "positions of a store are of one game by its name",
    "src/match/match_*.c": "what a protocol is spoken for, and its words",
    "include/flank/error_list.h": "examples of tags; what a format of one game holds",
}
# Headers that stand in for those of a system have the names of these.
STAND_INS = ("/src/core/windows", "/src/wasm/include")
OTHER_MEANINGS = {"lines", "turkish"}  # of an answer; a variant of Hub
# A comment, a character, or a string.
TOKEN = re.compile(r"""/\*.*?\*/|//[^\n]*|'(?:[^'\\\n]|\\.)+'|"((?:[^"\\\n]|\\.)*)\"""", re.S)
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')


def folder_of(path):
    """src/games/loa/x.c -> games/loa; include/flank/x.h -> flank"""
    parts = path.split("/")[:-1]
    if parts[0] == "include":
        return "flank"
    if parts[0] == "train":
        return "train"
    return "/".join(parts[1:3]) if parts[1] == "games" else parts[1]


def room_of(path):
    """src/cli/book/x.c -> src/cli/book: rooms are folders inside src/cli"""
    return os.path.dirname(path)


def room_graph(graph):
    """The graph of rooms of src/cli behind a graph of files; a room's arrows to itself are none."""
    rooms = {}
    for path, targets in graph.items():
        for target in targets:
            if path.startswith("src/cli/") and target.startswith("src/cli/") and room_of(path) != room_of(target):
                rooms.setdefault(room_of(path), []).append(room_of(target))
    return rooms


def allows(source, target):
    if source == target or target == "flank":
        return True
    if source == "flank":
        return False
    rules = ALLOWED["games/*" if source.startswith("games/") else source]
    return target in rules or (target.startswith("games/") and "games/*" in rules)


def read_includes(root):
    """Yield (file, line number, included file) for every include of our own headers."""
    for top in ("src", "include", "train"):
        for folder, _, names in os.walk(os.path.join(root, top)):
            for name in sorted(names):
                path = os.path.relpath(os.path.join(folder, name), root)
                if not name.endswith((".c", ".h", ".cpp")):
                    continue
                for number, line in enumerate(open(os.path.join(root, path), encoding="utf-8"), 1):
                    match = INCLUDE.match(line)
                    if match and match[1] == "<" and match[2].startswith("flank/"):
                        yield path, number, "include/" + match[2]
                    elif match and match[1] == '"':
                        yield path, number, ("" if match[2].startswith("train/") else "src/") + match[2]


def read_game_names(root):
    """Names, titles and aliases of the games in small letters, from their tables."""
    names = set()
    with open(os.path.join(root, "src/games/registry.h"), encoding="utf-8") as file:
        folders = re.findall(r"^GAME\((\w+)\)", file.read(), re.M)
    for folder in folders:
        with open(os.path.join(root, "src/games", folder, folder + ".c"), encoding="utf-8") as file:
            text = file.read()
        aliases = re.search(r"\.aliases = \(const char \*const\[\]\)\{(.*?), NULL\}", text, re.S)
        names |= {re.search(rf'^    \.{field} = "([^"]+)"', text, re.M)[1].lower() for field in ("name", "title")}
        names |= set(re.findall(r'"([^"]+)"', aliases[1] if aliases else ""))
    return names


def named_games(text, names):
    """(line, string) for each string of C code that has a game's name as a word; comments may have them."""
    word = re.compile(r"\b(?:" + "|".join(sorted(names)) + r")\b", re.I)
    for token in TOKEN.finditer(text):
        line = text.rindex("\n", 0, token.start()) + 1 if "\n" in text[:token.start()] else 0
        if token[1] and word.search(token[1]) and not INCLUDE.match(text[line:token.end()]):
            yield text.count("\n", 0, token.start()) + 1, token[1]


def find_named_games(root, names):
    """Strings of the code that name games where NAMES_GAMES does not let them, and what it lists in vain."""
    found, used = [], set()
    for top in ("src", "include"):
        for folder, _, files in os.walk(os.path.join(root, top)):
            for name in sorted(files):
                path = os.path.relpath(os.path.join(folder, name), root)
                if not name.endswith((".c", ".h", ".cpp")):
                    continue
                with open(os.path.join(root, path), encoding="utf-8") as file:
                    here = [f"{path}:{line}: {text}" for line, text in named_games(file.read(), names)]
                where = [pattern for pattern in NAMES_GAMES if fnmatch.fnmatch(path, pattern)]
                used |= set(where) if here else set()
                found += [] if where else here
    return found + [f"{pattern} names no game any more" for pattern in NAMES_GAMES if pattern not in used]


def find_cycle(graph):
    """A list of files that include each other in a ring, or None."""
    state = {}

    def visit(node, trail):
        if state.get(node) == "done":
            return None
        if node in trail:
            return trail[trail.index(node):] + [node]
        for target in graph.get(node, []):
            ring = visit(target, trail + [node])
            if ring:
                return ring
        state[node] = "done"
        return None

    for start in graph:
        ring = visit(start, [])
        if ring:
            return ring
    return None


def main():
    root = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
    includes = list(read_includes(root))
    wrong, graph, unknown = [], {}, []
    for path, number, target in includes:
        if not os.path.exists(os.path.join(root, target)):
            unknown.append(f"{path}:{number}: {target} does not exist (includes are written from src/ or include/)")
            continue
        graph.setdefault(path, []).append(target)
        if not allows(folder_of(path), folder_of(target)):
            wrong.append(f"{path}:{number}: {folder_of(path)} may not include {target}")
    # The checker itself must see a forbidden arrow and a ring.
    sound = not allows("games/loa", "games/othello") and not allows("search", "games/loa") and \
        find_cycle({"a": ["b"], "b": ["c"], "c": ["a"]}) is not None and \
        find_cycle(room_graph({"src/cli/a/x.c": ["src/cli/b/y.h"], "src/cli/b/z.c": ["src/cli/a/w.h"]})) is not None and \
        [line for line, _ in named_games('/* "go" */ "ego"\n#include "go"\n"to \\"Go\\"" "gone"', {"go"})] == [3]
    ring, room_ring = find_cycle(graph), find_cycle(room_graph(graph))
    names = {}
    for folder, _, files in os.walk(root):
        if "/.git" in folder or "/build" in folder or "/node_modules" in folder:
            continue
        stands_in = any(part in folder for part in STAND_INS)
        for name in files:
            if name.endswith(".c") or (name.endswith(".h") and not stands_in):
                names.setdefault(name, []).append(folder)
    twice = [f"{name} stands in {', '.join(sorted(where))}" for name, where in names.items() if len(where) > 1]
    results = [
        ("the checker sees forbidden arrows and rings", [] if sound and len(includes) > 20 else ["it does not"]),
        ("every include names a file of the tree", unknown),
        ("folders include only what the house allows", wrong),
        ("no file includes itself through others", [" -> ".join(ring)] if ring else []),
        ("no folder of src/cli includes itself through others", [" -> ".join(room_ring)] if room_ring else []),
        ("file names are unique in the tree", twice),
        ("no string names a game", find_named_games(root, read_game_names(root) - OTHER_MEANINGS)),
    ]
    report(results)


main()
