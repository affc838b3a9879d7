from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Mage
from duels.models import Tournament
from duels.play.transaction import give_up
from duels.tournaments.entering import leave
from duels.wording.time_controls import DAY
from tests.builders import a_mage, a_user
from tests.duels.people import as_user
from tests.duels.tables import a_duel
from tests.duels.tournaments.arenas import HOUR, boards, duel_of, joined, pass_time, win, with_rounds

pytestmark = pytest.mark.django_db

SLOW = {"pace": DAY, "reserve": 0}


def page(tournament, entry=None):
    client = as_user(entry.user) if entry else Client()
    return " ".join(client.get(f"/tournaments/{tournament.slug}/").content.decode().split())


def enter(tournament, *names):
    return joined(tournament, *(a_mage(name) for name in names))


def test_a_player_sees_the_round_the_opponent_and_what_to_do():
    swiss = with_rounds("swiss", starts=timezone.now() + HOUR, ends=timezone.now() + 2 * HOUR, **SLOW)
    one, _two, three = enter(swiss, "A", "B", "C")
    assert "You have joined. We’ll notify you" in page(swiss, one)
    Tournament.objects.update(starts=timezone.now())
    pass_time()
    shown = page(swiss, one)
    assert "Round 1 of 3: your opponent is <strong>B</strong>" in shown
    assert f'href="/duel/{duel_of(one).slug}/">Go to your duel' in shown
    assert 'data-duel=""' in shown  # with a day per round, the page does not open the duel by itself
    assert "Round 1 of 3: you have a bye" in page(swiss, three)
    win(swiss, "A")
    shown = page(swiss, one)
    assert "Round 1 of 3: your duel is over." in shown
    assert "The next round begins when all duels are over." in shown
    pass_time()
    leave(slug=swiss.slug, user_id=one.user_id)
    swiss.pairings.filter(ended=None).update(ended=timezone.now())
    swiss.entries.update(pairing=None)
    assert "You’re taking a break." in page(swiss, one)


def test_a_player_whose_mage_has_died_chooses_another_before_the_next_round():
    swiss = with_rounds("swiss", friendly=False)
    one, *_others = enter(swiss, "A", "B", "C", "D")
    pass_time()
    win(swiss, "C")
    Mage.objects.filter(pk=one.mage_id).update(ended=timezone.now(), end="died")
    a_mage("Heir", owner=one.user)
    shown = page(swiss, one)
    assert "Before your next duel, choose a mage to continue with." in shown
    assert '<form id="join" class="form narrow" method="post" action="/tournaments/' in shown
    as_user(one.user).post(
        f"/tournaments/{swiss.slug}/join/", {"mage": Mage.objects.get(name="Heir").pk, "knows": "on"}
    )
    one.refresh_from_db()
    assert (one.mage.name, one.is_active) == ("Heir", True)


def test_a_live_page_goes_to_the_duel_by_itself():
    swiss = with_rounds("swiss")
    one, _two = enter(swiss, "A", "B")
    pass_time()
    assert f'data-duel="/duel/{duel_of(one).slug}/"' in page(swiss, one)


def test_a_swiss_shows_its_pairings_tie_breaks_and_cross_table():
    swiss = with_rounds("swiss", **SLOW)
    enter(swiss, "A", "B", "C")
    assert "The pairings of each round will appear here." in page(swiss)
    pass_time()
    win(swiss, "A")
    pass_time()
    shown = page(swiss)
    for told in ("Buchholz: the sum", "Sonneborn-Berger: the points", "Cross table", "Round 2", "in progress", "bye"):
        assert told in shown
    order = ("<ol><li>Buchholz:", "</li><li>Sonneborn-Berger:", "</li><li>Head to head:", "</ol> For Buchholz")
    assert sorted(order, key=shown.index) == list(order)
    assert "1–0" in shown
    assert '1</a> <span class="soft small">(3)</span>' in shown  # against the player in third place
    assert "Round 2 of 3" in " ".join(Client().get("/tournaments/").content.decode().split())


