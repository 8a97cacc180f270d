#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Take the links out of installed documents that lead to files of the source, and keep their texts.   unlink_documents.py FOLDER

`meson install` runs it; FOLDER is that of the documents below the prefix.
"""
import os
import pathlib
import re
import sys

LINK = re.compile(r"\[([^][]*)\]\(([^()\s#:]+)(#[^()\s]*)?\)")


def unlink_missing(document):
    """Write a document again if links of it lead nowhere."""
    text = document.read_text(encoding="utf-8")
    plain = LINK.sub(lambda link: link[0] if (document.parent / link[2]).exists() else link[1], text)
    if plain != text:
        document.write_text(plain, encoding="utf-8")


def main():
    folder = pathlib.Path(os.environ["MESON_INSTALL_DESTDIR_PREFIX"], sys.argv[1])
    for document in sorted(folder.rglob("*.md")):
        unlink_missing(document)


main()
