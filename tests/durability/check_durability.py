#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What reaches the disk, in which order: a new file's bytes before its name, then the name's folder; the record of a match after each
game; each transaction of the library. What a kill and a full disk leave: nothing beside what was there. Prints TAP.

  check_durability.py FLANK TRACE_LIBRARY [test_NAME…]

trace_files.c, which is loaded into the program, has the form of the trace.
"""
import collections
import contextlib
import os
import pty
import resource
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "process"))
from process_state import LIMIT_S, wait_until  # noqa: E402

GAME = "f5d6c3d3c4f4f6f3e6e7"
NAMED_GAME = "(;FF[4]GM[2]EV[Open]PB[Black]PW[White]RE[B+2];B[f5];W[d6];B[c3];W[d3])"
Event = collections.namedtuple("Event", "word file content path")


def content_of(data):
    """The checksum of trace_files.c."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


class Run:
    """A folder of its own, in which traced commands run."""

    def __init__(self, folder):
        self.folder = folder
        self.inside = os.path.join(folder, "files")
        self.trace = os.path.join(folder, "trace")
        os.mkdir(self.inside)

    def environment(self):
        options = os.environ.get("ASAN_OPTIONS", "")
        return dict(os.environ, LD_PRELOAD=TRACE_LIBRARY, FLANK_TRACE=self.trace, XDG_STATE_HOME=self.inside,
                    ASAN_OPTIONS=f"{options}:verify_asan_link_order=0")

    def flank(self, *arguments, text="", status=0, stdin=None, limit_bytes=None):
        """Run a command to its end; limit_bytes: no file may become longer, as on a full disk."""
        def limit():
            if limit_bytes is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit_bytes, limit_bytes))
        environment = self.environment() if limit_bytes is None else dict(os.environ)
        given = {"stdin": stdin} if stdin is not None else {"input": text}
        done = subprocess.run([FLANK, *arguments], cwd=self.inside, env=environment, preexec_fn=limit, capture_output=True, text=True,
                              timeout=LIMIT_S, **given)
        assert done.returncode == status, f"{arguments}: status {done.returncode}: {done.stderr}"
        return done

    def path(self, name):
        return os.path.realpath(os.path.join(self.inside, name))

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def names(self):
        return sorted(os.listdir(self.inside))

    def events(self):
        if not os.path.exists(self.trace):
            return []
        with open(self.trace, encoding="utf-8") as file:
            return [Event(*line.rstrip("\n").split(" ", 3)) for line in file]

    def check_placed(self, name):
        """The bytes of a new file are on the disk before it has its name, and then the name is."""
        path, events = self.path(name), self.events()
        places = [i for i, event in enumerate(events) if event.word == "place" and os.path.realpath(
            os.path.join(self.inside, event.path)) == path]
        assert places, f"{name} did not take its place whole: {events}"
        with open(path, "rb") as file:
            assert int(events[places[-1]].content, 16) == content_of(file.read()), f"{name} was not whole when it had its name: {events}"
        for at in places:
            placed = events[at]
            assert any(event.word == "sync" and event[1:3] == placed[1:3] for event in events[:at]), \
                f"{name} has its name before its bytes are on the disk: {events}"
            assert any(event.word == "folder" and event.path == os.path.dirname(path) for event in events[at + 1:]), \
                f"the folder of {name} is not forced to the disk: {events}"


def test_convert(run):
    for _ in range(2):  # a new file, and one in the place of another
        run.flank("convert", "-", "out.sgf", text=GAME + "\n")
        run.check_placed("out.sgf")
        os.remove(run.trace)
    assert run.names() == ["out.sgf"], run.names()


def test_convert_to_wthor(run):
    run.flank("convert", "-", "out.wtb", text=NAMED_GAME)
    for name in "out.wtb", "WTHOR.JOU", "WTHOR.TRN":
        run.check_placed(name)
    placed = [os.path.basename(event.path) for event in run.events() if event.word == "place"]
    assert placed[-1] == "out.wtb", f"games refer to names that are not there yet: {placed}"


def test_book(run):
    run.flank("book", "build", "new.book", "--level", "6", "--positions", "2")
    run.check_placed("new.book")
    run.flank("book", "export", "new.book", "text")
    run.check_placed("text")


def test_library(run):
    """Each transaction is on the disk when it ends, not only the file at the end of the program."""
    names = []
    for number in range(3):
        names.append(f"{number}.txt")
        run.write(names[-1], GAME[:12 + 2 * number] + "\n")
    run.flank("library", "import", "--library", "games", *names)
    events = run.events()
    log, file = run.path("games-wal"), run.path("games")
    syncs = [event.path for event in events if event.word == "sync"]
    assert file in syncs, events
    last = len(syncs) - syncs[::-1].index(file)
    assert syncs[:last].count(log) > len(names), f"transactions that are not on the disk: {syncs}"
    assert any(event.word == "folder" for event in events), events
    removed = [i for i, event in enumerate(events) if event.word == "remove" and event.path == log]
    assert removed and any(event.word == "sync" and event.path == file for event in events[:removed[-1]]), \
        f"the log goes before the file is on the disk: {events}"
    run.flank("library", "export", "out.ggf", "--library", "games")
    run.check_placed("out.ggf")


