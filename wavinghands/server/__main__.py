"""Start a web server and a worker: `python -m wavinghands.server`.

It takes the options of `wavinghands.server.web`. If the worker ends, it is restarted. Both are stopped if the web
server ends or the user presses Ctrl-C. If this process is killed, both stop on their own.
"""

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from argparse import Namespace
from collections.abc import MutableMapping, Sequence

from environ import Env

from wavinghands.server.addresses import LOCAL, addresses, is_listening, names, own_address
from wavinghands.server.options import parse
from wavinghands.server.parent import start_child

WEB = (sys.executable, "-m", "wavinghands.server.web", *sys.argv[1:])
WORKER = (sys.executable, "manage.py", "worker")
PAUSE = 0.2
"""Seconds between checks that both programs are running."""


def main(web: Sequence[str] = WEB, worker: Sequence[str] = WORKER) -> int:
    """Run both programs until the web server ends or this process gets SIGINT or SIGTERM.

    Report each program that ends by itself. Return the exit status for this process.
    """
    stops: queue.SimpleQueue[int] = queue.SimpleQueue()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _frame: stops.put(number))
    processes = [start_child(command) for command in (web, worker)]
    is_stopped = False
    while processes[0].poll() is None and not is_stopped:
        is_stopped = _is_stopped(stops)
        if processes[1].poll() is not None and not is_stopped:
            _report(f"The worker {_end_of(processes[1])}. It is restarted.")
            processes[1] = start_child(worker)
    if not is_stopped and stops.empty():  # Ctrl-C reaches the web server too
        _report(f"The web server {_end_of(processes[0])}. The site stops.")
    for process in processes:
        process.terminate()
    for process in processes:
        process.wait()
    return shell_status(processes[0].returncode)


def shell_status(code: int) -> int:
    """Return the exit status that a shell gives to a process, which is 128 + N if signal N killed it."""
    return code if code >= 0 else 128 - code


def _end_of(process: subprocess.Popen[bytes]) -> str:
    code = process.returncode
    return f"ended with status {code}" if code >= 0 else f"was killed by {signal.Signals(-code).name}"


def _report(text: str) -> None:
    print(text, file=sys.stderr, flush=True)  # noqa: T201 - a command prints


def _is_stopped(stops: queue.SimpleQueue[int]) -> bool:
    """Wait up to `PAUSE` seconds for SIGINT or SIGTERM, and return whether one arrived."""
    try:
        stops.get(timeout=PAUSE)
    except queue.Empty:
        return False
    return True


def prepare(options: Namespace, environment: MutableMapping[str, str]) -> None:
    """Set `ALLOWED_HOSTS` and `SITE_URL` in `environment` to this computer's own addresses.

    Do not replace existing values, and set nothing if there is a value for `DEBUG`. Raise `SystemExit` if the port is
    in use, or if `DEBUG` is on and other computers could see Django's detailed error pages.
    """
    if is_listening(options.bind, options.port):
        raise SystemExit(f"Port {options.port} is in use. Choose another one: make run PORT={options.port + 1}")
    others = addresses(options.bind)
    if "DEBUG" not in environment:
        environment.setdefault("ALLOWED_HOSTS", ",".join([*LOCAL, *others, *names()]))
        environment.setdefault("SITE_URL", f"http://{[*others, *LOCAL][0]}:{options.port}")
    elif others and environment["DEBUG"].lower() in Env.BOOLEAN_TRUE_STRINGS:
        raise SystemExit("DEBUG shows sealed orders on error pages. Unset it, or bind to 127.0.0.1.")


def greet(options: Namespace) -> None:
    """Print the addresses of the site as soon as it can be reached."""
    while not is_listening(options.bind, options.port):
        time.sleep(PAUSE)
    others = addresses(options.bind)
    lines = [f"Waving Hands is at http://{own_address(options.bind)}:{options.port}  (stop it with Ctrl-C)"]
    if others:
        lines += ["Friends in your network can open:", *(f"    http://{other}:{options.port}" for other in others)]
    print("\n".join(lines), flush=True)  # noqa: T201 - a command prints


if __name__ == "__main__":
    chosen = parse(sys.argv[1:])
    prepare(chosen, os.environ)
    threading.Thread(target=greet, args=(chosen,), daemon=True).start()
    sys.exit(main())
