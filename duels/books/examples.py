"""Examples of spells to try out, as data. Each variation is a position and the gestures that complete the spell."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from duels.books.scenes import MASTER, NOVICE, Example, Variation
from wavinghands import engine

ALL: Final = tuple(engine.BOOKS)
MONSTERS: Final = tuple(slug for slug in ALL if slug != "nomonsters")
SHORT: Final = ("classic", "spellcast")
"""The books with an Anti-spell of three gestures."""
LONG: Final = tuple(slug for slug in ALL if slug not in SHORT)

SHIELD = Example(
    spell="shield",
    books=ALL,
    variations=(
        Variation(
            title=_("against a missile and a knife"),
            says=_("The master points next, to end S, D, and stabs with the other hand. Raise a palm."),
            then=_("One Shield stops the missile and the knife, and it lasts for that round alone."),
            comes={"type": "fails", "spell": "magic_missile", "why": "shielded"},
            before=("-", "-"),
            hands=("P", "-"),
            master_before=("S", "-"),
            master=("D", ">"),
        ),
        Variation(
            title=_("against a wound"),
            says=_("The master ends W, F, P: Cause Light Wounds. Raise a palm against that."),
            then=_(
                "A Shield stops no spell but missiles: the wound came through. A Counter-spell would have stopped it."
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
            says=_("The master ends F, S, S, D, D, a Fireball. End W, W, S with your right hand."),
            then=_("The Fireball found a Counter-spell and was gone. It is a Shield too, for that round."),
            comes={"type": "fails", "spell": "fireball", "why": "countered"},
            before=("----", "--WW"),
            hands=("-", "S"),
            master_before=("FSSD", "----"),
            master=("D", "-"),
        ),
        Variation(
            title=_("against a Finger of Death"),
            says=_("The master ends P, W, P, F, S, S, S, D. End W, W, S, and see."),
            then=_("Nothing counters a Finger of Death: only a Dispel Magic stops it, and a mirror turns it back."),
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
            says=_("You have clapped, and the master ends a Fireball. Wave with both hands."),
            then=_("The Fireball turned back on its caster."),
            comes={"type": "reflected", "spell": "fireball"},
            before=("---C", "---C"),
            hands=("W", "W"),
            master_before=("FSSD", "----"),
            master=("D", "-"),
        ),
        Variation(
            title=_("against a knife"),
            says=_("You have clapped. The master stabs you. Wave with both hands."),
            then=_("A knife is no spell: a mirror does not stop it. A Shield would."),
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
            title=_("against a Paralysis and a Fear"),
            says=_(
                "The master casts Fear with one hand and Paralysis with the other. End your Dispel Magic: wave "
                "with the left hand."
            ),
            then=_("Every other spell of the round was undone, whoever cast it and at whom."),
            comes={"type": "fails", "spell": "paralysis", "why": "dispelled"},
            before=("CDP", "C--"),
            hands=("W", "-"),
            master_before=("-SW", "-FF"),
            master=("D", "F"),
        ),
        Variation(
            title=_("against a goblin"),
            in_books=MONSTERS,
            says=_("The master’s goblin has come. End your Dispel Magic: wave with the left hand."),
            then=_(
                "Dispel Magic destroys all monsters, yours too; before they go, they strike once more, but it "
                "shields its subject."
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
            title=_("to be cured of a poison"),
            says=_(
                "You are poisoned, and in a few rounds you are dead. End P, D, W, P, and aim Remove Enchantment"
                " at yourself."
            ),
            then=_(
                "The poison is gone. Left alone, the spell would have gone to the master: its usual target is an enemy."
            ),
            comes={"type": "ends", "effect": "poison", "subject": NOVICE},
            before=("---PDW", "------"),
            hands=("P", "-"),
            also={0: {"cast": {"left": "remove_enchantment"}, "target": {"left": NOVICE}}},
            master_before=("DWWFWD", "------"),
            master=("-", "-"),
        ),
        Variation(
            title=_("to strip a protection"),
            says=_(
                "The master is protected from evil, so that no knife and no missile hurts her. End P, D, W, P at her."
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
            title=_("on a goblin that has fallen"),
            in_books=("classic", "spellcast", "standard"),
            says=_("Your goblin Grub is dead. Clap with both hands, to end Raise Dead, and aim it at Grub."),
            then=_("Grub rose, serves you again, and struck in that very round."),
            comes={"type": "raised", "subject": "Grub"},
            before=("SFW--", "DWWFW"),
            hands=("C", "C"),
            also={0: {"target": {"both": "Grub"}}},
            master_before=("---SD", "-----"),
            master_also_before={4: {"target": {"left": "Grub"}}},
            master=("-", "-"),
        ),
        Variation(
            title=_("on somebody who lives"),
            says=_("You have lost five points. Clap with both hands, to end Raise Dead, and aim it at yourself."),
            then=_("On the living it cures up to five points, and no more than there is to cure."),
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
            title=_("against who stands open"),
            says=_("End S, F, W, aimed at yourself, so that the goblin serves you."),
            then=_("The goblin struck in the round in which it came. It goes on in every round, until it dies."),
            comes={"type": "damage", "subject": MASTER, "cause": "monster"},
            before=("SF", "--"),
            hands=("W", "-"),
            master_before=("--", "--"),
            master=("-", "-"),
        ),
        Variation(
            title=_("against a Shield"),
            says=_("The master raises a palm. End S, F, W all the same."),
            then=_("The goblin struck the Shield, and lives on."),
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
            says=_("Seven gestures are made, and the master ends a Counter-spell. Point with your left hand."),
            then=_("No Counter-spell stops a Finger of Death, and no points help: she fell dead."),
            comes={"type": "dies", "wizard": MASTER},
            before=("PWPFSSS", "-------"),
            hands=("D", "-"),
            also={0: {"cast": {"left": "finger_of_death"}}},
            master_before=("-----WP", "-------"),
            master=("P", "-"),
            master_also={0: {"cast": {"left": "counter_spell"}}},
        ),
        Variation(
            title=_("against a Dispel Magic"),
            says=_("Seven gestures are made, and the master ends a Dispel Magic. Point with your left hand."),
            then=_("A Dispel Magic undoes even this."),
            comes={"type": "fails", "spell": "finger_of_death", "why": "dispelled"},
            before=("PWPFSSS", "-------"),
            hands=("D", "-"),
            also={0: {"cast": {"left": "finger_of_death"}}},
            master_before=("----CDP", "----C--"),
            master=("W", "-"),
        ),
        Variation(
            title=_("against a mirror"),
            says=_("Seven gestures are made, but the master has clapped, and waves now. Point all the same, and see."),
            then=_(
                "The mirror turned it back, and you fell dead yourself. Look at the other’s hands before you point."
            ),
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
            title=_("in the open"),
            says=_("Clap with both hands: it ends S, W, W, and a clap. A storm asks for no target."),
            then=_("The storm hurt everybody in the circle, its caster too."),
            comes={"type": "damage", "subject": NOVICE, "cause": "fire_storm"},
            before=("SWW", "---"),
            hands=("C", "C"),
            master_before=("---", "---"),
            master=("-", "-"),
        ),
        Variation(
            title=_("against an Ice Storm"),
            says=_("The master ends an Ice Storm at the same time. Clap with both hands."),
            then=_("Fire and ice undid each other, and nobody was hurt."),
            comes={"type": "fails", "spell": "fire_storm", "why": "cancelled"},
            before=("SWW", "---"),
            hands=("C", "C"),
            master_before=("WSS", "---"),
            master=("C", "C"),
        ),
        Variation(
            title=_("behind a Resist Heat"),
            says=_("You have cast Resist Heat at yourself before. Clap with both hands."),
            then=_("Heat does nothing to you any more: the storm hurt the master alone."),
            comes={"type": "spared", "subject": NOVICE},
            before=("-SWW", "WWFP"),
            hands=("C", "C"),
            master_before=("----", "----"),
            master=("-", "-"),
        ),
    ),
)

ANTI_SPELL_SAYS = _("The master wants one more D for a Fireball. End your Anti-spell now, and rest in the next round.")
ANTI_SPELL_THEN = _(
    "What her hands had made before could be no part of a spell any more: the last D came, and no Fireball with it. "
    "A thick bar in the history shows where her gestures begin anew."
)

ANTI_SPELLS = tuple(
    Example(
        spell="anti_spell",
        books=books,
        variations=(
            Variation(
                title=_("against a Fireball on its way"),
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
            title=_("when the repeated gesture spoils"),
            says=_(
                "The master weaves a Fireball, F, S, S so far with this round. End D, P, P at her, then rest and look."
            ),
            then=_("She had to repeat her S, and F, S, S, S is the beginning of nothing."),
            comes={"type": "forced", "wizard": MASTER, "hand": "left", "gesture": "S"},
            before=("DP", "--"),
            hands=("P-", "--"),
            also={0: {"cast": {"left": "amnesia"}}},
            master_before=("FS", "--"),
            master=("SD", "--"),
        ),
        Variation(
            title=_("when the repeated gesture serves"),
            says=_(
                "Now she makes the first D of F, S, S, D, D with this round. End D, P, P at her, then rest and look."
            ),
            then=_("She had to repeat her D, which is just what a Fireball wants. Look at what will be repeated."),
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
            title=_("to spoil a missile"),
            says=_("End P, S, D, F at the master. In the round after that choose for her: a palm of the left hand."),
            then=_("Her left hand did what you chose, and her missile was lost."),
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
            says=_("The master snaps now, and wants to point next. End F, F, F at her; rest in the next round."),
            then=_(
                "A paralysed hand repeats its gesture, but a C becomes F, an S becomes D, a W becomes P: her "
                "snap pointed."
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
            says=_("The master raises a palm. End D, F, F, D, D: point with your left hand."),
            then=_("Lightning goes through a Shield: five points."),
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
"""The examples of each book, by spell."""
