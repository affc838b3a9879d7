import pytest
from django.db import connection, transaction

from wavinghands.db.after_commit import after_commit


@pytest.mark.django_db(transaction=True)
def test_a_hook_runs_only_after_the_commit():
    in_transaction = []
    with transaction.atomic():
        with transaction.atomic():
            after_commit(lambda: in_transaction.append(connection.in_atomic_block))
        assert in_transaction == []
    assert in_transaction == [False]


@pytest.mark.django_db(transaction=True)
def test_a_hook_without_a_transaction_runs_at_once():
    called = []
    after_commit(called.append, 1)
    assert called == [1]


@pytest.mark.django_db(transaction=True)
def test_a_hook_that_raises_is_logged_and_the_others_run(caplog):
    called = []
    with transaction.atomic():
        after_commit(lambda: 1 / 0)
        after_commit(called.append, 1)
    assert called == [1]
    assert "ZeroDivisionError" in caplog.text
