import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from duels.models import Duel, Entry, Tournament
from duels.play.transaction import give_up
from duels.tournaments.listing import ROWS
from duels.tournaments.pairing import LONELY
from duels.tournaments.results import GRACE
from tests.builders import a_mage, a_user
from tests.duels.people import as_user
from tests.duels.puzzles.made import a_puzzle
from tests.duels.tables import a_duel
from tests.duels.tournaments.arenas import HOUR, an_arena, beat, duel_of, joined, pairing_of, pass_time, players

pytestmark = pytest.mark.django_db


def page(address, client=None):
    return (client or Client()).get(address).content.decode()


def at(arena):
    return f"/tournaments/{arena.slug}/"


def upcoming(**fields):
    now = timezone.now()
    return an_arena(state="upcoming", starts=now + HOUR, ends=now + 2 * HOUR, **fields)


def test_the_list_shows_what_runs_what_comes_and_what_is_over(client):
    assert "The next tournaments will appear here." in page("/tournaments/")
    now = timezone.now()
    an_arena(name="Tonight")
    an_arena(name="", state="upcoming", starts=now + HOUR, ends=now + 2 * HOUR)
    an_arena(name="Yesterday", state="finished")
    shown = page("/tournaments/")
    running, upcoming, finished = (shown.index(title) for title in ("Tonight", "Daily arena", "Yesterday"))
    assert running < upcoming < finished
    for place in ("/", "/lobby/"):
        shown = page(place)
        assert "Tonight" in shown
        assert "Daily arena" in shown
        assert "Yesterday" not in shown


def test_only_the_next_daily_arena_is_unfolded():
    now = timezone.now()
    for hours in (1, 3, 5):
        an_arena(name="", state="upcoming", starts=now + hours * HOUR, ends=now + (hours + 1) * HOUR)
    an_arena(name="Late", state="upcoming", starts=now + 9 * HOUR, ends=now + 10 * HOUR)
    unfolded, folded = page("/tournaments/").split("2 more of the site’s regular tournaments")
    assert unfolded.count("<strong>Daily arena</strong>") == 1
    assert "<strong>Late</strong>" in unfolded
    assert folded.count("<strong>Daily arena</strong>") == 2


def test_the_front_page_shows_only_what_one_can_join_soon():
    an_arena(name="Open", format="swiss", rounds=5, round=2)
    an_arena(name="Too late", format="swiss", rounds=5, round=3)
    an_arena(name="Slow", format="swiss", rounds=5, round=1, pace=24 * 60 * 60)
    an_arena(name="Closed", format="knockout", rounds=3, round=1)
    shown = page("/")
    assert "Open</a>" in shown
    assert not [name for name in ("Too late", "Slow", "Closed") if name in shown]


def test_times_are_in_the_zone_of_the_visitor(client):
    client.cookies["zone"] = "America/New_York"
    an_arena(state="upcoming", starts=datetime(2036, 12, 1, 19, tzinfo=UTC), ends=datetime(2036, 12, 1, 20, tzinfo=UTC))
    assert "1 Dec, 14:00 EST" in page("/tournaments/", client)


def test_a_visitor_joins_as_a_guest_and_leaves(client):
    arena = an_arena()
    assert "No account needed" in page(at(arena))
    assert client.post(f"{at(arena)}join/").url == at(arena)
    entry = arena.entries.get()
    assert entry.user.is_guest
    shown = page(at(arena), client)
    assert "Looking for your next opponent." in shown
    assert 'aria-current="true"' in shown
    client.post(f"{at(arena)}leave/")
    assert "You’re taking a break." in page(at(arena), client)


def test_a_player_in_another_live_duel_sees_that_it_must_end_first():
    arena = an_arena()
    mage = a_mage("Black")
    joined(arena, mage)
    slow, live = a_duel(mage, a_mage(), pace=24 * 60 * 60), a_duel(mage, a_mage())
    shown = page(at(arena), as_user(mage.owner))
    assert "You are still in another live duel." in shown
    assert f'href="/duel/{live.slug}/">Go to your duel' in shown
    assert slow.slug not in shown
    give_up(duel=live, wizard="Black")
    assert "Looking for your next opponent." in page(at(arena), as_user(mage.owner))


