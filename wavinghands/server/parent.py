"""Child processes that end with their parent, even if the parent is killed with SIGKILL.

The parent keeps one end of a pipe open, and the child watches the other end. When the parent ends, the system closes
the parent's end, and the child ends too.
"""

import os
import signal
import subprocess
import threading
from collections.abc import Sequence

VARIABLE = "END_WITH_PIPE"
"""The environment variable that contains the child's end of the pipe."""


def start_child(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start a program that calls `end_with_parent`."""
    theirs, _ours = os.pipe()  # ours stays open until this process ends
    try:
        return subprocess.Popen(command, env={**os.environ, VARIABLE: str(theirs)}, pass_fds=[theirs])  # noqa: S603 - commands of ours
    finally:
        os.close(theirs)


def end_with_parent() -> None:
    """Make this process send itself SIGTERM once its parent has ended.

    Do nothing if the process was not started by `start_child`.
    """
    pipe = os.environ.pop(VARIABLE, None)
    if pipe is not None:
        threading.Thread(target=_wait_for_end, args=(int(pipe),), daemon=True).start()


def _wait_for_end(pipe: int) -> None:
    os.read(pipe, 1)  # nothing is ever written
    os.kill(os.getpid(), signal.SIGTERM)
