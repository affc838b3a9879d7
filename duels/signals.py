"""Signals to rooms above the sender, sent within this process and after the commit unless stated otherwise."""

from django.dispatch import Signal

duel_begun = Signal()
"""`duel`, `seats`: a duel begins; inside its transaction, for notifications."""

duels_ended = Signal()
"""`tables`: the duels that end; inside the transaction that ends them, which fails if they cannot be settled."""

house_awaited = Signal()
"""`tables`: the duels that begin to wait for house wizards; inside the transaction, so that tasks are
queued with it.
"""

duel_settled = Signal()
"""`duel`, `seats`: a duel has ended and its results are stored; inside the same transaction."""

mages_died = Signal()
"""`mages`, `duel`: the `Mage`s whose lives a duel has ended; inside the same transaction."""

duels_changed = Signal()
"""`tables`: the duels that began, went on or ended, as tables of `duels.play.tables`."""

orders_entered = Signal()
"""`table`, `wizard`, `origin`: a wizard at the socket `origin` has sealed something, and the duel waits for others."""

draft_kept = Signal()
"""`kept`: a `KeepDraft` of `duels.play.drafts`: a wizard has changed unsealed orders."""

line_said = Signal()
"""`line`: a new `Line` of talk."""

lines_changed = Signal()
"""`slug`: the talk of a duel (empty: of the lobby) has to be sent again, because lines have been hidden or opened."""

challenge_changed = Signal()
"""`token`: a challenge has changed or is gone; empty: the list of challenges has changed."""

duel_started = Signal()
"""`users`, `url`: a duel at this address has started for these users, who may still be in the lobby."""

mages_left = Signal()
"""`tokens`: challenges that dead or retired mages have left."""
