"""What is announced in this process after a commit; the hub, the clocks and the lobby listen."""

from django.dispatch import Signal

duels_changed = Signal()
"""`tables`: the duels that began, went on or ended, as tables of `duels.selectors.tables`."""

orders_entered = Signal()
"""`table`, `wizard`, `origin`: a wizard has sealed something, at the socket `origin`, and waits for others."""

draft_kept = Signal()
"""`table`, `wizard`, `origin`: a wizard has picked something at the socket `origin`, and not sealed it."""

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
