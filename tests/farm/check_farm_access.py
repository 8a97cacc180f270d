#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The rights of a worker in the database, and how its password is hidden: a role that can only execute the functions
works, and reads and writes no table; it does not wait while a run is dropped; TLS is checked against a certificate authority and the name of the host; no password is
in a message, a log, or a list of processes.   check_farm_access.py FLANK POSITIONS.obf FARM.md"""
import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile

import real_postgres

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "process"))
from process_state import wait_until  # noqa: E402

flank, positions, manual = (os.path.abspath(word) for word in sys.argv[1:4])
PASSWORD = "open-sesame-1001"
WRONG = "shut-sesame-1002"
said = []  # all that any program said


def run(words, **environment):
    done = subprocess.run(words, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env={**os.environ, **environment})
    said.append(done.stdout)
    return done


def ok(words, **environment):
    done = run(words, **environment)
    assert done.returncode == 0, f"{words}: {done.returncode}: {done.stdout}"
    return done.stdout


def refused(done, text):
    assert done.returncode != 0 and text in done.stdout and done.stdout.count("\n") == 1, f"{done.returncode}: {done.stdout}"


def grants():
    """The statements of the manual that make the role of a worker."""
    with open(manual, encoding="utf-8") as file:
        return next(block for block in re.findall(r"```\n(.*?)```", file.read(), re.S) if "CREATE ROLE" in block)


def as_worker(address, text):
    return run(["psql", "-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", address, "-c", text])


# A table of the worker's own must not stand for one of the farm's: its trigger would run with the rights of the owner.
INTRUSION = """CREATE TEMP TABLE worker(id int GENERATED ALWAYS AS IDENTITY, host text, build text, threads int, signature numeric,
  beat timestamptz DEFAULT now(), nodes numeric DEFAULT 0);
CREATE FUNCTION pg_temp.intrude() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''I am %'', current_user; END';
INSERT INTO pg_temp.worker VALUES(DEFAULT, '', '', 1, 1);
CREATE TRIGGER intrude BEFORE UPDATE ON pg_temp.worker FOR EACH ROW EXECUTE FUNCTION pg_temp.intrude();
SELECT flank_farm.beat(flank_farm.add_worker('here', 'mine', 1, SIGNATURE, 0), 0, 1, '{}');"""


def only_with_a_lease(server, worker):
    """Nothing is written in another's name, or without the token of a lease, which nobody guesses."""
    before = server.sql("SELECT id, beat, nodes FROM flank_farm.worker ORDER BY id")
    for text in ("beat(1, 1000000000, 300, '{}')", "claim(1, NULL, 9, 300)"):
        assert "does not know this worker" in as_worker(worker, f"SELECT flank_farm.{text}").stdout, text
    as_worker(worker, "SELECT flank_farm.put_review('lie', 'lie')")
    tokens = "generate_series(1, 10000) token"
    for text in ("put_review(token, 'lie', 'lie')", "put_note(token, 'lie', '6c')", "append(token, 1, '{}', '{}', '{}')",
                 "finish(token, '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}')", "finish_units(token, '{}', 7)",
                 "hand_back(token, 0, 7)", "give_up(token, 'lie')"):
        done = as_worker(worker, f"SELECT DISTINCT flank_farm.{text}::text FROM {tokens}")
        assert done.returncode == 0 and done.stdout.strip() in ("false", "-1", ""), f"{text}: {done.stdout}"
    assert server.sql("SELECT id, beat, nodes FROM flank_farm.worker ORDER BY id") == before
    assert server.sql("SELECT count(*) FROM flank_farm.review WHERE question = 'lie'").strip() == "0"
    assert server.sql("SELECT count(*) FROM flank_farm.lease").strip() != "0"
    assert server.sql("SELECT count(*) FROM flank_farm.lease WHERE token < 10000").strip() == "0"


SMALL = "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X"


