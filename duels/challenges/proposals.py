"""Changes to a challenge: proposed, voted on, adopted. Source: Firetop Mountain, "Changegame", "Accept", "Oppose".

Who has accepted proposes and votes, a user with all his mages alike. In an authoritarian challenge the challenger's
change is adopted as it is made.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.dispatch import receiver
from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import demand
from duels.challenges.company import check_names
from duels.challenges.invitations import (
    all_about,
    check_excluded,
    check_named,
    check_number,
    exclude,
    invite,
    mages_named,
    newcomers,
)
from duels.challenges.locked_challenge import LockedChallenge, State, demand_open, locked_challenge, roles
from duels.challenges.notifications import announce_challenge, announce_proposal
from duels.challenges.start import begin, begin_if_complete, why_not_begin
from duels.challenges.terms import NAMES, Terms, check_comment
from duels.challenges.votes import verdict
from duels.models import Challenge, Change, Duel, Vote
from duels.signals import challenge_changed, mages_left
from wavinghands.db.after_commit import after_commit

Json = dict[str, Any]
DECIDED = {
    Change.State.ADOPTED: gettext_lazy("Change %(number)s is adopted already."),
    Change.State.REJECTED: gettext_lazy("Change %(number)s is rejected already."),
    Change.State.ABANDONED: gettext_lazy("Change %(number)s is abandoned already."),
}
BESIDE_TERMS = ("challenge", "exclude", "all", "start")
NOTHING = _("That would change nothing.")
START: Json = {"start": True}


@transaction.atomic
def propose_change(*, token: str, user_id: int, terms: Mapping[str, Any]) -> Change:
    """A change, adopted already if nobody has to be asked. `terms`: columns of a challenge as they would be, names to
    ``challenge`` and to ``exclude``, ``all`` who are about, ``start``. What is proposed already is voted for instead.

    Raises `ValidationError`, at a field where it can, if the challenge does not stand any more, another alone
    decides, it would change nothing, or could not be adopted as things stand; `Forbidden` to who does not take
    part.
    """
    found, user = _taking_part(token, user_id, "start" if "start" in terms else "propose")
    _check_authority(found, user_id)
    wanted = _what_changes(found.terms, terms)
    check_comment(wanted.get("comment", ""), user_id)
    _foresee(found, wanted)
    change = _twin(found.challenge, wanted) or _new_change(found, user, wanted)
    _cast(found, change, [user_id, *_who_accept_everything(found)], accepts=True)
    count_votes(found)
    _tell(found)
    change.refresh_from_db()
    return change


@transaction.atomic
def vote(*, token: str, user_id: int, number: int, accepts: bool) -> Change:
    """Accept or oppose a change; the last vote counts, and twice the same is once.

    Raises `ValidationError` if there is no such change, it is decided, or the challenge does not stand any more;
    `Forbidden` to who does not take part.
    """
    found, _user = _taking_part(token, user_id, "vote", standing=False)
    change = found.challenge.changes.filter(number=number).first()
    if change is None:
        raise ValidationError(_("There is no change %(number)s.") % {"number": number})
    if _has_voted(change, user_id, accepts=accepts):
        return change
    demand_open(found)
    if change.state != Change.State.PROPOSED:
        raise ValidationError(DECIDED[Change.State(change.state)] % {"number": number})
    _cast(found, change, [user_id], accepts=accepts)
    count_votes(found)
    _tell(found)
    change.refresh_from_db()
    return change


@transaction.atomic
def accept_everything(*, token: str, user_id: int, everything: bool = True) -> None:
    """Accept all changes ever proposed, those to come too; or decide on those to come oneself again.

    Raises `ValidationError` if the challenge does not stand any more, `Forbidden` to who does not take part.
    """
    found, _user = _taking_part(token, user_id, "vote")
    for invitation in found.of_user(user_id, State.ACCEPTED):
        invitation.everything = everything
        invitation.save(update_fields=["everything"])
    for change in _proposed(found.challenge) if everything else ():
        _cast(found, change, [user_id], accepts=True)
    count_votes(found)
    _tell(found)


def count_votes(found: LockedChallenge) -> Duel | None:
    """Adopt and reject what is decided now, in order; the duel, if that has it begin."""
    for change in _proposed(found.challenge):
        is_carried = _verdict(found, change)
        if is_carried is not None and (duel := _decide(found, change, is_carried)):
            return duel
    return None


@receiver(mages_left)
def recount(tokens: Iterable[str], **_given: Any) -> None:
    """Some who had a vote have gone: that may decide changes."""
    for token in tokens:
        with transaction.atomic():
            found = locked_challenge(token)
            if found.challenge.state == Challenge.State.OPEN:
                count_votes(found)
            _tell(found)


def _taking_part(token: str, user_id: int, action: str, *, standing: bool = True) -> tuple[LockedChallenge, User]:
    found, user = locked_challenge(token), User.objects.get(pk=user_id)
    if standing:
        demand_open(found)
    demand(action, roles(found, user, State.ACCEPTED))
    return found, user


def _check_authority(found: LockedChallenge, user_id: int) -> None:
    if found.challenge.authoritarian and not found.is_the_challengers(user_id):
        raise ValidationError(
            _("%(challenger)s alone decides on changes here.") % {"challenger": found.challenge.challenger}
        )


def _what_changes(now: Terms, changes: Mapping[str, Any]) -> Json:
    """What of these is not so already. All who are about implies an open challenge, if nothing else is said."""
    wanted = ({"is_open": True} if changes.get("all") else {}) | dict(changes)
    if unknown := wanted.keys() - {*NAMES, *BESIDE_TERMS}:
        raise ValidationError(_("A challenge has no %(unknown)s.") % {"unknown": ", ".join(sorted(unknown))})
    beside = {name: wanted[name] for name in BESIDE_TERMS if wanted.get(name)}
    wanted = now.changed(wanted).differences_from(now) | beside
    if not wanted:
        raise ValidationError(NOTHING)
    return wanted


def _foresee(found: LockedChallenge, changes: Mapping[str, Any]) -> Terms:
    """The terms with these changes; raises `ValidationError` for what could not be adopted as things stand."""
    named = mages_named(changes.get("challenge", ()))
    check_named(found, named)
    check_excluded(found, mages_named(changes.get("exclude", ())))
    if "start" in changes and (why := why_not_begin(found)):
        raise ValidationError(why)
    asked = list({*named, *(all_about(found) if "all" in changes else ())})
    terms = found.terms.changed(changes).checked()
    check_names(terms, [it.mage for it in found.accepted()])
    check_number(found, terms, more=len(newcomers(found, asked)))
    return terms


def _twin(challenge: Challenge, wanted: Json) -> Change | None:
    return next((change for change in _proposed(challenge) if change.terms == wanted), None)


def _new_change(found: LockedChallenge, user: User, wanted: Json) -> Change:
    number = found.challenge.changes.aggregate(last=Max("number"))["last"] or 0
    proposer = found.of_user(user.pk, State.ACCEPTED)[0].mage
    change = Change.objects.create(challenge=found.challenge, number=number + 1, proposer=proposer, terms=wanted)
    announce_proposal(found, change)
    return change


def _who_accept_everything(found: LockedChallenge) -> set[int]:
    return {it.mage.owner_id for it in found.accepted() if it.everything}


def _cast(found: LockedChallenge, change: Change, user_ids: Iterable[int], *, accepts: bool) -> None:
    voters = [it for user_id in set(user_ids) for it in found.of_user(user_id, State.ACCEPTED)]
    for it in voters:
        Vote.objects.update_or_create(change=change, mage=it.mage, defaults={"accepts": accepts})


def _has_voted(change: Change, user_id: int, *, accepts: bool) -> bool:
    return change.votes.filter(mage__owner=user_id, accepts=accepts).exists()


def _proposed(challenge: Challenge) -> list[Change]:
    return list(challenge.changes.filter(state=Change.State.PROPOSED).order_by("number"))


def _verdict(found: LockedChallenge, change: Change) -> bool | None:
    if found.challenge.authoritarian:
        return found.is_the_challengers(change.proposer.owner_id)
    votes = dict(change.votes.values_list("mage", "accepts"))
    return verdict(
        {it.mage_id for it in found.accepted()},
        challenger=found.challenge.challenger_id,
        accept={mage for mage, accepts in votes.items() if accepts},
        oppose={mage for mage, accepts in votes.items() if not accepts},
    )


def _decide(found: LockedChallenge, change: Change, is_carried: bool) -> Duel | None:
    change.state = Change.State.ADOPTED if is_carried else Change.State.REJECTED
    change.save(update_fields=["state"])
    return _adopt(found, change) if is_carried else None


def _adopt(found: LockedChallenge, change: Change) -> Duel | None:
    """Make the change; what can no longer be made, as things have changed since, is abandoned."""
    try:
        terms = _foresee(found, change.terms)
    except ValidationError:
        change.state = Change.State.ABANDONED
        change.save(update_fields=["state"])
        return None
    _make(found, change.terms, terms)
    return begin(found) if "start" in change.terms else begin_if_complete(found)


def _make(found: LockedChallenge, changes: Mapping[str, Any], terms: Terms) -> None:
    exclude(found, mages_named(changes.get("exclude", ())))
    others = all_about(found) if "all" in changes else []
    invited = invite(found, [*mages_named(changes.get("challenge", ())), *others])
    found.agree_on(terms)
    announce_challenge(found.challenge, invited)


def _tell(found: LockedChallenge) -> None:
    after_commit(challenge_changed.send_robust, None, token=found.challenge.token)
