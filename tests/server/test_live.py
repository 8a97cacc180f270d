#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Games between two people over `flank serve`: whole games, what the referee refuses, lost connections, clocks, offers, limits.

  test_live.py FLANK [PART…]     prints TAP; with parts of titles, of the tests whose titles have one of them

tests/unit/test_live_rooms.c has what depends on the time of day: how long rooms last, and the sums of clocks.
"""
import json
import sys
import time
from contextlib import ExitStack

from flank_server import Closed, Server as AnyServer, Tap

FLANK = sys.argv[1]
ROOM = ("--hash", "1", "--threads", "1")


class Server(AnyServer):
    """One that has patience with a client that answers no pings while it waits for another one."""

    def __init__(self, *options):
        super().__init__(FLANK, *ROOM, "--timeout", "100", *options)


class Player:
    """A connection with a seat. Reports are read when they are looked for; `last` is the newest that was read."""

    def __init__(self, server, code=None, token=None, **terms):
        self.server, self.code, self.token, self.last = server, code, token, None
        self.open()
        if not token:
            seat = self.ask("live_join", code=code) if code else self.ask("live_create", **terms)
            assert seat["event"] == "answer", seat
            self.code, self.token = seat["code"], seat["token"]
        self.follow()

    def open(self):
        self.session = self.server.open_session()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.session.link.close()

    def follow(self):
        self.session.send(ask="live", id="live", code=self.code, token=self.token)
        return self.until(lambda _: True)

    def ask(self, question, **fields):
        """The answer; reports on the way are kept."""
        self.session.send(ask=question, id=question, **{"code": self.code, "token": self.token, **fields})
        while True:
            event = self.session.receive()
            if event["id"] == question:
                return event
            self.last = event

    def until(self, wanted):
        """The first event of what is followed that is as wanted."""
        while True:
            event = self.session.receive()
            if event["id"] == "live":
                self.last = event
                if wanted(event):
                    return event

    def move(self, ply, text):
        return self.ask("live_move", ply=ply, move=text)

    def plies(self, count):
        """The report with so many moves."""
        return self.last if self.last and len(self.last["moves"]) == count else self.until(lambda event: len(event["moves"]) == count)


def done(event):
    assert event["event"] == "answer", event


def refused(event, code):
    assert event["event"] == "error" and event["code"] == code, event


def whole_game(server):
    """White is wiped out; then a rematch with colours turned."""
    moves = "e6 f4 e3 f6 g5 d6 e7 f5 c5".split()
    with Player(server, game="othello") as one, Player(server, code=one.code) as other:
        assert one.last["friend"] == "nobody" and other.last["friend"] == "here" and other.last["color"] == "white", other.last
        for ply, move in enumerate(moves):
            player, waiting = (one, other) if ply % 2 == 0 else (other, one)
            done(player.move(ply, move))
            assert waiting.plies(ply + 1)["moves"] == moves[:ply + 1]
        end = one.until(lambda event: event["over"])
        assert end["how"] == "rules" and end["winner"] == "black" and "clocks" not in end, end
        refused(other.move(9, "a1"), "GAME_OVER_BECAUSE")
        done(other.ask("live_offer", what="rematch"))
        assert one.until(lambda event: "offer" in event)["offered_by"] == "white"
        done(one.ask("live_reply", accept=True))
        again = one.until(lambda event: event["number"] == 1)
        assert again["color"] == "white" and again["moves"] == [] and not again["over"], again
        refused(one.move(0, "f5"), "LIVE_NOT_YOUR_TURN")
        done(other.move(0, "f5"))


def referee(server):
    """Moves that the rules forbid, moves out of turn, moves for another position, moves of nobody, and before anybody has come."""
    with Player(server, game="loa", color="white") as one:
        refused(one.move(0, "b1-b3"), "LIVE_ALONE")
        with Player(server, code=one.code.lower()) as other:
            assert other.last["color"] == "black"
            refused(one.move(0, "b1-b3"), "LIVE_NOT_YOUR_TURN")
            refused(other.move(0, "b1-b4"), "WRONG_LENGTH")
            refused(other.move(0, "nonsense"), "NOT_A_LOA_MOVE")
            refused(other.move(3, "b1-b3"), "LIVE_OTHER_PLY")
            refused(other.ask("live_move", ply="x", move="b1-b3"), "NOT_IN_RANGE")
            refused(other.ask("live_move", ply=0, move="b1-b3", token="0" * 32), "LIVE_NOT_YOURS")
            done(other.move(0, "b1-b3"))
            done(other.move(0, "b1-b3"))  # the same again: its answer may have been lost
            assert one.plies(1)["moves"] == ["b1-b3"]
            refused(other.ask("live_move", ply=1, move="x" * 5000), "LIVE_TOO_LONG")
            done(one.move(1, "a2-c2"))


def all_games(server):
    """Every game with every value of every rule can be begun, and its first side moves."""
    with server.open_session() as session:
        games = session.ask(ask="about", id="a")["games"]
    for game in games:
        for rules in [""] + [f"{param['name']}={value}" for param in game["params"] for value in param["values"][1:]]:
            with Player(server, game=game["name"], rules=rules) as one, Player(server, code=one.code) as other:
                assert other.last["rules"] == rules and other.last["game"] == game["name"], other.last
                line = one.ask("line", game=game["name"], rules=rules)
                first = one if line["side"] == one.last["color"] else other
                done(first.move(0, line["legal"][0]["move"]))
                assert len((other if first is one else one).plies(1)["moves"]) == 1
                done(one.ask("live_leave"))
                done(other.ask("live_leave"))


def comes_back(server):
    """A connection is lost in the middle of a game; the same token has the same seat, another one none."""
    with Player(server, game="othello", total_ms=3600000) as one, Player(server, code=one.code) as other:
        done(one.move(0, "f5"))
        done(other.move(1, "d6"))
        one.session.link.close()
        assert other.until(lambda event: event["friend"] == "away")["running"] == "black"
        with server.open_session() as stranger:
            refused(stranger.ask(ask="live", id="live", code=one.code, token="f" * 32), "LIVE_NOT_YOURS")
            refused(stranger.ask(ask="live_join", id="j", code=one.code), "LIVE_SEATS_TAKEN")
        with Player(server, code=one.code, token=one.token) as again:
            assert again.last["moves"] == ["f5", "d6"] and again.last["color"] == "black", again.last
            other.until(lambda event: event["friend"] == "here")
            done(again.move(2, "c3"))
            # Both are away for a while.
            again.session.link.close()
            other.session.link.close()
            with Player(server, code=one.code, token=other.token) as back:
                assert back.last["moves"] == ["f5", "d6", "c3"] and back.last["color"] == "white", back.last
                with Player(server, code=one.code, token=other.token) as elsewhere:
                    assert back.until(lambda event: event["event"] == "answer")["ended"] == "elsewhere"
                    done(elsewhere.ask("live_leave"))


def flag_falls(server):
    """A flag falls on the server, while nobody asks anything; the time between is of no matter."""
    with Player(server, game="othello", total_ms=300) as one, Player(server, code=one.code) as other:
        done(one.move(0, "f5"))
        end = one.until(lambda event: event["over"])
        assert end["how"] == "time" and end["winner"] == "black" and end["clocks"]["white"] == 0, end
        assert other.until(lambda event: event["over"])["winner"] == "black"
        refused(other.move(1, "d6"), "GAME_OVER")


def offers(server):
    """Moves are taken back by consent only; a draw is agreed where there are draws; resigning needs nobody."""
    with Player(server, game="draughts") as one, Player(server, code=one.code) as other:
        first, second = (one, other) if one.last["side"] == one.last["color"] else (other, one)
        name = first.last["color"]
        line = first.ask("line", game="draughts")
        done(first.move(0, line["legal"][0]["move"]))
        done(first.ask("live_offer", what="takeback"))
        asked = second.until(lambda event: "offer" in event)
        assert asked["offer"] == "takeback" and asked["offered_by"] == name, asked
        done(second.ask("live_reply", accept=False))
        assert len(first.until(lambda event: "offer" not in event and event["moves"])["moves"]) == 1
        done(first.ask("live_offer", what="takeback"))
        second.until(lambda event: "offer" in event)
        done(second.ask("live_reply", accept=True))
        assert first.until(lambda event: not event["moves"])["side"] == name
        refused(second.ask("live_reply", accept=True), "LIVE_NOTHING_OFFERED")
        done(second.ask("live_offer", what="draw"))
        done(first.ask("live_offer", what="draw"))
        end = second.until(lambda event: event["over"])
        assert end["how"] == "agreed" and end["winner"] is None, end
        done(second.ask("live_offer", what="rematch"))
        done(first.ask("live_reply", accept=True))
        second.until(lambda event: event["number"] == 1)
        done(second.ask("live_resign"))
        assert first.until(lambda event: event["over"])["how"] == "resigned"


def present(server):
    """A player whose room did not end between its making and the first look at it."""
    while (player := Player(server)).last["event"] == "error":
        player.session.link.close()
    return player


def rooms_end():
    """So many rooms and no more; one in which nobody is gives its place to another one."""
    with Server("--rooms", "2", "--room-time", "1") as server, present(server) as one, present(server) as other:
        with server.open_session() as session:
            refused(session.ask(ask="live_create", id="c"), "LIVE_ROOMS_FULL")
            one.session.link.close()
            while (event := session.ask(ask="live_create", id="c"))["event"] == "error":
                assert event["code"] in ("LIVE_ROOMS_FULL", "LIVE_TOO_FAST"), event
        with server.open_session() as session:
            refused(session.ask(ask="live", id="live", code=one.code, token=one.token), "LIVE_NO_ROOM")
        assert other.ask("live_leave")["event"] == "answer"
    with Server("--rooms", "0") as server, server.open_session() as session:
        assert json.loads(server.http("/server.json")[2])["live"] is False
        refused(session.ask(ask="live_create", id="c"), "LIVE_OFF")


def flood(server):
    """Whoever asks too much is refused for a while, and nobody else notices."""
    with Player(server) as one, Player(server, code=one.code) as other, server.open_session() as session:
        for number in range(300):
            session.send(ask="live_join", id=str(number), code="AAAAAAAA")
        codes = [session.receive()["code"] for _ in range(300)]
        assert codes[:3] == ["LIVE_NO_ROOM"] * 3 and codes.count("LIVE_TOO_FAST") > 200, codes
        for number in range(2000):
            session.send(ask="live", id=str(number), code=one.code, token="0" * 32)
        done(one.move(0, "f5"))
        assert other.plies(1)["moves"] == ["f5"]
        # One who never reads: reports about the game stand for one another.
        for _ in range(60):
            one.ask("live_offer", what="takeback")
            one.ask("live_reply", accept=False)
        assert other.until(lambda event: "offer" not in event)["moves"] == ["f5"]


def guesses():
    """Whoever guesses over many connections is soon refused; one who waits comes in, and one who plays notices nothing."""
    with Server() as server, Player(server) as one, Player(server) as other, Player(server, code=one.code) as friend:
        with ExitStack() as open_ones:
            strangers = [open_ones.enter_context(server.open_session()) for _ in range(20)]
            for stranger in strangers:
                for number in range(3):  # as many as one connection may ask at once
                    stranger.send(ask="live_join", id=str(number), code="AAAAAAAA")
            codes = [stranger.receive()["code"] for stranger in strangers for _ in range(3)]
        assert set(codes) == {"LIVE_NO_ROOM", "LIVE_TOO_FAST"}, codes
        done(one.move(0, "f5"))
        with Player(server, code=one.code, token=friend.token) as again, server.open_session() as late:
            assert again.last["moves"] == ["f5"], again.last
            while (seat := late.ask(ask="live_join", id="j", code=other.code))["event"] == "error":
                assert seat["code"] == "LIVE_TOO_FAST", seat
                time.sleep(0.2)  # ten questions a second


def repeats(server):
    """What has no answer is asked again on another connection, and takes effect once; both hear what was accepted."""
    with Player(server, game="loa") as one, Player(server, code=one.code) as other:
        done(one.move(0, "b1-b3"))
        asked = {"what": "takeback", "ply": 1, "number": 0, "nth": 1}
        done(one.ask("live_offer", **asked))
        other.until(lambda event: "offer" in event)
        assert other.ask("live_reply", accept=True, **asked)["what"] == "takeback"
        for player in (one, other):
            report = player.until(lambda event: "settled" in event)
            assert report["settled"] == "takeback" and report["accepted"] and report["moves"] == [], report
        with Player(server, code=one.code, token=one.token) as again:
            done(again.ask("live_offer", **asked))
            done(again.move(0, "b1-b3"))
            report = other.plies(1)
            assert "offer" not in report and again.plies(1)["nth"] == 1, report


def makes_room():
    """Players are never idle: when all connections are taken, others give up their places."""
    with Server("--connections", "4", "--rooms", "1") as server, Player(server) as one, Player(server, code=one.code) as other, \
            server.open_session() as first, server.open_session() as second:
        done(second.ask(ask="about", id="a"))  # so the first has been idle for longer
        with server.open_session() as third:
            done(third.ask(ask="about", id="a"))
        done(one.move(0, "f5"))
        assert other.plies(1)["moves"] == ["f5"]
        try:
            while True:
                first.receive()
        except Closed as closed:
            assert closed.status == 1001, closed


def ends_with_players():
    with Server() as server, Player(server, total_ms=60000) as one, Player(server, code=one.code):
        done(one.move(0, "f5"))
        assert server.stop() == 0
        assert server.child.stderr.read() == ""


def main():
    tap = Tap(sys.argv[2:])
    with Server() as server:
        for title, test in (
                ("a whole game, and a rematch", whole_game), ("the referee", referee), ("all games and rules", all_games),
                ("a connection is lost", comes_back), ("a flag falls", flag_falls), ("offers", offers),
                ("questions that are sent twice", repeats), ("a flood", flood)):
            tap.run(title, test, server)
        tap.run("and it ends with 0", lambda: (_ for _ in ()).throw(AssertionError) if server.stop() else None)
    for title, test in (("rooms are few, and end", rooms_end), ("guesses", guesses), ("players keep their places", makes_room),
                        ("the server ends while they play", ends_with_players)):
        tap.run(title, test)
    sys.exit(tap.end())


main()
