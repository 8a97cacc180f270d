# SPDX-License-Identifier: MIT
"""What a check of the house has found, as TAP."""
import sys


def report(results):
    """Print (title, problems) of each test, and end the program: with 1 if there is a problem."""
    print(f"1..{len(results)}")
    for number, (title, problems) in enumerate(results, 1):
        print(f"{'not ok' if problems else 'ok'} {number} - {title}")
        for problem in problems:
            print(f"#   {problem}")
    sys.exit(any(problems for _, problems in results))
