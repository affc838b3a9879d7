"""Examples of spells for users to try out, as data.

Each variation consists of a position and the gestures that complete the spell.
"""

from typing import Final

from django.utils.translation import gettext_lazy as _

from duels.books.scenes import MASTER, NOVICE, Example, Variation
from wavinghands import engine

ALL: Final = tuple(engine.BOOKS)
MONSTERS: Final = tuple(slug for slug in ALL if slug != "nomonsters")
SHORT: Final = ("classic", "spellcast")
"""The spell books in which Anti-spell has three gestures."""
LONG: Final = tuple(slug for slug in ALL if slug not in SHORT)

SHIELD = Example(
    spell="shield",
    books=ALL,
    variations=(
        Variation(
            title=_("against a missile and a knife"),
            says=_("Next, Ysolde completes S, D with one hand and stabs with the other. Show a palm."),
            then=_("One Shield stops both the missile and the knife. It lasts for one round."),
            comes={"type": "fails", "spell": "magic_missile", "why": "shielded"},
            before=("-", "-"),
            hands=("P", "-"),
            master_before=("S", "-"),
            master=("D", ">"),
        ),
        Variation(
            title=_("against a wound"),
            says=_("Ysolde completes W, F, P: Cause Light Wounds. Show a palm and see what happens."),
            then=_(
                "The wound got through: a Shield stops no spells except missiles. A Counter-spell "
                "would have stopped it."
            ),
            comes={"type": "damage", "subject": NOVICE, "cause": "cause_light_wounds"},
            before=("--", "--"),
            hands=("P", "-"),
            master_before=("WF", "--"),
            master=("P", "-"),
            master_also={0: {"cast": {"left": "cause_light_wounds"}}},
        ),
    ),
)

COUNTER_SPELL = Example(
    spell="counter_spell",
    books=ALL,
    variations=(
        Variation(
            title=_("against a Fireball"),
            says=_("Ysolde completes F, S, S, D, D: a Fireball. Complete W, W, S with your right hand."),
            then=_("Your Counter-spell cancelled the Fireball. It also acts as a Shield for that round."),
            comes={"type": "fails", "spell": "fireball", "why": "countered"},
            before=("----", "--WW"),
            hands=("-", "S"),
            master_before=("FSSD", "----"),
            master=("D", "-"),
        ),
        Variation(
            title=_("against a Finger of Death"),
            says=_("Ysolde completes P, W, P, F, S, S, S, D. Complete W, W, S and see what happens."),
            then=_(
                "A Counter-spell can’t stop a Finger of Death. Only Dispel Magic stops it, and a Magic "
                "Mirror reflects it."
            ),
            comes={"type": "dies", "wizard": NOVICE},
            before=("-------", "-----WW"),
            hands=("-", "S"),
            master_before=("PWPFSSS", "-------"),
            master=("D", "-"),
        ),
    ),
)

MAGIC_MIRROR = Example(
    spell="magic_mirror",
    books=ALL,
    variations=(
        Variation(
            title=_("against a Fireball"),
            says=_("You have clapped, and Ysolde is completing a Fireball. Wave with both hands."),
            then=_("The mirror reflected the Fireball onto its caster."),
            comes={"type": "reflected", "spell": "fireball"},
            before=("---C", "---C"),
            hands=("W", "W"),
            master_before=("FSSD", "----"),
            master=("D", "-"),
        ),
        Variation(
            title=_("against a knife"),
            says=_("You have clapped, and Ysolde is about to stab you. Wave with both hands."),
            then=_("A stab isn’t a spell, so a mirror doesn’t stop it. A Shield would."),
            comes={"type": "damage", "subject": NOVICE, "cause": "stab"},
            before=("C", "C"),
            hands=("W", "W"),
            master_before=("-", "-"),
            master=("-", ">"),
        ),
    ),
)