def test_match(run):
    """Each game is on the disk before the next is counted."""
    run.flank("match", "flank:level=1", "flank:level=1", "--games", "4", "--record", "record")
    events = run.events()
    contents = {event.content for event in events if event.word == "sync" and event.path == run.path("record")}
    assert len(contents) == 4, f"4 games: {events}"
    assert any(event.word == "folder" and event.path == os.path.realpath(run.inside) for event in events), events


def test_play(run):
    run.flank("play", "othello", "--side", "both", text="f5\nsave game\nsave game.sgf\nsave other.wtb\nquit\n")
    for name in "game", "game.sgf", "other.wtb":
        run.check_placed(name)


def test_unsaved_game(run):
    person, terminal = pty.openpty()
    os.write(person, b"f5\nquit\n")
    run.flank("play", "othello", "--side", "both", stdin=terminal)
    os.close(person)
    os.close(terminal)
    run.check_placed("flank/unsaved-game")


def test_train(run):
    """The first files of a training, which is ended then: what the games of a tournament file give, and the list of such files."""
    run.flank("convert", "-", "in.wtb", text=NAMED_GAME)
    training = subprocess.Popen([FLANK, "train", "weights", "in.wtb", "--rounds", "1"], cwd=run.inside, env=run.environment(),
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    positions = "weights/tournaments-0-0000"
    try:
        wait_until(lambda: any(event.word == "folder" and positions in before.path for before, event in
                               zip(run.events(), run.events()[1:])), "positions of the tournament file")
    finally:
        training.kill()
        training.wait()
    for name in "weights/tournaments", positions:
        run.check_placed(name)


# ---- What a kill and a full disk leave ----

def has_nameless_files(folder):
    try:
        os.close(os.open(folder, os.O_TMPFILE | os.O_WRONLY))
        return True
    except OSError:
        return False


def open_files(pid):
    folder, paths = f"/proc/{pid}/fd", []
    for name in os.listdir(folder):
        with contextlib.suppress(FileNotFoundError):  # closed just now
            paths.append(os.readlink(os.path.join(folder, name)))
    return paths


def test_killed_convert(run):
    """The killed program waits for more games, and has written some."""
    if not has_nameless_files(run.inside):
        return
    convert = subprocess.Popen([FLANK, "convert", "-", "out.txt"], cwd=run.inside, stdin=subprocess.PIPE)
    convert.stdin.write((GAME + "\n").encode() * 5000)
    convert.stdin.flush()
    wait_until(lambda: any(os.path.realpath(run.inside) in path for path in open_files(convert.pid)), "the file is begun")
    convert.send_signal(signal.SIGKILL)
    convert.wait()
    convert.stdin.close()
    assert run.names() == [], run.names()


def test_full_disk(run):
    run.write("in", NAMED_GAME * 5)
    for command in ("convert", "in", "out.wtb"), ("convert", "in", "out.sgf"), \
                   ("match", "flank:level=1", "flank:level=1", "--games", "2", "--record", "record"):
        done = run.flank(*command, limit_bytes=100, status=73)
        assert "File too large" in done.stderr and done.stderr.count("\n") == 1, done.stderr
        assert run.names() == ["in"], (command, run.names())


def test_full_disk_keeps_the_games_before(run):
    """A match that cannot write its third game goes on from the second."""
    match = "match", "flank:level=1", "flank:level=1", "--record", "record", "--seed", "1"
    run.flank(*match, "--games", "2")
    with open(run.path("record"), encoding="utf-8") as file:
        before = file.read()
    run.flank(*match, "--games", "4", limit_bytes=len(before) + 200, status=73)
    with open(run.path("record"), encoding="utf-8") as file:
        assert file.read() == before
    run.flank(*match, "--games", "4")


TESTS = [(name, function) for name, function in list(globals().items()) if name.startswith("test_")]


def main():
    chosen = [row for row in TESTS if not ARGUMENTS or row[0] in ARGUMENTS]
    failed = 0
    print(f"1..{len(chosen)}")
    for number, (name, function) in enumerate(chosen, 1):
        with tempfile.TemporaryDirectory() as folder:
            try:
                function(Run(folder))
                print(f"ok {number} - {name[5:]}")
            except AssertionError as error:
                failed = 1
                complaint = str(error).replace("\n", "\n# ")
                print(f"not ok {number} - {name[5:]}\n# {complaint}")
    sys.exit(failed)


FLANK, TRACE_LIBRARY, *ARGUMENTS = [os.path.abspath(path) for path in sys.argv[1:3]] + sys.argv[3:]
main()
