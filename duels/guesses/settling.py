"""Settlement of guesses, by comparing them with the gestures that the public has seen.

A job settles guesses, so that orders never have to wait for the settlement. A new guess in the same duel settles the
earlier guess immediately.
"""

import logging

from django.db import transaction
from django.db.models import F, Q

from duels.models import Guess, GuessTally
from duels.play.loading import state_of
from wavinghands import engine

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 500
"""The maximum number of guesses settled per run of the job. The others wait for the next run."""


def settle_guesses() -> int:
    """Settle the guesses of resolved rounds, and return their number."""
    over = Q(duel__round__gt=F("round")) | Q(duel__ended__isnull=False)
    due = list(Guess.objects.filter(over).select_related("duel").order_by("duel", "pk")[:MOST_AT_ONCE])
    for guess in due:
        try:
            settle(guess)
        except engine.EngineError:  # one failure must not block the other guesses
            logger.exception("The duel %s cannot be played again, and nobody knows who has guessed right", guess.duel)
            guess.delete()
    return len(due)


@transaction.atomic
def settle(guess: Guess) -> None:
    """Delete a guess about a resolved round. If the public has seen the gesture, add the guess to its user's tally.

    Settling a guess again has no effect.
    """
    tally, _made = GuessTally.objects.select_for_update().get_or_create(user_id=guess.user_id)
    claimed, _of = Guess.objects.filter(pk=guess.pk, round=guess.round).delete()
    gesture = _seen(guess)
    if claimed and gesture is not None:
        _count(tally, is_hit=gesture == guess.gesture)
        tally.save()


def _count(tally: GuessTally, *, is_hit: bool) -> None:
    tally.guesses += 1
    tally.hits += is_hit
    tally.streak = tally.streak + 1 if is_hit else 0
    tally.best = max(tally.best, tally.streak)


def _seen(guess: Guess) -> str | None:
    """Return the gesture that the hand made in the public view of the duel, or `None` if that view shows no gesture."""
    state = state_of(guess.duel, guess.duel.seats.all())
    seen = engine.view(state, None, since=guess.round - 1)["rounds"]
    made = next((entry["gestures"].get(guess.wizard) for entry in seen if entry["number"] == guess.round), None)
    gesture = made[guess.hand] if made else None
    return gesture if engine.is_gesture(gesture) else None
