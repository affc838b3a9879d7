"""Connections of threads that run beside Django's requests."""

import pytest
from django.db import OperationalError, connection

from wavinghands.db.connections import refresh_connections


@pytest.mark.django_db(transaction=True)
def test_a_connection_to_a_file_is_kept_and_one_to_a_server_is_given_back():
    connection.ensure_connection()
    before = connection.connection
    refresh_connections(at_once=True)
    assert (connection.connection is before) == (connection.vendor == "sqlite")


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_met_an_error_is_made_anew():
    connection.ensure_connection()
    before = connection.connection
    with pytest.raises(OperationalError), connection.cursor() as cursor:
        cursor.execute("SELECT * FROM no_such_table")
    refresh_connections()
    assert connection.connection is not before
