"""The summons. Source: Bartle, "Summons Spells"; ruling 3.8."""

from dataclasses import replace

from wavinghands.engine.beings import Actor, Being, Cast, Creature
from wavinghands.engine.round import Question, Round
from wavinghands.engine.rules import Rules
from wavinghands.engine.spells.spell import Chapter, Effect, Spell, Usually


def controller(being: Being | None) -> str | None:
    """Who commands what is summoned at `being`: the wizard himself, or the monster's controller as the round began."""
    if isinstance(being, Creature):
        return None if being.is_new or being.kind.is_elemental else being.first_owner
    return being.name if isinstance(being, Actor) and being.stands else None


def kind_of(cast: Cast, round: Round) -> str:
    """The kind of monster that a summons makes; of an elemental it is the subject who says which."""
    kind = KINDS_MADE[cast.spell.slug]
    if kind != "elemental":
        return kind
    master = round.beings.get(controller(cast.subject) or ("" if cast.subject else cast.caster.name))
    return f"{_element(master, round) if isinstance(master, Actor) else 'fire'}_elemental"


def _element(master: Actor, round: Round) -> str:
    text = "An elemental appears at your word. Of which kind?"
    question = Question(master.name, ("elemental",), "element", text, ("fire", "ice"), ("fire", "ice"), "fire")
    return str(round.ask(question))


def summons(cast: Cast, round: Round) -> None:
    """Let the monster appear, for its subject. Source: Bartle, "Summon Goblin"; ruling 3.8."""
    owner = controller(cast.subject)
    is_elemental = cast.kind.endswith("elemental")
    if owner is None and not (is_elemental and cast.spell.usually is not Usually.SELF):
        round.fail(cast, "no_effect")
    else:
        round.appear(cast, None if is_elemental else owner)


def makes_elemental(spell: Spell) -> bool:
    """Whether `spell` brings an elemental, which needs no sight, and no being in most books."""
    return KINDS_MADE.get(spell.slug, "").endswith("elemental")


AIMS = {"being": Usually.SELF, "none": Usually.NONE, "optional": Usually.NOBODY}


def aimed(spell: Spell, rules: Rules) -> Spell:
    """A spell as it is under `rules`: an elemental may need a target, have none, or appear all the same."""
    if not makes_elemental(spell):
        return spell
    return replace(spell, usually=AIMS[rules.elemental_target], never_reflected=rules.elemental_target != "being")


KINDS_MADE = {
    "summon_goblin": "goblin",
    "summon_ogre": "ogre",
    "summon_troll": "troll",
    "summon_giant": "giant",
    "summon_elemental": "elemental",
    "summon_fire_elemental": "fire_elemental",
    "summon_ice_elemental": "ice_elemental",
}


def _monster(slug: str, name: str, points: int, effect: Effect = summons) -> Spell:
    return Spell(
        slug=slug,
        name=name,
        chapter=Chapter.SUMMONS,
        usually=Usually.SELF,
        effect=effect,
        text=f"A monster appears that does {points} point{'s' if points > 1 else ''} of damage a round and dies of as "
        "many. It obeys its subject.",
        rules=f"Bartle, {name}; ruling 3.8",
    )


def _elemental(slug: str, name: str, usually: Usually, which: str) -> Spell:
    return Spell(
        slug=slug,
        name=name,
        chapter=Chapter.SUMMONS,
        usually=usually,
        effect=summons,
        text=f"{which} appears, which does 3 points of damage a round to everybody who does not resist it.",
        rules="Bartle, Summon Elemental; ruling 4.6",
    )


SPELLS = (
    _monster("summon_goblin", "Summon Goblin", 1),
    _monster("summon_ogre", "Summon Ogre", 2),
    _monster("summon_troll", "Summon Troll", 3),
    _monster("summon_giant", "Summon Giant", 4),
    _elemental(
        "summon_elemental", "Summon Elemental", Usually.SELF, "A fire or an ice elemental, as its subject says,"
    ),
    _elemental("summon_fire_elemental", "Summon Fire Elemental", Usually.NONE, "A fire elemental"),
    _elemental("summon_ice_elemental", "Summon Ice Elemental", Usually.NONE, "An ice elemental"),
)
