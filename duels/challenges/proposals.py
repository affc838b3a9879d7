"""Services for proposing, voting on and adopting changes to a challenge.

Users who have accepted may propose and vote. All mages of a user vote the same way. In an authoritarian challenge, the
challenger alone decides, and their changes are adopted immediately. Each service is one transaction, which locks the
rows, loads the facts, checks the rules and writes. If an action is refused, the service raises `ValidationError` and
changes nothing. Source: the e-mail server Firetop Mountain, "Changegame", "Accept", "Oppose".
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, cast

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.dispatch import receiver
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.profanity import refuse_forbidden
from duels.challenges.invitations import address, all_about, mages_named
from duels.challenges.loading import (
    Audience,
    LockedChallenge,
    load_change_facts,
    load_proposal_facts,
    load_vote_facts,
    lock_challenge,
    roles_in,
)
from duels.challenges.notifications import announce_challenge, announce_proposal
from duels.challenges.rules import enforce, is_carried, may_adopt, may_propose, may_take_part, may_vote
from duels.challenges.start import begin, begin_if_complete
from duels.challenges.terms import NAMES, Terms
from duels.models import Challenge, Change, Duel, Vote
from duels.signals import challenge_changed, mages_left
from wavinghands.db.after_commit import after_commit
from wavinghands.engine import Json

ACTIONS = ("challenge", "exclude", "all", "start")
START: Json = {"start": True}


@transaction.atomic
def propose_change(*, token: str, user_id: int, terms: Mapping[str, Any]) -> Change:
    """Propose a change, and return it.

    If nobody else has to agree, it is adopted immediately. `terms` contains new values by column. It may also contain
    `challenge` and `exclude` (lists of names), `all` to challenge all active players, and `start` to begin the duel.
    Proposing the same change again counts as a vote for it.

    Raise `ValidationError` if the new comment contains a forbidden word, or if `may_propose()` or `may_adopt()` refuses
    the change. Raise `Forbidden` if the user does not take part, or changes the comment while silenced.
    """
    found, user = lock_challenge(token), User.objects.get(pk=user_id)
    wanted = _what_changes(Terms.of(found.challenge), terms)
    enforce(may_propose(load_proposal_facts(found, user, wanted)))
    refuse_forbidden(wanted.get("comment", ""))
    _check(found, wanted)
    change = _twin(found.challenge, wanted) or _new_change(found, user_id, wanted)
    _cast(found, change, {user_id, *_users_accepting_everything(found)}, accepts=True)
    return _counted(found, change)


@transaction.atomic
def vote(*, token: str, user_id: int, number: int, accepts: bool) -> Change:
    """Vote for or against a change, and return the change.

    A later vote replaces an earlier one. Raise `ValidationError` if `may_vote()` refuses it, and `Forbidden` if the
    user does not take part.
    """
    found, user = lock_challenge(token), User.objects.get(pk=user_id)
    change = found.challenge.changes.filter(number=number).first()
    facts = load_vote_facts(found, user, change, number, accepts=accepts)
    enforce(may_vote(facts))
    change = cast(Change, change)  # `may_vote` refuses a missing change
    if facts.is_repeated:
        return change
    _cast(found, change, {user_id}, accepts=accepts)
    return _counted(found, change)


@transaction.atomic
def accept_everything(*, token: str, user_id: int, everything: bool = True) -> None:
    """Accept all proposed changes, including future changes.

    With `everything=False`, stop accepting future changes. Raise `ValidationError` if the challenge is no longer open,
    and `Forbidden` if the user does not take part.
    """
    found, user = lock_challenge(token), User.objects.get(pk=user_id)
    enforce(may_take_part(found.facts, roles_in(found.facts, user), "vote"))
    for invitation in found.accepted():
        if invitation.mage.owner_id == user_id:
            invitation.everything = everything
            invitation.save(update_fields=["everything"])
    for change in _proposed(found.challenge) if everything else ():
        _cast(found, change, {user_id}, accepts=True)
    count_votes(found)
    _notify_pages(found)


def count_votes(found: LockedChallenge) -> Duel | None:
    """Adopt or reject the proposed changes that have enough votes for a decision, in order.

    Return the duel if one of the changes starts it, otherwise `None`.
    """
    for change in _proposed(found.challenge):
        carried = _is_carried(found, change)
        if carried is not None and (duel := _decide(found, change, carried)):
            return duel
    return None


@receiver(mages_left)
def recount(tokens: Iterable[str], **_given: Any) -> None:
    """Recount the votes on changes to these challenges after voters have left."""
    for token in tokens:
        with transaction.atomic():
            found = lock_challenge(token)
            if found.challenge.state == Challenge.State.OPEN:
                count_votes(found)
            _notify_pages(found)


def _what_changes(now: Terms, changes: Mapping[str, Any]) -> Json:
    """Return only those of the changes that differ from the current terms, `now`.

    The entry `all`, which challenges all active players, also makes the challenge open, unless `is_open` is given.
    Raise `ValidationError` for an unknown term.
    """
    wanted = ({"is_open": True} if changes.get("all") else {}) | dict(changes)
    if unknown := wanted.keys() - {*NAMES, *ACTIONS}:
        raise ValidationError(
            _("Challenges have no field called %(unknown)s.") % {"unknown": ", ".join(sorted(unknown))}
        )
    actions = {name: wanted[name] for name in ACTIONS if wanted.get(name)}
    return now.changed(wanted).differences_from(now) | actions


def _check(found: LockedChallenge, changes: Mapping[str, Any]) -> tuple[Terms, Audience]:
    """Return the changed terms, and the mages that are newly challenged or excluded.

    Raise `ValidationError` if the terms contradict each other or `may_adopt` refuses the change.
    """
    terms = Terms.of(found.challenge).changed(changes).checked()
    named, excluded = mages_named(changes.get("challenge", ())), mages_named(changes.get("exclude", ()))
    audience = Audience(named, excluded, all_about(found, excluded) if "all" in changes else ())
    enforce(may_adopt(load_change_facts(found, terms, audience, is_start="start" in changes)))
    return terms, audience


def _twin(challenge: Challenge, wanted: Json) -> Change | None:
    return next((change for change in _proposed(challenge) if change.terms == wanted), None)


def _new_change(found: LockedChallenge, user_id: int, wanted: Json) -> Change:
    number = found.challenge.changes.aggregate(last=Max("number"))["last"] or 0
    proposer = next(it.mage for it in found.accepted() if it.mage.owner_id == user_id)
    change = Change.objects.create(challenge=found.challenge, number=number + 1, proposer=proposer, terms=wanted)
    announce_proposal(found, change)
    return change


def _users_accepting_everything(found: LockedChallenge) -> set[int]:
    return {it.mage.owner_id for it in found.accepted() if it.everything}


def _cast(found: LockedChallenge, change: Change, user_ids: Collection[int], *, accepts: bool) -> None:
    for it in found.accepted():
        if it.mage.owner_id in user_ids:
            Vote.objects.update_or_create(change=change, mage=it.mage, defaults={"accepts": accepts})


def _counted(found: LockedChallenge, change: Change) -> Change:
    """Count the votes, notify open pages, and return the updated change."""
    count_votes(found)
    _notify_pages(found)
    change.refresh_from_db()
    return change


def _proposed(challenge: Challenge) -> list[Change]:
    return list(challenge.changes.filter(state=Change.State.PROPOSED).order_by("number"))


def _is_carried(found: LockedChallenge, change: Change) -> bool | None:
    if found.challenge.authoritarian:
        return found.challenge.challenger.owner_id == change.proposer.owner_id
    votes = dict(change.votes.values_list("mage", "accepts"))
    return is_carried(
        {it.mage_id for it in found.accepted()},
        challenger=found.challenge.challenger_id,
        accept={mage for mage, accepts in votes.items() if accepts},
        oppose={mage for mage, accepts in votes.items() if not accepts},
    )


def _decide(found: LockedChallenge, change: Change, carried: bool) -> Duel | None:
    change.state = Change.State.ADOPTED if carried else Change.State.REJECTED
    change.save(update_fields=["state"])
    return _adopt(found, change) if carried else None


def _adopt(found: LockedChallenge, change: Change) -> Duel | None:
    """Apply the change, or abandon it if it is no longer possible.

    Return the duel if the change starts it, otherwise `None`.
    """
    try:
        terms, audience = _check(found, change.terms)
    except ValidationError:
        change.state = Change.State.ABANDONED
        change.save(update_fields=["state"])
        return None
    invited = address(found, audience)
    for name, value in terms.columns().items():
        setattr(found.challenge, name, value)
    found.challenge.save()
    announce_challenge(found.challenge, invited)
    return begin(found) if "start" in change.terms else begin_if_complete(found)


def _notify_pages(found: LockedChallenge) -> None:
    after_commit(challenge_changed.send_robust, None, token=found.challenge.token)
