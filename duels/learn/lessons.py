"""The six lessons as data: a few rounds each against a scripted master. The engine decides the outcome."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from duels.books.scenes import MASTER, NOVICE, Lesson, rounds, step

BOOK: Final = "classic"
"""The book of all lessons: the site's default."""
SEED: Final = 1
"""With this seed, the monsters of the fourth lesson have the names in its texts."""

GESTURES = Lesson(
    slug="gestures",
    title=_("Gestures"),
    about=_("Two hands, one gesture each in a round, and your first spell."),
    book=BOOK,
    steps=(
        step(
            _(
                "Welcome to the circle. In each round you choose a gesture for either hand; I do so too, and "
                "then all four hands are shown at once. Let your left hand snap its fingers and your right hand"
                " do nothing. Then seal your orders."
            ),
            hands=("S", "-"),
            master=("W", "-"),
        ),
        step(
            _(
                "There stand our gestures, side by side. Your snap has begun several spells. The shortest is S,"
                " D: it wants a pointing finger next. Point with your left hand, and leave the right one at "
                "rest."
            ),
            hands=("D", "-"),
            master=("W", "-"),
            comes={"type": "damage", "subject": MASTER, "cause": "magic_missile"},
            otherwise=_(
                "The spell went elsewhere. Cast it at me: that is what stands there if you choose nothing else."
            ),
        ),
    ),
    learned=(
        _("Both hands make a gesture in each round: in secret first, then all are shown at once."),
        _("A spell is a row of gestures of one hand. Magic Missile is S, D: snap, then point."),
        _("With its last gesture a spell is cast by itself, and usually at the right one."),
    ),
)

SPELL = Lesson(
    slug="spell",
    title=_("A spell in each hand"),
    about=_("Two spells side by side, and a gesture that completes two at once."),
    book=BOOK,
    steps=(
        step(
            _(
                "Your hands weave apart from each other. Begin two spells: a wave with the left hand, for Cause"
                " Light Wounds (W, F, P), and a snap with the right, for Magic Missile."
            ),
            hands=("W", "S"),
            master=("W", "-"),
        ),
        step(
            _(
                "Go on: fingers with the left hand, and point with the right. The missile flies while the wound"
                " is woven."
            ),
            hands=("F", "D"),
            master=("-", "D"),
            comes={"type": "damage", "subject": MASTER, "cause": "magic_missile"},
            otherwise=_("The missile went elsewhere. Let it fly at me, as it does if you choose nothing else."),
        ),
        step(
            _(
                "Now a palm with the left hand. By itself a palm is a Shield, and it is the end of W, F, P too:"
                " of two spells of a hand only one is cast. Look below the hands, where the spell stands and at"
                " whom it is aimed. Leave Cause Light Wounds there, at me. Rest your right hand: two palms "
                "would be a surrender."
            ),
            hands=("P", "-"),
            master=("W", "-"),
            also={"cast": {"left": "cause_light_wounds"}},
            comes={"type": "damage", "subject": MASTER, "cause": "cause_light_wounds"},
            otherwise=_("That did not wound me. Choose Cause Light Wounds for your left hand, and me as its target."),
        ),
    ),
    learned=(
        _("Each hand has its own row of gestures, and may cast in the same round as the other."),
        _("Where a gesture completes two spells of a hand, you choose which of them is cast."),
        _(
            "Each spell has a target. If you say nothing, it is the usual one: yourself for what helps, your "
            "enemy for what hurts."
        ),
    ),
)

