"""Statements that the driver runs are what Django's cursor would have run."""

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from duels.models import Duel
from duels.play.statements import execute, fetched
from tests.builders import a_mage
from tests.duels.tables import a_duel

pytestmark = pytest.mark.django_db(transaction=True)

DUELS = Duel._meta.db_table
SELECT = f"SELECT slug, book FROM {DUELS} WHERE slug IN (%s, %s)"
RENAME = f"UPDATE {DUELS} SET book = %s WHERE slug = %s"


def test_what_they_find_has_the_names_of_its_columns():
    duel = a_duel()
    assert fetched(SELECT, [duel.slug, "nowhere"]) == (("slug", "book"), [(duel.slug, duel.book)])


def test_each_is_run_with_each_of_its_rows():
    first, second = a_duel(), a_duel(a_mage("Red"), a_mage("Blue"))
    with transaction.atomic():
        execute([(RENAME, [("a", first.slug), ("b", second.slug)]), (RENAME, []), (RENAME, [("c", second.slug)])])
    assert dict(Duel.objects.values_list("slug", "book")) == {first.slug: "a", second.slug: "c"}


def test_they_are_undone_with_their_transaction():
    duel = a_duel()
    with pytest.raises(IntegrityError), transaction.atomic():
        execute([(RENAME, [("a", duel.slug)]), (f"UPDATE {DUELS} SET slug = %s", [(None,)])])
    assert fetched(SELECT, [duel.slug, ""])[1] == [(duel.slug, duel.book)]


def test_what_the_database_refuses_is_djangos_error():
    with pytest.raises(DatabaseError):
        fetched("SELECT %s FROM nowhere", ["x"])
    assert connection.errors_occurred
    connection.close()


def test_a_transaction_that_an_inner_one_has_broken_runs_nothing_more():
    duel = a_duel()
    with transaction.atomic():
        with pytest.raises(IntegrityError), transaction.atomic(savepoint=False):
            execute([(f"UPDATE {DUELS} SET slug = %s", [(None,)])])
        with pytest.raises(TransactionManagementError):
            execute([(RENAME, [("a", duel.slug)])])
        transaction.set_rollback(True)


def test_the_driver_runs_them(monkeypatch):
    duel = a_duel()
    connection.close()
    for method in ("execute", "executemany"):
        monkeypatch.setattr(CursorWrapper, method, pytest.fail)
    execute([(RENAME, [("a", duel.slug)])])
    assert fetched(SELECT, [duel.slug, ""])[1] == [(duel.slug, "a")]


def test_who_listens_to_djangos_hears_them():
    heard = []

    def hear(run, statement, values, many, context):
        heard.append((statement, list(values), many))
        return run(statement, values, many, context)

    duel = a_duel()
    with connection.execute_wrapper(hear):
        fetched(SELECT, [duel.slug, ""])
        execute([(RENAME, [("a", duel.slug)])])
    assert heard == [(SELECT, [duel.slug, ""], False), (RENAME, [("a", duel.slug)], True)]
    with CaptureQueriesContext(connection) as asked:
        fetched(SELECT, [duel.slug, ""])
    assert [query["sql"] for query in asked] == [SELECT.replace("%s", "'%s'") % (duel.slug, "")]
