import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.models import EmailNotification, Report
from accounts.services import blocking, moderation
from duels.chat import talk
from duels.play.transaction import give_up, submit_orders
from tests.builders import a_mage, a_user
from tests.duels.players import REST
from tests.duels.puzzles.made import a_puzzle
from tests.duels.tables import a_duel

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]


@pytest.fixture
def duel():
    return a_duel(a_mage("Black"), a_mage("White"), seed=5)


def at_pages(user):
    client = Client()
    client.force_login(user)
    return client


def test_a_round_is_reported_with_the_words_said_in_it(duel):
    submit_orders(duel=duel, wizard="Black", round_number=1, orders=REST | {"say": "You fool"})
    submit_orders(duel=duel, wizard="White", round_number=1, orders=REST)
    reporter = a_user()
    client = at_pages(reporter)
    names = client.get(f"/report/?duel={duel.slug}&round=1").context["wizards"]
    assert [name for name, _ in names] == ["Black", "White"]
    address = f"/report/{names[0][1]}"
    assert "You fool" in client.get(address).content.decode()
    answer = client.post(address, {"why": "Insults"})
    assert answer["Location"] == f"/replay/{duel.slug}/1/"
    report = Report.objects.get()
    assert (report.accused, report.quote, report.path) == (
        duel.seats.get(name="Black").mage.owner,
        "You fool",
        f"/replay/{duel.slug}/1/",
    )


def test_users_are_not_offered_to_report_themselves(duel):
    owner = duel.seats.get(name="Black").mage.owner
    names = at_pages(owner).get(f"/report/?duel={duel.slug}").context["wizards"]
    assert [name for name, _ in names] == ["White"]


def test_only_readers_of_a_line_can_report_it(duel):
    ann, bob = a_mage("Ann").owner, a_user()
    line = talk.say(slug=duel.slug, user_id=ann.pk, text="Black is a cheat")
    address = f"/report/?line={line.pk}"
    for seat in duel.seats.all():
        assert at_pages(seat.mage.owner).get(address).status_code == 404
    assert "Black is a cheat" in at_pages(bob).get(address).content.decode()
    assert at_pages(bob).post(address, {"why": "Slander"}).status_code == 302
    report = Report.objects.get()
    assert (report.accused, report.about, report.path) == (ann, f"line:{line.pk}", f"/duel/{duel.slug}/#line-{line.pk}")
    give_up(duel=duel, wizard="White")
    assert at_pages(duel.seats.first().mage.owner).get(address).status_code == 200
    blocking.block(user=bob, other=ann, mutes_only=True)
    assert at_pages(bob).get(address).status_code == 404


@pytest.mark.parametrize(
    "asked", ["", "line=0", "line=x", "line=²", f"line={'9' * 30}", "duel=none", "mage=none", "user=none", "wizard=x"]
)
def test_unknown_things_cannot_be_reported(asked):
    assert at_pages(a_user()).get(f"/report/?{asked}").status_code == 404


def test_a_wizard_without_a_user_cannot_be_reported():
    duel = a_duel(a_mage("Black"), None, practice=True)
    client = at_pages(a_user())
    assert client.get(f"/report/?duel={duel.slug}&wizard=Apprentice").status_code == 404
    assert client.get(f"/report/?duel={duel.slug}&wizard=Black&round=7").status_code == 200


def test_a_visitor_is_redirected_to_log_in():
    assert Client().get("/report/?mage=x")["Location"].startswith("/accounts/login/")


def test_a_reported_puzzle_is_hidden_until_the_measure_is_lifted():
    a_puzzle()
    client, moderator = at_pages(a_user()), a_user(is_staff=True)
    assert "this puzzle" in client.get("/report/?puzzle=winner").content.decode()
    client.post("/report/?puzzle=winner", {"why": "A Shield stops it."})
    report = Report.objects.get()
    assert (report.accused, report.about, report.path) == (None, "puzzle:winner", "/puzzles/winner/")
    with pytest.raises(ValidationError, match="Nobody is accused"):
        moderation.take_measure(kind="warned", why="Rude", moderator=moderator, report=report)
    measure = moderation.take_measure(kind="hidden", why="True", moderator=moderator, report=report)
    assert client.get("/puzzles/winner/").status_code == 404
    assert client.get("/report/?puzzle=winner").status_code == 404
    assert not EmailNotification.objects.exists()
    moderation.lift(measure=measure, moderator=moderator)
    assert client.get("/puzzles/winner/").status_code == 200
