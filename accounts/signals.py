"""What is announced in this process; after the commit, unless it says otherwise."""

from django.dispatch import Signal

letters_written = Signal()
"""`letters`: the new `Letter`s; what tells people at once listens."""

unread_changed = Signal()
"""`user_ids`: whose unread messages are more or fewer."""

measure_taken = Signal()
"""`measure`: a `Measure` that is taken or lifted; inside its transaction, for what has to be done with it."""

vacations_changed = Signal()
"""`user_id`, `now`: vacations of this user are others than before; inside the transaction, for the clocks."""

token_revoked = Signal()
"""`tokens`: the keys of those that open nothing any more; what goes on by them is ended."""
