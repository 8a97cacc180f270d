#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Pack a file as zlib does, for the browser to unpack (DecompressionStream):   deflate_file.py INPUT OUTPUT"""
import sys
import zlib

source, output = sys.argv[1:]
with open(source, "rb") as file:
    packed = zlib.compress(file.read(), 9)
with open(output, "wb") as file:
    file.write(packed)