DISPEL_MAGIC = Example(
    spell="dispel_magic",
    books=ALL,
    variations=(
        Variation(
            title=_("against Paralysis and Fear"),
            says=_(
                "Ysolde casts Fear with one hand and Paralysis with the other. Wave with your "
                "left hand to complete Dispel Magic."
            ),
            then=_("Dispel Magic cancelled every other spell that round, no matter who cast it or on whom."),
            comes={"type": "fails", "spell": "paralysis", "why": "dispelled"},
            before=("CDP", "C--"),
            hands=("W", "-"),
            master_before=("-SW", "-FF"),
            master=("D", "F"),
        ),
        Variation(
            title=_("against a goblin"),
            in_books=MONSTERS,
            says=_("Ysolde has summoned a goblin. Wave with your left hand to complete Dispel Magic."),
            then=_(
                "Dispel Magic destroys all monsters, including yours. They attack once more before "
                "they go, but Dispel Magic also shields its target."
            ),
            comes={"type": "dies", "cause": "dispel_magic"},
            before=("CDP", "C--"),
            hands=("W", "-"),
            master_before=("SFW", "---"),
            master=("-", "-"),
        ),
    ),
)

REMOVE_ENCHANTMENT = Example(
    spell="remove_enchantment",
    books=ALL,
    variations=(
        Variation(
            title=_("to cure poison"),
            says=_(
                "You are poisoned and will die in a few rounds. Complete P, D, W, P and choose "
                "yourself as the target of Remove Enchantment."
            ),
            then=_(
                "The poison is gone. By default, the spell would have targeted Ysolde: its usual target is an opponent."
            ),
            comes={"type": "ends", "effect": "poison", "subject": NOVICE},
            before=("---PDW", "------"),
            hands=("P", "-"),
            also={0: {"cast": {"left": "remove_enchantment"}, "target": {"left": NOVICE}}},
            master_before=("DWWFWD", "------"),
            master=("-", "-"),
        ),
        Variation(
            title=_("to remove protection"),
            says=_(
                "Protection from Evil guards Ysolde against knives and missiles. Complete P, D, "
                "W, P with her as the target."
            ),
            then=_("Her Protection from Evil ended at once."),
            comes={"type": "ends", "effect": "protection", "subject": MASTER},
            before=("PDW", "---"),
            hands=("P", "-"),
            also={0: {"cast": {"left": "remove_enchantment"}, "target": {"left": MASTER}}},
            master_before=("WWP", "---"),
            master_also_before={2: {"cast": {"left": "protection"}}},
            master=("-", "-"),
        ),
    ),
)

RAISE_DEAD = Example(
    spell="raise_dead",
    books=tuple(slug for slug in ALL if slug != "warlocks"),
    variations=(
        Variation(
            title=_("on a dead goblin"),
            in_books=("classic", "spellcast", "standard"),
            says=_(
                "Your goblin Grub is dead. Clap with both hands to complete Raise Dead, and choose Grub as the target."
            ),
            then=_("Grub is back at your side and attacked in the same round."),
            comes={"type": "raised", "subject": "Grub"},
            before=("SFW--", "DWWFW"),
            hands=("C", "C"),
            also={0: {"target": {"both": "Grub"}}},
            master_before=("---SD", "-----"),
            master_also_before={4: {"target": {"left": "Grub"}}},
            master=("-", "-"),
        ),
        Variation(
            title=_("on the living"),
            says=_(
                "You have lost five hit points. Clap with both hands to complete Raise Dead, and choose "
                "yourself as the target."
            ),
            then=_("On a living target, Raise Dead heals up to five points of damage."),
            comes={"type": "cured", "subject": NOVICE},
            before=("-----", "DWWFW"),
            hands=("C", "C"),
            also={0: {"target": {"both": NOVICE}}},
            master_before=("FSSDD", "-----"),
            master=("-", "-"),
        ),
    ),
)

SUMMON_GOBLIN = Example(
    spell="summon_goblin",
    books=MONSTERS,
    variations=(
        Variation(
            title=_("against no defence"),
            says=_("Complete S, F, W with yourself as the target, so that the goblin serves you."),
            then=_("The goblin attacked in the round it appeared. It attacks every round until it dies."),
            comes={"type": "damage", "subject": MASTER, "cause": "monster"},
            before=("SF", "--"),
            hands=("W", "-"),
            master_before=("--", "--"),
            master=("-", "-"),
        ),
        Variation(
            title=_("against a Shield"),
            says=_("Ysolde shows a palm. Complete S, F, W anyway."),
            then=_("The Shield blocked the goblin’s attack. The goblin survives."),
            comes={"type": "attack", "victim": MASTER},
            before=("SF", "--"),
            hands=("W", "-"),
            master_before=("--", "--"),
            master=("P", "-"),
        ),
    ),
)

