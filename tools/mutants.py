#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Put small bugs into source files, one at a time, and see whether the tests notice.

    tools/mutants.py [--seed N]                                  try the mutants of all PLACES that were not tried yet
    tools/mutants.py [--count N] [--seed N] PLACE|FILE|FOLDER …  those of some places, or N of some files
    tools/mutants.py --again [--sanitized]                       try the survivors once more, with the tests as they are now
    tools/mutants.py --show N                                    what mutant N changes, and what became of it
    tools/mutants.py --equivalent N REASON                       note that mutant N behaves as the program does
    tools/mutants.py --reason N REASON                           note why mutant N survives
    tools/mutants.py --report FILE.csv                           the figures, as bench/results has them

A mutant is one operator, bound, sign, number, condition or call changed. They are chosen by a seed, so that the same files give the
same mutants, taken in turns from all files and from all kinds. Each is put into a copy of the tree, which is built; then the tests
of TESTS for its folder run, those that took the least time first, up to the first that fails. Too long a time (ten times as long as
without a bug, and --slack) counts as a failure. Each result is a line of the journal, and what stands there is not tried again.

With --sanitized the tests run under the address and undefined-behaviour sanitizers, as .ci/run has them: several times slower, for
those survivors that read a byte too many or leave memory behind.

Files of the page (web/src) need --page, which builds it too, and its packages (web/node_modules).
"""
import argparse
import collections
import difflib
import json
import os
import pathlib
import random
import re
import select
import shutil
import signal
import subprocess
import sys
import time

# The tests of a folder; the longest name that fits counts. A mutant meets the quickest first.
RULES = "test_game_table test_record test_rules_text test_playthrough golden_position golden_perft test_signature test_api test_analysis golden_hint"
FORMATS = "golden_convert test_recognise test_flank_text test_sheet test_pdn test_transcript test_no_memory any_format"
SERVING = "test_serving test_api test_no_memory server"
COMMAND = "golden_hint golden_analyze golden_solve golden_position golden_play golden_usage"
TESTS = {
    "src/core": f"test_error test_whole_file test_record test_command_line test_stop golden_convert golden_wthor {COMMAND} protocol_ugi match",
    "src/games": f"{RULES} test_perft_threads",
    "src/games/move_words.c": f"{RULES} test_pdn test_transcript",
    "src/games/othello": f"{RULES} test_othello_eval test_othello_rules test_othello_notation test_othello_perft",
    "src/games/tothello": f"{RULES} test_tothello_rules test_tothello_notation",
    "src/games/loa": f"{RULES} test_loa_rules test_loa_notation test_loa_evaluate test_loa_perft",
    "src/games/draughts": f"{RULES} test_draughts_rules test_draughts_notation test_draughts_eval golden_draughts_perft test_pdn",
    "src/search": "test_search test_search_repetition test_tactics test_signature test_stop test_engine golden_hint",
    "src/othello": "test_solver test_endgame test_stability test_othello_search test_signature test_evaluation test_eval_board "
                   "test_weights_file test_engine test_engine_threads golden_solve",
    "src/tablebase": "test_tablebase golden_tablebase check_tablebase",
    "src/engine": "test_clock_plan test_levels test_engine test_signature test_stop golden_hint golden_bench",
    "src/book": "test_book_file test_book_tree test_book_builder test_book_text test_opening_names golden_book",
    "src/analysis": "test_analysis golden_analyze",
    "src/formats": FORMATS,
    "src/formats/plain_moves.c": f"test_transcript {FORMATS}",
    "src/formats/transcript.c": f"test_transcript {FORMATS}",
    "src/formats/movetext.c": f"test_sgf test_pdn test_transcript {FORMATS}",
    "src/formats/pdn.c": f"test_pdn golden_convert_pdn {FORMATS}",
    "src/formats/sgf": f"test_sgf golden_convert_sgf {FORMATS}",
    "src/formats/ggf": f"test_ggf golden_convert_ggf {FORMATS}",
    "src/formats/wthor": f"test_wthor golden_wthor {FORMATS}",
    "src/formats/obf": f"test_obf test_obf_format golden_convert_obf {FORMATS}",
    "src/formats/books": "test_foreign_book test_book_text golden_book book_formats",
    "src/library": "test_library golden_library",
    "src/contest": "test_contest test_contest_errors test_grade test_xtreme10_ways golden_contest golden_contest_filters golden_grade grade",
    "src/protocols": "test_gtp_time protocol_cassio protocol_gtp protocol_gtp_quarry protocol_hub protocol_nboard protocol_ugi "
                     "protocol_stop_at_once",
    "src/match": "test_match test_match_adjudication test_match_ratings golden_match match match_tournament",
    "src/api": SERVING,
    "src/server": SERVING,
    "src/cli": f"test_command_line {COMMAND} golden_convert golden_help golden_library golden_match golden_book golden_perft terminal",
    "web/src": "web_types web_play web_setup web_review web_share",
    "web/src/views/contests": "web_types web_contests",
    "web/src/views/contests/contest_problem.ts": "web_words web_types web_contests",
    "web/src/views/contests/xtreme10.ts": "web_words web_types web_contests",
    "web/src/views/contests/uva220.ts": "web_words web_types web_contests",
    "web/src/views/play": "web_types web_play",
    "web/src/views/puzzles": "web_types web_puzzles",
    "web/src/views/review": "web_types web_review",
    "web/src/views/review/words.ts": "web_words web_types web_review",
    "web/src/views/settings": "web_types web_settings",
    "web/src/views/setup": "web_types web_setup",
    "web/src/views/setup/board_edit.ts": "web_words web_types web_setup",
    "web/src/views/study": "web_types web_study",
    "web/src/views/study/verdict.ts": "web_words web_types web_study",
    "web/src/study": "web_cards web_damaged web_study web_puzzles web_types",
    "web/src/study/repetition.ts": "web_cards web_puzzles web_types",
    "web/src/study/canonical.ts": "web_squares web_study web_types",
    "web/src/game": "web_damaged web_types web_play web_share web_review",
    "web/src/board/squares.ts": "web_squares web_setup web_moving web_types",
    "web/src/board": "web_types web_setup web_moving web_play",
}
# What a run without names tries, and the rows of the report: how many mutants, of which files; the longest name that fits a file counts.
PLACES = {
    "rules": (80, "src/games"),
    "search": (30, "src/search src/engine"),
    "solver": (30, "src/othello"),
    "book": (20, "src/book"),
    "formats": (60, "src/formats"),
    "books of other programs": (15, "src/formats/books"),
    "library": (30, "src/library"),
    "protocols": (30, "src/protocols"),
    "match": (15, "src/match"),
    "server": (15, "src/server"),
    "server, connections": (15, "src/server/server.c"),
    "server, sessions": (15, "src/server/session.c"),
    "server, pool": (15, "src/server/pool.c"),
    "page": (60, "web/src/study web/src/board/squares.ts web/src/game"),
    "page, views": (20, "web/src/views"),
    "page, words of the views": (20, "web/src/views/review/words.ts web/src/views/study/verdict.ts web/src/views/setup/board_edit.ts "
                                     "web/src/views/contests/contest_problem.ts web/src/views/contests/xtreme10.ts"),
}
TABLE = "the table TESTS"  # of this file
TIMES_LONGER = 10
MEMORY_BYTES = 16 << 30  # a program that takes more is ended
SANITIZED = ["--buildtype=debugoptimized", "-Db_sanitize=address,undefined", "-Db_lundef=false"]  # as .ci/run has it
SANITIZERS = {"UBSAN_OPTIONS": "halt_on_error=1"}  # without it what is undefined is told, and the program goes on
COLUMNS = "row,who,metric,value,error,unit,machine,commit,command,source"

# ---- Mutants

Mutant = collections.namedtuple("Mutant", "file line kind before after text")  # the lines before and after, the whole changed text


def swaps(*pairs):
    return {old: new.split() for old, new in pairs}


# kind | pattern | replacements of what it finds; operators stand between blanks (clang-format, and the page's style)
KINDS = [
    ("comparison", re.compile(r"(?<= )(<|<=|>|>=|===|!==|==|!=)(?= )"),
     swaps(("<", "<= >"), ("<=", "< >="), (">", ">= <"), (">=", "> <="), ("==", "!="), ("!=", "=="), ("===", "!=="), ("!==", "==="))),
    ("condition", re.compile(r"(?<= )(&&|\|\|)(?= )"), swaps(("&&", "||"), ("||", "&&"))),
    ("arithmetic", re.compile(r"(?<= )(\+|-|\*|/|%|<<|>>|&|\||\^)(?= )"),
     swaps(("+", "-"), ("-", "+"), ("*", "+"), ("/", "*"), ("%", "/"), ("<<", ">>"), (">>", "<<"), ("&", "|"), ("|", "&"), ("^", "|"))),
    ("assignment", re.compile(r"(?<= )(\+=|-=|\|=|&=|\^=)(?= )"), swaps(("+=", "-="), ("-=", "+="), ("|=", "&="), ("&=", "|="), ("^=", "|="))),
    ("step", re.compile(r"\+\+|--"), swaps(("++", "--"), ("--", "++"))),
    ("sign", re.compile(r"(?<=[ (\[])[-!~](?=[\w(*])"), {"-": [""], "!": [""], "~": [""]}),
    ("constant", re.compile(r"(?<![\w.'])\d+(?![\w.'])"), None),
    ("truth", re.compile(r"(?<=return )(true|false)\b"), swaps(("true", "false"), ("false", "true"))),
    ("jump", re.compile(r"(?<= )(break|continue)(?=;|$)", re.M), swaps(("break", "continue"), ("continue", "break"))),
    ("call", re.compile(r"(?<=\n)[ \t]+(?!(?:if|for|while|switch|return|else|do|case|assert|sizeof|catch|function|constructor)\b)"
                        r"[\w.>?!-]+\([^\n{}]*\)(;?)(?=\n)"), None),
]
HIDDEN = re.compile(r"/\*.*?\*/|//[^\n]*|^[ \t]*#(?:[^\n]|(?<=\\)\n)*|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)+'|`(?:[^`\\]|\\.)*`"
                    r"|\b(?:static_|_Static_)?assert\([^\n]*|^import [^\n]*|^[ \t{},\d.xa-fA-F+-]+$", re.M | re.S)


def visible(text):
    """The text with comments, strings, directives, asserts and tables blanked out."""
    return HIDDEN.sub(lambda found: re.sub(r"[^\n]", "\0", found[0]), text)


def replacements(kind, found, table):
    """The texts that may stand in the place of a match."""
    if kind == "constant":
        number = int(found[0])
        return [str(number + 1)] + ([str(number - 1)] if number > 0 else [])
    if kind == "call":
        whole = found[0]
        return [whole[:len(whole) - len(whole.lstrip())] + ("(void)0;" if found[1] else "void 0")]
    return table[found[0]]


def balanced(text):
    return text.count("(") == text.count(")")


def mutants_of(root, file, seed):
    """All mutants of a file: the kinds in turns and in random order, as those of a kind are."""
    text = (root / file).read_text(encoding="utf-8")
    shown, lines = visible(text), text.split("\n")
    rows = []
    for kind, pattern, table in KINDS:
        row = []
        for found in pattern.finditer(shown):
            is_type = found[0] in ("|", "&") and not file.endswith(".c")  # what TypeScript joins by these are mostly types
            if is_type or (kind == "call" and not balanced(found[0])):
                continue
            number = text.count("\n", 0, found.start())
            for new in replacements(kind, found, table):
                changed = text[:found.start()] + new + text[found.end():]
                row.append(Mutant(file, number + 1, kind, lines[number], changed.split("\n")[number], changed))
        random.Random(f"{seed} {file} {kind}").shuffle(row)
        rows.append(row)
    random.Random(f"{seed} {file}").shuffle(rows)
    return in_turns(rows)


def in_turns(rows):
    """The first of each row, then the second of each …"""
    longest = max(map(len, rows), default=0)
    return [row[at] for at in range(longest) for row in rows if at < len(row)]


def choose(root, files, seed, count):
    """The first mutants of all files in turns; of more files than that, files by chance."""
    files = list(files)
    if len(files) > count:
        random.Random(f"{seed} files").shuffle(files)
    return in_turns([mutants_of(root, file, seed) for file in files])[:count]


def sources(root, names):
    """The C and TypeScript files that are named, or in folders that are."""
    for name in names:
        path = root / name
        if path.is_dir():
            found = sorted(str(each.relative_to(root)) for each in path.rglob("*") if each.suffix in (".c", ".ts", ".tsx"))
        elif path.is_file():
            found = [name]
        else:
            sys.exit(f"mutants: {name}: there is no such file or folder in {root}")
        if not found:
            sys.exit(f"mutants: {name}: no C or TypeScript file is there")
        yield from found


# ---- The journal: one JSON object a line, the last one of a mutant counts


class Journal:
    def __init__(self, path):
        self.path, self.lines = path, {}
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        for number, line in enumerate(text.splitlines(), 1):
            try:
                self.take(json.loads(line))
            except (ValueError, KeyError, TypeError):
                if number < text.count("\n") + 1 or text.endswith("\n"):
                    sys.exit(f"mutants: {path}:{number}: not a line of a journal")

    def take(self, line):
        key = (line["file"], line["before"], line["after"], line["line"])
        number = self.lines[key]["number"] if key in self.lines else len(self.lines) + 1
        self.lines[key] = {**self.lines.get(key, {}), **line, "number": number}
        return self.lines[key]

    def add(self, line):
        kept = self.take(line)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        return kept

    def has(self, mutant):
        return (mutant.file, mutant.before, mutant.after, mutant.line) in self.lines

    def find(self, number):
        for line in self.lines.values():
            if line["number"] == number:
                return line
        sys.exit(f"mutants: {self.path}: there is no mutant {number}")

    def survivors(self):
        return [line for line in self.lines.values() if line["result"] == "survived" and not line.get("equivalent")]


def difference(line):
    """A mutant as `diff -u` shows it, without the lines around it."""
    return f"--- {line['file']}:{line['line']}\n-{line['before']}\n+{line['after']}"


# ---- The copy, its build and its tests


class Workshop:
    """A copy of the tree with a build of its own."""

    def __init__(self, root, folder, tests, slack_s, page, sanitized=False):
        self.root, self.tree, self.build = root, folder / "tree", folder / "tree" / ("build-sanitized" if sanitized else "build")
        self.names, self.times, self.slack_s, self.sanitized = tests, {}, slack_s, sanitized
        self.kept_times = folder / f"times{'-sanitized' * sanitized}.json"  # of the tests without a bug, as long as the tree stays as it is
        if not self.synchronise() and self.kept_times.exists():
            self.times = json.loads(self.kept_times.read_text(encoding="utf-8"))
        if not (self.build / "build.ninja").exists():
            options = ["-Dpage=" + ("enabled" if page else "disabled")] if (root / "meson_options.txt").exists() else []
            kind = SANITIZED if sanitized else ["--buildtype=release", "-Db_ndebug=false"]
            self.must("meson", "setup", str(self.build), *kind, "-Dwerror=false", *options)
        self.must("ninja", "-C", str(self.build), "--quiet", *([] if page else ["build.ninja"]))  # each test has what it needs built
        described = json.loads((self.build / "meson-info" / "intro-tests.json").read_text(encoding="utf-8"))
        targets = json.loads((self.build / "meson-info" / "intro-targets.json").read_text(encoding="utf-8"))
        outputs = {target["id"]: target["filename"] for target in targets}
        self.tests = {test["name"]: test for test in described}
        self.needs = {test["name"]: [os.path.relpath(path, self.build) for each in test["depends"] for path in outputs.get(each, [])]
                      for test in described}

    def must(self, *command):
        done = subprocess.run(command, cwd=self.tree, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode:
            sys.exit(f"{done.stdout[-4000:]}\nmutants: the tree does not build without a bug: {' '.join(command)}")

    def synchronise(self):
        """Bring what has changed since the last time into the copy; true if something has."""
        changed = False
        for folder, folders, names in os.walk(self.root):
            folders[:] = [name for name in folders if name not in (".git", "node_modules", "dist") and not name.startswith("build")]
            for name in names:
                source = pathlib.Path(folder, name)
                target = self.tree / source.relative_to(self.root)
                target.parent.mkdir(parents=True, exist_ok=True)
                if not target.exists() or target.read_bytes() != source.read_bytes():
                    shutil.copy(source, target)
                    changed = True
        modules = self.root / "web" / "node_modules"
        if modules.exists() and not (self.tree / "web" / "node_modules").exists():
            (self.tree / "web" / "node_modules").symlink_to(modules.resolve())
        return changed

    def tests_of(self, file):
        """The names of the tests of a file, the quickest first; each has run once without a bug."""
        fitting = [folder for folder in TESTS if file == folder or file.startswith(folder + "/")]
        names = self.names or (TESTS[max(fitting, key=len)].split() if fitting else sys.exit(f"mutants: {file}: {TABLE} has no tests"))
        for name in names:
            if name not in self.times:
                if not self.make(name):
                    sys.exit(f"mutants: {name} does not build without a bug")
                began = time.monotonic()
                if not self.passes(name, 3600) and not self.passes(name, 3600):  # once more: the machine may be busy
                    sys.exit(f"mutants: {name} fails without a bug")
                self.times[name] = time.monotonic() - began
                self.kept_times.write_text(json.dumps(self.times), encoding="utf-8")
        return sorted(dict.fromkeys(names), key=self.times.get)

    def make(self, name):
        """Build what a test needs; true if it could be."""
        needs = self.needs.get(name)  # none: a script that reads the sources themselves
        return not needs or subprocess.run(["ninja", "-C", str(self.build), "--quiet", *needs], stdout=subprocess.DEVNULL,
                                           stderr=subprocess.DEVNULL, check=False).returncode == 0

    def command(self, name):
        if name not in self.tests:
            sys.exit(f"mutants: {name}: the build has no such test" + "; it needs --page" * name.startswith("web_"))
        return self.tests[name]["cmd"], self.tests[name]["env"], self.tests[name]["workdir"] or self.build

    def passes(self, name, limit_s):
        """True if the test passes in time."""
        command, environment, folder = self.command(name)
        limits = [] if name.startswith("web_") or self.sanitized else ["prlimit", f"--as={MEMORY_BYTES}", "--core=0"]  # Chromium and sanitizers reserve more than there is
        child = subprocess.Popen([*limits, *command],
                                 cwd=folder, env={**os.environ, **SANITIZERS, **environment}, start_new_session=True,
                                 stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        until = time.monotonic() + limit_s
        try:
            return self.says_ok(child.stdout, until) and child.wait(max(0, until - time.monotonic())) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            try:
                os.killpg(child.pid, signal.SIGKILL)  # what it started may still run
            except ProcessLookupError:
                pass
            child.wait()
            child.stdout.close()

    @staticmethod
    def says_ok(stdout, until):
        """True if the output ends in time without a line "not ok"; false as soon as there is one."""
        output = b""
        while select.select([stdout], [], [], max(0, until - time.monotonic()))[0]:
            more = os.read(stdout.fileno(), 1 << 16)
            output += more
            if not more or re.search(rb"^not ok", output, re.M):
                return not more
        return False

    def judge(self, tests):
        """(result, the test that noticed)"""
        for name in tests:
            if not self.make(name):
                return "not built", ""
            if not self.passes(name, self.slack_s + TIMES_LONGER * self.times[name]):
                return "killed", name
        return "survived", ""

    def test(self, file, before, after):
        """Put a bug in, see, and take it out."""
        path, tests = self.tree / file, self.tests_of(file)
        began = time.monotonic()
        try:
            path.write_text(after, encoding="utf-8")
            result, noticed = self.judge(tests)
        finally:
            path.write_text(before, encoding="utf-8")
        return {"result": result, "test": noticed, "seconds": round(time.monotonic() - began, 1)}


# ---- What the command does


def tell(line):
    print(f"{line['number']:5} {line['result']:9} {line['file']}:{line['line']} {line['kind']} {line['test']}", flush=True)


def chosen(options, root):
    """The mutants of each place that is named, and some of the files and folders."""
    others = [name for name in options.files if name not in PLACES]
    for name in options.files or PLACES:
        if name in PLACES:
            count, where = PLACES[name]
            yield from choose(root, sources(root, where.split()), options.seed, count)
    yield from choose(root, sources(root, others), options.seed, options.count)


def try_new(options, journal, workshop):
    for mutant in chosen(options, workshop.tree):
        if time.monotonic() > options.until:
            break
        if not journal.has(mutant):
            before = (workshop.tree / mutant.file).read_text(encoding="utf-8")
            found = workshop.test(mutant.file, before, mutant.text)
            tell(journal.add({**mutant._asdict(), "text": None, "seed": options.seed, **found}))


def try_again(options, journal, workshop):
    for line in journal.survivors():
        before = (workshop.tree / line["file"]).read_text(encoding="utf-8")
        lines = before.split("\n")
        if lines[line["line"] - 1:line["line"]] != [line["before"]]:
            print(f"{line['number']:5} is not tried: {line['file']}:{line['line']} has changed")
            continue
        lines[line["line"] - 1] = line["after"]
        tell(journal.add({**line, **workshop.test(line["file"], before, "\n".join(lines))}))


def place_of(file):
    """The place that a file belongs to, as the report has it; the folder of one that belongs to none."""
    fitting = [(len(folder), name) for name, (_, where) in PLACES.items() for folder in where.split()
               if file == folder or file.startswith(folder + "/")]
    return max(fitting)[1] if fitting else file.rpartition("/")[0] or file


def figures(lines):
    """(row, metric, value) of the report."""
    places = collections.defaultdict(list)
    for line in lines:
        places[place_of(line["file"])].append(line)
    for name, inside in [*sorted(places.items()), ("all", lines)]:
        counts = collections.Counter("equivalent" if line.get("equivalent") else line["result"] for line in inside)
        for metric in ("killed", "survived", "equivalent", "not built"):
            yield name, metric, counts[metric]
        living = counts["killed"] + counts["survived"]
        if living:
            yield name, "killed of those that change something", f"{100 * counts['killed'] / living:.1f}"
    for line in sorted(lines, key=lambda each: (each["file"], each["line"])):
        if line["result"] == "survived":
            what = f"{line['file']}:{line['line']} {line['before'].strip()} => {line['after'].strip()}"
            reason = line.get("equivalent") or line.get("reason")
            yield what + f" ({reason})" * bool(reason), "equivalent mutant" if line.get("equivalent") else "surviving mutant", 1


def report(options, journal):
    """Write the journal's figures as bench/results has them."""
    import csv  # pylint: disable=import-outside-toplevel
    commit = subprocess.run(["git", "-C", str(options.root), "log", "-1", "--format=%h", "--", "src", "web/src"], capture_output=True, text=True, check=False)
    seen = set()
    with open(options.report, "w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(COLUMNS.split(","))
        for row, metric, value in figures(list(journal.lines.values())):
            if (row, metric) not in seen:
                unit = "%" if metric.startswith("killed of") else "mutants"
                out.writerow([row, "Flank", metric, value, "", unit, "any: a count", commit.stdout.strip() or "unknown",
                              f"tools/mutants.py --seed {options.seed}", ""])
            seen.add((row, metric))


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    number = lambda text: int(text) if text.isdecimal() else parser.error(f"not a number: {text!r}")  # noqa: E731
    parser.add_argument("files", nargs="*", metavar="FILE", help=f"files and folders from the root of the tree, such as src/games, or places: {'; '.join(PLACES)}")
    parser.add_argument("--count", type=number, default=300, help="mutants of files at most, those in the journal counted (300)")
    parser.add_argument("--seed", type=number, default=1, help="another number, other mutants (1)")
    parser.add_argument("--minutes", type=number, default=1 << 20, help="begin no mutant after so long")
    parser.add_argument("--slack", type=number, default=20, help="seconds that a test may take beyond ten times its usual time (20)")
    parser.add_argument("--page", action="store_true", help="build the page as well")
    parser.add_argument("--tests", default="", help=f"names of tests with blanks between them, instead of those of {TABLE}")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent, help="the tree (the tool's own)")
    parser.add_argument("--work", type=pathlib.Path, help="folder of the copy (ROOT/build-mutants)")
    parser.add_argument("--journal", type=pathlib.Path, help="file of the results (WORK/journal.jsonl)")
    parser.add_argument("--again", action="store_true", help="try the survivors of the journal once more")
    parser.add_argument("--sanitized", action="store_true", help="run the tests under the address and undefined-behaviour sanitizers")
    parser.add_argument("--show", type=number, metavar="N", help="print mutant N of the journal")
    parser.add_argument("--equivalent", nargs=2, metavar=("N", "REASON"), help="note why mutant N changes nothing")
    parser.add_argument("--reason", nargs=2, metavar=("N", "REASON"), help="note why mutant N survives, though it changes something")
    parser.add_argument("--report", metavar="FILE.csv", help="write the figures of the journal")
    options = parser.parse_args()
    options.root = options.root.resolve()
    options.work = (options.work or options.root / "build-mutants").resolve()
    options.journal = options.journal or options.work / "journal.jsonl"
    options.until = time.monotonic() + 60 * options.minutes
    return options


def main():
    options = read_arguments()
    options.work.mkdir(parents=True, exist_ok=True)
    journal = Journal(options.journal)
    if options.show is not None:
        line = journal.find(options.show)
        print(difference(line))
        print(f"{line['result']} {line['test']} {line.get('equivalent', '')}".strip())
    elif options.equivalent or options.reason:
        number, reason = options.equivalent or options.reason
        line = journal.find(int(number) if number.isdecimal() else sys.exit(f"mutants: not a number: {number}"))
        journal.add({**line, "equivalent" if options.equivalent else "reason": reason})
    elif options.report:
        report(options, journal)
    else:
        for _ in sources(options.root, [name for name in options.files if name not in PLACES]):
            pass  # names that are no files are told before the tree is built
        workshop = Workshop(options.root, options.work, options.tests.split(), options.slack, options.page, options.sanitized)
        (try_again if options.again else try_new)(options, journal, workshop)
    return 0


if __name__ == "__main__":
    sys.exit(main())
