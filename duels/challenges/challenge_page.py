"""One challenge as its page shows it: who comes, what is proposed, what this viewer may do."""

from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Mage
from accounts.permissions import Role, may, standing_of
from duels.challenges.lobby import State, offer
from duels.challenges.open_challenges import leaves_with
from duels.challenges.terms import Terms
from duels.challenges.terms_in_words import beside_book_and_clock, changes_in_words
from duels.house.wizards import BY_NAME, HouseWizard
from duels.models import Challenge, Change, Invitation, Seat

Json = dict[str, Any]

STATES = {
    State.CHALLENGED: gettext_lazy("is challenged"),
    State.ACCEPTED: gettext_lazy("has accepted"),
    State.DECLINED: gettext_lazy("declines"),
    State.EXCLUDED: gettext_lazy("is excluded"),
}
VERDICTS = {
    Change.State.PROPOSED: gettext_lazy("proposed"),
    Change.State.ADOPTED: gettext_lazy("adopted"),
    Change.State.REJECTED: gettext_lazy("rejected"),
    Change.State.ABANDONED: gettext_lazy("abandoned"),
}
SHOWN = ("accepted", "challenged", "declined", "excluded")


def page_of(challenge: Challenge, user: Any) -> Json:
    """What the page has beside the offer: ``terms people places changes`` and so on, and what the viewer ``may`` do."""
    invitations = list(challenge.invitations.all())
    here = [it for it in invitations if it.mage.owner_id == user.pk] if user.is_authenticated else []
    accepted = [it for it in here if it.state == State.ACCEPTED]
    seen, terms = offer(challenge, user.pk), Terms.of(challenge)
    come = sum(it.state == State.ACCEPTED for it in invitations)
    return {
        "offer": seen,
        "may_join": seen["may_accept"] or _may_come_otherwise(challenge, user, accepted),
        "why_not": _why_not(seen["named"], here),
        "begins_next": _begins_next(challenge, terms, invitations),
        "leaves_with_them": leaves_with(challenge),
        "is_gathering": not _is_plain(challenge, invitations),
        "terms": beside_book_and_clock(terms, challenge.challenger),
        "places": terms.places,
        "people": [*_people(challenge, invitations), *_of_the_house(terms)],
        "come": come,
        "can_begin": come + terms.of_the_house > 1,
        "is_stuck": _is_stuck(challenge, invitations),
        "changes": _changes(challenge, invitations, accepted),
        "everything": bool(accepted) and all(it.everything for it in accepted),
        "teams": range(1, challenge.teams + 1),
        "team": accepted[0].team if accepted else None,
        "accepted_as": accepted[0].mage if accepted else None,
        "may": _may(challenge, user, here, accepted),
    }


def _why_not(named: Sequence[str], here: Sequence[Invitation]) -> str:
    """Why this user has no button to accept; `here` is what his own mages are to the challenge."""
    if any(it.state == State.EXCLUDED for it in here):
        return _("You are excluded from it.")
    if not named:
        return _("Nobody else can accept it.")
    return _("Only %(named)s can accept it.") % {"named": ", ".join(named)}


def mages_that_may_join(challenge: Challenge, mages: QuerySet[Mage]) -> QuerySet[Mage]:
    """Those of a user's mages for which a place may be: the challenged ones, or where all may come, all."""
    known = {it.mage_id: it.state for it in challenge.invitations.all()}
    named = [mage for mage, state in known.items() if state in (State.CHALLENGED, State.DECLINED)]
    taken = [mage for mage, state in known.items() if state in (State.ACCEPTED, State.EXCLUDED)]
    if challenge.is_open or _is_rematch_of(challenge, mages.values("owner")):
        return mages.exclude(pk__in=taken)
    return mages.filter(pk__in=named)


def _may_come_otherwise(challenge: Challenge, user: Any, accepted: Collection[Invitation]) -> bool:
    """Whether he has fought in the duel before, or may bring another mage."""
    if accepted:
        return challenge.is_open and challenge.per_user != 1
    return user.is_authenticated and _is_rematch_of(challenge, [user.pk])


def _is_rematch_of(challenge: Challenge, owners: Any) -> bool:
    if challenge.after_id is None:
        return False
    return Seat.objects.filter(duel=challenge.after_id, mage__owner__in=owners).exists()


