"""Modules and style sheets as they stand, as `make run` serves them: what is tried on bundles holds there too."""

from collections.abc import Callable, Iterator

import pytest

from tests.browser.conftest import Place
from tests.browser.sites import Staged, production_environment, stagehand
from tests.browser.test_languages import (
    test_a_duel_in_german_speaks_german_from_the_first_and_in_what_is_loaded_later,  # noqa: F401
)
from tests.browser.test_learning import test_a_lesson_is_played_by_keys_alone_and_told_aloud  # noqa: F401
from tests.browser.test_lobby import (
    test_a_row_of_the_lobby_that_a_push_leaves_as_it_is_can_be_pressed_across_it,  # noqa: F401
)
from tests.browser.test_offline import test_without_a_connection_there_is_a_page_that_leads_back  # noqa: F401
from tests.browser.test_whole_duel import (
    test_froodal_and_bung_sign_up_duel_to_the_death_and_replay_it,  # noqa: F401
)
from tests.sites import running_site


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A site in production without bundles."""
    environment = {
        **production_environment(BUNDLES="false"),
        "VAR_DIR": str(tmp_path_factory.mktemp("site")),
    }
    with running_site(**environment) as (url, _):
        yield Place(url, environment)


@pytest.fixture(scope="module")
def site(place: Place) -> str:
    """The address of that site."""
    return place.url


@pytest.fixture(scope="module")
def stage(place: Place) -> Iterator[Callable[..., Staged]]:
    """Its stagehand."""
    with stagehand(place.environment) as stage:
        yield stage


def test_no_page_of_it_has_a_bundle(someone):
    page = someone()
    names = page.evaluate("performance.getEntriesByType('resource').map(({name}) => name)")
    assert any(name.endswith("/js/lib/words.js") for name in names)
    assert any(name.endswith("/css/lib/tokens.css") for name in names)
