"""Transactions and connections: what Django leaves to us."""
