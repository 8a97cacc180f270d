# SPDX-License-Identifier: MIT
"""Tasks that are parked since their workers were killed wait again; a task that is parked for another reason is a failure."""
import json
import re

LOST = re.compile(r"its worker, number \d+, was lost")


def others(export):
    """The reasons for which tasks are parked, but for lost workers; of `farm export --all`."""
    rows = [json.loads(line) for line in export.splitlines() if line.startswith('{"table":"parked"')]
    return [row["error"] for row in rows if not LOST.fullmatch(row["error"])]


def finish(run, worker, store, name=None):
    """The rest; what was lost three times, by chance or on a slow machine, waits again. run: calls flank, and returns what it prints."""
    run("work", worker, "--until-empty")
    parked = others(run("farm", "export", store, "--all"))
    assert not parked, f"parked, and not since workers were lost: {parked}"
    run("farm", "retry", store, *([name] if name else []))
    run("work", worker, "--until-empty")
