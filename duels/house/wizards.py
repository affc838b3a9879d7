"""The wizards of the house: who they are, how they play, and how well. They are data: nobody logs in for them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

STRENGTHS: Final[Mapping[int, str | Promise]] = {
    1: _("Novice"),
    2: _("Apprentice"),
    3: _("Journeyman"),
    4: _("Adept"),
    5: _("Master"),
}
"""What the levels are called."""


@dataclass(frozen=True, slots=True)
class HouseWizard:
    """One of them. `level`: one of `wavinghands.search.LEVELS`; `temperament`: one of its `TEMPERAMENTS`."""

    slug: str
    name: str
    gender: str
    level: int
    temperament: str
    about: str | Promise

    @property
    def strength(self) -> str:
        """His level in a word."""
        return str(STRENGTHS[self.level])


WIZARDS: Final = (
    HouseWizard("tansy", "Tansy", "f", 1, "even", _("Left the lessons yesterday, and waves whatever comes to mind.")),
    HouseWizard("bramble", "Bramble", "m", 1, "summoner", _("Would rather have a goblin do it.")),
    HouseWizard("osric", "Osric", "m", 2, "healer", _("Mends what you break, and waits for you to tire.")),
    HouseWizard("ysolde", "Ysolde", "f", 2, "pyromancer", _("Knows one answer to most questions: fire.")),
    HouseWizard("corvin", "Corvin", "m", 3, "duellist", _("Plain blows, well timed, and a shield when it counts.")),
    HouseWizard("melisande", "Melisande", "f", 3, "mind_bender", _("Your hands will do what she has in mind.")),
    HouseWizard("theodric", "Theodric", "m", 4, "warder", _("Sees what you are about, and is there before you.")),
    HouseWizard("nyx", "Nyx", "f", 5, "trickster", _("Thinks two rounds further, and never plays the same way twice.")),
)
"""All of them, the weakest first."""
BY_NAME: Final[Mapping[str, HouseWizard]] = {wizard.name: wizard for wizard in WIZARDS}
"""By the names under which they duel; no user can have these."""
