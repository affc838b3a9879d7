import threading
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import connection
from django.utils import timezone

from accounts.models import User
from accounts.selectors import address_of
from accounts.services.preferences import change_username, choose
from tests.builders import PASSWORD, a_guest, a_user

pytestmark = pytest.mark.django_db


def test_choices_are_saved_on_the_page(client):
    user = a_user("merlin")
    client.force_login(user)
    answer = client.post("/settings/", {"mail": "daily", "hears_messages": "on", "about": "A wizard."}, follow=True)
    assert "Your settings have been saved." in answer.content.decode()
    user.refresh_from_db()
    assert (user.mail, user.hears_talk, user.hears_messages, user.about) == ("daily", False, True, "A wizard.")


def test_the_settings_link_to_data_sessions_and_second_factors(client):
    client.force_login(a_user())
    page = client.get("/settings/").text
    pages = ("/settings/data/", "/settings/quit/", "/accounts/sessions/", "/accounts/2fa/")
    assert [address for address in pages if f'href="{address}"' not in page] == []


def test_a_guest_has_no_settings_for_e_mail_and_messages(client):
    guest = a_guest().owner
    client.force_login(guest)
    page = client.get("/settings/").content.decode()
    assert not [words for words in ("E-mail notifications", "send me messages", "Vacation") if words in page]
    assert "Delete account" in page
    assert client.post("/settings/", {"mail": "never", "hears_talk": "on"}).url == "/settings/"
    guest.refresh_from_db()
    assert (guest.mail, guest.hears_talk, guest.hears_messages) == (User.Mail.SOON, True, True)


@pytest.mark.parametrize("wrong", [{"mail": "hourly"}, {"mail": "soon", "about": "x" * 1001}])
def test_an_invalid_setting_is_refused_and_changes_nothing(client, wrong):
    user = a_user()
    client.force_login(user)
    answer = client.post("/settings/", {"hears_talk": "", **wrong})
    assert 'aria-invalid="true"' in answer.content.decode() or "errorlist" in answer.content.decode()
    user.refresh_from_db()
    assert user.hears_talk


def test_users_cannot_give_themselves_privileges(client):
    user = a_user()
    client.force_login(user)
    client.post("/settings/", {"mail": "soon", "is_staff": "on", "is_superuser": "on", "username": "root"})
    user.refresh_from_db()
    assert not user.is_staff
    assert user.username != "root"
    with pytest.raises(ValidationError, match="“is_staff” isn’t one of the choices"):
        choose(user=user, is_staff=True)


@pytest.mark.parametrize("path", ["/settings/", "/settings/username/", "/letters/"])
def test_an_anonymous_user_is_asked_to_log_in(client, path):
    assert client.get(path).url == f"/accounts/login/?next={path}"


def test_the_page_shows_where_notifications_are_sent(client):
    user = a_user("merlin")
    client.force_login(user)
    assert "You have no e-mail address" in client.get("/settings/").content.decode()
    User.objects.update(email="merlin@example.org")
    assert "Notifications go to merlin@example.org" in client.get("/settings/").content.decode()
    user.emailaddress_set.create(email="merlin@example.org", primary=True, verified=False)
    assert "until you confirm that it’s yours" in client.get("/settings/").content.decode()


# The username ---------------------------------------------------------------------------------------------------------


def test_a_user_changes_the_username_and_logs_in_with_it(client):
    user = a_user("merlin")
    client.force_login(user)
    answer = client.post("/settings/username/", {"username": "Ambrosius"}, follow=True)
    assert "Your username is now Ambrosius" in answer.content.decode()
    assert answer.wsgi_request.user == user, "the user stays logged in"
    client.logout()
    assert client.login(username="Ambrosius", password=PASSWORD)
    assert not client.login(username="merlin", password=PASSWORD)


@pytest.mark.parametrize("taken", ["Morgana", "morgana", "MORGANA"])
def test_a_taken_name_is_refused_ignoring_case(client, taken):
    a_user("Morgana")
    user = a_user("merlin")
    client.force_login(user)
    assert "This username is taken" in client.post("/settings/username/", {"username": taken}).content.decode()
    user.refresh_from_db()
    assert user.username == "merlin"


def test_the_case_of_ones_own_name_can_be_changed():
    user = a_user("merlin")
    assert change_username(user=user, username="Merlin").username == "Merlin"


@pytest.mark.parametrize("name", ["", "a b", "<script>", "x" * 151, "new\nline", "admin/../"])
def test_an_invalid_name_is_refused(client, name):
    user = a_user("merlin")
    client.force_login(user)
    assert client.post("/settings/username/", {"username": name}).status_code == 200
    user.refresh_from_db()
    assert user.username == "merlin"


def test_a_name_cannot_be_changed_often(client):
    user = a_user("merlin")
    change_username(user=user, username="ambrosius")
    change_username(user=user, username="ambrosius")  # has no effect the second time
    with pytest.raises(ValidationError, match="You can change your name again after"):
        change_username(user=user, username="emrys")
    User.objects.update(renamed=timezone.now() - timedelta(days=8))
    assert change_username(user=user, username="emrys").username == "emrys"


def test_a_guest_cannot_change_the_username(client):
    guest = a_guest().owner
    client.force_login(guest)
    assert client.get("/settings/username/").url == "/keep/"
    with pytest.raises(ValidationError, match="Create an account first"):
        change_username(user=guest, username="merlin")


@pytest.mark.django_db(transaction=True)
def test_of_two_users_who_want_a_name_at_once_one_gets_it():
    users, both, refused = [a_user(), a_user()], threading.Barrier(2), []

    def rename(user):
        both.wait()
        try:
            change_username(user=user, username="merlin")
        except ValidationError as error:
            refused.append(error.messages)
        finally:
            connection.close()

    threads = [threading.Thread(target=rename, args=[user]) for user in users]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert User.objects.filter(username="merlin").count() == 1
    assert len(refused) == 1


def test_an_address_that_is_added_later_must_be_confirmed(client):
    user = a_user()
    EmailAddress.objects.create(user=user, email="merlin@example.org")
    client.force_login(user)
    page = client.get("/settings/").content.decode()
    assert "We won’t send anything to merlin@example.org until you confirm" in page
    assert not address_of(user).takes_news
