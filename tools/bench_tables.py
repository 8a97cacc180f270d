#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write the tables of figures in README.md and docs/ from the raw results in bench/results/.

A document names a table by two comments, and the script replaces the lines between them:

    <!-- results: perft -->
    <!-- end of results -->

`perft` is bench/results/perft.csv; bench/results/README.md explains its columns. Its lines are in the order in which
the table shows them. Rows of the table are the pairs of row and who, columns the metrics. A metric with one unit has
it in its heading, one with several has it beside each value. `summary` is the table of README.md: a few rows of
several files.

    tools/bench_tables.py            write the tables
    tools/bench_tables.py --check    exit with 1 if a table is not up to date
"""
import csv
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RESULTS = os.path.join(ROOT, "bench", "results")
OURS = "Flank"
MARKED = re.compile(r"(<!-- results: ([a-z0-9-]+) -->\n).*?(<!-- end of results -->)", re.S)
# text, file, row, metric of the table in README.md
SUMMARY = [
    ("`flank perft othello 12`", "perft", "othello 12", "processor time"),
    ("`flank perft loa 6`", "perft", "loa 6", "processor time"),
    ("`flank perft draughts 9`", "perft", "draughts 9", "processor time"),
    ("solving FFO 40–49", "endgame", "FFO 40–49", "nodes"),
    ("solving FFO 40–49", "endgame", "FFO 40–49", "processor time"),
]


def read(name):
    with open(os.path.join(RESULTS, name + ".csv"), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def shown(result, with_unit=False):
    """1939879668 -> 1,939,879,668; differences in Elo have a sign; an error goes behind its value, then the unit."""
    value = result["value"]
    if re.fullmatch(r"\d{5,}", value):
        value = f"{int(value):,}"
    if result["unit"] == "Elo" and not value.startswith("-"):
        value = "+" + value
    if result["error"]:
        value += f" ± {result['error']}"
    return f"{value} {result['unit']}" if with_unit else value


def heading(metric, unit):
    """A metric that is named by its unit, such as "nodes", does not repeat it."""
    return metric if unit in ("", metric) else f"{metric}, {unit}"


def line(cells):
    return "| " + " | ".join(cells) + " |"


def distinct(values):
    return list(dict.fromkeys(values))


def table(results):
    columns = distinct(result["metric"] for result in results)
    units = {column: distinct(r["unit"] for r in results if r["metric"] == column) for column in columns}
    headings = [heading(column, units[column][0] if len(units[column]) == 1 else "") for column in columns]
    rows = distinct((result["row"], result["who"]) for result in results)
    rivals = any(who != OURS for _, who in rows)
    cells = {(r["row"], r["who"], r["metric"]): shown(r, len(units[r["metric"]]) > 1) for r in results}
    lines = [line(["", *(["who"] if rivals else []), *headings])]
    lines.append("|" + "---|" * (1 + rivals + len(columns)))
    for row, who in rows:
        values = [cells.get((row, who, column), "") for column in columns]
        lines.append(line([row, *([who] if rivals else []), *values]))
    return lines


def origins(results):
    """A line for each command of ours, and for each source of others, with the machine and the commit."""
    lines = []
    for result in results:
        how = f"`{result['command']}`" if result["command"] else f"{result['who']}: {result['source']}"
        if result["command"] or result["source"]:
            lines.append(line([how, result["machine"], result["commit"]]))
    return [line(["how", "machine", "commit"]), "|---|---|---|", *distinct(lines)]


def summary():
    lines = [line(["", "Flank", "others"]), "|---|---|---|"]
    for text, name, row, metric in SUMMARY:
        chosen = [r for r in read(name) if (r["row"], r["metric"]) == (row, metric)]
        unit = chosen[0]["unit"]
        ours = [shown(r) for r in chosen if r["who"] == OURS]
        others = [f"{r['who']}: {shown(r)}" for r in chosen if r["who"] != OURS]
        lines.append(line([f"{text}: {heading(metric, unit)}", "**" + ours[0] + "**", ", ".join(others)]))
    return lines


def generate(name):
    if name == "summary":
        return "\n".join(summary()) + "\n"
    results = read(name)
    return "\n".join(table(results) + [""] + origins(results)) + "\n"


def documents():
    yield os.path.join(ROOT, "README.md")
    for folder, _, names in os.walk(os.path.join(ROOT, "docs")):
        yield from (os.path.join(folder, name) for name in sorted(names) if name.endswith(".md"))


def main():
    stale = []
    for path in documents():
        with open(path, encoding="utf-8") as file:
            old = file.read()
        new = MARKED.sub(lambda mark: mark[1] + generate(mark[2]) + mark[3], old)
        if new == old:
            continue
        stale.append(os.path.relpath(path, ROOT))
        if "--check" not in sys.argv[1:]:
            with open(path, "w", encoding="utf-8") as file:
                file.write(new)
    if "--check" in sys.argv[1:] and stale:
        sys.exit("not up to date, run tools/bench_tables.py: " + ", ".join(stale))


if __name__ == "__main__":
    main()