def test_a_player_sees_the_opponent_the_score_and_the_way_back():
    arena = an_arena()
    one, other = players(arena, 2)
    Entry.objects.filter(pk=one.pk).update(streak=2, points=4)
    pass_time()
    client, duel = as_user(one.user), duel_of(one)
    shown = page(at(arena), client)
    assert f"Your opponent: <strong>{other.mage.name}</strong>" in shown
    assert f'href="/duel/{duel.slug}/">Go to your duel' in shown
    assert "Your next win counts double." in shown
    shown = page(f"/duel/{duel.slug}/", client)
    assert f'data-arena="{at(arena)}" data-contest="Evening"' in shown
    assert f'<a href="{at(arena)}">Evening</a>' in shown
    assert f'data-next-duel="/ws/tournament/{arena.slug}/?listens=1" data-unpaired' in shown
    beat(one)
    assert "1 round" in page(at(arena))
    for viewer, is_called in ((client, True), (as_user(a_user()), False)):
        shown = page(f"/replay/{duel.slug}/", viewer)
        assert f'Tournament: <a href="{at(arena)}">Evening</a>' in shown
        assert ("data-next-duel" in shown) is is_called
        assert (f'The arena doesn’t pair you while you are on this page. <a href="{at(arena)}">' in shown) is is_called
    assert f'<a href="{at(arena)}">Evening</a>' in page(f"/mage/{one.mage.name}/", client)


def test_a_computer_player_is_marked_before_and_after_the_duel():
    arena = an_arena()
    (entry,) = players(arena, 1)
    client = as_user(entry.user)
    pass_time(LONELY.total_seconds() + 1)
    wizard = pairing_of(entry).wizard
    assert f"Your opponent: <strong>{wizard} (computer player)</strong>" in page(at(arena), client)
    duel = duel_of(entry)
    give_up(duel=duel, wizard=entry.mage.name)
    assert "Computer · " in page(at(arena)).split('id="results"')[1]


def test_the_rules_of_an_arena_name_half_points_and_the_time_to_come():
    rules = page(at(an_arena())).split('id="scoring"')[1]
    assert "you play a computer player for half the points" in rules
    assert f"within {GRACE.total_seconds():.0f} seconds" in rules


def test_duels_do_not_name_the_tournament_of_a_closed_club():
    arena = an_arena()
    one, _other = players(arena, 2)
    pass_time()
    duel = duel_of(one)
    assert "Evening" in page(f"/duel/{duel.slug}/")
    Tournament.objects.update(club_closed=True)
    assert "Evening" not in page(f"/duel/{duel.slug}/")
    beat(one)
    for address in (f"/replay/{duel.slug}/", f"/mage/{one.mage.name}/"):
        assert "Evening" not in page(address)


def test_opening_the_page_keeps_a_player_ready():
    arena = an_arena()
    (entry,) = players(arena, 1)
    Entry.objects.update(seen=timezone.now() - HOUR)
    page(at(arena), as_user(entry.user))
    entry.refresh_from_db()
    assert timezone.now() - entry.seen < timedelta(minutes=1)


def test_refusals_are_shown():
    arena = an_arena(friendly=False, lowest=1800)
    user = a_user()
    User.objects.filter(pk=user.pk).update(knows_mages_die=False)
    client = as_user(user)
    client.post(f"{at(arena)}join/")
    assert "Tick the box first" in page(at(arena), client)
    client.post(f"{at(arena)}join/", {"knows": "on"})
    assert "outside the range" in page(at(arena), client)
    assert not arena.entries.exists()


def test_a_user_with_several_mages_chooses_one():
    arena, one = an_arena(), a_mage()
    other = a_mage(owner=one.owner)
    as_user(one.owner).post(f"{at(arena)}join/", {"mage": other.pk})
    assert arena.entries.get().mage == other


