"""What a wizard is told of what is in force on him, out of a catalogue."""

from typing import Any, Final

from wavinghands.engine.beings import MIND
from wavinghands.engine.binding import forcing
from wavinghands.engine.duel import Duel, InForce, Wizard
from wavinghands.engine.words.english import ENGLISH, Catalogue
from wavinghands.engine.words.prose import closest

TOLD: Final = (
    "paralysis",
    "amnesia",
    "fear",
    "confusion",
    "maladroitness",
    "charm_person",
    "blindness",
    "invisibility",
)
"""The effects of which a wizard is told, in this order."""


def notes(duel: Duel, wizard: Wizard, catalogue: Catalogue = ENGLISH) -> list[dict[str, Any]]:
    """What he should know of his state before he gives orders."""
    now = forcing(duel, wizard)
    return [
        {"effect": effect, "text": _note(duel, effect, now.get(effect, InForce()), catalogue)}
        for effect in TOLD
        if effect in now or (effect not in MIND and duel.acts_on(wizard.name, effect))
    ]


def _note(duel: Duel, effect: str, there: InForce, catalogue: Catalogue) -> str:
    texts = catalogue["notes"]
    turns = texts["turns.F" if duel.rules.para_fc else "turns.C"]
    return closest(texts, f"{effect}.{there.hand}").format(by=there.by or catalogue["places"]["nobody"], turns=turns)
