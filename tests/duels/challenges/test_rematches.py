import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts.models import EmailNotification, Mage
from duels.challenges.joining import accept_challenge
from duels.challenges.matchmaking import seek
from duels.challenges.rematches import rematch, rematch_of
from duels.house.practice import start_practice
from duels.models import Challenge, Duel
from duels.notifications import duels
from tests.builders import a_challenge, a_mage, a_user
from tests.duels.people import as_user, at_once

pytestmark = pytest.mark.django_db


def finished(*others: Mage, challenger: Mage, **terms) -> Duel:
    """Return a finished duel that started from a challenge to these mages."""
    challenge = a_challenge(challenger, **({"limit": len(others) + 1} | terms))
    duel = [accept_challenge(token=challenge.token, mage=mage) for mage in others][-1]
    Duel.objects.filter(pk=duel.pk).update(ended=timezone.now())
    duel.refresh_from_db()
    return duel


def click(duel: Duel, mage: Mage) -> Challenge:
    return rematch(slug=duel.slug, user_id=mage.owner_id)


def die(mage: Mage) -> None:
    Mage.objects.filter(pk=mage.pk).update(ended=timezone.now(), end="died")


def test_the_first_click_challenges_and_the_second_accepts():
    merlin, morgana = a_mage("Merlin"), a_mage("Morgana")
    terms = {"book": "warlocks", "options": {"haste": "pair"}, "pace": 300, "reserve": 60, "friendly": True}
    last = finished(morgana, challenger=merlin, **terms)
    offered = click(last, morgana)
    assert (offered.duel, offered.after, offered.challenger) == (None, last, morgana)
    assert EmailNotification.objects.filter(user=merlin.owner, subject="Morgana wants a rematch").count() == 1
    duel = click(last, merlin).duel
    for name in ("book", "options", "pace", "reserve", "mountain", "counts", "public"):
        assert getattr(duel, name) == getattr(last, name), name
    assert {seat.name for seat in duel.seats.all()} == {"Merlin", "Morgana"}
    assert click(last, merlin).duel == click(last, morgana).duel == duel


def test_users_who_have_clicked_get_no_e_mail():
    merlin, morgana, arthur = a_mage(), a_mage(), a_mage()
    last = finished(morgana, arthur, challenger=merlin)
    click(last, morgana)

    def on_their_way():
        duels.drop_overtaken()
        notifications = EmailNotification.objects.filter(key__endswith="rematch", dropped=None)
        return set(notifications.values_list("user", flat=True))

    assert on_their_way() == {merlin.owner_id, arthur.owner_id}
    click(last, merlin)
    assert on_their_way() == {arthur.owner_id}
    click(last, arthur)
    assert on_their_way() == set()


def test_a_rematch_of_teams_has_the_same_teams():
    mages = [a_mage() for _ in range(4)]
    last = finished(*mages[1:], challenger=mages[0], teams=2)
    for mage in mages[::-1]:
        offered = click(last, mage)
    teams = [{seat.name: seat.team for seat in duel.seats.all()} for duel in (last, offered.duel)]
    assert teams[0] == teams[1]


def test_a_private_duel_has_a_private_rematch():
    merlin, morgana = a_mage(), a_mage()
    last = finished(morgana, challenger=merlin, private=True)
    offered = click(last, merlin)
    assert offered.private
    assert click(last, morgana).duel.public is False


def test_a_casual_quick_duel_has_a_casual_rematch():
    merlin, morgana = a_mage("Merlin"), a_mage("Morgana")
    seek(mage=merlin, friendly=True)
    last = seek(mage=morgana)
    assert not last.counts
    Duel.objects.filter(pk=last.pk).update(ended=timezone.now())
    assert click(last, morgana).friendly
    assert not click(last, merlin).duel.counts


def test_a_user_whose_mage_died_returns_with_another_one():
    merlin, morgana = a_mage("Merlin"), a_mage("Morgana")
    last = finished(morgana, challenger=merlin)
    die(morgana)
    with pytest.raises(ValidationError, match="Morgana is dead"):
        click(last, morgana)
    offered = click(last, merlin)
    assert EmailNotification.objects.filter(user=morgana.owner, subject="Merlin wants a rematch").exists()
    answer = as_user(morgana.owner).post(f"/challenge/{offered.token}/", {"name": "Nimue", "gender": "f"})
    duel = Duel.objects.get(ended=None)
    assert answer.url == f"/duel/{duel.slug}/"
    assert [seat.name for seat in duel.seats.all()] == ["Merlin", "Nimue"]


def test_the_next_life_of_a_dead_mage_fights_the_rematch():
    merlin, morgana = a_mage("Merlin"), a_mage("Morgana")
    last = finished(morgana, challenger=merlin)
    die(morgana)
    again = Mage.objects.create(name="Morgana", owner=morgana.owner, life=2)
    click(last, merlin)
    assert click(last, morgana).duel.seats.filter(mage=again).exists()


def test_a_rematch_brings_back_a_retired_mage():
    merlin, morgana = a_mage("Merlin"), a_mage("Morgana")
    last = finished(morgana, challenger=merlin)
    Mage.objects.filter(pk=morgana.pk).update(retired=timezone.now())
    click(last, merlin)
    assert click(last, morgana).duel.seats.filter(mage=morgana).exists()