def check_rights(server, folder):
    worker = server.address.replace("user=farm", "user=worker")
    server.sql(grants())
    server.sql("CREATE ROLE stranger LOGIN")
    stranger = server.address.replace("user=farm", "user=stranger")
    for words in ["work"], ["farm", "status"]:
        refused(run([flank, *words, stranger]), "this role may not work here; the owner of the store has to admit it")
    refused(run([flank, "farm", "init", stranger]), "this role may not make a farm in this database")
    for action in ("status", "watch", "verify"):
        refused(run([flank, "farm", action, worker]), "that takes the owner of the store")
    moves = os.path.join(folder, "moves.txt")
    with open(moves, "w", encoding="ascii") as file:
        file.write("f5d6c3d3c4\n")
    for words in (["match", "flank:depth=1", "flank:depth=1", "--games", "4", "--sprt", "0,100"], ["analyze", moves, "--level", "6"],
                  ["prove", "--position", SMALL, "--at-least", "10"]):
        ok([flank, "farm", "submit", server.address, *words])
    ok([flank, "work", worker, "--until-empty", "--spool", folder])
    assert '"waiting":0,"in_work":0,"parked":0' in ok([flank, "farm", "status", server.address, "--json"])
    # The foreman of a book makes runs: it is left to a worker of the owner.
    ok([flank, "farm", "submit", server.address, "book", os.path.join(folder, "b.book"), "--plies", "1", "--level", "6"])
    done = subprocess.run([flank, "work", worker, "--until-empty", "--spool", folder], check=False, stdout=subprocess.PIPE, text=True,
                          timeout=300)
    assert done.returncode == 0 and done.stdout.startswith("0 tasks"), done
    ok([flank, "work", server.address, "--until-empty", "--spool", folder])
    assert "round" in ok([flank, "farm", "export", server.address, "b", os.path.join(folder, "b.book")])
    ok([flank, "farm", "submit", server.address, "analyze", moves, "--level", "6", "--name", "held"])
    holder = server.sql("SELECT flank_farm.add_worker('here', 'mine', 1, signature, 0) FROM flank_farm.build").strip()
    server.sql(f"SELECT flank_farm.claim({holder}, NULL, 1, 3000)")
    only_with_a_lease(server, worker)
    server.sql("SELECT flank_farm.give_up(token, '') FROM flank_farm.lease")
    tables = server.sql("SELECT relname FROM pg_class WHERE relnamespace = 'flank_farm'::regnamespace AND relkind IN ('r', 'p', 'S')").split()
    assert "position" in tables and len(tables) >= 10
    kinds = "SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE"
    for table in tables:
        for kind in kinds if not table.endswith("_seq") else ("SELECT", "UPDATE", "USAGE"):
            question = f"SELECT has_{'sequence' if table.endswith('_seq') else 'table'}_privilege('worker', 'flank_farm.{table}', '{kind}')"
            assert server.sql(question).strip() == "f", f"{kind} on {table}"
    for text in ("SELECT * FROM flank_farm.position", "DELETE FROM flank_farm.lease", "UPDATE flank_farm.position SET lo = 0",
                 "INSERT INTO flank_farm.version VALUES(9)", "SELECT flank_farm.take_back_late()", "SELECT flank_farm.admit('worker')",
                 "INSERT INTO flank_farm.build VALUES(1, 'mine', 1)",
                 "SELECT flank_farm.put_back(1, '{1}', '{}', '{1}', '{1}', 'why')", "CREATE TABLE flank_farm.mine(id int)"):
        assert "permission denied" in as_worker(worker, text).stdout, text
    signature = server.sql("SELECT signature FROM flank_farm.build").strip()
    seen = as_worker(worker, INTRUSION.replace("SIGNATURE", signature))
    assert seen.returncode == 0 and "I am" not in seen.stdout, seen.stdout
    print("ok 1 - a worker can do no more than work")


def check_connections(server, folder):
    worker = server.address.replace("user=farm", "user=worker")
    work = [flank, "work", worker, "--until-empty", "--spool", folder, "--threads"]
    server.sql("ALTER ROLE worker CONNECTION LIMIT 3")
    refused(run([*work, "3"]), "3 threads need 4 connections, one of them for signs of life; the server gives 3: ")
    refused(run([*work, "9"]), "9 threads need 10 connections, one of them for signs of life; the server gives 3: ")
    ok([*work, "2"])
    server.sql("ALTER ROLE worker CONNECTION LIMIT -1")
    print("ok 2 - a worker that needs more connections than the server gives says so before it begins")


