"""All the words in which duels are told, in German. Its keys are those of the English catalogue.

Names have no article and no genitive here ("die Hand von Merlin"), so that neither gender nor spelling of a name
matters, and no pronouns are needed.
"""

from typing import Final

from wavinghands.engine.words.english import Catalogue
from wavinghands.engine.words.german_options import OPTIONS
from wavinghands.engine.words.german_rules import NAMES, RULES

EVENTS: Final = {
    "round_of": "Eine zusätzliche Runde für {wizards}.",
    "round_of.haste": "Eine freie Runde, nur für {wizards}.",
    "round_of.time_stop": "Die Zeit steht still, nur nicht für {wizards}.",
    "gestures": "{wizard} {left} und {right}.",
    "gestures.both.C": "{wizard} klatscht.",
    "gestures.both.D": "{wizard} zeigt mit beiden Händen.",
    "gestures.both.F": "{wizard} bewegt die Finger beider Hände.",
    "gestures.both.P": "{wizard} zeigt beide Handflächen.",
    "gestures.both.S": "{wizard} schnippt mit beiden Händen.",
    "gestures.both.W": "{wizard} winkt mit beiden Händen.",
    "gestures.both.>": "{wizard} schwingt in jeder Hand ein Messer, doch nur das rechte ist echt.",
    "gestures.both.-": "{wizard} tut nichts.",
    "forced": "Die {hand} von {wizard} gehorcht nicht: {gesture}{because}.",
    "forced.paralysis": "Die {hand} von {wizard} ist gelähmt: {gesture}{because}.",
    "forced.amnesia": "{wizard} hat vergessen, was die {hand} tun sollte: {gesture}{because}.",
    "forced.fear": "{wizard} fürchtet sich zu sehr, um die {hand} frei zu gebrauchen: {gesture}{because}.",
    "forced.confusion": "Verwirrung führt die {hand} von {wizard}: {gesture}{because}.",
    "forced.maladroitness": "Die linke Hand von {wizard} macht der rechten alles nach: {gesture}{because}.",
    "forced.charm_person": "Die {hand} von {wizard} ist bezaubert: {gesture}{because}.",
    "ails": "{subject} siecht dahin ({effect}). Runden bis zum Tod: {rounds}.",
    "says": "{wizard} sagt: „{words}“",
    "banked": "{wizard} hebt einen Zauber auf: {spell}.",
    "banks": "{wizard} hebt einen Zauber auf.",
    "extended": "{caster} macht {spell} dauerhaft.",
    "cast": "{caster} wirkt {spell}.",
    "cast.at": "{caster} wirkt {spell} auf {target}.",
    "cast.self": "{caster} wirkt {spell} auf sich selbst.",
    "cast.nobody": "{caster} wirkt {spell} auf niemanden.",
    "cast.released": "{caster} lässt {spell} frei.",
    "cast.released.at": "{caster} lässt {spell} frei, auf {target}.",
    "cast.released.self": "{caster} lässt {spell} frei, auf sich selbst.",
    "cast.released.nobody": "{caster} lässt {spell} frei, auf niemanden.",
    "misses": "{spell} von {caster} geht fehl: {reason}.",
    "misses.at": "{spell} von {caster} verfehlt {whom}: {reason}.",
    "fails": "{spell} von {caster} verpufft: {reason}.",
    "fails.at": "{spell} von {caster} auf {whom} verpufft: {reason}.",
    "fails.self": "{spell} von {caster} auf sich selbst verpufft: {reason}.",
    "reflected": "Der Spiegel von {mirror} wirft {spell} auf {caster} zurück{because}.",
    "appears": "{monster}, {kind}, erscheint.",
    "appears.serving": "{monster}, {kind}, erscheint und dient {owner}.",
    "shielded": "Ein Schild schützt {subject}{because}.",
    "shielded.dispel_magic": "Die gebannte Magie schützt {subject} wie ein Schild{because}.",
    "countering": "Ein Gegenzauber schützt {subject}{because}.",
    "mirroring": "Ein Spiegel steht vor {subject}{because}.",
    "dispelling": "{caster} bannt alle Magie im Kreis.",
    "cured": "{subject} wird geheilt: bis zu {points} Schaden{because}.",
    "raised": "{subject} steht von den Toten auf{because}.",
    "doomed": "{spell} ergreift {subject}{because}.",
    "destroyed": "{monster} vergeht sofort: {reason}.",
    "merged": "{monster} geht in {into} auf.",
    "rages": "Der {spell} tobt.",
    "spared": "Der {spell} schadet {subject} nicht: {reason}.",
    "bound": "{monster} ist gebunden durch {spell}{because}.",
    "stops_time": "Die Zeit steht still für alle außer {monster}{because}.",
    "confused": "{monster} ist verwirrt und greift aufs Geratewohl an{because}.",
    "charmed": "{monster} gehorcht nun {owner}{because}.",
    "begins": "{effect} ergreift {subject}{because}.",
    "begins.protection": "{subject} ist vor dem Bösen geschützt{because}.",
    "begins.resist_heat": "{subject} widersteht der Hitze{because}.",
    "begins.resist_cold": "{subject} widersteht der Kälte{because}.",
    "begins.disease": "{subject} erkrankt tödlich{because}.",
    "begins.poison": "{subject} ist vergiftet{because}.",
    "begins.blindness": "{subject} erblindet{because}.",
    "begins.invisibility": "{subject} wird unsichtbar{because}.",
    "begins.anti_spell": "{subject} kann die bisherigen Gesten nicht mehr gebrauchen{because}.",
    "begins.paralysis": "Eine Hand von {subject} wird gelähmt sein{because}.",
    "begins.paralysis.hand": "Die {hand} von {subject} wird gelähmt sein{because}.",
    "begins.amnesia": "{subject} wird diese Gesten wiederholen{because}.",
    "begins.fear": "{subject} wird sich fürchten{because}.",
    "begins.confusion": "{subject} wird verwirrt sein{because}.",
    "begins.maladroitness": "{subject} wird ungeschickt sein{because}.",
    "begins.charm_person": "Eine Hand von {subject} wird bezaubert sein{because}.",
    "begins.charm_person.hand": "Die {hand} von {subject} wird bezaubert sein{because}.",
    "begins.haste": "{subject} wird schneller{because}.",
    "begins.time_stop": "Die Zeit steht still für alle außer {subject}{because}.",
    "begins.delay_effect": "{subject} kann einen Zauber für später aufheben{because}.",
    "begins.permanency": "{subject} kann eine Verzauberung dauerhaft machen{because}.",
    "ends": "{effect} auf {subject} endet: {reason}.",
    "ends.time": "{effect} auf {subject} endet.",
    "ends.time.blindness": "{subject} kann wieder sehen.",
    "ends.time.invisibility": "{subject} ist wieder zu sehen.",
    "ends.time.protection": "{subject} ist nicht länger vor dem Bösen geschützt.",
    "ends.time.haste": "{subject} wird wieder langsamer.",
    "ends.time.delay_effect": "{subject} kann keinen Zauber mehr für später aufheben.",
    "ends.time.permanency": "{subject} kann keine Verzauberung mehr dauerhaft machen.",
    "damage": "{subject} erleidet {points} Schaden durch {cause}.",
    "damage.stab": "{by} sticht zu: {points} Schaden für {subject}.",
    "damage.stab.self": "{by} sticht sich selbst: {points} Schaden.",
    "damage.monster": "{by} greift an: {points} Schaden für {subject}.",
    "damage.monster.self": "{by} greift sich selbst an: {points} Schaden.",
    "damage.elemental": "{by} schlägt zu: {points} Schaden für {subject}.",
    "hurt": "{subject} erleidet {points} Schaden, und nichts ist zu sehen: Jemand hat die Zeit angehalten.",
    "attack": "{attacker} greift {victim} an, doch ohne Schaden: {reason}.",
    "attack.misses": "{attacker} findet {victim} nicht: {reason}.",
    "stab": "Das Messer von {attacker} schadet {victim} nicht: {reason}.",
    "stab.nobody": "{attacker} sticht in die Luft.",
    "stab.deflected": "Das Messer von {attacker} gleitet an {victim} ab: {reason}.",
    "stab.misses": "Das Messer von {attacker} verfehlt {victim}: {reason}.",
    "idle": "{monster} greift nicht an: {reason}.",
    "dies": "{name} stirbt.",
    "dies.wizard.disease": "{name} stirbt an der Krankheit.",
    "dies.wizard.poison": "{name} stirbt an dem Gift.",
    "dies.wizard.finger_of_death": "{name} fällt tot um, von einem Finger berührt.",
    "dies.wizard.forfeit": "{name} hält das eigene Herz an.",
    "dies.monster": "{name} vergeht.",
    "dies.monster.wounds": "{name} stirbt.",
    "surrenders": "{wizard} gibt auf.",
    "surrenders.palms": "{wizard} ergibt sich.",
    "victory": "{wizard} gewinnt das Duell.",
    "victory.several": "{wizards} gewinnen das Duell.",
    "draw": "Das Duell endet unentschieden.",
}
"""A sentence for each event: by its type, and by what else makes a difference."""

