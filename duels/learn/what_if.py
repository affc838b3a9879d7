"""Help for players: rehearsals (trial runs) of a round and, in practice duels, the computer's advice.

Both are based only on what the player's wizard knows, because they call the engine's `rehearse()` and `request()`. They
do not use orders that others have sealed, planned or drafted.
"""

from functools import partial
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from duels.learn import hints
from duels.models import Duel
from duels.play.loading import table
from duels.play.tables import Table
from duels.viewing.duels import seat_of
from duels.wording.languages import catalogue
from duels.wording.refusals import Refused
from wavinghands import engine
from wavinghands.engine import Json

MOST_AT_ONCE = 24
LARGEST = 32_768


class WhatIfs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to rehearse a round.

    `orders` are the player's own orders. Each item of `replies` asks for one rehearsal, and maps the names of the other
    wizards to their orders.
    """

    round: int
    orders: Json
    replies: list[dict[str, Json]]


def read_what_ifs(body: bytes) -> WhatIfs:
    """Parse the body of a request for rehearsals.

    Raise `Refused` if it is malformed or too long, or asks for too many rehearsals.
    """
    if len(body) > LARGEST:
        raise Refused("oversized", _("That’s too many rounds to simulate at once."))
    try:
        what_ifs = msgspec.json.decode(body, type=WhatIfs)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise Refused("malformed", _("This can’t be simulated: %(error)s.") % {"error": error}) from error
    if len(what_ifs.replies) > MOST_AT_ONCE:
        most = _("You can simulate at most %(most)s rounds at once. Remove some.")
        raise Refused("illegal", most % {"most": MOST_AT_ONCE})
    return what_ifs


def rehearsals(duel: Duel, user: Any, given: WhatIfs) -> list[Json]:
    """Return the outcomes of the round as this user would see them.

    There is one outcome per set of replies (the other wizards' orders). Raise `Refused` if `given` is for another
    round, if orders are illegal, or if the user has no orders to give.
    """
    found, wizard = _asked(duel, user)
    if given.round != found.duel.round:
        raise Refused("stale", _("The duel is now in round %(round)s.") % {"round": found.duel.round})
    rehearse = partial(engine.rehearse, found.state, wizard, given.orders, catalogue=catalogue())
    try:
        return [rehearse(replies) for replies in given.replies]
    except engine.EngineError as error:
        raise Refused("illegal", str(error)) from error


def hint(duel: Duel, user: Any) -> Json:
    """Return the computer's advice for this user's wizard, in the format of `hints.hint()`.

    Raise `Refused` if this is not a practice duel or if the user has no orders to give.
    """
    if not duel.practice:
        raise Refused("illegal", _("Hints are available in practice duels only."))
    found, wizard = _asked(duel, user)
    return hints.hint(found.state, wizard, catalogue())


def _asked(duel: Duel, user: Any) -> tuple[Table, str]:
    """Return the duel with its seats and state, and the name of this user's wizard.

    Raise `Refused` if the user does not play in the duel or has no orders to give now.
    """
    seat = seat_of(duel, user)
    if seat is None:
        raise Refused("not_yours", _("You’re a spectator. Only the players can do that."))
    found = table(duel.slug)
    if found.duel.result is not None:
        raise Refused("over", _("This duel is over."))
    if found.duel.asking or seat.name not in found.state.acting:
        raise Refused("stale", _("You don’t need to give orders now."))
    return found, seat.name
