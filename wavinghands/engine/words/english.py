"""All English texts about duels. The texts of spells, books and options come from their definitions.

A sentence is a complete template. Its fields are the facts of an event, already in words, and for each being that a
fact names, its forms: `{wizard_his}`, `{subject_himself}`, and all others in the table `pronouns`. A key with more
dots is a special case of the one with fewer: `dies.wizard.poison`, `dies.wizard`.
"""

from collections.abc import Mapping
from typing import Final

from wavinghands.engine.books import BOOKS
from wavinghands.engine.spells import SPELLS
from wavinghands.engine.words.english_options import option_words

Catalogue = Mapping[str, Mapping[str, str]]
"""Tables of templates and names, by table and key."""

EVENTS: Final = {
    "round_of": "An extra round for {wizards}.",
    "round_of.haste": "A free round: only {wizards} may act.",
    "round_of.time_stop": "Time stands still: only {wizards} may act.",
    "gestures": "{wizard} {left} and {right}.",
    "gestures.both.C": "{wizard} claps.",
    "gestures.both.D": "{wizard} points with both hands.",
    "gestures.both.F": "{wizard} wriggles the fingers of both hands.",
    "gestures.both.P": "{wizard} shows both palms.",
    "gestures.both.S": "{wizard} snaps the fingers of both hands.",
    "gestures.both.W": "{wizard} waves both hands.",
    "gestures.both.>": "{wizard} brandishes a knife in each hand, though only the right one is real.",
    "gestures.both.-": "{wizard} does nothing.",
    "forced": "{wizard}'s {hand} is not {wizard_his} own: {gesture}{because}.",
    "forced.paralysis": "{wizard}'s {hand} is paralysed: {gesture}{because}.",
    "forced.amnesia": "{wizard} forgets what the {hand} was meant to do: {gesture}{because}.",
    "forced.fear": "{wizard} is too afraid to use the {hand} freely: {gesture}{because}.",
    "forced.confusion": "{wizard} is confused in the {hand}: {gesture}{because}.",
    "forced.maladroitness": "{wizard}'s left hand follows the right: {gesture}{because}.",
    "forced.charm_person": "{wizard}'s {hand} is charmed into {gesture}{because}.",
    "ails": "{subject} sickens of {effect}. Rounds to live: {rounds}.",
    "says": "{wizard} says: “{words}”",
    "banked": "{wizard} banks {spell}.",
    "banks": "{wizard} banks a spell.",
    "extended": "{caster} makes {caster_his} {spell} permanent.",
    "cast": "{caster} casts {spell}.",
    "cast.at": "{caster} casts {spell} at {target}.",
    "cast.self": "{caster} casts {spell} at {caster_himself}.",
    "cast.nobody": "{caster} casts {spell} at nobody.",
    "cast.released": "{caster} lets go of {spell}.",
    "cast.released.at": "{caster} lets go of {spell}, at {target}.",
    "cast.released.self": "{caster} lets go of {spell}, at {caster_himself}.",
    "cast.released.nobody": "{caster} lets go of {spell}, at nobody.",
    "misses": "{caster}'s {spell} misses: {reason}.",
    "misses.at": "{caster}'s {spell} misses {whom}: {reason}.",
    "fails": "{caster}'s {spell} fizzles: {reason}.",
    "fails.at": "{caster}'s {spell} at {whom} fizzles: {reason}.",
    "fails.self": "{caster}'s {spell} at {caster_himself} fizzles: {reason}.",
    "reflected": "{caster}'s {spell} is turned back by {mirror}'s mirror{because}.",
    "appears": "{monster}, {kind}, appears.",
    "appears.serving": "{monster}, {kind}, appears and serves {owner}.",
    "shielded": "{subject} is shielded{because}.",
    "shielded.dispel_magic": "{subject} is shielded by the Dispel Magic{because}.",
    "countering": "A Counter-spell guards {subject}{because}.",
    "mirroring": "A mirror stands before {subject}{because}.",
    "dispelling": "{caster}'s Dispel Magic undoes all magic in the circle.",
    "cured": "{subject} is cured of up to {points} of damage{because}.",
    "raised": "{subject} rises from the dead{because}.",
    "doomed": "{spell} takes hold of {subject}{because}.",
    "destroyed": "{monster} is destroyed at once: {reason}.",
    "merged": "{monster} is taken in by {into}.",
    "rages": "The {spell} rages.",
    "spared": "The {spell} does {subject} no harm: {reason}.",
    "bound": "{monster} is bound by {spell}{because}.",
    "stops_time": "Time stops for all but {wizards}{because}.",
    "stops_time.monster": "{monster} attacks once more while time stands still{because}.",
    "confused": "{monster} is confused and attacks at random{because}.",
    "charmed": "{monster} obeys {owner} now{because}.",
    "begins": "{effect} takes hold of {subject}{because}.",
    "begins.protection": "{subject} is protected from evil{because}.",
    "begins.resist_heat": "{subject} resists heat{because}.",
    "begins.resist_cold": "{subject} resists cold{because}.",
    "begins.disease": "{subject} falls ill with a deadly disease{because}.",
    "begins.poison": "{subject} is poisoned{because}.",
    "begins.blindness": "{subject} goes blind{because}.",
    "begins.invisibility": "{subject} fades from sight{because}.",
    "begins.anti_spell": "{subject} can no longer use the gestures made so far{because}.",
    "begins.paralysis": "A hand of {subject} will be paralysed{because}.",
    "begins.paralysis.monster": "{subject} will be paralysed{because}.",
    "begins.paralysis.hand": "{subject}'s {hand} will be paralysed{because}.",
    "begins.amnesia": "{subject} will repeat these gestures{because}.",
    "begins.amnesia.monster": "{subject} will forget its orders{because}.",
    "begins.fear": "{subject} will be afraid{because}.",
    "begins.confusion": "{subject} will be confused{because}.",
    "begins.maladroitness": "{subject} will be maladroit{because}.",
    "begins.charm_person": "A hand of {subject} will be charmed{because}.",
    "begins.charm_person.hand": "{subject}'s {hand} will be charmed{because}.",
    "begins.haste": "{subject} quickens{because}.",
    "begins.delay_effect": "{subject} can keep a spell for later{because}.",
    "begins.permanency": "{subject} can make an enchantment last{because}.",
    "ends": "{effect} on {subject} ends: {reason}.",
    "ends.time": "{effect} on {subject} ends.",
    "ends.time.blindness": "{subject} can see again.",
    "ends.time.invisibility": "{subject} can be seen again.",
    "ends.time.protection": "{subject} is no longer protected from evil.",
    "ends.time.haste": "{subject} slows down again.",
    "ends.time.delay_effect": "{subject} can no longer keep a spell for later.",
    "ends.time.permanency": "{subject} can no longer make an enchantment last.",
    "damage": "{cause} hurts {subject} for {points}.",
    "damage.stab": "{by} stabs {subject} for {points}.",
    "damage.stab.self": "{by} stabs {subject_himself} for {points}.",
    "damage.monster": "{by} attacks {subject} for {points}.",
    "damage.monster.self": "{by} attacks {subject_himself} for {points}.",
    "damage.elemental": "{by} strikes {subject} for {points}.",
    "hurt": "{subject} is hurt for {points}, by nothing that can be seen: somebody stopped time.",
    "attack": "{attacker} attacks {victim} and does no harm: {reason}.",
    "attack.misses": "{attacker} cannot find {victim}: {reason}.",
    "stab": "{attacker}'s knife does {victim} no harm: {reason}.",
    "stab.nobody": "{attacker} stabs the air.",
    "stab.deflected": "{attacker}'s knife glances off {victim}: {reason}.",
    "stab.misses": "{attacker}'s knife misses {victim}: {reason}.",
    "idle": "{monster} does not attack: {reason}.",
    "dies": "{name} dies.",
    "dies.wizard.disease": "{name} dies of the disease.",
    "dies.wizard.poison": "{name} dies of the poison.",
    "dies.wizard.finger_of_death": "{name} falls dead at the touch of a finger.",
    "dies.wizard.forfeit": "{name} stops {name_his} own heart.",
    "dies.monster": "{name} is destroyed.",
    "dies.monster.wounds": "{name} dies.",
    "surrenders": "{wizard} gives up.",
    "surrenders.palms": "{wizard} surrenders.",
    "victory": "{wizard} wins the duel.",
    "victory.several": "{wizards} win the duel.",
    "draw": "The duel is a draw.",
}
"""A sentence for each event, by its type and further facts."""