def test_a_tournament_is_created_in_local_time_and_cancelled():
    client = as_user(host := a_user())
    client.cookies["zone"] = "Europe/Berlin"
    starts = (timezone.now() + timedelta(days=2)).replace(hour=18, minute=0, second=0, microsecond=0)
    local = starts.astimezone(timezone.get_default_timezone()).strftime("%Y-%m-%dT19:00")
    given = {
        "name": "Friday",
        "starts": local,
        "minutes": "90",
        "book": "classic",
        "control": "30s",
        "friendly": "True",
    }
    assert "Friday" not in page("/tournaments/new/arena/", client)
    wrong = client.post("/tournaments/new/arena/", given | {"lowest": "1800", "highest": "1200"}).content.decode()
    assert "The maximum rating is below the minimum." in wrong
    answer = client.post("/tournaments/new/arena/", given | {"bots": "on"})
    made = Tournament.objects.get()
    assert answer.url == at(made)
    assert (made.ends - made.starts, made.pace, made.reserve, made.bots) == (timedelta(minutes=90), 30, 300, True)
    assert made.starts.hour in (17, 18)  # once in summer and once in winter
    assert "Cancel tournament" in page(at(made), client)
    assert "Cancel tournament" not in page(at(made))
    assert f'hosted by <a href="/user/{host.username}/">' in page(at(made))
    client.post(f"{at(made)}cancel/")
    assert not Tournament.objects.exists()


def test_only_moderators_can_cancel_a_tournament_of_the_site():
    arena = upcoming()
    assert "Cancel tournament" not in page(at(arena))
    assert "Cancel tournament" not in page(at(arena), as_user(a_user()))
    assert "Cancel tournament" in page(at(arena), as_user(a_user(is_staff=True)))


def test_the_socket_of_a_page_is_closed_for_good_if_another_user_opens_it():
    """Check the parameter `user` of the socket's address, which the server compares with the session's user."""
    arena, user = an_arena(), a_user()
    assert f'data-tournament="/ws/tournament/{arena.slug}/?page=1&amp;user={user.pk}"' in page(at(arena), as_user(user))
    assert f'data-tournament="/ws/tournament/{arena.slug}/?page=1"' in page(at(arena))


def test_cancelling_is_confirmed_and_says_what_happens():
    arena = upcoming(host=(host := a_user()))
    shown = page(at(arena), as_user(host))
    assert shown.index("<summary") < shown.index("its players will be notified") < shown.index("Cancel anyway</button>")


@pytest.mark.parametrize(("zone", "shown"), [("", "UTC"), ("America/New_York", "America/New York")])
def test_the_form_names_the_time_zone_of_its_start(zone, shown):
    client = as_user(a_user())
    client.cookies["zone"] = zone
    assert f"Start (time zone: {shown})" in page("/tournaments/new/arena/", client)


def test_a_host_of_two_tournaments_reads_so_in_place_of_the_form():
    host = a_user()
    client = as_user(host)
    upcoming(host=host)
    an_arena(host=host, state="finished")
    assert 'name="starts"' in page("/tournaments/new/arena/", client)
    upcoming(host=host)
    shown = page("/tournaments/new/arena/", client)
    assert "You already host 2 tournaments." in shown
    assert 'name="starts"' not in shown
    assert "You already host 2 tournaments." in page("/tournaments/new/", client)


def test_guests_are_asked_to_sign_up_before_they_create_one(client):
    client.post("/guest/", {"name": "Visitor"})
    assert client.get("/tournaments/new/arena/").url == "/keep/"


def test_a_finished_tournament_keeps_its_page_with_all_players():
    arena = an_arena(state="finished")
    for number in range(ROWS + 1):
        mage = a_mage(f"Player {number:02}")
        Entry.objects.create(tournament=arena, user=mage.owner, mage=mage, points=ROWS - number)
    first, second = page(at(arena)), page(f"{at(arena)}?page=2")
    assert "Player 00" in first
    assert f"Player {ROWS}" not in first
    assert f"Player {ROWS}" in second
    assert f'<td class="number">{ROWS + 1}</td>' in second
    assert "Join" not in first