SHIELD = Lesson(
    slug="shield",
    title=_("Shield and stab"),
    about=_("What stops a missile, and what a knife is good for."),
    book=BOOK,
    novice=rounds("-", "-"),
    master=rounds("S", "-"),
    steps=(
        step(
            _(
                "Read my hands: the left one has snapped. If it points next, a Magic Missile comes. A palm is a"
                " Shield. Raise your left palm, and snap with your right hand: who only defends never wins."
            ),
            hands=("P", "S"),
            master=("D", "-"),
            comes={"type": "fails", "spell": "magic_missile", "why": "shielded"},
            otherwise=_("My missile hit you: your Shield was somewhere else. Cast it at yourself."),
        ),
        step(
            _(
                "My missile broke on your Shield, which lasted for that round only. Now I stand open. Point "
                "with the right hand, for a missile of your own, and stab me with the left: a knife takes a "
                "point as well."
            ),
            hands=(">", "D"),
            master=("W", "-"),
            comes={"type": "damage", "subject": MASTER, "cause": "stab"},
            otherwise=_("Your knife missed me. Aim it at me."),
        ),
        step(
            _(
                "Two points in one round! But a stab breaks what its hand has woven, and I have thought about "
                "it too. Stab me once more with the left hand, and see what my palm does."
            ),
            hands=(">", "-"),
            master=("P", "-"),
            comes={"type": "stab", "victim": MASTER},
            otherwise=_("Your knife was meant for me: aim it at me once more."),
        ),
    ),
    learned=(
        _("A palm is a Shield for one round. It stops missiles, knives and most monsters, and nothing else."),
        _("A knife takes one point, once in a round, and breaks what its hand has woven."),
        _("Both palms at once are a surrender, whatever else you meant by them."),
    ),
)

MONSTERS = Lesson(
    slug="monsters",
    title=_("Monsters"),
    about=_("A goblin of your own, and what to do about mine."),
    book=BOOK,
    seed=SEED,
    novice=rounds("SF", "--"),
    master=rounds("SF", "--"),
    steps=(
        step(
            _(
                "Each of us has woven S, F with the left hand. A wave makes it Summon Goblin. Who is the "
                "spell’s target gets the goblin: aim it at yourself, as it stands there. Wave with the left "
                "hand, and snap with the right."
            ),
            hands=("W", "S"),
            master=("W", "-"),
            comes={"type": "appears", "owner": NOVICE},
            otherwise=_("That goblin is not yours. A summons is aimed at whom the monster shall serve: at yourself."),
        ),
        step(
            _(
                "Two goblins, and both strike at once, each round for one point, without any gesture. Grub is "
                "yours, Skrit is mine. Finish the missile with your right hand, and aim it at Skrit. Raise your"
                " left palm, so that Skrit does not hurt you any more."
            ),
            hands=("P", "D"),
            also={"target": {"right": "Skrit"}},
            comes={"type": "dies", "monster": "Skrit"},
            otherwise=_("Skrit still lives. Below the hands, choose Skrit as the target of your Magic Missile."),
        ),
        step(
            _(
                "Skrit is gone, and its blow broke on your Shield before. Grub needs nobody’s hands: rest both "
                "of yours, and look. Beside its name you could send it at another victim."
            ),
            hands=("-", "-"),
            comes={"type": "damage", "subject": MASTER, "by": "Grub"},
            otherwise=_("Grub went elsewhere. Let it attack me."),
        ),
    ),
    learned=(
        _("A summoned monster strikes in the round in which it comes, and in every round after it."),
        _("The target of a summons is who gets the monster. A monster’s victim is chosen with your orders."),
        _("A Shield stops a goblin’s blow; a point of damage kills it. Bigger monsters have more of both."),
    ),
)

