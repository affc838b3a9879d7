"""Tests for several spells of the same kind on one wizard or monster. Source: docs/rulings.md, 3.12 and 4.4."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.engine.duels import duel_of, last_round
from wavinghands import engine
from wavinghands.engine import BOOKS, Json
from wavinghands.engine.beings import Cast, Creature
from wavinghands.engine.chance import Chance
from wavinghands.engine.duel import KINDS, Duel, InForce, Monster
from wavinghands.engine.orders import Orders
from wavinghands.engine.phases import casting
from wavinghands.engine.round import Round
from wavinghands.engine.spells.enchantment import may_last

NAMES = ("Black", "White", "Grey")
ENCHANTMENTS = [
    (book, spell.slug)
    for book in BOOKS
    for duel in [engine.start(book, [{"name": name} for name in NAMES])]
    for spell in duel.lexicon.spells.values()
    if spell.slug != "charm_monster" and may_last(spell, duel.rules)
]
"""Each book with each effect that Permanency can extend in it."""


def cast_at(subject: str, book: str, slug: str, casters: Sequence[str], permanent: str) -> Round:
    """Return a round in which these wizards cast the same spell at `subject`.

    The spell cast by `permanent` is permanent.
    """
    duel = engine.start(book, [{"name": name} for name in NAMES])
    goblin = Monster("Grub", KINDS["goblin"], "Black", 1, target="White")
    duel = replace(duel, living=(goblin,))
    round = Round(duel, {name: Orders() for name in NAMES}, None, Chance(1, 1))
    spell = duel.lexicon.slugs[slug]
    for name in casters:
        caster, being = round.actor(name), round.beings[subject]
        is_permanent = name == permanent
        round.casts.append(Cast(caster, spell, "left", subject=being, master=caster, is_permanent=is_permanent))
    casting.take_effect(round)
    return round


@pytest.mark.parametrize("casters", [("Black", "White"), ("White", "Black")], ids="-".join)
@pytest.mark.parametrize(("book", "slug"), ENCHANTMENTS)
def test_a_permanent_effect_outlasts_a_plain_one_and_is_reported_once(
    book: str, slug: str, casters: tuple[str, str]
) -> None:
    round = cast_at("Grey", book, slug, casters, permanent="Black")
    there = round.beings["Grey"].begun[slug]
    assert (there.left, there.by) == (None, "Black")
    begun = [event.data["left"] for event in round.events if event.type == "begins"]
    assert begun == [None]


@pytest.mark.parametrize("casters", [("Black", "White"), ("White", "Black")], ids="-".join)
@pytest.mark.parametrize(("book", "slug"), ENCHANTMENTS)
def test_two_spells_of_a_kind_on_a_monster_are_reported_once(book: str, slug: str, casters: tuple[str, str]) -> None:
    round = cast_at("Grub", book, slug, casters, permanent="Black")
    grub = round.beings["Grub"]
    assert isinstance(grub, Creature)
    assert [there.left for there in grub.begun.values()] in ([None], [])
    types = [event.type for event in round.events if event.type != "fails"]
    assert len(types) == len(set(types))


@pytest.mark.parametrize(("book", "slug"), ENCHANTMENTS)
def test_a_plain_enchantment_of_two_casters_belongs_to_neither(book: str, slug: str) -> None:
    round = cast_at("Grey", book, slug, ("Black", "White"), permanent="nobody")
    there = round.beings["Grey"].begun[slug]
    assert there.left is not None
    assert there.by is None
    assert [event.type for event in round.events] == ["begins"]


# Events that are not repeated


def sentences_of(duel: Duel, viewer: str | None = None) -> list[str]:
    return [event["text"] for event in last_round(duel, viewer)["events"]]


STOPPING = ("SPPC", "---C")


@pytest.mark.parametrize("book", BOOKS)
def test_time_stops_for_two_wizards_in_one_sentence(book: str) -> None:
    duel = duel_of(book, Black=STOPPING, White=STOPPING, Grey="----")
    sentences = [text for text in sentences_of(duel) if text.startswith("Time")]
    assert sentences == ["Time stops for all but Black and White."]


def test_a_blind_wizard_learns_of_no_others_time_stop() -> None:
    duel = duel_of("classic", Black=("SPP", "---"), White=("SPP", "---"), Grey="---")
    black, *others = duel.wizards
    blind = replace(duel, wizards=(black._replace(effects={"blindness": InForce(2)}), *others))
    after = engine.settle(blind, {name: {"left": "C", "right": "C"} for name in ("Black", "White")})
    for viewer, names in (("Black", "Black"), ("White", "Black and White"), (engine.EVERYTHING, "Black and White")):
        sentences = [text for text in sentences_of(after, viewer) if text.startswith("Time stops")]
        assert sentences == [f"Time stops for all but {names}."]


ELEMENTALS = {"Black": ("CWSSW", "C----"), "White": ("CSWWS", "C----")}
"""The gestures that summon a fire elemental and an ice elemental in the same round."""


def test_a_destruction_is_reported_once() -> None:
    duel = duel_of("standard", **ELEMENTALS)
    sentences = [text for text in sentences_of(duel) if "destroyed" in text]
    assert sorted(sentences) == sorted(
        f"{monster.name} is destroyed at once: fire and ice meet." for monster in duel.monsters
    )


def test_a_blind_wizard_learns_that_a_monster_is_gone_but_not_how() -> None:
    duel = duel_of("standard", **{name: (left[:-1], right[:-1]) for name, (left, right) in ELEMENTALS.items()})
    black, white = duel.wizards
    blind = replace(duel, wizards=(black._replace(effects={"blindness": InForce(2)}), white))
    orders: dict[str, Json] = {"Black": {"left": "W", "right": "-"}, "White": {"left": "S", "right": "-"}}
    after = engine.settle(blind, orders)
    gone = {f"{monster.name} is destroyed." for monster in after.monsters}
    assert len(gone) == 2
    assert {text for text in sentences_of(after, "Black") if "destroyed" in text} == gone