GESTURES: Final = {
    "left.C": "deutet mit der linken Hand ein Klatschen an",
    "left.D": "zeigt mit der linken Hand",
    "left.F": "bewegt die Finger der linken Hand",
    "left.P": "zeigt die linke Handfläche",
    "left.S": "schnippt mit der linken Hand",
    "left.W": "winkt mit der linken Hand",
    "left.>": "sticht mit der linken Hand zu",
    "left.-": "lässt die linke Hand ruhen",
    "right.C": "deutet mit der rechten Hand ein Klatschen an",
    "right.D": "zeigt mit der rechten Hand",
    "right.F": "bewegt die Finger der rechten Hand",
    "right.P": "zeigt die rechte Handfläche",
    "right.S": "schnippt mit der rechten Hand",
    "right.W": "winkt mit der rechten Hand",
    "right.>": "sticht mit der rechten Hand zu",
    "right.-": "lässt die rechte Hand ruhen",
}
"""What one hand of `wizard` does, for the sentence `gestures`."""

FORCED: Final = {
    "C": "ein Klatschen",
    "D": "ein Zeigen",
    "F": "ein Fingerspiel",
    "P": "eine offene Handfläche",
    "S": "ein Schnippen",
    "W": "ein Winken",
    ">": "ein Stich",
    "-": "nichts",
}
"""What a forced hand is made to do."""

