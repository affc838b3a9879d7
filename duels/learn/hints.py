"""The apprentice's advice in a practice duel: where to look, what it would do itself, and why."""

from collections.abc import Iterator
from random import Random
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from wavinghands.search import apprentice

HANDS = ("left", "right")

LOOK_AT_OWN = {
    "left": gettext_lazy("Look at your left hand: it lacks one gesture only."),
    "right": gettext_lazy("Look at your right hand: it lacks one gesture only."),
    "both": gettext_lazy("Look at both your hands: together they lack one gesture only."),
}
LOOK_AT_HIS = {
    "left": gettext_lazy("Look at %(name)s’s left hand: what does it lack, and what of yours stops that?"),
    "right": gettext_lazy("Look at %(name)s’s right hand: what does it lack, and what of yours stops that?"),
}
COULD = {
    "left": gettext_lazy("It wards off what %(name)s’s left hand could complete: %(spell)s."),
    "right": gettext_lazy("It wards off what %(name)s’s right hand could complete: %(spell)s."),
}
COMPLETES = {
    "left": gettext_lazy("The left hand completes %(spell)s."),
    "right": gettext_lazy("The right hand completes %(spell)s."),
    "both": gettext_lazy("Both hands together complete %(spell)s."),
}
COMPLETES_AT = {
    "left": gettext_lazy("The left hand completes %(spell)s, at %(target)s."),
    "right": gettext_lazy("The right hand completes %(spell)s, at %(target)s."),
    "both": gettext_lazy("Both hands together complete %(spell)s, at %(target)s."),
}
GOES_ON = {
    "left": gettext_lazy("The left hand goes on towards %(spell)s: %(rest)s."),
    "right": gettext_lazy("The right hand goes on towards %(spell)s: %(rest)s."),
}
STABS = {
    "left": gettext_lazy("The left hand has nothing better than the knife."),
    "right": gettext_lazy("The right hand has nothing better than the knife."),
}

Json = dict[str, Any]


class _Steady(Random):
    """Dice without caprice: advice is the same whenever it is asked."""

    def random(self) -> float:
        return 0.0


def hint(request: Json) -> Json:
    """`look`: where to look first; `orders`: what the apprentice would give; `reasons`: a sentence each."""
    orders = apprentice.orders(request, _Steady(0))
    completed = dict(_casts(request, orders))
    guards = [threat for threat in request["threats"] if _stoppers(request, threat) & _spells(completed)]
    casts = {hand: spell for hand, spell in completed.items() if guards or spell["spell"] != "shield"}
    return {
        "round": request["round"],
        "look": _look(casts, guards),
        "orders": orders,
        "reasons": [*_done(request, casts, orders), *map(_ward, guards), *_led(request, orders, casts)],
    }


def _casts(request: Json, orders: Json) -> Iterator[tuple[str, Json]]:
    """The spells that these orders complete with the first pair, by hand."""
    for hand, slug in orders.get("cast", {}).items():
        gesture = orders["left" if hand == "both" else hand]
        for spell in request["completes"][hand].get(gesture, ()):
            if spell["spell"] == slug:
                yield hand, spell


def _spells(casts: Json) -> set[str]:
    return {spell["spell"] for spell in casts.values()}


def _stoppers(request: Json, threat: Json) -> set[str]:
    """What of the wizard's own stops a threat in this round."""
    if "attack" in threat:
        attacks = request["ahead"]["attacks"]
        return set(attacks.get(threat["kind"], attacks.get("monster", ())))
    stops = request["ahead"]["wizards"][threat["by"]]["stops"]
    return set(stops[0].get(threat["spell"], ())) if stops else set()


def _look(casts: Json, guards: list[Json]) -> str:
    for threat in guards:
        if "spell" in threat:
            return str(LOOK_AT_HIS[threat["hand"]] % {"name": threat["by"]})
        return _("Look at %(name)s, who attacks you: what of yours stops that?") % {"name": threat["by"]}
    for hand in casts:
        return str(LOOK_AT_OWN[hand])
    return _("No spell of yours is ripe: look which of them are nearest, and begin with both hands.")


def _done(request: Json, casts: Json, orders: Json) -> Iterator[str]:
    for hand, spell in casts.items():
        target = orders.get("target", {}).get(hand)
        told = COMPLETES if target in (None, "nobody", request["wizard"]) else COMPLETES_AT
        yield str(told[hand] % {"spell": spell["name"], "target": target})


def _ward(threat: Json) -> str:
    if "attack" in threat:
        blow = ngettext(
            "It wards off %(name)s, who attacks you for %(points)s point.",
            "It wards off %(name)s, who attacks you for %(points)s points.",
            threat["attack"],
        )
        return blow % {"name": threat["by"], "points": threat["attack"]}
    return str(COULD[threat["hand"]] % {"name": threat["by"], "spell": threat["name"]})


def _led(request: Json, orders: Json, casts: Json) -> Iterator[str]:
    """What hands that complete nothing are about."""
    for hand in HANDS:
        if hand in casts or "both" in casts:
            continue
        if orders[hand] == ">":
            yield str(STABS[hand])
        elif leads := request["leads"][hand].get(orders[hand]):
            lead = max(leads, key=lambda lead: apprentice.worth_ahead(lead))
            yield str(GOES_ON[hand] % {"spell": lead["name"], "rest": " ".join(lead["missing"])})
