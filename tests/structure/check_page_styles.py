#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
#
# The page's design stands in one file: colours and times of motion are written in tokens.css alone, and every name that a style sheet uses
# is given there or in the sheets. Signs that languages write in their own way stand in the texts.
import re
import sys
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2] / "web" / "src"
COLOUR = re.compile(r"(?<![\w(&])#[0-9a-fA-F]{3,8}\b|\b(?:light-dark|rgba?|hsla?|oklch|oklab)\(")
TIME = re.compile(r"\b(?:duration|delay): [\d.]*[1-9]|\.animate\([^()]*, [\d.]+\)")  # of an animation in a script
NAME = re.compile(r"var\((--[\w-]+)")
PERCENT = re.compile(r"(?<![$'\w])\{[^{}'\"]+\} ?%")  # of a number on the page
GIVEN = re.compile(r"(--[\w-]+)\s*:")


assert TIME.search("element.animate(frames, 500)") and TIME.search("{ duration: 120 }") and not TIME.search("{ delay: leg * 2 }")
assert PERCENT.search("<b>{points} %</b>") and not PERCENT.search("`${x}%`") and not PERCENT.search("'{n} %'")


def without_comments(text):
    return re.sub(r"/\*.*?\*/", lambda comment: "\n" * comment[0].count("\n"), text, flags=re.S)


def colours(sheets):
    for path, text in sheets.items():
        for number, line in enumerate(text.split("\n"), 1):
            if path.name != "tokens.css" and COLOUR.search(line):
                yield f"{path.relative_to(SOURCES)}:{number}: a colour: {COLOUR.search(line)[0]}"


def times(scripts):
    for path, text in scripts.items():
        for number, line in enumerate(text.split("\n"), 1):
            if TIME.search(line):
                yield f"{path.relative_to(SOURCES)}:{number}: a time of motion: {TIME.search(line)[0]}"


def percents(scripts):
    for path, text in scripts.items():
        if path.suffix != ".tsx":
            continue
        for number, line in enumerate(text.split("\n"), 1):
            if PERCENT.search(line):
                yield f"{path.relative_to(SOURCES)}:{number}: no text of a language: {PERCENT.search(line)[0]}"


def unknown(sheets):
    given = {name for text in sheets.values() for name in GIVEN.findall(text)}
    for path, text in sheets.items():
        for name in sorted(set(NAME.findall(text)) - given):
            yield f"{path.relative_to(SOURCES)}: nobody gives {name}"


def unused(sheets, scripts):
    tokens = GIVEN.findall(sheets[SOURCES / "tokens.css"])
    used = "".join([*sheets.values(), *scripts.values()])
    pieces = re.compile(r"--(?:black|white|red)-(?:lit|shaded)|--(?:black|white|red)")  # named by their colours in paints.tsx
    for name in sorted(set(tokens)):
        if f"var({name}" not in used and f"'{name[2:]}'" not in used and not pieces.fullmatch(name):
            yield f"tokens.css: nobody uses {name}"


def main():
    sheets = {path: without_comments(path.read_text()) for path in sorted(SOURCES.rglob("*.css"))}
    scripts = {path: path.read_text() for path in sorted([*SOURCES.rglob("*.ts"), *SOURCES.rglob("*.tsx")])}
    checks = [
        ("colours stand in tokens.css alone", colours(sheets)),
        ("times of motion stand in tokens.css alone", times(scripts)),
        ("percents stand in the texts alone", percents(scripts)),
        ("every name that a style sheet uses is given", unknown(sheets)),
        ("every token is used", unused(sheets, scripts)),
    ]
    failed = 0
    for number, (name, found) in enumerate(checks, 1):
        wrong = list(found)
        failed += bool(wrong)
        print(f"{'not ok' if wrong else 'ok'} {number} - {name}")
        for line in wrong:
            print(f"# {line}")
    print(f"1..{len(checks)}")
    return 1 if failed else 0


sys.exit(main())
