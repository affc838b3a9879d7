"""The texts of questions and their choices, in the language of a catalogue."""

from typing import Any

from wavinghands.engine.gestures import HANDS
from wavinghands.engine.round import Question
from wavinghands.engine.words.english import ENGLISH, Catalogue
from wavinghands.engine.words.prose import closest, listed, place_name, spell_name


def asked(question: Question, catalogue: Catalogue = ENGLISH) -> str:
    """Return the text of a question."""
    about = question.about or ""
    return closest(catalogue["questions"], question.text).format(spell=spell_name(about, catalogue), subject=about)


def labels(question: Question, catalogue: Catalogue = ENGLISH) -> list[str]:
    """Return the texts of all choices."""
    return [label(question, choice, catalogue) for choice in question.choices]


def label(question: Question, choice: Any, catalogue: Catalogue = ENGLISH) -> str:
    """Return the text of a choice: the hands' spells, a hand, an element, or a being."""
    if question.kind == "spells":
        spells = {hand: spell_name(slug, catalogue) for hand, slug in choice.items()}
        return listed((catalogue["answers"][hand].format(spell=name) for hand, name in spells.items()), catalogue)
    if question.kind == "hand":
        return catalogue["hands"][choice if choice in HANDS else choice["hand"]]
    return catalogue["answers"][choice] if question.kind == "element" else place_name(choice, catalogue)
