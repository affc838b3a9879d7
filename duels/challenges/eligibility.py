"""Who may join a challenge."""

from collections.abc import Callable, Collection

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import Count, QuerySet
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from accounts.models import Mage
from accounts.permissions import demand
from duels.challenges.company import check_names
from duels.challenges.locked_challenge import YOURSELF, LockedChallenge, State, roles_among
from duels.ladder.standings import rating_of
from duels.models import Challenge, Seat
from duels.wording.time_controls import DAY, is_live

MOST_UNDER_WAY = 20

Check = Callable[[LockedChallenge, Mage], None]


def check_may_join(found: LockedChallenge, mage: Mage) -> None:
    """Raise `ValidationError`, which says why, for a mage who may not accept; `Forbidden` where his user may not."""
    if mage.ended is not None:
        raise ValidationError(_("%(mage)s is no more.") % {"mage": mage})
    demand("accept", roles_among(mage.owner, found.owners(State.ACCEPTED)))
    check_names(found.terms, [mage])
    for check in (_check_place, _check_owner) if is_welcome(found, mage) else _OF_STRANGERS:
        check(found, mage)
    _check_leisure(found, mage)


def check_team(challenge: Challenge, team: int | None) -> None:
    """Raise `ValidationError` for a team that there is not."""
    if team is not None and not 1 <= team <= challenge.teams:
        raise ValidationError(_("There is no such team here."))


def is_welcome(found: LockedChallenge, mage: Mage) -> bool:
    """Whether the mage is challenged by name, or its user has fought in the duel of which this is the next."""
    invitation = found.invitations.get(mage.pk)
    if invitation is not None:
        return invitation.state != State.EXCLUDED
    return _comes_back(found, mage)


def _comes_back(found: LockedChallenge, mage: Mage) -> bool:
    """Whoever died in the last duel comes with another mage."""
    after = found.challenge.after_id
    if after is None or found.of_user(mage.owner_id, State.CHALLENGED, State.ACCEPTED):
        return False
    return Seat.objects.filter(duel=after, mage__owner=mage.owner_id).exists()


def _check_invited(found: LockedChallenge, mage: Mage) -> None:
    challenge = found.challenge
    if mage.pk in found.invitations:
        raise ValidationError(_("%(mage)s is excluded from this challenge.") % {"mage": mage})
    if not challenge.is_open:
        names = sorted(it.mage.name for it in found.of_state(State.CHALLENGED, State.ACCEPTED, State.DECLINED))
        others = ", ".join(name for name in names if name != challenge.challenger.name)
        raise ValidationError(_("This challenge is to %(others)s alone.") % {"others": others})


def _check_owner(found: LockedChallenge, mage: Mage) -> None:
    """Nobody fills a challenge with his own mages, unless somebody of the house is against him."""
    if found.terms.of_the_house:
        return
    owners = [*(it.mage.owner_id for it in found.accepted()), mage.owner_id]
    if len(owners) >= found.terms.places and len(set(owners)) == 1:
        raise ValidationError(YOURSELF)


def _check_number(found: LockedChallenge, mage: Mage) -> None:
    most, owners = found.challenge.per_user, [it.mage.owner_id for it in found.accepted()]
    if most and owners.count(mage.owner_id) >= most:
        mine = found.is_the_challengers(mage.owner_id) and most == 1
        raise ValidationError(
            YOURSELF if mine else _("%(most)s of your mages may join here, and so many have.") % {"most": most}
        )


def _check_rating(found: LockedChallenge, mage: Mage) -> None:
    challenge = found.challenge
    if not (challenge.lowest or challenge.highest):
        return
    rating = rating_of(mage, melee=challenge.limit != 2)
    if not (challenge.lowest or 0) <= rating <= (challenge.highest or rating):
        raise ValidationError(
            _("The rating of %(mage)s is %(rating)s: not what is looked for here.")
            % {"mage": mage, "rating": f"{rating:.0f}"}
        )


def _check_bots(found: LockedChallenge, mage: Mage) -> None:
    if mage.owner.is_bot and not found.terms.lets_bots_come:
        raise ValidationError(_("No bots may come here: %(mage)s is one.") % {"mage": mage})


def _check_place(found: LockedChallenge, mage: Mage) -> None:
    if len(found.accepted()) >= found.terms.places:
        raise ValidationError(_("All places are taken."))


def _check_leisure(found: LockedChallenge, mage: Mage) -> None:
    check_leisure(mage, found.challenge.pace)
    if is_live(found.challenge.pace):
        challenger = found.challenge.challenger
        if busy_among([challenger.owner_id]):
            raise ValidationError(
                _("%(challenger)s is in another live duel. Come back a little later.") % {"challenger": challenger}
            )


def check_leisure(mage: Mage, pace: int | None) -> None:
    """Raise `ValidationError` for a mage with too much to do: who duels by the minute can duel one at a time."""
    if _under_way().filter(mage=mage).count() >= MOST_UNDER_WAY:
        told = _('{mage} has {most} duels under way. <a href="{duels}">Finish one first.</a>')
        raise ValidationError(format_html(told, mage=mage, most=MOST_UNDER_WAY, duels=reverse("lobby")))
    if mage.owner.is_bot:
        check_bot_has_room(mage.owner_id)
    elif is_live(pace):
        check_is_free(mage.owner_id)


def check_bot_has_room(user_id: int) -> None:
    """Raise `ValidationError` if this bot duels as often at a time as one may."""
    if _under_way().filter(mage__owner=user_id).count() >= settings.DUELS_OF_A_BOT:
        told = _("A bot has %(most)s duels under way at most, and so many this one has.")
        raise ValidationError(told % {"most": settings.DUELS_OF_A_BOT})


def check_is_free(user_id: int) -> None:
    """Raise `ValidationError` if this user is in a live duel."""
    at = _live().filter(mage__owner=user_id).values_list("duel__slug", flat=True).first()
    if at is not None:
        told = _('You are in a live duel. <a href="{duel}">Finish it first.</a>')
        raise ValidationError(format_html(told, duel=reverse("duel", args=[at])))


def busy_among(user_ids: Collection[int]) -> set[int]:
    """Those of these users who are in a live duel; of bots, who can do several things at a time, in too many."""
    live = _live().filter(mage__owner__in=user_ids, mage__owner__is_bot=False).values_list("mage__owner", flat=True)
    of_bots = _under_way().filter(mage__owner__in=user_ids, mage__owner__is_bot=True)
    counts = of_bots.order_by().values_list("mage__owner").annotate(number=Count("pk"))
    return {*live, *(owner for owner, number in counts if number >= settings.DUELS_OF_A_BOT)}


def _under_way() -> QuerySet[Seat]:
    return Seat.objects.filter(duel__ended=None, duel__practice=False)


def _live() -> QuerySet[Seat]:
    return _under_way().filter(duel__pace__lt=DAY)


_OF_STRANGERS: tuple[Check, ...] = (
    _check_invited,
    _check_bots,
    _check_number,
    _check_owner,
    _check_rating,
    _check_place,
)
