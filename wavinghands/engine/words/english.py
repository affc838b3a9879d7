"""All English texts about duels.

The texts of spells, books and options come from their definitions. A sentence is a complete template. A field such as
`{wizard}` is replaced by a fact about the event, in words. A field such as `{wizard_his}` is replaced by a pronoun for
the being in this fact; the table `pronouns` has all pronouns. A key with more dots is a special case of a key with
fewer dots. For example, `dies.wizard.poison` is a special case of `dies.wizard`.
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
    "round_of.haste": "An extra round: only {wizards} can act.",
    "round_of.time_stop": "Time stands still: only {wizards} can act.",
    "gestures": "{wizard} {left} and {right}.",
    "gestures.both.C": "{wizard} claps.",
    "gestures.both.D": "{wizard} points with both hands.",
    "gestures.both.F": "{wizard} wiggles the fingers of both hands.",
    "gestures.both.P": "{wizard} shows both palms.",
    "gestures.both.S": "{wizard} snaps the fingers of both hands.",
    "gestures.both.W": "{wizard} waves both hands.",
    "gestures.both.>": "{wizard} brandishes a knife in each hand, though only the right one is real.",
    "gestures.both.-": "{wizard} does nothing.",
    "forced": "{wizard}’s {hand} does not obey: {gesture}{because}.",
    "forced.paralysis": "{wizard}’s {hand} is paralysed: {gesture}{because}.",
    "forced.amnesia": "{wizard} forgets what the {hand} was meant to do: {gesture}{because}.",
    "forced.fear": "Fear holds {wizard}’s {hand} back: {gesture}{because}.",
    "forced.confusion": "Confusion takes over {wizard}’s {hand}: {gesture}{because}.",
    "forced.maladroitness": "{wizard}’s left hand follows the right: {gesture}{because}.",
    "forced.charm_person": "{wizard}’s {hand} is charmed: {gesture}{because}.",
    "ails": "{effect} weakens {subject}. Rounds to live: {rounds}.",
    "says": "{wizard} says: “{words}”",
    "banked": "{wizard} stores {spell} for later.",
    "banks": "{wizard} stores a spell for later.",
    "extended": "{caster} makes {caster_his} {spell} permanent.",
    "cast": "{caster} casts {spell}.",
    "cast.at": "{caster} casts {spell} on {target}.",
    "cast.self": "{caster} casts {spell} on {caster_himself}.",
    "cast.nobody": "{caster} casts {spell} at no one.",
    "cast.released": "{caster} releases {spell}.",
    "cast.released.at": "{caster} releases {spell} on {target}.",
    "cast.released.self": "{caster} releases {spell} on {caster_himself}.",
    "cast.released.nobody": "{caster} releases {spell} at no one.",
    "misses": "{caster}’s {spell} misses: {reason}.",
    "misses.at": "{caster}’s {spell} misses {whom}: {reason}.",
    "fails": "{caster}’s {spell} fizzles: {reason}.",
    "fails.at": "{caster}’s {spell} on {whom} fizzles: {reason}.",
    "fails.self": "{caster}’s {spell} on {caster_himself} fizzles: {reason}.",
    "reflected": "{mirror}’s mirror reflects {caster}’s {spell}{because}.",
    "appears": "{monster}, {kind}, appears.",
    "appears.serving": "{monster}, {kind}, appears and serves {owner}.",
    "shielded": "{subject} is shielded{because}.",
    "shielded.dispel_magic": "{subject} is shielded by Dispel Magic{because}.",
    "countering": "A Counter-spell guards {subject}{because}.",
    "mirroring": "A mirror stands before {subject}{because}.",
    "dispelling": "{caster}’s Dispel Magic undoes all magic in the circle.",
    "cured": "{subject} heals up to {points} of damage{because}.",
    "raised": "{subject} rises from the dead{because}.",
    "doomed": "{spell} takes hold of {subject}{because}.",
    "destroyed": "{monster} is destroyed at once: {reason}.",
    "merged": "{monster} merges into {into}.",
    "rages": "The {spell} rages.",
    "spared": "The {spell} does not hurt {subject}: {reason}.",
    "bound": "{spell} binds {monster}{because}.",
    "stops_time": "Time stops for all but {wizards}{because}.",
    "stops_time.monster": "{monster} attacks once more while time stands still{because}.",
    "confused": "{monster} is confused and attacks at random{because}.",
    "charmed": "{monster} now obeys {owner}{because}.",
    "begins": "{effect} takes hold of {subject}{because}.",
    "begins.protection": "{subject} is protected from evil{because}.",
    "begins.resist_heat": "{subject} resists heat{because}.",
    "begins.resist_cold": "{subject} resists cold{because}.",
    "begins.disease": "{subject} falls ill with a deadly disease{because}.",
    "begins.poison": "{subject} is poisoned{because}.",
    "begins.blindness": "{subject} goes blind{because}.",
    "begins.invisibility": "{subject} fades from sight{because}.",
    "begins.anti_spell": "{subject}’s gestures so far no longer count{because}.",
    "begins.paralysis": "One of {subject}’s hands will be paralysed{because}.",
    "begins.paralysis.monster": "{subject} will be paralysed{because}.",
    "begins.paralysis.hand": "{subject}’s {hand} will be paralysed{because}.",
    "begins.amnesia": "{subject} will repeat these gestures{because}.",
    "begins.amnesia.monster": "{subject} will forget its orders{because}.",
    "begins.fear": "{subject} will be afraid{because}.",
    "begins.confusion": "{subject} will be confused{because}.",
    "begins.maladroitness": "{subject} will be clumsy{because}.",
    "begins.charm_person": "One of {subject}’s hands will be charmed{because}.",
    "begins.charm_person.hand": "{subject}’s {hand} will be charmed{because}.",
    "begins.haste": "{subject} speeds up{because}.",
    "begins.delay_effect": "{subject} can store a spell for later{because}.",
    "begins.permanency": "{subject} can make an enchantment permanent{because}.",
    "ends": "{effect} on {subject} ends: {reason}.",
    "ends.time": "{effect} on {subject} ends.",
    "ends.time.blindness": "{subject} can see again.",
    "ends.time.invisibility": "{subject} can be seen again.",
    "ends.time.protection": "{subject} is no longer protected from evil.",
    "ends.time.haste": "{subject} slows down again.",
    "ends.time.delay_effect": "{subject} can no longer store a spell for later.",
    "ends.time.permanency": "{subject} can no longer make an enchantment permanent.",
    "damage": "{cause} hits {subject} for {points}.",
    "damage.stab": "{by} stabs {subject} for {points}.",
    "damage.stab.self": "{by} stabs {subject_himself} for {points}.",
    "damage.monster": "{by} attacks {subject} for {points}.",
    "damage.monster.self": "{by} attacks {subject_himself} for {points}.",
    "damage.elemental": "{by} strikes {subject} for {points}.",
    "hurt": "Something unseen hits {subject} for {points}: someone stopped time.",
    "attack": "{attacker} attacks {victim} but does no damage: {reason}.",
    "attack.misses": "{attacker} does not find {victim}: {reason}.",
    "stab": "{attacker}’s knife does not hurt {victim}: {reason}.",
    "stab.nobody": "{attacker} stabs the air.",
    "stab.deflected": "{attacker}’s knife glances off {victim}: {reason}.",
    "stab.misses": "{attacker}’s knife misses {victim}: {reason}.",
    "idle": "{monster} does not attack: {reason}.",
    "dies": "{name} dies.",
    "dies.wizard.disease": "{name} dies of the disease.",
    "dies.wizard.poison": "{name} dies of the poison.",
    "dies.wizard.finger_of_death": "{name} falls dead at the touch of a finger.",
    "dies.wizard.forfeit": "{name} stops {name_his} own heart.",
    "dies.monster": "{name} is destroyed.",
    "dies.monster.wounds": "{name} dies.",
    "late": "{wizard} runs out of time.",
    "surrenders": "{wizard} gives up.",
    "surrenders.palms": "{wizard} surrenders.",
    "surrenders.ruling": "The time limit ends the duel for {wizard}.",
    "surrenders.absence": "{wizard} did not show up in time.",
    "surrenders.timeout": "{wizard} runs out of time.",
    "victory": "{wizard} wins the duel.",
    "victory.several": "{wizards} win the duel.",
    "draw": "The duel is a draw.",
}
"""A sentence for each event, by the event's type and other facts."""

