"""Tests that pages with very many challenges and duels still make few queries and have short lists."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from duels.challenges.lobby import lists_for
from duels.challenges.open_challenges import LONGEST_LIST
from duels.challenges.views.lobby import CHALLENGES_A_PAGE
from duels.models import Challenge, Duel, Invitation, Seat
from duels.wording.duel_lists import MOST_OF_ONES_OWN
from duels.wording.time_controls import DAY
from tests.builders import a_mage, a_result
from tests.duels.people import as_user

pytestmark = pytest.mark.django_db

FEW, MANY_DUELS = 12, 2 * MOST_OF_ONES_OWN
ENOUGH, MANY_CHALLENGES = LONGEST_LIST + 1, 5 * LONGEST_LIST
PAGES = (
    *("/", "/lobby/", "/challenges/", "/challenges/?page=2", "/duels/", "/duels/?show=finished"),
    *("/duels/?show=finished&mage=Black", "/mage/Black/", "/user/black/", "/users/", "/archive/"),
)


class World:
    """Black and White, with their challenges and duels."""

    def __init__(self) -> None:
        self.black, self.white = a_mage("Black"), a_mage("White")
        self.black.owner.username = "black"
        self.black.owner.save()
        self.client = as_user(self.black.owner)

    def challenges(self, number: int, *named) -> None:
        """Create `number` slow challenges by White, open to everyone or only to the mages in `named`."""
        posted = Challenge.objects.bulk_create(
            Challenge(challenger=self.white, pace=DAY, is_open=not named) for _ in range(number)
        )
        states = [(self.white, "accepted"), *((mage, "challenged") for mage in named)]
        Invitation.objects.bulk_create(
            Invitation(challenge=one, mage=mage, state=state) for one in posted for mage, state in states
        )

    def duels(self, number: int) -> None:
        """Create `number` running duels and as many finished ones between Black and White."""
        over = {"ended": timezone.now(), "result": a_result(won=["White"], surrendered=["Black"])}
        begun = Duel.objects.bulk_create(
            Duel(book="classic", seed=1, pace=DAY, **told) for told in ({}, over) for _ in range(number)
        )
        Seat.objects.bulk_create(
            Seat(duel=duel, mage=mage, position=position, name=mage.name, gender="x", due=duel.ended is None)
            for duel in begun
            for position, mage in enumerate((self.black, self.white))
        )

    def asked(self, page: str) -> tuple[int, int, int]:
        """Request a page with warm caches. Return the number of queries, and of challenges and duels on the page."""
        self.client.get(page)
        with CaptureQueriesContext(connection) as captured:
            text = self.client.get(page).content.decode()
        found = [len(set(re.findall(rf'href="/{what}/([^"/]+)/', text))) for what in ("challenge", "(?:duel|replay)")]
        return (len(captured), *found)


@pytest.fixture
def world():
    return World()


def test_very_many_rows_cost_no_more_queries_and_lists_are_capped(world):
    world.challenges(ENOUGH)
    world.duels(FEW)
    few = {page: world.asked(page)[0] for page in PAGES}
    world.challenges(MANY_CHALLENGES)
    world.duels(MANY_DUELS)
    for page in PAGES:
        queries, challenges, duels = world.asked(page)
        assert queries == few[page], page
        assert challenges <= (LONGEST_LIST if page == "/lobby/" else CHALLENGES_A_PAGE), page
        assert duels < MANY_DUELS, page


def test_the_lobby_frame_is_capped_with_a_constant_number_of_queries(world):
    world.challenges(ENOUGH)
    with CaptureQueriesContext(connection) as few:
        lists_for([world.black.owner_id])
    world.challenges(MANY_CHALLENGES)
    with CaptureQueriesContext(connection) as many:
        (listed,) = lists_for([world.black.owner_id]).values()
    assert len(many) == len(few)
    assert len(listed) == LONGEST_LIST


def test_newer_open_challenges_do_not_displace_a_challenge_to_the_viewer(world):
    world.challenges(1, world.black)
    world.challenges(ENOUGH)
    token = world.black.invitations.get().challenge.token
    (listed,) = lists_for([world.black.owner_id]).values()
    assert [offer["token"] for offer in listed if offer["to_me"]] == [token]
    for page in ("/", "/lobby/"):
        assert f'href="/challenge/{token}/"' in world.client.get(page).content.decode()
