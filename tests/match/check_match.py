#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""flank match with real child processes: engines of the four protocols, engines that misbehave, kills. Prints TAP.

  check_match.py FLANK [test_NAME…]

No wait here is a measure of speed: where something must take long it takes 1000 s, and what is to happen at a certain moment waits
for an event. Only what must not come in time (--wait) has to be waited for.
"""
import concurrent.futures
import json
import math
import os
import re
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from match_runs import ENGINE, FLANK, LIMIT_S, check_nothing_left, interrupt, run, run_tests, size_of, table, wait_until, without_times  # noqa: E402
from process_state import ignores  # noqa: E402

RHINO = "/usr/games/gtp-rhino"


def forfeits(result, engine):
    return {kind: count for kind, count in result["engines"][engine - 1]["forfeits"].items() if count}


# ---- Protocols ----

def same_game(protocol, game, *more):
    """Our engine in this process and our engine over a protocol play the same moves."""
    limits = ["--nodes", "3000"] if protocol == "ugi" else ["--level", "4"]
    result = table(f"{protocol}:{FLANK} {protocol}", "flank:nodes=2000", "--game", game, "--games", "4", *limits, *more)
    assert result["games"] == 4 and not result["forfeits"], result


def test_ugi_all_games():
    for game in "othello", "tothello", "loa", "draughts":
        same_game("ugi", game)
    same_game("ugi", "loa", "--rules", "simultaneous=mover")


def test_other_protocols():
    for protocol in "gtp", "nboard", "hub":
        if subprocess.run([FLANK, "help", protocol], capture_output=True).returncode == 0:
            if protocol == "gtp":
                result = table(f"gtp:{FLANK} gtp --level 4", "flank:nodes=2000", "--games", "4")
                assert result["games"] == 4 and not result["forfeits"], result
            else:
                same_game(protocol, "draughts" if protocol == "hub" else "othello")


def test_rules_are_told():
    """Under other rules of draughts both sides know the same legal moves, whatever is played."""
    for protocol in "ugi", "hub":
        for rules in "majority=no", "promotion=at_once,majority=no":
            same_game(protocol, "draughts", "--rules", rules)


def test_foreign_engine_same_over_all_protocols():
    """The same moves, whichever protocol carries them: passes, openings and colours arrive."""
    scores = []
    for protocol, fault in ("gtp", ""), ("nboard", ""), ("nboard", "edax"), ("ugi", ""):
        result = table("flank:level=1", f"{protocol}:{ENGINE} {protocol} {fault}", "--games", "40")
        assert not result["forfeits"], result
        scores.append((result["wins"], result["draws"], result["pairs"]))
    assert len({str(score) for score in scores}) == 1, scores


CLOCK_WORDS = [("gtp", "20+1", (r"time_settings 20 0 0", r"time_left black \d\d 0", r"time_left white \d\d 0")),
               ("gtp", "9.5", (r"time_settings 9\.5 0 0", r"time_left black 9\.\d\d 0", r"time_left white 9\.\d\d 0")),
               ("gtp integers", "9", (r"time_settings 9 0 0", r"time_left white 9\.00 0", r"time_left black [89] 0")),
               ("nboard", "20+1", (r"set game .*TI\[00:20/00:01/00:00\].*B\[..//1\].*", r"move [A-H][1-8]//0\.\d\d")),
               ("ugi", "20+0.1", (r"go p1time (19|20)\d{3} p2time (19|20)\d{3} p1inc 100 p2inc 100",))]


def test_clocks_are_told():
    """An engine hears of the clock, and what is left of it, as far as it reads that."""
    for words, clock, patterns in CLOCK_WORDS:
        with tempfile.TemporaryDirectory() as folder:
            log = os.path.join(folder, "log")
            result = table("flank:level=2", f"{words.split()[0]}:{ENGINE} {words}", "--games", "2", "--time", clock, log=log)
            assert result["games"] == 2 and not result["forfeits"], result
            lines = open(log, encoding="utf-8").read().splitlines()
        for pattern in patterns:
            assert any(re.fullmatch(pattern, line) for line in lines), (words, pattern, lines[:40])
        if words == "gtp integers":
            assert sum("." in line for line in lines if line.startswith("time_left")) == 1, lines


def test_less_than_a_second_over_gtp():
    """An engine is not told that there is no time: the match is no walk-over."""
    result = table("flank", f"gtp:{FLANK} gtp --no-book", "--games", "2", "--time", "0.8")
    assert result["games"] == 2 and result["engines"][1]["s_per_move"] > 0.004, result  # a busy machine may cost it a game


def test_increments_over_nboard():
    """The engine's clock and the referee's are the same, although the opening's moves are told: an engine that counts increments for
    them loses every game, and a busy machine costs a match now and then."""
    for _ in range(5):
        result = table("flank:level=1", f"nboard:{FLANK} nboard --no-book", "--games", "2", "--time", "1+1")
        if result["engines"][1]["forfeits"]["time"] < 2:
            return
    raise AssertionError(result)


def test_our_time_over_a_protocol():
    result = table("flank:level=2", f"ugi:{FLANK} ugi", "--games", "2", "--time", "0.05s/move")
    assert result["games"] == 2 and 0.005 < result["engines"][1]["s_per_move"] < 1, result  # a busy machine may cost it a game


# ---- Engines that misbehave ----

EXPECTED = {"crash": "crash", "exit": "crash", "illegal": "illegal", "garbage": "illegal", "close": "crash"}
SILENT = ("hang", "flood"), ("fork", "chatter")


def misbehave(protocol, fault, kind, games, *more):
    result = table("flank:level=2", f"{protocol}:{ENGINE} {protocol} {fault} 3", "--games", str(games), *more, alone=False)
    assert result["games"] == games == result["wins"], (fault, result)
    found = forfeits(result, 2)
    assert sum(found.values()) == games, (fault, result)
    assert set(found) <= {kind, "nonsense" if fault == "garbage" else kind}, (fault, found)


def test_misbehaviour():
    for fault, kind in EXPECTED.items():
        for protocol in ("gtp", "nboard", "ugi") if fault in ("crash", "illegal", "garbage") else ("ugi",):
            misbehave(protocol, fault, kind, 4)
    check_nothing_left()


def test_no_answer():
    """Engines that must be waited for, all at once; an answer that is one takes far less than 10 s."""
    for faults in SILENT:
        with concurrent.futures.ThreadPoolExecutor() as pool:
            for done in [pool.submit(misbehave, "ugi", fault, "hang", 2, "--wait", "10", "--concurrency", "2") for fault in faults]:
                done.result()
    check_nothing_left()


def test_answers_without_a_move():
    """No move is nonsense in every protocol, and nobody waits for an engine that has refused the question."""
    for protocol, fault, words in ("gtp", "empty", "no move"), ("ugi", "none", "bestmove (none)"), ("nboard", "empty", "no move"), \
                                  ("hub", "empty", "no move"), ("hub", "refuse", "error: I cannot"):
        game = "draughts" if protocol == "hub" else "othello"
        result = table("flank:level=2", f"{protocol}:{ENGINE} {protocol} {fault}", "--game", game, "--games", "2")
        assert forfeits(result, 2) == {"nonsense": 2}, (protocol, fault, result)
        assert words in result["forfeits"][0]["text"], result


def test_loses_on_time():
    result = table("flank:level=2", f"gtp:{ENGINE} gtp slow 2", "--games", "2", "--time", "3s/move")
    assert forfeits(result, 2) == {"time": 2} and result["wins"] == 2, result
    result = table("flank:level=2", f"ugi:{ENGINE} ugi hang 2", "--games", "2", "--time", "3")
    assert forfeits(result, 2) == {"time": 2}, result


def test_resigning_is_no_forfeit():
    result = table("flank:level=2", f"gtp:{ENGINE} gtp resign 4", "--games", "2")
    assert result["wins"] == 2 and not result["forfeits"], result


def test_text_names_the_forfeits():
    text = run("flank:level=2", f"ugi:{ENGINE} ugi illegal 3", "--games", "2").stdout
    assert "forfeits of 2 test engine: illegal 2" in text, text
    assert re.search(r"  game 1: 2 test engine: illegal move: 'a1'", text), text


def test_text_says_how_an_engine_left():
    for fault, words in ("exit", "it ended with status 3"), ("crash", "it was ended by signal 11"):
        text = run("flank:level=2", f"ugi:{ENGINE} ugi {fault} 3", "--games", "2").stdout
        assert f"left the game: {words}" in text and "crashed" not in text, text


def test_never_starts():
    for command, words, wait_s in (f"gtp:{ENGINE} gtp deaf", "no answer in time", 1), (f"gtp:{ENGINE} ugi", "does not speak gtp", 1), \
                                  ("gtp:/no/such/engine", "cannot be started", 60), ("ugi:true", "ended by itself (exit 0)", 60):
        done = run("flank", command, "--games", "2", "--wait", str(wait_s), status=66)
        assert words in done.stderr and done.stderr.count("\n") == 1 and not done.stdout, done


def test_bad_manners():
    """Output of an engine beside its answers disturbs nothing: noise on standard error, no end on quit."""
    for fault in "noise", "stubborn":
        result = table("flank:level=2", f"gtp:{ENGINE} gtp {fault}", "--games", "2")
        assert result["games"] == 2 and not result["forfeits"], result
    assert "noise" not in run("flank:level=2", f"gtp:{ENGINE} gtp noise", "--games", "2").stderr
    assert "noise" in run("flank:level=2", f"gtp:{ENGINE} gtp noise", "--games", "2", "--engine-errors").stderr


def test_many_at_once():
    result = table("flank:level=2", f"ugi:{ENGINE} ugi crash 20", "--games", "24", "--concurrency", "6")
    assert result["games"] == 24 and forfeits(result, 2)["crash"] > 0, result


# ---- Ending early, going on ----

def interrupt_hanging(arguments, number):
    with tempfile.TemporaryDirectory() as folder:
        os.environ["FLANK_TEST_HANGS"] = told = os.path.join(folder, "hangs")
        try:
            return interrupt(arguments, number, lambda: os.path.exists(told))
        finally:
            del os.environ["FLANK_TEST_HANGS"]


def test_interrupt():
    """Ctrl-C while an engine hangs: it ends at once, the engine too, and the games so far are shown."""
    status, out, _ = interrupt_hanging(["flank:level=2", f"ugi:{ENGINE} ugi hang 50"], signal.SIGINT)
    assert status == 130 and re.search(r", [1-9] finished games.*; interrupted", out), (status, out)
    status, _, _ = interrupt_hanging(["flank:level=2", f"ugi:{ENGINE} ugi hang 5"], signal.SIGKILL)
    assert status == -signal.SIGKILL


def test_other_ends():
    """SIGTERM and SIGHUP end what engines have started, too."""
    for number in signal.SIGTERM, signal.SIGHUP:
        status, out, err = interrupt_hanging(["flank:level=2", f"ugi:sh -c '{ENGINE} ugi hang 3; true'"], number)
        assert status == 130, (status, out, err)


def test_nohup():
    """SIGHUP that was ignored from the start stays so: it comes in the middle of a game, which goes on."""
    with tempfile.TemporaryDirectory() as folder:
        told = os.path.join(folder, "pauses")
        match = subprocess.Popen(["nohup", FLANK, "match", "flank:level=2", f"ugi:{ENGINE} ugi pause 3", "--games", "8"],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ, FLANK_TEST_HANGS=told))
        wait_until(lambda: os.path.exists(told), "a game is played")
        assert ignores(match.pid, signal.SIGHUP)
        match.send_signal(signal.SIGHUP)
        os.unlink(told)
        out, err = match.communicate(timeout=LIMIT_S)
    assert match.returncode == 0 and "interrupted" not in out, (match.returncode, out, err)


def test_kill_and_go_on():
    match = ["flank:level=6,hash=1", "flank:level=5,hash=1", "--games", "60", "--concurrency", "2"]
    whole = without_times(run(*match, "--json").stdout)
    with tempfile.TemporaryDirectory() as folder:
        record = os.path.join(folder, "match.games")
        sizes = []
        for _ in range(6):
            before = size_of(record)
            interrupt([*match, "--record", record], signal.SIGKILL, lambda: size_of(record) > before)
            sizes.append(size_of(record))
            if sizes[-1]:  # as if the last game had been half written
                os.truncate(record, sizes[-1] - min(sizes[-1], 7 * len(sizes)))
        done = run(*match, "--json", "--record", record)
        assert without_times(done.stdout) == whole, (done.stdout, whole)
        again = run(*match, "--json", "--record", record)
        assert without_times(again.stdout) == whole and json.loads(again.stdout)["resumed"] == 60
        games = open(record, encoding="utf-8").read()
        assert games.count('[Event "flank match"]') == 60
        for change, word in (["flank:level=7", match[1]], "engine"), ([*match[:2], "--seed", "2"], "limits"), \
                            ([*match[:2], "--level", "3"], "limits"), ([*match[:2], "--game", "loa"], "game"):
            done = run(*change, "--record", record, status=65)
            assert f"the record of another match: its {word}" in done.stderr, done.stderr
        assert open(record, encoding="utf-8").read() == games


def test_record_reads_as_games():
    with tempfile.TemporaryDirectory() as folder:
        record = os.path.join(folder, "match.games")
        run("flank:level=2", f"ugi:{ENGINE} ugi crash 9", "--games", "4", "--record", record)
        game = os.path.join(folder, "one.game")
        text = open(record, encoding="utf-8").read().split("\n\n[Event")[0] + "\n\n"
        open(game, "w", encoding="utf-8").write(text)
        loaded = subprocess.run([FLANK, "play", "--side", "both"], input=f"load {game}\nquit\n", capture_output=True, text=True,
                                timeout=60, check=False)
        assert loaded.returncode == 0, loaded.stderr
        assert '[Fault "2 crash it was ended by signal 11' in open(record, encoding="utf-8").read()


# ---- Numbers ----

def score_of(elo):
    return 1 / (1 + 10 ** (-elo / 400))


POINTS = (0, 0.25, 0.5, 0.75, 1)


def likeliest(p, score):
    """The distribution of mean `score` nearest to p: Newton's method on the Lagrange multiplier."""
    low, high, t = -1 / (1 - score) + 1e-12, 1 / score - 1e-12, 0.0
    for _ in range(200):
        value = sum(q * (a - score) / (1 + t * (a - score)) for q, a in zip(p, POINTS))
        slope = -sum(q * (a - score) ** 2 / (1 + t * (a - score)) ** 2 for q, a in zip(p, POINTS))
        following = t - value / slope
        if not low < following < high:
            following = (t + (low if value < 0 else high)) / 2
        t = following
    return [q / (1 + t * (a - score)) for q, a in zip(p, POINTS)]


