#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Pack a built page into one file that `flank serve` carries inside and sends from:   pack_page.py FOLDER OUTPUT

FILE.br and FILE.gz beside a FILE are its variants, compressed beforehand (web/vite.config.ts makes them where that pays).

The pack; every number has 32 bits, lowest byte first, and counts bytes from the start of the pack:

    0       "FLNKPAGE"
    8       number of files
    12      0
    16      one row of 12 numbers a file, in the order of strcmp(path)
              0 path            text with a NUL behind it, "index.html", "assets/index-1a2b.js": no "/" in front
              1 content type    text, "text/html; charset=utf-8"
              2 ETag            text, as it goes into the header, quotes and all; the same for all variants, so it is weak
              3 flags           1: the name changes with the contents (Cache-Control: immutable)
              4 offset, 5 size  the file itself
              6 offset, 7 size  its brotli variant; 0, 0 without one
              8 offset, 9 size  its gzip variant; 0, 0 without one
              10, 11            0
    …       texts and contents, contents at multiples of 16
"""
import hashlib
import os
import struct
import sys

TYPES = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".json": "application/json", ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml", ".png": "image/png",
    ".ico": "image/x-icon", ".wasm": "application/wasm", ".txt": "text/plain; charset=utf-8", ".map": "application/json",
}
OTHER_TYPE = "application/octet-stream"
VARIANTS = (".br", ".gz")
HASHED = "assets/"  # vite puts a hash into the names of what lies there
HEADER, ROW_WORDS = 16, 12
IMMUTABLE = 1


# A page that is served by flank knows it, and its engine with it (web/src/engine/host.ts).
MARK = (b'<html lang="en"', b'<html lang="en" data-host="flank"')


def read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return b""


def find_files(folder):
    names = []
    for where, _, files in os.walk(folder):
        names += [os.path.relpath(os.path.join(where, name), folder) for name in files]
    plain = [name for name in names if not (name.endswith(VARIANTS) and name[:-3] in names)]
    return sorted(plain, key=str.encode)


def pack(folder):
    names = find_files(folder)
    body = bytearray(HEADER + 4 * ROW_WORDS * len(names))
    rows = []

    def add(data, align=1):
        body.extend(bytes(-len(body) % align))
        at = len(body)
        body.extend(data)
        return at

    for name in names:
        contents = [read(os.path.join(folder, name + suffix)) for suffix in ("", *VARIANTS)]
        if name == "index.html":
            contents = [contents[0].replace(*MARK), b"", b""]
        row = [add(name.encode() + b"\0"), add(TYPES.get(os.path.splitext(name)[1], OTHER_TYPE).encode() + b"\0"),
               add(f'W/"{hashlib.sha256(contents[0]).hexdigest()[:20]}"'.encode() + b"\0"),
               IMMUTABLE if name.startswith(HASHED) else 0]
        for content in contents:
            row += [add(content, 16), len(content)] if content or content is contents[0] else [0, 0]
        rows.append(row + [0, 0])
    struct.pack_into("<8sII", body, 0, b"FLNKPAGE", len(names), 0)
    for number, row in enumerate(rows):
        struct.pack_into(f"<{ROW_WORDS}I", body, HEADER + 4 * ROW_WORDS * number, *row)
    return body


def main(folder, output):
    packed = pack(folder)
    with open(output, "wb") as out:
        out.write(packed)


main(*sys.argv[1:])
