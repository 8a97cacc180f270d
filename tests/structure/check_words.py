#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Count the sentences of comments and documents that open with a question word, and fail above one in a hundred.

"Where the board is" makes a reader wait for the verb; "The board's place" does not. Sentences are read from the
comments of C, C++, TypeScript, JavaScript, CSS and shell scripts, from the docstrings and comments of Python, and from
the paragraphs of Markdown. A sentence ends at a full stop, an exclamation mark, a question mark, an empty line, or the
comment's end; its first word counts whatever its case. Prints TAP; `--list` prints the sentences instead, one a line.

    check_words.py ROOT [--list]
"""
import ast
import io
import pathlib
import re
import subprocess
import sys
import tokenize

LIMIT = 0.01
# Not "when": it opens a plain condition.
WORDS = {"what", "who", "whom", "whose", "which", "where", "whether", "why", "how"}
C_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|(/\*.*?\*/|//[^\n]*)', re.DOTALL)
JS_COMMENT = re.compile(r'`(?:\\.|[^`\\])*`|' + C_COMMENT.pattern, re.DOTALL)
CSS_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|(/\*.*?\*/)', re.DOTALL)
SHELL_COMMENT = re.compile(r"""'[^']*'|"(?:\\.|[^"\\])*"|\\.|(?:(?<=\s)|\A)(\#[^\n]*)""", re.DOTALL)
LICENSE_LINE = re.compile(r"^\W*SPDX-License-Identifier:.*$", re.MULTILINE)
SENTENCE_END = re.compile(r"(?<=[.!?])[\"')*_`]*\s+")
DOCUMENTED = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def c_comments(text, pattern=C_COMMENT):
    """The comments of C, `//` lines that follow each other as one."""
    pieces, last_end = [], None
    for match in pattern.finditer(text):
        if not match[1]:
            continue
        if match[1].startswith("//"):
            body = match[1].lstrip("/")
            if pieces and last_end is not None and not text[last_end:match.start()].strip() and pieces[-1][1]:
                pieces[-1][0] += "\n" + body
            else:
                pieces.append([body, True])
        else:
            body = re.sub(r"^\s*\*+ ?", "", match[1][2:-2].lstrip("*<!"), flags=re.MULTILINE)
            pieces.append([body, False])
        last_end = match.end()
    return [piece[0] for piece in pieces]


def js_comments(text):
    return c_comments(text, JS_COMMENT)


def css_comments(text):
    return c_comments(text, CSS_COMMENT)


def joined(found, lines):
    """The `#` comments, (line, column, text), as pieces: lines of nothing else that follow each other are one."""
    pieces, last = [], None
    for line, column, text in found:
        alone = not lines[line - 1][:column].strip()
        if alone and last == line - 1:
            pieces[-1] += "\n" + text.lstrip("#")
        else:
            pieces.append(text.lstrip("#"))
        last = line
    return pieces


def shell_comments(text):
    """The comments of a shell script, without the line that names its interpreter."""
    found = []
    for match in SHELL_COMMENT.finditer(text):
        if match[1] and not (match.start(1) == 0 and match[1].startswith("#!")):
            before = text[:match.start(1)].split("\n")
            found.append((len(before), len(before[-1]), match[1]))
    return joined(found, text.split("\n"))


def python_comments(text):
    found = joined([(*token.start, token.string) for token in tokenize.generate_tokens(io.StringIO(text).readline)
                    if token.type == tokenize.COMMENT and not token.string.startswith("#!")], text.split("\n"))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node):
            found.append(ast.get_docstring(node))
    return found


def paragraphs(text):
    """The prose of a Markdown page: no code, no tables, no headings."""
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    lines = [re.sub(r"^\s*(?:[-*]|\d+\.)\s+", "\n", line) for line in text.splitlines()
             if not line.lstrip().startswith(("|", "#", "!", "    "))]
    return re.split(r"\n\s*\n", "\n".join(lines))


READERS = {".c": c_comments, ".h": c_comments, ".cpp": c_comments, ".ts": js_comments, ".tsx": js_comments,
           ".mjs": js_comments, ".css": css_comments, ".sh": shell_comments, ".py": python_comments, ".md": paragraphs}


def sentences(piece):
    """The sentences of a comment: three words or more; an empty line ends one, too."""
    for part in re.split(r"\n\s*\n", LICENSE_LINE.sub("", piece)):
        for sentence in SENTENCE_END.split(" ".join(part.split())):
            if len(re.findall(r"[A-Za-z]{2,}", sentence)) >= 3:
                yield sentence


def opens_with_question(sentence):
    first = re.match(r"[^A-Za-z0-9]*([A-Za-z]+)", sentence)
    return bool(first) and first[1].lower() in WORDS


def read_tree(root):
    """Yield (file, sentence) for the files of the tree that people write."""
    listed = subprocess.run(["git", "-C", root, "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True, check=False)
    for name in listed.stdout.splitlines():
        path = pathlib.Path(root, name)
        if path.suffix in READERS and path.is_file():
            for piece in READERS[path.suffix](path.read_text(encoding="utf-8")):
                for sentence in sentences(piece):
                    yield name, sentence


# A suffix, the text of a file, and for each of its sentences, true if it counts.
PLANTED = [
    (".c", "/* What is shown. The board stands there. Where both fit, one is taken. Whether it was there. */",
     [True, False, True, True]),
    (".c", "/* SPDX-License-Identifier: MIT */\nint x; /* what it is for */\nint y; // the place where it is\n",
     [True, False]),
    (".h", "// The board stands there,\n// which is seen. why it stands there\n\n/* (how it is moved) */",
     [False, True, True]),
    (".c", "/* The board's state: what is on it; where it stands.\n *\n * whose turn it is */", [False, True]),
    (".c", "char *s = \"/* what is not read */\";", []),
    (".ts", "const s = `// what is not read`; /** whether it is one */", [True]),
    (".tsx", "return <p>{/* Which of them is chosen */}</p>;", [True]),
    (".mjs", "// who plays the game\nrun(); // a player who plays\n", [True, False]),
    (".css", "/* how wide it is */ a { background: url(http://what.is.it) } /* The part which is wide. */",
     [True, False]),
    (".sh", "#!/bin/sh which is the shell\n# whom the script serves\necho '# what is not read' ${#x} # why it prints\n",
     [True, True]),
    (".py", "# The first line ends,\n# which is read on. Who reads it?\nx = 1  # what it is for\n",
     [False, True, True]),
    (".md", "A page, and what it tells: who reads it.\n\n- **Where** it is kept\n- the place where it is\n",
     [False, True, False]),
]


def seen(suffix, text):
    """For each sentence of a file, true if it opens with a question word."""
    return [opens_with_question(sentence) for piece in READERS[suffix](text) for sentence in sentences(piece)]


def plants_are_seen():
    return all(seen(suffix, text) == expected for suffix, text, expected in PLANTED)


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else "."
    found = list(read_tree(root))
    asking = [(name, sentence) for name, sentence in found if opens_with_question(sentence)]
    if "--list" in sys.argv:
        for name, sentence in asking:
            print(f"{name}: {sentence}")
        return
    checks = [
        ("the counter sees a question word at the beginning, and only there", plants_are_seen() and bool(found)),
        (f"at most one sentence in a hundred opens with a question word: {len(asking)} of {len(found)}",
         len(asking) <= LIMIT * len(found)),
    ]
    print(f"1..{len(checks)}")
    for number, (name, good) in enumerate(checks, 1):
        print(f"{'ok' if good else 'not ok'} {number} - {name}")
    sys.exit(not all(good for _, good in checks))


main()
