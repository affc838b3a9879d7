"""Name suggestions that include house wizards (computer players)."""

from typing import Any

from accounts.names import folded
from duels.house.wizards import WIZARDS
from duels.ladder.names import MOST, SHORTEST, Suggestion, suggested
from duels.wording.strengths import of_the_house


def suggested_with_house(typed: str, viewer: Any) -> list[Suggestion]:
    """Return the result of `suggested()`, followed by the house wizards whose names contain `typed`.

    House wizards are labelled as computer players.
    """
    wanted = folded(" ".join(typed.split()))
    found = [wizard for wizard in WIZARDS if len(wanted) >= SHORTEST and wanted in folded(wizard.name)]
    house = [Suggestion(name=wizard.name, told=of_the_house(wizard.level)) for wizard in found]
    return [*suggested(typed, viewer)[: MOST - len(house)], *house]