GESTURES: Final = {
    "left.C": "makes half a clap with {wizard_his} left hand",
    "left.D": "points with {wizard_his} left hand",
    "left.F": "wriggles the fingers of {wizard_his} left hand",
    "left.P": "shows the palm of {wizard_his} left hand",
    "left.S": "snaps the fingers of {wizard_his} left hand",
    "left.W": "waves {wizard_his} left hand",
    "left.>": "stabs with {wizard_his} left hand",
    "left.-": "rests {wizard_his} left hand",
    "right.C": "makes half a clap with {wizard_his} right hand",
    "right.D": "points with {wizard_his} right hand",
    "right.F": "wriggles the fingers of {wizard_his} right hand",
    "right.P": "shows the palm of {wizard_his} right hand",
    "right.S": "snaps the fingers of {wizard_his} right hand",
    "right.W": "waves {wizard_his} right hand",
    "right.>": "stabs with {wizard_his} right hand",
    "right.-": "rests {wizard_his} right hand",
}
"""The actions of one hand of `wizard`, for the sentence `gestures`."""

FORCED: Final = {
    "C": "a clap",
    "D": "pointing",
    "F": "wriggling its fingers",
    "P": "showing its palm",
    "S": "snapping its fingers",
    "W": "a wave",
    ">": "a stab",
    "-": "nothing",
}
"""The gestures of a forced hand."""

