"""relay.py LOG COMMAND…: starts a program, passes lines on, and writes them down: > to it, < from it."""

import subprocess
import sys

with open(sys.argv[1], "a") as log, subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
    for line in sys.stdin:
        program.stdin.write(line)
        program.stdin.flush()
        answer = program.stdout.readline()
        log.write("> " + line + "< " + answer)
        sys.stdout.write(answer)
        sys.stdout.flush()
    program.stdin.close()
