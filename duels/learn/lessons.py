"""The six lessons, as data.

Each consists of a few rounds against a master, an opponent who follows a script. The engine decides what happens in the
rounds.
"""

from typing import Final

from django.utils.translation import gettext_lazy as _

from duels.books.scenes import MASTER, NOVICE, Lesson, rounds, step

BOOK: Final = "classic"
"""The spell book used in all lessons, which is the site's default."""
SEED: Final = 1
"""A seed that gives the monsters in the fourth lesson the names that its texts mention."""

GESTURES = Lesson(
    slug="gestures",
    title=_("Gestures"),
    about=_("Two hands, one gesture each per round, and your first spell."),
    book=BOOK,
    done=_("Your first spell! The missile hits me for 1 point of damage."),
    steps=(
        step(
            _("Snap the fingers of your left hand."),
            _(
                "Welcome! Each round, you choose a gesture for each hand. So do I, in secret. Then we show all "
                "four hands at once. Snap now and point next round: that casts Magic Missile, your first spell."
            ),
            rests=True,
            hands=("S", "-"),
            master=("W", "-"),
        ),
        step(
            _("Now point with your left hand."),
            _(
                "Your snap has started several spells. The shortest is S, D: snap, then point. Your pointing "
                "finger completes Magic Missile, and it flies at me."
            ),
            rests=True,
            hands=("D", "-"),
            master=("W", "-"),
            comes={"type": "damage", "subject": MASTER, "cause": "magic_missile"},
            otherwise=_("Your spell hit someone else. Cast it at me: I’m the default target."),
        ),
    ),
    learned=(
        _("Each hand makes one gesture per round. You choose in secret, then all hands are revealed at once."),
        _("A spell is a sequence of gestures made with one hand. Magic Missile is S, D: snap, then point."),
        _("The last gesture casts the spell automatically, usually at the right target."),
    ),
)

SPELL = Lesson(
    slug="spell",
    title=_("A spell in each hand"),
    about=_("Two spells side by side, and a gesture that can complete two different spells."),
    book=BOOK,
    steps=(
        step(
            _("Wave with your left hand and snap with your right."),
            _(
                "Your hands work independently, so start two spells. A wave begins Cause Light Wounds (W, F, "
                "P). A snap begins Magic Missile (S, D). A star marks a gesture that completes a spell."
            ),
            hands=("W", "S"),
            master=("W", "-"),
        ),
        step(
            _("Wiggle your left fingers and point with your right hand."),
            _("The missile strikes while you keep building the wound."),
            hands=("F", "D"),
            master=("-", "D"),
            comes={"type": "damage", "subject": MASTER, "cause": "magic_missile"},
            otherwise=_("The missile hit someone else. Let it fly at me: I’m the default target."),
        ),
        step(
            _("Show your left palm. Your right hand does nothing."),
            _(
                "A palm alone is a Shield, but here it also completes W, F, P. Below the hands, leave it "
                "at Cause Light Wounds, aimed at me. Why not both palms? Two palms at once mean surrender."
            ),
            hands=("P", "-"),
            master=("W", "-"),
            also={"cast": {"left": "cause_light_wounds"}},
            comes={"type": "damage", "subject": MASTER, "cause": "cause_light_wounds"},
            otherwise=_("That didn’t wound me. Choose Cause Light Wounds for your left hand, with me as the target."),
        ),
    ),
    learned=(
        _("Each hand has its own sequence of gestures. Both can cast in the same round."),
        _("If one hand’s gesture completes two spells, you choose which one to cast."),
        _("Each spell has a target. By default, helpful spells target you and harmful ones your opponent."),
        _("Both palms at once mean surrender. But if your spells kill your opponent in that round, you win."),
    ),
)