GESTURES: Final = {
    "left.C": "makes half a clap with {wizard_his} left hand",
    "left.D": "points with {wizard_his} left hand",
    "left.F": "wiggles the fingers of {wizard_his} left hand",
    "left.P": "shows the palm of {wizard_his} left hand",
    "left.S": "snaps the fingers of {wizard_his} left hand",
    "left.W": "waves {wizard_his} left hand",
    "left.>": "stabs with {wizard_his} left hand",
    "left.-": "rests {wizard_his} left hand",
    "right.C": "makes half a clap with {wizard_his} right hand",
    "right.D": "points with {wizard_his} right hand",
    "right.F": "wiggles the fingers of {wizard_his} right hand",
    "right.P": "shows the palm of {wizard_his} right hand",
    "right.S": "snaps the fingers of {wizard_his} right hand",
    "right.W": "waves {wizard_his} right hand",
    "right.>": "stabs with {wizard_his} right hand",
    "right.-": "rests {wizard_his} right hand",
}
"""Phrases about one hand of `wizard`, for the sentence `gestures`."""

FORCED: Final = {
    "C": "a clap",
    "D": "pointing",
    "F": "wiggling its fingers",
    "P": "showing its palm",
    "S": "snapping its fingers",
    "W": "a wave",
    ">": "a stab",
    "-": "nothing",
}
"""Phrases about the gesture of a forced hand."""

