"""The data for the page of a challenge.

This includes the participants, the proposed changes, and the actions available to the viewer.
"""

from collections.abc import Collection
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Mage, User
from accounts.selectors import living_mages
from duels.challenges.facts import ChallengeFacts, State
from duels.challenges.loading import load_join_facts, roles_in
from duels.challenges.lobby import offer
from duels.challenges.open_challenges import leaves_with
from duels.challenges.rules import Refusal, can_leave, may_change, may_decline, may_join, may_take_part, may_withdraw
from duels.challenges.stakes import record_of
from duels.challenges.terms import Terms
from duels.challenges.terms_in_words import changes_in_words, further_terms
from duels.house.wizards import BY_NAME, HouseWizard
from duels.ladder.career import head_to_head
from duels.models import Challenge, Change, Invitation
from wavinghands.engine import Json

STATES = {
    State.CHALLENGED: gettext_lazy("invited"),
    State.ACCEPTED: gettext_lazy("joined"),
    State.DECLINED: gettext_lazy("declined"),
    State.EXCLUDED: gettext_lazy("excluded"),
}
VERDICTS = {
    Change.State.PROPOSED: gettext_lazy("proposed"),
    Change.State.ADOPTED: gettext_lazy("accepted"),
    Change.State.REJECTED: gettext_lazy("rejected"),
    Change.State.ABANDONED: gettext_lazy("withdrawn"),
}
SHOWN = ("accepted", "challenged", "declined", "excluded")


def page_of(challenge: Challenge, user: Any) -> Json:
    """Return the data for the challenge's page.

    It includes the `offer`, its `terms`, the `people`, the proposed `changes`, and the actions available to the viewer
    (`may`).
    """
    invitations = list(challenge.invitations.all())
    here = [it for it in invitations if it.mage.owner_id == user.pk] if user.is_authenticated else []
    accepted = [it for it in here if it.state == State.ACCEPTED]
    seen, terms = offer(challenge, user.pk), Terms.of(challenge)
    come = sum(it.state == State.ACCEPTED for it in invitations)
    return {
        "offer": seen,
        "record": record_of(challenge.challenger),
        "met": head_to_head(challenge.challenger, user),
        "begins_next": _begins_next(challenge, terms, invitations),
        "leaves_with_them": leaves_with(challenge),
        "is_gathering": not _is_plain(challenge, invitations),
        "terms": further_terms(terms, challenge.challenger, challenge.club),
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
        "may": _may(_facts_of(challenge), user),
    }


def card_of(challenge: Challenge) -> tuple[str, list[str]]:
    """Return the title and the lines of the challenge's picture for link previews.

    The picture is the same for all viewers. It shows users' names, but no other text written by users.
    """
    seen = offer(challenge, None)
    title = _("Challenge from %(challenger)s") % {"challenger": seen["challenger"]}
    stakes = _("Rated: your mage can die.") if seen["rated"] else _("Casual: nothing is at stake.")
    lines = [f"{seen['book']} · {seen['clock']}", stakes, seen["melee"], seen["differs"]]
    return title, [line for line in lines if line]


def who_may_join(challenge: Challenge, user: Any) -> tuple[list[Mage], Refusal | None]:
    """Return the user's mages that may join the challenge, and the reason if none may.

    A user without mages may join with a new mage, and an anonymous visitor may join as a guest.
    """
    mages, facts = list(living_mages(user).select_related("owner")), _facts_of(challenge)
    visitor = user if user.is_authenticated else User(is_guest=True)
    refusals = [may_join(it) for it in load_join_facts(facts, visitor, mages)]
    joining = [mage for mage, refusal in zip(mages, refusals, strict=False) if refusal is None]
    return joining, None if None in refusals else refusals[0]


def _facts_of(challenge: Challenge) -> ChallengeFacts:
    """Return the facts about a challenge that was loaded by `challenge_of()`.

    The challenge is treated as open, because the page shows separately whether it is closed.
    """
    return ChallengeFacts.of(challenge, {it.mage_id: it for it in challenge.invitations.all()})


def _people(challenge: Challenge, invitations: Collection[Invitation]) -> list[Json]:
    ordered = sorted(invitations, key=lambda it: (SHOWN.index(it.state), it.since, it.pk))
    return [
        {
            "name": it.mage.name,
            "url": reverse("mage", args=[it.mage.name]),
            "is_bot": it.mage.owner.is_bot,
            "state": it.state,
            "state_text": _("host") if it.mage_id == challenge.challenger_id else STATES[State(it.state)],
            "team": it.team,
        }
        for it in ordered
    ]


def _of_the_house(terms: Terms) -> list[Json]:
    """Return the house wizards (computer players) that the terms name.

    Further house wizards requested by the terms are chosen when the duel begins.
    """
    return [_wizard(BY_NAME[name]) for name in terms.house]


def _wizard(wizard: HouseWizard) -> Json:
    state_text = _("computer player (%(strength)s)") % {"strength": wizard.strength}
    page = reverse("house_wizard", args=[wizard.slug])
    return {"name": wizard.name, "url": page, "is_bot": False, "state": State.ACCEPTED, "state_text": state_text}


def _begins_next(challenge: Challenge, terms: Terms, invitations: Collection[Invitation]) -> bool:
    """Return whether the duel begins as soon as one more mage accepts."""
    states = [it.state for it in invitations]
    if challenge.limit is not None:
        return states.count(State.ACCEPTED) + 1 >= terms.places
    return not challenge.is_open and states.count(State.CHALLENGED) == 1 and State.DECLINED not in states


def _is_plain(challenge: Challenge, invitations: Collection[Invitation]) -> bool:
    """Return whether the page needs no list of participants.

    This is the case for a duel between two mages if no mage has declined or been excluded.
    """
    states = {it.state for it in invitations} - {State.ACCEPTED, State.CHALLENGED}
    is_of_two = challenge.limit == 2 or (challenge.limit is None and not challenge.is_open)
    if Terms.of(challenge).of_the_house:
        return False
    return is_of_two and not states and len(invitations) <= 2


def _is_stuck(challenge: Challenge, invitations: Collection[Invitation]) -> bool:
    """Return whether the duel cannot begin automatically because a challenged mage has declined."""
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
        "wants": changes_in_words(change.terms, Terms.of(challenge), challenge.club),
        "state": change.state,
        "verdict": VERDICTS[Change.State(change.state)],
        "is_proposed": change.state == Change.State.PROPOSED,
        "accept": ayes,
        "oppose": len(votes) - ayes,
        "voters": len(voters),
        "accepts": own == {True},
        "opposes": own == {False},
    }


def _may(challenge: ChallengeFacts, user: Any) -> Json:
    """Return the actions available to the viewer, according to the same rules that the services apply."""
    roles = roles_in(challenge, user)
    return {
        "decline": may_decline(challenge, user.pk) is None,
        "leaves": any(it.state == State.ACCEPTED for it in can_leave(challenge, user.pk)),
        "propose": may_change(challenge, user.pk, roles, "propose") is None,
        "start": may_change(challenge, user.pk, roles, "start") is None,
        "vote": not challenge.terms.authoritarian and may_take_part(challenge, roles, "vote") is None,
        "withdraw": may_withdraw(challenge, user.pk) is None,
    }
