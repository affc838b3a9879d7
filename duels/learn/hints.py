"""The computer's advice in practice duels.

It says where to look, which orders to give, and why.
"""

from collections.abc import Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from duels.wording.languages import listed
from wavinghands import engine, search
from wavinghands.engine import Json

HANDS = ("left", "right")

LOOK_AT_OWN = {
    "left": gettext_lazy("Look at your left hand. It needs just one more gesture."),
    "right": gettext_lazy("Look at your right hand. It needs just one more gesture."),
    "both": gettext_lazy("Look at both your hands. Together they need just one more gesture."),
}
LOOK_AT_HIS = {
    "left": gettext_lazy(
        "%(name)s’s left hand is one gesture away from a spell. Which spell is it, and how can you stop it?"
    ),
    "right": gettext_lazy(
        "%(name)s’s right hand is one gesture away from a spell. Which spell is it, and how can you stop it?"
    ),
    "both": gettext_lazy(
        "%(name)s’s hands are one gesture away from a spell. Which spell is it, and how can you stop it?"
    ),
}
COULD = {
    "left": gettext_lazy("This blocks the %(spell)s that %(name)s’s left hand could complete."),
    "right": gettext_lazy("This blocks the %(spell)s that %(name)s’s right hand could complete."),
    "both": gettext_lazy("This blocks the %(spell)s that %(name)s’s hands could complete together."),
}
COULD_SUMMON = {
    "left": gettext_lazy(
        "This blocks the first attack of a monster that %(name)s’s left hand could summon: %(spell)s."
    ),
    "right": gettext_lazy(
        "This blocks the first attack of a monster that %(name)s’s right hand could summon: %(spell)s."
    ),
    "both": gettext_lazy(
        "%(name)s could summon a monster with both hands together (%(spell)s). This blocks its first attack."
    ),
}
DOES_NOT_STOP = gettext_lazy(
    "%(name)s could cast %(spells)s. You could stop that, but your own spells matter more right now."
)
CANNOT_STOP = gettext_lazy("%(name)s could cast %(spells)s. Nothing that you can cast now stops that.")
COMPLETES = {
    "left": gettext_lazy("Your left hand completes %(spell)s."),
    "right": gettext_lazy("Your right hand completes %(spell)s."),
    "both": gettext_lazy("Your hands together complete %(spell)s."),
}
COMPLETES_AT = {
    "left": gettext_lazy("Your left hand completes %(spell)s on %(target)s."),
    "right": gettext_lazy("Your right hand completes %(spell)s on %(target)s."),
    "both": gettext_lazy("Your hands together complete %(spell)s on %(target)s."),
}
CANCELS = {
    "left": gettext_lazy("Your left hand completes %(spell)s on you, to cancel another mind spell."),
    "right": gettext_lazy("Your right hand completes %(spell)s on you, to cancel another mind spell."),
    "both": gettext_lazy("Your hands together complete %(spell)s on you, to cancel another mind spell."),
}
GOES_ON = {
    "left": gettext_lazy("Your left hand continues %(spell)s, which needs %(rest)s next."),
    "right": gettext_lazy("Your right hand continues %(spell)s, which needs %(rest)s next."),
}
BEGINS = {
    "left": gettext_lazy("Your left hand begins spells such as %(spell)s, which needs %(rest)s next."),
    "right": gettext_lazy("Your right hand begins spells such as %(spell)s, which needs %(rest)s next."),
}
STABS = {
    "left": gettext_lazy("Your left hand has nothing better to do than stab."),
    "right": gettext_lazy("Your right hand has nothing better to do than stab."),
}

Names = Mapping[str, str]
"""The names of spells, by slug."""


def hint(duel: engine.Duel, wizard: str, catalogue: engine.Catalogue) -> Json:
    """Return the computer's advice to this wizard.

    `look` is a sentence that says where to look first. `orders` contains the orders that the computer would give, and
    `reasons` is a list of sentences that explain them.
    """
    request = engine.request(duel, wizard, catalogue=catalogue) or {}
    advice = search.advise(duel, wizard)
    names = {slug: spell.name for slug, spell in duel.lexicon.spells.items()} | dict(_names(request))
    threats = [threat for threat in request["threats"] if "attack" in threat]
    attacks = [threat for threat in threats if threat["by"] in advice.halts]
    taken = [threat for threat in threats if threat["by"] not in advice.halts]
    return {
        "round": request["round"],
        "look": _look(advice, attacks),
        "orders": advice.orders,
        "reasons": [
            *map(_saved, advice.foils),
            *_done(advice, wizard, names),
            *_warded(advice, names),
            *_risked(advice, names),
            *_halted(attacks),
            *_led(advice, names),
            *_taken(taken),
        ],
    }


