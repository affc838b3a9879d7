"""Signals with which a package notifies packages in higher layers. The layers are in docs/architecture.md.

Signals are sent only within this process. Unless stated otherwise, they are sent after the commit.
"""

from django.dispatch import Signal

duel_begun = Signal()
"""Announces a new `duel` and its `seats`. Sent inside the transaction, so that notifications are saved with it."""

duels_ended = Signal()
"""Announces the `tables` of duels that end. Sent inside the transaction, which fails if they cannot be settled."""

house_awaited = Signal()
"""Announces the `tables` of duels that begin to wait for house wizards.

Sent inside the transaction, so that the tasks for the house wizards are queued with it.
"""

duel_settled = Signal()
"""Announces that a `duel` with these `seats` has ended and its results are stored. Sent inside the transaction."""

mages_died = Signal()
"""Announces the `mages` (`Mage` objects) that died in a `duel`. Sent inside the transaction that marks them dead."""

duels_changed = Signal()
"""Announces the duels that began, went on or ended, as `tables` of `duels.play.tables`."""

orders_entered = Signal()
"""Announces that a `wizard` in the duel of `table` has sealed something or taken it back at the socket `origin`.

It is not sent if all viewers get a reveal or a new round.
"""

draft_kept = Signal()
"""Announces that a wizard has changed their unsealed picks. `kept` is a `KeepDraft` of `duels.play.drafts`."""

line_said = Signal()
"""Announces a new chat message, the `Line` object `line`."""

lines_changed = Signal()
"""Announces that a chat must be sent again, because messages in it have been hidden or shown.

`slug` is the slug of the duel, or empty for the chat of the lobby.
"""

challenge_changed = Signal()
"""Announces that the challenge `token` has changed or is gone, or, without a token, that any challenge has."""

duel_started = Signal()
"""Announces that a duel of these `users` has started at the address `url`. The users may still be in the lobby."""

mages_left = Signal()
"""Announces the `tokens` of challenges that dead or retired mages have left."""
