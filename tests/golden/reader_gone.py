#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Run a command whose output nobody reads any more, as in `flank … | head` after head has ended; its exit status.

  reader_gone.py COMMAND…
"""
import os
import subprocess
import sys

reader, writer = os.pipe()
os.close(reader)
sys.exit(subprocess.run(sys.argv[1:], stdout=writer, check=False).returncode)
