#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Count the sentences of comments and documents that open with a question word, and fail above one in a hundred.

"Where the board is" makes a reader wait for the verb; "The board's place" does not. Sentences are read from the comments of C, C++
and TypeScript, from the docstrings and comments of Python, and from the paragraphs of Markdown. Prints TAP; `--list` prints the
sentences instead, one a line.   check_words.py ROOT [--list]
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
SENTENCE_END = re.compile(r"(?<=[.!?:;])\s+")


def c_comments(text):
    """The comments of C or TypeScript, `//` lines that follow each other as one."""
    pieces, last_end = [], None
    for match in C_COMMENT.finditer(text):
        if not match[1]:
            continue
        if match[1].startswith("//"):
            body = match[1].lstrip("/")
            if pieces and last_end is not None and not text[last_end:match.start()].strip() and pieces[-1][1]:
                pieces[-1][0] += "\n" + body
            else:
                pieces.append([body, True])
        else:
            body = re.sub(r"^\s*\*+ ?", "", match[1][2:-2].lstrip("*"), flags=re.MULTILINE)
            pieces.append([body, False])
        last_end = match.end()
    return [piece[0] for piece in pieces]


def python_comments(text):
    found = [tokenize_text.string.lstrip("#") for tokenize_text in tokenize.generate_tokens(io.StringIO(text).readline)
             if tokenize_text.type == tokenize.COMMENT]
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(node):
            found.append(ast.get_docstring(node))
    return found


def paragraphs(text):
    """The prose of a Markdown page: no code, no tables, no headings."""
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    lines = [re.sub(r"^\s*(?:[-*]|\d+\.)\s+", "\n", line) for line in text.splitlines()
             if not line.lstrip().startswith(("|", "#", "!", "    "))]
    return re.split(r"\n\s*\n", "\n".join(lines))


READERS = {".c": c_comments, ".h": c_comments, ".cpp": c_comments, ".ts": c_comments, ".tsx": c_comments,
           ".py": python_comments, ".md": paragraphs}


def sentences(piece):
    """The sentences of a comment: three words or more; an empty line ends one, too."""
    for part in re.split(r"\n\s*\n", piece):
        for sentence in SENTENCE_END.split(" ".join(part.split())):
            if len(re.findall(r"[A-Za-z]{2,}", sentence)) >= 3:
                yield sentence


def opens_with_question(sentence):
    first = re.match(r"[\"'(*_`]*([A-Za-z]+)", sentence)
    return bool(first) and first[1][0].isupper() and first[1].lower() in WORDS


def read_tree(root):
    """Yield (file, sentence) for the files of the tree that people write."""
    listed = subprocess.run(["git", "-C", root, "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True, check=False)
    for name in listed.stdout.splitlines():
        path = pathlib.Path(root, name)
        if path.suffix in READERS and path.is_file():
            for piece in READERS[path.suffix](path.read_text(encoding="utf-8")):
                for sentence in sentences(piece):
                    yield name, sentence


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else "."
    found = list(read_tree(root))
    asking = [(name, sentence) for name, sentence in found if opens_with_question(sentence)]
    if "--list" in sys.argv:
        for name, sentence in asking:
            print(f"{name}: {sentence}")
        return
    planted = list(sentences("What is shown. The board stands there. Where both fit, one is taken. Whether it was there."))
    checks = [
        ("the counter sees a question word at the beginning, and only there",
         [opens_with_question(sentence) for sentence in planted] == [True, False, True, True] and bool(found)),
        (f"at most one sentence in a hundred opens with a question word: {len(asking)} of {len(found)}",
         len(asking) <= LIMIT * len(found)),
    ]
    print(f"1..{len(checks)}")
    for number, (name, good) in enumerate(checks, 1):
        print(f"{'ok' if good else 'not ok'} {number} - {name}")
    sys.exit(not all(good for _, good in checks))


main()
