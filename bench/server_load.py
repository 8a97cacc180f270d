#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The load that `flank serve` bears, on loopback, in about a minute:   server_load.py FLANK
With a crowd:   server_load.py FLANK crowd [CLIENTS THINKERS SECONDS]      500 clients, 100 of them think, every tenth is hostile, 10 seconds

Prints a table of requests and questions a second with their waiting times, and the memory of the server. The clients are threads of
this program, which takes a core of its own: the figures are a lower bound.
"""
import multiprocessing
import os
import statistics
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "server"))
from flank_server import Closed, Refused, Server, read_all  # pylint: disable=wrong-import-position

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


def memory(server, what="VmRSS"):
    with open(f"/proc/{server.child.pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(what)) / 1024


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


# ---- A crowd ----


def think_on(session, end):
    while time.perf_counter() < end:
        session.ask(ask="think", game="othello", moves="f5d6c3d3c4", time_ms=200)


BIG = {"ask": "sheets", "plies": True, "text": "(;FF[4]GM[2]SZ[8]" + "(;B[f5])" * 100000 + ")"}


def be_hostile(server, number, end):
    """Again and again one of: large questions whose answers nobody reads, half a request, nonsense, frames that are cut."""
    while time.perf_counter() < end:
        try:
            if number % 4 == 0:
                with server.open_session() as session:
                    for _ in range(4):
                        session.send(**BIG)
                    time.sleep(2)
            else:
                with server.connect() as link:
                    link.sendall((b"GET /engine HTTP/1.1\r\nHost: loc", b"\0" * 5000, b"GET / HTTP/1.1\r\nCookie: " + b"x" * 40000)[number % 4 - 1])
                    time.sleep(1)
        except (OSError, Closed, Refused):
            pass


def polite_times(server, seconds):
    """The waiting times of one client that asks as a page does, in ms."""
    times, end = [], time.perf_counter() + seconds
    with server.open_session() as session:
        while time.perf_counter() < end:
            started = time.perf_counter()
            ask(session, ask="line", game="othello", moves="f5d6c3d3c4f4f6f3e6e7", plies=True)
            times.append(1000 * (time.perf_counter() - started))
            time.sleep(0.02)
    return sorted(times)


def be_crowd(server, clients, thinkers, seconds):
    """In a process of its own, so that the polite client does not wait for its threads, and a nicer one: it stands for other machines."""
    os.nice(10)
    hostile, end = clients // 10, time.perf_counter() + seconds
    sitting = [server.open_session() for _ in range(clients - thinkers - hostile)]
    threads = [threading.Thread(target=quietly, args=(think_on, session, end)) for session in (server.open_session() for _ in range(thinkers))]
    threads += [threading.Thread(target=be_hostile, args=(server, number, end)) for number in range(hostile)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for session in sitting:
        session.link.close()


def quietly(work, *arguments):
    """A client whose connection is closed, for it was idle or late, is gone."""
    try:
        work(*arguments)
    except (OSError, Closed):
        pass


def measure_crowd(flank, clients=500, thinkers=100, seconds=10):
    with Server(flank, "--threads", "1", "--timeout", "60") as server:
        alone = polite_times(server, seconds / 2)
        crowd = multiprocessing.Process(target=be_crowd, args=(server, clients, thinkers, seconds))
        crowd.start()
        time.sleep(seconds / 5)  # until all are there
        among = polite_times(server, seconds / 2)
        crowd.join()
        said = [f"{statistics.median(times):.2f} ms (99 %: {times[int(len(times) * 0.99)]:.2f})" for times in (among, alone)]
        print(f"{clients} clients, {thinkers} think, {clients // 10} are hostile: a polite answer takes {said[0]}, alone {said[1]}; "
              f"memory {memory(server, 'VmHWM'):.0f} MB at most")


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


if sys.argv[2:3] == ["crowd"]:
    measure_crowd(sys.argv[1], *map(int, sys.argv[3:]))
else:
    main(*sys.argv[1:])