SHIELD = Lesson(
    slug="shield",
    title=_("Shield and stab"),
    about=_("How to stop a missile, and what a knife is good for."),
    book=BOOK,
    novice=rounds("-", "-"),
    master=rounds("S", "-"),
    steps=(
        step(
            _("Show your left palm and snap with your right hand."),
            _(
                "Read my hands: the left one has snapped. If it points next, that’s a Magic Missile. Your palm "
                "is a Shield against it. Snap with your other hand as well: you can’t win by defending alone."
            ),
            hands=("P", "S"),
            master=("D", "-"),
            comes={"type": "fails", "spell": "magic_missile", "why": "shielded"},
            otherwise=_("My missile hit you because your Shield was on someone else. Cast it on yourself."),
        ),
        step(
            _("Stab with your left hand and point with your right."),
            _(
                "Your Shield stopped my missile, but it only lasts one round. Now I’m unprotected. Pointing "
                "completes your missile, and a knife does one damage too."
            ),
            hands=(">", "D"),
            master=("W", "-"),
            comes={"type": "damage", "subject": MASTER, "cause": "stab"},
            otherwise=_("You didn’t stab me. Choose me as the target of your knife."),
        ),
        step(
            _("Stab me again with your left hand. Your right hand does nothing."),
            _(
                "Two points in one round! But a stab breaks off that hand’s spell, and I have learned my "
                "lesson. See what my palm does."
            ),
            hands=(">", "-"),
            master=("P", "-"),
            comes={"type": "stab", "victim": MASTER},
            otherwise=_("Your knife was meant for me. Choose me as its target again."),
        ),
    ),
    learned=(
        _("A palm is a Shield for one round. It stops only missiles, knives and most monsters."),
        _("A knife does one damage, once per round, and breaks off that hand’s spell."),
    ),
)

MONSTERS = Lesson(
    slug="monsters",
    title=_("Monsters"),
    about=_("Summon your own goblin and deal with mine."),
    book=BOOK,
    seed=SEED,
    novice=rounds("SF", "--"),
    master=rounds("SF", "--"),
    steps=(
        step(
            _("Wave with your left hand and snap with your right."),
            _(
                "We’ve both made S, F with the left hand. A wave completes Summon Goblin. The spell’s "
                "target gets the goblin, so leave the spell aimed at yourself."
            ),
            hands=("W", "S"),
            master=("W", "-"),
            comes={"type": "appears", "owner": NOVICE},
            otherwise=_(
                "That goblin isn’t yours. The target of a summoning spell gets the monster, so choose yourself."
            ),
        ),
        step(
            _("Show your left palm, and point at Skrit with your right hand."),
            _(
                "Two goblins! Each attacks right away and does one damage per round, without any gesture. Grub is "
                "yours, Skrit is mine. Aim your missile at Skrit to kill it. Your palm keeps Skrit from hurting you."
            ),
            hands=("P", "D"),
            also={"target": {"right": "Skrit"}},
            comes={"type": "dies", "monster": "Skrit"},
            otherwise=_("Skrit is still alive. Below the hands, choose Skrit as the target of your Magic Missile."),
        ),
        step(
            _("Leave both hands idle, and watch Grub."),
            _(
                "Skrit is gone, and your Shield blocked its last attack. Grub fights on its own. Below the "
                "hands, you could choose another target for it."
            ),
            hands=("-", "-"),
            comes={"type": "damage", "subject": MASTER, "by": "Grub"},
            otherwise=_("Grub attacked someone else. Let it attack me."),
        ),
    ),
    learned=(
        _("A summoned monster attacks in the round it appears and in every round after that."),
        _("The target of a summoning spell gets the monster. In your orders, you choose whom your monster attacks."),
        _(
            "A Shield blocks a goblin’s attack, and one point of damage kills it. Bigger monsters hit "
            "harder and have more hit points."
        ),
    ),
)

COUNTERS = Lesson(
    slug="counters",
    title=_("Counters and mirrors"),
    about=_("Stop what a Shield can’t, and send it back."),
    book=BOOK,
    novice=rounds("--", "WP"),
    master=rounds("DF", "FF"),
    steps=(
        step(
            _("Show your right palm. Your left hand does nothing."),
            _(
                "My right hand has made F, F. Another F completes Paralysis, and a Shield can’t stop "
                "that spell. A Counter-spell can. It is W, P, P, and your right hand needs just one more "
                "palm. Leave Counter-spell selected, not Shield."
            ),
            hands=("-", "P"),
            master=("F", "F"),
            also={"cast": {"right": "counter_spell"}},
            comes={"type": "fails", "spell": "paralysis", "why": "countered"},
            otherwise=_("My Paralysis caught you. Choose Counter-spell for the palm, with yourself as the target."),
        ),
        step(
            _("Clap with both hands."),
            _(
                "Well countered. But look at my left hand: D, F, F. With D, D it becomes a Lightning Bolt for "
                "five damage. A Magic Mirror needs both hands at once: a clap, then a wave."
            ),
            hands=("C", "C"),
            master=("D", "-"),
        ),
        step(
            _("Wave with both hands."),
            _("Here it comes. The wave completes your Magic Mirror."),
            hands=("W", "W"),
            master=("D", "-"),
            comes={"type": "reflected", "spell": "lightning_bolt"},
            otherwise=_(
                "You didn’t reflect the bolt. A wave with both hands is one spell, the Magic Mirror. "
                "Cast it on yourself."
            ),
        ),
    ),
    learned=(
        _("A Counter-spell stops almost every spell cast on its target that round."),
        _(
            "A Magic Mirror reflects spells onto their casters. A lowercase letter in a pattern is a "
            "gesture made with both hands at once."
        ),
        _("Your opponent’s hands show what’s coming. Read them each round before you choose."),
    ),
)

