import pytest

from accounts.models import EmailNotification
from duels.challenges.loading import load_busy
from duels.models import Duel, Outcome
from duels.play.cancellation import cancel_broken
from tests.builders import a_mage, a_user
from tests.duels.tables import a_duel, break_duel

pytestmark = pytest.mark.django_db


def test_a_duel_that_cannot_be_loaded_is_cancelled_and_frees_its_players(client, caplog):
    black, white = a_mage("Black"), a_mage("White")
    duel = a_duel(black, white)
    break_duel(duel)
    assert cancel_broken(duel.slug)
    assert "cannot be loaded" in caplog.text
    duel.refresh_from_db()
    assert (duel.ending, duel.counts, duel.public, duel.deadline) == ("cancelled", False, False, None)
    assert load_busy([black.owner_id, white.owner_id]) == set()
    assert not Outcome.objects.exists()
    told = EmailNotification.objects.filter(key=f"ended:{duel.pk}")
    assert {it.user_id for it in told} == {black.owner_id, white.owner_id}
    assert "Scores and ratings don’t change." in told[0].text
    assert client.get(f"/duel/{duel.slug}/").status_code == 404
    client.force_login(black.owner)
    page = client.get("/mage/Black/").text
    assert "cancelled" in page
    assert duel.slug not in page
    assert not cancel_broken(duel.slug)


def test_an_admin_cancels_only_duels_that_cannot_be_loaded(client):
    broken, sound = a_duel(), a_duel(a_mage("Red"), a_mage("Blue"))
    break_duel(broken)
    given = {"action": "cancel_broken", "_selected_action": [broken.pk, sound.pk]}
    client.force_login(a_user(is_staff=True, is_superuser=True))
    answer = client.post("/admin/duels/duel/", given, follow=True)
    assert "1 of 2 running duels were cancelled." in answer.text
    assert [it.slug for it in Duel.objects.filter(ended=None)] == [sound.slug]
