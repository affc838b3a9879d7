"""Additions to Django's handling of transactions and connections."""