WALL = Lesson(
    slug="wall",
    title=_("Break a shield wall"),
    about=_("What a Shield can’t stop, and how to beat an opponent who shields every round."),
    book=BOOK,
    novice=rounds(">DFFDD", "-DFFDD"),
    master=rounds("->>>>>", "------"),
    steps=(
        step(
            _("Wave with your left hand and show your right palm."),
            _(
                "I have four hit points left. From now on I cast a Shield every round. It stops knives, "
                "missiles and monsters, but not wounds, so begin W, F, P. Your right hand has made D, "
                "and D, P, P is Amnesia."
            ),
            hands=("W", "P"),
            master=("P", "W"),
        ),
        step(
            _("Wiggle the fingers of your left hand and show your right palm again."),
            _(
                "Behind my palm I’m building W, W, S, a Counter-spell that would stop your wound. But a Shield can’t "
                "stop mind spells. Leave Amnesia aimed at me."
            ),
            hands=("F", "P"),
            master=("P", "W"),
            also={"cast": {"right": "amnesia"}},
            comes={"type": "begins", "effect": "amnesia", "subject": MASTER},
            otherwise=_("I haven’t forgotten anything. Choose Amnesia for your right palm, with me as the target."),
        ),
        step(
            _("Show your left palm and wave with your right hand."),
            _(
                "What was I about to do? I can only repeat my last gestures: a palm and a wave, so no "
                "Counter-spell. Your palm completes Cause Light Wounds, and your wave starts another one."
            ),
            hands=("P", "W"),
            master=("P", "S"),
            also={"cast": {"left": "cause_light_wounds"}},
            comes={"type": "damage", "subject": MASTER, "cause": "cause_light_wounds"},
            otherwise=_("That didn’t wound me. Choose Cause Light Wounds for your left palm, with me as the target."),
        ),
        step(
            _("Snap with your left hand and wiggle your right fingers."),
            _(
                "Right through my Shield. Now I snap and get my Counter-spell, in the one round you "
                "don’t attack. Next round, I can’t stop two hands with one."
            ),
            hands=("S", "F"),
            master=("P", "S"),
        ),
        step(
            _("Point with your left hand and show your right palm."),
            _(
                "A missile and a wound. My palm only stops the missile, and I have two hit points left. Cast "
                "Cause Light Wounds with your right hand."
            ),
            hands=("D", "P"),
            master=("P", "W"),
            also={"cast": {"right": "cause_light_wounds"}},
            comes={"type": "victory", "wizard": NOVICE},
            otherwise=_("I’m still standing. Choose Cause Light Wounds for your right palm, with me as the target."),
        ),
    ),
    learned=(
        _("A Shield stops stabs, missiles and monsters, but not wounding spells, lightning or fire."),
        _("A Shield doesn’t stop spells that affect the mind or the hands, such as Amnesia, Paralysis and Anti-spell."),
        _("A wizard who shields has only one hand left. Start a spell with each hand, and only one can be stopped."),
    ),
)

LESSONS: Final = {lesson.slug: lesson for lesson in (GESTURES, SPELL, SHIELD, MONSTERS, COUNTERS, WALL)}
"""All lessons by slug, in the order in which they are taught."""

UNFOLDED: Final = {
    "gestures": "",
    "spell": "wizards history",
    "shield": "news",
    "monsters": "",
    "counters": "aids",
    "wall": "menu",
}
"""The panels that each lesson's page shows in addition to those of the lessons before it, separated by spaces.

The first lesson shows only the drawing of the last round, the hands and the master's text. The second one unfolds two
panels, because its spells take several rounds and the history tells what they did. In the fourth one, the monsters and
their targets are new.
"""


def panels_of(slug: str) -> str:
    """Return the names of the panels (parts of the duel page) that a lesson shows, separated by spaces.

    The page's style sheet hides all other panels.
    """
    slugs = list(UNFOLDED)
    return " ".join(filter(None, (UNFOLDED[one] for one in slugs[: slugs.index(slug) + 1])))
