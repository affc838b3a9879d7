"""What tests of sockets share."""

import pytest

from duels.realtime import rate_limit
from duels.realtime.process import Process


@pytest.fixture(autouse=True)
def _nothing_at_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test is to be told by messages: what is found at intervals would hide that one was lost."""
    monkeypatch.setattr(Process, "every", lambda *_: None)


@pytest.fixture
def _two_frames(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client may send two frames, and no more for a long while, however slow this machine is."""
    settings.FRAMES_A_SECOND = 1 / 1000
    monkeypatch.setattr(rate_limit, "BURST_SECONDS", 2000)