REASONS: Final = {
    "misses": "it finds nobody",
    "misses.absent": "nobody is there",
    "misses.blindness": "its caster cannot see",
    "misses.invisibility": "its target cannot be seen",
    "fails": "it has no effect",
    "fails.no_effect": "it has no effect there",
    "fails.dispelled": "it is dispelled",
    "fails.countered": "a Counter-spell stops it",
    "fails.absent": "there is no such monster",
    "fails.mirror_blind": "it vanishes in a mirror that cannot see where to send it",
    "fails.mirrors": "it falls apart between two mirrors",
    "fails.cancelled": "its opposite cancels it",
    "fails.clash": "it clashes with another spell on the same mind",
    "fails.removed": "Remove Enchantment undoes it",
    "fails.shielded": "a shield stops it",
    "fails.ice": "it and the Ice Storm cancel each other out",
    "fails.resists": "{whom} resists the heat",
    "fails.bound": "a permanent spell already controls that mind",
    "destroyed": "{why} is too much for it",
    "destroyed.elements": "fire and ice meet",
    "spared": "none of it gets through",
    "spared.countered": "a Counter-spell guards {subject_him}",
    "spared.resists": "{subject} resists it",
    "attack": "none of it gets through",
    "attack.deflected": "a shield is in the way",
    "attack.resisted": "{victim} resists it",
    "attack.misses": "{victim} cannot be seen",
    "stab": "none of it gets through",
    "stab.deflected": "a shield is in the way",
    "stab.misses": "{victim} cannot be seen",
    "stab.misses.blindness": "{attacker} cannot see",
    "idle": "{why} prevents it",
    "ends": "{why} undoes it",
    "ends.clash": "it clashes with another spell on the same mind",
}
"""The reasons for events that give no other reason, by type and `why`."""

CAUSES: Final = {
    "effect": "{effect} has been on {on} since round {since}",
    "effect.by": "{by} cast {effect} on {on} in round {since}",
    "protection": "{on} has been protected from evil since round {since}",
    "resist_heat": "{on} has resisted heat since round {since}",
    "resist_cold": "{on} has resisted cold since round {since}",
    "blindness": "{on} went blind in round {since}",
    "invisibility": "{on} became invisible in round {since}",
    "haste": "{on} sped up in round {since}",
    "time_stop": "time stopped for all but {on} in round {since}",
    "spell": "{spell} was cast",
    "spell.by": "{by} cast {spell}",
    "monster": "{monster} is in the circle",
}
"""The reasons that events give: an effect in force since a round, or a spell of the same round."""

