"""Fixtures of tests of sockets."""

import pytest

from duels.realtime import rate_limit


@pytest.fixture
def _two_frames(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client may send two frames, and no more for a long while, however slow this machine is."""
    settings.FRAMES_A_SECOND = 1 / 1000
    monkeypatch.setattr(rate_limit, "BURST_SECONDS", 2000)