FINGER_OF_DEATH = Example(
    spell="finger_of_death",
    books=ALL,
    variations=(
        Variation(
            title=_("against a Counter-spell"),
            says=_(
                "You have made seven of the gestures, and Ysolde completes a Counter-spell. Point with your left hand."
            ),
            then=_(
                "A Counter-spell can’t stop a Finger of Death. Your spell killed her, however many hit points she had."
            ),
            comes={"type": "dies", "wizard": MASTER},
            before=("PWPFSSS", "-------"),
            hands=("D", "-"),
            also={0: {"cast": {"left": "finger_of_death"}}},
            master_before=("-----WP", "-------"),
            master=("P", "-"),
            master_also={0: {"cast": {"left": "counter_spell"}}},
        ),
        Variation(
            title=_("against Dispel Magic"),
            says=_(
                "You have made seven of the gestures, and Ysolde completes Dispel Magic. Point with your left hand."
            ),
            then=_("Dispel Magic cancels even a Finger of Death."),
            comes={"type": "fails", "spell": "finger_of_death", "why": "dispelled"},
            before=("PWPFSSS", "-------"),
            hands=("D", "-"),
            also={0: {"cast": {"left": "finger_of_death"}}},
            master_before=("----CDP", "----C--"),
            master=("W", "-"),
        ),
        Variation(
            title=_("against a mirror"),
            says=_(
                "You have made seven of the gestures, but Ysolde has clapped and now waves. Point "
                "anyway and see what happens."
            ),
            then=_("The mirror reflected your spell, and you died. Check your opponent’s hands before you point."),
            comes={"type": "dies", "wizard": NOVICE},
            before=("PWPFSSS", "-------"),
            hands=("D", "-"),
            also={0: {"cast": {"left": "finger_of_death"}}},
            master_before=("------C", "------C"),
            master=("W", "W"),
        ),
    ),
)

FIRE_STORM = Example(
    spell="fire_storm",
    books=ALL,
    variations=(
        Variation(
            title=_("without protection"),
            says=_("Clap with both hands to complete S, W, W, c. A storm has no target."),
            then=_("The storm hurt everyone in the circle, including you."),
            comes={"type": "damage", "subject": NOVICE, "cause": "fire_storm"},
            before=("SWW", "---"),
            hands=("C", "C"),
            master_before=("---", "---"),
            master=("-", "-"),
        ),
        Variation(
            title=_("against an Ice Storm"),
            says=_("Ysolde completes an Ice Storm at the same time. Clap with both hands."),
            then=_("Fire and ice cancelled each other out. Nobody was hurt."),
            comes={"type": "fails", "spell": "fire_storm", "why": "cancelled"},
            before=("SWW", "---"),
            hands=("C", "C"),
            master_before=("WSS", "---"),
            master=("C", "C"),
        ),
        Variation(
            title=_("with Resist Heat"),
            says=_("You have already cast Resist Heat on yourself. Clap with both hands."),
            then=_("Heat can’t hurt you now. The storm hurt only Ysolde."),
            comes={"type": "spared", "subject": NOVICE},
            before=("-SWW", "WWFP"),
            hands=("C", "C"),
            master_before=("----", "----"),
            master=("-", "-"),
        ),
    ),
)

ANTI_SPELL_SAYS = _("Ysolde needs one more D for a Fireball. Complete your Anti-spell now, then do nothing next round.")
ANTI_SPELL_THEN = _(
    "Her earlier gestures no longer count, so the last D didn’t complete the Fireball. A thick bar "
    "in the history shows where her gestures start over."
)

ANTI_SPELLS = tuple(
    Example(
        spell="anti_spell",
        books=books,
        variations=(
            Variation(
                title=_("against an unfinished Fireball"),
                says=ANTI_SPELL_SAYS,
                then=ANTI_SPELL_THEN,
                comes={"type": "gestures", "wizard": MASTER, "left": "D"},
                before=(f"{'-' * (4 - len(pattern))}{pattern[:-1]}", "---"),
                hands=(f"{pattern[-1]}-", "--"),
                also={0: {"cast": {"left": "anti_spell"}}},
                master_before=("FSS", "---"),
                master=("DD", "--"),
            ),
        ),
    )
    for books, pattern in ((SHORT, "SPF"), (LONG, "SPFP"))
)