WRAPS: Final = {
    "because": " ({reason})",
    "second": "In haste: {sentence}",
    "permanent": "{sentence} It will not wear off.",
    "and": "{first} and {rest}",
    "against": "{first} against {rest}",
    "comma": "{first}, {rest}",
}
"""Templates that enclose a complete sentence or part of one."""

KINDS: Final = {
    "goblin": "a goblin",
    "ogre": "an ogre",
    "troll": "a troll",
    "giant": "a giant",
    "fire_elemental": "a fire elemental",
    "ice_elemental": "an ice elemental",
}
"""Phrases for the kinds of monsters."""
HANDS: Final = {"left": "left hand", "right": "right hand", "both": "hands"}
"""The hands that cast spells and stab."""
PLACES: Final = {
    "nobody": "nobody",
    "left": "the monster of {wizard}’s left hand",
    "right": "the monster of {wizard}’s right hand",
    "both": "the monster of {wizard}’s hands",
}
"""Phrases for targets that have no name yet."""

POINTS: Final = {"1": "1 point", "many": "{number} points"}
"""Points of damage. A language may have special forms for some numbers."""

PRONOUNS: Final = """\
he: he she it they
him: him her it them
his: his her its their
himself: himself herself itself themselves"""
"""Forms that depend on the gender (`m f n x`) of a being, one per line. A translation has its own forms, or none."""


def forms(lines: str) -> dict[str, str]:
    """Parse a table of word forms, with one line per word and one column per gender.

    Each key of the result consists of a word and a gender, such as `his.f`. A dash in `lines` is an empty form.
    """
    table: dict[str, str] = {}
    for form, colon, words in (line.partition(":") for line in lines.splitlines()):
        if colon:
            by_gender = zip("mfnx", words.split(), strict=True)
            table |= {f"{form}.{gender}": "" if word == "-" else word for gender, word in by_gender}
    return table


GENERAL_RULES: Final = {
    "gestures": "All hands are revealed at once. A clap needs both hands; with one hand it does nothing. If both "
    "hands stab, only the right hand’s stab counts.",
    "talk": "Everyone can read messages when the hands are revealed. Messages don’t affect the duel.",
    "lost_target": "A spell is used up once its gestures are complete. If its target is gone, it reaches nobody.",
    "new_target": "A spell can target a monster that is being summoned in the same round. If no monster appears, the "
    "spell is lost.",
    "blind_caster": "A wizard who is blind when the round begins cannot aim: spells and stabs at anyone else miss.",
    "unseen_target": "Spells, stabs and monsters of others miss a wizard who is invisible when the round begins.",
    "mirror_sight": "A mirror reflects nothing if its owner is blind or the caster is invisible. The spell is lost.",
    "two_mirrors": "A spell that one mirror reflects into another falls apart between them.",
    "death_and_life": "Finger of Death and Raise Dead on the same target cancel each other out: the target "
    "neither dies nor heals.",
    "elements": "Fire and ice meet before anything attacks. Elementals of one kind merge, opposite ones destroy each "
    "other. A storm destroys all elementals, but an elemental of the opposite kind stops the storm.",
    "fireball_in_ice": "If a Fireball and an Ice Storm reach the same target, neither hurts it.",
    "mind_clash": "Mind spells that reach the same target in the same round can cancel each other out. The rule "
    "options say which ones do.",
    "permanent_mind": "While a permanent spell controls a mind, other mind spells have no effect on it.",
    "protected": "A Shield, or anything that protects like one, stops all stabs, missiles and monsters this round.",
    "resistant": "Fire does not hurt a being that resists heat. Ice does not hurt a being that resists cold.",
    "summoning": "A monster appears once Counter-spells and mirrors have taken effect. It serves the target of the "
    "summoning spell and attacks at once.",
    "attacks": "All monsters attack at the same time, each its own target. Even those that die this round attack.",
    "elementals": "An elemental obeys nobody and attacks everyone who is neither protected nor resistant, monsters "
    "included.",
    "stab": "A stab does one point of damage. A wizard has only one knife, and a Shield stops it.",
    "damage_and_cures": "Damage and cures of a round are added up at its end. Nobody heals beyond their starting hit "
    "points, unless the rule options allow more.",
    "death": "A wizard without hit points at the end of the round dies. Everything they did this round still counts.",
    "countdown": "An effect that lasts several rounds loses one after each round and ends after the last.",
    "surrender": "Two palms at once mean surrender, whether chosen or forced. It takes effect at the "
    "end of the round, and spells that the palms complete are still cast.",
    "forfeit": "A wizard can give up at the end of any round, whatever their hands do.",
    "end": "The duel ends after the round that leaves at most one wizard, or only wizards of one team.",
    "common_sense": "Common sense decides what no other rule covers.",
}
"""The rules that do not belong to a spell, in one or two sentences each."""

