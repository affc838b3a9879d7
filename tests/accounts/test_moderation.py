from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from accounts.models import EmailNotification, Measure, Report
from accounts.permissions import Forbidden
from accounts.sanctions import silenced_until
from accounts.services import moderation, reports
from tests.builders import a_user

pytestmark = pytest.mark.django_db

Kind = Measure.Kind


@pytest.fixture
def moderator():
    return a_user("moderator", is_staff=True)


def a_report(accused=None, **fields):
    fields = {"path": "/duel/x/#line-1", "about": "line:1", "quote": "Rude", "why": "It is rude"} | fields
    return reports.report(reporter=a_user(), accused=accused or a_user(), **fields)


def taken(moderator, kind, **about):
    return moderation.take_measure(moderator=moderator, kind=kind, why="So that all can play", **about)


def logged_in(user):
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize(
    ("kind", "state"), [(Kind.NOTHING, "dismissed"), (Kind.WARNED, "upheld"), (Kind.SILENCED, "upheld")]
)
def test_a_measure_closes_the_report_and_is_recorded(moderator, kind, state):
    report = a_report()
    measure = taken(moderator, kind, report=report)
    report.refresh_from_db()
    assert report.state == state
    assert (measure.user, measure.moderator, measure.report) == (report.accused, moderator, report)


def test_the_same_measure_about_the_same_report_is_taken_once(moderator):
    report = a_report()
    assert taken(moderator, Kind.WARNED, report=report) == taken(moderator, Kind.WARNED, report=report)
    assert Measure.objects.count() == 1
    assert EmailNotification.objects.filter(user=report.accused).count() == 1


def test_a_repeated_measure_counts_with_another_reason_or_later(moderator):
    user = a_user()
    assert taken(moderator, Kind.WARNED, user=user) == taken(moderator, Kind.WARNED, user=user)
    other = moderation.take_measure(moderator=moderator, kind=Kind.WARNED, why="Something else", user=user)
    Measure.objects.update(taken=timezone.now() - timedelta(hours=1))
    taken(moderator, Kind.WARNED, user=user)
    assert Measure.objects.filter(user=user).exclude(pk=other.pk).count() == 2


def test_dismissing_does_not_undo_that_a_report_was_upheld(moderator):
    report = a_report()
    taken(moderator, Kind.WARNED, report=report)
    taken(moderator, Kind.NOTHING, report=report)
    report.refresh_from_db()
    assert report.state == "upheld"


def test_a_silence_ends_by_itself_or_when_it_is_lifted(moderator):
    user = a_user()
    measure = taken(moderator, Kind.SILENCED, user=user, days=2)
    assert silenced_until(user.pk) == measure.until > timezone.now() + timedelta(days=1.9)
    for_good = taken(moderator, Kind.SILENCED, user=user)
    assert silenced_until(user.pk).year == 9999
    moderation.lift(moderator=moderator, measure=for_good)
    assert silenced_until(user.pk) == measure.until
    Measure.objects.filter(pk=measure.pk).update(until=timezone.now())
    assert silenced_until(user.pk) is None


def test_a_banned_user_is_logged_out_everywhere_and_cannot_log_in(moderator):
    user = a_user()
    client = logged_in(user)
    assert client.get("/blocks/").status_code == 200
    measure = taken(moderator, Kind.BANNED, user=user)
    assert client.get("/blocks/")["Location"].startswith("/accounts/login/")
    assert client.post("/accounts/login/", {"login": user.username, "password": "four hands in the air"})[
        "Location"
    ].startswith("/accounts/inactive/")
    moderation.lift(moderator=moderator, measure=measure)
    user.refresh_from_db()
    assert user.is_active


def test_lifting_one_of_two_bans_does_not_let_the_user_in(moderator):
    user = a_user()
    first, second = taken(moderator, Kind.BANNED, user=user), taken(moderator, Kind.BANNED, report=a_report(user))
    moderation.lift(moderator=moderator, measure=first)
    user.refresh_from_db()
    assert not user.is_active
    moderation.lift(moderator=moderator, measure=second)
    moderation.lift(moderator=moderator, measure=second)
    user.refresh_from_db()
    assert user.is_active


def test_lifting_a_ban_does_not_reopen_a_closed_account(moderator):
    user = a_user()
    measure = taken(moderator, Kind.BANNED, user=user)
    user.ended, user.is_active = timezone.now(), False
    user.save()
    moderation.lift(moderator=moderator, measure=measure)
    user.refresh_from_db()
    assert not user.is_active