REASONS: Final = {
    "misses": "it finds nobody",
    "misses.absent": "there is nobody there",
    "misses.blindness": "its caster cannot see",
    "misses.invisibility": "its target cannot be seen",
    "fails": "it has no effect",
    "fails.no_effect": "it has no effect there",
    "fails.dispelled": "it is dispelled",
    "fails.countered": "a Counter-spell stops it",
    "fails.absent": "there is no such monster",
    "fails.mirror_blind": "it is lost in a mirror that cannot see",
    "fails.mirrors": "it falls apart between two mirrors",
    "fails.cancelled": "its opposite cancels it",
    "fails.clash": "it clashes with another spell on the same mind",
    "fails.removed": "a Remove Enchantment undoes it",
    "fails.shielded": "a shield stops it",
    "fails.ice": "it and the Ice Storm undo each other",
    "fails.resists": "the heat is resisted",
    "fails.bound": "a permanent spell holds that mind already",
    "destroyed": "{why} does it",
    "destroyed.elements": "fire and ice meet",
    "spared": "nothing of it gets through",
    "spared.countered": "a Counter-spell guards {subject_him}",
    "spared.resists": "{subject} resists it",
    "attack": "nothing of it gets through",
    "attack.deflected": "a shield is in the way",
    "attack.resisted": "{victim} resists it",
    "attack.misses": "{victim} cannot be seen",
    "stab": "nothing of it gets through",
    "stab.deflected": "a shield is in the way",
    "stab.misses": "{victim} cannot be seen",
    "stab.misses.blindness": "{attacker} cannot see",
    "idle": "{why} holds it",
    "ends": "{why} undoes it",
    "ends.clash": "it clashes with another spell on the same mind",
}
"""The reasons of events that do not give a more detailed one, by type and `why`."""

CAUSES: Final = {
    "effect": "{effect} is on {on} since round {since}",
    "effect.by": "{by} cast {effect} on {on} in round {since}",
    "protection": "{on} is protected from evil since round {since}",
    "resist_heat": "{on} resists heat since round {since}",
    "resist_cold": "{on} resists cold since round {since}",
    "blindness": "{on} was made blind in round {since}",
    "invisibility": "{on} was made invisible in round {since}",
    "haste": "{on} was hastened in round {since}",
    "time_stop": "time was stopped for {on} in round {since}",
    "spell": "{spell} was cast",
    "spell.by": "{by} cast {spell}",
    "monster": "{monster} is in the circle",
}
"""The reasons given by events: an effect on a being `since` a round, or a spell of the same round."""

WRAPS: Final = {
    "because": " ({reason})",
    "second": "In haste: {sentence}",
    "permanent": "{sentence} It will not pass by itself.",
    "and": "{first} and {rest}",
    "against": "{first} against {rest}",
    "comma": "{first}, {rest}",
}
"""Templates that are put around a complete part."""

