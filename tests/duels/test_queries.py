"""Tests for the database queries of each page, for every viewer.

The number of queries must be the same with two rows of everything as with eight.
"""

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver, reverse
from django.utils import timezone

from accounts.models import Block, EmailNotification, Follow, Mage, Message
from duels.achievements.awarding import award_some
from duels.explorer.counting import count_some
from duels.house.duels import start_house_duel
from duels.house.wizards import BY_NAME
from duels.ladder import settlement
from duels.models import (
    Change,
    Club,
    ClubMessage,
    Duel,
    Invitation,
    Line,
    Membership,
    Pairing,
    PuzzleRun,
    PuzzleStanding,
    Standing,
    Subscription,
    Tournament,
    Vote,
)
from duels.play.loading import record_of
from duels.play.transaction import give_up
from duels.puzzles.attempts import try_once
from duels.puzzles.ratings import NEWCOMER
from duels.stats import tallies
from tests.builders import a_challenge, a_mage, a_user, rows_of_a_duel
from tests.duels.clubs.clubs import a_club, members
from tests.duels.finished import a_finished_duel
from tests.duels.people import as_user
from tests.duels.puzzles.made import WIN, a_puzzle
from tests.duels.tournaments.arenas import an_arena, joined
from wavinghands import engine

pytestmark = pytest.mark.django_db

TOKEN, RUNNING, OVER = "a-challenge", "under-way", "all-over"

PAGES = {
    "achievements": {},
    "api": {},
    "analysis": {"slug": OVER},
    "archive": {},
    "blocks": {},
    "bot": {},
    "play_by_email": {},
    "challenge": {"token": TOKEN},
    "challenges": {},
    "club": {"slug": "newts"},
    "club_edit": {"slug": "newts"},
    "club_new": {},
    "clubs": {},
    "duel": {"slug": RUNNING},
    "duels": {},
    "example": {"book": "classic", "spell": "shield"},
    "explorer": {},
    "explorer_of_book": {"slug": "classic"},
    "faq": {},
    "featured": {},
    "friends": {},
    "graveyard": {},
    "guest": {},
    "home": {},
    "honours": {},
    "house": {},
    "house_wizard": {"slug": "tansy"},
    "import": {},
    "ladder": {},
    "lesson": {"slug": "gestures"},
    "lessons": {},
    "notifications": {},
    "lobby": {},
    "mage": {"name": "Black"},
    "new_challenge": {},
    "mage_edit": {"name": "Black"},
    "mage_life": {"name": "Black", "life": 100},
    "mage_quit": {"name": "Black"},
    "mages": {},
    "messages": {},
    "names": {},
    "plain": {"slug": RUNNING},
    "practice": {},
    "puzzle": {"slug": "winner"},
    "puzzles": {},
    "season": {},
    "season_of": {"slug": "2026-2"},
    "puzzle_run": {"run": "run"},
    "bots": {},
    "quick": {},
    "quit_account": {},
    "reading": {"slug": OVER, "form": "show"},
    "record": {"slug": OVER},
    "export": {},
    "embed": {"slug": OVER},
    "embed_round": {"slug": OVER, "number": 3},
    "replay": {"slug": OVER},
    "replay_course": {"slug": OVER},
    "replay_picture": {"slug": OVER, "number": 3},
    "replay_round": {"slug": OVER, "number": 3},
    "report": {},
    "rule_texts": {},
    "rules": {},
    "rules_details": {"slug": "classic"},
    "rules_of_book": {"slug": "classic"},
    "rules_options": {"slug": "classic"},
    "rules_spells": {"slug": "classic"},
    "how_to_play": {},
    "settings": {},
    "spells": {"slug": "classic"},
    "search": {},
    "stats": {},
    "stats_group": {"group": "activity"},
    "text": {"slug": RUNNING},
    "turn": {},
    "tokens": {},
    "thread": {"username": "correspondent"},
    "tournament": {"slug": "arena"},
    "tournament_calendar": {},
    "tournament_new": {},
    "tournament_new_of": {"kind": "swiss"},
    "tournaments": {},
    "transcript": {"slug": OVER},
    "user": {"username": "black"},
    "username": {},
    "users": {},
    "vacation": {},
}
"""The URL parameters of all tested pages, by the names of their URL patterns."""
ASKED = {
    "clubs": ("?q=n&sort=active",),
    "names": ("?q=wh",),
    "report": ("?user=correspondent",),
    "duels": ("?show=finished", "?show=finished&mage=Black&spell=shield&result=won"),
    "explorer": ("?whose=all&rating=2", "?whose=all&line=SW"),
    "graveyard": ("?q=e&sort=name",),
    "honours": ("?sort=retired",),
    "ladder": ("?kind=melee&by=rating", "?q=White&sort=name"),
    "search": ("?q=wh",),
}
"""Query strings with which some pages search or sort, by the names of their URL patterns."""
NO_PAGES = {
    *(
        "challenge_change",
        "challenge_decline",
        "challenge_everything",
        "challenge_start",
        "challenge_team",
        "challenge_vote",
    ),
    *(
        "challenge_withdraw",
        "block",
        "follow",
        "friend_follow",
        "mage_retire",
        "mail_again",
        "token_revoke",
        "pushes",
        "renew_push",
        "quick_beat",
        "quick_leave",
        "alert",
        "quick_meanwhile",
        "house_offer",
        "friend",
        "practice_melee",
    ),
    *("club_join", "club_leave", "club_member", "club_message"),  # take a POST request
    *("tournament_join", "tournament_leave", "tournament_cancel"),  # take a POST request
    *("last_round", "opening", "rematch", "unsubscribe"),  # take a POST request, redirect, or need a token
    *(
        "rehearse",
        "hint",
        "play_on",
        "onwards",
        "username_check",
        "mage_name_check",
    ),  # are requested by scripts, or lead to a duel
    *("analyse", "retry"),  # takes a POST request; shows a board from an analysis
    *("download", "download_packed"),  # make more queries for a longer archive
    *("puzzle_daily", "puzzle_next", "puzzle_hint", "puzzle_solution"),  # redirect, or are requested by scripts
    *("puzzle_runs", "puzzle_step", "puzzle_skip"),  # take a POST request, or show a single puzzle, like "puzzle"
    "rule",  # redirects
    *("favicon", "keep", "language", "legal", "offline", "openapi", "robots", "service_worker"),  # have no lists
    *("challenge_card", "duel_card", "mage_card", "puzzle_card", "replay_card"),  # are pictures
    "usersessions_list",  # allauth checks each session
    *("news_feed", "sitemap"),  # is limited and cached
}


