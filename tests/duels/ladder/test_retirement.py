from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import connection
from django.utils import timezone

from accounts.models import EmailNotification, Mage
from accounts.permissions import Forbidden
from accounts.selectors import living_mages, mage_named
from accounts.services import mage_lifecycle
from accounts.services.mages import MAGES_OF_A_USER, register_mage
from duels.challenges.joining import accept_challenge
from duels.challenges.posting import post_challenge
from duels.challenges.terms import Terms
from duels.ladder.inactivity import NOTICE, QUITS_AFTER, RETIRES_AFTER, retire_inactive
from duels.ladder.retirement import quit_account, quit_mage, retire
from duels.models import Challenge, Seeker, Standing
from duels.play.transaction import SeatSpec, give_up, start_duel
from tests.builders import a_challenge, a_guest, a_mage, a_user, rows_of_a_duel

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def dead(mage):
    Mage.objects.filter(pk=mage.pk).update(ended=timezone.now(), end="died")
    return mage


def again(mage):
    mage.refresh_from_db()
    return mage


@pytest.fixture(autouse=True)
def _clear_seen_cache():
    """Clear the process's cache of users seen today, because it would outlive the rows of a test."""
    mage_lifecycle._seen.clear()


# Another life


def test_an_owner_registers_a_dead_mages_name_for_a_new_life():
    first = dead(a_mage("Merlin"))
    Standing.objects.create(mage=first, score=0, wins=7)
    second = register_mage(owner=first.owner, name="merlin", gender="m")
    assert (second.life, second.ended) == (2, None)
    assert mage_named("MERLIN") == second
    assert not second.standings.exists()


def test_nobody_else_may_register_the_name_of_a_dead_mage():
    dead(a_mage("Merlin"))
    with pytest.raises(ValidationError, match="is in the graveyard"):
        register_mage(owner=a_user(), name="Merlin", gender="m")


def test_a_living_name_is_not_registered_again_by_its_owner_either():
    mage = a_mage("Merlin")
    with pytest.raises(ValidationError, match="Another mage already has this name"):
        register_mage(owner=mage.owner, name="Merlin", gender="m")


def test_a_third_life_follows_the_second():
    mage = dead(a_mage("Merlin"))
    second = dead(register_mage(owner=mage.owner, name="Merlin", gender="m"))
    assert register_mage(owner=mage.owner, name="Merlin", gender="m").life == second.life + 1 == 3


def test_dead_mages_do_not_count_towards_the_limit():
    owner = a_user()
    for number in range(MAGES_OF_A_USER):
        dead(register_mage(owner=owner, name=f"Mage of old {number}", gender="x"))
    assert register_mage(owner=owner, name="Morgana", gender="f") in living_mages(owner)


def test_a_new_user_cannot_take_the_name_of_a_dead_mage(client):
    dead(a_mage("Merlin"))
    form = {"username": "arthur", "email": "", "password1": "four hands in the air", "name": "Merlin", "gender": "m"}
    answer = client.post("/accounts/signup/", form)
    assert "is in the graveyard" in answer.content.decode()


@pytest.mark.django_db(transaction=True)
def test_registering_a_name_again_concurrently_gives_one_life():
    mage = dead(a_mage("Merlin"))

    def register():
        try:
            return register_mage(owner=mage.owner, name="Merlin", gender="m")
        except ValidationError:
            return None

    assert sum(life is not None for life in at_once([register] * 4)) == 1
    assert Mage.objects.filter(name="Merlin", ended=None).count() == 1


# Retiring and coming back


def test_a_mage_retires_and_comes_back_by_challenging_or_accepting():
    mage = a_mage()
    retire(mage=mage, user=mage.owner)
    assert again(mage).retired is not None
    mage_lifecycle.touch([mage.pk])
    assert again(mage).retired is None


def test_nobody_challenges_a_retired_mage_by_name():
    challenger, rests = a_mage(), a_mage("Merlin")
    retire(mage=rests, user=rests.owner)
    with pytest.raises(ValidationError, match="Retired mages can’t be challenged: Merlin"):
        post_challenge(challenger=challenger, terms=Terms(book="classic", options={}, pace=120), named=[again(rests)])


def test_orders_do_not_bring_a_retired_mage_back():
    mage = a_mage()
    retire(mage=mage, user=mage.owner)
    mage_lifecycle.saw_orders([mage.pk], timezone.now() + DAY)
    assert again(mage).retired is not None