def log_likelihood_ratio(pairs, elo0, elo1):
    counts = [count or 1e-3 for count in pairs]
    p = [count / sum(counts) for count in counts]
    q0, q1 = likeliest(p, score_of(elo0)), likeliest(p, score_of(elo1))
    return sum(counts) * sum(a * math.log(c / b) for a, b, c in zip(p, q0, q1))


def test_statistics():
    result = table("flank:level=6", "flank:level=5", "--games", "40", "--sprt", "0,50")
    pairs, games = result["pairs"], result["games"]
    assert result["sprt"]["result"] is None and games == 40 == 2 * sum(pairs), result
    count, score = sum(pairs), sum(a * n for a, n in zip(POINTS, pairs)) / sum(pairs)
    deviation = math.sqrt(sum(n * (a - score) ** 2 for a, n in zip(POINTS, pairs)) / count / count)
    assert abs(result["score"] - (result["wins"] + result["draws"] / 2) / games) < 1e-4
    assert abs(result["score"] - score) < 1e-4
    assert abs(result["elo"] + 400 * math.log10(1 / score - 1)) < 0.01
    assert abs(result["superiority"] - 0.5 * math.erfc((0.5 - score) / deviation / math.sqrt(2))) < 1e-4
    assert abs(result["sprt"]["llr"] - log_likelihood_ratio(pairs, 0, 50)) < 1e-3
    assert abs(result["sprt"]["bound"] - math.log(19)) < 1e-4


