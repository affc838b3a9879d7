"""The house wizards, which are the site's computer players.

They are defined here and have no accounts.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.templatetags.static import static
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from duels.wording.strengths import STRENGTHS


@dataclass(frozen=True, slots=True)
class HouseWizard:
    """A computer player.

    `level` and `temperament` are among the `LEVELS` and `TEMPERAMENTS` of `wavinghands.search`. `about` describes the
    temperament in one sentence, `likes` the favourite spells, and `looks` the portrait.
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
        """Return the path of the portrait, relative to the static files."""
        return f"portraits/{self.slug}.svg"

    @property
    def strength(self) -> str:
        return str(STRENGTHS[self.level])


WIZARDS: Final = (
    HouseWizard(
        "tansy", "Tansy", "f", 1, "even",
        _("Finished her lessons yesterday and casts whatever comes to mind."),
        _("Missiles, goblins, and once in a while a shield."),
        _("A girl with red braids under a yellow hat several sizes too big."),
    ),
    HouseWizard(
        "bramble", "Bramble", "m", 1, "summoner",
        _("Why do it yourself when a goblin can do it for you?"),
        _("Goblins: first one, then another."),
        _("A man with a beard like a hedge and a goblin on his shoulder."),
    ),
    HouseWizard(
        "osric", "Osric", "m", 2, "healer",
        _("Heals whatever you hurt, until you tire of it."),
        _("Cures, shields, and a light wound to finish the job."),
        _("A smiling old man in a green hood, two fingers raised."),
    ),
    HouseWizard(
        "ysolde", "Ysolde", "f", 2, "pyromancer",
        _("Has one answer to most questions: fire."),
        _("Fireballs, fire storms, and a fire elemental for whatever is left."),
        _("A woman with blazing hair and a flame in her hand."),
    ),
    HouseWizard(
        "corvin", "Corvin", "m", 3, "duellist",
        _("Simple strikes, well timed, and a shield when it matters."),
        _("Missiles, wounds, lightning: nothing that takes long."),
        _("A man with a pointed beard, a raven’s feather in his hat and a knife in his hand."),
    ),
    HouseWizard(
        "melisande", "Melisande", "f", 3, "mind_bender",
        _("Makes your hands do what she has in mind."),
        _("Charm, confusion, paralysis, then the final blow."),
        _("A woman in a violet hood, two eyes closed and a third one open."),
    ),
    HouseWizard(
        "theodric", "Theodric", "m", 4, "warder",
        _("Sees what you’re up to and gets there first."),
        _("Counter-spells, mirrors, shields, and a great deal of patience."),
        _("A man with a square grey beard and a tall red cap, one hand raised behind a shield of light."),
    ),
    HouseWizard(
        "nyx", "Nyx", "f", 5, "trickster",
        _("Thinks four rounds ahead and gives nothing away."),
        _("Whatever you didn’t think of."),
        _("A half-masked woman in a hood as dark as night. She is winking at you."),
    ),
)  # fmt: skip
"""All house wizards, weakest first."""
BY_NAME: Final[Mapping[str, HouseWizard]] = {wizard.name: wizard for wizard in WIZARDS}
"""House wizards by name. No user can register these names."""
BY_SLUG: Final[Mapping[str, HouseWizard]] = {wizard.slug: wizard for wizard in WIZARDS}
"""House wizards by the slugs in URLs."""


def wizard_json(wizard: HouseWizard) -> dict[str, str]:
    """Return the wizard as data for scripts.

    The keys are `slug`, `name`, `strength`, and `portrait`, which is a URL.
    """
    about = {"slug": wizard.slug, "name": wizard.name, "strength": wizard.strength}
    return about | {"portrait": static(wizard.portrait)}