AMNESIA = Example(
    spell="amnesia",
    books=ALL,
    variations=(
        Variation(
            title=_("when repeating a gesture hurts"),
            says=_(
                "Ysolde is building a Fireball: F, S, S including this round. Complete D, P, P "
                "with her as the target, then do nothing and watch."
            ),
            then=_("She had to repeat her S, and F, S, S, S leads to no spell."),
            comes={"type": "forced", "wizard": MASTER, "hand": "left", "gesture": "S"},
            before=("DP", "--"),
            hands=("P-", "--"),
            also={0: {"cast": {"left": "amnesia"}}},
            master_before=("FS", "--"),
            master=("SD", "--"),
        ),
        Variation(
            title=_("when repeating a gesture helps"),
            says=_(
                "This round she makes the first D of F, S, S, D, D. Complete D, P, P with her as the "
                "target, then do nothing and watch."
            ),
            then=_("She had to repeat her D, exactly what a Fireball needs. Check which gesture will be repeated."),
            comes={"type": "damage", "subject": NOVICE, "cause": "fireball"},
            before=("-DP", "---"),
            hands=("P-", "--"),
            also={0: {"cast": {"left": "amnesia"}}},
            master_before=("FSS", "---"),
            master=("DW", "--"),
        ),
    ),
)

CHARM_PERSON = Example(
    spell="charm_person",
    books=ALL,
    variations=(
        Variation(
            title=_("to stop a missile"),
            says=_(
                "Complete P, S, D, F with Ysolde as the target. In the next round, make her show a "
                "palm with her left hand."
            ),
            then=_("Her left hand did what you chose, so she couldn’t complete her missile."),
            comes={"type": "forced", "wizard": MASTER, "effect": "charm_person"},
            before=("PSD", "---"),
            hands=("F-", "--"),
            also={1: {"direct": {MASTER: {"hand": "left", "gesture": "P"}}}},
            master_before=("---", "---"),
            master=("SD", "--"),
        ),
    ),
)

LEFT = {"paralyze": {MASTER: "left"}}

PARALYSIS = Example(
    spell="paralysis",
    books=ALL,
    variations=(
        Variation(
            title=_("on a snap"),
            says=_(
                "Ysolde snaps this round and wants to point next. Complete F, F, F with her as the "
                "target, then do nothing next round."
            ),
            then=_(
                "A paralysed hand repeats its gesture, but C becomes F, S becomes D and W becomes P. "
                "Her snap turned into pointing."
            ),
            comes={"type": "forced", "wizard": MASTER, "effect": "paralysis"},
            before=("FF", "--"),
            hands=("F-", "--"),
            also={0: LEFT, 1: LEFT},
            master_before=("--", "--"),
            master=("SW", "--"),
        ),
    ),
)

LIGHTNING_BOLT = Example(
    spell="lightning_bolt",
    books=ALL,
    variations=(
        Variation(
            title=_("through a Shield"),
            says=_("Ysolde shows a palm. Point with your left hand to complete D, F, F, D, D."),
            then=_("A Shield doesn’t stop a Lightning Bolt, which does five points of damage."),
            comes={"type": "damage", "subject": MASTER, "cause": "lightning_bolt"},
            before=("DFFD", "----"),
            hands=("D", "-"),
            master_before=("----", "----"),
            master=("P", "-"),
        ),
    ),
)

_EXAMPLES: Final = (
    *(SHIELD, COUNTER_SPELL, MAGIC_MIRROR, DISPEL_MAGIC, REMOVE_ENCHANTMENT, RAISE_DEAD, SUMMON_GOBLIN),
    *(LIGHTNING_BOLT, FINGER_OF_DEATH, FIRE_STORM, *ANTI_SPELLS, AMNESIA, CHARM_PERSON, PARALYSIS),
)

EXAMPLES: Final = {book: {one.spell: one for one in _EXAMPLES if book in one.books} for book in ALL}
"""The examples in each spell book, by spell."""
