#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""flank serve --farm over a real PostgreSQL, which goes away and comes back: the report, and the reviews that it keeps.
check_farm_serve.py FLANK FOLDER_OF_THE_CLIENT POSITIONS.obf"""
import os
import subprocess
import sys
import time

import real_postgres

flank, positions = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[3])
sys.path.insert(0, sys.argv[2])
import flank_server  # pylint: disable=wrong-import-position

REPORTS_MAX = 10000
QUESTION = {"ask": "review", "game": "othello", "moves": "f5d6c3d3c4", "level": 8}


def run(*words):
    subprocess.run([flank, *words], check=True, stdout=subprocess.DEVNULL)


def report(session, wanted):
    """The first report that is as wanted."""
    for _ in range(REPORTS_MAX):
        event = session.receive()
        assert event["id"] == "f" and event["event"] == "report", event
        if wanted(event):
            return event
    raise AssertionError("no such report")


def run_of(event):
    return event["state"]["runs"][0]


def check_report(database, session):
    session.send(ask="farm", id="f")
    first = run_of(report(session, lambda event: "state" in event and not event["away"]))
    assert first["run"] == "list" and first["done"] == 0 < first["waiting"], first
    print("ok 1 - a run of the database is shown")
    database.stop("immediate")
    away = report(session, lambda event: event["away"])
    assert run_of(away) == first, away
    database.start()
    report(session, lambda event: not event["away"])
    print("ok 2 - a database that is away is told, and comes back")
    run("work", database.address, "--until-empty")
    report(session, lambda event: run_of(event)["done"] == first["waiting"])
    session.send(ask="stop", id="f")
    while (last := session.receive())["event"] == "report":
        pass
    assert last["event"] == "answer" and run_of(last)["waiting"] == 0, last
    print("ok 3 - the work of its workers is followed to the end")


def check_reviews(session):
    answers = [session.ask(**QUESTION)]
    for _ in range(20):  # on a busy machine the database may take longer than the server waits for it, which then searches again
        answers[1:] = [session.ask(**QUESTION)]
        if not answers[1]["nodes"]:
            break
        time.sleep(0.5)
    assert answers[0]["complete"] is True and answers[0]["nodes"] > 0 == answers[1]["nodes"], answers
    for answer in answers:
        for name in ("id", "nodes", "time_s"):
            answer.pop(name)
    assert answers[0] == answers[1], answers
    print("ok 4 - a review is searched once")


with real_postgres.server() as running:
    if not running:
        print("1..0 # SKIP there is no PostgreSQL")
        sys.exit()
    print("1..4")
    run("farm", "init", running.address, "--sample", "0")
    run("farm", "submit", running.address, "solve", positions, "--name", "list")
    with flank_server.Server(flank, "--farm", running.address, "--threads", "1", "--hash", "16", "--timeout", "100") as server:
        with server.open_session() as watcher:
            check_report(running, watcher)
        with server.open_session() as reviewer:
            check_reviews(reviewer)
