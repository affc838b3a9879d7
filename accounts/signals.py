"""Signals of this app. Unless stated otherwise, they are sent after the commit."""

from django.dispatch import Signal

letters_written = Signal()
"""`letters`: the new `Letter`s, for receivers that push them at once."""

unread_changed = Signal()
"""`user_ids`: users whose number of unread messages has changed."""

measure_taken = Signal()
"""`measure`: a `Measure` that is taken or lifted; inside its transaction, which fails with its receivers."""

vacations_changed = Signal()
"""`user_id`, `now`: vacations of this user have changed; inside the transaction, for the deadlines of duels."""

token_revoked = Signal()
"""`tokens`: primary keys of revoked tokens, whose connections must be closed."""
