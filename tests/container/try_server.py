#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Ask a `flank serve` that runs elsewhere what a visitor asks.   try_server.py ADDRESS PORT ANSWER

ANSWER is the line of `flank solve --json` for the endgame below, of the command in the same system. Prints TAP.
"""
import json
import os
import re
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../server"))
from flank_server import Server, Session  # noqa: E402  pylint: disable=wrong-import-position

LIMIT_S = 120
ENDGAME = "-XXXXXX---XXXX--OOOXXXO-OXXXOXXOOXXOXOOOOOOXOOXX--OOOX---OOOOO-- X"


class Reached(Server):
    """A server that somebody else has started."""

    def __init__(self, address, port):  # pylint: disable=super-init-not-called
        self.address, self.port = address, port
        end = time.monotonic() + LIMIT_S
        while True:
            try:
                self.connect().close()
                return
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)


def main():
    server = Reached(sys.argv[1], int(sys.argv[2]))
    there = json.loads(sys.argv[3])
    status, _, page = server.http()
    script = re.search(rb'<script type="module"[^>]* src="\./(assets/[^"]+\.js)"', page)  # of the built page alone
    script_status = server.http(f"/{script[1].decode()}")[0] if script else None
    with Session(server) as session:
        solved = session.ask(ask="solve", start=ENDGAME)
        found = session.ask(ask="library_search", moves="f5d6")
    checks = {
        "the page": status == 200 and b"<title>" in page,
        "the page's script": script_status == 200,
        "a position is solved as by the command": all(solved.get(key) == there[key] for key in ("move", "score", "exact", "solved")),
        "the library of the volume is searched": found.get("found") == 2,
    }
    for number, (name, good) in enumerate(checks.items(), 1):
        print(f"{'ok' if good else 'not ok'} {number} - {name}")
    print(f"1..{len(checks)}")
    sys.exit(not all(checks.values()))


main()
