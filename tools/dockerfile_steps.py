#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Do the steps of a Dockerfile without Docker, by chroot.   dockerfile_steps.py DOCKERFILE CONTEXT PLACE BASE…

CONTEXT is the folder of which COPY copies, less what its .dockerignore names. BASE is IMAGE=FOLDER, a system in place of an image, which
is copied for each stage. PLACE gets a folder for each stage, and `image.sh`: the last stage as words of a shell (root, user, env, workdir,
volumes, port, entrypoint, command, health). The part of Dockerfiles that is understood is that which ours uses; all else is refused.
Needs root, and a mount name space of its own, in which /proc and /dev of the stages stay.
"""
import fnmatch
import json
import os
import re
import shlex
import subprocess
import sys

# Of ours, as Docker hands them on; the last is how node is told of a proxy's certificate.
HANDED_ON = ("http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "NODE_EXTRA_CA_CERTS")


def instructions(text):
    """(word, rest) of each instruction; lines that end with a backslash go on, comments are left out."""
    lines = [line for line in text.split("\n") if not re.match(r"\s*#", line)]
    for line in re.sub(r"\\\n", "", "\n".join(lines)).split("\n"):
        if line.strip():
            word, _, rest = line.strip().partition(" ")
            yield word.upper(), rest.strip()


def refuse(word, rest):
    sys.exit(f"dockerfile_steps.py: not understood: {word} {rest}")


def options_of(rest):
    """({name: value}, what follows)"""
    found = {}
    while match := re.match(r"--([\w-]+)=(\S+)\s+", rest):
        found[match[1]] = match[2]
        rest = rest[match.end():]
    return found, rest


def words_of(rest):
    """A JSON list, which is the only form that needs no shell."""
    words = json.loads(rest)
    if not isinstance(words, list):
        raise ValueError(rest)
    return words


def ignores(patterns, path):
    """True if .dockerignore leaves a path of the context out: a pattern names it, or a folder above it."""
    parts = path.split("/")
    folders = ["/".join(parts[:count + 1]) for count in range(len(parts))]
    for pattern in patterns:
        anywhere = pattern.startswith("**/")
        for folder in folders:
            name = os.path.basename(folder) if anywhere else folder
            if name.count("/") == pattern[3 * anywhere:].count("/") and fnmatch.fnmatchcase(name, pattern[3 * anywhere:]):
                return True
    return False


class Stage:
    """A system in a folder, and what its image would be told to run."""

    def __init__(self, root):
        self.root = root
        self.env = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
        self.workdir, self.user, self.port = "/", "root", ""
        self.volumes, self.entrypoint, self.command, self.health = [], [], [], []

    def inside(self, path):
        """A path of the stage as one of ours."""
        return self.root + os.path.join(self.workdir, path)

    def run(self, shell):
        command = f"cd {shlex.quote(self.workdir)} && {shell}"
        environment = {**self.env, "HOME": "/root", **{name: os.environ[name] for name in HANDED_ON if name in os.environ}}
        done = subprocess.run(["chroot", self.root, "/bin/sh", "-c", command], env=environment, stdin=subprocess.DEVNULL, check=False)
        if done.returncode:
            sys.exit(f"dockerfile_steps.py: status {done.returncode} of {shell}")

    def describe(self):
        """The words of a shell."""
        lists = {"env": [f"{name}={value}" for name, value in self.env.items()], "volumes": self.volumes, "entrypoint": self.entrypoint,
                 "command": self.command, "health": self.health}
        texts = {"root": self.root, "user": self.user, "workdir": self.workdir, "port": self.port}
        return "".join([f"{name}={shlex.quote(text)}\n" for name, text in texts.items()] +
                       [f"{name}=({shlex.join(words)})\n" for name, words in lists.items()])


class Image:
    """All stages."""

    def __init__(self, context, place, bases):
        self.context, self.place, self.bases = context, place, bases
        self.stages, self.stage = {}, None

    def begin(self, rest):
        image, _, name = re.match(r"(\S+)( +AS +(\S+))?$", rest, re.I).groups()
        if image not in self.bases:
            sys.exit(f"dockerfile_steps.py: no folder is given for {image}")
        self.stage = Stage(os.path.join(self.place, name or "last"))
        self.stages[name] = self.stage
        subprocess.run(["cp", "--archive", self.bases[image], self.stage.root], check=True)
        subprocess.run(["mount", "-t", "proc", "proc", f"{self.stage.root}/proc"], check=True)
        subprocess.run(["mount", "--rbind", "/dev", f"{self.stage.root}/dev"], check=True)

    def copy(self, rest):
        options, words = options_of(rest)
        words = words.split()
        if set(options) - {"from"} or len(words) != 2 or words[0].startswith(("-", "[")):
            refuse("COPY", rest)
        source, target = words
        if "from" not in options and source != ".":
            refuse("COPY", rest)
        target = self.stage.inside(target)
        os.makedirs(target, exist_ok=True)
        if "from" in options:
            origin = self.stages[options["from"]].root + source
            subprocess.run(["cp", "--archive", f"{origin}/.", target], check=True)
            return
        try:
            with open(os.path.join(self.context, ".dockerignore"), encoding="utf-8") as file:
                patterns = [line.strip() for line in file if line.strip() and not line.startswith("#")]
        except FileNotFoundError:
            patterns = []
        names = []
        for folder, folders, files in os.walk(self.context):
            below = os.path.relpath(folder, self.context)
            join = (lambda name, below=below: os.path.normpath(os.path.join(below, name)))
            folders[:] = [name for name in folders if not ignores(patterns, join(name))]
            names += [join(name) for name in files if not ignores(patterns, join(name))]
        subprocess.run(["cp", "--parents", "--preserve=mode,timestamps,links", "--target-directory", target, *names], cwd=self.context,
                       check=True)

    def do(self, word, rest):
        """One instruction."""
        stage = self.stage
        if word == "FROM":
            self.begin(rest)
        elif word == "COPY":
            self.copy(rest)
        elif word == "RUN":
            if stage.user not in ("root", "0") or rest.startswith(("--", "[")):  # steps are done by root, and by a shell
                refuse(word, rest)
            stage.run(rest)
        elif word == "WORKDIR":
            stage.workdir = os.path.join(stage.workdir, rest)
            os.makedirs(stage.root + stage.workdir, exist_ok=True)
        elif word == "ENV":
            stage.env.update(pair.split("=", 1) for pair in shlex.split(rest))
        elif word == "USER":
            stage.user = rest
        elif word == "VOLUME":
            stage.volumes += words_of(rest)
        elif word == "EXPOSE":
            stage.port = rest
        elif word == "ENTRYPOINT":
            stage.entrypoint = words_of(rest)
        elif word == "CMD":
            stage.command = words_of(rest)
        elif word == "HEALTHCHECK":
            stage.health = words_of(options_of(rest)[1].removeprefix("CMD "))
        else:
            refuse(word, rest)


def main():
    dockerfile, context, place, *bases = sys.argv[1:]
    image = Image(os.path.abspath(context), os.path.abspath(place), dict(base.split("=", 1) for base in bases))
    with open(dockerfile, encoding="utf-8") as file:
        text = file.read()
    for word, rest in instructions(text):
        print(f"== {word} {rest}", flush=True)
        image.do(word, rest)
    with open(os.path.join(place, "image.sh"), "w", encoding="utf-8") as file:
        file.write(image.stage.describe())


if __name__ == "__main__":
    main()
