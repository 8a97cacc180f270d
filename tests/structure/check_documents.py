#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Read the documents and fail on a page that is hard to read or not true any more. Prints TAP.

Pages are README.md, CONTRIBUTING.md, CHANGELOG.md, the README.md of data and of bench/results, and the files of docs. A page whose
title begins with "Reference:" is one to look things up in, and may be long. docs/rules may be long and have dates,
docs/decisions may have dates. Code between ``` is not looked at, tables only for their words and links. Documents that the sources name
have to be there, too.
"""
import os
import re
import subprocess
import sys

MOST_WORDS = 800
MOST_WORDS_OF_A_PARAGRAPH = 90
MOST_COLUMNS = 160
DIARY = re.compile(r"\b(today|yesterday|tomorrow|nowadays|the (day|days|version|search|book|weights) before|an earlier "
                   r"(version|state|day)|of the day|of the moment)\b"
                   r"|\b(19|20)\d\d-\d\d-\d\d\b", re.I)
SOURCES = ("bench", "include", "kit", "src", "tests", "tools", "train", "web/src")
MENTION = re.compile(r"\bdocs/[\w/-]+\.md\b")
FILE = re.compile(r"\b(?:bench|include|kit|src|tests|tools|train|web)/[\w./-]*\.[a-z]+\b")
LINK = re.compile(r"\]\(([^)\s]+)\)")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def pages(root):
    yield from ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "data/README.md", "bench/results/README.md")
    for folder, _, names in os.walk(os.path.join(root, "docs")):
        for name in sorted(names):
            if name.endswith(".md"):
                yield os.path.relpath(os.path.join(folder, name), root)


def prose(text):
    """The lines of a text outside of code, with their numbers."""
    code = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("```"):
            code = not code
        elif not code:
            yield number, line


def is_table(line):
    return line.lstrip().startswith("|")


def paragraphs(text):
    """(number of the first line, words) of each paragraph, or item of a list."""
    first, words = 0, 0
    for number, line in [*prose(text), (0, "")]:
        begins = not line.strip() or re.match(r"\s*([-*]|\d+\.|#+|<!--) ?", line) or is_table(line)
        if begins and words:
            yield first, words
        if begins:
            first, words = number, 0
        if not is_table(line):
            words += len(line.split())


def anchors(text):
    titles = [line.lstrip("#").strip() for _, line in prose(text) if line.startswith("#")]
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def broken_links(root, page, text):
    for target in LINK.findall(text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = os.path.normpath(os.path.join(root, os.path.dirname(page), path)) if path else os.path.join(root, page)
        if not os.path.exists(file):
            yield f"{page}: no file {target}"
        elif anchor and anchor not in anchors(read(file)):
            yield f"{page}: no heading {target}"


def broken_mentions(root):
    """Documents that a source names in its comments or texts, and that are not there."""
    for top in SOURCES:
        for folder, folders, names in os.walk(os.path.join(root, top)):
            folders[:] = [name for name in folders if name not in ("node_modules", "__pycache__")]
            for path in (os.path.join(folder, name) for name in sorted(names)):
                with open(path, encoding="utf-8", errors="ignore") as file:
                    for page in MENTION.findall(file.read()):
                        if "NAME" not in page and not os.path.exists(os.path.join(root, page)):
                            yield f"{os.path.relpath(path, root)}: no file {page}"


def missing_files(root, page, text):
    """Sources that a document names, and that are not there; build/… is made, NAME stands for a name."""
    for path in FILE.findall(re.sub(r"build/\S+", "", text)):
        if "NAME" not in path and not os.path.exists(os.path.join(root, path)):
            yield f"{page}: no file {path}"


def too_long(page, text):
    words = sum(len(line.split()) for _, line in prose(text))
    if words > MOST_WORDS and not text.startswith("# Reference:"):
        yield f"{page}: {words} words, at most {MOST_WORDS}"


def long_paragraphs(page, text):
    for number, words in paragraphs(text):
        if words > MOST_WORDS_OF_A_PARAGRAPH:
            yield f"{page}:{number}: a paragraph of {words} words, at most {MOST_WORDS_OF_A_PARAGRAPH}"


def long_lines(page, text):
    for number, line in prose(text):
        if len(line) > MOST_COLUMNS and not is_table(line):
            yield f"{page}:{number}: {len(line)} columns, at most {MOST_COLUMNS}"


def diary(page, text):
    for number, line in prose(text):
        found = DIARY.search(line)
        if found and not is_table(line):
            yield f"{page}:{number}: '{found[0]}'"


def not_in_the_index(root):
    index = os.path.join(root, "docs", "README.md")
    targets = {os.path.normpath(os.path.join("docs", target)) for target in LINK.findall(read(index))}
    for page in pages(root):
        if page.startswith("docs/") and page != "docs/README.md" and page not in targets:
            yield f"docs/README.md does not name {page}"


def headers_left_out(root):
    named = read(os.path.join(root, "docs", "users", "c-library.md"))
    headers = (name for name in os.listdir(os.path.join(root, "include", "flank")) if name.endswith(".h"))
    return [f"docs/users/c-library.md does not name {name}" for name in sorted(headers) if f"[{name}]" not in named]


def main():
    root = sys.argv[1]
    texts = {page: read(os.path.join(root, page)) for page in pages(root)}
    own_kind = ("docs/rules/", "docs/decisions/")
    shelves = {page: text for page, text in texts.items() if not page.startswith(own_kind)}
    without_rules = {page: text for page, text in texts.items() if not page.startswith("docs/rules/")}
    stale = subprocess.run([sys.executable, os.path.join(root, "tools", "bench_tables.py"), "--check"],
                           capture_output=True, text=True, check=False)
    checks = [
        (f"pages have at most {MOST_WORDS} words", [x for p, t in without_rules.items() for x in too_long(p, t)]),
        (f"paragraphs have at most {MOST_WORDS_OF_A_PARAGRAPH} words",
         [x for p, t in texts.items() for x in long_paragraphs(p, t)]),
        (f"lines have at most {MOST_COLUMNS} columns", [x for p, t in without_rules.items() for x in long_lines(p, t)]),
        ("pages tell how things are, without dates", [x for p, t in shelves.items() for x in diary(p, t)]),
        ("links lead somewhere", [x for p, t in texts.items() for x in broken_links(root, p, t)]),
        ("sources that documents name are there", [x for p, t in texts.items() for x in missing_files(root, p, t)]),
        ("documents that sources name are there", list(broken_mentions(root))),
        ("the index names every page", list(not_in_the_index(root))),
        ("the page of the library names every header", headers_left_out(root)),
        ("tables of figures are those of bench/results", [stale.stderr.strip()] if stale.returncode else []),
    ]
    print(f"1..{len(checks)}")
    for number, (name, faults) in enumerate(checks, 1):
        print(f"{'not ok' if faults else 'ok'} {number} - {name}")
        for fault in faults:
            print(f"# {fault}")
    return any(faults for _, faults in checks)


if __name__ == "__main__":
    sys.exit(main())