def test_only_the_same_users_join_a_rematch():
    merlin, morgana = a_mage("Merlin"), a_mage("Morgana")
    last = finished(morgana, challenger=merlin)
    offered = click(last, merlin)
    with pytest.raises(ValidationError, match="Only Morgana can accept"):
        accept_challenge(token=offered.token, mage=a_mage())
    with pytest.raises(ValidationError, match="Only players in this duel"):
        rematch(slug=last.slug, user_id=a_user().pk)


def test_running_and_practice_duels_have_no_rematch():
    merlin = a_mage()
    practice = start_practice(mage=merlin, book="classic")
    with pytest.raises(ValidationError, match="not over yet"):
        click(practice, merlin)
    Duel.objects.update(ended=timezone.now())
    with pytest.raises(ValidationError, match="another practice duel"):
        click(practice, merlin)


def test_the_button_redirects_to_the_challenge_and_then_to_the_duel():
    merlin, morgana = a_mage("Merlin"), a_mage("Morgana")
    last = finished(morgana, challenger=merlin)
    address = f"/duel/{last.slug}/rematch/"
    challenge = as_user(merlin.owner).post(address, follow=True)
    assert "Waiting for Morgana" in challenge.content.decode()
    assert ">Refresh</a></p></noscript>" in challenge.content.decode()
    assert f'href="/replay/{last.slug}/"' in challenge.content.decode()
    assert as_user(morgana.owner).post(address).url == f"/duel/{Duel.objects.get(ended=None).slug}/"
    assert as_user(a_user()).post(address).url == f"/duel/{last.slug}/"


def test_a_user_without_a_living_mage_is_sent_to_register_one():
    merlin, morgana = a_mage("Merlin"), a_mage("Morgana")
    last = finished(morgana, challenger=merlin)
    die(morgana)
    assert as_user(morgana.owner).post(f"/duel/{last.slug}/rematch/").url == "/mages/"


@pytest.mark.django_db(transaction=True)
def test_of_two_concurrent_clicks_one_challenges_and_one_accepts():
    merlin, morgana = a_mage("Merlin"), a_mage("Morgana")
    last = finished(morgana, challenger=merlin)
    at_once([lambda mage=mage: click(last, mage) for mage in (merlin, morgana, merlin, morgana)])
    assert Challenge.objects.filter(after=last).count() == 1
    assert Duel.objects.filter(ended=None).count() == 1


def test_a_page_asks_for_the_state_of_a_rematch_and_takes_part_in_place():
    merlin, morgana = a_mage("Merlin"), a_mage("Morgana")
    last = finished(morgana, challenger=merlin)
    address = f"/duel/{last.slug}/rematch/"

    def seen(mage):
        return as_user(mage.owner).get(address).json()

    def pressed(mage):
        return as_user(mage.owner).post(address, content_type="application/json").json()

    assert seen(merlin) == {"mine": False, "others": [], "duel": None, "mage": "Merlin"}
    assert pressed(morgana) == {"mine": True, "others": [], "duel": None, "mage": "Morgana"}
    assert seen(merlin) == {"mine": False, "others": ["Morgana"], "duel": None, "mage": "Merlin"}
    begun = pressed(merlin)["duel"]
    assert begun == f"/duel/{Duel.objects.latest('pk').slug}/"
    assert seen(morgana)["duel"] == begun
    assert seen(a_mage("Arthur")) == {"mine": False, "others": [], "duel": None, "mage": None}


def test_the_state_of_a_rematch_names_the_mage_that_comes():
    merlin = a_mage("Merlin")
    last = finished(a_mage(), challenger=merlin)
    die(merlin)
    assert rematch_of(last.slug, merlin.owner_id)["mage"] is None
    a_mage("Nimue", owner=merlin.owner)
    assert rematch_of(last.slug, merlin.owner_id)["mage"] == "Nimue"


def test_a_request_for_a_rematch_can_be_cancelled():
    merlin, morgana = a_mage("Merlin"), a_mage("Morgana")
    last = finished(morgana, challenger=merlin)
    address, none = f"/duel/{last.slug}/rematch/", {"mine": False, "others": [], "duel": None, "mage": "Morgana"}

    def sent(body):
        return as_user(morgana.owner).post(address, body, content_type="application/json").json()

    assert sent({})["mine"]
    assert sent({"cancel": True}) == sent({"cancel": True}) == none
    assert as_user(merlin.owner).get(address).json()["others"] == []


@pytest.mark.parametrize("body", ["{", "[]", '{"cancel": 1}', '{"other": true}', "\\ud800"])
def test_a_malformed_request_for_a_rematch_changes_nothing(body):
    merlin = a_mage("Merlin")
    address = f"/duel/{finished(a_mage(), challenger=merlin).slug}/rematch/"
    assert as_user(merlin.owner).post(address, body, content_type="application/json").status_code == 400
    assert not as_user(merlin.owner).get(address).json()["mine"]


def test_a_refused_rematch_tells_the_page_why():
    merlin, stranger = a_mage("Merlin"), a_mage()
    last = finished(a_mage(), challenger=merlin)
    Duel.objects.filter(pk=last.pk).update(ended=None)
    refused = as_user(merlin.owner).post(f"/duel/{last.slug}/rematch/", content_type="application/json")
    assert (refused.status_code, refused.json()) == (409, {"why": "The duel is not over yet."})
    assert as_user(stranger.owner).get(f"/duel/{last.slug}/rematch/").json()["others"] == []
