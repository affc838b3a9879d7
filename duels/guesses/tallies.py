"""How often users have guessed right: each one's own tally, and who is best at it."""

from typing import Any

from django.db.models import ExpressionWrapper, F, FloatField, QuerySet

from duels.models import Guess, GuessTally

LEAST = 20
"""Guesses after which a share of right ones says something."""

Json = dict[str, Any]

NOTHING = {"guesses": 0, "hits": 0, "streak": 0, "best": 0}


def told(tally: GuessTally | None) -> Json:
    """A tally as pages have it: `guesses`, `hits`, `streak`, `best`."""
    return {field: getattr(tally, field) for field in NOTHING} if tally else {**NOTHING}


def guessing_of(user: Any, slug: str) -> Json:
    """What the page of a watcher at this duel begins with: his `tally` (none: his browser keeps it), his `guess`."""
    if not user.is_authenticated:
        return {"tally": None, "guess": None}
    guess = Guess.objects.filter(user=user.pk, duel__slug=slug).first()
    held = (
        {"round": guess.round, "wizard": guess.wizard, "hand": guess.hand, "gesture": guess.gesture} if guess else None
    )
    return {"tally": told(GuessTally.objects.filter(user=user.pk).first()), "guess": held}


def best_guessers(most: int = 10) -> QuerySet[GuessTally]:
    """Users by the `share` of their guesses that were right, in percent; guests are not listed."""
    share = ExpressionWrapper(100.0 * F("hits") / F("guesses"), output_field=FloatField())
    known = GuessTally.objects.filter(guesses__gte=LEAST, user__is_guest=False, user__ended=None)
    return known.select_related("user").annotate(share=share).order_by("-share", "-guesses", "user")[:most]