def ours():
    """Yield the names of the site's own URL patterns."""
    for pattern in get_resolver().url_patterns:
        for name in _names(pattern):
            if name and not name.startswith(("account_", "mfa_")):  # belongs to allauth
                yield name


def _names(pattern):
    if getattr(pattern, "app_name", None) in ("admin", "ninja"):  # the API has tests of its own
        return
    if hasattr(pattern, "url_patterns"):
        for inner in pattern.url_patterns:
            yield from _names(inner)
    else:
        yield pattern.name


def test_every_address_is_tested_here_or_is_listed_as_no_page():
    assert set(ours()) == PAGES.keys() | NO_PAGES
    assert not PAGES.keys() & NO_PAGES


def a_world():
    """Create the few objects that pages need, and return the mages Black and White."""
    black = a_mage("Black", owner=a_user("black"))
    black.life = 100  # others come first
    black.save()
    white = a_mage("White", owner=a_user("correspondent"))
    a_challenge(black, token=TOKEN, limit=None)
    rows_of_a_duel(black, white, slug=RUNNING, opened=timezone.now())
    settled(a_finished_duel(black, white, slug=OVER))
    a_puzzle()
    PuzzleStanding.objects.create(user=black.owner, plays=NEWCOMER)  # the front page asks once more for newcomers
    an_arena(slug="arena", host=white.owner)
    a_club("Newts", black.owner)
    PuzzleRun.objects.create(slug="run", kind="storm", user=black.owner, begun=timezone.now(), ended=timezone.now())
    return black, white


def settled(duel):
    seats = list(duel.seats.order_by("position"))
    settlement.settle(duel, seats, settlement.falls(engine.load(record_of(duel, seats, duel.rounds.all()))))


def fill(black, white, number):
    """Add a row of everything that pages list. The names in these rows contain `number`."""
    other = a_mage(f"White {number}")
    user, now = black.owner, timezone.now()
    _talk(black, white, other, number)
    _challenges(black, other, number)
    rows_of_a_duel(black, other)
    settled(a_finished_duel(black, other))
    _practice(black)
    try_once(a_puzzle(WIN | {"id": f"puzzle{number}"}), user, is_right=True)
    PuzzleRun.objects.create(kind="storm", user=other.owner, begun=now, ended=now, score=number + 1)
    _tournaments(other, number)
    _clubs(black, other, number)
    for run in PuzzleRun.objects.filter(slug="run"):
        run.tries.append([f"puzzle{number}", True])
        run.save()
    a_mage(f"Black {number}", owner=user)
    for melee in (False, True):
        Standing.objects.create(mage=a_mage(), melee=melee, score=number)
        resting = a_mage()
        Mage.objects.filter(pk=resting.pk).update(retired=now)
        Standing.objects.create(mage=resting, melee=melee, score=1 + number)
    dead = a_mage(f"Dead {number}", owner=user)
    Mage.objects.filter(pk=dead.pk).update(ended=now, end="died")
    Mage.objects.create(owner=user, name="Black", folded="black", life=number + 1, ended=now, end="died", gender="x")


