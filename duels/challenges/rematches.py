"""Rematches.

The first player to ask for a rematch challenges the other players, who then accept the challenge.
"""

from collections.abc import Iterable, Sequence
from typing import Any, TypedDict

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Mage
from accounts.permissions import Role, demand
from duels.challenges.joining import accept_challenge, decline_challenge
from duels.challenges.notifications import announce_rematch
from duels.challenges.open_challenges import standing
from duels.challenges.posting import post_challenge, withdraw_challenge
from duels.challenges.terms import HOUSE, Terms
from duels.house.wizards import BY_NAME
from duels.models import Challenge, Duel, Invitation, Seat

NO_MAGE = _("%(name)s is dead. Register the name again or choose another mage, then come back for the rematch.")


@transaction.atomic
def rematch(*, slug: str, user_id: int) -> Challenge:
    """Challenge the other players to a rematch, or accept their challenge.

    Return the challenge, which has a duel once all players have accepted. Raise `Forbidden` unless the user fought in
    the duel. Raise `ValidationError` if the duel is not over, if it was a practice duel, or, with the code `dead`, if
    all the user's mages are dead. Also raise the errors of `post_challenge` and `accept_challenge`.
    """
    duel = _duel_that_is_over(slug)
    seats = list(duel.seats.select_related("mage__owner"))
    mine = _seat_of(user_id, seats)
    offered = _offered(slug)
    if offered is None:
        return _offer(duel, mine, seats)
    if offered.state == Challenge.State.OPEN:
        accept_challenge(token=offered.token, mage=_comes_with(mine), team=mine.team)
        offered.refresh_from_db()
    return offered


@transaction.atomic
def cancel_rematch(*, slug: str, user_id: int) -> None:
    """Withdraw the user's request for a rematch, unless the rematch has begun.

    If someone else asked first, decline that request. Raise the same errors as `withdraw_challenge` and
    `decline_challenge`.
    """
    offered = _offered(slug)
    if offered is None:
        return
    cancel = withdraw_challenge if offered.challenger.owner_id == user_id else decline_challenge
    cancel(token=offered.token, user_id=user_id)


class Rematch(TypedDict):
    """The state of a rematch for one user.

    `mine` says whether the user has asked for the rematch. `others` holds the names of other mages that have accepted
    it. `duel` is the slug of the new duel. `mage` is the name of the mage that the user would bring, or `None` if all
    their mages are dead.
    """

    mine: bool
    others: list[str]
    duel: str | None
    mage: str | None


def rematch_of(slug: str, user_id: int) -> Rematch:
    """Return the state of a duel's rematch for one of its players.

    For users who did not fight in the duel, the state says that there is no rematch.
    """
    seat = Seat.objects.filter(duel__slug=slug, mage__owner=user_id).select_related("mage").first()
    mage = seat and _brought_to(seat)
    name = mage.name if mage else None
    offered = _offered(slug) if seat else None
    if offered is None:
        return Rematch(mine=False, others=[], duel=None, mage=name)
    accepted = offered.invitations.filter(state=Invitation.State.ACCEPTED).values_list("mage__owner", "mage__name")
    return Rematch(
        mine=any(owner == user_id for owner, _ in accepted),
        others=[name for owner, name in accepted if owner != user_id],
        duel=offered.duel.slug if offered.duel else None,
        mage=name,
    )


def _duel_that_is_over(slug: str) -> Duel:
    """Lock a finished duel and return it.

    Raise `ValidationError` if the duel is not over or was a practice duel. If two players ask for a rematch at the same
    time, the lock ensures that the second one accepts the first one's challenge.
    """
    duel = Duel.objects.select_for_update().filter(slug=slug).first()
    if duel is None or duel.ended is None:
        raise ValidationError(_("The duel is not over yet."))
    if duel.practice:
        raise ValidationError(_("You can’t challenge a computer player to a rematch. Start another practice duel."))
    return duel


def _seat_of(user_id: int, seats: Iterable[Seat]) -> Seat:
    mine = [seat for seat in seats if seat.mage and seat.mage.owner_id == user_id]
    demand("rematch", {Role.PARTICIPANT} if mine else ())
    return mine[0]


def _offered(slug: str) -> Challenge | None:
    """Return the challenge for a rematch of this duel, or `None`.

    The challenge must still be open, or the rematch must have begun.
    """
    return Challenge.objects.filter(standing() | Q(state=Challenge.State.ACCEPTED), after__slug=slug).first()


def _offer(duel: Duel, mine: Seat, seats: Sequence[Seat]) -> Challenge:
    """Challenge all living mages of the duel to a rematch on the same terms.

    Users whose mages died are notified too, and may return with another mage.
    """
    mage = _comes_with(mine)
    others = [other for seat in seats if (other := _living(seat)) and other.owner_id != mage.owner_id]
    challenge = post_challenge(
        challenger=mage,
        terms=_same_terms(duel, seats),
        named=[other for other in others if other.retired is None],
        team=mine.team,
        after=duel,
    )
    announce_rematch(challenge, {seat.mage.owner_id for seat in seats if seat.mage} - {mage.owner_id})
    return challenge


def _same_terms(duel: Duel, seats: Sequence[Seat]) -> Terms:
    last = Challenge.objects.filter(duel=duel).first()
    return Terms(
        book=duel.book,
        options=duel.options,
        pace=duel.pace or 0,
        reserve=duel.reserve,
        mountain=duel.mountain,
        is_open=False,
        private=not duel.public,
        limit=len(seats),
        **_same_house(last, seats),
        teams=max(seat.team or 0 for seat in seats),
        friendly=last.friendly if last is not None else not duel.counts,
    )


def _same_house(last: Challenge | None, seats: Sequence[Seat]) -> dict[str, Any]:
    """Return the terms for the house wizards (computer players) of the original duel.

    They play at the same strength as before.
    """
    if last is not None:
        return {name: getattr(last, name) for name in HOUSE}
    return {"house": [seat.name for seat in seats if seat.is_house and seat.name in BY_NAME]}


def _living(seat: Seat) -> Mage | None:
    """Return the seat's mage or, if it is dead, its owner's living mage with the same name.

    Return `None` if there is neither.
    """
    if seat.mage is None:
        return None
    again = Q(pk=seat.mage_id) | Q(folded=seat.mage.folded)
    return Mage.objects.filter(again, owner=seat.mage.owner_id, ended=None).select_related("owner").first()


def _brought_to(seat: Seat) -> Mage | None:
    """Return the mage that the seat's user brings to the rematch.

    If `_living` returns no mage, this is the user's first living mage. Return `None` if the user has none.
    """
    first = Mage.objects.filter(owner__mages=seat.mage_id, ended=None).select_related("owner").order_by("pk")
    return _living(seat) or first.first()


def _comes_with(seat: Seat) -> Mage:
    """Return the mage of `_brought_to`. Raise `ValidationError` if there is none."""
    mage = _brought_to(seat)
    if mage is None:
        raise ValidationError(NO_MAGE % {"name": seat.name}, code="dead")
    return mage