def test_retiring_twice_changes_nothing():
    mage = a_mage()
    retire(mage=mage, user=mage.owner)
    since = again(mage).retired
    retire(mage=mage, user=mage.owner)
    assert again(mage).retired == since


def test_only_the_owner_retires_or_quits_a_mage():
    mage, other = a_mage(), a_user()
    for leave in (retire, quit_mage):
        with pytest.raises(Forbidden):
            leave(mage=mage, user=other)
    assert (again(mage).retired, mage.ended) == (None, None)


@pytest.mark.parametrize("leave", [retire, quit_mage])
def test_a_leaving_mage_withdraws_its_challenges(leave, django_capture_on_commit_callbacks):
    mage = a_mage()
    challenge = a_challenge(mage)
    Seeker.objects.create(mage=mage, rating=1500)
    with django_capture_on_commit_callbacks(execute=True):
        leave(mage=mage, user=mage.owner)
    challenge.refresh_from_db()
    assert challenge.state == Challenge.State.WITHDRAWN
    assert not Seeker.objects.exists()


def test_activity_is_stored_once_per_hour(django_assert_num_queries):
    mage = a_mage()
    tomorrow = timezone.now() + DAY
    mage_lifecycle.saw_orders([mage.pk], tomorrow)
    assert again(mage).active == again(mage.owner).active == tomorrow
    with django_assert_num_queries(0):
        mage_lifecycle.saw_orders([mage.pk], tomorrow)
    later = tomorrow + timedelta(hours=1)
    mage_lifecycle.saw_orders([mage.pk], later)
    assert again(mage).active == later


@pytest.mark.django_db(transaction=True)
def test_giving_up_a_duel_counts_as_activity():
    long_ago = timezone.now() - 50 * DAY
    duel = begun(a_mage("Black"), a_mage("White"))
    Mage.objects.update(active=long_ago)
    give_up(duel=duel, wizard="Black")
    assert mage_named("Black").active > long_ago
    assert mage_named("White").active == long_ago


# Quit


def begun(*mages):
    seats = [SeatSpec(name=mage.name, gender=mage.gender, mage=mage) for mage in mages]
    return start_duel(seats=seats, book="classic", pace=300)


def test_a_mage_that_quits_is_dead_and_its_score_is_gone():
    mage = a_mage("Merlin")
    Standing.objects.create(mage=mage, score=9)
    quit_mage(mage=mage, user=mage.owner)
    assert again(mage).end == "quit"
    assert mage.standings.get().score == 0
    assert register_mage(owner=mage.owner, name="Merlin", gender="m").life == 2


def test_a_mage_cannot_quit_twice():
    mage = a_mage()
    quit_mage(mage=mage, user=mage.owner)
    when = again(mage).ended
    with pytest.raises(ValidationError, match="no longer exists"):
        quit_mage(mage=mage, user=mage.owner)
    assert again(mage).ended == when


def test_a_mage_in_a_duel_cannot_quit():
    black, white = a_mage("Black"), a_mage("White")
    duel = begun(black, white)
    with pytest.raises(ValidationError, match="Black is still"):
        quit_mage(mage=black, user=black.owner)
    give_up(duel=duel, wizard="White")
    quit_mage(mage=black, user=black.owner)
    assert again(black).ended


def test_practice_does_not_prevent_quitting():
    mage = a_mage()
    rows_of_a_duel(mage, None, practice=True, counts=False)
    quit_mage(mage=mage, user=mage.owner)
    assert again(mage).ended


@pytest.mark.django_db(transaction=True)
def test_a_mage_cannot_both_quit_and_start_a_duel_at_once():
    black, white = a_mage("Black"), a_mage("White")

    def tried(action):
        try:
            return action()
        except ValidationError:
            return None

    at_once(
        [lambda: tried(lambda: quit_mage(mage=black, user=black.owner)), lambda: tried(lambda: begun(black, white))]
    )
    assert bool(again(black).ended) != black.seats.exists()


@pytest.mark.django_db(transaction=True)
def test_mutual_concurrent_accepts_both_start_a_duel():
    black, white = a_mage("Black"), a_mage("White")
    ours, theirs = a_challenge(black, pace=259_200), a_challenge(white, pace=259_200)
    tasks = [
        lambda: accept_challenge(token=theirs.token, mage=black),
        lambda: accept_challenge(token=ours.token, mage=white),
    ]
    assert len({duel.pk for duel in at_once(tasks)}) == 2


