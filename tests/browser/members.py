"""Registration of users and their mages, without a browser."""

from collections.abc import Callable, Mapping

from tests.browser.pages import PALMS
from tests.browser.sites import Staged


def members(stage: Callable[..., Staged], *names: str) -> Mapping[str, str]:
    """Register at least two mages, and return the session key of each mage's user.

    `stage` registers mages only for a duel, so the mages play a duel of one round in which they all surrender.
    """
    return stage(wizards=list(names), rounds=[dict.fromkeys(names, PALMS)]).sessions
