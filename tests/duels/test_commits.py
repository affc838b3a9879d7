"""Tests for the fixture `commits`, which runs the hooks of `after_commit` in tests that commit nothing."""

import pytest
from django.db import transaction

from wavinghands.db.after_commit import after_commit

pytestmark = pytest.mark.django_db


@pytest.mark.usefixtures("commits")
class TestInTheTransactionOfATest:
    """Tests that `commits` treats the end of the outermost transaction in the tested code as a commit."""

    def test_hooks_run_at_the_end_of_the_outermost_block_alone(self):
        called = []
        for number in (1, 2):
            with transaction.atomic():
                with transaction.atomic():
                    after_commit(called.append, number)
                assert number not in called
            assert called[-1] == number
        assert called == [1, 2]

    def test_a_hook_outside_all_blocks_runs_at_once(self):
        called = []
        after_commit(called.append, 1)
        assert called == [1]

    def test_hooks_of_a_block_that_is_rolled_back_never_run(self):
        called = []
        with transaction.atomic():
            after_commit(called.append, "kept")
            with transaction.atomic():
                after_commit(called.append, "rolled back")
                transaction.set_rollback(True)
        with transaction.atomic():
            after_commit(called.append, "rolled back")
            transaction.set_rollback(True)
        after_commit(called.append, "later")
        assert called == ["kept", "later"]

    def test_hooks_run_in_the_order_in_which_they_were_registered(self):
        called = []
        with transaction.atomic():
            after_commit(called.append, 1)
            with transaction.atomic():
                after_commit(called.append, 2)
            after_commit(called.append, 3)
        assert called == [1, 2, 3]
