"""Notes for a wizard about the effects on them, in the language of a catalogue."""

from typing import Any, Final

from wavinghands.engine.binding import forcing
from wavinghands.engine.duel import Duel, InForce, Wizard
from wavinghands.engine.spells import SPELLS
from wavinghands.engine.words.english import ENGLISH, Catalogue
from wavinghands.engine.words.prose import closest

NOTED: Final = [spell for spell in SPELLS.values() if spell.notes]
"""The spells with notes, in the order of the notes."""


def notes(duel: Duel, wizard: Wizard, catalogue: Catalogue = ENGLISH) -> list[dict[str, Any]]:
    """Return the notes that a wizard should read before giving orders."""
    if not wizard.effects and duel.tail is None:
        return []
    now = forcing(duel, wizard)
    return [
        {"effect": spell.slug, "text": _note(duel, spell.slug, now.get(spell.slug, InForce()), catalogue)}
        for spell in NOTED
        if spell.slug in now or (spell.mind is None and duel.acts_on(wizard.name, spell.slug))
    ]


def _note(duel: Duel, effect: str, there: InForce, catalogue: Catalogue) -> str:
    texts = catalogue["notes"]
    turns = texts["turns.F" if duel.rules.para_fc else "turns.C"]
    return closest(texts, f"{effect}.{there.hand}").format(by=there.by or catalogue["places"]["nobody"], turns=turns)