REASONS: Final = {
    "misses": "niemand ist zu finden",
    "misses.absent": "dort ist niemand",
    "misses.blindness": "wer zaubert, sieht nichts",
    "misses.invisibility": "das Ziel ist nicht zu sehen",
    "fails": "ohne Wirkung",
    "fails.no_effect": "dort wirkt der Zauber nicht",
    "fails.dispelled": "alle Magie ist gebannt",
    "fails.countered": "ein Gegenzauber hält ihn auf",
    "fails.absent": "so ein Monster gibt es nicht",
    "fails.mirror_blind": "er verliert sich in einem Spiegel, der nichts sieht",
    "fails.mirrors": "er zerfällt zwischen zwei Spiegeln",
    "fails.cancelled": "sein Gegenstück hebt ihn auf",
    "fails.clash": "ein anderer Zauber auf denselben Geist steht ihm entgegen",
    "fails.removed": "eine Entzauberung hebt ihn auf",
    "fails.shielded": "ein Schild hält ihn auf",
    "fails.ice": "er und der Eissturm heben einander auf",
    "fails.resists": "die Hitze richtet nichts aus",
    "fails.bound": "ein dauerhafter Zauber hält diesen Geist schon",
    "destroyed": "Ursache ist {why}",
    "destroyed.elements": "Feuer und Eis treffen aufeinander",
    "spared": "nichts davon dringt durch",
    "spared.countered": "ein Gegenzauber schützt {subject}",
    "spared.resists": "{subject} widersteht",
    "attack": "nichts davon dringt durch",
    "attack.deflected": "ein Schild ist im Weg",
    "attack.resisted": "{victim} widersteht",
    "attack.misses": "{victim} ist nicht zu sehen",
    "stab": "nichts davon dringt durch",
    "stab.deflected": "ein Schild ist im Weg",
    "stab.misses": "{victim} ist nicht zu sehen",
    "stab.misses.blindness": "{attacker} sieht nichts",
    "idle": "gebunden durch {why}",
    "ends": "aufgehoben durch {why}",
}
"""What an event hung on, where the event does not tell it in more detail: by its type and its `why`."""

