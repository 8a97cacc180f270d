#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""packaging/container/Dockerfile as tools/dockerfile_steps.py reads it, without doing its steps.   check_dockerfile.py ROOT

tools/container.sh does them. Prints TAP.
"""
import os
import sys

ROOT = os.path.abspath(sys.argv[1])
sys.path.insert(0, os.path.join(ROOT, "tools"))
import dockerfile_steps  # noqa: E402  pylint: disable=wrong-import-position


class Read(dockerfile_steps.Image):
    """An image whose steps are noted."""

    def __init__(self):
        super().__init__(ROOT, "/nowhere", {})
        self.done = []

    def begin(self, rest):
        self.stage = dockerfile_steps.Stage("/nowhere")
        self.stage.run = lambda shell: self.done.append(("RUN", shell))

    def copy(self, rest):
        self.done.append(("COPY", rest))


def read():
    """The image of the Dockerfile."""
    image = Read()
    with open(os.path.join(ROOT, "packaging/container/Dockerfile"), encoding="utf-8") as file:
        for word, rest in dockerfile_steps.instructions(file.read()):
            if word != "WORKDIR":
                image.do(word, rest)
    return image


def left_out(*patterns):
    """True if the patterns leave a path out."""
    return lambda path: dockerfile_steps.ignores(patterns, path)


def refused(call):
    """True if the call ends the program."""
    try:
        call()
    except SystemExit:
        return True
    return False


def steps_refused(*steps):
    """True if the last of the steps is refused, of a stage in which nothing is really done, and those before it are not."""
    image = dockerfile_steps.Image(ROOT, "/nowhere", {})
    image.stage = dockerfile_steps.Stage("/nowhere")
    image.stage.run = lambda shell: None
    for step in steps[:-1]:
        image.do(*step)
    return refused(lambda: image.do(*steps[-1]))


def main():
    image = read()
    stage = image.stage
    with open(os.path.join(ROOT, ".dockerignore"), encoding="utf-8") as file:
        ours = left_out(*file.read().split())
    text = "RUN a && \\\n# no part of it\n  b\n\nENV A=1\n"
    checks = {
        "lines that go on are one instruction": list(dockerfile_steps.instructions(text)) == [("RUN", "a &&   b"), ("ENV", "A=1")],
        "an instruction that is not understood is refused": refused(lambda: image.do("SHELL", '["bash"]')),
        "a step of another user than root is refused": steps_refused(("RUN", "a"), ("USER", "flank"), ("RUN", "b")),
        "a step of root again is not": not steps_refused(("USER", "flank"), ("USER", "root"), ("RUN", "b")),
        "a step with options or without a shell is refused": all(steps_refused(("RUN", rest)) for rest in ("--mount=type=cache a", '["a"]')),
        "a copy with options is refused": all(steps_refused(("COPY", f"{option} . ."))
                                              for option in ("--chown=flank", "--link", "--from=build --chmod=700", "--exclude=a")),
        "a copy of several sources is refused": all(steps_refused(("COPY", rest)) for rest in ("a b c", ". a .", "--from=build /a /b /", "a b")),
        "the steps of both stages are there": [word for word, _ in image.done] == ["RUN", "COPY", "RUN", "RUN", "COPY"],
        "it is built by the project's own command": any("make install PAGE=enabled" in rest for _, rest in image.done),
        "the server is not root": stage.user not in ("root", "0"),
        "it listens at the port that is told": stage.port == "8064" and stage.command[0] == "serve" and stage.entrypoint == ["flank"],
        "its health is asked for": stage.health[0] == "bash" and "/server.json" in stage.health[2] and "\\r\\n" in stage.health[2],
        "only the data may be written": stage.volumes == ["/data"] and stage.env["XDG_DATA_HOME"] == "/data",
        "what is built elsewhere stays outside": all(map(ours, ["build/a", "build-test/b/c", "web/node_modules/x", ".git/config", "a/__pycache__/b"])),
        "the sources come along": not any(map(ours, ["Makefile", "docs/users/book-building.md", "web/src/main.tsx", "tools/build_page.py"])),
    }
    for number, (name, good) in enumerate(checks.items(), 1):
        print(f"{'ok' if good else 'not ok'} {number} - {name}")
    print(f"1..{len(checks)}")
    sys.exit(not all(checks.values()))


main()