def _people(challenge: Challenge, invitations: Collection[Invitation]) -> list[Json]:
    ordered = sorted(invitations, key=lambda it: (SHOWN.index(it.state), it.since, it.pk))
    return [
        {
            "name": it.mage.name,
            "url": reverse("mage", args=[it.mage.name]),
            "is_bot": it.mage.owner.is_bot,
            "state": it.state,
            "told": _("makes the challenge") if it.mage_id == challenge.challenger_id else STATES[State(it.state)],
            "team": it.team,
        }
        for it in ordered
    ]


def _of_the_house(terms: Terms) -> list[Json]:
    """Those who are named; who fills seats is seen when it begins."""
    return [_wizard(BY_NAME[name]) for name in terms.house]


def _wizard(wizard: HouseWizard) -> Json:
    told = _("of the house (%(strength)s) has accepted") % {"strength": wizard.strength}
    page = reverse("house_wizard", args=[wizard.slug])
    return {"name": wizard.name, "url": page, "is_bot": False, "state": State.ACCEPTED, "told": told}


def _begins_next(challenge: Challenge, terms: Terms, invitations: Collection[Invitation]) -> bool:
    """Whether the next who accepts is the last for whom it waits."""
    states = [it.state for it in invitations]
    if challenge.limit is not None:
        return states.count(State.ACCEPTED) + 1 >= terms.places
    return not challenge.is_open and states.count(State.CHALLENGED) == 1 and State.DECLINED not in states


def _is_plain(challenge: Challenge, invitations: Collection[Invitation]) -> bool:
    """Whether it is a duel of two for which one answer is awaited, so that there is nothing to tell of people."""
    states = {it.state for it in invitations} - {State.ACCEPTED, State.CHALLENGED}
    is_of_two = challenge.limit == 2 or (challenge.limit is None and not challenge.is_open)
    if Terms.of(challenge).of_the_house:
        return False
    return is_of_two and not states and len(invitations) <= 2


def _is_stuck(challenge: Challenge, invitations: Collection[Invitation]) -> bool:
    """Whether it will not begin by itself, as somebody declines without whom it does not."""
    states = [it.state for it in invitations]
    return not challenge.is_open and State.DECLINED in states and State.CHALLENGED not in states


def _changes(challenge: Challenge, invitations: Collection[Invitation], own: Collection[Invitation]) -> list[Json]:
    voters = {it.mage_id for it in invitations if it.state == State.ACCEPTED}
    mine = {it.mage_id for it in own}
    changes = challenge.changes.select_related("proposer").prefetch_related("votes").order_by("-number")
    return [_change(change, challenge, voters, mine) for change in changes]


def _change(change: Change, challenge: Challenge, voters: set[int], mine: set[int]) -> Json:
    votes = {vote.mage_id: vote.accepts for vote in change.votes.all() if vote.mage_id in voters}
    own = {votes[mage] for mage in mine & votes.keys()}
    ayes = sum(votes.values())
    return {
        "number": change.number,
        "proposer": change.proposer.name,
        "wants": changes_in_words(change.terms, Terms.of(challenge)),
        "state": change.state,
        "told": VERDICTS[Change.State(change.state)],
        "is_proposed": change.state == Change.State.PROPOSED,
        "accept": ayes,
        "oppose": len(votes) - ayes,
        "voters": len(voters),
        "accepts": own == {True},
        "opposes": own == {False},
    }


def _may(challenge: Challenge, user: Any, here: Collection[Invitation], accepted: Collection[Invitation]) -> Json:
    """By the table of who may do what, and by who decides here."""
    owner = {Role.OWNER} if challenge.challenger.owner_id == user.pk else set()
    standing = standing_of(user) | owner
    voter = standing | ({Role.PARTICIPANT} if accepted else set())
    coming = [it for it in here if it.state in (State.CHALLENGED, State.ACCEPTED)]
    others = [it for it in coming if it.mage_id != challenge.challenger_id]
    decides = bool(owner) or not challenge.authoritarian
    return {
        "decline": may("decline", standing | ({Role.PARTICIPANT} if others else set())),
        "leaves": any(it.state == State.ACCEPTED for it in others),
        "propose": decides and may("propose", voter),
        "start": decides and may("start", voter),
        "vote": not challenge.authoritarian and may("vote", voter),
        "withdraw": may("withdraw", standing),
    }
