import pytest

from duels.challenges.joining import accept_challenge
from duels.challenges.posting import post_challenge
from duels.challenges.terms import Terms
from tests.builders import a_challenge, a_mage, a_result, a_user, rows_of_a_duel
from tests.duels.api.programs import a_program

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot():
    """Return the API client of a bot that has a mage."""
    program = a_program(is_bot=True)
    program.mage = a_mage("Robot", owner=program.user)
    return program


def test_an_account_becomes_a_bot_and_remains_one():
    program = a_program()
    for _ in range(2):
        assert program.post("/bot").json() == {"username": program.user.username, "is_bot": True}
    assert program.get("/me").json()["is_bot"]


def test_an_account_that_has_fought_cannot_become_a_bot(django_user_model):
    program = a_program()
    rows_of_a_duel(a_mage(owner=program.user), a_mage(), ended="2026-01-01T12:00Z", result=a_result())
    answer = program.post("/bot")
    assert (answer.status_code, django_user_model.objects.filter(is_bot=True).exists()) == (422, False)


def test_an_account_that_has_only_practised_can_become_a_bot():
    program = a_program()
    rows_of_a_duel(a_mage(owner=program.user), None, practice=True, ended="2026-01-01T12:00Z", result=a_result())
    assert program.post("/bot").status_code == 200


def test_an_account_is_made_a_bot_in_the_settings(client):
    client.force_login(user := a_user())
    assert "/settings/bot/" in client.get("/settings/").content.decode()
    client.post("/settings/bot/")
    user.refresh_from_db()
    assert user.is_bot
    assert "This is a bot account." in client.get("/settings/bot/").content.decode()


@pytest.mark.parametrize(
    ("terms", "may_come"),
    [({}, False), ({"friendly": True}, True), ({"bots": True}, True), ({"friendly": True, "bots": False}, False)],
)
def test_bots_accept_only_challenges_that_allow_bots(bot, terms, may_come):
    challenge = post_challenge(challenger=a_mage(), terms=Terms(pace=86400, **terms))
    listed = bot.get("/challenges").json()[0]
    assert (listed["terms"]["bots"], listed["may_accept"]) == (may_come, may_come)
    answer = bot.post(f"/challenges/{challenge.token}/accept", {})
    assert (answer.status_code == 200) == may_come, answer.json()
    assert may_come or "doesn’t allow bots" in answer.json()["detail"]


def test_a_bot_that_is_challenged_by_name_may_always_accept(bot):
    challenge = a_challenge(opponent=bot.mage)
    assert bot.post(f"/challenges/{challenge.token}/accept", {}).json()["duel"]


def test_a_bot_may_have_several_live_duels_up_to_a_limit(bot, settings):
    settings.DUELS_OF_A_BOT = 2
    for _ in range(2):
        assert accept_challenge(token=a_challenge(opponent=bot.mage).token, mage=bot.mage)
    answer = bot.post(f"/challenges/{a_challenge(opponent=bot.mage).token}/accept", {})
    assert "the maximum for a bot" in answer.json()["detail"]


def test_bots_cannot_wait_for_quick_duels(client, bot):
    client.force_login(bot.user)
    answer = client.post("/quick/beat/", {"mage": bot.mage.pk, "book": ""})
    assert answer.status_code == 409
    assert "Bots" in answer.json()["why"]
