"""Queries for users' tallies of guesses and for the best guessers."""

from typing import Any

from django.db.models import ExpressionWrapper, F, FloatField, QuerySet

from duels.models import Guess, GuessTally
from wavinghands.engine import Json

LEAST = 20
"""The minimum number of guesses for which a success rate is meaningful."""

NOTHING = {"guesses": 0, "hits": 0, "streak": 0, "best": 0}


def tally_json(tally: GuessTally | None) -> Json:
    """Return a tally as data for pages: `guesses`, `hits`, `streak` and `best`."""
    return {field: getattr(tally, field) for field in NOTHING} if tally else {**NOTHING}


def guessing_of(user: Any, slug: str) -> Json:
    """Return a user's `tally` of guesses and their current `guess` in this duel.

    `guess` is `None` if there is none. For anonymous users, both are `None`, because their browser keeps the tally.
    """
    if not user.is_authenticated:
        return {"tally": None, "guess": None}
    guess = Guess.objects.filter(user=user.pk, duel__slug=slug).first()
    held = (
        {"round": guess.round, "wizard": guess.wizard, "hand": guess.hand, "gesture": guess.gesture} if guess else None
    )
    return {"tally": tally_json(GuessTally.objects.filter(user=user.pk).first()), "guess": held}


def best_guessers(most: int = 10) -> QuerySet[GuessTally]:
    """Return the tallies with the highest success rates, annotated with the rate in percent as `share`.

    Guests, closed accounts and users with fewer than `LEAST` guesses are left out.
    """
    share = ExpressionWrapper(100.0 * F("hits") / F("guesses"), output_field=FloatField())
    known = GuessTally.objects.filter(guesses__gte=LEAST, user__is_guest=False, user__ended=None)
    return known.select_related("user").annotate(share=share).order_by("-share", "-guesses", "user")[:most]
