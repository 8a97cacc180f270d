#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tests of the store against a real PostgreSQL server, or a pooler in transaction mode before it:
check_farm_store_postgres.py TEST_PROGRAM direct|pooled"""
import subprocess
import sys

import real_postgres

with real_postgres.server() as server:
    address = server and (server.start_pooler() if sys.argv[2] == "pooled" else server.address)
    if not address:
        print("1..0 # SKIP there is no PostgreSQL, or no pgbouncer")
        sys.exit()
    sys.exit(subprocess.run([sys.argv[1], address], check=False).returncode)
