"""The 40 achievements, each with a condition on the facts of a duel."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from duels.achievements.facts import Facts
from duels.wording.languages import books
from wavinghands import engine

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class Goal(NamedTuple):
    """An achievement.

    - `slug`: its name in the database
    - `title`, `how`: its title, and how to earn it
    - `is_met`: a function that takes the facts about a wizard and returns whether they earn it
    - `needs`: a spell that is required to earn it, or ""
    """

    slug: str
    title: "StrPromise"
    how: "StrPromise"
    is_met: Callable[[Facts], bool]
    needs: str = ""


class Group(NamedTuple):
    title: "StrPromise"
    goals: Sequence[Goal]


FINGER: Final = "finger_of_death"
GREAT: Final = {"ogre", "troll", "giant"}
CLASSES: Final = {"protection", "summons", "damage", "enchantment"}
STORMS: Final = ("fire_storm", "ice_storm")
ATTACKS: Final = {"attack", "stab"}
SHORT, LONG = 12, 40
"""The maximum number of rounds in a short duel, and the minimum number in a long one."""


def _beats(level: int) -> Callable[[Facts], bool]:
    return lambda it: it.won and level in it.levels


GROUPS: Final[Sequence[Group]] = (
    Group(
        _("First steps"),
        (
            Goal(
                "first-duel", _("Four hands in the air"), _("Play a duel to the end, against anyone."), lambda it: True
            ),
            Goal("first-win", _("First victory"), _("Win a duel."), lambda it: it.won),
            Goal("novice", _("A promising talent"), _("Beat a Novice-level computer player."), _beats(1)),
            Goal(
                "shield",
                _("An open palm"),
                _("Stop a stab, a missile or a monster’s attack with a Shield (P)."),
                lambda it: it.has_stopped("shield"),
            ),
            Goal(
                "goblin",
                _("Small, but mine"),
                _("Summon a goblin to serve you (SFW)."),
                lambda it: "goblin" in it.monsters,
                "summon_goblin",
            ),
        ),
    ),
    Group(
        _("Spells"),
        (
            Goal(
                "two-hands",
                _("Ambidextrous"),
                _("Complete two different spells in the same round, one with each hand."),
                lambda it: it.two_hands,
            ),
            Goal(
                "classes",
                _("All four schools"),
                _("In one duel, cast a protection spell, a summoning spell, a damage spell and an enchantment."),
                lambda it: it.classes >= CLASSES,
                "summon_goblin",
            ),
            Goal(
                "haste",
                _("In a hurry"),
                _("Give yourself extra gestures with Haste (PWPWWc)."),
                lambda it: "haste" in it.on_self,
            ),
            Goal(
                "time-stop",
                _("Nobody moves"),
                _("Get a round for yourself with Time Stop (SPPc)."),
                lambda it: "time_stop" in it.on_self,
            ),
            Goal(
                "invisibility",
                _("Now you see me"),
                _("Make yourself invisible with Invisibility (PPws)."),
                lambda it: "invisibility" in it.on_self,
            ),
            Goal(
                "delay",
                _("Saved for later"),
                _("Store a spell with Delayed Effect (DWSSSP), and release it in a later round."),
                lambda it: it.released,
            ),
            Goal(
                "permanency",
                _("For good"),
                _("Make an enchantment permanent with Permanency (SPFPSDW)."),
                lambda it: it.extended,
            ),
            Goal(
                "raise-dead",
                _("Not dead yet"),
                _("Bring a dead monster or wizard back to life with Raise Dead (DWWFWc)."),
                lambda it: it.raised,
                "raise_dead",
            ),
        ),
    ),
    Group(
        _("Defence"),
        (
            Goal(
                "mirror",
                _("Return to sender"),
                _("Reflect an opponent’s spell with Magic Mirror (cw)."),
                lambda it: it.has_stopped("magic_mirror"),
            ),
            Goal(
                "mirror-finger",
                _("Pointing back"),
                _("Reflect an opponent’s Finger of Death with Magic Mirror (cw)."),
                lambda it: it.has_stopped("magic_mirror", what=FINGER),
            ),
            Goal(
                "counter",
                _("Not today"),
                _("Cancel an opponent’s spell with Counter-spell (WPP or WWS)."),
                lambda it: any(stopper == "counter_spell" and what not in ATTACKS for stopper, what in it.stopped),
            ),
            Goal(
                "dispel-finger",
                _("Saved by the clap"),
                _("Stop an opponent’s Finger of Death with Dispel Magic (cDPW)."),
                lambda it: it.has_stopped("dispel_magic", what=FINGER),
            ),
            Goal(
                "storms",
                _("Fire and ice"),
                _("Cancel an opponent’s storm with the opposite one, Fire Storm (SWWc) or Ice Storm (WSSc)."),
                lambda it: any(it.has_stopped(*STORMS, what=storm) for storm in STORMS),
            ),
            Goal(
                "resistance",
                _("Weatherproof"),
                _("Stay unharmed by fire or ice thanks to Resist Heat (WWFP) or Resist Cold (SSFP)."),
                lambda it: it.has_stopped("resist_heat", "resist_cold"),
            ),
            Goal(
                "late-cure",
                _("At the last minute"),
                _("Cure your Disease or Poison in its last round, for example with Remove Enchantment (PDWP)."),
                lambda it: it.cured_late,
            ),
        ),
    ),
    Group(
        _("Monsters"),
        (
            Goal(
                "great-monster",
                _("Friends in high places"),
                _("Summon an ogre (PSFW), a troll (FPSFW) or a giant (WFPSFW) to serve you."),
                lambda it: bool(it.monsters & GREAT),
                "summon_goblin",
            ),
            Goal(
                "charm-monster",
                _("A better offer"),
                _("Take over an opponent’s monster with Charm Monster (PSDD)."),
                lambda it: it.charmed,
                "charm_monster",
            ),
            Goal(
                "monster-kill",
                _("Good monster!"),
                _("Kill an opponent with a blow from one of your monsters."),
                lambda it: "monster" in it.kills,
                "summon_goblin",
            ),
        ),
    ),
    Group(
        _("Mind"),
        (
            Goal(
                "paralysis",
                _("Living statue"),
                _("Paralyse the same opponent in three rounds in a row, for example with FFFFF."),
                lambda it: it.paralysed >= 3,
            ),
            Goal(
                "mind-games",
                _("Mind games"),
                _("In one duel, use three of these on opponents: Amnesia, Confusion, Fear, Paralysis, Charm Person."),
                lambda it: len(it.minds) >= 3,
            ),
            Goal(
                "charm-surrender",
                _("Puppeteer"),
                _("Make an opponent surrender by forcing a palm with Charm Person (PSDF)."),
                lambda it: it.led_to_surrender,
            ),
        ),
    ),
    Group(
        _("Endings"),
        (
            Goal(
                "surrender",
                _("Mercy"),
                _("Win a duel in which an opponent surrenders."),
                lambda it: it.won and it.gave_up,
            ),
            Goal("stab", _("Cold steel"), _("Kill an opponent with a stab."), lambda it: "stab" in it.kills),
            Goal(
                "sickness",
                _("Only a matter of time"),
                _("Kill an opponent with Disease (DSFFFc) or Poison (DWWFWD)."),
                lambda it: bool(it.kills & {"disease", "poison"}),
            ),
            Goal(
                "finger",
                _("One finger is enough"),
                _("Kill an opponent with Finger of Death (PWPFSSSD)."),
                lambda it: FINGER in it.kills,
            ),
            Goal(
                "untouched",
                _("Untouched"),
                _("Win a duel without taking any damage."),
                lambda it: it.won and it.lost == 0,
            ),
            Goal(
                "last-point", _("By a hair"), _("Win a duel with one hit point left."), lambda it: it.won and it.hp == 1
            ),
            Goal("short", _("Short work"), _("Win a duel within 12 rounds."), lambda it: it.won and it.rounds <= SHORT),
            Goal(
                "long",
                _("Staying power"),
                _("Win a duel of more than 40 rounds."),
                lambda it: it.won and it.rounds > LONG,
            ),
        ),
    ),
    Group(
        _("Masters"),
        (
            Goal("rated", _("It counts"), _("Win a rated duel."), lambda it: it.won and it.rated),
            Goal(
                "melee",
                _("Last one standing"),
                _("Win a melee of three or more wizards."),
                lambda it: it.won and it.wizards > 2,
            ),
            Goal(
                "apprentice",
                _("No longer an apprentice"),
                _("Beat an Apprentice-level computer player."),
                _beats(2),
            ),
            Goal("journeyman", _("Journey’s end"), _("Beat a Journeyman-level computer player."), _beats(3)),
            Goal("adept", _("More than adept"), _("Beat an Adept-level computer player."), _beats(4)),
            Goal("master", _("Grand master"), _("Beat a Master-level computer player."), _beats(5)),
        ),
    ),
)
"""All achievements by group, in the order of the page. Slugs are stored, so never change or remove one."""

GOALS: Final[Mapping[str, Goal]] = {goal.slug: goal for group in GROUPS for goal in group.goals}
"""All achievements by slug."""


def books_without(spell: str) -> list[str]:
    """Return the titles, in the active language, of the spell books that lack this spell."""
    return [book.title for slug, book in books().items() if spell not in _spells_of(slug)]


@cache
def _spells_of(book: str) -> frozenset[str]:
    return frozenset(engine.start(book, [{"name": "Black"}, {"name": "White"}]).lexicon.spells)
