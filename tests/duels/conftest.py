"""Fixtures for duel tests: migrations, on-commit hooks, and disabled periodic checks."""

import logging

import pytest
from django.db import connections
from django.db.backends.sqlite3.base import DatabaseWrapper

from duels.realtime.process import Process
from tests.old_migrations import OldExecutor

logger = logging.getLogger(__name__)


@pytest.fixture
def migrate(db):
    """Return a function that migrates a new, empty database to the given targets and returns the models at that state.

    The database is migrated forward from scratch, or one step back. Undoing all migrations would take much longer.
    """
    ours = connections["default"]
    connections["default"] = empty = DatabaseWrapper(
        {**ours.settings_dict, "NAME": ":memory:", "OPTIONS": {}}, alias="default"
    )

    def to(targets):
        OldExecutor(empty).migrate(targets)
        return OldExecutor(empty).loader.project_state(targets).apps

    yield to
    connections["default"] = ours
    empty._close()


@pytest.fixture
def commits(db, monkeypatch):
    """Run the hooks of `after_commit` whenever the outermost transaction of the code under test ends.

    The test runs in a transaction that is rolled back at the end. This is much cheaper than real commits, after which
    all tables have to be emptied. Django's `captureOnCommitCallbacks` runs hooks only at the end of its block. That is
    too late for code that commits several times and needs the hooks of each commit before the next transaction. Tests
    with threads and async tests need real commits: with `transaction=True`, this fixture has no effect.
    """
    default = connections["default"]
    if not default.in_atomic_block:
        return
    outside, commit, register = len(default.savepoint_ids), default.savepoint_commit, default.on_commit

    def call_hooks():
        if len(default.savepoint_ids) == outside:
            hooks, default.run_on_commit = default.run_on_commit, []
            for _, hook, robust in hooks:
                try:
                    hook()
                except Exception:
                    if not robust:
                        raise
                    logger.exception("A hook failed")

    def savepoint_commit(sid):
        commit(sid)
        call_hooks()

    def on_commit(hook, robust=False):
        register(hook, robust)
        call_hooks()

    monkeypatch.setattr(default, "savepoint_commit", savepoint_commit)
    monkeypatch.setattr(default, "on_commit", on_commit)
    monkeypatch.setattr(default, "close", lambda: None)  # a worker closes the connection after each job


@pytest.fixture(autouse=True)
def _nothing_at_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable periodic checks, which would hide bugs because they make up for lost messages."""
    monkeypatch.setattr(Process, "start_periodic_work", lambda _: None)