def test_numbers_have_no_needless_decimals():
    swiss = with_rounds("swiss", state="finished", **SLOW)
    for name, points, first, second in (("A", 3, 4, 2.25), ("B", 2.5, 4.5, 2), ("C", 2, 3, 1.5)):
        mage = a_mage(name)
        fields = {"first_tie_break": first, "second_tie_break": second}
        swiss.entries.create(user=mage.owner, mage=mage, points=points, **fields)
    shown = page(swiss)
    for row in (("3", "4", "2.25", "0"), ("2.5", "4.5", "2", "0"), ("2", "3", "1.5", "0")):
        points, *tie_breaks = row
        cells = "".join(f'<td class="number">{it}</td>' for it in tie_breaks)
        assert f'<td class="number"><strong>{points}</strong></td> {cells}' in shown


def test_players_with_equal_results_share_a_place():
    cup = with_rounds("melee", state="finished", starts=timezone.now() - HOUR, **SLOW)
    for name, points in (("A", 6), ("B", 6), ("C", 4)):
        mage = a_mage(name)
        cup.entries.create(user=mage.owner, mage=mage, points=points, wins=1)
    cup.pairings.create(round=1, made=timezone.now(), ended=timezone.now())
    shown = page(cup)
    for place, name in (("1", "A"), ("1", "B"), ("3", "C")):
        assert shown.count(f'<td class="number">{place}</td> <th scope="row"><a href="/mage/{name}/">{name}') == 1
        assert f'<td class="number">{place}</td> <th scope="row">{name}' in shown, "in the points by round, too"
    assert "Winner: <strong>A and B</strong>" in shown
    assert "You share first place!" in page(cup, cup.entries.get(mage__name="A"))


def test_a_round_robin_with_equal_players_has_a_column_for_each():
    robin = with_rounds("round_robin", state="finished", rounds=3, **SLOW)
    mages = [a_mage(name) for name in "ABC"]
    one, other, third = (robin.entries.create(user=mage.owner, mage=mage, points=1, draws=2) for mage in mages)
    for number, (first, second) in enumerate(((one, other), (other, third), (third, one)), 1):
        robin.pairings.create(
            round=number,
            first=first,
            second=second,
            result="drew",
            first_points=0.5,
            second_points=0.5,
            ended=timezone.now(),
        )
    table = page(robin).split('id="cross-table"')[1].split("</table>")[0]
    assert table.count('<th scope="col" class="number">1</th>') == 3
    assert table.count("½") == 6


def test_a_round_robin_strikes_out_results_that_do_not_count():
    robin = with_rounds("round_robin", **SLOW)
    one, *_others = enter(robin, "A", "B", "C", "D")
    pass_time()
    assert "Withdraw from the tournament" in page(robin, one)
    win(robin, "A")
    leave(slug=robin.slug, user_id=one.user_id)
    pass_time()
    shown = page(robin)
    assert "<s>1</s>" in shown
    assert "withdrawn" in shown
    assert "You have withdrawn from this tournament." in page(robin, one)


def test_a_knockout_shows_its_bracket_and_who_is_out():
    cup = with_rounds("knockout", **SLOW)
    one, *_others = enter(cup, "A" * 24, "B", "C", "D", "E")
    assert 'class="bracket"' not in page(cup)
    pass_time()
    shown = page(cup)
    assert shown.count('class="bracket__match"') == 7
    assert f"{'A' * 15}…" in shown
    for title in ("Quarterfinals", "Semifinals", "Final"):
        assert f"{title}</text>" in shown
    assert "It is too late to join, but you can watch." in shown
    win(cup, "E")
    pass_time()
    win(cup, "E")
    assert "bracket__name--winner" in page(cup)
    pass_time()
    assert "You have been knocked out." in page(cup, one)
    win(cup, *[first for first, _second, result in boards(cup) if not result])
    pass_time()
    win(cup, "E")
    pass_time()
    assert "You won the tournament!" in page(cup, cup.entries.get(mage__name="E"))
    assert "Bracket</h2>" in page(cup)


