#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Print what stands in the way in pictures of `flank analyze --svg`: labels of turning points that the curve crosses, and
texts that run off the right edge (of a letter's width on the safe side)."""
import sys
import xml.etree.ElementTree

SVG = "{http://www.w3.org/2000/svg}"


def crosses(box, a, b):
    """true if the way from a to b, in small steps, is in the box"""
    left, top, right, bottom = box
    steps = [i / 200 for i in range(201)]
    ways = ((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in steps)
    return any(left < x < right and top < y < bottom for x, y in ways)


for name in sys.argv[1:]:
    root = xml.etree.ElementTree.parse(name).getroot()
    lines = [[tuple(map(float, p.split(","))) for p in line.get("points").split()] for line in root.iter(SVG + "polyline")]
    labels = 0
    for text in root.iter(SVG + "text"):
        x, y, size = (float(text.get(key, standard)) for key, standard in (("x", 0), ("y", 0), ("font-size", 12)))
        width = len(text.text) * size * 0.58
        if text.get("text-anchor") is None and x + width > float(root.get("width")):
            print(f"{name}: runs off the edge: {text.text}")
        if text.get("class") != "ink halo":
            continue
        labels += 1
        box = (x - width / 2, y - 9, x + width / 2, y + 2)
        if any(crosses(box, a, b) for line in lines for a, b in zip(line, line[1:])):
            print(f"{name}: crossed by the curve: {text.text}")
    print(f"{name}: {labels} labels")