CAUSES: Final = {
    "effect": "{effect} liegt seit Runde {since} auf {on}",
    "effect.by": "{by} hat in Runde {since} {effect} auf {on} gewirkt",
    "protection": "{on} ist seit Runde {since} vor dem Bösen geschützt",
    "resist_heat": "{on} widersteht seit Runde {since} der Hitze",
    "resist_cold": "{on} widersteht seit Runde {since} der Kälte",
    "blindness": "{on} ist in Runde {since} geblendet worden",
    "invisibility": "{on} ist in Runde {since} unsichtbar geworden",
    "haste": "{on} ist in Runde {since} schneller geworden",
    "time_stop": "die Zeit ist in Runde {since} für {on} angehalten worden",
    "spell": "{spell} ist gewirkt worden",
    "spell.by": "{by} hat {spell} gewirkt",
    "monster": "{monster} ist im Kreis",
}
"""What an event hung on: something in force on a being `since` a round, or a spell of the same round."""

WRAPS: Final = {
    "because": " ({reason})",
    "second": "In Hast: {sentence}",
    "permanent": "{sentence} Das vergeht nicht von selbst.",
    "and": "{first} und {rest}",
    "against": "{first} gegen {rest}",
    "comma": "{first}, {rest}",
}
"""What is put around a part that is whole by itself."""

KINDS: Final = {
    "goblin": "ein Goblin",
    "ogre": "ein Oger",
    "troll": "ein Troll",
    "giant": "ein Riese",
    "fire_elemental": "ein Feuerelementar",
    "ice_elemental": "ein Eiselementar",
}
"""The kinds of monsters."""
HANDS: Final = {"left": "linke Hand", "right": "rechte Hand", "both": "Hände"}
"""Where a spell or a stab comes from: after an article of the nominative or the accusative."""
PLACES: Final = {
    "nobody": "niemand",
    "left": "das Monster der linken Hand von {wizard}",
    "right": "das Monster der rechten Hand von {wizard}",
    "both": "das Monster der Hände von {wizard}",
}
"""A target that has no name of its own yet."""

POINTS: Final = {"1": "1 Punkt", "many": "{number} Punkte"}
"""Points of damage."""

REPORT: Final = {
    "title": "{wizards}. Buch: {book}.",
    "round": "Runde {number}",
    "round.haste": "Runde {number} (freie Runde)",
    "round.time_stop": "Runde {number} (angehaltene Zeit)",
    "points": "Lebenspunkte: {wizards}.",
    "points.of": "{wizard} {hp}",
    "hands": "{wizard}: {left} {right}",
    "number": "Runde",
    "left": "LH",
    "right": "RH",
    "hp": "LP",
    "legend": "* vollendet einen Zauber; ? war nicht zu sehen.",
    "victory": "{wizards} gewinnt.",
    "victory.several": "{wizards} gewinnen.",
    "draw": "Unentschieden.",
}
"""Headings and lines around the sentences of a report."""