def test_a_melee_cup_shows_its_tables_the_points_and_the_computer_players():
    cup = with_rounds("melee", **SLOW)
    one, *_others = enter(cup, "A", "B", "C", "D", "E")
    pass_time()
    assert "Round 1 of 3: you share a table with <strong>D, E</strong>" in page(cup, one)
    assert "Take a break" not in page(cup, one)
    first, second = cup.pairings.order_by("board")
    shown = page(cup)
    assert (
        f'<h3><a href="/duel/{first.duel.slug}/">Table 1</a> <span class="soft small">in progress</span></h3>' in shown
    )
    wizard = second.duel.seats.last().name
    assert f'{wizard} <span class="soft small">computer player</span>' in shown
    assert "At a table of four, the places give 6, 4, 2 and 0 points; at a table of three, 6, 3 and 0." in shown
    assert "You can join late, until round 2 begins." in shown
    assert "Join</h2>" in shown  # late entry
    for name in "DE":
        give_up(duel=first.duel, wizard=name)
    shown = page(cup, one)
    assert "Round 1 of 3: your duel is over." in shown
    assert "Take a break" in shown
    pass_time()
    shown = page(cup)
    row = '<span class="soft"><span class="visually-hidden">Place </span>1.</span> A</span>'
    assert f'{row} <span class="rounds__score">6<span class="visually-hidden"> points</span></span>' in shown
    assert "Points by round" in shown
    assert f'<td class="number"><a href="/duel/{first.duel.slug}/">1.5</a></td>' in shown  # D and E


def test_the_last_round_of_a_melee_cup_offers_no_break_and_no_late_entry():
    cup = with_rounds("melee", **SLOW)
    one, *_others = enter(cup, "A", "B", "C", "D", "E", "F")
    for number in (1, 2, 3):
        pass_time()
        for table in cup.pairings.filter(round=number):
            for seat in table.duel.seats.all()[:2]:
                give_up(duel=table.duel, wizard=seat.name)
    shown = page(cup, one)
    assert "Round 3 of 3: your duel is over." in shown
    assert "Take a break" not in shown
    assert "You can join late" not in shown


def test_a_player_in_another_duel_may_take_a_break_before_the_last_round():
    swiss = with_rounds("swiss")
    one, two = enter(swiss, "A", "B")
    pass_time()
    win(swiss, "A")
    a_duel(one.mage, two.mage)
    for rounds, may_break in ((3, True), (1, False)):
        Tournament.objects.update(rounds=rounds)
        shown = page(swiss, one)
        assert "You are still in another live duel." in shown
        assert ("Take a break" in shown) == may_break


def test_a_user_chooses_a_format_and_creates_a_tournament():
    client = as_user(a_user())
    assert 'href="/tournaments/new/knockout/"' in client.get("/tournaments/new/").content.decode()
    assert client.get("/tournaments/new/never/").status_code == 404
    form = client.get("/tournaments/new/swiss/").content.decode()
    assert 'name="rounds"' in form
    assert 'name="minutes"' not in form
    starts = (timezone.now() + timedelta(days=2)).strftime("%Y-%m-%dT19:00")
    given = {"name": "Slow", "starts": starts, "book": "classic", "control": "1d", "friendly": "True", "rounds": "7"}
    made = client.post("/tournaments/new/swiss/", given)
    found = Tournament.objects.get()
    assert made.url == f"/tournaments/{found.slug}/"
    assert (found.format, found.rounds, found.pace) == ("swiss", 7, DAY)
    refused = client.post("/tournaments/new/melee/", given).content.decode()
    assert "7 is not one of the available choices" in refused
    refused = client.post("/tournaments/new/swiss/", given | {"rounds": "2"}).content.decode()
    assert "2 is not one of the available choices" in refused
    slow_arena = client.post("/tournaments/new/arena/", given | {"minutes": "60"})
    assert slow_arena.status_code == 200  # the attempt is refused
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize("format_", ["swiss", "round_robin", "knockout", "melee"])
def test_a_page_takes_as_many_queries_for_eight_players_as_for_four(format_):
    counts = []
    for number in (4, 8):
        found = with_rounds(format_, **SLOW)
        one, *_others = enter(found, *(f"{number} {at}" for at in range(number)))
        pass_time()
        client = as_user(one.user)
        client.get(f"/tournaments/{found.slug}/")
        with CaptureQueriesContext(connection) as captured:
            client.get(f"/tournaments/{found.slug}/")
        counts.append(len(captured))
    assert counts[0] == counts[1]
