"""Fixtures of tests of sockets."""

import pytest

from duels.realtime import rate_limit


@pytest.fixture
def _two_frames(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a client send only two frames. Further frames are refused even if the machine is slow."""
    settings.FRAMES_A_SECOND = 1 / 1000
    monkeypatch.setattr(rate_limit, "BURST_SECONDS", 2000)
