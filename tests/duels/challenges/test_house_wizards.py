from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError

from accounts.models import Mage
from duels.challenges.house_wizards import wizards_for
from duels.challenges.joining import accept_challenge, choose_team
from duels.challenges.lobby import offer
from duels.challenges.posting import post_challenge
from duels.challenges.proposals import propose_change, vote
from duels.challenges.rematches import rematch
from duels.challenges.terms import Terms
from duels.challenges.terms_in_words import in_a_line, in_full, melee
from duels.models import Challenge, Duel, Outcome, Standing
from duels.play.transaction import give_up
from tests.builders import a_challenge, a_mage, rows_of_a_duel
from tests.duels.people import as_user, at_once

pytestmark = pytest.mark.django_db

CLOSED = {"is_open": False, "limit": None}
MEAGRE = {"audience": "all", "book": "classic", "control": "2m"}


def seats(duel: Duel | None) -> list[tuple]:
    assert duel is not None
    return [(seat.name, seat.level) for seat in duel.seats.all()]


def posted(mage: Mage, form: dict):
    return as_user(mage.owner).post("/challenges/new/", MEAGRE | {"mage": mage.pk} | form)


def test_a_challenged_house_wizard_accepts_immediately():
    merlin = a_mage("Merlin")
    answer = posted(merlin, {"audience": "mage", "named": "osric", "control": "1d"})
    duel = Duel.objects.get()
    assert answer.url == f"/challenge/{duel.challenge.token}/"
    assert as_user(merlin.owner).get(answer.url).url == f"/duel/{duel.slug}/"
    assert seats(duel) == [("Merlin", None), ("Osric", 2)]
    assert (duel.counts, duel.practice, duel.pace) == (False, False, 86_400)
    osric = duel.seats.get(name="Osric")
    assert (osric.mage, osric.temperament) == (None, "healer")
    assert osric.orders is not None


def test_a_melee_with_people_begins_when_all_have_accepted():
    merlin, arthur = a_mage("Merlin"), a_mage("Arthur")
    challenge = post_challenge(challenger=merlin, terms=Terms(house=["Tansy"], **CLOSED), named=[arthur])
    assert challenge.duel is None
    assert seats(accept_challenge(token=challenge.token, mage=arthur)) == [
        ("Merlin", None),
        ("Arthur", None),
        ("Tansy", 1),
    ]


def test_house_seats_are_filled_when_the_last_person_accepts():
    challenge = a_challenge(a_mage("Merlin"), limit=4, house_seats=2, house_level=3)
    assert accept_challenge(token=challenge.token, mage=a_mage("Arthur")).challenge == challenge
    found = seats(Duel.objects.get())
    assert found == [("Merlin", None), ("Arthur", None), ("Corvin", 3), ("Melisande", 3)]


def test_a_melee_against_only_the_house_begins_immediately():
    merlin = a_mage("Merlin")
    posted(merlin, {"limit": "3", "house_seats": "2", "house_level": "1"})
    duel = Duel.objects.get()
    assert (seats(duel), duel.melee) == ([("Merlin", None), ("Tansy", 1), ("Bramble", 1)], True)


@pytest.mark.parametrize(
    ("terms", "names", "expected"),
    [
        (Terms(limit=8, house_seats=2, house_level=5), [], [("Nyx", 5), ("Theodric", 5)]),
        (Terms(limit=8, house=["Nyx"], house_seats=1, house_level=5), [], [("Nyx", 5), ("Theodric", 5)]),
        (Terms(limit=8, house=["Nyx"], house_seats=1, house_level=1), [], [("Nyx", 5), ("Tansy", 1)]),
        (Terms(limit=8, house_seats=1, house_level=1), ["tansy"], [("Bramble", 1)]),
        (Terms(), [], []),
    ],
)
def test_named_wizards_keep_their_level_and_others_get_the_chosen_level(terms, names, expected):
    assert [(wizard.name, wizard.level) for wizard in wizards_for(terms, names)] == expected


def test_seven_wizards_fill_seven_seats():
    assert len({wizard.name for wizard in wizards_for(Terms(limit=8, house_seats=7, house_level=4))}) == 7


