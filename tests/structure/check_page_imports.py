#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Read every import under web/src/ and fail on an arrow that the page does not allow, and on any circle of files.

The table is docs/developers/page.md's, as data. An arrow to a single file is written with the file. A dynamic import() is an arrow
like any other. Packages, styles and data are not looked at. Prints TAP.
"""
import os
import re

from results import report

# folder or file -> folders or files it may import besides itself; views never import each other
ALLOWED = {
    "i18n": [],
    "engine": ["i18n"],
    "board": ["i18n", "engine/types"],
    "game": ["engine", "i18n"],
    "history": ["engine", "game", "i18n"],
    "services": ["engine", "i18n"],
    "study": ["board/squares", "engine", "game", "services"],
    "parts": ["board", "engine", "game", "history", "i18n", "services", "study"],
    "views/*": ["board", "engine", "game", "history", "i18n", "parts", "services", "study"],
    "app": ["engine", "i18n", "parts", "services", "views/*"],
    "main": ["app", "engine", "services"],
    "sw": [],
}
STATIC = re.compile(r"^(?:import |(?:import|export|\})[^'\"\n]* from )'(\.[^'\n]*)'", re.M)
DYNAMIC = re.compile(r"\bimport\(\s*['\"](\.[^'\"]*)['\"]\s*\)")
SOURCES = (".ts", ".tsx")


def room_of(module):
    """board/hand -> board; views/play/play -> views/play; main -> main"""
    parts = module.split("/")
    return "/".join(parts[:2]) if parts[0] == "views" else parts[0]


def allows(source, target):
    """Returns true if module `source` may import module `target`."""
    room, other = room_of(source), room_of(target)
    if room == other:
        return True
    rules = ALLOWED.get("views/*" if room.startswith("views/") else room, [])
    return target in rules or other in rules or (other.startswith("views/") and "views/*" in rules)


def modules(root):
    """The names of all modules below `root`, without their endings."""
    for folder, _, names in os.walk(root):
        for name in sorted(names):
            if name.endswith(SOURCES):
                yield os.path.relpath(os.path.join(folder, name), root)


def resolve(path, text, known):
    """The module that an import of the file `path` names; None for styles and data."""
    text, ending = os.path.splitext(text.split("?")[0])
    if ending not in ("",) + SOURCES:
        return None
    target = os.path.normpath(os.path.join(os.path.dirname(path), text))
    return f"{target}/index" if f"{target}/index" in known else target


def read_imports(root):
    """Yields (module, line, imported module) of every import of our own files."""
    paths = list(modules(root))
    known = {os.path.splitext(path)[0] for path in paths}
    for path in paths:
        with open(os.path.join(root, path), encoding="utf-8") as file:
            text = file.read()
        for pattern in (STATIC, DYNAMIC):
            for match in pattern.finditer(text):
                target = resolve(path, match[1], known)
                if target:
                    yield os.path.splitext(path)[0], text.count("\n", 0, match.start(1)) + 1, target


def find_circle(graph):
    """A list of modules that import each other in a circle, or None."""
    done = set()

    def visit(node, trail):
        if node in done:
            return None
        if node in trail:
            return trail[trail.index(node):] + [node]
        for target in graph.get(node, []):
            circle = visit(target, trail + [node])
            if circle:
                return circle
        done.add(node)
        return None

    return next(filter(None, (visit(start, []) for start in graph)), None)


def is_sound(imports):
    """Returns true if the checker itself sees forbidden arrows, circles, and the arrows that there are."""
    seen = {(source, target) for source, _, target in imports}
    return (not allows("board/board", "app/app") and not allows("board/hand", "engine/module")
            and not allows("views/setup/setup", "views/review/open") and allows("board/hand", "engine/types")
            and find_circle({"a": ["b"], "b": ["c"], "c": ["a"]}) is not None
            and ("board/board", "board/hand") in seen and ("main", "app/app") in seen)


def main():
    root = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../web/src"))
    imports = list(read_imports(root))
    known = {os.path.splitext(path)[0] for path in modules(root)}
    wrong, unknown, graph = [], [], {}
    for source, line, target in imports:
        if target not in known:
            unknown.append(f"{source}:{line}: {target} does not exist")
        elif not allows(source, target):
            wrong.append(f"{source}:{line}: {room_of(source)} may not import {target}")
        graph.setdefault(source, []).append(target)
    rooms = sorted({room_of(module) for module in known})
    homeless = [room for room in rooms if room not in ALLOWED and not room.startswith("views/")]
    circle = find_circle(graph)
    results = [
        ("the checker sees forbidden arrows and circles", [] if is_sound(imports) else ["it does not"]),
        ("every import names a file of the page", unknown),
        ("every folder of the page has its line in the table", homeless),
        ("folders import only what the page allows", wrong),
        ("no file imports itself through others", [" -> ".join(circle)] if circle else []),
    ]
    report(results)


main()
