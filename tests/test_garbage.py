"""Memory that was needed for a moment is given back."""

import gc
import weakref
from threading import Lock

import pytest

from wavinghands import garbage


class Knot:
    """Something that is not freed by itself."""

    def __init__(self):
        self.itself = self


@pytest.fixture
def timers(monkeypatch):
    """The timers that were set, none of which runs out by itself."""
    made = []

    class Timer:
        daemon = False

        def __init__(self, seconds, function):
            self.seconds, self.run_out = seconds, function

        def start(self):
            made.append(self)

    monkeypatch.setattr(garbage, "Timer", Timer)
    monkeypatch.setattr(garbage, "_awaited", Lock())  # another test may have asked for a page that sets a real one
    return made


def test_what_is_not_freed_by_itself_is_freed_soon(timers):
    gc.disable()
    try:
        knot = weakref.ref(Knot())
        garbage.give_back_soon()
        assert knot() is not None
        timers[0].run_out()
        assert knot() is None
    finally:
        gc.enable()


def test_it_is_done_once_for_all_who_ask_until_then(timers):
    garbage.give_back_soon()
    garbage.give_back_soon()
    assert len(timers) == 1
    timers[0].run_out()
    garbage.give_back_soon()
    assert len(timers) == 2