REPORT: Final = {
    "title": "{wizards}. Rule set: {book}.",
    "round": "Round {number}",
    "round.haste": "Round {number} (extra round)",
    "round.time_stop": "Round {number} (time stopped)",
    "points": "Hit points: {wizards}.",
    "points.of": "{wizard} {hp}",
    "hands": "{wizard}: {left} {right}",
    "number": "Round",
    "left": "LH",
    "right": "RH",
    "hp": "HP",
    "legend": "* completes a spell; ? was not seen.",
    "victory": "{wizards} wins.",
    "victory.several": "{wizards} win.",
    "draw": "A draw.",
}
"""Headings and lines around the sentences of a report."""

QUESTIONS: Final = {
    "spells": "Your gestures complete several spells. Which will you cast?",
    "spells.second": "Your second gestures complete several spells. Which will you cast?",
    "target.left": "Your left hand casts {spell}. Who is the target?",
    "target.right": "Your right hand casts {spell}. Who is the target?",
    "target.both": "Your hands cast {spell}. Who is the target?",
    "target.stab": "Who is the target of your stab?",
    "element": "You decide which elemental appears. Fire or ice?",
    "paralyze": "Which of {subject}’s hands will you paralyse?",
    "paralyze.next": "Which of {subject}’s hands do you paralyse?",
    "direct": "Which of {subject}’s hands will you control?",
    "direct.next": "What should {subject}’s hand do?",
    "direct.next.left": "What should {subject}’s left hand do?",
    "direct.next.right": "What should {subject}’s right hand do?",
}
"""Questions to wizards."""

ANSWERS: Final = {
    "left": "{spell} (left)",
    "right": "{spell} (right)",
    "both": "{spell} (both)",
    "fire": "fire",
    "ice": "ice",
    "dice": "let the dice decide",
}
"""Answers other than hands and beings: a hand's spell, or an element."""

NOTES: Final = {
    **{f"{slug}.{hand}".rstrip("."): text for slug, spell in SPELLS.items() for hand, text in spell.notes.items()},
    "turns.C": "C becomes F",
    "turns.F": "F becomes C",
}
"""Notes to a wizard about effects, by effect and, if it is known, by hand."""

ASSUMED: Final = {
    "unseen": "{wizard} may have made gestures that you have not seen.",
    "banked": "You do not know which spell {wizard} has stored, so it is not released.",
    "rest": "{wizard}’s hands do nothing.",
    "question": "Question to {wizard}: “{question}” Assumed answer: {answer}.",
    "confusion.left": "Confusion makes {wizard}’s left hand do {gesture}.",
    "confusion.right": "Confusion makes {wizard}’s right hand do {gesture}.",
    "paralyze.left": "{wizard}’s left hand is paralysed.",
    "paralyze.right": "{wizard}’s right hand is paralysed.",
    "attack": "{monster} attacks {victim}.",
}
"""The assumptions of a rehearsal."""

NAMES: Final = {
    **{slug: spell.name for slug, spell in SPELLS.items()},
    **{slug: slug.replace("_", " ").capitalize() for slug in GENERAL_RULES},
}
"""The names of spells, which are also those of their effects, and the names of the other rules."""
RULES: Final = {slug: spell.text for slug, spell in SPELLS.items()} | GENERAL_RULES
"""The text of each rule. The rule of a spell has the slug of the spell."""
BOOK_WORDS: Final = {slug: book.title for slug, book in BOOKS.items()} | {
    f"{slug}.summary": book.summary for slug, book in BOOKS.items()
}
"""The titles and summaries of the books, as `BOOK` and `BOOK.summary`."""

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
