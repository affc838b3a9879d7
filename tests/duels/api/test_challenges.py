import pytest

from accounts.models import Mage
from duels.api.challenges import TermsIn, TermsOut
from duels.challenges.events import events_of
from duels.models import Challenge, Duel
from duels.wording.time_controls import CONTROLS_BY_CODE
from tests.builders import a_challenge, a_mage
from tests.duels.api.programs import a_program

pytestmark = pytest.mark.django_db


@pytest.fixture
def black():
    """Return the API client of a user who has a mage."""
    program = a_program(username="black")
    program.mage = a_mage("Black", owner=program.user)
    return program


@pytest.fixture
def white():
    program = a_program(username="white")
    program.mage = a_mage("White", owner=program.user)
    return program


def test_a_challenge_is_posted_listed_and_accepted_and_the_duel_begins(black, white):
    posted = black.post("/challenges", {"book": "warlocks", "control": "1d", "comment": "Come"})
    assert posted.status_code == 201, posted.json()
    token = posted.json()["token"]
    (listed,) = white.get("/challenges").json()
    assert (listed["token"], listed["terms"]["book"], listed["may_accept"]) == (token, "warlocks", True)
    begun = white.post(f"/challenges/{token}/accept", {}).json()
    assert Duel.objects.get(slug=begun["duel"]).book == "warlocks"
    assert black.get(f"/challenges/{token}").json()["duel"] == begun["duel"]


def test_accepting_a_challenge_twice_returns_the_same_duel(black, white):
    token = black.post("/challenges", {"control": "1d"}).json()["token"]
    first, second = (white.post(f"/challenges/{token}/accept", {}).json() for _ in range(2))
    assert first == second
    assert Duel.objects.count() == 1


def test_missing_terms_have_the_defaults_of_the_form(black):
    terms = black.post("/challenges", {}).json()["terms"]
    assert (terms["book"], terms["control"], terms["limit"], terms["audience"]) == ("classic", "2m", "2", "all")


def test_terms_are_returned_with_the_names_and_values_that_were_sent(black):
    a_mage("White")
    sent = {
        "audience": "link",
        "book": "warlocks",
        "options": {"max_hp": 20},
        "control": "mountain",
        "comment": "Come",
        "friendly": True,
        "limit": "none",
        "teams": 2,
        "house_seats": 1,
        "house_level": 3,
        "per_user": 2,
        "lowest": 1000,
        "highest": 2000,
        "bots": False,
        "authoritarian": True,
    }
    posted = black.post("/challenges", sent).json()
    assert posted["terms"] == sent
    assert TermsOut.model_fields.keys() <= TermsIn.model_fields.keys()
    changed = black.post(f"/challenges/{posted['token']}/changes", posted["terms"])
    assert changed.status_code == 422, "they are as they were"


@pytest.mark.parametrize("control", CONTROLS_BY_CODE)
def test_every_time_control_is_returned_by_name_in_all_responses(black, white, control):
    token = black.post("/challenges", {"control": control, "audience": "mage", "named": ["White"]}).json()["token"]
    told = [events_of([white.user.pk])[white.user.pk].challenges[token]]
    slug = white.post(f"/challenges/{token}/accept", {}).json()["duel"]
    told += [events_of([white.user.pk])[white.user.pk].duels[slug], *white.get("/duels/mine").json()]
    told += white.get("/mages/White/duels").json()["items"]
    assert [it["control"] for it in told] == [control] * 4
    assert not any("pace" in it for it in told)


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"book": "nonsense"}, "book"),
        ({"control": "17 hours"}, "control"),
        ({"audience": "mage"}, "named"),
        ({"audience": "mage", "named": ["Nobody At All"]}, "named"),
        ({"lowest": 2000, "highest": 1000}, "highest"),
        ({"mage": "Somebody"}, "mage"),
        ({"limit": 2}, "body.limit"),
    ],
)
def test_invalid_terms_are_named_and_nothing_is_posted(black, body, where):
    answer = black.post("/challenges", body)
    assert answer.status_code == 422
    assert where in [error["where"] for error in answer.json()["errors"]], answer.json()
    assert not Challenge.objects.exists()