def test_a_closed_account_ends_its_mages_and_cannot_log_in(client):
    user = a_user("arthur", email="arthur@example.org", about="A king.")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    mages = [a_mage(owner=user) for _ in range(3)]
    client.force_login(user)
    quit_account(user=user)
    quit_account(user=user)
    assert {again(mage).end for mage in mages} == {"quit"}
    assert again(user).ended is not None
    assert (user.is_active, user.email, user.about, user.has_usable_password()) == (False, "", "", False)
    assert not EmailAddress.objects.exists()
    assert client.get("/mages/").status_code == 302


def test_a_closed_account_cannot_register_a_mage():
    user = a_user()
    quit_account(user=user)
    with pytest.raises(ValidationError, match="is closed"):
        register_mage(owner=user, name="Merlin", gender="m")


def test_an_account_with_a_mage_in_a_duel_cannot_be_closed():
    user = a_user()
    black, idle = a_mage("Black", owner=user), a_mage("Idle", owner=user)
    begun(black, a_mage())
    with pytest.raises(ValidationError, match="Black is still"):
        quit_account(user=user)
    assert (again(user).ended, again(idle).ended) == (None, None)


# Idle mages


def idle(days, **fields):
    mage = a_mage()
    Mage.objects.filter(pk=mage.pk).update(active=NOW - timedelta(days=days), **fields)
    return mage


NOW = timezone.now()


def subjects():
    return list(EmailNotification.objects.order_by("pk").values_list("subject", flat=True))


def test_a_mage_is_warned_two_weeks_before_it_retires():
    early, due = idle(75), idle(77)
    retire_inactive(NOW)
    assert (again(early).warned, again(due).warned) == (None, NOW)
    assert subjects() == [f"{due} will retire soon"]
    assert again(due).retired is None


def test_an_inactive_mage_retires_two_weeks_after_the_warning():
    mage = idle(200)
    retire_inactive(NOW)
    retire_inactive(NOW + NOTICE - timedelta(hours=1))
    assert again(mage).retired is None
    retire_inactive(NOW + NOTICE)
    assert again(mage).retired == NOW + NOTICE
    assert subjects() == [f"{mage} will retire soon", f"{mage} has retired"]


def test_a_mage_that_comes_back_in_time_does_not_retire():
    mage = idle(85)
    retire_inactive(NOW)
    mage_lifecycle.touch([mage.pk], NOW + 10 * DAY)
    retire_inactive(NOW + NOTICE)
    assert (again(mage).retired, mage.warned) == (None, None)


def test_a_retired_mage_quits_after_a_year_and_a_warning():
    mage = idle(352, retired=NOW - 200 * DAY)
    retire_inactive(NOW)
    assert again(mage).ended is None
    retire_inactive(NOW + NOTICE)
    assert again(mage).end == "quit"
    assert subjects() == [f"{mage} will soon be removed", f"{mage} has been removed"]


def test_the_whole_course_of_inactivity():
    mage = idle(0)
    steps = {}
    for day in range(400):
        retire_inactive(NOW + day * DAY)
        again(mage)
        state = "gone" if mage.ended else "retired" if mage.retired else "warned" if mage.warned else "about"
        steps.setdefault(state, day)
    assert list(steps) == ["about", "warned", "retired", "gone"]
    assert steps["retired"] >= RETIRES_AFTER.days
    assert steps["retired"] - steps["warned"] >= NOTICE.days
    assert steps["gone"] >= QUITS_AFTER.days
    assert len(subjects()) == 4


def test_each_notification_is_sent_once():
    idle(80)
    for _ in range(3):
        retire_inactive(NOW)
    assert len(subjects()) == 1


def test_a_mage_in_a_duel_does_not_retire():
    mage = idle(300)
    rows_of_a_duel(mage, a_mage())
    retire_inactive(NOW)
    assert again(mage).warned is None


def test_guests_do_not_retire():
    guest = a_guest()
    Mage.objects.update(active=NOW - 500 * DAY)
    retire_inactive(NOW)
    assert again(guest).warned is None


def at_once(tasks):
    """Run these calls at the same time, each in a separate thread, and return their results."""
    barrier = Barrier(len(tasks))

    def run(task):
        try:
            barrier.wait()
            return task()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return [future.result() for future in [pool.submit(run, task) for task in tasks]]
