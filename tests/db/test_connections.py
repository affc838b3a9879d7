"""Tests for database connections in threads that do not handle Django requests."""

import pytest
from django.db import OperationalError, connection

from wavinghands.db.connections import refresh_connections


@pytest.mark.django_db(transaction=True)
def test_file_connections_are_kept_and_server_connections_returned():
    connection.ensure_connection()
    before = connection.connection
    refresh_connections(at_once=True)
    assert (connection.connection is before) == (connection.vendor == "sqlite")


@pytest.mark.django_db(transaction=True)
def test_a_connection_with_an_error_is_replaced():
    connection.ensure_connection()
    before = connection.connection
    with pytest.raises(OperationalError), connection.cursor() as cursor:
        cursor.execute("SELECT * FROM no_such_table")
    refresh_connections()
    assert connection.connection is not before
