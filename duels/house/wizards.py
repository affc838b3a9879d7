"""The house wizards: names, temperaments and levels. They are data and have no accounts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.templatetags.static import static
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from duels.wording.strengths import STRENGTHS


@dataclass(frozen=True, slots=True)
class HouseWizard:
    """A computer player. `level`: one of `wavinghands.search.LEVELS`; `temperament`: one of its `TEMPERAMENTS`.

    `about`: the temperament in a sentence; `likes`: preferred spells; `looks`: a description of the portrait.
    """

    slug: str
    name: str
    gender: str
    level: int
    temperament: str
    about: str | Promise
    likes: str | Promise
    looks: str | Promise

    @property
    def portrait(self) -> str:
        """Return the path of the portrait among the static files."""
        return f"portraits/{self.slug}.svg"

    @property
    def strength(self) -> str:
        """Return the name of the level."""
        return str(STRENGTHS[self.level])


WIZARDS: Final = (
    HouseWizard(
        "tansy", "Tansy", "f", 1, "even",
        _("Left the lessons yesterday, and waves whatever comes to mind."),
        _("A missile, a goblin, and once in a while a shield."),
        _("A girl with red braids under a yellow hat that is too big for her."),
    ),
    HouseWizard(
        "bramble", "Bramble", "m", 1, "summoner",
        _("Would rather have a goblin do it."),
        _("Goblins: one, and then another."),
        _("A man behind a beard like a hedge, with a goblin at his shoulder."),
    ),
    HouseWizard(
        "osric", "Osric", "m", 2, "healer",
        _("Mends what you break, until you tire."),
        _("Cures, shields, and a light wound to end it."),
        _("An old man in a green hood, smiling, two fingers raised."),
    ),
    HouseWizard(
        "ysolde", "Ysolde", "f", 2, "pyromancer",
        _("Knows one answer to most questions: fire."),
        _("Fireballs, fire storms, and an elemental to carry them on."),
        _("A woman whose hair burns, with a flame in her hand."),
    ),
    HouseWizard(
        "corvin", "Corvin", "m", 3, "duellist",
        _("Plain blows, well timed, and a shield when it counts."),
        _("Missiles, wounds, lightning: nothing that takes long."),
        _("A man with a pointed beard and a raven’s feather in his hat, a knife in his hand."),
    ),
    HouseWizard(
        "melisande", "Melisande", "f", 3, "mind_bender",
        _("Your hands will do what she has in mind."),
        _("Charm, confusion, paralysis, and then the blow."),
        _("A woman in a violet hood, her eyes closed and a third one open."),
    ),
    HouseWizard(
        "theodric", "Theodric", "m", 4, "warder",
        _("Sees what you are about, and is there before you."),
        _("Counters, mirrors, shields, and a great deal of patience."),
        _("A man with a square grey beard under a tall red cap, his hand behind a shield of light."),
    ),
    HouseWizard(
        "nyx", "Nyx", "f", 5, "trickster",
        _("Thinks two rounds further, and never plays the same way twice."),
        _("Whatever you did not think of."),
        _("A woman hooded in night, half masked, who winks at you."),
    ),
)  # fmt: skip
"""All house wizards, weakest first."""
BY_NAME: Final[Mapping[str, HouseWizard]] = {wizard.name: wizard for wizard in WIZARDS}
"""House wizards by name; no user can register these names."""
BY_SLUG: Final[Mapping[str, HouseWizard]] = {wizard.slug: wizard for wizard in WIZARDS}
"""House wizards by the slugs in addresses."""


def told_of(wizard: HouseWizard) -> dict[str, str]:
    """Return the wizard's ``slug name strength`` and the address of the ``portrait`` for scripts."""
    about = {"slug": wizard.slug, "name": wizard.name, "strength": wizard.strength}
    return about | {"portrait": static(wizard.portrait)}
