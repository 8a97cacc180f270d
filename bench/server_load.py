#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The load that `flank serve` bears, on loopback, in about a minute:   server_load.py FLANK

Prints a table of requests and questions a second with their waiting times, and the memory of the server. The clients are threads of
this program, which takes a core of its own: the figures are a lower bound.
"""
import os
import statistics
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "server"))
from flank_server import Server, read_all  # pylint: disable=wrong-import-position

SECONDS = 3
CROWD = 500


def row(what, clients, times):
    times.sort()
    print(f"{what:34} {clients:7} {len(times) / SECONDS:9.0f} {1000 * statistics.median(times):9.2f} {1000 * times[int(len(times) * 0.99)]:9.2f}", flush=True)


def measure(what, clients, begin, once):
    """`begin()` makes what `once` uses; every client does it again and again."""
    times, threads, end = [], [], time.perf_counter() + SECONDS

    def work(of):
        while time.perf_counter() < end:
            started = time.perf_counter()
            once(of)
            times.append(time.perf_counter() - started)

    for of in [begin() for _ in range(clients)]:
        threads.append(threading.Thread(target=work, args=(of,)))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    row(what, clients, times)


def memory(server):
    with open(f"/proc/{server.child.pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024


def get(server, link):
    link.sendall(f"GET /server.json HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode())
    while not link.recv(1 << 16).endswith(b"}"):
        pass


def ask(session, **question):
    event = session.ask(**question)
    assert event["event"] == "answer", event


def begin_crowd(server):
    """Connections that never finish their request."""
    links = [server.connect() for _ in range(CROWD)]
    for link in links:
        link.sendall(b"GET / HTTP/1.1\r\nHost: loc")
    return links


def main(flank):
    with Server(flank, "--threads", "1", "--connections", "64", "--searches", str(os.cpu_count())) as server:
        print(f"{'':34} {'clients':>7} {'a second':>9} {'median ms':>9} {'99 % ms':>9}")
        for clients in 1, 16:
            measure("GET on an open connection", clients, server.connect, lambda link: get(server, link))
        measure("GET / with a new connection", 8, lambda: None, lambda _: server.http("/"))
        for clients in 1, 16:
            measure("question \"line\"", clients, server.open_session, lambda session: ask(session, ask="line", game="othello", moves="f5d6c3"))
        idle = memory(server)
        for clients in 1, 4, 16:
            measure("\"think\", Othello, depth 6", clients, server.open_session, lambda session: ask(session, ask="think", game="othello", depth=6))
        crowd = begin_crowd(server)
        measure(f"\"line\" beside {CROWD} half-open", 1, server.open_session, lambda session: ask(session, ask="line", game="othello"))
        for link in crowd:
            link.close()
        print(f"memory: {idle:.0f} MB before anything was searched, {memory(server):.0f} MB behind it")
        started = time.perf_counter()
        crowd = begin_crowd(server)
        for link in crowd:
            read_all(link)
        print(f"{CROWD} half-open connections are closed after {time.perf_counter() - started:.1f} s (--timeout 10)")


main(*sys.argv[1:])
