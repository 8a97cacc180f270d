# SPDX-License-Identifier: MIT
"""A link to a server that can be made slow, silent, or cut: a proxy in threads of this process, between two sockets."""
import os
import shutil
import socket
import tempfile
import threading
import time

CHUNK = 4096


class LinkProxy:
    """Passes on what comes to a socket in `folder` to the socket `server`, a path or (host, port)."""

    def __init__(self, server):
        self.server = server
        self.folder = tempfile.mkdtemp(prefix="farm_link_", dir="/tmp")
        os.chmod(self.folder, 0o755)
        self.delay_s = 0  # before each piece of up to CHUNK bytes
        self.flows = threading.Event()  # cleared: bytes are taken from nobody
        self.flows.set()
        self.refuses = False
        self.last_words = None  # nothing comes through from the first piece on that has them
        self.open = set()
        self.lock = threading.Lock()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(os.path.join(self.folder, ".s.PGSQL.5432"))
        os.chmod(os.path.join(self.folder, ".s.PGSQL.5432"), 0o777)
        self.listener.listen(64)
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            try:
                if self.refuses:
                    raise OSError
                server = socket.socket(socket.AF_UNIX if isinstance(self.server, str) else socket.AF_INET)
                server.connect(self.server)
            except OSError:
                client.close()
                continue
            with self.lock:
                self.open |= {client, server}
            for way in ((client, server), (server, client)):
                threading.Thread(target=self._pass_on, args=way, daemon=True).start()

    def _pass_on(self, source, sink):
        try:
            while piece := source.recv(CHUNK):
                time.sleep(self.delay_s)
                if self.last_words and self.last_words in piece:
                    self.stall()
                self.flows.wait()
                sink.sendall(piece)
        except OSError:
            pass
        self._shut([source, sink])

    def _shut(self, sockets):
        with self.lock:
            for each in sockets:
                self.open.discard(each)
                try:
                    each.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
                each.close()

    def cut(self):
        """Every connection breaks, and there is no other until mend()."""
        self.refuses = True
        self._shut(list(self.open))

    def stall(self):
        """Nothing comes through any more, and nobody is told."""
        self.flows.clear()

    def stall_at(self, words):
        """The same as soon as somebody says these words, which do not come through either."""
        self.last_words = words

    def stalls(self):
        return not self.flows.is_set()

    def slow_down(self, delay_s):
        self.delay_s = delay_s

    def mend(self):
        self.refuses, self.delay_s, self.last_words = False, 0, None
        self.flows.set()

    def close(self):
        self.listener.close()
        self.mend()
        self._shut(list(self.open))
        shutil.rmtree(self.folder, ignore_errors=True)
