#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""TAB in the shells themselves, each on a pseudo-terminal, with the completions that `flank help --completion` prints.

  test_completions.py FLANK SHELL

The flank that is completed is a script that prints its arguments: a line is typed with its TABs, and what it was when it ran is compared.
Prints TAP.
"""
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from pseudo_terminal import Terminal  # noqa: E402

FILES = ("two words.sgf", "plain.sgf", "a folder/inside.obf")

# keys | arguments then; TAB is >, and what several words begin with alike is completed as far as that
TYPED = """
pe>                                  | perft
hel>so>                              | help solve
--vers>                              | --version
perft lo>                            | perft loa
match --game dr>                     | match --game draughts
match --game=lo>                     | match --game=loa
play --sid>wh>                       | play --side white
play --side=wh>                      | play --side=white
play --rules goal=f>                 | play --rules goal=fewest
play --rules=goal=f>                 | play --rules=goal=fewest
play --rules goal=fewest,bo>8        | play --rules goal=fewest,board=8
play --rules=goal=fewest,bo>8        | play --rules=goal=fewest,board=8
match --game loa --rules go>         | match --game loa --rules go
match --game loa --rules re>2        | match --game loa --rules repetition=2
match --game draughts --rules ma>y>  | match --game draughts --rules majority=yes
perft othello 3 --count pa>          | perft othello 3 --count pass=
perft draughts 3 --count pa>         | perft draughts 3 --count pa
perft draughts 3 --count=co>         | perft draughts 3 --count=count=
convert --from tr>plain>             | convert --from transcript plain.sgf
convert --to tr>                     | convert --to transcript
convert --to=wth>                    | convert --to=wthor
library export --to sg>              | library export --to sgf
convert tw>                          | convert two words.sgf
convert two\\ w>                     | convert two words.sgf
convert "two>                        | convert two words.sgf
convert a>ins>                       | convert a folder/inside.obf
solve --book tw>                     | solve --book two words.sgf
solve --book=tw>                     | solve --book=two words.sgf
work k.db --kinds solve,la>          | work k.db --kinds solve,label
farm su>farm.db so>                  | farm submit farm.db solve
farm submit farm.db ma>              | farm submit farm.db match
farm status pl>                      | farm status plain.sgf
match flank:le>3                     | match flank:level=3
match ug>plain>                      | match ugi:plain
contest xt>                          | contest xtreme10
help match --ga>                     | help match --ga
"""

# The start of each shell: where its completions lie, and a prompt that is known.
STARTS = {
    "bash": {".bashrc": "PS1='ready> '\nsource ~/flank.bash\n", "flank.bash": None},
    "zsh": {".zshrc": "PS1='ready> '\nfpath=(~/functions $fpath)\nautoload -U compinit\ncompinit -u\n", "functions/_flank": None},
    "fish": {".config/fish/config.fish": "function fish_prompt\n  echo -n 'ready> '\nend\nset -g fish_greeting\n",
             ".config/fish/completions/flank.fish": None},
}


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def start(flank, shell, folder):
    completions = subprocess.run([flank, "help", "--completion", shell], stdout=subprocess.PIPE, text=True, check=True).stdout
    for name, text in STARTS[shell].items():
        write(f"{folder}/home/{name}", text or completions)
    for name in FILES:
        write(f"{folder}/home/files/{name}", "")
    write(f"{folder}/bin/flank", '#!/bin/sh\necho ran\nfor word; do printf "<%s>" "$word"; done\necho\n')
    os.chmod(f"{folder}/bin/flank", 0o755)
    terminal = Terminal([shutil.which(shell), "-i"], f"{folder}/home/files", HOME=f"{folder}/home", TERM="xterm", PATH=f"{folder}/bin:{os.environ['PATH']}",
                        XDG_CONFIG_HOME=f"{folder}/home/.config", XDG_DATA_HOME=f"{folder}/home/.local", ZDOTDIR=f"{folder}/home")
    terminal.wait_for("ready> ")
    return terminal


def main():
    flank, shell = os.path.abspath(sys.argv[1]), sys.argv[2]
    if not shutil.which(shell):
        print(f"1..0 # SKIP there is no {shell}")
        return 0
    rows = [[cell.strip() for cell in line.split("|")] for line in TYPED.strip().splitlines()]
    failed = 0
    print(f"1..{len(rows)}")
    with tempfile.TemporaryDirectory() as folder:
        terminal = start(flank, shell, folder)
        for number, (keys, wanted) in enumerate(rows, 1):
            terminal.type("flank " + keys.replace("\\\\", "\\").replace(">", "\t") + "\r")
            terminal.wait_for(r"ran\r\n")
            have = terminal.wait_for(r"<.*>\r\n").strip()
            terminal.wait_for("ready> ")
            good = have.strip("<>").replace("><", " ") == wanted
            failed += not good
            print(f"{'ok' if good else 'not ok'} {number} - {keys}" + ("" if good else f"\n#   {have}"), flush=True)
        terminal.abandon()
    return 1 if failed else 0


sys.exit(main())
