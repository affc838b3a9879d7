"""Signals of this app. Unless stated otherwise, they are sent after the commit."""

from django.dispatch import Signal

notifications_written = Signal()
"""`notifications`: the new `EmailNotification`s, for receivers that push them at once."""

unread_changed = Signal()
"""`user_ids`: users whose number of unread messages has changed."""

measure_taken = Signal()
"""`measure`: a `Measure` that was taken or lifted. Sent inside its transaction, which fails if a receiver fails."""

vacations_changed = Signal()
"""`user_id`: the user whose vacations have changed; `now`: the time of the change.

Sent inside the transaction, so that the deadlines of duels change in it too.
"""

token_revoked = Signal()
"""`tokens`: primary keys of revoked tokens, whose connections must be closed."""