def check_drop(server, folder):
    """The rows of a run may be millions: workers go on while they are deleted, here for as long as somebody holds one of them."""
    def busy(event):
        return server.sql(f"SELECT count(*) FROM pg_stat_activity WHERE wait_event{event}").strip() != "0"
    for name, level in ("large", "6"), ("other", "8"):
        ok([flank, "farm", "submit", server.address, "label", positions, "--level", level, "--name", name])
    held = ("SELECT count(*) FROM (SELECT FROM flank_farm.item WHERE run = (SELECT id FROM flank_farm.run WHERE name = 'large')"
            " FOR UPDATE) held; SELECT pg_sleep(1000)")
    with subprocess.Popen(["psql", "-X", "-q", "-d", server.address, "-c", f"BEGIN; {held}"], stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL), contextlib.ExitStack() as stack:
        stack.callback(server.sql, "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'")
        wait_until(lambda: busy(" = 'PgSleep'"), "somebody holds rows of the run")
        with subprocess.Popen([flank, "farm", "drop", server.address, "large"], stdout=subprocess.PIPE, text=True) as drop:
            wait_until(lambda: busy("_type = 'Lock'"), "the drop waits for them")
            ok([flank, "work", server.address.replace("user=farm", "user=worker"), "--until-empty", "--spool", folder])
            assert drop.poll() is None and '"run":"other"' in ok([flank, "farm", "status", server.address, "--json"])
            stack.close()
            assert drop.communicate()[0] == "run large is dropped\n" and drop.returncode == 0
    assert ok([flank, "farm", "export", server.address, "other", "--json"]).count('"answered":true') == 5
    assert ok([flank, "farm", "verify", server.address]) == "no fault\n"
    print("ok 3 - workers go on while a run is dropped")


