#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Parked tasks wait again only if their workers were lost, and not without end. Prints TAP.   check_farm_lost.py"""
import os
import sys

from lost_tasks import others

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools"))
import farm_proofs  # noqa: E402

ROW = '{"table":"parked","run":1,"id":0,"board":"0","error":"%s","number":0}\n'


class Quiet:
    def say(self, text):
        pass


def tries():
    """Counts the retries of a run whose tasks fail each time."""
    farm = farm_proofs.Farm("flank", Quiet(), ".", "store", [])
    farm.run = lambda *words: ""
    for count in range(farm_proofs.RETRIES + 2):
        try:
            assert farm.retry({"runs": [{"run": "hard", "parked": 1}, {"run": "easy", "parked": 0}]}) == 1
        except AssertionError as error:
            assert "hard: 1 tasks are parked after" in str(error), error
            return count
    return None


print("1..2")
lost = ROW % "its worker, number 12, was lost"
assert others(lost) == [] and others(lost + ROW % "no memory") == ["no memory"]
print("ok 1 - a task that is parked for another reason than lost workers is told")
assert tries() == farm_proofs.RETRIES
print("ok 2 - tools/farm_proofs.py gives a run up")
