"""Connections of threads that run beside Django's requests."""

import pytest
from django.db import connection

from wavinghands.connections import refresh_connections


@pytest.mark.django_db(transaction=True)
def test_a_connection_to_a_file_is_kept_and_one_to_a_server_is_given_back():
    connection.ensure_connection()
    before = connection.connection
    refresh_connections(at_once=True)
    assert (connection.connection is before) == (connection.vendor == "sqlite")