KINDS: Final = {
    "goblin": "a goblin",
    "ogre": "an ogre",
    "troll": "a troll",
    "giant": "a giant",
    "fire_elemental": "a fire elemental",
    "ice_elemental": "an ice elemental",
}
"""The kinds of monsters."""
HANDS: Final = {"left": "left hand", "right": "right hand", "both": "hands"}
"""The origins of spells and stabs."""
PLACES: Final = {
    "nobody": "nobody",
    "left": "the monster of {wizard}'s left hand",
    "right": "the monster of {wizard}'s right hand",
    "both": "the monster of {wizard}'s hands",
}
"""Targets that have no name yet."""

POINTS: Final = {"1": "1 point", "many": "{number} points"}
"""Points of damage, by number if a language has special forms."""

PRONOUNS: Final = """\
he: he she it they
him: him her it them
his: his her its their
himself: himself herself itself themselves"""
"""Forms that depend on the gender (`m f n x`) of a being, one per line. A translation has its own, or none."""


def forms(lines: str) -> dict[str, str]:
    """Return the forms, with keys such as `FORM.f` for the feminine one; a dash is an empty form."""
    table: dict[str, str] = {}
    for form, colon, words in (line.partition(":") for line in lines.splitlines()):
        if colon:
            by_gender = zip("mfnx", words.split(), strict=True)
            table |= {f"{form}.{gender}": "" if word == "-" else word for gender, word in by_gender}
    return table


GENERAL_RULES: Final = {
    "gestures": "All hands are revealed at once. A clap needs both hands, else it is as good as nothing; of two stabs "
    "only that of the right hand counts.",
    "talk": "What a wizard says is heard by everybody when the hands are revealed. It changes nothing.",
    "lost_target": "A spell is used up when its gestures are complete. If its target is not there, it reaches nobody.",
    "new_target": "A spell may be aimed at a monster that is only being summoned. If none appears, the spell is lost.",
    "blind_caster": "Who was blind when the round began cannot aim: spells and stabs miss everybody but the wizard who "
    "casts them.",
    "unseen_target": "Who was invisible when the round began is missed by the spells, stabs and monsters of others.",
    "mirror_sight": "A mirror turns nothing back if its bearer is blind or the caster invisible. The spell is lost.",
    "two_mirrors": "A spell that one mirror throws into another falls apart between them.",
    "death_and_life": "Finger of Death and Raise Dead on the same being undo each other: none dies, none is cured.",
    "elements": "Fire and ice settle their accounts before anything attacks: elementals of one kind merge, opposites "
    "destroy each other, a storm takes the elementals, and an elemental smothers the storm of the other kind.",
    "fireball_in_ice": "Whom a Fireball reaches in a raging Ice Storm is hurt by neither of them.",
    "mind_clash": "Spells that ask different things of the same mind in the same round undo each other. Which of them "
    "do is told by the options of the book.",
    "permanent_mind": "A mind that a permanent spell holds is closed to any other such spell.",
    "protected": "A Shield, and whatever protects like one, stops every stab, missile and monster of the round.",
    "resistant": "Who resists heat takes nothing from fire, who resists cold nothing from ice.",
    "summoning": "A monster appears once Counter-spells and mirrors have had their say. It serves the wizard at whom "
    "its summons was cast, and attacks at once.",
    "attacks": "All monsters attack at the same time, each its one victim, even those that die in the round.",
    "elementals": "An elemental obeys nobody and strikes every being that is neither protected nor resistant.",
    "stab": "A knife does one point of damage. Nobody can be stabbed with two knives at once, nor through a shield.",
    "damage_and_cures": "Damage and cures of a round are counted together at its end; nobody is healed beyond the "
    "points of the beginning, or what the options of the book allow.",
    "death": "Who has no hit points left at the end of the round dies. All that he did in the round still counts.",
    "countdown": "What lasts a number of rounds has one less after each of them, and is over after the last.",
    "surrender": "Two palms at once are a surrender, whether they were meant or forced. It counts at the end of the "
    "round, and spells that the palms complete are still cast.",
    "forfeit": "A wizard may give up at the end of any round, whatever the hands do.",
    "end": "The duel ends with the round after which no more than one wizard stands, or those of one team alone.",
    "common_sense": "What no other rule foresees is decided by plain sense.",
}
"""The rules that do not belong to a spell, in one or two sentences each."""

