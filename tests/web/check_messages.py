#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every message that can be met by pasting or typing on the page is one that its languages translate.

  check_messages.py SOURCE_ROOT      prints TAP

The messages are read from the calls that report errors in the C sources, and the words put into them from where they stand. Whether each
language has all of web/src/i18n/messages.ts is for TypeScript to say; that its translations name the same things is checked here.
"""
import glob
import os
import re
import sys

ROOT = sys.argv[1]
PLACES = "src/games/**/*.c", "src/formats/**/*.c", "src/contest/*.c", "src/api/*.c", "src/core/disc_text.c", "src/core/status.c"
STATUSES = "include/flank/status.h"
LANGUAGES = "zh-Hant", "zh-Hans", "ja", "tr"
# Files of bytes that nobody types, and what is wrong with writing a file: these stay English.
LEFT_OUT = re.compile(r"/(wthor\w*|\w*_book|book_text|format_writer|byte_source)\.c$")
# What reports an error, and what makes a part of one.
CALLS = r"error_set|reader_fail|contest_fail|contest_fail_at|contest_fail_memory|fail|refuse|expected|wrong|fault_here|fault_at|cut|fail_expected|" \
        r"contest_read_count|read_coordinate|end_command|snprintf"
# Texts that are no arguments of a call: `token->wrong = "it is too long"`, the status texts.
ASSIGNED = re.compile(r"(?:->wrong =|\.text =)\s+((?:[^;\"]|\"(?:[^\"\\]|\\.)*\")*);")
# What is put into messages and stands in no such call: what a contest problem has many of, the end of its input, its letters.
WORDS = {"game", "board", "case", "the end of the input", "'{1}', '{2}' or '{3}'"}
LITERAL = r"\"((?:[^\"\\]|\\.)*)\""
# snprintf writes more than messages: of it, only what fills in a message.
OUTPUTS = re.compile(r"snprintf\((?:what|number|failure->text|out, ERROR_SHOW_SIZE)\b")


def arguments(text, start):
    """The text of a call's arguments, from behind its '(' to its ')'."""
    depth = 1
    for token in re.finditer(rf"{LITERAL}|[()]", text[start:]):
        depth += {"(": 1, ")": -1}.get(token[0], 0)
        if depth == 0:
            return text[start:start + token.start()]
    return ""


def numbered(text):
    """'%s is %d' as '{1} is {2}'."""
    count = iter(range(1, 10))
    text = re.sub(r": $", ": %s", text)  # put before another message
    return re.sub(r"%(?:\.\*|\.\d+)?(?:zu|lld|llu|ld|[sdcu]|02x|\x01)", lambda _: "{%d}" % next(count), text)


def is_message(text):
    """Whether there are words in it: no format, no name, nothing to be compared."""
    return " " in text.strip() and re.search(r"[a-z]{2,}", re.sub(r"\{\d\}", "", text)) and "\\n" not in text and not text.startswith("flank ")


def messages_of(path):
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
    text = re.sub(rf"({LITERAL})|'(?:[^'\\]|\\.)+'", lambda found: found[1] or "0", text)
    text = re.sub(r"\"\s*PRIu64\s*\"", "\x01", text)
    text = re.sub(r"\"\s*PRIu64\b", "\x01\"", text)
    calls = [call for call in re.finditer(rf"\b(?:{CALLS})\(", text) if "snprintf" not in call[0] or OUTPUTS.match(text, call.start())]
    pieces = [arguments(text, call.end()) for call in calls] + [found[1] for found in ASSIGNED.finditer(text)]
    for piece in pieces:
        for run in re.finditer(rf"(?:{LITERAL}\s*)+", piece):
            message = "".join(re.findall(LITERAL, run[0])).replace('\\"', '"').replace("\\\\", "\\")
            if is_message(numbered(message)):
                yield numbered(message)


def statuses():
    """The texts of all statuses but the one that is no error."""
    with open(os.path.join(ROOT, STATUSES), encoding="utf-8") as file:
        return {text for text in re.findall(rf"X\(\w+, -\d+, {LITERAL}\)", file.read())}


def told_by_page():
    """What the page itself throws around the engine."""
    found = set()
    for path in glob.glob(os.path.join(ROOT, "web/src/engine/*.ts")):
        with open(path, encoding="utf-8") as file:
            found.update(re.findall(r"'((?:[a-z]+|Worker|a)(?: \w+)+)'", file.read()))
    return found


def quoted(text):
    return re.sub(r"\\(.)", r"\1", text)


def translations(language):
    with open(os.path.join(ROOT, "web/src/i18n/messages", language + ".ts"), encoding="utf-8") as file:
        pairs = re.findall(r"^  '((?:[^'\\]|\\.)*)': '((?:[^'\\]|\\.)*)',$", file.read(), flags=re.M)
    return {quoted(message): quoted(text) for message, text in pairs}


def named(text):
    """What is named in a message; the s of a plural, 'square{5}', is English."""
    return sorted(re.findall(r"(?<!square)(?<!piece)\{\d\}", text))


class Tap:
    """Prints the outcome of tests, with what is wrong."""

    def __init__(self, count):
        self.number, self.failed = 0, False
        print(f"1..{count}")

    def test(self, name, wrong):
        self.number += 1
        self.failed |= bool(wrong)
        print(f"{'not ' if wrong else ''}ok {self.number} - {name}")
        for line in wrong:
            print(f"#   {line}")


def main():
    with open(os.path.join(ROOT, "web/src/i18n/messages.ts"), encoding="utf-8") as file:
        known = {quoted(text) for text in re.findall(r"^  '((?:[^'\\]|\\.)*)',$", file.read(), flags=re.M)}
    paths = sorted(path for place in PLACES for path in glob.glob(os.path.join(ROOT, place), recursive=True) if not LEFT_OUT.search(path))
    wanted = {message: os.path.relpath(path, ROOT) for path in paths for message in messages_of(path)}
    wanted.update({text: STATUSES for text in statuses()})
    tap = Tap(3 + len(LANGUAGES))
    tap.test("every message has its place in web/src/i18n/messages.ts", [f"{wanted[text]}: {text}" for text in sorted(set(wanted) - known)])
    tap.test("no message there has gone from the sources", sorted(known - set(wanted) - WORDS - told_by_page()))
    tap.test(f"messages were found: {len(wanted)}", [] if len(wanted) >= 180 else ["too few: are they made in another way now?"])
    for language in LANGUAGES:
        texts = translations(language)
        wrong = [f"{text}: {texts.get(text)}" for text in sorted(known) if named(text) != sorted(re.findall(r"\{\d\}", texts.get(text, "")))]
        same = [text for text in sorted(known) if texts.get(text) == text]
        tap.test(f"{language} names the same things in its own words", wrong + same)
    return tap.failed


sys.exit(main())
