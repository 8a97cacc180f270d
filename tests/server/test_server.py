#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`flank serve` from outside: HTTP, conversations, the command's own answers, limits, and clients that mean no good.

  test_server.py FLANK served|kept|limited [TITLE…]     prints TAP; with parts of titles, of the tests whose titles have one of them
"""
import contextlib
import json
import os
import re
import resource
import select
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
import unittest.mock

import flank_server
from flank_server import BINARY, CLOSE, LIMIT_S, Refused, Tap, Session, masked, parse_reply, read_all

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "process"))
from process_state import at_rest, wait_until  # noqa: E402

FLANK = sys.argv[1]
DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
ENDLESS = {"ask": "think", "game": "othello", "time_ms": 500000, "lines": 0}  # longer than any test
HASH = ["--hash", "64", "--threads", "1"]
ROOM = ["--hash", "1", "--threads", "1"]  # leaves memory for large questions


class Server(flank_server.Server):
    """One that has patience with clients that answer no pings because they wait for another one, or for a command; unless it is told
    --timeout, and is to lose patience."""

    def __init__(self, flank, *options, **more):
        patience = () if "--timeout" in options else ("--timeout", "100")
        super().__init__(flank, *options, *patience, **more)


def command(*words, text=""):
    """The output of the command, as a list of JSON objects."""
    done = subprocess.run([FLANK, *words, "--json"], input=text, stdout=subprocess.PIPE, text=True, check=True,
                          env=dict(os.environ, FLANK_BOOK="", FLANK_TABLES="", LC_ALL="C.UTF-8"))
    return [json.loads(line) for line in done.stdout.splitlines()]


def same(event, expected, without=()):
    """The answer has what the command printed, and nothing else but what belongs to events."""
    assert event["event"] == "answer", event
    dropped = {"id", "event", "time_s", "slipped", "stopped", "opening", *without}
    one, other = ({name: value for name, value in of.items() if name not in dropped} for of in (event, expected))
    assert one == other, f"{one}\n{other}"


def begun(session, **question):
    """Ask, and read up to the first report: from then on it is being searched."""
    session.send(**question)
    event = session.receive()
    if event["event"] == "waiting":
        event = session.receive()
    assert event["event"] == "report" and event["id"] == question["id"], event


# ---- HTTP ----


def page(server):
    status, headers, body = server.http("/")
    assert status == 200 and b"<title>Flank" in body and headers["content-type"] == "text/html; charset=utf-8", headers
    assert headers["cross-origin-opener-policy"] == "same-origin" and headers["cross-origin-embedder-policy"] == "require-corp"
    assert headers["x-content-type-options"] == "nosniff" and headers["cross-origin-resource-policy"] == "same-origin"
    assert "'wasm-unsafe-eval'" in headers["content-security-policy"] and headers["cache-control"] == "no-cache"
    assert server.http("/", headers={"If-None-Match": headers["etag"]})[0::2] == (304, b"")
    assert server.http("/", headers={"If-None-Match": '"another", ' + headers["etag"]})[0] == 304
    assert server.http("/", headers={"If-None-Match": '"another"'})[0] == 200
    head = server.http("/", "HEAD")
    assert head[0] == 200 and head[2] == b"" and head[1]["content-length"] == str(len(body)), head


def facts(server):
    status, headers, body = server.http("/server.json")
    assert status == 200 and headers["content-type"] == "application/json"
    assert json.loads(body)["engine"] == "engine" and json.loads(body)["threads"] == 1, body


def wrong_requests(server):
    assert server.http("/none")[0] == 404
    assert server.http("/%00x")[0] == 404 and server.http("/%00server.json")[0] == 404
    assert server.http("/../../etc/passwd")[0] in (403, 404)
    assert server.http("/engine")[0] == 426
    for method in "POST", "PUT", "DELETE", "OPTIONS":
        status = server.http("/", method, {"Content-Length": "5"}, b"hallo")[0]
        assert status == 405, (method, status)
    with server.connect() as link:
        link.sendall(b"\x16\x03\x01\x00\xa5nonsense\r\n\r\n")
        assert not read_all(link).startswith(b"HTTP/1.1 200")
    for target in b"/index.html%00.js", b"/?a=%00", b"/a\0b":  # libwebsockets ends a connection whose target has a NUL
        with server.connect() as link:
            link.sendall(b"GET " + target + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            status, headers, body = parse_reply(read_all(link))
        assert status == 400 and headers["x-content-type-options"] == "nosniff" and body.startswith(b"flank: "), (target, status, body)
    for asked in b"", b"GET /server.json HTTP/1.1\r\nHost: localhost\r\n\r\n":  # a client that goes away, as browsers do, is answered no more
        with server.connect() as link:
            link.sendall(asked)
            if asked:
                assert b" 200" in link.recv(1 << 16)
                time.sleep(0.2)
            link.shutdown(socket.SHUT_WR)
            assert b"HTTP/1.1 4" not in read_all(link), asked
    with server.connect() as link:
        link.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
        assert b" 200" not in read_all(link)


def heads(server):
    """Large heads are answered, too large ones by 431; a length of a body is a number."""
    for size in 4000, 8000, 15000:
        assert server.http("/", headers={"Cookie": "c=" + "y" * size})[0] == 200, size
        server.open_session(Cookie="c=" + "y" * size).link.close()
    assert server.http("/", headers={"X-Long": "y" * 40000})[0] == 431
    for size in 17000, 30000:
        assert server.http("/", headers={"Cookie": "c=" + "y" * size})[0] == 431, size
        try:
            server.open_session(Cookie="c=" + "y" * size).link.close()
            raise AssertionError(size)
        except Refused as refused:
            assert refused.args[0] == 431, refused
    for length in "-1", "+1", "1x", "0x10", "", "1, 1":
        assert server.http("/", headers={"Content-Length": length})[0] in (0, 400), length
    assert server.http("/", headers={"Content-Length": "-1"})[0] == 400
    for name in ("Content-Length ", "Content-Length\t", "Transfer-Encoding "):
        assert server.http("/", headers={name: "5"})[0] == 400, name
    assert server.http("/", headers={"Transfer-Encoding": "chunked"})[0] == 400
    for version in "99", "8", "1x":
        try:
            server.open_session(**{"Sec-WebSocket-Version": version}).link.close()
            raise AssertionError(version)
        except Refused as refused:
            assert refused.args[0] == 426, refused


def bodies(server):
    """A request with a body is refused, also one that comes together with the request before it: libwebsockets 4.1 would read that body for ever."""
    line = b" /server.json HTTP/1.1\r\nHost: localhost\r\n"
    for method, status in (b"GET", b"400"), (b"HEAD", b"400"), *((other, b"405") for other in (b"POST", b"PUT", b"PATCH", b"DELETE", b"OPTIONS")):
        for before in b"", b"GET" + line + b"\r\n":
            for body, behind in (b"hallo", b""), (b"x" * 5000, b""), (b"hallo", b"GET" + line + b"\r\n"):
                with server.connect() as link:
                    link.sendall(before + method + line + b"Content-Length: %d\r\n\r\n" % len(body) + body + behind)
                    replies = re.findall(rb"HTTP/1\.1 (\d+)", read_all(link))
                assert replies == [b"200"] * bool(before) + [status], (method, before, body, replies)
    with server.connect() as link:
        link.sendall(b"GET" + line + b"Content-Length: 0\r\n\r\n")
        assert parse_reply(read_all(link))[0] == 200


def send_in_pieces(link, request, size):
    for at in range(0, len(request), size):
        link.sendall(request[at:at + size])


def long_heads():
    """A head that libwebsockets does not read to its end is answered, too: however large, whatever is large in it, however it comes, first on
    its connection or not; and to a client that sends all of it before it reads."""
    line = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    with Server(FLANK, *HASH) as server, server.open_session() as polite:
        for size in 32767, 32768, 40000, 100000, 1000000:
            for head in (line + "Cookie: c=" + "y" * size, line + "X-Own: " + "y" * (size + 8192), line + "y" * (size + 8192) + ": 1",
                         line + "\r\n".join(f"X-{i}: {'y' * 80}" for i in range(size // 80)), line + "\r\n".join(["Cookie: " + "y" * 80] * (size // 90)),
                         line.replace("/ ", "/" + "y" * size + " ") + "X: 1"):
                for piece in len(head) + 4, 1 + size // 7:
                    for before in b"", line.replace("close", "keep-alive").replace("GET / ", "GET /server.json ").encode() + b"\r\n":
                        with server.connect() as link:
                            link.sendall(before)
                            reply = b""
                            while before and not reply.endswith(b"}"):
                                reply += link.recv(1 << 16)
                            send_in_pieces(link, head.encode() + b"\r\n\r\n", piece)
                            status, headers, body = parse_reply(read_all(link))
                        assert status == 431 and headers["content-length"] == str(len(body)), (size, head[:80], piece, before, status)
                        assert b"too large" in body and headers["x-content-type-options"] == "nosniff", (headers, body)
            plays_on(polite)
        # Behind answers that the client has not fetched when they are given.
        with socket.socket() as link:
            link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            link.connect((server.address, server.port))
            link.sendall(b"GET /server.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200)
            wait_until(lambda: at_rest(server.child.pid), "all answers are given")
            replies = b""
            while replies.count(b"}") < 200:
                replies += link.recv(1 << 16)
            link.sendall(line.encode() + b"Cookie: c=" + b"y" * 60000 + b"\r\n\r\n")
            assert parse_reply(read_all(link))[0] == 431
        for lines, status in (60, 200), (140, 431):
            assert server.http("/", headers={"Cookie": "\r\nCookie: ".join(["y" * 100] * lines)})[0] == status, lines
        # Closed in the middle of a long head, and refused by libwebsockets itself: nothing but its own answer.
        with server.connect() as link:
            link.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: " + b"y" * 20000)
        reply = server.http("/%zz", headers={"Cookie": "y" * 8000})
        assert reply[0] == 403 and b"431" not in reply[2], reply
        with server.connect() as link:  # requests that come at once are not one head
            link.sendall(line.replace("close", "keep-alive").encode() + b"\r\n" + (line.replace("close", "keep-alive") + "\r\n").encode() * 600)
            assert b" 431 " not in link.recv(1 << 16)
        plays_on(polite)


def unknown_upgrades(server):
    """Asked for an upgrade that it does not know, libwebsockets 4.1 frees the request and then lets us look at it (CVE-2025-11677)."""
    for name in "flank", "h3", "websocke", "websocketx", "x" * 5000:
        for _ in range(20):
            try:
                server.open_session(Upgrade=name).link.close()
                raise AssertionError(name)
            except Refused as refused:
                assert refused.args[0] in (None, 0, 403), refused
    somebody_plays(server)


def kept_alive(server):
    with server.connect() as link:
        for _ in range(3):
            link.sendall(f"GET /server.json HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode())
            reply = b""
            while not reply.endswith(b"}"):
                reply += link.recv(1 << 16)
            assert parse_reply(reply)[0] == 200


def guarded(server):
    port = server.port
    for host in "evil.example", f"evil.example:{port}", "localhost.evil.example", "127.0.0.1.evil.example", "", "[evil]", "localhost:x", "127.1", None:
        assert server.http("/", headers={"Host": host})[0] in (400, 403), host
        try:
            server.open_session(Host=host).link.close()
            raise AssertionError(host)
        except Refused as refused:
            assert refused.args[0] in (400, 403), refused
    for host in "localhost", f"localhost:{port}", "LOCALHOST.", "127.0.0.1", "127.0.0.1:9", "[::1]", "[::1]:80", "10.0.0.7", "box.local":
        assert server.http("/", headers={"Host": host})[0] == 200, host
    for origin in "http://evil.example", "null", "", f"http://127.0.0.1:{port + 1}", f"http://localhost:{port}", "file://", f"ftp://127.0.0.1:{port}", f"http://127.0.0.1:{port}.evil.example":
        try:
            server.open_session(Origin=origin).link.close()
            raise AssertionError(origin)
        except Refused as refused:
            assert refused.args[0] == 403, refused
    server.open_session(Origin=f"http://127.0.0.1:{port}").link.close()
    server.open_session(Origin=f"http://localhost:{port}", Host=f"localhost:{port}").link.close()
    try:
        Session(server, path="/other")
        raise AssertionError("/other")
    except Refused as refused:
        assert refused.args[0] == 404


# ---- Answers ----


def conversation(server):
    with server.open_session() as session:
        about = session.ask(ask="about", id="a")
        assert about["id"] == "a" and len(about["games"]) == 4
        line = session.ask(ask="line", id="b", game="othello", moves="f5 d6", plies=True)
        assert len(line["plies"]) == 2 and line["side"] == "black"
        assert session.ask(ask="line", id=7, game="othello", moves=None)["id"] == "7"
        error = session.ask(ask="line", id="c", game="othello", moves="f5 f5")
        assert error["event"] == "error" and error["id"] == "c" and error["offset"] == 3, error
        for number in 2**63, -2**63 - 1, 10**40:
            error = session.ask(ask="about", id=number)
            assert error["event"] == "error" and error["id"] == str(number), error
        error = session.ask(ask="about", depth=2**63, id="e")
        assert error["event"] == "error" and error["id"] == "e", error
        for wrong in {"ask": "nothing"}, {}, {"ask": "line", "game": "chess"}, {"ask": "think", "depth": 1.5}, {"ask": "think", "depth": -1}:
            assert session.ask(id="d", **wrong)["event"] == "error", wrong
        assert session.ask(ask="sheets", text="a\0b")["event"] == "error"
        assert "zero" in session.ask(ask="line", moves="f5\0d6")["error"]
        assert "zero" in session.ask(ask="library_search", player="a\0b")["error"]
        assert session.ask(ask="line", id="ł\"\n", game="loa")["id"] == "ł\"\n"


def bad_json(server):
    with server.open_session() as session:
        for text in b"", b"{", b"[]", b"7", b"\"x\"", b"null", b"{\"ask\":[]}", b"{\"ask\":{}}", b"{\"ask\":\"line\"} x", \
                b"{\"ask\":\"about\",\"ask\":\"about\"}", b"\xff\xfe", b"{\"a\xff\":1}", b"{\"a\\u0000\":1}", b"[" * 100000, \
                b"{" + b",".join(b'"f%d":1' % i for i in range(65)) + b"}", b'{"ask":"' + b"\xe6\xbc\xa2" * 100 + b'"}':
            session.frame(text)
            event = session.receive()
            assert event["event"] == "error" and event["error"], text
        assert session.ask(ask="about")["event"] == "answer"


def as_hint(server):
    for game, moves, depth in ("othello", "f5d6c3d3c4", 9), ("tothello", "", 5), ("loa", "", 5), ("draughts", "", 6):
        with server.open_session() as session:
            events = session.events(ask="think", id="h", game=game, moves=moves, depth=depth, lines=0)
            session.ask(ask="think", id="h", game=game, moves=moves, depth=depth + 1, lines=0)  # is forgotten
            expected = command("hint", game, "--depth", str(depth), "--moves", moves, *HASH)
            same(session.ask(ask="think", id="h", game=game, moves=moves, depth=depth, lines=0), expected[0], without=("book",))
            same(events[-1], expected[0], without=("book",))
            assert any(event["event"] == "report" for event in events[:-1])
    with server.open_session() as session:
        same(session.ask(ask="play", game="othello", moves="f5d6", level=4, seed=3),
             command("hint", "othello", "--level", "4", "--seed", "3", "--lines", "1", "--moves", "f5d6", *HASH)[0])


def as_solve(server):
    position = "--XXXXX--OOOXX-O-OOXXOX-OXOXXOXXOXXXOXXO-OXXXOXO-XOOOOO--OOOOO-- X"
    with server.open_session() as session:
        for asked, options in ({}, []), ({"all_moves": True}, ["--all-moves"]), ({"wld": True}, ["--wld"]), ({}, []):
            same(session.ask(ask="solve", game="othello", start=position, **asked),
                 command("solve", "-", *options, *HASH, text=position + "\n")[0], without=("file", "line"))
    with server.open_session() as session:
        for asked in {"wld": True}, {"at_least": 2}:
            assert session.ask(ask="solve", game="loa", **asked)["event"] == "error"
    for game, position in ("loa", "8/8/3x4/2ooo3/2oxxx2/3oxo2/3ox3/8 o"), ("draughts", "W:Wa2,c2,d2,f2,g2,h2,a3,c3,e3,h3,a5,Kb5,d7:Bf6,g7"):
        with server.open_session() as session:
            for _ in range(2):
                same(session.ask(ask="solve", game=game, start=position),
                     command("solve", game, "-", *HASH, text=position + "\n")[0], without=("file", "line"))


def as_analyze(server):
    own = "file", "line", "format", "tags", "number", "name", "index"
    for game, moves in ("othello", "f5d6c3d3c4f4f6f3e6e7"), ("tothello", "c2 f3 b7"), ("loa", "b8-h8 h5-f5 e1-g3 h7-e4"), ("draughts", "h3-h4 d6-d5 g3-h3"):
        with server.open_session() as session:
            written = session.ask(ask="write", text=moves, game=game, to="flank")["text"]
            expected = command("analyze", "-", "--level", "6", *HASH, text=written)[0]
            for _ in range(2):  # no answer depends on earlier questions
                events = session.events(ask="review", game=game, moves=moves, level=6)
                same(events[-1], expected, without=own)
                assert [event["event"] for event in events[:-1]] == ["progress"] * (len(events) - 1) and len(events) > 3


def library(folder):
    """The usual library may come while the server runs; one that is named is there."""
    path = os.path.join(folder, "flank", "library.sqlite")
    refused = subprocess.run([FLANK, "serve", "--port", "0", "--library", path], capture_output=True, text=True, timeout=LIMIT_S, check=False)
    assert refused.returncode == 66 and refused.stdout == "" and refused.stderr.count("\n") == 1 and path in refused.stderr, refused
    for content, why in (b"Dear diary\n", "is not a library of games"), (b"", "is empty"), (None, "is a database of another program"):
        wrong = os.path.join(folder, "wrong.sqlite")
        with open(wrong, "wb") as file:
            file.write(content or b"")
        if content is None:
            with contextlib.closing(sqlite3.connect(wrong)) as other:
                other.execute("CREATE TABLE shop(price INTEGER)")
        refused = subprocess.run([FLANK, "serve", "--port", "0", "--library", wrong], capture_output=True, text=True, timeout=LIMIT_S, check=False)
        assert refused.returncode == 65 and refused.stdout == "" and refused.stderr.startswith(f"flank: {wrong}: {why}"), refused
        assert refused.stderr.count("\n") == 1, refused
    with Server(FLANK, environment={"XDG_DATA_HOME": folder}) as server, server.open_session() as session:
        missing = session.ask(ask="library_stats")
        assert missing["event"] == "error" and "flank library import" in missing["error"], missing
        os.mkdir(os.path.dirname(path))
        subprocess.run([FLANK, "library", "import", "--library", path, os.path.join(DATA, "formats", "wthor", "WTH_2001.wtb")],
                       check=True, stdout=subprocess.DEVNULL)
        here = ["--library", path]
        same(session.ask(ask="library_stats", limit=10), command("library", "stats", *here)[0], without=("library",))
        found = session.ask(ask="library_search", limit=5)
        assert found["games"] == command("library", "search", "--limit", "5", *here) and found["found"] >= 1
        searched = session.ask(ask="library_search", game="othello", moves="f5", limit=3)
        place, *games = command("library", "search", "--moves", "f5", "--limit", "3", *here)
        assert searched["place"] == place and searched["games"] == games, searched
        same(session.ask(ask="library_position", game="othello", moves="f5d6"), command("library", "search", "--moves", "f5d6", *here)[0])
        name = found["games"][0]["black"][:4]
        assert session.ask(ask="library_search", black=name, first_year=1990)["games"] == \
            command("library", "search", "--black", name, "--year", "1990-", "--limit", "100", *here)
        game = session.ask(ask="library_game", number=found["games"][0]["id"])["sheet"]
        assert len(game["moves"]) == found["games"][0]["plies"] and game["tags"]["Black"] == found["games"][0]["black"], game
        assert session.ask(ask="library_game", number=10**9)["event"] == "error"
        for number in range(100):  # one that has been answered by then stays answered
            session.send(id=str(number), ask="library_stats", opening="a")
            session.send(ask="stop", id=str(number))
            event = session.receive()
            assert event["id"] == str(number) and (event["event"] == "answer" or event["error"] == "stopped"), event
        assert session.ask(ask="library_stats", limit=10)["event"] == "answer"
        anti = os.path.join(folder, "anti.ggf")
        with open(anti, "w", encoding="ascii") as file:
            file.write("(;GM[Othello]TY[8a]PB[a]RE[+4.00:r]B[f5]W[d6];)\n")
        subprocess.run([FLANK, "library", "import", "--library", path, anti], check=True, stdout=subprocess.DEVNULL)
        same(session.ask(ask="library_position", game="othello", moves="f5d6"), command("library", "search", "--moves", "f5d6", *here)[0])
        fewest = {"game": "othello", "rules": "goal=fewest"}  # games by that rule are apart
        assert session.ask(ask="library_position", moves="f5", **fewest)["games"] == 1
        assert [game["black"] for game in session.ask(ask="library_search", **fewest)["games"]] == ["a"]
        stats = session.ask(ask="library_stats")
        assert (session.ask(ask="library_search", game="othello")["found"], stats["apart"]) == (stats["games"], 1), stats
        for wrong in {"limit": 0}, {"result": "x"}, {"game": "chess"}, {"moves": "a1"}, {"first_year": "x"}, \
                {"game": "othello", "rules": "goal=x"}:
            assert session.ask(ask="library_search", **wrong)["event"] == "error", wrong


def library_pages(folder):
    """Games and names in pages; those who met; a name as a whole; wrong questions are told by name."""
    path = os.path.join(folder, "pages.sqlite")
    subprocess.run([FLANK, "library", "import", "--library", path, os.path.join(DATA, "formats", "wthor", "WTH_2001.wtb")],
                   check=True, stdout=subprocess.DEVNULL)
    with Server(FLANK, "--library", path) as server, server.open_session() as session:
        every = session.ask(ask="library_search", limit=1000)
        assert len(every["games"]) == every["found"] > 20
        pages = []
        for skip in range(0, every["found"] + 7, 7):
            pages += session.ask(ask="library_search", limit=7, skip=skip)["games"]
        assert pages == every["games"]
        stats = session.ask(ask="library_stats", limit=1000)
        for group, member in (("players", "by_player"), ("events", "by_event"), ("openings", "by_opening"), ("years", "by_year")):
            named = [row for row in stats[member] if row["name"]]
            told = session.ask(ask="library_names", group=group, limit=1000)
            assert told["rows"] == named and told["count"] == len(named), group
            second = session.ask(ask="library_names", group=group, skip=1, limit=2)
            assert second["rows"] == named[1:3] and second["count"] == len(named)
        words = sorted({word for row in stats["by_player"] for word in row["name"].split()})
        for begins in (words[0][:3], words[-1].upper(), "no such name"):
            wanted = [row for row in stats["by_player"] if any(word.lower().startswith(begins.lower()) for word in row["name"].split())]
            assert session.ask(ask="library_names", begins=begins, limit=1000)["rows"] == wanted
        name = stats["by_player"][0]["name"]
        games = session.ask(ask="library_search", player='"%s"' % name, limit=1000)
        assert games["found"] == stats["by_player"][0]["games"] and all(name in (game["black"], game["white"]) for game in games["games"])
        other = next(game["white"] if game["black"] == name else game["black"] for game in games["games"])
        met = session.ask(ask="library_search", player=name, opponent=other, limit=1000)["games"]
        assert met and all({game["black"], game["white"]} == {name, other} for game in met), met
        through = session.ask(ask="library_names", group="years", game="othello", moves="f5", player=name)
        assert sum(row["games"] for row in through["rows"]) == stats["by_player"][0]["games"]
        for wrong, code in (({"skip": -1}, "NOT_IN_RANGE"), ({"limit": 1001}, "NOT_IN_RANGE"), ({"group": "files"}, "BAD_GROUP_WANTED"),
                            ({"begins": "a\0b"}, "ZERO_CHARACTER"), ({"game": "chess"}, "NO_SUCH_GAME")):
            told = session.ask(ask="library_names", **wrong)
            assert (told["event"], told["code"]) == ("error", code), told


def names_no_file(server, folder):
    """The name that comes with bytes leads to no folder, whatever stands there: names of players, or a pipe that never ends."""
    planted = os.path.join(DATA, "formats", "wthor")
    with open(os.path.join(planted, "WTH_2001.wtb"), "rb") as file:
        first = bytearray(file.read(16 + 68))  # the header and a game
    first[4], first[10] = 1, 0x6C  # one game, of 1900: the bytes of a JSON text that are UTF-8 as well
    os.mkfifo(os.path.join(folder, "WTHOR.JOU"))  # who opens it waits for ever
    with server.open_session() as session:
        for name in os.path.join(planted, "x.wtb"), os.path.join(folder, "x.wtb"), "../" * 20 + folder[1:] + "/x.wtb", "x.wtb":
            sheet, = session.ask(ask="sheets", file=name, text=first.decode("ascii"), **{"from": "wthor"})["sheets"]
            assert sheet["tags"]["wthor.black"] and "Black" not in sheet["tags"] and "Event" not in sheet["tags"], sheet
            written = session.ask(ask="write", to="flank", file=name, text=first.decode("ascii"), **{"from": "wthor"})
            assert "wthor.black" in written["text"] and "[Black" not in written["text"], written


# ---- Stopping ----


def stopped(server):
    with server.open_session() as session:
        begun(session, id="long", **ENDLESS)
        session.send(ask="line", id="next", game="loa")
        session.send(ask="line", id="dropped", game="loa")
        session.send(ask="stop", id="unknown")
        session.send(ask="stop", id="dropped")
        session.send(ask="stop", id="long")
        last = {}
        while set(last) != {"long", "next", "dropped"}:
            event = session.receive()
            if event["event"] in ("answer", "error"):
                last[event["id"]] = event
        assert last["long"]["event"] == "answer" and last["long"]["stopped"] and last["long"]["moves"], last
        assert last["dropped"]["error"] == "stopped" and last["next"]["event"] == "answer"
        begun(session, id="again", **ENDLESS)
        session.send(ask="stop")
        while session.receive()["event"] != "answer":
            pass


def stop_at_once(server):
    """A stop that overtakes the beginning of the search is heard too."""
    with server.open_session() as session:
        for number in range(1000):
            session.send(id=str(number), **ENDLESS)
            session.send(ask="stop", id=str(number))
            event = session.receive()
            while event["event"] == "report":
                event = session.receive()
            assert event["id"] == str(number)


def long_text(ask="sheets", **more):
    """As many variations as a question has room for: half a second, and much more under a sanitizer."""
    return {"ask": ask, "text": "1. f5 " + "(1. f5 d6) " * 90000, "plies": True, **more}


def processor_time(server):
    """Of all its threads, in seconds: what other programs take is not in it."""
    with open(f"/proc/{server.child.pid}/stat", encoding="ascii") as file:
        user, system = file.read().rsplit(")", 1)[1].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def texts_hear_stop():
    """A text is stopped while it is read, and ends at the limit of time."""
    with Server(FLANK, *ROOM) as server, server.open_session() as session:
        def hears():
            before = processor_time(server)
            session.send(id="text", **long_text())
            while processor_time(server) < before + 0.1:
                assert server.child.poll() is None
            session.send(ask="stop", id="text")
            event = session.receive()
            return event["event"] == "error" and event["code"] == "STOPPED"
        wait_until(hears, "a stop that is not too late for the text")
        assert session.ask(ask="line", game="loa", moves="b1-h1 a2-c2 " * 80000)["code"] == "LINE_OF_PLAY_TOO_LONG"
    with Server(FLANK, "--time-limit", "0.001", *ROOM) as server, server.open_session() as session:
        event = session.ask(**long_text())
        assert event["event"] == "error" and event["code"] == "STOPPED", {**event, "sheets": None}


def processor_clock(server):
    """The same to the nanosecond (clock_getcpuclockid of glibc: the clock of a process is ~pid and the kind of clock)."""
    return time.clock_gettime(~server.child.pid << 3 | 2)


def last_event(server, session):
    """The last event of a question, and the server's processor time when its first byte was there: sending all of it is no work on
    the question any more, and an answer of 31 MB takes 40 ms."""
    while True:
        if not session.bytes:
            select.select([session.link], [], [])
        begun = processor_clock(server)
        event = session.receive()
        if event["event"] not in ("waiting", "report", "progress"):
            return event, begun


GAME = {"game": "othello", "moves": "f5d6c3d3c4f4f6f3e6e7d7c5b6"}
LONG_REVIEW = {"ask": "review", "time_ms": 100000, **GAME}


def hears_stop(server, **question):
    """A stop ends it after 50 ms of the server's own work at most, wherever it is: what other programs take of the processor is not
    in that. By chance the network's thread waits while the question goes on, so the least of three tries counts; a part of the work
    that looks at no stop shows in each of them."""
    most_s = 0.05 * (20 if has_sanitizer() else 1)
    places, stopped = 2 if has_sanitizer() else 6, 0
    with server.open_session() as session:
        def takes_s():
            begin = processor_clock(server)
            session.send(**question)
            event, begun = last_event(server, session)
            if event["event"] == "error" and event["code"] == "SERVER_NO_MEMORY":
                return None  # as long as the session before this one still gives its memory back
            assert event["event"] == "answer", event
            return begun - begin
        whole_s = wait_until(takes_s, "memory for the question")
        for place in range(places):
            spent_s = []
            while len(spent_s) < 3 and min(spent_s, default=most_s) >= most_s:
                begin = processor_clock(server)
                session.send(id="x", **question)
                while processor_clock(server) - begin < whole_s * place / places and not select.select([session.link], [], [], 0.0005)[0]:
                    pass
                told = processor_clock(server)
                session.send(ask="stop", id="x")
                event, begun = last_event(server, session)
                spent_s.append(begun - told)
                stopped += event.get("code") in ("STOPPED", "SERVER_STOPPED") or event.get("complete") is False
            assert min(spent_s) < most_s, (question["ask"], place, spent_s, whole_s)
    assert stopped >= places // 2, (question["ask"], stopped)


def texts_hear_stop_soon():
    """Reading a text, each kind of writing, and making the answer."""
    notes = "(;FF[4]GM[2]SZ[8]" + "(;B[f5]C[one \\\\ two])" * 40000 + ")"
    with Server(FLANK, *ROOM) as server:
        hears_stop(server, **long_text())
        hears_stop(server, ask="review", level=8, **GAME)
        hears_stop(server, ask="sheets", text=notes)
        hears_stop(server, ask="sheets", text="\n" * 500000 + "...ox...\n" * 8)
        hears_stop(server, ask="sheets", text="<pre>" + "f5d6c3d3\n" * 90000, file="page.html")
        for to in "json", "flank":
            hears_stop(server, **long_text("write", to=to, **{"from": "flank"}))
        for to in "flank", "sgf":
            hears_stop(server, ask="write", text=notes, to=to)
            hears_stop(server, ask="write", text="(;GM[2];B[f5]C[" + "x" * 900000 + "])", to=to)


def library_hears_stop(folder):
    """100,000 games: what SQLite does by itself, and what is done with each of its rows."""
    path = os.path.join(folder, "many.sqlite")
    subprocess.run([FLANK, "library", "import", "--library", path, os.path.join(DATA, "formats", "wthor", "WTH_2001.wtb")],
                   check=True, stdout=subprocess.DEVNULL)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO games SELECT 50 * i + id,"
                         " twin, game, black, white, event, opening, year, sign, discs, ending, plies, moves, date, start, rules FROM games, n")
    with Server(FLANK, "--library", path) as server:
        for question in {"ask": "library_stats"}, {"ask": "library_names"}, {"ask": "library_search", "player": "a"}, \
                {"ask": "library_search", "opening": "tiger"}, {"ask": "library_search", "skip": 90000, "limit": 1000}:
            hears_stop(server, **question)


def priorities(server):
    """How nice each of its threads is; the first of them serves the network."""
    found = []
    for thread in sorted(os.listdir(f"/proc/{server.child.pid}/task"), key=int):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError), open(f"/proc/{server.child.pid}/task/{thread}/stat", encoding="ascii") as file:
            found.append(int(file.read().rsplit(")", 1)[1].split()[16]))
    return found


def long_work_waits():
    """Who thinks, and who reads a long text, has a lower priority than the network and short questions."""
    with Server(FLANK, *ROOM) as server, server.open_session() as session:
        own, = set(priorities(server))
        lower = min(own + 10, 19)
        if own == lower:
            return  # nothing can be nicer than this test
        begun(session, id="x", **ENDLESS)
        assert priorities(server)[0] == own and priorities(server).count(lower) == 1, priorities(server)
        session.send(ask="stop")
        while session.receive()["event"] != "answer":
            pass
        while lower in priorities(server):
            assert server.child.poll() is None

        def is_seen():
            session.send(id="text", **long_text())
            while not select.select([session.link], [], [], 0)[0]:
                if lower in priorities(server):
                    return True
            session.receive()
            return False
        wait_until(is_seen, "a look at the text that is not too late")
        session.send(ask="stop", id="text")
        assert session.receive()["id"] == "text"


def waiting_text_stops(server):
    """A long question that waits is known by its id, although nobody has read it yet; and one that is none has its id in the error."""
    with server.open_session() as session:
        begun(session, id="long", **ENDLESS)
        session.send(**long_text(id="text"))
        session.frame(json.dumps({"id": "cut", "text": "x" * 5000}).encode()[:-1])
        session.send(ask="stop", id="text")
        event = session.receive()
        while event["event"] == "report":
            event = session.receive()
        assert event["id"] == "text" and event["code"] == "SERVER_STOPPED", event
        session.send(ask="stop", id="long")
        while event["event"] != "answer":
            event = session.receive()
        event = session.receive()
        assert event["id"] == "cut" and event["code"] == "NOT_JSON", event


def time_limit():
    with Server(FLANK, "--time-limit", "0.2") as server, server.open_session() as session:
        assert session.ask(ask="think", game="othello", lines=0)["stopped"]  # by the server, which the asker cannot know otherwise
        review = session.ask(**LONG_REVIEW)
        assert review["event"] == "answer" and not review["complete"], review
    with Server(FLANK, "--time-limit", "0") as server, server.open_session() as session:
        assert session.ask(ask="think", game="othello", depth=6, lines=1)["depth"] == 6  # no limit


def wishes():
    """Who thinks may wish for less than an engine has, and hears how much that is."""
    with Server(FLANK, "--searches", "1", "--hash", "8", "--threads", "2") as server, server.open_session() as session:
        assert json.loads(server.http("/server.json")[2])["memory_mb"] == 8
        assert session.ask(ask="think", game="othello", time_ms=20)["stopped"] is False  # that limit is the asker's own
        question = {"ask": "think", "game": "othello", "depth": 9, "lines": 1}
        alone = session.ask(**question, threads=1, memory_mb=4)
        assert session.ask(**question, threads=1, memory_mb=4)["nodes"] == alone["nodes"], "one thread: the same nodes each time"
        assert session.ask(**question)["depth"] == session.ask(**{**question, "ask": "play"})["depth"] == 9
        for name, most in ("threads", 2), ("memory_mb", 8):
            refused = session.ask(**question, **{name: most + 1})
            assert refused["event"] == "error" and refused["code"] == "NOT_IN_RANGE" and refused["arguments"] == [name, 0, most], refused


def library_time_limit(folder):
    """A library of 20 games of 200,000 moves each: seconds of work, some of them inside one game."""
    path = os.path.join(folder, "long.sqlite")
    game = os.path.join(folder, "kings.pdn")
    with open(game, "w", encoding="utf-8") as file:
        file.write('[GameType "30"]\n[FEN "W:WKa1,Ka2:BKh8,Kh7"]\n\n1. a1-b1 h8-g8 2. b1-a1 g8-h8 *\n')
    subprocess.run([FLANK, "library", "import", "--library", path, game], check=True, stdout=subprocess.DEVNULL)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
        moves, = database.execute("SELECT moves FROM games").fetchone()
        database.execute("UPDATE games SET moves = ?", (bytes(moves) * 50000,))
        database.execute("INSERT INTO games SELECT value, twin, game, black, white, event, opening, year, sign, discs, ending, plies, moves, date,"
                         " start, rules FROM games, json_each('[2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]')")
    with Server(FLANK, "--library", path, "--time-limit", "0.2") as server, server.open_session() as session:
        late = session.ask(ask="library_position", game="draughts", moves="a3-a4")
        assert late["event"] == "error" and late["code"] == "SERVER_STOPPED", late
        assert session.ask(ask="library_position", game="othello", moves="f5")["event"] == "answer"


def turns():
    """One search at a time: others wait, a stop ends the waiting, a closed connection gives its turn away."""
    with Server(FLANK, "--searches", "1") as server, server.open_session() as first, server.open_session() as second, server.open_session() as third:
        begun(first, id="1", **ENDLESS)
        second.send(id="2", **ENDLESS)
        assert second.receive() == {"id": "2", "event": "waiting"}
        third.send(ask="think", id="3", depth=3)
        assert third.receive()["event"] == "waiting"
        with server.open_session() as other:
            assert other.ask(ask="about")["event"] == "answer"  # a question without a search waits for nobody
        second.send(ask="stop", id="2")
        assert second.receive() == {"id": "2", "event": "error", "error": "stopped", "code": "SERVER_STOPPED", "arguments": []}
        first.link.close()
        event = third.receive()
        while event["event"] == "report":
            event = third.receive()
        assert event["event"] == "answer" and event["depth"] == 3, event


# ---- Limits ----


def too_large(server):
    with server.open_session() as session:
        session.frame(b" " * (1 << 20) + b"{}")
        assert session.closing_status() == 1009
    with server.open_session() as session:
        session.frame(b"", claimed=1 << 62)  # nothing more comes
        assert session.closing_status() == 1009
    with server.open_session() as session:
        session.frame(b"{", claimed=(1 << 20) + 1)
        assert session.closing_status() == 1009
    with server.open_session() as session:
        session.frame(b"{" + b" " * 1000, final=False)
        try:
            for _ in range(2000):
                session.frame(b" " * 1000, kind=0, final=False)
        except OSError:
            pass
        assert session.closing_status() == 1009
    with server.open_session() as session:
        session.frame(b'{"ask":"about"}', BINARY)
        assert session.closing_status() == 1003
    with server.open_session() as session:  # as large as may be, in pieces
        text = json.dumps({"ask": "line", "file": "x" * 1000000, "id": "large"}).encode()
        session.frame(text)
        assert session.receive()["id"] == "large"
        session.frame(text[:300000], final=False)
        session.frame(text[300000:300001], kind=0, final=False)
        session.frame(b"", 9)  # a ping between the pieces
        session.frame(text[300001:], kind=0)
        assert session.receive()["id"] == "large"
    with server.open_session() as session:  # 1 MiB and no byte more, at once, in pieces, and with a pause in which the server looks
        text = json.dumps({"ask": "line", "id": "largest"}).encode().ljust(1 << 20)
        session.frame(text)
        assert session.receive()["id"] == "largest"
        session.frame(text[:300000], final=False)
        session.frame(text[300000:], kind=0)
        assert session.receive()["id"] == "largest"
        session.frame(text[:400000], claimed=len(text))
        time.sleep(0.2)
        session.link.sendall(masked(text[400000:]))
        assert session.receive()["id"] == "largest"
    with server.open_session() as session:  # a byte more, in pieces
        session.frame(text[:300000], final=False)
        session.frame(text[300000:] + b" ", kind=0)
        assert session.closing_status() == 1009


def broken_frames(server):
    for head in b"\x81\x05hallo", b"\x83\x80\x11\x22\x33\x44", b"\xf1\x80\x11\x22\x33\x44", b"\x09\xfe\x00\x7e", b"\x80\x80\x11\x22\x33\x44":
        with server.open_session() as session:
            session.link.sendall(head)
            session.link.shutdown(socket.SHUT_WR)
            session.closing_status()
    with server.open_session() as session:
        assert session.ask(ask="about")["event"] == "answer"


def too_many_questions(server):
    with server.open_session() as session:
        begun(session, id="long", **ENDLESS)
        for number in range(40):
            session.send(ask="line", id=str(number), game="loa")
        refused = [event for event in (session.receive() for _ in range(8)) if "too many" in event.get("error", "")]
        while len(refused) < 8:
            event = session.receive()
            refused += [event] if "too many" in event.get("error", "") else []
        assert refused[0]["id"] == "32", refused
        session.send(ask="stop", id="long")
        event = session.receive()
        while event["id"] != "31":
            event = session.receive()


def too_many_connections():
    with Server(FLANK, "--connections", "2") as server, server.open_session() as first, server.open_session() as second:
        begun(first, id="1", **ENDLESS)
        begun(second, id="2", **ENDLESS)
        with server.open_session() as third:
            assert "too many connections" in third.receive()["error"]
            assert third.closing_status() == 1013
        for _ in range(30):  # also who asked at once: nothing comes after the closing frame, or a browser takes it for a failure
            with server.open_session() as third:
                third.send(ask="about", id="3")
                assert "too many connections" in third.receive()["error"]
                assert third.closing_status() == 1013
                third.frame(struct.pack(">H", 1013), CLOSE)
                while third.receive_some():
                    pass
                assert not third.bytes, third.bytes
        second.send(ask="stop")
        while second.receive()["event"] != "answer":
            pass

        def takes_the_place():
            with server.open_session() as third:
                return third.ask(ask="about")["event"] == "answer"
        wait_until(takes_the_place, "the idle one goes, some microseconds after its answer")
        assert second.closing_status() == 1001


def idle_connections():
    """500 WebSockets that only sit there keep nobody out, not even from more connections than there may be."""
    with Server(FLANK, *HASH) as server:
        crowd = [server.open_session() for _ in range(600)]
        for _ in range(3):
            somebody_plays(server)
        assert crowd[0].closing_status() == 1001 and crowd[-1].ask(ask="about")["event"] == "answer"
        for session in crowd:
            session.link.close()
        somebody_plays(server)


def one_after_the_other():
    with Server(FLANK, "--connections", "1") as server:
        for _ in range(100):
            with server.open_session() as session:
                assert session.ask(ask="about")["event"] == "answer"


def gives_way():
    """A session that has had its turn ends when others wait, and only then."""
    with Server(FLANK, "--searches", "1", "--turn", "0.1", *HASH) as server, server.open_session() as first, server.open_session() as second:
        begun(first, id="long", **ENDLESS)
        assert second.ask(ask="think", depth=5)["depth"] == 5
        event = first.receive()
        while event["event"] == "report":
            event = first.receive()
        assert event["event"] == "answer" and event["stopped"] and event["moves"], event
        begun(first, id="longer", **ENDLESS)
        for _ in range(5):
            assert first.receive()["event"] == "report"


def no_request():
    """A connection that never becomes a request is closed, in whatever way it does not."""
    host = b"Host: localhost\r\n"
    upgrade = b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
    with Server(FLANK, "--timeout", "1") as server:
        links = []
        for request in (b"", b"G", b"CONNECT / HTTP/1.1\r\n" + host + b"\r\n", b"CONNECT localhost:80 HTTP/1.1\r\n\r\n",
                        b"CONNECT / HTTP/1.1\r\n" + host, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\n",
                        b"GET / HTTP/1.1\r\n" + host + b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n",
                        b"GET /engine HTTP/1.1\r\n" + host + b"Upgrade: flank\r\n" + upgrade + b"\r\n",
                        b"GET /engine HTTP/1.1\r\n" + host + b"Upgrade: websocket\r\n" + upgrade,
                        b"GET /engine HTTP/1.1\r\n" + host + b"Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
                        b"GET http://localhost/ HTTP/1.1\r\n" + host + b"\r\n", b"GET http://evil.example/ HTTP/1.1\r\n\r\n",
                        b"OPTIONS * HTTP/1.1\r\n" + host + b"\r\n", b"TRACE / HTTP/1.1\r\n" + host + b"\r\n", b"DANCE / HTTP/1.1\r\n" + host + b"\r\n",
                        b"POST / HTTP/1.1\r\n" + host + b"Content-Length: 1000\r\n\r\nx", b"PATCH / HTTP/1.1\r\n" + host + b"\r\n",
                        b"GET / HTTP/1.0\r\n\r\n", b"GET /\r\n\r\n", b"\r\n\r\n", b"\x16\x03\x01\x02\x00\x01"):
            links.append((request, server.connect()))
            links[-1][1].sendall(request)
        for request, link in links:
            link.settimeout(60)  # far more than any of them may take
            try:
                read_all(link)
            except TimeoutError as late:
                raise AssertionError(f"{request} is not closed") from late
            link.close()
        somebody_plays(server)


# ---- Hostile and half-gone clients ----


def somebody_plays(server):
    """Another session is answered. A new one each time: who waits here answers no pings."""
    with server.open_session() as session:
        plays_on(session)


def plays_on(session):
    event = session.ask(ask="think", game="othello", depth=6)
    assert event["event"] == "answer" and event["depth"] == 6, event


def slow_clients():
    with Server(FLANK, "--timeout", "1") as server:
        slow = [server.connect() for _ in range(50)]
        for number, link in enumerate(slow):
            try:
                link.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-A: "[:number])
            except OSError:
                pass  # a slow machine: closed already
        somebody_plays(server)
        for link in slow:  # every one of them is closed
            read_all(link)
            link.close()
        dead = server.open_session()
        dead.closing_status(pong=False)
        dead.link.close()
        somebody_plays(server)


def memory_of(server):
    with open(f"/proc/{server.child.pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024


def memory_is_divided():
    """A crowd that sends as much as it can gets errors, the server stays within its memory, and who asks little is answered."""
    big = json.dumps({"ask": "sheets", "id": "x", "text": "(;FF[4]GM[2]SZ[8]" + "(;B[f5])" * 100000 + ")", "plies": True}).encode()
    with Server(FLANK, "--memory", "300", "--connections", "100", "--searches", "1", "--timeout", "60", *ROOM) as server:
        crowd = [server.open_session() for _ in range(60)]
        refused = 0
        for session in crowd:
            for _ in range(4):
                session.frame(big)
        somebody_plays(server)
        for session in crowd[::6]:
            events = [session.receive() for _ in range(4)]
            assert all(event["event"] == "answer" or event["code"] in ("SERVER_NO_MEMORY", "NO_MEMORY") for event in events), [event.get("code") for event in events]
            refused += sum(event["event"] == "error" for event in events)
        assert refused > 0
        if not has_sanitizer():
            assert memory_of(server) < 300, memory_of(server)
        for session in crowd:
            session.link.close()
        with server.open_session() as session:  # and the memory comes back
            text = "(;FF[4]GM[2]SZ[8]" + "(;B[f5])" * 50000 + ")"
            session.send(ask="stop")
            wait_until(lambda: session.ask(ask="sheets", text=text, brief=True)["event"] == "answer", "memory for a text")


def memory_too_small():
    """Too little memory is refused at the start; more than usual is said."""
    done = subprocess.run([FLANK, "serve", "--port", "0", "--memory", "100", "--hash", "64"], capture_output=True, text=True, check=False)
    assert done.returncode == 64 and "100 MB" in done.stderr and done.stderr.count("\n") == 1, done
    with Server(FLANK, "--hash", "1", "--threads", "1", "--searches", "700") as server:
        said = server.child.stderr.readline()
        assert "need more than 512 MB: this server may take" in said, said


def small_board_once():
    """What judges the board of 36 squares, 39 MB, is there once for all engines."""
    if has_sanitizer():
        return
    with Server(FLANK, "--hash", "1", "--searches", "8") as server, contextlib.ExitStack() as open_ones:
        sessions = [open_ones.enter_context(server.open_session()) for _ in range(8)]
        for session in sessions:
            session.send(ask="think", game="othello", rules="board=6", depth=30, time_ms=2000)
        for session in sessions:
            while session.receive()["event"] != "answer":
                pass
        with open(f"/proc/{server.child.pid}/status", encoding="utf-8") as status:
            resident = int(re.search(r"VmRSS:\s*(\d+) kB", status.read())[1]) >> 10
        assert resident < 150, f"{resident} MB"


def starts_where(folder, limits, *options):
    """A server under limits of the shell."""
    poor = os.path.join(folder, "poor")
    with open(poor, "w", encoding="utf-8") as script:
        script.write(f'#!/bin/sh\n{limits}\nexec "{FLANK}" "$@"\n')
    os.chmod(poor, 0o755)
    return Server(poor, *options, *ROOM)


def little_memory(folder):
    """Where the system gives little memory, a server takes less and says so, and lives; where it gives too little, it does not begin."""
    if has_sanitizer():
        return
    for size in 60000, 290000:
        try:
            with starts_where(folder, f"ulimit -v {size}", "--searches", "1"):
                raise AssertionError(size)
        except RuntimeError as refused:
            assert " MB of memory are too few" in str(refused) and str(refused).count("\n") == 1, refused
    text = json.dumps({"ask": "sheets", "text": "x" * 1000000}).encode()
    told = set()
    for size in range(310000, 440000, 20000):
        with starts_where(folder, f"ulimit -v {size}", "--searches", "1") as server:
            assert " MB of memory, not 512: there is no more here (ulimit -v)" in server.child.stderr.readline()
            for _ in range(5):
                with server.open_session() as session:
                    session.frame(text)
                    told.add(session.receive()["code"])
            assert server.child.poll() is None, size
            assert server.stop() == 0
    assert "SERVER_NO_MEMORY" in told and told <= {"NO_MEMORY", "SERVER_NO_MEMORY", "NOT_RECOGNISED"}, told


def no_memory_for_an_event():
    """An event that cannot be sent ends its connection, and is not left out of the conversation; others go on."""
    library = os.environ.get("FLANK_SCARCE_LIBRARY")
    if has_sanitizer() or not library:
        return
    question = {"ask": "line", "id": "1", "game": "loa", "moves": "b8-d6 a5-c5"}
    frame_room = 16  # of libwebsockets before the text
    with Server(FLANK, *ROOM) as server, server.open_session() as session:
        session.send(**question)
        first, size = session.take(2)
        assert first == 0x81 and size == 126
        size = struct.unpack(">H", session.take(2))[0]
    with Server(FLANK, *ROOM, environment={"LD_PRELOAD": library, "FLANK_SCARCE": str(size + frame_room)}) as server, server.open_session() as other:
        with server.open_session() as session:
            session.send(**question)
            session.send(ask="about", id="2")
            assert session.closing_status() is None
        plays_on(other)


def few_descriptors(folder):
    """Where the system lets a program open few files, so many connections as are left for them are open at once, 128 at least."""
    with starts_where(folder, "ulimit -n 200") as server:
        crowd = [server.connect() for _ in range(100)]
        assert server.http("/")[0] == 200
        crowd += [server.connect() for _ in range(60)]
        with server.connect() as link:
            try:
                link.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                assert not link.recv(1)
            except ConnectionError:
                pass
        for link in crowd:
            link.close()

        def somebody_comes_in():
            with contextlib.suppress(Refused, ConnectionError):
                somebody_plays(server)
                return True
            return False
        wait_until(somebody_comes_in, "the server has seen that they are gone")
        assert server.stop() == 0


def fewest_descriptors(folder):
    """So many connections as are promised are open at once, each at work, and the library, the farm and its reviews have files besides."""
    path, store = os.path.join(folder, "few.sqlite"), os.path.join(folder, "few.db")
    subprocess.run([FLANK, "library", "import", "--library", path, os.path.join(DATA, "formats", "wthor", "WTH_2001.wtb")],
                   check=True, stdout=subprocess.DEVNULL)
    subprocess.run([FLANK, "farm", "init", store, "--sample", "0"], check=True, stdout=subprocess.DEVNULL)
    for given, promised in (66, 1), (100, 18):
        with starts_where(folder, f"ulimit -n {given}", "--library", path, "--farm", store) as server, contextlib.ExitStack() as links:
            sessions = [links.enter_context(server.open_session()) for _ in range(promised)]
            crowd = [links.enter_context(server.connect()) for _ in range(given - 64 - promised)]
            for session in sessions:
                session.send(ask="library_stats", id="l")
            for session in sessions:
                while (event := session.receive())["event"] == "waiting":
                    pass
                assert event["event"] == "answer" and event["games"] == 50, event
                assert session.ask(ask="review", game="othello", moves="f5d6c3", level=6)["event"] == "answer"
            sessions[0].send(ask="farm", id="f")
            farm_event(sessions[0], lambda event: "state" in event and not event["away"])
            crowd[-1].sendall(b"GET /server.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert crowd[-1].recv(12) == b"HTTP/1.1 200"


def raised_descriptors(folder):
    """The server takes the descriptors that it may have, not only those that it is given: half of them for WebSockets."""
    with starts_where(folder, "ulimit -S -n 300; ulimit -H -n 700") as server:
        somebody_plays(server)
        server.stop()
        assert f"{(700 - 128) // 2} connections at once, not 500" in server.child.stderr.read()
    with starts_where(folder, "ulimit -S -n 300; ulimit -H -n 700", "--connections", "286") as server:
        assert server.stop() == 0 and server.child.stderr.read() == ""
    for limits, count, most in ("ulimit -S -n 300; ulimit -H -n 700", 287, 286), ("ulimit -n 256", 65, 64), ("ulimit -n 100", 19, 18):
        try:
            with starts_where(folder, limits, "--connections", str(count)):
                raise AssertionError(count)
        except RuntimeError as refused:
            assert str(most) in str(refused), refused
    try:  # rooms are asked for beyond what the connections that are left can hold
        with starts_where(folder, "ulimit -n 256", "--rooms", "17"):
            raise AssertionError("rooms")
    except RuntimeError as refused:
        assert "--rooms 17 takes --connections 68, four a room; there are 64" in str(refused), refused
    with starts_where(folder, "ulimit -n 256", "--rooms", "16") as server:
        assert server.stop() == 0
    for few in 40, 65:  # a server for nobody
        try:
            with starts_where(folder, f"ulimit -n {few}"):
                raise AssertionError(few)
        except RuntimeError as refused:
            assert "here are descriptors for 0" in str(refused), refused
    if resource.getrlimit(resource.RLIMIT_NOFILE)[1] >= 1200:
        with starts_where(folder, "ulimit -S -n 256", "--connections", "512") as server:
            assert server.stop() == 0 and server.child.stderr.read() == ""


def all_sockets():
    """1024 connections of any kind are let in, and not one more."""
    given = resource.getrlimit(resource.RLIMIT_NOFILE)
    if given[1] < 1200:
        return
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(given[0], 1200), given[1]))
    with Server(FLANK, *ROOM) as server:
        crowd = [server.connect() for _ in range(1024)]
        crowd[-1].sendall(b"GET /server.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert crowd[-1].recv(12) == b"HTTP/1.1 200"
        with server.connect() as link:
            assert not read_all(link)
        for link in crowd:
            link.close()
    resource.setrlimit(resource.RLIMIT_NOFILE, given)


def memory_at_the_limit(folder):
    """The memory that the engines leave, to the megabyte: what is too little, and what the server takes by itself."""
    options = ("--searches", "240", *ROOM)
    done = subprocess.run([FLANK, "serve", "--port", "0", "--memory", "1", *options], capture_output=True, text=True, check=False)
    least = int(re.findall(r"\d+", done.stderr)[-1])
    assert done.returncode == 64 and 512 < least < 544, done
    done = subprocess.run([FLANK, "serve", "--port", "0", "--memory", str(least - 1), *options], capture_output=True, text=True, check=False)
    assert done.returncode == 64 and str(least) in done.stderr, done
    with Server(FLANK, "--memory", str(least), *options) as server:
        somebody_plays(server)
    with Server(FLANK, *options) as server:
        said = server.child.stderr.readline()
        assert f"need more than 512 MB: this server may take {least + 96} MB" in said, said
    if not has_sanitizer():
        with starts_where(folder, f"ulimit -v {512 << 10}", "--memory", "512", "--searches", "1") as server:
            assert server.stop() == 0


def silent_but_alive():
    """A client that answers pings stays, however silent otherwise; one that does not is left three times --timeout."""
    with Server(FLANK, "--timeout", "2") as server, contextlib.ExitStack() as links:
        begin = time.monotonic()  # the server hears the last of them later
        silent, alive, dead = (links.enter_context(connect()) for connect in (server.connect, server.open_session, server.open_session))
        silent.sendall(b"GET /server.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
        while not silent.recv(1 << 16).endswith(b"}"):
            pass
        dead.link.settimeout(0.05)
        alive.link.settimeout(0.05)
        closed = False
        while not closed:  # as long as it takes to lose the dead one
            try:
                alive.receive()
            except TimeoutError:
                pass
            try:
                closed = not dead.receive_some()
            except TimeoutError:
                pass
            left_s = time.monotonic() - begin
            assert left_s > 5.5 or (not closed and not select.select([silent], [], [], 0)[0]), left_s
        alive.link.settimeout(LIMIT_S)
        plays_on(alive)


def deaf_client():
    """Asks and asks and never reads: no memory is spent on it, and it is thrown out."""
    with Server(FLANK, "--timeout", "1") as server, server.open_session() as deaf:
        deaf.link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.link.settimeout(0.5)
        sent = 0
        try:
            while sent < 20000:
                deaf.send(ask="line", game="draughts", file="x" * 2000)
                sent += 1
        except OSError:
            pass
        assert sent < 20000
        somebody_plays(server)
        with open(f"/proc/{server.child.pid}/status", encoding="ascii") as status:
            resident = next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
        if not has_sanitizer():
            assert resident < 400_000, f"{resident} kB"
        deaf.link.settimeout(LIMIT_S)
        read_all(deaf.link)


def deaf_download():
    """Asks for a large file again and again without reading it."""
    with Server(FLANK, "--timeout", "1") as server, server.connect() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        try:
            deaf.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20000)
        except OSError:
            pass
        assert server.http("/")[0] == 200


def five_hundred(server):
    """500 connections of all kinds, while somebody else plays on."""
    with server.open_session() as player:
        crowd = []
        for number in range(500):
            link = server.connect()
            if number % 5 == 1:
                link.sendall(b"GET /engine HTTP/1.1\r\n")
            if number % 5 == 2:
                link.sendall(b"\0" * 100)
            if number % 5 == 3:
                link.sendall(b"GET /engine HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                             b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n")
            if number % 5 == 4:
                link.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            crowd.append(link)
            if number % 50 == 0:
                plays_on(player)
        plays_on(player)
        assert server.http("/")[0] == 200
        for link in crowd:
            link.close()
        plays_on(player)
    somebody_plays(server)


# ---- Beginning and end ----


def has_sanitizer():
    with open(FLANK, "rb") as file:
        return b"san_init" in file.read()


def ends_cleanly():
    for how in signal.SIGINT, signal.SIGTERM:
        with Server(FLANK) as server, server.open_session() as session, server.open_session() as waiting:
            begun(session, id="x", **ENDLESS)
            waiting.send(ask="solve", game="othello", moves="f5d6c3d3c4f4f6f3e6e7")
            assert server.stop(how) == 0
            assert server.child.stderr.read() == ""


def ends_whatever_runs(folder):
    """SIGTERM ends a server whose questions think, read and write long texts, or wait for a file that never answers: the journal of
    the library is a pipe, and SQLite waits for ever for somebody to open its other end."""
    path = os.path.join(folder, "never.sqlite")
    subprocess.run([FLANK, "library", "import", "--library", path, os.path.join(DATA, "formats", "wthor", "WTH_2001.wtb")],
                   check=True, stdout=subprocess.DEVNULL)
    left = {"TSAN_OPTIONS": os.environ.get("TSAN_OPTIONS", "") + " report_thread_leaks=0"}  # whoever waits for the pipe
    with unittest.mock.patch.dict(os.environ, left), Server(FLANK, "--library", path, "--searches", "2", *ROOM) as server, \
            contextlib.ExitStack() as open_sessions:
        os.mkfifo(path + "-journal")  # it reads the library when it starts

        def session():
            return open_sessions.enter_context(server.open_session())
        begun(session(), id="x", **ENDLESS)
        session().send(**LONG_REVIEW)
        session().send(**long_text())
        session().send(**long_text("write", to="json", **{"from": "flank"}))
        readers = [session() for _ in range(5)]
        for reader in readers:
            reader.send(ask="library_stats", id="library")
        told, _, _ = select.select([reader.link for reader in readers], [], [], LIMIT_S)
        for reader in readers:  # the fifth has no place; the others are there and wait for the pipe
            if reader.link in told:
                assert reader.receive() == {"id": "library", "event": "waiting"}
        assert len(told) == 1
        begin, ended, worked_s = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN), processor_clock(server)
        assert server.stop(signal.SIGTERM) == 0
        whole = resource.getrusage(resource.RUSAGE_CHILDREN)
        ending_s = whole.ru_utime + whole.ru_stime - ended.ru_utime - ended.ru_stime - worked_s
        # A question that goes on is given up 2 s after the signal by the clock, however slow the rest is beside others; the questions would work for minutes.
        assert ending_s < 2 * os.cpu_count(), ending_s
        assert time.monotonic() - begin < 10
        assert server.child.stderr.read() == ""


def farm_event(session, wanted):
    """The first report that is as wanted."""
    for _ in range(10000):
        event = session.receive()
        assert event["id"] == "f" and event["event"] == "report", event
        if wanted(event):
            return event
    raise AssertionError("no such report")


def children_of(pid, kind="farm"):
    """The children that were started as flank-farm KIND …"""
    told = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", str(pid)], stdout=subprocess.PIPE, text=True, check=False).stdout
    rows = [line.split() for line in told.splitlines()]
    return [int(row[0]) for row in rows if len(row) > 2 and row[2] == kind]


def sockets_of(pid):
    links = (os.path.join(f"/proc/{pid}/fd", name) for name in os.listdir(f"/proc/{pid}/fd"))
    return {link for link in map(os.readlink, links) if link.startswith("socket:")}


def farm(folder):
    """A store is watched while a worker answers; the program that looks is killed and comes back; stop, and the server's end."""
    store = os.path.join(folder, "farm.db")
    listed = os.path.join(DATA, "golden", "farm_list.obf")
    subprocess.run([FLANK, "farm", "init", store, "--sample", "0"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([FLANK, "farm", "submit", store, "solve", listed, "--name", "list"], check=True, stdout=subprocess.DEVNULL)
    with Server(FLANK, "--farm", store, *ROOM) as server, server.open_session() as session:
        assert json.loads(server.http("/server.json")[2])["farm"] is True
        assert not children_of(server.child.pid)  # nobody looks
        session.send(ask="farm", id="f")
        first = farm_event(session, lambda event: "state" in event)
        run = first["state"]["runs"][0]
        assert not first["away"] and run["run"] == "list" and run["done"] == 0 < run["waiting"], first
        looking = children_of(server.child.pid)
        assert len(looking) == 1, looking
        # That program has no connection of the server's: one that the server closes would stay open with it.
        assert not sockets_of(looking[0]) & sockets_of(server.child.pid)
        os.kill(looking[0], signal.SIGKILL)
        away = farm_event(session, lambda event: event["away"])
        assert away["state"]["runs"][0]["run"] == "list", away
        farm_event(session, lambda event: not event["away"])
        assert children_of(server.child.pid) not in ([], looking)
        subprocess.run([FLANK, "work", store, "--until-empty"], check=True, stdout=subprocess.DEVNULL)
        farm_event(session, lambda event: event["state"]["runs"][0]["done"] == run["waiting"])
        session.send(ask="stop", id="f")
        while (last := session.receive())["event"] == "report":
            pass
        assert last["event"] == "answer" and last["state"]["runs"][0]["waiting"] == 0, last
        session.send(ask="farm", id="f")
        farm_event(session, lambda event: True)
        while not (looking := children_of(server.child.pid)):  # what is told first may have been known
            time.sleep(0.01)
        begin = time.monotonic()
        assert server.stop(signal.SIGTERM) == 0
        assert time.monotonic() - begin < 30  # 2 s, on a machine that has nothing else to do
        assert not os.path.exists(f"/proc/{looking[0]}/exe")
    with Server(FLANK, *ROOM) as server, server.open_session() as session:
        assert json.loads(server.http("/server.json")[2])["farm"] is False
        session.send(ask="farm", id="f")
        assert session.receive()["code"] == "NO_FARM"


def farm_reviews(folder):
    """Reviews are remembered: for every visitor, for flank analyze, and over a restart. Without the store they are searched."""
    store, game = os.path.join(folder, "reviews.db"), os.path.join(folder, "game.txt")
    question = {"ask": "review", "game": "othello", "moves": "f5d6c3d3c4", "level": 8}
    with open(game, "w", encoding="ascii") as out:
        out.write(question["moves"] + "\n")
    subprocess.run([FLANK, "farm", "init", store, "--sample", "0"], check=True, stdout=subprocess.DEVNULL)

    def ask(session):
        answer = session.ask(**question)
        return answer.pop("nodes"), {key: answer[key] for key in answer if key not in ("id", "time_s")}

    options = ("--farm", store, "--threads", "1", "--hash", "16")
    with Server(FLANK, *options) as server, server.open_session() as session, server.open_session() as other:
        nodes, first = ask(session)
        assert nodes > 0 and first["complete"] is True
        for each in session, other:  # on a busy machine the store may be later than the server waits for it
            wait_until(lambda each=each: ask(each) == (0, first), "a review that is remembered")
        timed = session.ask(ask="review", game="othello", moves="f5", time_ms=20)
        assert timed["nodes"] > 0  # time decides: nothing is remembered
        words = [FLANK, "analyze", game, "--store", store, "--level", "8", "--hash", "16", "--no-book", "--json"]
        assert '"nodes":0,' in subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout
        child = children_of(server.child.pid, "reviews")[0]
        heard_s = []
        for _ in range(5):
            os.kill(child, signal.SIGSTOP)  # a store that does not answer
            for each in session, other:
                each.send(**{**question, "moves": "f5d6c3d3c4f4", "level": 20}, id="r")
            for each in session, other:
                assert each.receive()["event"] == "progress"  # it begins
            begin = time.monotonic()
            for each in session, other:
                each.send(ask="stop", id="r")
            for each in session, other:
                while each.receive()["event"] != "answer":
                    pass
            heard_s.append(time.monotonic() - begin)
            os.kill(child, signal.SIGCONT)
            wait_until(lambda: ask(session) == (0, first), "the store answers again")
        assert min(heard_s) < 0.3, heard_s
        os.kill(child, signal.SIGKILL)
        assert ask(session) == (nodes, first)
    with Server(FLANK, *options) as server, server.open_session() as session:
        wait_until(lambda: ask(session) == (0, first), "a review that is remembered over a restart")
        child = children_of(server.child.pid, "reviews")[0]
        assert server.stop() == 0
        assert not os.path.exists(f"/proc/{child}/exe")
    damage = sqlite3.connect(store)
    damage.execute("UPDATE review SET answer = replace(answer, ' 73 ', ' 99 ')")
    damage.commit()
    damage.close()
    with Server(FLANK, *options) as server, server.open_session() as session:
        said = session.ask(**question)
        assert said["event"] == "error" and "the store is damaged" in said["error"], said


def farm_refused(folder):
    """A store that cannot be watched is refused at the start, in one line."""
    for store, status in ((os.path.join(folder, "none.db"), 66), ("postgresql://me:secret@nowhere/farm", 64)):
        done = subprocess.run([FLANK, "serve", "--port", "0", "--farm", store], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              timeout=LIMIT_S, check=False)
        assert done.returncode == status and done.stdout == "" and len(done.stderr.splitlines()) == 1, done
        assert "secret" not in done.stderr, done


def port_in_use():
    with Server(FLANK) as server:
        done = subprocess.run([FLANK, "serve", "--port", str(server.port)], capture_output=True, text=True, check=False)
        assert done.returncode == 73 and done.stderr.count("\n") == 1 and "--port 0" in done.stderr, done
    for words, status in (["--listen", "nowhere"], 64), (["--listen", "203.0.113.7"], 73), (["--port", "70000"], 64), (["--host", "a:1"], 64):
        done = subprocess.run([FLANK, "serve", "--port", "0", *words], capture_output=True, text=True, check=False)
        assert done.returncode == status and done.stderr.startswith("flank: ") and done.stdout == "", (words, done)
    for words, told in (["--connections", "600"], "512"), (["--connections", "100"], "64"):
        done = subprocess.run(["sh", "-c", 'ulimit -n 256; exec "$@"', "sh", FLANK, "serve", "--port", "0", *words], capture_output=True, text=True, check=False)
        assert done.returncode == 64 and told in done.stderr and done.stderr.count("\n") <= 2, (words, done)
    for words in (["--memory", "1048576"], ["--searches", "1000", "--hash", "65536"]):
        done = subprocess.run([FLANK, "serve", "--port", "0", *words], capture_output=True, text=True, check=False)
        assert done.returncode == 64 and "and the machine has" in done.stderr and done.stdout == "", (words, done)
    if not has_sanitizer():
        done = subprocess.run(["sh", "-c", 'ulimit -v 300000; exec "$@"', "sh", FLANK, "serve", "--port", "0", "--memory", "512", *ROOM],
                              capture_output=True, text=True, check=False)
        assert done.returncode == 64 and "may take 512 MB of memory, and the machine has 292 MB" in done.stderr and done.stdout == "", done
    limited = ["sh", "-c", 'ulimit -n 256; exec "$@"', "sh", FLANK, "serve", "--port", "0"]
    with subprocess.Popen(limited, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        assert "Flank is at" in child.stdout.readline()
        child.terminate()
        assert "64 connections at once, not 500" in child.stderr.read()


def opens_browser(folder):
    """--open calls xdg-open, if there is a screen."""
    fifo = os.path.join(folder, "opened")
    os.mkfifo(fifo)
    with open(os.path.join(folder, "xdg-open"), "w", encoding="ascii") as script:
        script.write(f'#!/bin/sh\necho "$1" > "{fifo}"\n')
    os.chmod(script.name, 0o755)
    with Server(FLANK, "--open", environment={"PATH": folder + ":" + os.environ["PATH"], "DISPLAY": ":7"}) as server:
        with open(fifo, encoding="ascii") as opened:
            assert opened.read() == f"http://127.0.0.1:{server.port}/\n"
    with Server(FLANK, "--open", environment={"DISPLAY": "", "WAYLAND_DISPLAY": ""}) as server:
        server.stop()
        assert "no screen" in server.child.stderr.read()


def other_addresses():
    with Server(FLANK, "--listen", "0.0.0.0") as server:
        assert server.http("/")[0] == 200
        server.stop()
        assert "everybody" in server.child.stderr.read()
    done = subprocess.run([FLANK, "serve", "--port", "0", "--listen", "1" * 80], capture_output=True, text=True, check=False)
    assert done.returncode == 64 and f"'{'1' * 60}' is no address" in done.stderr, done
    try:
        socket.socket(socket.AF_INET6).bind(("::1", 0))
    except OSError:
        return  # this machine has no IPv6
    with Server(FLANK, "--listen", "::1") as server:
        assert server.http("/", headers={"Host": f"[::1]:{server.port}"})[0] == 200


def served(tap):
    """One server for all of them."""
    with Server(FLANK, "--host", "box.local", *HASH) as server:
        for title, test in (
                ("the page, its headers, its tag", page), ("what the server offers", facts), ("wrong requests", wrong_requests),
                ("large heads", heads), ("bodies", bodies), ("unknown upgrades", unknown_upgrades), ("connections stay open", kept_alive), ("foreign names and origins are refused", guarded),
                ("a conversation", conversation), ("what is no question", bad_json), ("think is hint", as_hint),
                ("solve is solve", as_solve), ("review is analyze", as_analyze), ("stop", stopped),
                ("stop at once", stop_at_once), ("a long question that waits", waiting_text_stops), ("what is too large", too_large), ("broken frames", broken_frames),
                ("too many questions", too_many_questions), ("500 connections", five_hundred)):
            tap.run(title, test, server)
        tap.run("and it ends with 0", lambda: (_ for _ in ()).throw(AssertionError) if server.stop() else None)


def kept(tap):
    """Libraries, farms, and programs that stand in for others, in a folder."""
    with tempfile.TemporaryDirectory() as folder:
        for title, test in (
                ("the library", library), ("pages of the library", library_pages), ("time limit in the library", library_time_limit),
                ("the library hears stop soon", library_hears_stop)):
            tap.run(title, test, folder)
        with Server(FLANK, *HASH) as server:
            tap.run("no question names a file", names_no_file, server, folder)
        for title, test in (
                ("a farm is watched", farm), ("a farm remembers reviews", farm_reviews), ("a farm that is not there", farm_refused),
                ("SIGTERM, whatever runs", ends_whatever_runs), ("little memory", little_memory), ("few descriptors", few_descriptors),
                ("the fewest descriptors", fewest_descriptors), ("descriptors are raised", raised_descriptors),
                ("memory at the limit", memory_at_the_limit), ("--open", opens_browser)):
            tap.run(title, test, folder)


def limited(tap):
    """Each with a server of its own."""
    for title, test in (
            ("time limit", time_limit), ("wishes for threads and memory", wishes), ("long work has a lower priority", long_work_waits), ("texts hear stop", texts_hear_stop),
            ("whatever is done with texts hears stop soon", texts_hear_stop_soon), ("searches take turns", turns), ("a long search gives way", gives_way),
            ("too many connections", too_many_connections), ("idle connections", idle_connections),
            ("all sockets", all_sockets), ("no memory for an event", no_memory_for_an_event),
            ("one after the other", one_after_the_other), ("what is no request", no_request),
            ("heads that are too long", long_heads), ("slow and half-open clients", slow_clients), ("silent but alive", silent_but_alive), ("memory is divided", memory_is_divided), ("one evaluation of the small board", small_board_once),
            ("too little memory is refused", memory_too_small), ("who never reads", deaf_client),
            ("who never reads a file", deaf_download), ("signals", ends_cleanly), ("the port", port_in_use), ("other addresses", other_addresses)):
        tap.run(title, test)


def main():
    tap = Tap(sys.argv[3:])
    {"served": served, "kept": kept, "limited": limited}[sys.argv[2]](tap)
    sys.exit(tap.end())


main()
