import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from tests.builders import a_challenge, a_mage, a_user
from tests.duels.players import viewers
from tests.duels.realtime.test_lobby_sockets import Visitor
from tests.duels.tables import a_duel

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]


@sync_to_async
def between_languages():
    """Return a duel between Black, whose language is German, and White, whose language is English.

    Also return the two users.
    """
    mages = [a_mage("Black", owner=a_user("black", language="de")), a_mage("White", owner=a_user("white"))]
    return a_duel(*mages), mages[0].owner, mages[1].owner


def _bare(value):
    """Return a frame without its texts, and without the questions to individual wizards."""
    if isinstance(value, list):
        return [_bare(part) for part in value]
    if isinstance(value, dict):
        return {name: _bare(part) for name, part in value.items() if name not in ("text", "request", "viewer", "now")}
    return value


@pytest.mark.django_db(transaction=True)
async def test_two_sockets_get_the_same_facts_in_their_languages():
    duel, black, white = await between_languages()
    async with viewers(duel, black, white) as (at_black, at_white):
        await at_black.accepted(left="P")
        await at_white.accepted(left="D")
        german, english = [await one.frame("round") for one in (at_black, at_white)]
    told = [[event["text"] for event in frame["view"]["rounds"][0]["events"]] for frame in (german, english)]
    assert "Black wirkt Schild auf sich selbst." in told[0]
    assert "Black casts Shield on themselves." in told[1]
    assert set(told[0]).isdisjoint(told[1])
    assert _bare(german) == _bare(english)


@pytest.mark.django_db(transaction=True)
async def test_whole_duels_and_questions_use_the_sockets_language():
    duel, black, white = await between_languages()
    async with viewers(duel, black, white) as (at_black, at_white):
        german, english = [(await one.fetch_duel())["request"] for one in (at_black, at_white)]
    assert "Schild" in {spell["name"] for spell in german["completes"]["left"]["P"]}
    assert "Shield" in {spell["name"] for spell in english["completes"]["left"]["P"]}


@pytest.mark.django_db(transaction=True)
async def test_a_refusal_uses_the_sockets_language():
    duel, black, white = await between_languages()
    async with viewers(duel, black, white) as players:
        for one in players:
            await one.order(7)
        german, english = [(await one.frame("refused")) for one in players]
    assert german["code"] == english["code"] == "stale"
    assert german["why"] != english["why"]


@pytest.mark.django_db(transaction=True)
async def test_refused_chat_messages_use_the_sockets_language():
    duel, black, white = await between_languages()
    async with viewers(duel, black, white) as players:
        for one in players:
            await one.send("talk", text=" ")
        german, english = [(await one.frame("refused"))["why"] for one in players]
    assert english == "Enter a message first."
    assert german != english


@pytest.mark.django_db(transaction=True)
async def test_the_lobby_lists_challenges_in_the_viewers_language():
    reader = await sync_to_async(a_mage)("Grey", owner=await sync_to_async(a_user)("grey", language="de"))
    await sync_to_async(a_challenge)(book="classic")
    async with Visitor(reader) as visitor:
        [offer] = (await visitor.frame("lobby"))["challenges"]
    assert offer["book"] == "Klassisch"
    assert offer["clock"] != "2 minutes per round + 10 minutes reserve"


@pytest.mark.parametrize(
    ("cookie", "address", "accepted", "language"),
    [
        ("", "/", "", "en"),
        ("", "/", "de-AT,en;q=0.5", "de"),
        ("", "/", "fr", "en"),
        ("en", "/", "de", "en"),
        ("de", "/", "en", "de"),
        ("xx", "/", "de", "de"),
        ("", "/?lang=de", "en", "de"),
        ("en", "/?lang=de", "de", "en"),
        ("", "/?lang=xx", "de", "de"),
    ],
)
def test_a_page_uses_the_chosen_language_or_that_of_the_address_or_browser(cookie, address, accepted, language):
    client = Client(headers={"accept-language": accepted})
    client.cookies["django_language"] = cookie
    page = client.get(address)
    assert page["Content-Language"] == language
    assert f'<html lang="{language}">' in page.content.decode()


def test_a_visitor_keeps_the_language_of_an_address():
    client = Client(headers={"accept-language": "en"})
    client.get("/?lang=de")
    assert client.get("/")["Content-Language"] == "de"
    client.post("/language/", {"language": "en"})
    assert client.get("/?lang=de")["Content-Language"] == "en"


def test_a_logged_in_user_gets_the_language_of_the_account():
    client = Client(headers={"accept-language": "en"})
    client.force_login(a_user("black", language="de"))
    assert client.get("/")["Content-Language"] == "de"


def test_the_footer_sets_the_language_of_browser_and_account():
    user = a_user("black")
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    answer = client.post("/language/", {"language": "de"}, headers={"referer": "http://testserver/rules/"})
    assert answer.url == "http://testserver/rules/"
    user.refresh_from_db()
    assert user.language == "de"
    assert answer.cookies["django_language"].value == "de"


def test_an_unsupported_language_changes_nothing():
    user = a_user("black")
    client = Client()
    client.force_login(user)
    client.post("/language/", {"language": "tlh"})
    user.refresh_from_db()
    assert user.language == "en"


def test_a_new_account_keeps_the_language_of_registration():
    client = Client(headers={"accept-language": "de"})
    client.post("/guest/", {"name": "Grey", "gender": "x"})
    assert client.get("/", headers={"accept-language": "en"})["Content-Language"] == "de"


def test_pages_in_english_load_no_message_catalogue():
    assert "/static/words/" not in Client().get("/").content.decode()
    assert "/static/words/de.js" in Client(headers={"accept-language": "de"}).get("/").content.decode()
