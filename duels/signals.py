"""What is announced in this process, after the commit unless it says otherwise, for rooms above the one that tells."""

from django.dispatch import Signal

duel_begun = Signal()
"""`duel`, `seats`: a duel begins; inside its transaction, for those who are told of it by letter."""

duels_ended = Signal()
"""`tables`: the duels that end; inside the transaction that ends them, which fails if they cannot be settled."""

house_awaited = Signal()
"""`tables`: the duels that begin to wait for wizards of the house; inside the transaction, with the jobs for these."""

duel_settled = Signal()
"""`duel`, `seats`: a duel has ended, and what it has come to is written; inside the same transaction."""

mages_died = Signal()
"""`mages`, `duel`: the `Mage`s whose lives a duel has ended; inside the same transaction."""

duels_changed = Signal()
"""`tables`: the duels that began, went on or ended, as tables of `duels.play.tables`."""

orders_entered = Signal()
"""`table`, `wizard`, `origin`: a wizard has sealed something, at the socket `origin`, and waits for others."""

draft_kept = Signal()
"""`kept`: a `KeepDraft` of `duels.play.drafts`: a wizard has picked something and not sealed it."""

line_said = Signal()
"""`line`: a new `Line` of talk."""

lines_changed = Signal()
"""`slug`: what has been said at a duel has to be told anew, as some of it is hidden now, or open."""

challenge_changed = Signal()
"""`token`: a challenge is another than before, or gone; empty: the list of challenges is."""

duel_started = Signal()
"""`users`, `url`: a duel waits at this address for these users, who may still sit in the lobby."""

mages_left = Signal()
"""`tokens`: the challenges that mages no longer take part in who are no more, or rest."""
