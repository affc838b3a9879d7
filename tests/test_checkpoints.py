"""Checkpoints of SQLite go on, whatever becomes of one; what they are for is tested with the process of a writer."""

from contextlib import contextmanager
from threading import Event

import pytest
from django.db import OperationalError

from wavinghands import checkpoints


def test_a_checkpoint_that_fails_is_followed_by_the_next_after_a_longer_pause(monkeypatch, caplog):
    tried, paused = [], []

    class Connection:
        @contextmanager
        def cursor(self):
            tried.append("checkpoint")
            checkpoints.have_written()
            if len(tried) == 2:
                raise SystemExit
            raise OperationalError("database or disk is full")

    monkeypatch.setattr(checkpoints, "connections", {"default": Connection()})
    monkeypatch.setattr(checkpoints, "refresh_connections", lambda: None)
    monkeypatch.setattr(checkpoints, "_written", Event())
    monkeypatch.setattr(checkpoints.time, "sleep", paused.append)
    checkpoints.have_written()
    with pytest.raises(SystemExit):
        checkpoints._follow()
    assert len(tried) == 2
    assert paused == [checkpoints.PAUSE_AFTER_FAILURE]
    assert "A checkpoint failed" in caplog.text
