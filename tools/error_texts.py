#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The English texts of errors for the page, made from the list of the public headers.

  error_texts.py SOURCE_ROOT      prints web/src/i18n/errors/en.ts

Every error of the list is among them, also those that only the command meets.
"""
import os
import re
import sys

LITERAL = r'"((?:[^"\\]|\\.)*)"'


def unquoted(text):
    return "".join(re.findall(LITERAL, text)).replace('\\"', '"').replace("\\\\", "\\")


def errors(root):
    """{name: English text} of every error."""
    found = {}
    with open(os.path.join(root, "include/flank/error_list.h"), encoding="utf-8") as file:
        text = re.sub(r"\s*\\\n\s*", " ", file.read())
    for name, english in re.findall(rf'X\((\w+), -?\d+, "\w*", ((?:"(?:[^"\\]|\\.)*"\s*)+)\)', text):
        found[name] = unquoted(english)
    del found["OK"]  # no error
    return found


def typescript(texts):
    quoted = {name: "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'" for name, text in texts.items()}
    lines = [f"  {name}: {text}," for name, text in quoted.items()]
    return "\n".join([
        "// SPDX-License-Identifier: MIT", "//",
        "// Made by tools/error_texts.py from include/flank/error_list.h: what the engine and the parsers say, by code.",
        "export const errors = {", *lines, "} as const", "",
    ])


if __name__ == "__main__":
    sys.stdout.write(typescript(errors(sys.argv[1])))
