#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turn a captured terminal screen into an SVG picture.   tmux capture-pane -e -p | tools/terminal_picture.py > picture.svg

Understands the colours that `flank play` uses: bold, the 256-colour palette, and resets. Discs are drawn as circles, because fonts
differ on the size of ●.
"""
import re
import sys
from xml.sax.saxutils import escape

CELL_W, CELL_H, MARGIN = 9, 20, 14
FOREGROUND, BACKGROUND = "#d8dee4", "#1c2126"
SGR = re.compile(r"\x1b\[([0-9;]*)m")


def palette(index):
    """The xterm 256-colour palette: a 6x6x6 cube from 16, greys from 232; the first 16 roughly."""
    if index >= 232:
        grey = 8 + 10 * (index - 232)
        return f"#{grey:02x}{grey:02x}{grey:02x}"
    if index >= 16:
        levels = [0, 95, 135, 175, 215, 255]
        cube = index - 16
        return "#{:02x}{:02x}{:02x}".format(levels[cube // 36], levels[cube // 6 % 6], levels[cube % 6])
    return ["#000000", "#cd3131", "#0dbc79", "#e5e510", "#2472c8", "#bc3fbc", "#11a8cd", "#e5e5e5"][index % 8]


def apply(codes, style):
    codes = [int(code or 0) for code in codes.split(";")]
    while codes:
        code = codes.pop(0)
        if code == 0:
            style.update(fg=FOREGROUND, bg=None, bold=False)
        elif code == 1:
            style["bold"] = True
        elif code in (38, 48) and len(codes) >= 2 and codes[0] == 5:
            style["fg" if code == 38 else "bg"] = palette(codes[1])
            del codes[:2]
        elif 30 <= code <= 37:
            style["fg"] = palette(code - 30)
        elif code == 39:
            style["fg"] = FOREGROUND
        elif code == 49:
            style["bg"] = None


def cells(line, style):
    """Yield (column, character, foreground, background, bold) of one line."""
    column = 0
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        match = SGR.fullmatch(part)
        if match:
            apply(match[1], style)
            continue
        for character in part:
            yield column, character, style["fg"], style["bg"], style["bold"]
            column += 1


def draw(character, x, y, color, bold):
    if character == "●":
        return f'<circle cx="{x + CELL_W}" cy="{y + CELL_H / 2}" r="{CELL_W - 1.2}" fill="{color}"/>'
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x}" y="{y + CELL_H - 6}" fill="{color}"{weight}>{escape(character)}</text>'


def main():
    lines = sys.stdin.read().rstrip().split("\n")
    style = {"fg": FOREGROUND, "bg": None, "bold": False}
    behind, front, width = [], [], 0
    for row, line in enumerate(lines):
        for column, character, fg, bg, bold in cells(line, style):
            x, y = MARGIN + column * CELL_W, MARGIN + row * CELL_H
            width = max(width, column + 1)
            if bg:
                behind.append(f'<rect x="{x}" y="{y}" width="{CELL_W + 0.3}" height="{CELL_H + 0.3}" fill="{bg}"/>')
            if character != " ":
                front.append(draw(character, x, y, fg, bold))
    size = f'width="{2 * MARGIN + width * CELL_W}" height="{2 * MARGIN + len(lines) * CELL_H}"'
    print(f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="monospace" font-size="15">')
    print(f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>')
    print("\n".join(behind + front))
    print("</svg>")


main()