def _talk(black, white, other, number):
    user, duel = black.owner, Duel.objects.get(slug=RUNNING)
    for sender in (white.owner, other.owner):
        Message.objects.create(sender=sender, recipient=user, text="Hear me.")
        Message.objects.create(sender=user, recipient=sender, text="I hear.")
    EmailNotification.objects.create(user=user, about="message", key=f"{number}", subject="News", text="News.")
    Block.objects.create(user=user, blocked=other.owner, mutes_only=bool(number % 2))
    Follow.objects.create(user=user, followed=a_mage(f"Friend {number}").owner)
    Line.objects.create(duel=duel, seat=duel.seats.first(), text="En garde!")
    Line.objects.create(duel=duel, user=other.owner, name="watcher", text="Look!")
    for followed in (rows_of_a_duel(white, other), a_finished_duel(white, other)):
        Subscription.objects.create(user=user, duel=followed)


def _tournaments(other, number):
    """Add a tournament in each state. One of them has two players, with a running and a finished duel."""
    now, arena = timezone.now(), Tournament.objects.get(slug="arena")
    for state in Tournament.State:
        an_arena(name=f"Evening {number}", state=state, starts=now + timedelta(hours=1), ends=now + timedelta(hours=2))
    one, two = joined(arena, other, a_mage(f"Red {number}"))
    for duel in (rows_of_a_duel(other, two.mage), a_finished_duel(other, two.mage)):
        Pairing.objects.create(tournament=arena, first=one, second=two, duel=duel, ended=duel.ended)


def _clubs(black, other, number):
    """Add a club. Add a member, a request, a message, a challenge and a tournament to the existing club Newts."""
    newts, now = Club.objects.get(slug="newts"), timezone.now()
    a_club(f"Toads {number}", other.owner, black.owner)
    members(newts, other.owner)
    Membership.objects.create(club=newts, user=a_user(), state="requested")
    ClubMessage.objects.create(club=newts, author=other.owner, text="Hear me.")
    a_challenge(other, club=newts)
    an_arena(name=f"Evening {number}", club=newts, state="upcoming", starts=now + timedelta(minutes=9))
    Standing.objects.update_or_create(mage=other, melee=False, defaults={"wins": 3, "rating": 1500 + number})


def _practice(black):
    duel = start_house_duel(mage=black, wizards=[BY_NAME["Tansy"]], book="classic")
    give_up(duel=duel, wizard="Tansy")


def _challenges(black, other, number):
    a_challenge(other)
    a_challenge(other, opponent=black)
    a_challenge(black, comment="Come!")
    challenge = black.challenges.get(token=TOKEN)
    state = "accepted" if number < 6 else "declined"  # one place stays free, so that the page has its form
    Invitation.objects.create(challenge=challenge, mage=other, state=state)
    change = Change.objects.create(challenge=challenge, number=number + 1, proposer=other, terms={"book": "warlocks"})
    Vote.objects.create(change=change, mage=black, accepts=True)


@pytest.fixture(scope="module")
def counted(django_db_setup, django_db_blocker):
    """Yield the queries for each page, by address and viewer: once with two rows of everything, and once with eight."""
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock(), transaction.atomic():
        now = timezone.now()
        patch.setattr(timezone, "now", lambda: now)  # nothing becomes too old for a page, however long this takes
        yield _counted()
        transaction.set_rollback(True)


def _counted():
    black, white = a_world()
    clients = {"anonymous": Client(), "user": as_user(black.owner)}
    found = []
    for numbers in (range(2), range(2, 8)):
        for number in numbers:
            fill(black, white, number)
        tallies.count_finished()
        while count_some() or award_some():
            pass
        before = found[0] if found else {}
        found.append(
            {
                (address, who): _queries(address, client, before.get((address, who)))
                for address in addresses()
                for who, client in clients.items()
            }
        )
    return found


def addresses():
    for name, arguments in PAGES.items():
        address = reverse(name, kwargs=arguments)
        yield address
        for asked in ASKED.get(name, ()):
            yield address + asked


def _queries(address, client, before):
    """Return the SQL queries for this page with warm caches, or `None` if the viewer may not open the page.

    If the first request makes as many queries as there are in `before`, the page is not requested a second time.
    """
    for _ in range(2):
        with CaptureQueriesContext(connection) as captured:
            if client.get(address).status_code != 200:
                return None
        if before is not None and len(captured) == len(before):
            break
    return [query["sql"] for query in captured]


def test_a_page_takes_as_many_queries_for_eight_rows_as_for_two(counted, subtests):
    few, many = counted
    for address, who in few:
        with subtests.test(address, who=who):
            one, other = few[address, who], many[address, who]
            assert (one is None) == (other is None)
            assert len(one or []) == len(other or []), "\n".join(other)


def test_each_page_is_visible_to_some_viewer(counted, subtests):
    shown = {address for (address, _), queries in counted[1].items() if queries is not None}
    for address in set(addresses()) - {reverse("report")}:  # needs a subject of the report
        with subtests.test(address):
            assert address in shown
