"""Guesses about the gesture that a hand will make in the next round."""

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Role, demand, standing_of
from duels.guesses.settling import settle
from duels.guesses.tallies import tally_json
from duels.models import Duel, Guess, GuessTally, Seat
from duels.play.loading import table
from duels.play.tables import Table
from duels.wording.refusals import Refused
from wavinghands import engine
from wavinghands.engine import Json


@transaction.atomic
def guess(*, slug: str, user_id: int | None, round_number: int, wizard: str, hand: str, gesture: str) -> Json:
    """Save this user's guess, and return their tally so far.

    The guess replaces an earlier one. The duel is locked, as for resolving a round, so that nobody can guess a
    gesture that they have already seen. Raise `Refused` with one of these codes:

    - `unknown`: The duel does not exist.
    - `not_yours`: The user is anonymous or takes part in the duel.
    - `over`: The duel is finished.
    - `stale`: The public view shows another round, or the gestures of this round are already revealed.
    - `illegal`: The wizard or the gesture is unknown.
    """
    duel = Duel.objects.select_for_update().filter(slug=slug).first()
    if duel is None:
        raise Refused("unknown", _("There is no such duel."))
    user = _guesser(user_id, duel)
    _check(table(slug), round_number, wizard, gesture)
    _settle_earlier(user, duel, round_number)
    made = {"round": round_number, "wizard": wizard, "hand": hand, "gesture": gesture}
    Guess.objects.update_or_create(user=user, duel=duel, defaults=made)
    return tally_json(GuessTally.objects.filter(user=user).first())


def _guesser(user_id: int | None, duel: Duel) -> User | None:
    """Return the user, or raise `Refused` if they may not guess in this duel."""
    user = User.objects.filter(pk=user_id or 0).first()
    is_seated = Seat.objects.filter(duel=duel, mage__owner=user_id or 0).exists()
    standing = standing_of(user or AnonymousUser())
    try:
        demand("guess", {*standing, Role.PARTICIPANT if is_seated else Role.SPECTATOR})
    except ValidationError as error:
        raise Refused("not_yours", " ".join(error.messages)) from error
    return user


def _check(found: Table, round_number: int, wizard: str, gesture: str) -> None:
    """Raise `Refused` if the public view of the duel does not allow this guess.

    Only the public view is used. Otherwise, an error could reveal that a wizard has stopped time.
    """
    seen = engine.view(found.standing, None, since=found.state.number)
    if seen["result"] is not None:
        raise Refused("over", _("This duel is over."))
    if round_number != seen["number"] + 1:
        why = _("This is round %(round)s, not round %(asked)s.")
        raise Refused("stale", why, round=seen["number"] + 1, asked=round_number)
    if seen["reveal"] is not None:
        raise Refused("stale", _("The gestures of this round are already revealed."))
    if wizard not in found.by_name or not engine.is_gesture(gesture):
        raise Refused("illegal", _("Choose a wizard in this duel and a valid gesture."))


def _settle_earlier(user: User | None, duel: Duel, round_number: int) -> None:
    """Settle the user's guess about an earlier round before a new guess replaces it."""
    earlier = Guess.objects.filter(user=user, duel=duel).exclude(round=round_number).select_related("duel").first()
    if earlier is not None:
        settle(earlier)
