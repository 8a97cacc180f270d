#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The English texts of errors for the page, made from the lists of the public headers.

  error_texts.py SOURCE_ROOT      prints web/src/i18n/errors/en.ts

Errors that only the command can meet (WTHOR files, books, weights, matches, protocols, the start of the server) are left out:
the page shows them, if at all, in the English that comes with them.
"""
import os
import re
import sys

LITERAL = r'"((?:[^"\\]|\\.)*)"'
COMMAND_ONLY = range(650, 950)
COMMAND_ONLY_NAMES = {
    "CANNOT_READ_BECAUSE", "CANNOT_WRITE_BECAUSE", "WRITE_FAILED", "A_WRITE_FAILED", "QUOTED", "IS_FOLDER", "NOT_A_COMMAND_LINE",
    "IT_IS_EMPTY", "QUOTE_OR_SHELL", "MUST_NOT_RUN_COMMANDS", "QUOTATION_NOT_CLOSED", "ONLY_READ", "CANNOT_HOLD", "NO_ADDRESS",
    "CANNOT_LISTEN_BECAUSE", "PORT_TAKEN", "CANNOT_LISTEN", "PAGE_DAMAGED",
}


def unquoted(text):
    return "".join(re.findall(LITERAL, text)).replace('\\"', '"').replace("\\\\", "\\")


def errors(root):
    """{name: English text} of all that the page can meet."""
    found = {}
    with open(os.path.join(root, "include/flank/status.h"), encoding="utf-8") as file:
        for name, text in re.findall(rf"X\((\w+), -\d+, {LITERAL}\)", file.read()):
            found[name] = text
    with open(os.path.join(root, "include/flank/error_list.h"), encoding="utf-8") as file:
        text = re.sub(r"\s*\\\n\s*", " ", file.read())
    for name, value, english in re.findall(rf'X\((\w+), (\d+), "\w*", ((?:"(?:[^"\\]|\\.)*"\s*)+)\)', text):
        if int(value) not in COMMAND_ONLY and name not in COMMAND_ONLY_NAMES:
            found[name] = unquoted(english)
    return found


def typescript(texts):
    quoted = {name: "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'" for name, text in texts.items()}
    lines = [f"  {name}: {text}," for name, text in quoted.items()]
    return "\n".join([
        "// SPDX-License-Identifier: MIT", "//",
        "// Made by tools/error_texts.py from include/flank/error_list.h and status.h: what the engine and the parsers say, by code.",
        "export const errors = {", *lines, "} as const", "",
    ])


if __name__ == "__main__":
    sys.stdout.write(typescript(errors(sys.argv[1])))