def check_retry(server):
    """A retry that is under way when its run is dropped leaves no task behind: it is held up by somebody who has just made one of them."""
    def blocked(count):
        return int(server.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")) >= count
    ok([flank, "farm", "submit", server.address, "label", positions, "--level", "9", "--name", "lost"])
    server.sql("WITH gone AS (DELETE FROM flank_farm.task WHERE run = (SELECT id FROM flank_farm.run WHERE name = 'lost') RETURNING *)"
               " INSERT INTO flank_farm.parked SELECT run, id, board, 'why', number FROM gone")
    held = ("INSERT INTO flank_farm.task SELECT run, id, board, 0, number FROM flank_farm.parked WHERE id = 1;"
            " SELECT pg_sleep(1000)")
    with subprocess.Popen(["psql", "-X", "-q", "-d", server.address, "-c", f"BEGIN; {held}"], stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL), contextlib.ExitStack() as stack:
        stack.callback(server.sql, "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'")
        wait_until(lambda: server.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'").strip() != "0", "a task is made")
        with subprocess.Popen([flank, "farm", "retry", server.address, "lost"], stdout=subprocess.DEVNULL) as retry:
            wait_until(lambda: blocked(1), "the retry waits for it")
            with subprocess.Popen([flank, "farm", "drop", server.address, "lost"], stdout=subprocess.DEVNULL) as drop:
                wait_until(lambda: blocked(2), "the drop waits for the retry")
                stack.close()
                assert drop.wait() == 0 and retry.wait() == 0
    assert server.sql("SELECT count(*) FROM flank_farm.task t WHERE NOT EXISTS(SELECT 1 FROM flank_farm.run r WHERE r.id = t.run)").strip() == "0"
    assert ok([flank, "farm", "verify", server.address]) == "no fault\n"
    print("ok 4 - a retry leaves no task of a run that is dropped")


def check_row(server):
    """A drop that waits for whoever has the run's row does not keep workers waiting meanwhile."""
    ok([flank, "farm", "submit", server.address, "label", positions, "--level", "9", "--name", "row"])
    held = "BEGIN; SELECT id FROM flank_farm.run WHERE name = 'row' FOR UPDATE; SELECT pg_sleep(1000)"
    locks = "SELECT count(*) FROM pg_locks WHERE relation = 'flank_farm.lease'::regclass AND mode = 'ExclusiveLock'"
    with subprocess.Popen(["psql", "-X", "-q", "-d", server.address, "-c", held], stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL), contextlib.ExitStack() as stack:
        stack.callback(server.sql, "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'")
        wait_until(lambda: server.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'").strip() != "0", "the row is held")
        with subprocess.Popen([flank, "farm", "drop", server.address, "row"], stdout=subprocess.DEVNULL) as drop:
            wait_until(lambda: server.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'").strip() != "0", "the drop waits")
            found = server.sql(locks).strip()
            stack.close()
            assert drop.wait() == 0
    assert found == "0", "the drop holds the leases while it waits for a run"
    print("ok 5 - a drop that waits for a run holds no leases")


def check_lease(server):
    """A foreman that adds positions locks its lease, then a run: a drop of that run has none of both before the other."""
    ok([flank, "farm", "submit", server.address, "label", positions, "--level", "9", "--name", "lease"])
    server.sql("INSERT INTO flank_farm.lease(run, worker, until, ids, boards, attempts, numbers) SELECT id, 0, now() + interval '5 minutes',"
               " '{}', '{}', '{}', '{}' FROM flank_farm.run WHERE name = 'lease'")
    one = "SELECT FROM flank_farm.run WHERE name = 'lease' FOR UPDATE"
    with subprocess.Popen(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", server.address], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, text=True) as foreman:
        foreman.stdin.write("BEGIN; SELECT FROM flank_farm.lease WHERE ids = '{}' FOR UPDATE;\n")
        foreman.stdin.flush()
        wait_until(lambda: server.sql("SELECT count(*) FROM pg_stat_activity WHERE state = 'idle in transaction'"
                                      " AND query LIKE '%lease%'").strip() != "0", "the lease is locked")
        with subprocess.Popen([flank, "farm", "drop", server.address, "lease"], stdout=subprocess.DEVNULL) as drop:
            wait_until(lambda: server.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'").strip() != "0", "the drop waits")
            foreman.stdin.write(f"{one}; COMMIT;\n")
            foreman.stdin.close()
            assert (foreman.wait(), drop.wait()) == (0, 0), (foreman.returncode, drop.returncode)
    print("ok 6 - a drop and a foreman that adds positions do not wait for each other")


def check_reopened(server):
    """A run that somebody opens while it is dropped, here the first time that its row is to go, is dropped all the same."""
    ok([flank, "farm", "submit", server.address, "label", positions, "--level", "9", "--name", "reopened"])
    server.sql("CREATE SEQUENCE times; CREATE FUNCTION reopen() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
               " IF nextval('times') > 1 THEN RETURN OLD; END IF; UPDATE flank_farm.run SET state = 1 WHERE id = OLD.id; RETURN NULL; END $$;"
               " CREATE TRIGGER reopen BEFORE DELETE ON flank_farm.run FOR EACH ROW EXECUTE FUNCTION reopen()")
    ok([flank, "farm", "drop", server.address, "reopened"])
    assert "reopened" not in ok([flank, "farm", "status", server.address, "--json"])
    assert int(server.sql("SELECT last_value FROM times")) == 2
    server.sql("DROP TRIGGER reopen ON flank_farm.run; DROP FUNCTION reopen; DROP SEQUENCE times")
    assert ok([flank, "farm", "verify", server.address]) == "no fault\n"
    print("ok 7 - a run that is opened while it is dropped is dropped")


def make_certificates(server, folder):
    """A certificate authority, and a certificate of it for localhost, in the folder of the server's data."""
    def openssl(*words):
        subprocess.run(["openssl", *words], check=True, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    key = ("-newkey", "rsa:2048", "-nodes", "-days", "2")
    for name in ("ca", "other"):
        openssl("req", "-x509", *key, "-keyout", f"{name}.key", "-out", f"{name}.crt", "-subj", f"/CN={name}")
    openssl("req", *key, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost")
    with open(os.path.join(folder, "names"), "w", encoding="ascii") as out:
        out.write("subjectAltName=DNS:localhost")
    openssl("x509", "-req", "-in", "server.csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile",
            "names", "-out", "server.crt")
    for name in ("server.key", "server.crt"):
        target = shutil.copy(os.path.join(folder, name), server.data)
        os.chmod(target, 0o600)
        if server.user():
            shutil.chown(target, server.user())


def free_port():
    """Below those that the system gives by itself: other tests may be given one of them before the server begins."""
    for port in range(10000 + os.getpid() % 20000, 32768):
        with contextlib.suppress(OSError), socket.socket() as free:
            free.bind(("127.0.0.1", port))
            return port
    raise OSError("no port is free")


def start_with_tls(server, folder):
    """The port; over it only TLS with a password is let in."""
    make_certificates(server, folder)
    port = free_port()
    with open(os.path.join(server.data, "pg_hba.conf"), "w", encoding="ascii") as out:
        out.write("local all all trust\nhostssl all all all scram-sha-256\n")
    server.sql(f"ALTER ROLE worker PASSWORD '{PASSWORD}'")
    server.stop()
    # The log of a server that notes all it is asked must not have the password either.
    server.options = f"-c listen_addresses=localhost -c port={port} -c ssl=on -c log_statement=all -c log_connections=on"
    server.start()
    server.address += f"&port={port}"
    return port


def check_tls(server, folder, port):
    def address(host, authority):
        return (f"postgresql://worker@{host}:{port}/postgres?sslmode=verify-full&sslrootcert={folder}/{authority}.crt"
                "&connect_timeout=20")
    passwords = os.path.join(folder, "pgpass")
    with open(passwords, "w", encoding="ascii") as out:
        out.write(f"*:*:*:worker:{PASSWORD}\n")
    os.chmod(passwords, 0o600)
    ours = {"PGPASSFILE": passwords, "HOME": folder}
    work = [flank, "work", "--until-empty", "--spool", folder]
    ok([*work, address("localhost", "ca")], **ours)
    refused(run([*work, address("127.0.0.1", "ca")], **ours), 'does not match host name "127.0.0.1"')
    refused(run([*work, address("localhost", "other")], **ours), "certificate verify failed")
    refused(run([*work, address("localhost", "ca").replace("verify-full", "disable")], **ours), "no encryption")
    print("ok 8 - the server's certificate and name are checked")

    refused(run([*work, address("localhost", "ca")], PGPASSWORD=WRONG, PGPASSFILE="/nowhere", HOME=folder), "password authentication failed")
    refused(run([*work, address("localhost", "ca")], PGPASSFILE="/nowhere", HOME=folder), "no password supplied")
    for hidden in (f"postgresql://worker:{WRONG}@localhost/x", f"postgresql://localhost/x?password={WRONG}",
                   f"postgresql://localhost/x?%70assword={WRONG}", f"postgresql://worker%3A:{WRONG}@localhost/x"):
        refused(run([flank, "farm", "status", hidden]), "an address with a password can be read by others")
    with subprocess.Popen([*work[:2], address("localhost", "ca")], env={**os.environ, **ours}, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True) as worker, contextlib.ExitStack() as stack:
        stack.callback(worker.kill)
        wait_until(lambda: "t" in server.sql("SELECT count(*) > 0 FROM pg_stat_ssl JOIN pg_stat_activity USING(pid) WHERE ssl AND usename = 'worker'"),
                   "the worker is connected")
        with open(f"/proc/{worker.pid}/cmdline", encoding="utf-8") as line:
            said.append(line.read())
        said.append(server.sql("SELECT * FROM pg_stat_activity"))
        worker.terminate()
        said.append(worker.communicate(timeout=100)[0])
    with open(os.path.join(server.folder, "log"), encoding="utf-8") as log:
        said.append(log.read())
    assert "worker" in said[-1]
    for text in said:
        assert PASSWORD not in text and WRONG not in text, text
    print("ok 9 - no password is in a message, a log or a list of processes")


with real_postgres.server() as running, tempfile.TemporaryDirectory(prefix="farm_access_", dir="/tmp") as scratch:
    if not running or not shutil.which("openssl"):
        print("1..0 # SKIP there is no PostgreSQL, or no openssl")
        sys.exit()
    print("1..9")
    ok([flank, "farm", "init", running.address, "--sample", "0"])
    ok([flank, "farm", "submit", running.address, "solve", positions])
    check_rights(running, scratch)
    check_connections(running, scratch)
    check_drop(running, scratch)
    check_retry(running)
    check_row(running)
    check_lease(running)
    check_reopened(running)
    check_tls(running, scratch, start_with_tls(running, scratch))
