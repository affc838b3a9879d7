"""A challenge posted, and withdrawn.

Each is one transaction, tells the lobby after the commit, and raises `ValidationError` with what to do instead. A
challenge is locked before users, they in the order of their keys, mages after them: so nobody waits in a ring.
"""

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _

from accounts.models import Mage, User
from accounts.permissions import Role, demand, standing_of
from accounts.services.mage_lifecycle import touch
from duels.challenges.company import check_names
from duels.challenges.eligibility import check_leisure, check_team
from duels.challenges.invitations import all_about, check_excluded, check_named, check_number, exclude, invite
from duels.challenges.locked_challenge import LockedChallenge, State, demand_open, locked_challenge
from duels.challenges.notifications import announce_challenge, announce_withdrawal
from duels.challenges.open_challenges import standing
from duels.challenges.start import begin, is_complete
from duels.challenges.terms import Terms, check_comment
from duels.models import Challenge, Duel
from duels.play.transaction import CLICKS
from duels.signals import challenge_changed
from duels.wording.time_controls import USUAL_CONTROL, control_of
from wavinghands.db.after_commit import after_commit

OPEN_AT_ONCE = 10  # challenges of one user


@transaction.atomic
def post_challenge(
    *,
    challenger: Mage,
    terms: Terms,
    named: Sequence[Mage] = (),
    excluded: Sequence[Mage] = (),
    everybody: bool = False,
    team: int | None = None,
    after: Duel | None = None,
) -> Challenge:
    """A new challenge; posted twice in a moment, it is one. `everybody`: all who are about are challenged by name.

    `after`: the duel of which the next is a rematch. With wizards of the house alone it begins at once.

    Raises `ValidationError`, at a field where it can, if the mage is no more, the terms do not go together, somebody
    cannot be challenged or excluded, nobody would be challenged, the user has too many challenges open, or it would
    begin at once and cannot; `Forbidden` if he may not challenge at all, may not challenge one of these, or is
    silenced and yet comments.
    """
    owner = _locked_owner(challenger)
    check_comment(terms.comment, owner.pk)
    posted = Challenge(challenger=challenger, after=after, **terms.checked().columns())
    check_team(posted, team)
    check_names(terms, [challenger])
    check_named(LockedChallenge(posted), named)
    if not (posted.is_open or named or everybody or after or terms.of_the_house):
        raise ValidationError({"named": _("Whom do you challenge?")})
    if twin := _twin(posted, named):
        return twin
    _check_has_room(owner)
    posted.save()
    found = LockedChallenge(posted)
    _gather(found, named, excluded, everybody=everybody, team=team)
    if terms.of_the_house and is_complete(found):  # the house accepts as soon as it is challenged
        check_leisure(challenger, terms.pace)
        begin(found)
    after_commit(challenge_changed.send_robust, None, token="")
    return posted


def challenge_all(*, challenger: Mage, control: str) -> Challenge:
    """A challenge to everybody at this time control, by the book that its user has challenged by last.

    Raises what `post_challenge` raises, and `KeyError` for an unknown control.
    """
    terms = Terms(book=last_book(challenger.owner), **control_of(control))
    return post_challenge(challenger=challenger, terms=terms)


def last_book(user: Any) -> str:
    """The book by which this user has challenged last; the usual one, if he has not yet."""
    mine = Challenge.objects.filter(challenger__owner=user) if user.is_authenticated else Challenge.objects.none()
    return mine.order_by("-pk").values_list("book", flat=True).first() or Terms().book


@transaction.atomic
def challenge_by_link(*, challenger: Mage) -> Challenge:
    """The live challenge of this mage for whoever has its link: the one that stands already, else a new one.

    Raises what `post_challenge` raises.
    """
    terms = Terms(private=True, **control_of(USUAL_CONTROL))
    mine = Challenge.objects.filter(standing(), challenger=challenger, after=None, **terms.columns())
    return mine.order_by("pk").last() or post_challenge(challenger=challenger, terms=terms)


@transaction.atomic
def withdraw_challenge(*, token: str, user_id: int) -> None:
    """The challenger takes the challenge back; twice is once.

    Raises `Forbidden` to anybody else, `ValidationError` if it does not stand any more.
    """
    found = locked_challenge(token)
    demand("withdraw", {Role.OWNER} if found.is_the_challengers(user_id) else ())
    if found.challenge.state == Challenge.State.WITHDRAWN:
        return
    demand_open(found)
    found.challenge.state = Challenge.State.WITHDRAWN
    found.challenge.save(update_fields=["state"])
    announce_withdrawal(found)
    after_commit(challenge_changed.send_robust, None, token=token)


def _locked_owner(challenger: Mage) -> User:
    """Whose mage it is: alive, and about."""
    owner = User.objects.select_for_update(no_key=True).get(pk=challenger.owner_id)
    demand("challenge", standing_of(owner))
    if not Mage.objects.filter(pk=challenger.pk, ended=None).exists():
        raise ValidationError(_("%(challenger)s is no more.") % {"challenger": challenger})
    touch([challenger.pk])
    return owner


def _twin(posted: Challenge, named: Sequence[Mage]) -> Challenge | None:
    """The challenge that a second click posts once more; with the house alone it has begun already."""
    same = {**Terms.of(posted).columns(), "after": posted.after, "challenger": posted.challenger}
    is_with_house = Terms.of(posted).of_the_house
    begun = Q(state=Challenge.State.ACCEPTED, duel__round=1) if is_with_house else Q()
    lately = Challenge.objects.filter(standing() | begun, posted__gte=timezone.now() - CLICKS, **same)
    wanted = {mage.pk for mage in named}
    return next((twin for twin in lately if wanted <= {it.mage_id for it in twin.invitations.all()}), None)


def _check_has_room(owner: User) -> None:
    if Challenge.objects.filter(standing(), challenger__owner=owner).count() >= OPEN_AT_ONCE:
        told = _('You have {most} open challenges. <a href="{lobby}">Withdraw one first.</a>')
        raise ValidationError(format_html(told, most=OPEN_AT_ONCE, lobby=reverse("lobby")))


def _gather(
    found: LockedChallenge, named: Sequence[Mage], excluded: Sequence[Mage], *, everybody: bool, team: int | None
) -> None:
    """Write down who has to do with a new challenge."""
    found.put(found.challenge.challenger, State.ACCEPTED, team=team)
    check_excluded(found, excluded)
    exclude(found, excluded)
    invited = invite(found, [*named, *(all_about(found) if everybody else ())])
    if everybody and not (invited or found.challenge.is_open):
        raise ValidationError({"everybody": _("Nobody else is about just now.")})
    check_number(found, found.terms)
    announce_challenge(found.challenge, invited)
