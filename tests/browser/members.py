"""Users with mages, registered without a browser."""

from collections.abc import Callable, Mapping

from tests.browser.pages import PALMS
from tests.browser.sites import Staged


def members(stage: Callable[..., Staged], *names: str) -> Mapping[str, str]:
    """Register at least two mages that are in no duel, and return the session of each one's user.

    They surrender to each other in a duel of one round, because the stagehand registers nobody without a duel.
    """
    return stage(wizards=list(names), rounds=[dict.fromkeys(names, PALMS)]).sessions
