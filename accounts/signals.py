"""Signals of this app.

Unless stated otherwise, they are sent after the commit.
"""

from django.dispatch import Signal

notifications_written = Signal()
"""Sent with the new `EmailNotification`s as `notifications`, so that receivers can push them at once."""

unread_changed = Signal()
"""Sent with `user_ids`, the users whose number of unread messages has changed."""

measure_taken = Signal()
"""Sent with the `measure` that was taken or lifted.

It is sent inside the transaction, which fails if a receiver fails.
"""

vacations_changed = Signal()
"""Sent with `user_id`, the user whose vacations have changed, and `now`, the time of the change.

It is sent inside the transaction, so that the deadlines of duels change in the same transaction.
"""

token_revoked = Signal()
"""Sent with `tokens`, the primary keys of revoked tokens, whose connections must be closed."""

account_closed = Signal()
"""Sent with the `user` whose account has been closed. It is sent inside the transaction."""