def test_an_impossible_measure_is_refused_and_not_recorded(moderator):
    plain, about_nothing = a_user(), a_report(about="message:1")
    for give in (
        {"kind": "whipped", "user": plain},
        {"kind": Kind.WARNED, "user": plain, "why": "  "},
        {"kind": Kind.WARNED},
        {"kind": Kind.HIDDEN, "user": plain},
        {"kind": Kind.HIDDEN, "report": about_nothing},
        {"kind": Kind.BANNED, "user": a_user(is_staff=True)},
    ):
        with pytest.raises(ValidationError):
            moderation.take_measure(**({"moderator": moderator, "why": "Because"} | give))
    with pytest.raises(Forbidden):
        taken(plain, Kind.WARNED, user=plain)
    assert not Measure.objects.exists()


def test_the_queue_has_open_reports_first_and_the_oldest_on_top(moderator):
    reports = [a_report() for _ in range(3)]
    taken(moderator, Kind.NOTHING, report=reports[0])
    page = logged_in(moderator).get("/admin/accounts/report/")
    assert [report.pk for report in page.context["cl"].result_list] == [reports[1].pk, reports[2].pk, reports[0].pk]


def inline(**fields):
    """Return form data for one moderation measure, as sent by the admin page of a report."""
    blank = {"kind": "", "days": "", "why": ""} | fields
    management = {"TOTAL_FORMS": 1, "INITIAL_FORMS": 0, "MIN_NUM_FORMS": 0, "MAX_NUM_FORMS": 1000}
    return {f"measures-{name}": value for name, value in management.items()} | {
        f"measures-0-{name}": value for name, value in blank.items()
    }


def test_a_moderator_acts_on_a_report_in_the_admin(moderator):
    report, desk = a_report(), logged_in(moderator)
    address = f"/admin/accounts/report/{report.pk}/change/"
    assert "/duel/x/#line-1" in desk.get(address).content.decode()
    answer = desk.post(address, inline(kind="silenced", days="3", why="Enough"))
    assert answer.status_code == 302, answer.context["errors"]
    measure = Measure.objects.get()
    assert (measure.kind, measure.why, measure.moderator) == ("silenced", "Enough", moderator)
    assert measure.until.date() == (timezone.now() + timedelta(days=3)).date()
    again = desk.get(address).content.decode()
    assert "Enough" in again
    assert 'value="silenced" selected' not in again


def test_the_admin_shows_why_a_measure_is_refused(moderator):
    report, desk = a_report(a_user(is_staff=True)), logged_in(moderator)
    answer = desk.post(f"/admin/accounts/report/{report.pk}/change/", inline(kind="banned", why="Enough"))
    assert "cannot be silenced or banned" in answer.content.decode()
    assert not Measure.objects.exists()


def test_a_measure_without_a_report_is_taken_and_lifted_in_the_admin(moderator):
    user, desk = a_user(), logged_in(moderator)
    answer = desk.post("/admin/accounts/measure/add/", {"user": user.pk, "kind": "banned", "days": "", "why": "Spam"})
    assert answer.status_code == 302, answer.context["errors"]
    measure = Measure.objects.get()
    assert desk.get(f"/admin/accounts/measure/{measure.pk}/change/").status_code == 200
    desk.post("/admin/accounts/measure/", {"action": "lift", "_selected_action": [measure.pk]})
    measure.refresh_from_db()
    user.refresh_from_db()
    assert (measure.lifted is not None, user.is_active) == (True, True)


def test_a_measure_is_never_changed_or_deleted(moderator):
    measure, desk = taken(moderator, Kind.WARNED, report=a_report()), logged_in(moderator)
    root = logged_in(a_user(is_staff=True, is_superuser=True))
    for client in (desk, root):
        for rest in ("change", "delete"):
            client.post(f"/admin/accounts/measure/{measure.pk}/{rest}/", {"why": "Nothing", "post": "yes"})
        client.post(
            "/admin/accounts/measure/", {"action": "delete_selected", "_selected_action": [measure.pk], "post": "yes"}
        )
        client.post(
            f"/admin/accounts/report/{measure.report_id}/change/",
            inline(kind="") | {"measures-0-id": measure.pk, "measures-INITIAL_FORMS": 1, "measures-0-why": "Nothing"},
        )
    assert Measure.objects.get().why == "So that all can play"


def test_users_cannot_open_the_moderators_desk(client):
    for user in (None, a_user()):
        here = logged_in(user) if user else client
        for page in ("report", "measure"):
            assert here.get(f"/admin/accounts/{page}/").status_code == 302
    assert not Report.objects.exists()
