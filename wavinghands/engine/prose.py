"""Events told in words. The only place where the engine speaks English to players."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from wavinghands.engine.events import Event

Genders = Mapping[str, str]
"""The gender (`m f n x`) of each wizard, by name."""

PRONOUNS: Final = {
    "m": ("he", "him", "his", "himself"),
    "f": ("she", "her", "her", "herself"),
    "n": ("it", "it", "its", "itself"),
    "x": ("they", "them", "their", "themselves"),
}

MAKES: Final = {
    "C": "half a clap with {}",
    "D": "points with {}",
    "F": "wriggles the fingers of {}",
    "P": "shows the palm of {}",
    "S": "snaps the fingers of {}",
    "W": "waves {}",
    ">": "stabs with {}",
    "-": "rests {}",
}
MAKES_BOTH: Final = {
    "C": "claps",
    "D": "points with both hands",
    "F": "wriggles the fingers of both hands",
    "P": "shows both palms",
    "S": "snaps the fingers of both hands",
    "W": "waves both hands",
    ">": "brandishes a knife in each hand, though only the right one is real",
    "-": "does nothing",
}

SPELLS: Final = {
    "anti_spell": "Anti-spell",
    "counter_spell": "Counter-spell",
    "delay_effect": "Delayed Effect",
    "protection": "Protection from Evil",
}
KINDS: Final = {
    "goblin": "a goblin",
    "ogre": "an ogre",
    "troll": "a troll",
    "giant": "a giant",
    "fire_elemental": "a fire elemental",
    "ice_elemental": "an ice elemental",
}


def spell_name(slug: str) -> str:
    """The name of a spell or of its effect."""
    return SPELLS.get(slug) or slug.replace("_", " ").title().replace(" Of ", " of ")


def tell(event: Event, genders: Genders) -> str:
    """`event` as a sentence, with the wizards' genders."""
    return TELLERS[event.type](event.data, genders)


def _his(name: str, genders: Genders) -> str:
    return PRONOUNS[genders.get(name, "n")][2]


def _at(target: str | None, caster: str, genders: Genders) -> str:
    if target is None or target == "nobody":
        return " at nobody" if target else ""
    if target == caster:
        return f" at {PRONOUNS[genders.get(caster, 'n')][3]}"
    return f" at {place_name(target)}"


def place_name(ref: str) -> str:
    """A being, or the monster that a hand is summoning, in words."""
    hand, colon, wizard = ref.partition(":")
    return f"the monster of {wizard}'s {hand} hand" if colon else ref


def _gestures(data: Mapping[str, Any], genders: Genders) -> str:
    name, left, right = data["wizard"], data["left"], data["right"]
    if left == right:
        return f"{name} {MAKES_BOTH[left]}."
    his = _his(name, genders)
    return f"{name} {_makes(left, f'{his} left hand')} and {_makes(right, f'{his} right hand')}."


def _makes(gesture: str, hand: str) -> str:
    phrase = MAKES[gesture].format(hand)
    return f"makes {phrase}" if gesture == "C" else phrase


def _forced(data: Mapping[str, Any], genders: Genders) -> str:
    name, hand = data["wizard"], data["hand"]
    why = {
        "paralysis": f"{name}'s {hand} hand is paralysed",
        "amnesia": f"{name} forgets what {PRONOUNS[genders.get(name, 'n')][0]} meant to do with the {hand} hand",
        "fear": f"{name} is too afraid to use the {hand} hand as {PRONOUNS[genders.get(name, 'n')][0]} would",
        "confusion": f"{name} is confused in the {hand} hand",
        "maladroitness": f"{name}'s left hand follows the right",
        "charm_person": f"{name}'s {hand} hand is charmed",
    }[data["effect"]]
    return f"{why}: {data['gesture']}."


def _says(data: Mapping[str, Any], genders: Genders) -> str:
    return f"{data['wizard']} says: “{data['words']}”"


def _cast(data: Mapping[str, Any], genders: Genders) -> str:
    return f"{data['caster']} casts {spell_name(data['spell'])}{_at(data['target'], data['caster'], genders)}."


def _misses(data: Mapping[str, Any], genders: Genders) -> str:
    why = {
        "absent": "there is nobody there",
        "blindness": "its caster cannot see",
        "invisibility": "its target cannot be seen",
    }[data["why"]]
    return f"{data['caster']}'s {spell_name(data['spell'])} misses: {why}."


WHY_FAILS: Final = {
    "dispelled": "is dispelled",
    "countered": "is stopped by a Counter-spell",
    "absent": "finds no such monster and is lost",
    "mirror_blind": "is lost in a mirror that cannot see",
    "mirrors": "falls apart between two mirrors",
    "cancelled": "is cancelled by its opposite",
    "clash": "clashes with another spell on the same mind and does nothing",
    "removed": "is undone by a Remove Enchantment",
    "no_effect": "has no effect",
    "shielded": "is stopped by a shield",
    "ice": "and the Ice Storm undo each other",
    "resists": "does no harm: the heat is resisted",
    "unwritten": "fizzles: nobody has mastered this spell yet",
}


def _fails(data: Mapping[str, Any], genders: Genders) -> str:
    subject = data.get("subject")
    where = (
        f" at {subject}" if subject and data["why"] in ("countered", "no_effect", "shielded", "resists", "ice") else ""
    )
    return f"{data['caster']}'s {spell_name(data['spell'])}{where} {WHY_FAILS[data['why']]}."


