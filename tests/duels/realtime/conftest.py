"""Fixtures for WebSocket tests."""

import pytest

from duels.realtime.consumers import base


@pytest.fixture
def _two_frames(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each client send only two frames, so that further frames are rejected even on a slow machine."""
    settings.FRAMES_A_SECOND = 1 / 1000
    monkeypatch.setattr(base, "BURST_SECONDS", 2000)
