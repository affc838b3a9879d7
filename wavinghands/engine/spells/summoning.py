"""The summoning spells. Source: Bartle, "Summons Spells"; ruling 3.8 (docs/rulings.md)."""

from dataclasses import replace

from wavinghands.engine.beings import Actor, Being, Cast, Creature
from wavinghands.engine.round import Question, Round
from wavinghands.engine.rules import Rules
from wavinghands.engine.spell import Chapter, Spell, Usually
from wavinghands.engine.spells.stopping import ELEMENTALS


def controller(being: Being | None) -> str | None:
    """Return the wizard who will control a monster summoned at `being`, or `None`.

    A monster summoned at a wizard obeys that wizard. A monster summoned at another monster obeys the wizard who
    controlled the other monster at the start of the round.
    """
    if isinstance(being, Creature):
        return None if being.is_new or being.kind.is_elemental else being.first_owner
    return being.name if isinstance(being, Actor) and being.stands else None


def kind_of(cast: Cast, round: Round) -> str:
    """Return the kind of monster that a spell summons.

    The subject of the spell chooses the kind of an elemental.
    """
    kind = cast.spell.makes
    if kind != "elemental":
        return kind
    master = round.beings.get(controller(cast.subject) or ("" if cast.subject else cast.caster.name))
    return f"{_element(master, round) if isinstance(master, Actor) else 'fire'}_elemental"


def _element(master: Actor, round: Round) -> str:
    return str(round.ask(Question(master.name, ("elemental",), "element", "element", ("fire", "ice"), "fire")))


def summons(cast: Cast, round: Round) -> None:
    """Summon a monster that obeys the spell's subject.

    If the subject is a monster, the new monster obeys the controller of that monster. Source: Bartle, "Summon Goblin";
    ruling 3.8 (docs/rulings.md).
    """
    owner = controller(cast.subject)
    is_elemental = cast.kind.endswith("elemental")
    if owner is None and not (is_elemental and _needs_no_master(cast)):
        round.fail(cast, "no_effect")
    else:
        round.appear(cast, None if is_elemental else owner)


def _needs_no_master(cast: Cast) -> bool:
    """Return whether `cast` summons an elemental even if `controller()` finds no wizard for it.

    This is the case if elementals need no target, or if the spell reaches a monster that is neither an elemental nor
    new in this round. Source: ruling 2 (docs/rulings.md).
    """
    being = cast.subject
    is_there = isinstance(being, Creature) and not being.is_new and not being.kind.is_elemental
    return is_there or cast.spell.usually is not Usually.SELF


def makes_elemental(spell: Spell) -> bool:
    """Return whether `spell` summons an elemental.

    The caster of such a spell need not see the target and, in most books, need not name one.
    """
    return spell.makes.endswith("elemental")


AIMS = {"being": Usually.SELF, "none": Usually.NONE, "optional": Usually.NOBODY}
"""The default target of a spell that summons an elemental, by the option `elemental_target`.

Source: ruling 2 (docs/rulings.md).
"""


def aimed(spell: Spell, rules: Rules) -> Spell:
    """Return `spell` adapted to the option `elemental_target`.

    Only spells that summon elementals change. The option says whether they need a target, have none, or can have one.
    """
    if not makes_elemental(spell):
        return spell
    return replace(spell, usually=AIMS[rules.elemental_target], never_reflected=rules.elemental_target != "being")


def _monster(kind: str, points: int) -> Spell:
    name, unit = f"Summon {kind.title()}", "point" if points == 1 else "points"
    return Spell(
        slug=f"summon_{kind}",
        name=name,
        chapter=Chapter.SUMMONS,
        usually=Usually.SELF,
        effect=summons,
        makes=kind,
        under={"monsters": True},
        text=f"Summons a monster with {points} hit {unit} that does {points} {unit} of damage per round. It serves the "
        "spell’s target.",
        rules=f"Bartle, {name}; ruling 3.8",
    )


def _elemental(kind: str, name: str, usually: Usually, which: str, *, count: str, keeps_off: tuple[str, ...]) -> Spell:
    return Spell(
        slug=f"summon_{kind}",
        name=name,
        chapter=Chapter.SUMMONS,
        usually=usually,
        effect=summons,
        makes=kind,
        under={"monsters": True, "elementals": count},
        keeps_off=keeps_off,
        text=f"Summons {which}. It does 3 points of damage per round to everyone who does not resist it.",
        rules="Bartle, Summon Elemental; ruling 4.6",
    )


SPELLS: tuple[Spell, ...] = (
    _monster("goblin", 1),
    _monster("ogre", 2),
    _monster("troll", 3),
    _monster("giant", 4),
    _elemental(
        "elemental",
        "Summon Elemental",
        Usually.SELF,
        "a fire or an ice elemental, as its target chooses",
        count="choice",
        keeps_off=ELEMENTALS,
    ),
    _elemental(
        "fire_elemental",
        "Summon Fire Elemental",
        Usually.NONE,
        "a fire elemental",
        count="two",
        keeps_off=("ice_elemental",),
    ),
    _elemental(
        "ice_elemental",
        "Summon Ice Elemental",
        Usually.NONE,
        "an ice elemental",
        count="two",
        keeps_off=("fire_elemental",),
    ),
)
"""The summoning spells, in the order of the kinds of monsters."""