def test_sprt_ends_early():
    result = table("flank:level=6", "flank:level=2", "--sprt", "0,100")
    assert result["sprt"]["result"] == "elo1" and result["sprt"]["llr"] >= math.log(19) and result["games"] < 100, result
    result = table("flank:level=2", "flank:level=6", "--sprt", "0,100", "--concurrency", "2")
    assert result["sprt"]["result"] == "elo0" and result["games"] < 100, result


def test_openings():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "openings.txt")
        open(path, "w", encoding="utf-8").write("# three\nf5d6c3\nf5f6e6f4\n\n" + "-" * 27 + "OX------XO" + "-" * 27 + " O ; a position\n")
        record = os.path.join(folder, "match.games")
        result = table("flank:level=2", "flank:level=2", "--openings", path, "--games", "8", "--record", record)
        assert result["openings"].startswith("3 of a file") and result["games"] == 8
        moves = re.findall(r'\n\n1\. (\S+ \S+)', open(record, encoding="utf-8").read())
        assert moves[0].startswith("f5 d6") and moves[2].startswith("f5 f6") and moves[6].startswith("f5 d6"), moves
        result = table("flank:level=6", "flank:level=6", "--openings", path, "--games", "8")
        assert result["repeated"] == 2, result  # the fourth pair begins as the first, and nothing here is left to chance
        done = run(f"gtp:{ENGINE} gtp", "flank", "--openings", path, status=64)
        assert "GTP cannot set up positions" in done.stderr


def test_rhino():
    if not os.path.exists(RHINO):
        return "skip: gtp-rhino is not installed (Debian: grhino)"
    result = table("flank:level=6", f"gtp:{RHINO} -l 2", "--games", "20")
    assert result["games"] == 20 and not result["forfeits"], result
    assert result["engines"][1]["name"].startswith("GTP GRhino"), result
    return None


run_tests(globals())
