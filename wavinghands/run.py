"""`python -m wavinghands.run`: the site on one machine, a web server and a worker beside it; Ctrl-C stops both.

A worker that dies is started again. All options are those of `wavinghands.server.web`.
"""

import signal
import subprocess
import sys
import time
from collections.abc import Sequence

SERVER = (sys.executable, "-m", "wavinghands.server.web", *sys.argv[1:])
WORKER = (sys.executable, "manage.py", "worker")
LOOK = 1.0
"""Seconds between two looks at whether both live."""


def main(server: Sequence[str] = SERVER, worker: Sequence[str] = WORKER) -> int:
    """Run both until the server ends, or one is told to stop; gives the server's exit status."""
    told: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _frame: told.append(number))  # at any moment, be it while one is started
    processes = [subprocess.Popen(command) for command in (server, worker)]  # noqa: S603 - commands of ours
    while processes[0].poll() is None and not told:
        time.sleep(LOOK)
        if processes[1].poll() is not None and not told:
            processes[1] = subprocess.Popen(worker)  # noqa: S603
    for process in processes:
        process.terminate()
    for process in processes:
        process.wait()
    return processes[0].returncode


if __name__ == "__main__":
    sys.exit(main())