def test_house_wizards_join_the_smallest_teams():
    challenge = a_challenge(a_mage("Merlin"), limit=4, teams=2, house_seats=2)
    merlin, arthur = challenge.challenger, a_mage("Arthur")
    choose_team(token=challenge.token, mage=merlin, team=2)
    duel = accept_challenge(token=challenge.token, mage=arthur, team=2)
    assert [seat.team for seat in duel.seats.all()] == [2, 2, 1, 1]


@pytest.mark.parametrize(
    ("form", "field", "why"),
    [
        ({"house_seats": "2"}, "house_seats", "too many computer players"),
        ({"limit": "3", "house_seats": "2", "named": "Nyx"}, "house_seats", "too many computer players"),
        ({"limit": "4", "house_seats": "9"}, "house_seats", "not one of the available choices"),
        ({"limit": "4", "house_level": "6"}, "house_level", "not one of the available choices"),
    ],
)
def test_invalid_house_terms_are_refused_at_their_field(form, field, why):
    answer = posted(a_mage("Merlin"), form)
    assert why in " ".join(answer.context["form"].errors[field])
    assert not Challenge.objects.exists()


@pytest.mark.parametrize("terms", [{"house": ["Merlin"]}, {"house": ["Nyx", "Nyx"], "limit": 4}, {"house_level": 0}])
def test_terms_with_an_unknown_house_wizard_are_refused(terms):
    with pytest.raises(ValidationError):
        Terms(**terms).checked()


def test_a_double_click_begins_one_duel():
    merlin = a_mage("Merlin")
    for _ in range(2):
        posted(merlin, {"audience": "mage", "named": "Tansy"})
    assert Duel.objects.count() == Challenge.objects.count() == 1


def test_a_user_in_a_live_duel_begins_no_other():
    merlin = a_mage("Merlin")
    rows_of_a_duel(merlin, a_mage())
    answer = posted(merlin, {"audience": "mage", "named": "Tansy"})
    assert ">Finish it first.</a>" in answer.content.decode()
    assert not Challenge.objects.exists()


def test_a_namesake_of_a_named_house_wizard_is_refused_with_a_reason():
    challenge, tansy = a_challenge(a_mage("Merlin"), limit=3, house=["Tansy"]), a_mage("tansy")
    answer = as_user(tansy.owner).post(f"/challenge/{challenge.token}/", {"mage": tansy.pk}, follow=True)
    assert "Someone called Tansy has already joined." in answer.content.decode()
    answer = posted(tansy, {"audience": "mage", "named": "Tansy"})
    assert "Someone called Tansy has already joined." in answer.content.decode()
    assert not Duel.objects.exists()


# Changes


def test_a_seat_for_the_house_is_proposed_and_voted_on():
    challenge = a_challenge(a_mage("Merlin"), limit=4)
    arthur = a_mage("Arthur")
    accept_challenge(token=challenge.token, mage=arthur)
    change = propose_change(token=challenge.token, user_id=arthur.owner_id, terms={"house_seats": 2, "house_level": 1})
    page = as_user(challenge.challenger.owner).get(f"/challenge/{challenge.token}/").content.decode()
    assert "2 computer players (Novice) (casual)" in page
    vote(token=challenge.token, user_id=challenge.challenger.owner_id, number=change.number, accepts=True)
    assert seats(Duel.objects.get()) == [("Merlin", None), ("Arthur", None), ("Tansy", 1), ("Bramble", 1)]


def test_no_namesake_of_a_participant_is_proposed():
    challenge = a_challenge(a_mage("Tansy"), limit=4)
    with pytest.raises(ValidationError, match="has already joined"):
        propose_change(token=challenge.token, user_id=challenge.challenger.owner_id, terms={"house": ["Tansy"]})


