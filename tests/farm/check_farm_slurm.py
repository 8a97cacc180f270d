#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tools/farm.sbatch under a real Slurm of one machine, in a temporary folder: an array of workers answers a run, and one that is
cancelled brings back its answers.   check_farm_slurm.py FLANK POSITIONS.obf"""
import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

flank, positions = (os.path.abspath(word) for word in sys.argv[1:3])
script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools", "farm.sbatch")
os.environ["PATH"] += ":/usr/sbin"
WORKERS = 4

CONFIG = """ClusterName=farm
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def stop(folder, name):
    with contextlib.suppress(OSError, ValueError), open(os.path.join(folder, name + ".pid"), encoding="ascii") as file:
        os.kill(int(file.read()), signal.SIGTERM)


def start_slurm(folder, stack):
    host = socket.gethostname().split(".")[0]
    for name in ("munge", "state", "spool"):
        os.makedirs(os.path.join(folder, name), mode=0o700)
    key = os.path.join(folder, "munge", "key")
    with open(key, "wb") as out:
        out.write(os.urandom(1024))
    os.chmod(key, 0o600)
    config = os.path.join(folder, "slurm.conf")
    with open(config, "w", encoding="ascii") as out:
        out.write(CONFIG.format(host=host, folder=folder, ports=free_ports(2)))
    os.environ["SLURM_CONF"] = config
    for name, words in (("munged", [f"--key-file={key}", f"--socket={folder}/munge/socket", f"--pid-file={folder}/munged.pid",
                                    f"--log-file={folder}/munge/log", f"--seed-file={folder}/munge/seed", "--force"]),
                        ("slurmctld", ["-f", config, "-L", f"{folder}/slurmctld.log"]),
                        ("slurmd", ["-f", config, "-N", host, "-L", f"{folder}/slurmd.log"])):
        subprocess.run([name, *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        stack.callback(stop, folder, name)


def run(*words):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout


def wait_until(reached, what):
    for _ in range(1200):
        if reached():
            return
        time.sleep(0.1)
    raise TimeoutError(what)


def check(folder):
    store = os.path.join(folder, "farm.db")
    run(flank, "farm", "init", store, "--sample", "0")
    run(flank, "farm", "submit", store, "solve", positions, "--name", "list")
    environment = f"ALL,FARM_STORE={store},FLANK={flank},XDG_STATE_HOME={folder}/home"
    wait_until(lambda: subprocess.run(["sinfo", "-h", "-t", "idle"], check=False, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout,
               "the node is not idle")
    job = run("sbatch", "--parsable", f"--export={environment}", f"--array=1-{WORKERS}", f"--output={folder}/out-%a", script).strip()

    def status():
        return json.loads(run(flank, "farm", "status", store, "--json"))

    def first_at_work():
        begun = run("squeue", "-h", "-t", "RUNNING", "-o", "%i").split()
        now = status()
        return f"{job}_1" in begun and now["workers"] >= len(begun) and now["runs"][0]["in_work"] > 0
    wait_until(first_at_work, "the first worker does not begin")
    run("scancel", f"{job}_1")
    wait_until(lambda: not run("squeue", "-h"), "the jobs do not end")
    end = status()["runs"][0]
    assert (end["waiting"], end["in_work"], end["parked"]) == (0, 0, 0) and end["done"] > 0, end
    with open(f"{folder}/out-1", encoding="utf-8") as out:
        assert "interrupted" in out.read()
    print("ok 1 - an array of workers answers all")


print("1..1")
with contextlib.ExitStack() as undo:
    missing = [name for name in ("munged", "slurmctld", "slurmd", "sbatch") if not shutil.which(name)]
    if missing or os.geteuid() != 0:
        print(f"ok 1 # SKIP there is no {missing[0]}" if missing else "ok 1 # SKIP a Slurm of our own takes root")
        sys.exit()
    scratch = undo.enter_context(tempfile.TemporaryDirectory(prefix="farm_slurm_", dir="/tmp", ignore_cleanup_errors=True))
    os.chmod(scratch, 0o755)
    start_slurm(scratch, undo)
    check(scratch)