def test_rule_options_are_checked_by_the_engine(black):
    assert black.post("/challenges", {"options": {"nonsense": True}}).status_code == 422
    posted = black.post("/challenges", {"options": {"max_hp": 20}})
    assert posted.json()["terms"]["options"] == {"max_hp": 20}, posted.json()


def test_a_mage_challenged_by_name_declines(black, white):
    token = black.post("/challenges", {"audience": "mage", "named": ["White"]}).json()["token"]
    assert white.get("/challenges").json()[0]["to_me"]
    told = white.post(f"/challenges/{token}/decline").json()
    assert {it["name"]: it["state"] for it in told["people"]}["White"] == "declined"


def test_a_challenge_is_withdrawn_only_by_its_challenger(black, white):
    token = black.post("/challenges", {}).json()["token"]
    assert white.post(f"/challenges/{token}/withdraw").status_code == 403
    assert black.post(f"/challenges/{token}/withdraw").json()["state"] == "withdrawn"


def test_changes_are_proposed_and_voted_on(black, white):
    token = black.post("/challenges", {"control": "1d", "limit": "3"}).json()["token"]
    white.post(f"/challenges/{token}/accept", {})
    told = black.post(f"/challenges/{token}/changes", {"limit": "2", "book": "standard"}).json()
    (change,) = told["changes"]
    assert (change["state"], change["accept"], change["voters"]) == ("proposed", 1, 2)
    assert told["terms"]["book"] == "classic"
    told = white.post(f"/challenges/{token}/changes/{change['number']}/vote", {"accepts": True}).json()
    assert told["changes"][0]["state"] == "adopted"
    assert (told["terms"]["book"], told["terms"]["control"]) == ("standard", "1d")
    assert told["duel"]


def test_an_authoritarian_challenger_starts_the_duel(black, white):
    token = black.post("/challenges", {"control": "1d", "limit": "none", "authoritarian": True}).json()["token"]
    white.post(f"/challenges/{token}/accept", {})
    assert black.post(f"/challenges/{token}/start").json()["duel"]


def test_a_participant_can_accept_all_later_changes(black, white):
    token = black.post("/challenges", {"control": "1d", "limit": "3"}).json()["token"]
    white.post(f"/challenges/{token}/accept", {})
    assert white.post(f"/challenges/{token}/everything", {"everything": True}).status_code == 200
    assert black.post(f"/challenges/{token}/changes", {"comment": "Now"}).json()["terms"]["comment"] == "Now"


def test_a_duel_against_a_house_wizard_begins_at_once(black):
    (tansy, *_) = black.get("/house").json()
    begun = black.post(f"/house/{tansy['slug']}/duel", {"control": tansy["controls"][0]})
    assert begun.status_code == 201
    assert Duel.objects.get(slug=begun.json()["duel"]).seats.get(position=0).name == "Black"


def test_an_unknown_challenge_is_not_found(black):
    assert black.get("/challenges/nonsense").status_code == 404
    assert black.post("/challenges/nonsense/accept", {}).status_code == 404


def test_a_user_without_a_mage_is_asked_to_register_one():
    program = a_program()
    answer = program.post("/challenges", {})
    assert answer.status_code == 422
    assert "Register one" in answer.json()["detail"]


def test_a_token_that_only_reads_cannot_post_a_challenge():
    program = a_program("read")
    a_mage(owner=program.user)
    assert program.post("/challenges", {}).json()["code"] == "scope"
    assert not Challenge.objects.exists()


def test_a_closed_challenge_is_not_listed_to_others(black):
    a_challenge(opponent=a_mage())
    assert black.get("/challenges").json() == []


def test_a_second_mage_is_chosen_by_name(black):
    Mage.objects.create(name="Grey", gender="x", owner=black.user)
    assert black.post("/challenges", {"mage": "grey"}).json()["challenger"] == "Grey"