COUNTERS = Lesson(
    slug="counters",
    title=_("Counters and mirrors"),
    about=_("Against what no Shield stops, and how to send it back."),
    book=BOOK,
    novice=rounds("--", "WP"),
    master=rounds("DF", "FF"),
    steps=(
        step(
            _(
                "My right hand has made F, F: with one more it is Paralysis, and no Shield stops that. A "
                "Counter-spell does. It is W, P, P, and your right hand lacks the last palm only. Leave "
                "Counter-spell chosen there, not Shield. Let the left hand rest."
            ),
            hands=("-", "P"),
            master=("F", "F"),
            also={"cast": {"right": "counter_spell"}},
            comes={"type": "fails", "spell": "paralysis", "why": "countered"},
            otherwise=_("My Paralysis took hold of you. Choose Counter-spell for the palm, cast at yourself."),
        ),
        step(
            _(
                "Well countered. But look at my left hand: D, F, F, and D, D would make it a Lightning Bolt, "
                "five points. A Magic Mirror needs both hands at once: a clap, then a wave. Clap now, with both"
                " hands."
            ),
            hands=("C", "C"),
            master=("D", "-"),
        ),
        step(
            _("Here it comes. Wave with both hands."),
            hands=("W", "W"),
            master=("D", "-"),
            comes={"type": "reflected", "spell": "lightning_bolt"},
            otherwise=_(
                "The bolt was not turned back. The wave of both hands is one spell, the Magic Mirror, cast at yourself."
            ),
        ),
    ),
    learned=(
        _("A Counter-spell stops almost everything that is cast at its subject in that round."),
        _(
            "A Magic Mirror turns spells back on their casters; small letters in the book are made by both "
            "hands at once."
        ),
        _("The other’s hands tell you what may come. Read them in each round, before you choose."),
    ),
)

WALL = Lesson(
    slug="wall",
    title=_("Break a shield wall"),
    about=_("What no Shield stops, and how to win against one who shields in every round."),
    book=BOOK,
    novice=rounds(">DFFDD", "-DFFDD"),
    master=rounds("->>>>>", "------"),
    steps=(
        step(
            _(
                "Two bolts and a knife have left me four points. From now on I shield in every round: knives, missiles "
                "and monsters break on my palm. A wound does not, so wave with the left hand, for W, F, P. Your right "
                "hand has D, and D, P, P is Amnesia: raise its palm."
            ),
            hands=("W", "P"),
            master=("P", "W"),
        ),
        step(
            _(
                "Behind my palm I weave W, W, S: a Counter-spell, which would stop your wound. But no Shield stops "
                "what befalls the mind. Raise the right palm again and leave Amnesia there, at me; go on with fingers."
            ),
            hands=("F", "P"),
            master=("P", "W"),
            also={"cast": {"right": "amnesia"}},
            comes={"type": "begins", "effect": "amnesia", "subject": MASTER},
            otherwise=_("I forget nothing yet. Choose Amnesia for your right palm, and me as its target."),
        ),
        step(
            _(
                "What did I want to do? I can only do once more what I did: a palm, a wave, and no Counter-spell. "
                "Finish your wound with the left palm, and begin another one: wave with the right hand."
            ),
            hands=("P", "W"),
            master=("P", "S"),
            also={"cast": {"left": "cause_light_wounds"}},
            comes={"type": "damage", "subject": MASTER, "cause": "cause_light_wounds"},
            otherwise=_("That did not wound me. Choose Cause Light Wounds for your left palm, and me as its target."),
        ),
        step(
            _(
                "Right through my Shield. Now I snap, and have my Counter-spell in the one round in which nothing "
                "comes. Go on with fingers, and snap with the left hand: I cannot answer two hands with one."
            ),
            hands=("S", "F"),
            master=("P", "S"),
        ),
        step(
            _(
                "A missile and a wound: one of them breaks on my palm, and I have two points left. Point with the left "
                "hand, and raise the right palm for Cause Light Wounds."
            ),
            hands=("D", "P"),
            master=("P", "W"),
            also={"cast": {"right": "cause_light_wounds"}},
            comes={"type": "victory", "wizard": NOVICE},
            otherwise=_("I stand yet. Choose Cause Light Wounds for your right palm, and me as its target."),
        ),
    ),
    learned=(
        _("A Shield stops knives, missiles and monsters. Wounds, bolts and fire go through it."),
        _(
            "It stops no spell on mind or hands: Amnesia and Paralysis bind the hands behind it, an Anti-spell "
            "ends what they have begun."
        ),
        _("Who shields has one hand left. Begin a spell with either of yours, and only one is answered."),
    ),
)

LESSONS: Final = {lesson.slug: lesson for lesson in (GESTURES, SPELL, SHIELD, MONSTERS, COUNTERS, WALL)}
"""All lessons by slug, in order."""