def _reflected(data: Mapping[str, Any], genders: Genders) -> str:
    mirror = data["mirror"]
    return f"{data['caster']}'s {spell_name(data['spell'])} is turned back by {mirror}'s mirror."


def _appears(data: Mapping[str, Any], genders: Genders) -> str:
    owner = data["owner"]
    serving = f" and serves {owner}" if owner else ""
    return f"{data['monster']}, {KINDS[data['kind']]}, appears{serving}."


def _begins(data: Mapping[str, Any], genders: Genders) -> str:
    subject, effect = data["subject"], data["effect"]
    sentence = {
        "protection": "{} is protected from evil.",
        "resist_heat": "{} resists heat.",
        "resist_cold": "{} resists cold.",
        "disease": "{} falls ill with a deadly disease.",
        "poison": "{} is poisoned.",
        "blindness": "{} goes blind.",
        "invisibility": "{} fades from sight.",
        "anti_spell": "{} can no longer use the gestures made so far.",
        "paralysis": "{}'s {} will be paralysed.",
        "amnesia": "{} will repeat these gestures.",
        "fear": "{} will be afraid.",
        "confusion": "{} will be confused.",
        "maladroitness": "{} will be maladroit.",
        "charm_person": "{}'s {} will be charmed.",
    }[effect]
    return sentence.format(subject, f"{data['hand']} hand" if data.get("hand") else "hand")


def _ends(data: Mapping[str, Any], genders: Genders) -> str:
    return f"{spell_name(data['effect'])} on {data['subject']} ends."


def _damage(data: Mapping[str, Any], genders: Genders) -> str:
    subject, points, by = data["subject"], data["points"], data["by"]
    point = f"{points} point{'s' if points > 1 else ''}"
    cause = data["cause"]
    if cause == "stab":
        return f"{by} stabs {_self(subject, by, genders)} for {point}."
    if cause == "monster":
        return f"{by} attacks {_self(subject, by, genders)} for {point}."
    if cause == "elemental":
        return f"{by} strikes {subject} for {point}."
    return f"{spell_name(cause)} hurts {subject} for {point}."


def _self(subject: str, by: str | None, genders: Genders) -> str:
    return PRONOUNS[genders.get(subject, "n")][3] if subject == by else subject


def _attack(data: Mapping[str, Any], genders: Genders) -> str:
    attacker, victim = data["attacker"], data["victim"]
    return {
        "deflected": f"{attacker} attacks {victim}, who is shielded.",
        "resisted": f"{attacker} does {victim} no harm.",
        "misses": f"{attacker} cannot find {victim}.",
    }[data["result"]]


def _stab(data: Mapping[str, Any], genders: Genders) -> str:
    attacker, victim = data["attacker"], data["victim"]
    return {
        "nobody": f"{attacker} stabs the air.",
        "deflected": f"{attacker}'s knife glances off {victim}, who is shielded.",
        "misses": f"{attacker}'s knife misses {victim}.",
    }[data["result"]]


def _idle(data: Mapping[str, Any], genders: Genders) -> str:
    return f"{data['monster']} does not attack: {spell_name(data['why']).lower()} holds it."


def _dies(data: Mapping[str, Any], genders: Genders) -> str:
    wizard, cause = data.get("wizard"), data["cause"]
    if wizard:
        return f"{wizard} dies of {spell_name(cause).lower()}." if cause in ("disease", "poison") else f"{wizard} dies."
    return f"{data['monster']} is destroyed." if cause != "wounds" else f"{data['monster']} dies."


def _surrenders(data: Mapping[str, Any], genders: Genders) -> str:
    return f"{data['wizard']} {'surrenders' if data['how'] == 'palms' else 'gives up'}."


def _simply(sentence: str) -> Callable[[Mapping[str, Any], Genders], str]:
    def teller(data: Mapping[str, Any], genders: Genders) -> str:
        return sentence.format(**{key: _word(key, value) for key, value in data.items()})

    return teller


def _word(key: str, value: Any) -> Any:
    return spell_name(value) if key in ("spell", "why") and isinstance(value, str) else value


TELLERS: Final[Mapping[str, Callable[[Mapping[str, Any], Genders], str]]] = {
    "gestures": _gestures,
    "forced": _forced,
    "says": _says,
    "cast": _cast,
    "misses": _misses,
    "fails": _fails,
    "reflected": _reflected,
    "appears": _appears,
    "begins": _begins,
    "ends": _ends,
    "damage": _damage,
    "attack": _attack,
    "stab": _stab,
    "idle": _idle,
    "dies": _dies,
    "surrenders": _surrenders,
    "shielded": _simply("{subject} is shielded."),
    "countering": _simply("A Counter-spell guards {subject}."),
    "mirroring": _simply("A mirror stands before {subject}."),
    "dispelling": _simply("{caster}'s Dispel Magic undoes all magic in the circle."),
    "cured": _simply("{subject} is cured of up to {points} damage."),
    "raised": _simply("{subject} rises from the dead."),
    "doomed": _simply("{spell} takes hold of {subject}."),
    "destroyed": _simply("{monster} is destroyed at once."),
    "merged": _simply("{monster} is taken in by {into}."),
    "rages": _simply("The {spell} rages."),
    "spared": _simply("The {spell} does {subject} no harm."),
    "bound": _simply("{monster} is bound by {spell}."),
    "confused": _simply("{monster} is confused and attacks at random."),
    "charmed": _simply("{monster} obeys {owner} now."),
    "victory": _simply("{wizard} wins the duel."),
    "draw": _simply("The duel is a draw."),
    "hidden": _simply("{wizard}'s hands cannot be seen."),
}