def _names(part: Any) -> Iterator[tuple[str, str]]:
    """Yield the slug and name of each spell in `part`, which is a part of the result of `engine.request()`."""
    if isinstance(part, dict):
        if "spell" in part and "name" in part:
            yield part["spell"], part["name"]
        part = list(part.values())
    if isinstance(part, list | tuple):
        for inner in part:
            yield from _names(inner)


def _look(advice: search.Advice, attacks: list[Json]) -> str:
    for by, hand, _spell in sorted(advice.wards) or sorted(advice.parries):
        return str(LOOK_AT_HIS[hand] % {"name": by})
    for attack in attacks:
        return _("%(name)s is attacking you. How can you stop that?") % {"name": attack["by"]}
    for name in advice.foils:
        return _("Watch out for %(name)s, who could kill you this round.") % {"name": name}
    for casting in _useful_castings(advice):
        return str(LOOK_AT_OWN[casting.hand])
    return _("No spell is urgent now. Use your hands to start or continue spells.")


def _useful_castings(advice: search.Advice) -> Iterator[engine.Casting]:
    """Yield the castings that are worth mentioning.

    A Shield is left out if there is nothing to defend against.
    """
    is_guarded = advice.wards or advice.parries or advice.halts or advice.foils
    for casting in advice.castings:
        if is_guarded or casting.spell.slug != "shield":
            yield casting


def _saved(name: str) -> str:
    return _("%(name)s could kill you this round. This is safer.") % {"name": name}


def _done(advice: search.Advice, wizard: str, names: Names) -> Iterator[str]:
    for hand, spell, target in _useful_castings(advice):
        if target == wizard and spell.mind:
            texts = CANCELS
        else:
            texts = COMPLETES if target in ("", "nobody", wizard) else COMPLETES_AT
        yield str(texts[hand] % {"spell": names[spell.slug], "target": target})


def _warded(advice: search.Advice, names: Names) -> Iterator[str]:
    for texts, warded in ((COULD, advice.wards), (COULD_SUMMON, advice.parries)):
        for (by, hand), group in groupby(sorted(warded), itemgetter(0, 1)):
            yield str(texts[hand] % {"name": by, "spell": listed([names[spell] for *_, spell in group])})


def _risked(advice: search.Advice, names: Names) -> Iterator[str]:
    """Yield a sentence for each opponent about the spells that the recommended orders do not stop."""
    risks = sorted((by, not is_stoppable, names[spell]) for (by, _hand, spell), is_stoppable in advice.risks.items())
    for (by, is_certain), group in groupby(risks, itemgetter(0, 1)):
        text = CANNOT_STOP if is_certain else DOES_NOT_STOP
        yield str(text % {"name": by, "spells": listed(list(dict.fromkeys(spell for *_, spell in group)))})


def _halted(attacks: list[Json]) -> Iterator[str]:
    """Yield a sentence about the attacks that the recommended orders stop, if there are any."""
    if not attacks:
        return
    points = sum(attack["attack"] for attack in attacks)
    blow = ngettext(
        "This blocks %(names)s’s attack, which would do %(points)s damage.",
        "This blocks the attacks of %(names)s, which would do %(points)s damage.",
        len(attacks),
    )
    yield blow % {"names": listed([it["by"] for it in attacks]), "points": points}


def _taken(attacks: list[Json]) -> Iterator[str]:
    """Yield a sentence about the damage by monsters that the recommended orders do not stop, if there is any."""
    points = sum(attack["attack"] for attack in attacks)
    if points:
        yield ngettext(
            "You take %(points)s damage from monsters, but your own spells matter more right now.",
            "You take %(points)s damage from monsters, but your own spells matter more right now.",
            points,
        ) % {"points": points}


def _led(advice: search.Advice, names: Names) -> Iterator[str]:
    """Yield a sentence for each hand that completes no spell.

    The sentence is about the spell that the hand continues, or about its stab.
    """
    hands = {casting.hand for casting in _useful_castings(advice)}
    for hand in HANDS:
        if hand in hands or "both" in hands:
            continue
        if advice.orders[hand] == ">":
            yield str(STABS[hand])
        elif plan := advice.plans.get(hand):
            texts = BEGINS if plan.is_new else GOES_ON
            yield str(texts[hand] % {"spell": names[plan.spell], "rest": " ".join(plan.missing)})
