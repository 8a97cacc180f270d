# SPDX-License-Identifier: MIT
"""A PostgreSQL server of our own in a temporary folder, on a socket there and nowhere else."""
import contextlib
import glob
import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "process"))
from process_state import wait_until  # noqa: E402


def _programs():
    """The folder of the newest server's programs, or None."""
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]))
    return folders[-1] if folders else os.path.dirname(shutil.which("postgres") or "") or None


def as_user():
    """Words before a command that must not run as root."""
    if os.geteuid() != 0:
        return []
    name = "postgres" if any(row.pw_name == "postgres" for row in pwd.getpwall()) else "nobody"
    return ["setpriv", f"--reuid={name}", f"--regid={pwd.getpwnam(name).pw_gid}", "--clear-groups"]


class Server:
    """A running server; `address` is what libpq takes."""

    def __init__(self, folder):
        self.folder = folder
        self.programs = _programs()
        self.pooler = None
        self.options = "-c listen_addresses=''"  # more of them, for start()
        self.as_user = as_user()
        self.data = os.path.join(folder, "data")
        self.address = f"postgresql:///postgres?host={folder}&user=farm"

    def run(self, program, *words, check=True):
        return subprocess.run([*self.as_user, os.path.join(self.programs, program), *words], check=check, cwd=self.folder,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def start(self):
        options = f"-k {self.folder} -c fsync=off -c shared_buffers=32MB {self.options}"
        self.run("pg_ctl", "start", "-w", "-t", "300", "-D", self.data, "-l", os.path.join(self.folder, "log"), "-o", options)

    def stop(self, mode="fast", check=True):
        self.run("pg_ctl", "stop", "-w", "-t", "300", "-m", mode, "-D", self.data, check=check)

    def user(self):
        """The user of the server's processes, where that is not us."""
        return self.as_user[1].split("=")[1] if self.as_user else None

    def sql(self, text):
        """Run a statement as the owner of all."""
        return self.run("psql", "-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", self.address, "-c", text).stdout

    def read_log(self):
        with open(os.path.join(self.folder, "log"), encoding="utf-8") as log:
            return log.read()

    def start_pooler(self):
        """pgbouncer before the server, in transaction mode: the address behind it, or None where there is none."""
        program = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
        if not program:
            return None
        config = os.path.join(self.folder, "pgbouncer.ini")
        with open(config, "w", encoding="ascii") as out:
            out.write(f"""[databases]
postgres = host={self.folder} user=farm
[pgbouncer]
listen_addr =
listen_port = 6432
unix_socket_dir = {self.folder}
auth_type = any
pool_mode = transaction
max_client_conn = 5000
listen_backlog = 4096
default_pool_size = 4
""")
        os.chmod(config, 0o644)
        self.pooler = subprocess.Popen([*self.as_user, program, "-q", config], cwd=self.folder, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
        def listens():
            with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as link:
                link.connect(os.path.join(self.folder, ".s.PGSQL.6432"))
                return True
            return False
        wait_until(listens, "pgbouncer listens")
        return self.address + "&port=6432"

    def stop_pooler(self):
        if self.pooler:
            self.pooler.kill()
            self.pooler.wait()


@contextlib.contextmanager
def server():
    """A server that runs until the end of the block; None where there is no PostgreSQL."""
    if not _programs():
        yield None
        return
    folder = tempfile.mkdtemp(prefix="farm_pg_", dir="/tmp")
    made = Server(folder)
    try:
        if made.user():
            shutil.chown(folder, made.user())
        made.run("initdb", "-A", "trust", "-U", "farm", "--no-sync", "-E", "UTF8", "--locale=C", "-D", made.data)
        made.start()
        try:
            yield made
        finally:
            made.stop_pooler()
            made.stop("immediate", check=False)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