def test_a_finished_tournament_names_its_winner_on_its_page_and_in_the_list():
    arena = an_arena()
    joined(arena, a_mage("Tristan"), points=3)
    joined(arena, a_mage("Isolde"), points=5)
    text = "Winner: <strong>Isolde</strong>"
    assert text not in page(at(arena)) + page("/tournaments/")
    Tournament.objects.update(state="finished")
    assert text in page(at(arena))
    assert text in page("/tournaments/")


def test_a_profile_shows_the_tournaments_of_the_site_that_its_user_has_won():
    now = timezone.now()
    winner, other = a_mage("Isolde"), a_mage("Tristan")
    for number, (name, others) in enumerate((("", [other]), ("Candlelight", [other]), ("", []))):
        arena = an_arena(name=name, starts=now - (number + 1) * HOUR)
        joined(arena, winner, points=5, wins=2)
        joined(arena, *others, points=3, wins=1)
    address = f"/user/{winner.owner.username}/"
    assert "Trophies" not in page(address)
    Tournament.objects.update(state="finished")
    first = Tournament.objects.latest("starts")
    assert re.findall(r'<a class="badge" href="([^"]*)">(Winner: Daily arena)', page(address)) == [
        (at(first), "Winner: Daily arena")
    ]
    assert "Winner" not in page(f"/user/{other.owner.username}/")


def test_a_finished_tournament_shows_its_best_duel_and_its_hardest_puzzle():
    arena = an_arena()
    entries = joined(arena, *(a_mage(name) for name in ("Ada", "Bob", "Cid", "Dan")))
    pass_time()
    for entry in (it for it in entries if pairing_of(it)):
        beat(entry)
    for entry, points in zip(entries, (1, 2, 3, 9), strict=True):
        Entry.objects.filter(pk=entry.pk).update(points=points)
    best = Duel.objects.get(seats__name="Dan")
    easy, hard = (a_puzzle(slug=slug, rating=rating, duel=best) for slug, rating in (("easy", 1400), ("hard", 1700)))
    assert "Highlights" not in page(at(arena))
    Tournament.objects.update(state="finished")
    shown = page(at(arena))
    shown = shown[shown.index('id="highlights"') : shown.index('id="results"')]
    assert (best.slug in shown, hard.slug in shown, easy.slug in shown) == (True, True, False)


def test_unknown_tournaments_are_not_found(client):
    assert client.get("/tournaments/never/").status_code == 404
    assert client.post("/tournaments/never/join/").status_code == 404


def test_the_calendar_has_an_event_for_each_open_tournament(client):
    starts = datetime(2036, 12, 1, 19, tzinfo=UTC)
    arena = an_arena(name=f"Ärger; Chaos, {'Ö' * 26}", state="upcoming", starts=starts, ends=starts + HOUR)
    an_arena(state="finished", name="Over")
    answer = client.get("/tournaments/calendar.ics")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    lines = answer.content.split(b"\r\n")
    assert max(map(len, lines)) <= 75
    text = answer.content.decode().replace("\r\n ", "")
    events = [line for line in text.split("\r\n") if line.startswith(("UID", "DTSTART", "DTEND", "SUMMARY", "URL"))]
    assert events == [
        f"UID:{arena.slug}@localhost",
        "DTSTART:20361201T190000Z",
        "DTEND:20361201T200000Z",
        f"SUMMARY:Waving Hands: Ärger\\; Chaos\\, {'Ö' * 26}",
        f"URL:http://localhost:8000{at(arena)}",
    ]
    listed = page("/tournaments/")
    assert "joined" not in listed
    assert 'href="http://testserver/tournaments/calendar.ics"' in listed


def test_the_list_marks_what_the_viewer_has_joined():
    arena = an_arena()
    (entry,) = joined(arena, a_mage())
    assert '<span class="badge">joined</span>' in page("/tournaments/", as_user(entry.user))


def test_members_are_limited_each_and_new_guests_by_their_address(settings):
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"tournament": "1/m/user", "guest": "1/m/ip"}
    arena = an_arena()
    clients = [as_user(a_mage().owner), as_user(a_mage().owner), Client(), Client()]
    answers = [[client.post(f"{at(arena)}join/").status_code for client in clients] for _ in range(2)]
    assert answers == [[302, 302, 302, 429], [429, 429, 302, 429]]
