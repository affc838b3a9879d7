"""What is done for a request once it has been answered: nobody waits for it, or learns from how long that takes."""

import logging
import threading
from collections.abc import Callable
from typing import Any

from django.core.signals import request_finished
from django.dispatch import receiver

logger = logging.getLogger(__name__)


class _Waiting(threading.local):
    """What is still to be called for the request on which a thread works."""

    def __init__(self) -> None:
        self.calls: list[Callable[[], object]] = []


_waiting = _Waiting()


def after_answer(function: Callable[[], object]) -> None:
    """Call a function when this thread's request has been answered; what it raises is logged."""
    _waiting.calls.append(function)


@receiver(request_finished)
def _call_all(**_: Any) -> None:
    calls, _waiting.calls = _waiting.calls, []
    for call in calls:
        try:
            call()
        except Exception:
            logger.exception("What was to follow an answer has failed: %r", call)
