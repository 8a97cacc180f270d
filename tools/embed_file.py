#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write an assembler file that puts a file's bytes into a program:   embed_file.py NAME INPUT OUTPUT

The bytes lie between the symbols NAME_begin and NAME_end. The assembler reads the file itself (.incbin), which takes no time
where a C array of some megabytes takes many seconds.
"""
import os
import sys

name, source, output = sys.argv[1:]
with open(output, "w", encoding="utf-8") as out:
    out.write(f'''/* Written by tools/embed_file.py. */
#ifdef __ELF__
    .section .rodata
    .hidden {name}_begin, {name}_end
#else
    .section .rdata, "dr"
#endif
    .globl {name}_begin, {name}_end
    .balign 16
{name}_begin:
    .incbin "{os.path.abspath(source)}"
{name}_end:
    .byte 0
#ifdef __ELF__
    .section .note.GNU-stack,"",%progbits
#endif
''')
