# SPDX-License-Identifier: MIT
"""`flank serve` under test, and a WebSocket client (RFC 6455) that can also do what no honest client does.

Only the standard library. Nothing here sleeps: everything waits for bytes, at most LIMIT_S seconds.
"""
import base64
import json
import os
import re
import signal
import socket
import struct
import subprocess

LIMIT_S = 120
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def environment_of(changes):
    """Ours with changes; None takes a name out."""
    return {name: value for name, value in {**os.environ, "LC_ALL": "C.UTF-8", **changes}.items() if value is not None}


class Server:
    """`flank serve --port 0` with more options, without a book unless `environment` has one; ends with the block."""

    def __init__(self, flank, *options, environment=None):
        self.child = subprocess.Popen([flank, "serve", "--port", "0", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                      text=True, env=environment_of({"FLANK_BOOK": "", "FLANK_TABLES": "", **(environment or {})}))
        self.greeting = self.child.stdout.readline()
        found = re.search(r"http://([^:/]+|\[[^]]+\]):(\d+)/", self.greeting)
        if not found:
            raise RuntimeError(f"flank serve does not begin: {self.greeting}{self.child.stderr.read()}")
        self.address, self.port = found[1].strip("[]"), int(found[2])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.child.poll() is None:
            self.stop()
        self.child.stdout.close()
        self.child.stderr.close()

    def stop(self, how=signal.SIGTERM):
        """The exit status."""
        self.child.send_signal(how)
        try:
            return self.child.wait(LIMIT_S)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()
            return "killed"

    def connect(self):
        return socket.create_connection((self.address, self.port), timeout=LIMIT_S)

    def http(self, path="/", method="GET", headers=None, body=b""):
        """(status, headers with names in lower case, body)"""
        head = {"Host": f"{self.address}:{self.port}", "Connection": "close", **(headers or {})}
        lines = [f"{method} {path} HTTP/1.1"] + [f"{name}: {value}" for name, value in head.items() if value is not None]
        with self.connect() as link:
            link.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
            return parse_reply(read_all(link))

    def open_session(self, **headers):
        return Session(self, headers)


def read_all(link):
    parts = []
    try:
        while part := link.recv(1 << 16):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def parse_reply(reply):
    head, _, body = reply.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    status = int(lines[0].split()[1]) if len(lines[0].split()) > 1 else 0
    return status, {name.lower(): value for name, value in (line.split(": ", 1) for line in lines[1:])}, body


class Refused(Exception):
    """The handshake was answered with another status."""


class Closed(Exception):
    """The server closed; the status of its close frame, or None."""

    def __init__(self, status=None):
        super().__init__(f"closed with {status}")
        self.status = status


MASK = b"\x11\x22\x33\x44"


def masked(payload):
    """The bytes that a client sends in place of a payload, or of its rest behind a multiple of four bytes."""
    mask = (MASK * (len(payload) // 4 + 1))[:len(payload)]
    return (int.from_bytes(payload, "big") ^ int.from_bytes(mask, "big")).to_bytes(len(payload), "big")


class Session:
    """One WebSocket."""

    def __init__(self, server, headers=None, path="/engine"):
        self.link = server.connect()
        self.bytes = bytearray()  # grows in place, and loses its beginning so: answers of 30 MB come
        head = {"Host": f"{server.address}:{server.port}", "Upgrade": "websocket", "Connection": "Upgrade",
                "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(), **(headers or {})}
        self.link.sendall(f"GET {path} HTTP/1.1\r\n".encode() +
                          "".join(f"{name}: {value}\r\n" for name, value in head.items() if value is not None).encode() + b"\r\n")
        while b"\r\n\r\n" not in self.bytes:
            part = self.receive_some()
            if not part:
                raise Refused(parse_reply(bytes(self.bytes))[0] if self.bytes else None)
        head, _, self.bytes = self.bytes.partition(b"\r\n\r\n")
        status = int(head.split()[1])
        if status != 101:
            self.link.close()
            raise Refused(status)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.link.close()

    def receive_some(self):
        try:
            part = self.link.recv(1 << 16)
        except ConnectionResetError:
            part = b""
        self.bytes += part
        return part

    def frame(self, payload, kind=TEXT, final=True, claimed=None):
        """Send one frame, masked; `claimed` is the length that its head tells, if that is not true."""
        size = len(payload) if claimed is None else claimed
        head = bytes([kind | 0x80 * final])
        head += bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack(">H", size) if size < 65536 else b"\xff" + struct.pack(">Q", size)
        self.link.sendall(head + MASK + masked(payload))

    def take(self, size):
        while len(self.bytes) < size:
            if not self.receive_some():
                raise Closed
        taken = bytes(self.bytes[:size])
        del self.bytes[:size]
        return taken

    def receive(self, pong=True):
        """The next text. Pings are answered unless `pong` is false."""
        while True:
            first, size = self.take(2)
            size = size if size < 126 else struct.unpack(">H", self.take(2))[0] if size == 126 else struct.unpack(">Q", self.take(8))[0]
            payload = self.take(size)
            if first & 15 == CLOSE:
                raise Closed(struct.unpack(">H", payload[:2])[0] if size >= 2 else None)
            if first & 15 == PING and pong:
                self.frame(payload, PONG)
            if first & 15 == TEXT:
                return json.loads(payload)

    def send(self, **question):
        self.frame(json.dumps(question).encode())

    def events(self, **question):
        """Ask, and give all events up to the last one."""
        self.send(**question)
        events = [self.receive()]
        while events[-1]["event"] not in ("answer", "error"):
            events.append(self.receive())
        return events

    def ask(self, **question):
        return self.events(**question)[-1]

    def closing_status(self, pong=True):
        """Read until the server closes."""
        try:
            while True:
                self.receive(pong)
        except Closed as closed:
            return closed.status


class Tap:
    """Checks as TAP; a test is a function whose assertions hold. `wanted`: parts of titles, none: all."""

    def __init__(self, wanted=()):
        self.count = self.failed = 0
        self.wanted = wanted

    def run(self, title, test, *arguments):
        if self.wanted and not any(part in title for part in self.wanted):
            return
        self.count += 1
        try:
            test(*arguments)
            print(f"ok {self.count} - {title}", flush=True)
        except Exception as wrong:  # pylint: disable=broad-except
            self.failed += 1
            trace = wrong.__traceback__
            while trace.tb_next and trace.tb_next.tb_frame.f_code.co_filename != __file__:
                trace = trace.tb_next
            print(f"not ok {self.count} - {title}\n#   line {trace.tb_lineno}: {type(wrong).__name__}: {str(wrong)[:2000]!r}", flush=True)

    def end(self):
        print(f"1..{self.count}")
        return bool(self.failed)