def test_a_change_challenges_mages_and_challenges_and_excludes_house_wizards():
    challenge, morgana = a_challenge(a_mage("Merlin"), limit=4), a_mage("Morgana")
    client, page = as_user(challenge.challenger.owner), f"/challenge/{challenge.token}/"
    form = MEAGRE | {"limit": "4"}
    assert client.post(f"{page}change/", form | {"named": "Nyx, osric, Morgana"}).status_code == 302
    challenge.refresh_from_db()
    assert challenge.house == ["Nyx", "Osric"]
    assert challenge.invitations.filter(mage=morgana).exists()
    assert "<strong>Nyx</strong></a> computer player (Master)" in client.get(page).content.decode()
    assert client.post(f"{page}change/", form | {"excluded": "Nyx"}).status_code == 302
    challenge.refresh_from_db()
    assert challenge.house == ["Osric"]


def test_more_house_wizards_than_free_places_are_refused():
    challenge = a_challenge(a_mage("Merlin"), limit=4)
    for name in ("Arthur", "Morgana"):
        accept_challenge(token=challenge.token, mage=a_mage(name))
    with pytest.raises(ValidationError, match="3 players have already joined"):
        propose_change(
            token=challenge.token, user_id=challenge.challenger.owner_id, terms={"house_seats": 2, "limit": 4}
        )


def test_terms_of_a_melee_without_a_limit_count_who_has_joined():
    merlin, terms = a_mage("Merlin"), Terms(is_open=True, limit=None)
    assert in_a_line(terms, merlin) == ""
    assert melee(terms, come=1, invited=0) == "Melee · 1 joined"
    assert melee(replace(terms, limit=4), come=2, invited=1) == "Melee for 4 · 2 joined"
    assert melee(replace(terms, limit=2), come=1, invited=0) == ""


def test_a_closed_challenge_to_several_is_a_melee_of_all_of_them():
    assert melee(Terms(**CLOSED), come=1, invited=3) == "Melee for 4 · 1 joined"
    assert melee(Terms(**CLOSED), come=1, invited=1) == ""


@pytest.mark.parametrize(
    ("terms", "text"),
    [
        (Terms(), ""),
        (Terms(limit=4, house=["Nyx", "Tansy"]), "computer players: Nyx and Tansy (casual)"),
        (
            Terms(limit=4, house_seats=1, house_level=3),
            "1 computer player (Journeyman) (casual)",
        ),
    ],
)
def test_the_terms_name_the_house_wizards(terms, text):
    merlin = a_mage("Merlin")
    assert in_a_line(terms, merlin) == text
    assert text in "; ".join(in_full(terms, merlin))


def test_the_lobby_counts_house_wizards_as_participants():
    challenge = post_challenge(challenger=a_mage(), terms=Terms(limit=5, house_seats=2))
    assert offer(challenge, None)["melee"] == "Melee for 5 · 3 joined"


# Results


def test_a_melee_with_the_house_changes_no_scores():
    merlin, arthur = a_mage("Merlin"), a_mage("Arthur")
    challenge = post_challenge(challenger=merlin, terms=Terms(limit=3, house_seats=1))
    duel = accept_challenge(token=challenge.token, mage=arthur)
    for name in ("Merlin", "Arthur"):
        give_up(duel=duel, wizard=name)
    duel.refresh_from_db()
    assert duel.ended is not None
    assert Outcome.objects.filter(duel=duel).count() == 3
    assert not Outcome.objects.exclude(points=0, rating=None).exists()
    assert not Standing.objects.exclude(score=0).exists()


def test_a_rematch_has_the_same_house_wizards_and_begins_immediately():
    merlin = a_mage("Merlin")
    challenge = post_challenge(challenger=merlin, terms=Terms(limit=2, house_seats=1, house_level=4))
    give_up(duel=challenge.duel, wizard="Merlin")
    again = rematch(slug=challenge.duel.slug, user_id=merlin.owner_id)
    assert again.duel is not None
    assert seats(again.duel) == seats(challenge.duel)


@pytest.mark.django_db(transaction=True)
def test_concurrent_accepts_next_to_the_house_do_not_overfill():
    challenge = a_challenge(limit=3, house_seats=1)
    mages = [a_mage(), a_mage()]

    def accepts(mage):
        try:
            return accept_challenge(token=challenge.token, mage=mage)
        except ValidationError:
            return None

    duels = at_once([lambda mage=mage: accepts(mage) for mage in mages])
    assert len([duel for duel in duels if duel]) == 1