REPORT: Final = {
    "title": "{wizards}. Book: {book}.",
    "round": "Round {number}",
    "round.haste": "Round {number} (free round)",
    "round.time_stop": "Round {number} (time stopped)",
    "points": "Hit points: {wizards}.",
    "points.of": "{wizard} {hp}",
    "hands": "{wizard}: {left} {right}",
    "number": "Round",
    "left": "LH",
    "right": "RH",
    "hp": "HP",
    "legend": "* completes a spell; ? could not be seen.",
    "victory": "{wizards} wins.",
    "victory.several": "{wizards} win.",
    "draw": "A draw.",
}
"""Headings and lines around the sentences of a report."""

QUESTIONS: Final = {
    "spells": "Your gestures complete several spells. Which will you cast?",
    "spells.second": "Your second gestures complete several spells. Which will you cast?",
    "target.left": "Your left hand casts {spell}. At whom?",
    "target.right": "Your right hand casts {spell}. At whom?",
    "target.both": "Your hands cast {spell}. At whom?",
    "target.stab": "Whom is your stab meant for?",
    "element": "An elemental appears at your word. Of which kind?",
    "paralyze": "Which of {subject}'s hands will you hold?",
    "paralyze.next": "Which of {subject}'s hands do you hold?",
    "direct": "Which of {subject}'s hands will you lead?",
    "direct.next": "What shall {subject}'s hand do?",
    "direct.next.left": "What shall {subject}'s left hand do?",
    "direct.next.right": "What shall {subject}'s right hand do?",
}
"""Questions to wizards."""

ANSWERS: Final = {
    "left": "{spell} (left)",
    "right": "{spell} (right)",
    "both": "{spell} (both)",
    "fire": "fire",
    "ice": "ice",
    "dice": "as the dice fall",
}
"""Answers other than hands and beings: a spell of a hand, or an element."""

NOTES: Final = {
    **{f"{slug}.{hand}".rstrip("."): text for slug, spell in SPELLS.items() for hand, text in spell.notes.items()},
    "turns.C": "C becomes F",
    "turns.F": "F becomes C",
}
"""Notes to a wizard about effects, by effect, and by hand if it is known."""

ASSUMED: Final = {
    "unseen": "You have not seen all that {wizard} may build on.",
    "banked": "You do not know what {wizard} has banked: nothing is released.",
    "rest": "The hands of {wizard} are at rest.",
    "question": "{wizard} is asked: “{question}” Assumed: {answer}.",
    "confusion.left": "Confusion makes the left hand of {wizard} do {gesture}.",
    "confusion.right": "Confusion makes the right hand of {wizard} do {gesture}.",
    "paralyze.left": "The left hand of {wizard} is held.",
    "paralyze.right": "The right hand of {wizard} is held.",
    "attack": "{monster} goes for {victim}.",
}
"""The assumptions of a rehearsal."""

NAMES: Final = {
    **{slug: spell.name for slug, spell in SPELLS.items()},
    **{slug: slug.replace("_", " ").capitalize() for slug in GENERAL_RULES},
}
"""The names of spells, also used for their effects, and of the other rules."""
RULES: Final = {slug: spell.text for slug, spell in SPELLS.items()} | GENERAL_RULES
"""The text of each rule; rules of spells are under the slugs of spells."""
BOOK_WORDS: Final = {slug: book.title for slug, book in BOOKS.items()} | {
    f"{slug}.summary": book.summary for slug, book in BOOKS.items()
}
"""The books, as `BOOK` and `BOOK.summary`."""

ENGLISH: Final[Catalogue] = {
    "events": EVENTS,
    "gestures": GESTURES,
    "forced": FORCED,
    "reasons": REASONS,
    "causes": CAUSES,
    "wraps": WRAPS,
    "names": NAMES,
    "kinds": KINDS,
    "hands": HANDS,
    "places": PLACES,
    "points": POINTS,
    "pronouns": forms(PRONOUNS),
    "rules": RULES,
    "report": REPORT,
    "questions": QUESTIONS,
    "answers": ANSWERS,
    "notes": NOTES,
    "assumed": ASSUMED,
    "options": option_words() | BOOK_WORDS,
}
"""All tables of this module."""