QUESTIONS: Final = {
    "spells": "Deine Gesten vollenden mehrere Zauber. Welchen willst du wirken?",
    "spells.second": "Deine zweiten Gesten vollenden mehrere Zauber. Welchen willst du wirken?",
    "target.left": "Deine linke Hand wirkt {spell}. Auf wen?",
    "target.right": "Deine rechte Hand wirkt {spell}. Auf wen?",
    "target.both": "Deine Hände wirken {spell}. Auf wen?",
    "target.stab": "Wem gilt dein Stich?",
    "element": "Auf dein Wort erscheint ein Elementar. Welcher Art?",
    "paralyze": "Welche Hand von {subject} willst du lähmen?",
    "paralyze.next": "Welche Hand von {subject} lähmst du?",
    "direct": "Welche Hand von {subject} willst du führen?",
    "direct.next": "Was soll die Hand von {subject} tun?",
    "direct.next.left": "Was soll die linke Hand von {subject} tun?",
    "direct.next.right": "Was soll die rechte Hand von {subject} tun?",
}
"""What wizards are asked."""

ANSWERS: Final = {
    "left": "{spell} (links)",
    "right": "{spell} (rechts)",
    "both": "{spell} (beide)",
    "fire": "Feuer",
    "ice": "Eis",
    "dice": "wie die Würfel fallen",
}
"""What they may answer, but hands and beings: a spell of a hand, or an element."""

NOTES: Final = {
    "paralysis": "Eine deiner Hände ist gelähmt: {turns}, aus S wird D, aus W wird P, alles andere bleibt.",
    "paralysis.left": "Deine linke Hand ist gelähmt: {turns}, aus S wird D, aus W wird P, alles andere bleibt.",
    "paralysis.right": "Deine rechte Hand ist gelähmt: {turns}, aus S wird D, aus W wird P, alles andere bleibt.",
    "amnesia": "Du hast vergessen, was du tun wolltest: Deine Hände wiederholen ihre letzten Gesten.",
    "fear": "Du fürchtest dich: Deine Hände können weder C noch D, F oder S machen.",
    "confusion": "Du bist verwirrt: Eine deiner Hände wird etwas anderes tun, als du sagst.",
    "maladroitness": "Du bist ungeschickt: Deine linke Hand wird der rechten alles nachmachen.",
    "charm_person": "Du bist bezaubert: {by} sagt, was eine deiner Hände tut.",
    "charm_person.left": "Du bist bezaubert: {by} sagt, was deine linke Hand tut.",
    "charm_person.right": "Du bist bezaubert: {by} sagt, was deine rechte Hand tut.",
    "blindness": "Du bist blind: Du siehst die Gesten der anderen nicht.",
    "invisibility": "Niemand sieht deine Gesten.",
    "turns.C": "aus C wird F",
    "turns.F": "aus F wird C",
}
"""What a wizard is told of what is in force on him, by effect, and by the hand if it is known."""

ASSUMED: Final = {
    "unseen": "Du hast nicht alles gesehen, worauf {wizard} bauen kann.",
    "banked": "Du weißt nicht, was {wizard} aufgehoben hat: Nichts wird freigelassen.",
    "rest": "Die Hände von {wizard} ruhen.",
    "question": "{wizard} wird gefragt: „{question}“ Angenommen: {answer}.",
    "confusion.left": "Verwirrung lässt die linke Hand von {wizard} {gesture} machen.",
    "confusion.right": "Verwirrung lässt die rechte Hand von {wizard} {gesture} machen.",
    "paralyze.left": "Die linke Hand von {wizard} ist gelähmt.",
    "paralyze.right": "Die rechte Hand von {wizard} ist gelähmt.",
    "attack": "{monster} greift {victim} an.",
}
"""What a rehearsal assumes."""

GERMAN: Final[Catalogue] = {
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
    "pronouns": {},
    "rules": RULES,
    "report": REPORT,
    "questions": QUESTIONS,
    "answers": ANSWERS,
    "notes": NOTES,
    "assumed": ASSUMED,
    "options": OPTIONS,
}
"""All tables of this language."""
