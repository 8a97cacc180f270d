#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""flank match with more than two engines, and games that end early. Prints TAP.

  check_tournament.py FLANK [test_NAME…]

Whatever is counted is counted again here, from the moves in the record: who played whom with which colour, who has won by the discs
on a board of engine.py's own, and by what the games were ended.
"""
import collections
import json
import os
import re
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from engine import Board  # noqa: E402
from match_runs import ENGINE, FLANK, interrupt, run, run_tests, size_of, table, without_times  # noqa: E402

FIRST, SECOND, THIRD = "flank:level=5,hash=1", "flank:level=4,hash=1", "flank:depth=1,hash=1"
THREE = [FIRST, SECOND, THIRD]
SLOW = [f"flank:level={level},hash=1" for level in (7, 6, 5)]  # slow enough to be killed before the end
SOME_GAMES = 4000  # bytes of the record, of 60 kB
POINTS = {"0": 0, "1/2": 0.5, "1": 1}


# ---- Counting again ----

def played(arguments):
    """(JSON, the games of the record as their tags, with Moves)"""
    with tempfile.TemporaryDirectory() as folder:
        record = os.path.join(folder, "match.games")
        result = table(*arguments, "--record", record)
        return result, games_of(record)


def games_of(record):
    games = []
    for text in open(record, encoding="utf-8").read().split('[Event "')[1:]:
        game = dict(re.findall(r'^\[(\w+) "(.*)"\]$', text, re.M))
        game["Moves"] = re.sub(r"\d+\.", "", text.split("\n\n", 1)[1]).split()
        games.append(game)
    return sorted(games, key=lambda game: int(game["Round"]))


def board_after(moves):
    """The discs of black and white, and the empty squares."""
    board, color = Board(), "X"
    for move in moves:
        board.play(color, move)
        color = Board.other(color)
    colors = collections.Counter(board.cells.values())
    return colors["X"], colors["O"], 64 - len(board.cells)


def black_of(game):
    """1 or 2: the engine of the pairing that has black, which begins in Othello."""
    return int(game["First"])


def points_by_board(game):
    """Of the first engine of the pairing."""
    black, white, _ = board_after(game["Moves"])
    return 0.5 if black == white else float((black > white) == (black_of(game) == 1))


def check_games(games, engines, pairings, openings):
    """Each pairing plays each opening twice with the colours changed, and the points are those of the boards."""
    assert [int(game["Round"]) for game in games] == list(range(1, 2 * openings * len(pairings) + 1))
    lines = {}
    for number, game in enumerate(games):
        one, other = pairings[number // 2 % len(pairings)]
        assert (game["Engine1"], game["Engine2"]) == (engines[one], engines[other]), (number, game)
        assert int(game["First"]) == number % 2 + 1
        names = {1: game["Engine1"], 2: game["Engine2"]}
        assert game["Black"] == names[black_of(game)] and game["White"] == names[3 - black_of(game)]
        opening = number // 2 // len(pairings)
        line = game["Moves"][:int(game["Opening"])]
        assert lines.setdefault(opening, line) == line and len(line) == 8
        assert "Termination" in game or POINTS[game["Points"]] == points_by_board(game), game
        black_points = POINTS[game["Points"]] if black_of(game) == 1 else 1 - POINTS[game["Points"]]
        assert game["Result"] == {0: "0-1", 0.5: "1/2-1/2", 1: "1-0"}[black_points], game
    assert len({tuple(line) for line in lines.values()}) == openings


def tally(games, engines, pairings):
    """wins, draws, losses of each engine, and the scores of the pairs of each pairing"""
    counts, pairs = collections.defaultdict(lambda: [0, 0, 0]), [[0] * 5 for _ in pairings]
    for number, game in enumerate(games):
        one, other = pairings[number // 2 % len(pairings)]
        points = POINTS[game["Points"]]
        counts[one][int(2 - 2 * points)] += 1
        counts[other][int(2 * points)] += 1
        if number % 2:
            before = POINTS[games[number - 1]["Points"]]
            pairs[number // 2 % len(pairings)][int(2 * (before + points))] += 1
    return [counts[engine] for engine in range(len(engines))], pairs


def check_result(result, games, engines, pairings):
    counts, pairs = tally(games, engines, pairings)
    for row, (wins, draws, losses), text in zip(result["engines"], counts, engines):
        assert row["engine"] == text and (row["wins"], row["draws"], row["losses"]) == (wins, draws, losses), (row, counts)
        assert row["games"] == wins + draws + losses and row["points"] == wins + draws / 2
    for row, pairing, expected in zip(result["pairings"], pairings, pairs):
        assert row["engines"] == [pairing[0] + 1, pairing[1] + 1] and row["pairs"] == expected, (row, expected)
    assert len(result["pairings"]) == len(pairings) and sum(result["endings"].values()) == len(games)
    # The fitted ratings expect of each engine the points that it has made, if all have a rating.
    elos = [row["elo"] for row in result["engines"]]
    if None not in elos:
        expected = [0.0] * len(engines)
        for (one, other), found in zip(pairings, pairs):
            score = 1 / (1 + 10 ** ((elos[other] - elos[one]) / 400))
            expected[one] += 2 * sum(found) * score
            expected[other] += 2 * sum(found) * (1 - score)
        for row, points in zip(result["engines"], expected):
            assert abs(row["points"] - points) < 0.01, (row, points)
    by_rank = sorted(result["engines"], key=lambda row: row["rank"])
    rated = [row["elo"] for row in by_rank if row["elo"] is not None]
    assert rated == sorted(rated, reverse=True) and [row["rank"] for row in by_rank] == list(range(1, len(engines) + 1))
    for above, below in zip(by_rank, by_rank[1:]):
        assert above["superiority"] is None or (above["superiority"] >= 0.5 and above["elo"] >= below["elo"])
    assert by_rank[-1]["superiority"] is None


ROUND_ROBIN, GAUNTLET = [(0, 1), (0, 2), (1, 2)], [(0, 1), (0, 2)]


def test_round_robin():
    result, games = played([*THREE, "--games", "8", "--concurrency", "2"])
    assert result["tournament"] == "round-robin of 3" and result["games"] == 24
    check_games(games, THREE, ROUND_ROBIN, 4)
    check_result(result, games, THREE, ROUND_ROBIN)
    assert result["engines"][0]["rank"] == 1 and result["engines"][0]["points"] > result["engines"][2]["points"], result


def test_gauntlet():
    engines = [SECOND, FIRST, THIRD]
    result, games = played([*engines, "--games", "8", "--tournament", "gauntlet"])
    assert result["tournament"] == "gauntlet of 3" and result["games"] == 16
    check_games(games, engines, GAUNTLET, 4)
    check_result(result, games, engines, GAUNTLET)
    assert result["engines"][0]["games"] == 16 and result["engines"][1]["games"] == 8


def test_match_of_two_is_no_tournament():
    """Whatever the option says; and the first engine of the pairs has the colours and points of the board."""
    result, games = played([FIRST, SECOND, "--games", "8", "--tournament", "gauntlet"])
    check_games(games, [FIRST, SECOND], [(0, 1)], 4)
    counts, pairs = tally(games, [FIRST, SECOND], [(0, 1)])
    assert [result["wins"], result["draws"], result["losses"]] == counts[0] and result["pairs"] == pairs[0], result
    assert "tournament" not in result and "pairings" not in result and "Tournament" not in games[0]
    assert result["endings"] == {"rules": 8, "resigned": 0, "forfeit": 0, "too_long": 0, "adjudicated": 0}


def test_tables_say_what_the_json_says():
    text = run(*THREE, "--games", "4").stdout
    result = table(*THREE, "--games", "4")
    rows = {int(found[1]): found for found in re.finditer(r"^ ?\d+\. +(\d+) (\S+) +([\d.]+) +(\d+) +([\d.]+) % +(\d+) +(\d+) +(\d+)", text, re.M)}
    for number, engine in enumerate(result["engines"], 1):
        found = rows[number]
        assert found[2] == engine["name"] and float(found[3]) == engine["points"] and int(found[4]) == engine["games"]
        assert [int(found[6]), int(found[7]), int(found[8])] == [engine["wins"], engine["draws"], engine["losses"]]
    cross = text[text.index("points against"):].splitlines()
    columns = [int(word) for word in cross[0].split()[2:]]
    assert columns == sorted(columns, key=lambda number: result["engines"][number - 1]["rank"]) and sorted(columns) == [1, 2, 3]
    for line in cross[1:4]:
        words = line.split()
        engine, points = int(words[1]), words[3:]
        for column, word in zip(columns, points):
            for pairing in result["pairings"]:
                won = pairing["wins"] + pairing["draws"] / 2
                if pairing["engines"] == [engine, column]:
                    assert float(word) == won, (line, pairing)
                if pairing["engines"] == [column, engine]:
                    assert float(word) == 4 - won, (line, pairing)
            assert (word == "-") == (engine == column), line


def test_many_engines():
    engines = ["flank:depth=1,hash=1"] * 31 + ["flank:depth=2,hash=1"]
    result, games = played([*engines, "--games", "2", "--tournament", "gauntlet", "--concurrency", "3"])
    check_games(games, engines, [(0, other) for other in range(1, 32)], 1)
    assert result["games"] == 62 and result["engines"][31]["games"] == 2
    assert result["repeated"] == 0, result  # the same moves by another pairing are no repetition


# ---- Going on, and ending ----

def kill_early(match, record, cut=0):
    """Kill the match behind some more games of the record, the last of which loses `cut` bytes, as if it had been half written. A kill that
    comes late, when the match has gone on or is over, is one that came in time: what is behind twice as many games is cut off, too."""
    before = size_of(record)
    interrupt([*match, "--record", record], signal.SIGKILL, lambda: size_of(record) > before + SOME_GAMES)
    os.truncate(record, min(size_of(record) - cut, before + 2 * SOME_GAMES))


def test_kill_and_go_on():
    """Killed at six places, with the last game cut each time: every game once, and the tables of a match that was never killed."""
    match = [*SLOW, "--games", "20", "--concurrency", "2"]
    whole = without_times(run(*match, "--json").stdout)
    with tempfile.TemporaryDirectory() as folder:
        record = os.path.join(folder, "match.games")
        for place in range(1, 7):
            kill_early(match, record, 7 * place)
        done = run(*match, "--json", "--record", record)
        assert 12 < json.loads(done.stdout)["resumed"] < 60 and without_times(done.stdout) == whole, (done.stdout, whole)
        check_games(games_of(record), SLOW, ROUND_ROBIN, 10)
        again = run(*match, "--json", "--record", record)
        assert without_times(again.stdout) == whole and json.loads(again.stdout)["resumed"] == 60


def test_more_games():
    with tempfile.TemporaryDirectory() as folder:
        record = os.path.join(folder, "match.games")
        run(*THREE, "--games", "2", "--record", record)
        before = open(record, encoding="utf-8").read()
        result = table(*THREE, "--games", "4", "--record", record)
        assert result["resumed"] == 6 and result["games"] == 12 and open(record, encoding="utf-8").read().startswith(before)
        check_games(games_of(record), THREE, ROUND_ROBIN, 2)
        kept = open(record, encoding="utf-8").read()
        for change, word in ([*THREE[:2], "flank:level=1"], "engine"), ([*THREE, "flank:level=9"], "tournament"), ([SECOND, FIRST, THIRD], "engine"), \
                            ([*THREE, "--tournament", "gauntlet"], "tournament"), (THREE[:2], "tournament"), \
                            ([*THREE, "--proved"], "adjudication"):
            done = run(*change, "--games", "4", "--record", record, status=65)
            assert "the record of another match" in done.stderr and f"its {word}" in done.stderr, done.stderr
        assert open(record, encoding="utf-8").read() == kept


def test_forfeits_are_those_of_the_engine():
    """The third of four crashes; the others play their games, and nothing is left running."""
    engines = ["flank:level=2", "flank:level=1", f"ugi:{ENGINE} ugi crash 3", "flank:depth=1"]
    result = table(*engines, "--games", "2", "--concurrency", "2")
    assert [sum(row["forfeits"].values()) for row in result["engines"]] == [0, 0, 6, 0], result
    assert result["engines"][2]["points"] == 0 and {row["engine"] for row in result["forfeits"]} == {3}
    assert result["endings"]["forfeit"] == 6 and result["endings"]["rules"] == 6
    text = run(*engines, "--games", "2").stdout
    assert "forfeits of 3 test engine: crash 6" in text and "Elo -: " in text, text


def test_one_cannot_start():
    """It is told before the first game, and nothing is written."""
    with tempfile.TemporaryDirectory() as folder:
        record = os.path.join(folder, "match.games")
        done = run("flank:level=1", f"ugi:{ENGINE} ugi", "gtp:/no/such/engine", "--games", "2", "--record", record, status=66)
        assert "cannot be started" in done.stderr and not done.stdout and not os.path.exists(record), done


# ---- Games that end early ----

def said(words, score):
    return f"{words.split()[0]}:{ENGINE} {words} {score}"


def test_won_by_what_both_say():
    """Whoever is named first and whoever begins: the engine that both see ahead wins, three moves of each after the opening."""
    for protocol in "ugi", "nboard":
        for ahead in 1, 2:
            engines = [said(f"{protocol} score", 20 if number == ahead else -20) for number in (1, 2)]
            result, games = played([*engines, "--games", "4", "--resign", "movecount=3,score=20"])
            assert result["wins" if ahead == 1 else "losses"] == 4, result
            assert result["endings"]["adjudicated"] == result["adjudicated"]["win"] == 4, result
            for game in games:
                assert game["Termination"] == "adjudication" and game["Reason"] == "adjudicated: both engines see it won"
                assert game["Adjudication"] == "resign movecount=3 score=20"
                thought = [int(game[key].split()[1]) for key in ("Used1", "Used2")]
                assert thought == [3, 3] and len(game["Moves"]) == int(game["Plies"]) < 20, game
            assert all((game["Result"] == "1-0") == (int(game["First"]) == ahead) for game in games), games
    text = run(said("ugi score", 20), said("ugi score", -20), "--games", "2", "--resign", "movecount=3,score=20").stdout
    assert "adjudication: resign movecount=3 score=20" in text and "2 of the games were adjudicated: win 2" in text, text


def test_not_by_what_one_says():
    """Nor by less than the score, nor where an engine says nothing, as over GTP."""
    for engines in [said("ugi score", 20), said("ugi score", 20)], [said("ugi score", 20), said("ugi score", -19)], \
                   [said("ugi score", 20), f"gtp:{ENGINE} gtp"], [f"gtp:{ENGINE} gtp", f"gtp:{ENGINE} gtp"]:
        result = table(*engines, "--games", "2", "--resign", "movecount=1,score=20", "--draw", "movecount=1,score=1", "--proved")
        assert result["endings"]["adjudicated"] == 0 and result["endings"]["rules"] == 2, result


def test_drawn_by_what_both_say():
    result, games = played([said("ugi score", 1), said("ugi score", -1), "--games", "2", "--draw", "movecount=2,score=1,movenumber=12"])
    assert result["draws"] == result["adjudicated"]["draw"] == 2 and result["wins"] == result["losses"] == 0, result
    assert all(int(game["Plies"]) == 24 and game["Points"] == "1/2" and game["Result"] == "1/2-1/2" for game in games), games


def test_proved_by_both():
    for ahead in 1, 2:
        engines = [said("ugi mate", 9 if number == ahead else -9) for number in (1, 2)]
        result, games = played([*engines, "--games", "2", "--proved"])
        assert result["wins" if ahead == 1 else "losses"] == result["adjudicated"]["proved"] == 2, result
        assert all(game["Reason"] == "adjudicated: both engines have proved it" for game in games)
    result, games = played([FIRST, SECOND, "--games", "4", "--proved"])
    assert result["adjudicated"]["proved"] == result["endings"]["adjudicated"] > 0, result
    check_solved(games)


def check_solved(games):
    """The points of each game are those of its last position, solved."""
    with tempfile.TemporaryDirectory() as folder:
        for game in games:
            path = os.path.join(folder, "one.transcript")
            open(path, "w", encoding="utf-8").write("".join(game["Moves"]) + "\n")
            done = subprocess.run([FLANK, "solve", "--json", path], capture_output=True, text=True, check=True, timeout=600)
            solved = json.loads(done.stdout)
            board, color = Board(), "X"
            for move in game["Moves"]:
                board.play(color, move)
                color = Board.other(color)
            mover = black_of(game) if color == "X" else 3 - black_of(game)
            points = {-1: 0, 0: 0.5, 1: 1}[(solved["score"] > 0) - (solved["score"] < 0)]
            assert POINTS[game["Points"]] == (points if mover == 1 else 1 - points), (game, solved)


def test_solved_by_the_referee():
    """Engines that say nothing are judged so, too; at the first position with so few empty squares."""
    result, games = played([f"gtp:{ENGINE} gtp", THIRD, "--games", "8", "--solve", "12", "--concurrency", "2"])
    assert result["adjudicated"]["solved"] == result["endings"]["adjudicated"] > 0, result
    for game in games:
        if "Termination" in game:
            assert board_after(game["Moves"])[2] == 12 and game["Reason"] == "adjudicated: solved by the referee", game
    check_solved([game for game in games if "Termination" in game])


def test_adjudicated_games_go_on():
    """Killed and continued, with all grounds: as a match that was never killed."""
    grounds = ["--solve", "14", "--proved", "--resign", "movecount=2,score=12", "--draw", "movecount=3,score=2,movenumber=20"]
    match = [*SLOW, "--games", "16", *grounds]
    whole = without_times(run(*match, "--json").stdout)
    assert whole["endings"]["adjudicated"] > 24, whole
    with tempfile.TemporaryDirectory() as folder:
        record = os.path.join(folder, "match.games")
        for _ in range(3):
            kill_early(match, record)
        assert without_times(run(*match, "--json", "--record", record).stdout) == whole
        converted = subprocess.run([FLANK, "convert", record, "-", "--to", "json"], capture_output=True, text=True, check=True, timeout=600)
        endings = [json.loads(line)["result"].get("ending") for line in converted.stdout.splitlines()]
        assert endings.count("adjudication") == whole["endings"]["adjudicated"] and len(endings) == 48


run_tests(globals())
