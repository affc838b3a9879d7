import pytest
from django.test import Client

from accounts.models import Mage
from duels.models import Duel, Outcome, Standing
from duels.play.frames import whole
from duels.play.loading import states, table
from duels.play.transaction import SeatSpec, give_up, start_duel, submit_orders
from duels.viewing import duels as reads
from duels.wording.provisional import LEAST_DUELS
from tests.builders import a_mage
from wavinghands import engine

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]

NAMES = ("Black", "White", "Grey", "Red")
REST = {"left": "-", "right": "-"}
PALMS = {"left": "P", "right": "P"}


def a_team_duel(teams=(1, 2, 1, 2), **options):
    mages = [a_mage(name) for name in NAMES[: len(teams)]]
    seats = [SeatSpec(mage.name, mage.gender, mage, team) for mage, team in zip(mages, teams, strict=True)]
    return start_duel(seats=seats, **({"book": "classic", "pace": 120, "seed": 1} | options))


def play_round(duel, number, **orders):
    for name, given in orders.items():
        submit_orders(duel=duel, wizard=name, round_number=number, orders=given)
    duel.refresh_from_db()


def test_seats_and_record_contain_the_teams():
    duel = a_team_duel((1, None, 2))
    assert list(duel.seats.values_list("team", flat=True)) == [1, None, 2]
    states.clear()
    wizards = engine.dump(table(duel.slug).state)["wizards"]
    assert [wizard.get("team") for wizard in wizards] == [1, None, 2]


def test_a_duel_of_one_team_alone_is_refused():
    with pytest.raises(engine.RecordError, match="all wizards are on the same team"):
        a_team_duel((1, 1))
    assert not Duel.objects.exists()


def test_both_members_of_a_team_win_when_the_others_have_left():
    duel = a_team_duel()
    play_round(duel, 1, Black=REST, Grey=REST, White=PALMS, Red=PALMS)
    assert duel.result["winners"] == ["Black", "Grey"]
    assert duel.ended


def test_the_duel_ends_at_once_when_the_last_of_a_team_gives_up():
    duel = a_team_duel()
    give_up(duel=duel, wizard="White")
    duel.refresh_from_db()
    assert duel.result is None
    give_up(duel=duel, wizard="Red")
    duel.refresh_from_db()
    assert duel.result["winners"] == ["Black", "Grey"]


def test_frames_have_the_teams_and_at_the_end_the_changed_scores():
    duel = a_team_duel()
    frame = whole(table(duel.slug), "Black")
    assert [wizard["team"] for wizard in frame.view["wizards"]] == [1, 2, 1, 2]
    assert frame.points is None
    play_round(duel, 1, Black=REST, Grey=REST, White=PALMS, Red=PALMS)
    frame = whole(table(duel.slug), None)
    assert frame.points.keys() == set(NAMES)
    assert frame.points["White"] == frame.scores["White"] == -1
    assert frame.points["Black"] == frame.scores["Black"] > 0
    assert frame.ratings is None  # after one duel, they are not shown yet
    rated = dict(Outcome.objects.filter(duel=duel).values_list("seat__name", "rating"))
    assert rated["White"] < 1500 < rated["Black"]


def test_frames_have_provisional_ratings_once_mages_have_enough_duels():
    duel = a_team_duel()
    for mage in Mage.objects.all():
        Standing.objects.update_or_create(mage=mage, melee=True, defaults={"wins": LEAST_DUELS, "deviation": 500})
    play_round(duel, 1, Black=REST, Grey=REST, White=PALMS, Red=PALMS)
    frame = whole(table(duel.slug), None)
    assert frame.ratings.keys() == set(NAMES)
    assert frame.ratings["White"][1] < frame.ratings["White"][0]
    assert sorted(frame.provisional) == sorted(NAMES)


def test_a_duel_that_does_not_count_has_no_scores():
    duel = a_team_duel(counts=False)
    play_round(duel, 1, Black=REST, Grey=REST, White=PALMS, Red=PALMS)
    frame = whole(table(duel.slug), None)
    assert (frame.scores, frame.points) == (None, None)


def test_pages_name_the_teams_and_the_terms():
    duel = a_team_duel(counts=False, pace=86400)
    for address in (f"/duel/{duel.slug}/", f"/replay/{duel.slug}/"):
        page = Client().get(address).content.decode()
        assert "Black and Grey against White and Red" in page
        assert "melee in teams, 4 players · 1 day per round · casual" in page


def test_lists_of_duels_name_the_teams():
    a_team_duel()
    assert "Black and Grey against White and Red" in Client().get("/duels/").content.decode()


def test_wizards_without_a_team_are_listed_in_the_title():
    duel = a_team_duel((None, None, None, None))
    assert "<title>Black, White, Grey and Red</title>" in Client().get(f"/duel/{duel.slug}/").content.decode()


def test_the_replay_has_the_events_in_the_order_of_the_report():
    duel = a_team_duel()
    play_round(duel, 1, Black={"left": "P", "right": ">"}, White={"left": ">", "right": "P"}, Grey=REST, Red=PALMS)
    steps = reads.course(duel, Client().get("/").wsgi_request.user)["steps"]
    lines = engine.report(table(duel.slug).state, None, 1)["lines"]
    assert [event["text"] for event in steps[1]["rounds"][0]["events"]] == [line["text"] for line in lines]
