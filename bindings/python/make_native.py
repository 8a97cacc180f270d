#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write flank/_native.py: the C interface of libflank as ctypes, read from the headers in include/flank.

    make_native.py HEADERS OUTPUT [--compiler cc]

HEADERS is the folder include/. The declarations of Python can differ from those of C in nothing, as nobody writes them by hand.
pycparser (BSD, of the system's packages) parses the preprocessed header; it has no C library, so three small headers stand in.
"""
import argparse
import os
import re
import subprocess
import tempfile

from pycparser import c_ast, c_parser

STAND_INS = {
    "stdint.h": "typedef unsigned char uint8_t; typedef int int32_t; typedef unsigned int uint32_t; typedef long int64_t;"
                "typedef unsigned long uint64_t; typedef short int16_t; typedef unsigned short uint16_t;\n",
    "stddef.h": "typedef unsigned long size_t;\n",
    "stdbool.h": "typedef _Bool bool;\n",
}
NUMBERS = {
    "uint8_t": "c_uint8", "uint16_t": "c_uint16", "int16_t": "c_int16", "int32_t": "c_int32", "uint32_t": "c_uint32",
    "int64_t": "c_int64", "uint64_t": "c_uint64", "size_t": "c_size_t", "bool": "c_bool", "int": "c_int", "unsigned": "c_uint",
    "unsigned int": "c_uint", "double": "c_double", "char": "c_char", "_Bool": "c_bool",
}


def preprocessed(headers, compiler):
    """The text of flank.h with all that it includes, and its plain numeric macros."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in STAND_INS.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        command = [*compiler, "-E", "-nostdinc", "-I", folder, "-I", headers, os.path.join(headers, "flank", "flank.h")]
        text = subprocess.run(command + ["-P"], check=True, capture_output=True, text=True).stdout
        macros = subprocess.run(command + ["-dM"], check=True, capture_output=True, text=True).stdout
    numbers = re.findall(r"^#define (FLANK_\w+) (-?\d+)$", macros, re.MULTILINE)
    return text, {name: int(value) for name, value in numbers}


class Writer:
    """Turns declarations into lines of Python, in the order in which C has them."""

    def __init__(self, constants):
        self.constants = dict(constants)
        self.names = dict(NUMBERS)  # C's name of a type: what Python calls it
        self.opaque = set()
        self.structs = set()
        self.lines = []

    def number(self, node):
        """The value of a constant expression."""
        if isinstance(node, c_ast.Constant):
            return ord(node.value[1]) if node.type == "char" else int(node.value.rstrip("uUlL"), 0)
        if isinstance(node, c_ast.ID):
            return self.constants[node.name]
        if isinstance(node, c_ast.UnaryOp) and node.op == "-":
            return -self.number(node.expr)
        raise ValueError(f"{node.coord}: not a constant that is understood")

    def enum(self, node):
        """Its values are plain integers."""
        following = 0
        for item in node.values.enumerators if node.values else []:
            following = self.number(item.value) if item.value else following
            self.constants[item.name] = following
            following += 1
        return "c_int"

    def struct(self, node, fields=True):
        """The class of a struct; with the fields where C tells them."""
        if node.name not in self.structs and (node.decls or not fields):
            self.structs.add(node.name)
            self.lines += ["", "", f"class {node.name}(Structure):", f'    """struct {node.name}"""']
        if node.decls:
            told = ", ".join(f'("{field.name}", {self.type(field.type)})' for field in node.decls)
            self.lines += ["", f"{node.name}._fields_ = [{told}]"]
        return node.name

    def pointer(self, to):
        """A pointer; to an object that C hides, or to anything at all, it is an address."""
        if isinstance(to, c_ast.FuncDecl):
            return self.function(to)
        if isinstance(to, c_ast.TypeDecl):
            inner = to.type
            if isinstance(inner, c_ast.IdentifierType):
                name = " ".join(inner.names)
                if name == "char":
                    return "c_char_p"
                if name == "void" or name in self.opaque:
                    return "c_void_p"
                if self.names.get(name) in ("FUNCTION " + name,):
                    return name
            if isinstance(inner, c_ast.Struct) and inner.name not in self.structs:
                return "c_void_p"
        return f"POINTER({self.type(to)})"

    def function(self, node):
        """The type of a pointer to a function."""
        return f"CFUNCTYPE({', '.join([self.type(node.type)] + self.arguments(node))})"

    def arguments(self, node):
        """The types of a function's arguments."""
        given = [self.type(argument.type) for argument in node.args.params] if node.args else []
        return [] if given == ["None"] else given

    def type(self, node):
        """A type as an expression of Python."""
        if isinstance(node, c_ast.TypeDecl):
            return self.type(node.type)
        if isinstance(node, c_ast.IdentifierType):
            name = " ".join(node.names)
            return "None" if name == "void" else self.names[name]
        if isinstance(node, c_ast.PtrDecl):
            return self.pointer(node.type)
        if isinstance(node, c_ast.ArrayDecl):
            count = self.number(node.dim) if node.dim else None
            return f"POINTER({self.type(node.type)})" if count is None else f"({self.type(node.type)} * {count})"
        if isinstance(node, c_ast.Enum):
            return self.enum(node) if node.values else "c_int"
        if isinstance(node, c_ast.Struct):
            return self.struct(node)
        raise ValueError(f"{node.coord}: not a type that is understood")

    def typedef(self, node):
        """A name for a type."""
        target = node.type
        if isinstance(target, c_ast.FuncDecl):
            self.lines += ["", f"{node.name} = {self.function(target)}"]
            self.names[node.name] = "FUNCTION " + node.name
            return
        inner = target.type if isinstance(target, c_ast.TypeDecl) else None
        if isinstance(inner, c_ast.Struct) and not inner.decls:
            self.opaque.add(node.name)  # unless its fields follow
            self.names[node.name] = inner.name
            return
        if isinstance(inner, c_ast.Struct):
            self.struct(c_ast.Struct(inner.name, None), fields=False)  # it may point to itself
            self.names[node.name] = inner.name
            self.struct(inner)
            return
        if node.name not in NUMBERS:
            self.names[node.name] = self.type(target)

    def declaration(self, node):
        """A function of the library."""
        if not isinstance(node.type, c_ast.FuncDecl):
            self.type(node.type)
            return
        result = self.type(node.type.type)
        self.lines.append(f'    ("{node.name}", {result}, [{", ".join(self.arguments(node.type))}]),')


def main():
    """Write the module."""
    parser = argparse.ArgumentParser(description="ctypes declarations of libflank's headers")
    parser.add_argument("headers")
    parser.add_argument("output")
    parser.add_argument("--compiler", default="cc")
    options = parser.parse_args()
    text, constants = preprocessed(options.headers, options.compiler.split())
    writer, types, functions = Writer(constants), [], []
    for node in c_parser.CParser().parse(text).ext:
        writer.lines = []
        if isinstance(node, c_ast.Typedef):
            writer.typedef(node)
            types += writer.lines
        elif isinstance(node, c_ast.Decl):
            writer.declaration(node)
            functions += [line for line in writer.lines if line.startswith("    (")]
        # an inline function is no part of the library
    told = [f"{name} = {value}" for name, value in writer.constants.items()]
    with open(options.output, "w", encoding="utf-8") as out:
        out.write("\n".join(['"""The C interface of libflank, written from its headers by make_native.py."""',
                             "# pylint: skip-file", "from ctypes import *  # noqa: F403", "", *told, *types, "", "FUNCTIONS = [",
                             *functions, "]", ""]))


if __name__ == "__main__":
    main()
