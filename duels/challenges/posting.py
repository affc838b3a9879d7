"""Services for posting and withdrawing challenges.

Each service is one transaction, which locks the rows, loads the facts, checks the rules, and writes. If an action is
refused, nothing changes, and the `ValidationError` says what to do instead. The lobby is notified after the commit.
"""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import Mage
from accounts.profanity import refuse_forbidden
from accounts.services.mage_lifecycle import hold_users, touch
from duels.challenges.facts import State
from duels.challenges.invitations import address, all_about
from duels.challenges.loading import Audience, LockedChallenge, load_post_facts, lock_challenge
from duels.challenges.notifications import announce_challenge, announce_withdrawal
from duels.challenges.open_challenges import standing
from duels.challenges.rules import enforce, is_complete, may_post, may_withdraw
from duels.challenges.start import begin
from duels.challenges.terms import Terms
from duels.models import Challenge, Club, Duel, Invitation
from duels.play.transaction import CLICKS
from duels.signals import challenge_changed, challenge_posted
from duels.wording.time_controls import USUAL_CONTROL, control_of
from wavinghands.db.after_commit import after_commit


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
    club: Club | None = None,
) -> Challenge:
    """Post a challenge.

    A repeated call within a few seconds returns the same challenge. If `everybody` is true, also challenge all active
    players. If the challenge is to a rematch, `after` is the original duel. If `club` is given, only its members may
    join, apart from mages that are challenged by name. The duel begins immediately if all opponents are house wizards
    (computer players).

    Raise `ValidationError` if the terms contradict each other, if the comment contains a forbidden word, or if
    `may_post()` refuses the challenge. Raise `Forbidden` if the user lacks permission, if there is a block between them
    and a named user, or if they add a comment while silenced.
    """
    refuse_forbidden(terms.comment)
    hold_users([challenger.owner_id])
    challenger = Mage.objects.select_related("owner").get(pk=challenger.pk)
    posted = _unsaved(Challenge(challenger=challenger, after=after, club=club, **terms.checked().columns()), team)
    if twin := _twin(posted.challenge, named):
        return twin
    audience = Audience(named, excluded, all_about(posted, excluded) if everybody else ())
    enforce(may_post(load_post_facts(posted, audience, everybody=everybody)))
    touch([challenger.pk])
    found = _save(posted.challenge, team)
    announce_challenge(found.challenge, address(found, audience))
    if terms.of_the_house and is_complete(found.facts):  # house wizards accept immediately
        begin(found)
    else:
        challenge_posted.send(None, challenge=found.challenge)
    after_commit(challenge_changed.send_robust, None, token="")
    return found.challenge


@transaction.atomic
def challenge_by_link(*, challenger: Mage) -> Challenge:
    """Return the mage's open challenge that only people with its link can find.

    If there is none, post a live, casual one. Raise the same errors as `post_challenge()`.
    """
    terms = Terms(private=True, friendly=True, **control_of(USUAL_CONTROL))
    mine = Challenge.objects.filter(standing(), challenger=challenger, after=None, **terms.columns())
    return mine.order_by("pk").last() or post_challenge(challenger=challenger, terms=terms)


@transaction.atomic
def withdraw_challenge(*, token: str, user_id: int) -> None:
    """Withdraw a challenge.

    Withdrawing it again has no effect. Raise `Forbidden` unless the user is the challenger, and `ValidationError` if
    the challenge is no longer open.
    """
    found = lock_challenge(token)
    if found.challenge.state == Challenge.State.WITHDRAWN and found.challenge.challenger.owner_id == user_id:
        return
    enforce(may_withdraw(found.facts, user_id))
    found.challenge.state = Challenge.State.WITHDRAWN
    found.challenge.save(update_fields=["state"])
    announce_withdrawal(found)
    after_commit(challenge_changed.send_robust, None, token=token)


def _unsaved(posted: Challenge, team: int | None) -> LockedChallenge:
    """Return an unsaved challenge that only its challenger has accepted."""
    own = Invitation(challenge=posted, mage=posted.challenger, state=State.ACCEPTED, team=team)
    return LockedChallenge(posted, {posted.challenger_id: own})


def _save(posted: Challenge, team: int | None) -> LockedChallenge:
    posted.save()
    found = LockedChallenge(posted)
    found.put(posted.challenger, State.ACCEPTED, team=team)
    return found


def _twin(posted: Challenge, named: Sequence[Mage]) -> Challenge | None:
    """Return an identical challenge that was posted a few seconds ago, or `None` if there is none.

    A challenge to house wizards (computer players) is found even if its duel has already begun.
    """
    same = {**Terms.of(posted).columns(), "after": posted.after, "club": posted.club, "challenger": posted.challenger}
    is_with_house = Terms.of(posted).of_the_house
    begun = Q(state=Challenge.State.ACCEPTED, duel__round=1) if is_with_house else Q()
    lately = Challenge.objects.filter(standing() | begun, posted__gte=timezone.now() - CLICKS, **same)
    wanted = {mage.pk for mage in named}
    return next((twin for twin in lately if wanted <= {it.mage_id for it in twin.invitations.all()}), None)
