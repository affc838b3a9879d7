"""What tests of sockets share."""

import pytest

from duels.realtime import duel_hub, rate_limit
from duels.realtime.duel_hub import DuelHub
from duels.realtime.hub import Hub


@pytest.fixture(autouse=True)
def _no_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is to be told is told at once: no test is to wait for the next beat instead, however patient it is."""
    for kind in (Hub, DuelHub):
        monkeypatch.setattr(kind, "beat", 3600)


@pytest.fixture(autouse=True)
def _no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that has a message lost does not wait for it."""
    monkeypatch.setattr(duel_hub, "GRACE", 0)


@pytest.fixture
def _two_frames(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client may send two frames, and no more for a long while, however slow this machine is."""
    settings.FRAMES_A_SECOND = 1 / 1000
    monkeypatch.setattr(rate_limit, "BURST_SECONDS", 2000)
