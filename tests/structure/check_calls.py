#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fail if files call each other in a circle:   check_calls.py SOURCE_ROOT BUILD_ROOT

The symbol tables of the object files say which file defines a function or a table and which file refers to it. They are exact: they are
the linker's own view, behind every macro and every CPU variant, and they see tables of functions as well as calls. ctags and
clang's index were the alternatives; both read a file at a time, so they must guess which of two equal names is meant.

Two things have no symbol and are read from the text: inline functions of headers, and the sources that only
the WebAssembly build compiles. A source and the header of its name are one file here: what the header declares, the source defines.

Prints TAP; a circle is told with every reference in it and its symbols.
"""
import json
import os
import re
import subprocess
import sys

from results import report

TOPS = ("src", "train")
NAME = re.compile(r"[A-Za-z_]\w*")
WASTE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)
# A function as clang-format writes it: its type at the left edge, its body up to a brace there.
INCLUDE = re.compile(r'^#\s*include "([^"]+)"', re.M)
FUNCTION = re.compile(r"^(?!typedef|struct|enum|union)([A-Za-z_][^;{}()#=]*?\b)(\w+)\((?:[^;{}#]*)\)\s*\{(?:.*\}$|.*?^\})", re.M | re.S)


def module_of(path):
    """src/a/b.c and src/a/b.h -> src/a/b"""
    return os.path.splitext(path)[0]


def code_of(text):
    """A file's text without comments and strings."""
    return WASTE.sub(" ", text)


def find_pieces(code, of_header):
    """Yield (name, text) of each thing that other files can use: of a header what it defines, of a source what is not static."""
    for match in FUNCTION.finditer(code):
        if of_header or "static" not in match[1].split():
            yield match[2], match[0]


def read_objects(objects):
    """(definitions, uses) by symbol tables: symbol -> modules, module -> symbols. `objects` says which module each file belongs to."""
    defined, used = {}, {}
    listing = subprocess.run(["nm", "-P", "-A", *objects], stdout=subprocess.PIPE, text=True, check=True).stdout
    for line in listing.splitlines():
        path, symbol, kind = re.match(r"(.*?): (\S+) (\S)", line).groups()
        if kind == "U":
            used.setdefault(objects[path], set()).add(symbol)
        # The linker refuses to find these twice; C++'s weak copies belong to no file.
        elif kind in "ABCDGRST" and symbol != "main":
            defined.setdefault(symbol, set()).add(objects[path])
    return defined, used


def read_build(root, build):
    """object -> module, for all sources of the house that this build compiles; a source in the build folder was generated."""
    objects = {}
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        for entry in json.load(file):
            source = os.path.normpath(os.path.join(entry["directory"], entry["file"]))
            path = os.path.relpath(source, build if source.startswith(build + os.sep) else root)
            if path.split(os.sep)[0] in TOPS and not path.endswith(".S"):
                objects[os.path.join(entry["directory"], entry["output"])] = module_of(path)
    return objects


def read_texts(root):
    """path -> (text, code) of every source and header under src/ and train/."""
    texts = {}
    for top in TOPS:
        for folder, _, names in os.walk(os.path.join(root, top)):
            for name in names:
                if name.endswith((".c", ".h", ".cpp")):
                    path = os.path.join(folder, name)
                    with open(path, encoding="utf-8") as file:
                        text = file.read()
                    texts[os.path.relpath(path, root)] = text, code_of(text)
    return texts


def find_included(texts):
    """path -> every file of the house that it includes, through others too."""
    direct = {path: {name if name.startswith("train/") else "src/" + name for name in INCLUDE.findall(raw)}
              for path, (raw, _) in texts.items()}
    included = {}

    def collect(path, found):
        for target in direct.get(path, ()):
            if target not in found:
                found.add(target)
                collect(target, found)
        return found

    for path in texts:
        included[path] = collect(path, set())
    return included


def add_uses(graph, module, targets, symbol):
    """Note that `module` uses a symbol that others define, unless it defines one of the name itself."""
    if module not in targets:
        for target in targets:
            graph.setdefault(module, {}).setdefault(target, set()).add(symbol)


def link(texts, defined, used):
    """module -> module -> symbols that the first uses of the second."""
    graph, inline, only_text = {}, {}, {}
    compiled = set(used) | {module for modules in defined.values() for module in modules}
    for module, symbols in used.items():
        for symbol in symbols:
            add_uses(graph, module, defined.get(symbol, set()), symbol)
    for path, (_, code) in texts.items():
        of_header = path.endswith(".h")
        for name, text in find_pieces(code, of_header) if of_header or module_of(path) not in compiled else ():
            if of_header:
                inline.setdefault(path, set()).add(name)
            else:
                only_text.setdefault(name, set()).add(module_of(path))
            for symbol in NAME.findall(text):
                add_uses(graph, module_of(path), defined.get(symbol, set()), symbol)
    included = find_included(texts)
    for path, (_, code) in texts.items():
        names = set(NAME.findall(code))
        for header in included[path]:
            for symbol in names & inline.get(header, set()):
                add_uses(graph, module_of(path), {module_of(header)}, symbol)
        if not path.endswith(".h") and module_of(path) not in compiled:
            for symbol in names & set(only_text):
                add_uses(graph, module_of(path), only_text[symbol], symbol)
    return graph


def find_circles(graph):
    """The strongly connected components of more than one node (Tarjan 1972)."""
    index, low, stack, circles = {}, {}, [], []

    def enter(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for target in graph.get(node, ()):
            if target not in index:
                enter(target)
            if target in stack:
                low[node] = min(low[node], low[target])
        if low[node] == index[node]:
            cut = stack.index(node)
            if len(stack) - cut > 1:
                circles.append(sorted(stack[cut:]))
            del stack[cut:]

    for node in list(graph):
        if node not in index:
            enter(node)
    return circles


def describe(graph, circle):
    """Lines that say who uses what of whom within a circle."""
    for module in circle:
        for target in sorted(set(graph[module]) & set(circle)):
            yield f"{module} -> {target}: {', '.join(sorted(graph[module][target]))}"


def sees_planted_circles(objects, texts):
    """True if a circle planted into this very tree is found: from a source through a header's inline function into an object and back."""
    planted = dict(texts)
    header = "static inline int planted(void)\n{\n    return flank_game_count();\n}\n"
    source = '#include "core/planted.h"\nint closes(void) { return planted(); }\n'
    planted["src/core/planted.h"] = header, header
    planted["src/core/text_buffer.c"] = source, code_of(source)
    defined, used = read_objects(objects)
    circles = find_circles(link(planted, defined, used))
    seen = [circle for circle in circles if "src/core/text_buffer" in circle]
    return len(seen) == 1 and "src/games/games" in seen[0] and find_circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == \
        [["a", "b", "c"]] and not find_circles({"a": {"b", "c"}, "b": {"c"}})


def main(root, build):
    sys.setrecursionlimit(10000)
    objects, texts = read_build(root, build), read_texts(root)
    missing = [path for path in objects if not os.path.exists(path)]
    results = [("every source is compiled", missing)]
    if not missing:
        graph = link(texts, *read_objects(objects))
        circles = find_circles(graph)
        results += [
            ("the checker sees planted circles", [] if sees_planted_circles(objects, texts) else ["it does not"]),
            ("no files call each other in a circle", [line for circle in circles for line in ["a circle:", *describe(graph, circle)]]),
        ]
    report(results)


main(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]))
