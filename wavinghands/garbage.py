"""How often Python looks for garbage that is not freed by itself, and when memory is given back."""

import ctypes
import gc
import sys
from threading import Lock, Timer

PAUSE = 10.0
"""Seconds after what took much memory: who asks for that seldom asks once."""

_awaited = Lock()


def spare_duels() -> None:
    """Look seldom, and never at what there is by now.

    Duels are hundreds of thousands of small objects without cycles, which are freed as the last reference goes. To look
    through all of them for cycles takes 0.2 s with five hundred duels, and held up everybody every few seconds: once in
    twenty million objects is enough.
    """
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def give_back_soon() -> None:
    """Have the system be given back what is not in use any more, once for all who ask until then."""
    if _awaited.acquire(blocking=False):
        timer = Timer(PAUSE, _give_back)
        timer.daemon = True
        timer.start()


def _give_back() -> None:
    _awaited.release()
    gc.collect(1)  # what has not been looked at yet: duels that have lasted are none of it
    if sys.platform == "linux" and (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)):  # not by every C library
        trim(0)
