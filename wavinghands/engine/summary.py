"""Statistics of one duel: each wizard's casts and opening."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from wavinghands.engine.duel import Played
from wavinghands.engine.gestures import Pair
from wavinghands.engine.phases import account
from wavinghands.engine.plain_data import Json
from wavinghands.engine.record import replay

OPENING: Final = 3
"""The number of pairs of gestures in an opening. Source: Firetop Mountain, "STATS"."""


def summary(record: Mapping[str, Any]) -> Json:
    """Return statistics about the duel in `record`.

    Raise the same errors as `load`.

    - `rounds`: the number of rounds
    - `casts`: the number of casts by wizard and spell, including released spells and spells that failed
    - `openings`: the first three gestures of each wizard's hands, as "DSF WWS". The two hands are sorted, because it
      does not matter which hand is which. Wizards who made fewer gestures are left out
    """
    rounds, casts, made = 0, dict[str, Counter[str]](), dict[str, list[Pair]]()
    for duel in replay(record, with_start=True):
        if duel.last is None:
            casts = {wizard.name: Counter() for wizard in duel.wizards}
            made = {wizard.name: [] for wizard in duel.wizards}
            continue
        rounds = duel.number
        for cast in account(duel).casts:
            casts[cast["caster"]][cast["spell"]] += 1
        for name, pairs in made.items():
            pairs += _pairs(duel.last, name) if len(pairs) < OPENING else ()
    openings = {name: _opening(pairs[:OPENING]) for name, pairs in made.items() if len(pairs) >= OPENING}
    return {"rounds": rounds, "casts": {name: dict(counted) for name, counted in casts.items()}, "openings": openings}


def _pairs(played: Played, name: str) -> tuple[Pair, ...]:
    """Return the pairs of gestures that this wizard made in a round.

    A hastened wizard may have made two pairs.
    """
    pair = played.gestures.get(name)
    if pair is None:
        return ()
    return (pair.pair, pair.second.pair) if pair.second else (pair.pair,)


def _opening(pairs: list[Pair]) -> str:
    return " ".join(sorted("".join(hand) for hand in zip(*pairs, strict=True)))
