"""Signals with which a package notifies packages in higher layers.

docs/architecture.md lists the layers. Signals reach only receivers in the same process. Unless stated otherwise, they
are sent after the commit. A `table` is a duel with its seats and the engine's state, an instance of
`duels.play.tables.Table`.
"""

from django.dispatch import Signal

duel_begun = Signal()
"""Announces a new `duel` and its `seats`.

`occasion` is a function that returns the title of the event to which the duel belongs, or `None`.

Sent inside the transaction that creates them, so that notifications are saved with them.
"""

duels_ended = Signal()
"""Announces the `tables` of duels that have ended.

Sent inside the transaction that ends the duels. The transaction fails if they cannot be settled.
"""

house_awaited = Signal()
"""Announces the `tables` of duels that are now waiting for computer players.

Sent inside the transaction that opens the round, so that tasks for the computer players are queued in it.
"""

duel_settled = Signal()
"""Announces that a `duel` with these `seats` has ended and its results are saved. Sent inside the transaction.

`falls` maps the name of each fallen wizard to the round in which they fell.
"""

duel_cancelled = Signal()
"""Announces that a running `duel` with these `seats` has been cancelled, because it cannot be loaded.

Sent inside the transaction that cancels it.
"""

mages_died = Signal()
"""Announces the `mages` (`Mage` objects) that died in a `duel`. Sent inside the transaction that marks them as dead."""

duels_changed = Signal()
"""Announces the `tables` of duels that have started, progressed or ended, or in which a wizard has acted.

`Table.news` says what viewers can see of the change.
"""

draft_kept = Signal()
"""Announces that a wizard has changed unsealed orders. `kept` is a `KeepDraft` from `duels.play.drafts`."""

line_said = Signal()
"""Announces a new chat message, the `Line` object `line`."""

lines_changed = Signal()
"""Announces that a chat must be sent again because messages in it have been hidden or made visible.

`slug` is the duel's slug, or empty for the lobby's chat.
"""

challenge_changed = Signal()
"""Announces that the challenge with this `token` has changed or no longer exists.

With an empty token, any challenges may have changed.
"""

challenge_posted = Signal()
"""Announces a new `challenge` whose duel has not begun yet. Sent inside the transaction that posts it."""

club_closed = Signal()
"""Announces that a `club` is about to be deleted. Sent inside the transaction that has locked it and deletes it."""

duel_started = Signal()
"""Announces that a duel between `users` (primary keys) has started at the address `url`.

The users may still be on the lobby page.
"""

mages_left = Signal()
"""Announces the `tokens` of the challenges that dead or retired mages have left."""

tournament_changed = Signal()
"""Announces that the players, pairings or results of the tournament with this `slug` have changed."""
