"""Challenges: posted, accepted, declined, withdrawn; and practice with the house's apprentice.

Each is one transaction, tells the lobby after the commit, and raises `ValidationError` with what to do instead.
"""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.urls import reverse

from accounts.models import Mage
from accounts.names import APPRENTICE
from duels.models import Challenge, Duel
from duels.room import tell_changed, tell_started
from duels.selectors.lobby import standing
from duels.services.play import SeatSpec, start_duel
from wavinghands import engine

OPEN_AT_ONCE = 10  # challenges of one user

GONE = "This challenge is no longer open: it was accepted, withdrawn, declined, or is too old."
YOURSELF = "Nobody duels himself: that mage is yours too."


@transaction.atomic
def post_challenge(
    *,
    challenger: Mage,
    audience: str,
    opponent: Mage | None,
    book: str,
    pace: int,
    comment: str = "",
    options: Mapping[str, Any] | None = None,
) -> Challenge:
    """A new open challenge. `options`: of the rules; those in which the book agrees are left out."""
    if opponent is not None and opponent.owner_id == challenger.owner_id:
        raise ValidationError({"opponent": YOURSELF})
    mine = Challenge.objects.filter(standing(), challenger__owner=challenger.owner_id)
    if mine.count() >= OPEN_AT_ONCE:
        raise ValidationError(f"You have {OPEN_AT_ONCE} open challenges. Withdraw one first.")
    challenge = Challenge(
        challenger=challenger,
        audience=audience,
        opponent=opponent,
        book=book,
        options=_differing(book, options or {}),
        pace=pace,
        comment=comment,
    )
    challenge.full_clean()
    challenge.save()
    transaction.on_commit(tell_changed)
    return challenge


@transaction.atomic
def accept_challenge(*, token: str, mage: Mage) -> Duel:
    """The duel that begins. However many accept at once, one does."""
    challenge = _open_and_locked(token)
    _check_acceptor(challenge, mage)
    duel = start_duel(
        seats=[_seat(challenge.challenger), _seat(mage)],
        book=challenge.book,
        options=challenge.options,
        pace=challenge.pace,
        counts=not (challenge.challenger.owner.is_guest or mage.owner.is_guest),
    )
    challenge.state, challenge.duel = Challenge.State.ACCEPTED, duel
    challenge.save(update_fields=["state", "duel"])
    users = [challenge.challenger.owner_id, mage.owner_id]
    transaction.on_commit(tell_changed)
    transaction.on_commit(lambda: tell_started(users, reverse("duel", args=[duel.slug])))
    return duel


@transaction.atomic
def decline_challenge(*, token: str, user_id: int) -> None:
    """The mage who was challenged will not duel."""
    challenge = _open_and_locked(token)
    if challenge.opponent is None or challenge.opponent.owner_id != user_id:
        raise ValidationError("Only the mage who is challenged by name can decline.")
    _close(challenge, Challenge.State.DECLINED)


@transaction.atomic
def withdraw_challenge(*, token: str, user_id: int) -> None:
    """The challenger takes the challenge back."""
    challenge = _open_and_locked(token)
    if challenge.challenger.owner_id != user_id:
        raise ValidationError("Only the challenger can withdraw a challenge.")
    _close(challenge, Challenge.State.WITHDRAWN)


def start_practice(*, mage: Mage, book: str) -> Duel:
    """A duel with the house's apprentice: no clock, no score."""
    apprentice = SeatSpec(name=APPRENTICE, gender=Mage.Gender.PERSON, mage=None)
    return start_duel(seats=[_seat(mage), apprentice], book=book, pace=None, practice=True, counts=False)


def _differing(book: str, options: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return engine.check_options(book, options)
    except engine.RecordError as error:
        raise ValidationError(str(error)) from error


def _seat(mage: Mage) -> SeatSpec:
    return SeatSpec(name=mage.name, gender=mage.gender, mage=mage)


def _open_and_locked(token: str) -> Challenge:
    """The challenge, still open, with its row ours until the transaction ends."""
    locked = Challenge.objects.select_for_update(of=["self"]).select_related("challenger__owner", "opponent")
    challenge = locked.filter(standing(), token=token).first()
    if challenge is None:
        raise ValidationError(GONE)
    return challenge


def _check_acceptor(challenge: Challenge, mage: Mage) -> None:
    if challenge.challenger.owner_id == mage.owner_id:
        raise ValidationError(YOURSELF)
    if challenge.opponent_id not in (None, mage.pk):
        raise ValidationError(f"This challenge is to {challenge.opponent} alone.")


def _close(challenge: Challenge, state: str) -> None:
    challenge.state = state
    challenge.save(update_fields=["state"])
    transaction.on_commit(tell_changed)
