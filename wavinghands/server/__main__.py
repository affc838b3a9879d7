"""Start a web server and a worker: `python -m wavinghands.server`, with the options of `wavinghands.server.web`.

A worker that ends is started again. When the web server ends, or on Ctrl-C, both are stopped.
"""

import signal
import subprocess
import sys
import time
from collections.abc import Sequence

WEB = (sys.executable, "-m", "wavinghands.server.web", *sys.argv[1:])
WORKER = (sys.executable, "manage.py", "worker")
PAUSE = 1.0
"""Seconds between two looks at whether both are running."""


def main(web: Sequence[str] = WEB, worker: Sequence[str] = WORKER) -> int:
    """Run both until the web server ends or this process is told to stop; return the web server's exit status."""
    stops: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _frame: stops.append(number))
    processes = [subprocess.Popen(command) for command in (web, worker)]  # noqa: S603 - commands of ours
    while processes[0].poll() is None and not stops:
        time.sleep(PAUSE)
        if processes[1].poll() is not None and not stops:
            processes[1] = subprocess.Popen(worker)  # noqa: S603
    for process in processes:
        process.terminate()
    for process in processes:
        process.wait()
    return processes[0].returncode


if __name__ == "__main__":
    sys.exit(main())
