import pytest
from django.test import Client

from accounts.models import User
from duels.mailroom.commands import COMMANDS
from duels.mailroom.forms import FORMS
from tests.builders import a_user

pytestmark = pytest.mark.django_db

ADDRESS = "orders@duels.example.org"


@pytest.fixture
def client():
    client = Client()
    client.force_login(a_user("merlin"))
    return client


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_lists_all_commands_and_the_address(settings, language):
    settings.MAILROOM_ADDRESS = ADDRESS
    page = Client(headers={"accept-language": language}).get("/by-letter/").content.decode()
    for form in (*FORMS.values(), *COMMANDS.values()):
        assert form.usage.replace("<", "&lt;").replace(">", "&gt;") in page
    assert f'href="mailto:{ADDRESS}"' in page


def test_the_rules_link_to_play_by_e_mail(client):
    assert 'href="/by-letter/"' in client.get("/rules/").content.decode()


def test_without_a_mailroom_play_by_e_mail_is_not_offered(client, settings):
    settings.MAILROOM_ADDRESS = ""
    assert "You can’t play by e-mail on this site right now" in client.get("/by-letter/").content.decode()
    assert 'value="letter"' not in client.get("/settings/").content.decode()
    assert client.post("/settings/", {"mail": "letter"}).status_code == 200
    assert not User.objects.get().plays_by_email


def test_play_by_e_mail_can_be_chosen_in_the_settings(client, settings):
    settings.MAILROOM_ADDRESS = ADDRESS
    page = client.get("/settings/").content.decode()
    assert 'value="letter"' in page
    assert 'href="/by-letter/"' in page
    assert client.post("/settings/", {"mail": "letter"}).url == "/settings/"
    assert User.objects.get().plays_by_email
    settings.MAILROOM_ADDRESS = ""
    assert 'value="letter"' in client.get("/settings/").content.decode(), "a user who has chosen it keeps it"
