import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Block, EmailNotification, Mage
from duels.challenges.joining import accept_challenge, choose_team, decline_challenge
from duels.challenges.posting import post_challenge, withdraw_challenge
from duels.challenges.proposals import START, propose_change, vote
from duels.challenges.rules import MOST_UNDER_WAY
from duels.challenges.terms import Terms
from duels.models import Challenge, Duel, Invitation, Standing
from tests.builders import a_challenge, a_guest, a_mage, rows_of_a_duel
from tests.duels.people import as_user, at_once

pytestmark = pytest.mark.django_db

CLOSED = {"is_open": False, "limit": None}
MEAGRE = {"mage": "", "audience": "all", "book": "classic", "control": "2m"}


def accept(challenge: Challenge, *mages: Mage, **how) -> Duel | None:
    """Accept the challenge with each mage in turn. Return the duel if the last mage's acceptance starts it."""
    return [accept_challenge(token=challenge.token, mage=mage, **how) for mage in mages][-1]


def states(challenge: Challenge) -> dict[str, str]:
    return {it.mage.name: it.state for it in challenge.invitations.select_related("mage")}


def fighters(duel: Duel) -> list[str]:
    return [seat.name for seat in duel.seats.all()]


# Beginning


def test_a_melee_begins_when_its_last_place_is_taken():
    challenge = a_challenge(a_mage("Merlin"), limit=3)
    assert accept(challenge, a_mage("Morgana")) is None
    duel = accept(challenge, a_mage("Arthur"))
    assert (fighters(duel), duel.melee, duel.counts) == (["Merlin", "Morgana", "Arthur"], True, True)
    with pytest.raises(ValidationError, match="no longer open"):
        accept(challenge, a_mage())


def test_without_a_limit_a_closed_challenge_begins_when_all_have_accepted():
    morgana, arthur = a_mage("Morgana"), a_mage("Arthur")
    challenge = a_challenge(a_mage("Merlin"), named=[morgana, arthur])
    assert accept(challenge, arthur) is None
    assert fighters(accept(challenge, morgana)) == ["Merlin", "Arthur", "Morgana"]


def test_without_a_limit_no_duel_begins_while_a_mage_has_declined():
    morgana, arthur = a_mage(), a_mage()
    challenge = a_challenge(named=[morgana, arthur])
    decline_challenge(token=challenge.token, user_id=morgana.owner_id)
    assert accept(challenge, arthur) is None


def test_without_a_limit_an_open_challenge_waits_until_it_is_full():
    challenge = a_challenge(limit=None)
    assert accept(challenge, *(a_mage() for _ in range(6))) is None
    assert len(fighters(accept(challenge, a_mage()))) == 8


def test_beginning_excludes_the_rest_and_abandons_proposals():
    arthur = a_mage("Arthur")
    challenge = a_challenge(a_mage("Merlin"), named=[arthur], is_open=True, limit=3)
    accept(challenge, a_mage("Morgana"))
    change = propose_change(token=challenge.token, user_id=challenge.challenger.owner_id, terms={"teams": 2})
    accept(challenge, a_mage("Uther"))
    change.refresh_from_db()
    assert states(challenge)["Arthur"] == "excluded"
    assert change.state == "abandoned"


@pytest.mark.parametrize(("name", "value"), [("friendly", True), ("private", True), ("mountain", True)])
def test_the_duel_has_the_terms_of_the_challenge(name, value):
    duel = accept(a_challenge(**{name: value}), a_mage())
    assert {"friendly": not duel.counts, "private": not duel.public, "mountain": duel.mountain}[name]


def test_a_duel_with_two_mages_of_a_user_does_not_count():
    challenge, twin = a_challenge(limit=3, per_user=2), a_mage()
    assert accept(challenge, twin, a_mage(owner=twin.owner)).counts is False


def test_a_melee_with_a_guest_does_not_count():
    assert accept(a_challenge(limit=3), a_guest(), a_mage()).counts is False


# Joining


def test_a_users_mages_may_join_up_to_the_limit():
    challenge, first = a_challenge(limit=8, per_user=2), a_mage()
    second, third = a_mage(owner=first.owner), a_mage(owner=first.owner)
    accept(challenge, first, second)
    with pytest.raises(ValidationError, match="at most 2 of your mages"):
        accept(challenge, third)


def test_a_named_mage_may_join_beyond_the_limit_per_user():
    first = a_mage()
    second = a_mage(owner=first.owner)
    challenge = a_challenge(named=[first, second])
    assert accept(challenge, first, second) is not None


def test_a_user_cannot_fill_a_challenge_alone():
    merlin = a_mage()
    challenge = a_challenge(merlin, per_user=0)
    with pytest.raises(ValidationError, match="You can’t duel yourself"):
        accept(challenge, a_mage(owner=merlin.owner))
    wider = a_challenge(merlin, per_user=0, limit=3, comment="wider")
    accept(wider, a_mage(owner=merlin.owner))
    with pytest.raises(ValidationError, match="You can’t duel yourself"):
        accept(wider, a_mage(owner=merlin.owner))
    with pytest.raises(ValidationError, match="You can’t duel yourself"):
        propose_change(token=wider.token, user_id=merlin.owner_id, terms=START)


def test_an_excluded_mage_cannot_join():
    arthur = a_mage("Arthur")
    challenge = post_challenge(challenger=a_mage(), terms=Terms(), excluded=[arthur])
    assert (
        "Arthur is excluded from this challenge."
        in as_user(arthur.owner).get(f"/challenge/{challenge.token}/").content.decode()
    )
    with pytest.raises(ValidationError, match="Arthur is excluded"):
        accept(challenge, arthur)


def test_only_challenged_mages_join_a_closed_challenge():
    challenge = a_challenge(named=[a_mage("Morgana"), a_mage("Arthur")])
    with pytest.raises(ValidationError, match="Only Arthur, Morgana can accept"):
        accept(challenge, a_mage())


@pytest.mark.parametrize("melee", [False, True])
def test_mages_outside_the_rating_range_cannot_join(melee):
    challenge, mage = a_challenge(lowest=1400, highest=1600, limit=3 if melee else 2), a_mage()
    rating = Standing.objects.create(mage=mage, melee=melee, rating=1601)
    Standing.objects.create(mage=mage, melee=not melee, rating=1500)
    with pytest.raises(ValidationError, match="The rating of"):
        accept(challenge, mage)
    Standing.objects.filter(pk=rating.pk).update(rating=1600)
    accept(challenge, mage)
    assert states(challenge)[mage.name] == "accepted"


def test_a_named_mage_may_join_with_any_rating():
    mage = a_mage()
    assert accept(a_challenge(opponent=mage, lowest=2000), mage)


@pytest.mark.parametrize("who_blocks", ["challenger", "comer"])
def test_a_user_blocked_by_a_participant_cannot_join(who_blocks):
    challenge, mage = a_challenge(limit=3), a_mage()
    pair = (challenge.challenger.owner, mage.owner)
    user, blocked = pair if who_blocks == "challenger" else pair[::-1]
    Block.objects.create(user=user, blocked=blocked)
    with pytest.raises(ValidationError, match="has blocked the other"):
        accept(challenge, mage)
    with pytest.raises(ValidationError, match="has blocked the other"):
        post_challenge(challenger=challenge.challenger, terms=Terms(**CLOSED), named=[mage])


def test_dead_mages_cannot_join_and_their_challenges_are_closed():
    dead, challenge = a_mage("Merlin"), a_challenge()
    offered = a_challenge(dead)
    Mage.objects.filter(pk=dead.pk).update(ended=timezone.now(), end="died")
    with pytest.raises(ValidationError, match="Merlin no longer exists"):
        accept(challenge, dead)
    with pytest.raises(ValidationError, match="no longer exists"):
        post_challenge(challenger=dead, terms=Terms())
    with pytest.raises(ValidationError, match="no longer open"):
        accept(offered, a_mage())


def test_a_mage_that_dies_after_accepting_gets_no_seat():
    arthur = a_mage()
    challenge = a_challenge(limit=3)
    accept(challenge, arthur)
    Mage.objects.filter(pk=arthur.pk).update(ended=timezone.now(), end="died")
    assert accept(challenge, a_mage()) is None
    assert len(fighters(accept(challenge, a_mage()))) == 3


def test_a_retired_mage_comes_back_by_challenging_and_by_accepting():
    merlin, morgana = a_mage(), a_mage()
    Mage.objects.update(retired=timezone.now())
    accept(post_challenge(challenger=merlin, terms=Terms()), morgana)
    assert not Mage.objects.filter(retired__isnull=False).exists()


def test_a_user_has_one_live_duel_at_a_time_but_many_slow_ones():
    arthur = a_mage()
    rows_of_a_duel(arthur, a_mage(), pace=60)
    with pytest.raises(ValidationError, match="Finish it first"):
        accept(a_challenge(), a_mage(owner=arthur.owner))
    with pytest.raises(ValidationError, match="in another live duel"):
        accept(a_challenge(arthur), a_mage())
    assert accept(a_challenge(pace=86_400), arthur)


def test_a_live_melee_waits_for_mages_in_another_live_duel():
    merlin, arthur = a_mage("Merlin"), a_mage("Arthur")
    challenge = a_challenge(merlin, limit=3)
    accept(challenge, arthur)
    other = rows_of_a_duel(arthur, a_mage("Kay"), pace=60)
    with pytest.raises(ValidationError, match="Arthur is in another live duel"):
        propose_change(token=challenge.token, user_id=merlin.owner_id, terms=START)
    assert accept(challenge, a_mage("Uther")) is None
    assert "can’t start yet" in as_user(merlin.owner).get(f"/challenge/{challenge.token}/").content.decode()
    Duel.objects.filter(pk=other.pk).update(ended=timezone.now(), result={})
    propose_change(token=challenge.token, user_id=merlin.owner_id, terms=START)
    vote_of = challenge.invitations.get(mage=arthur).mage.owner_id
    vote(token=challenge.token, user_id=vote_of, number=1, accepts=True)
    challenge.refresh_from_db()
    assert fighters(challenge.duel) == ["Merlin", "Arthur", "Uther"]


def test_all_active_players_may_be_challenged_if_there_are_any():
    merlin = a_mage("Merlin")
    with pytest.raises(ValidationError, match="Nobody else is online"):
        post_challenge(challenger=merlin, terms=Terms(is_open=False, limit=None), everybody=True)
    a_mage("Arthur")
    challenge = post_challenge(challenger=merlin, terms=Terms(is_open=False, limit=None), everybody=True)
    assert states(challenge) == {"Merlin": "accepted", "Arthur": "challenged"}
    with pytest.raises(ValidationError, match="Only Arthur can accept"):
        accept(challenge, a_mage("Kay"))


def test_the_number_of_running_duels_per_mage_is_limited():
    mage = a_mage()
    for _ in range(MOST_UNDER_WAY):
        rows_of_a_duel(mage, pace=86_400)
    with pytest.raises(ValidationError, match="is already in 20 duels"):
        accept(a_challenge(pace=86_400), mage)


def test_accepting_takes_a_fixed_number_of_queries():
    def queries(others: int, duels: int) -> int:
        challenge, mage = a_challenge(limit=8, lowest=1000, pace=86_400), a_mage()
        accept(challenge, *(a_mage() for _ in range(others)))
        for _ in range(duels):
            rows_of_a_duel(mage, challenge.challenger, pace=86_400)
        with CaptureQueriesContext(connection) as captured:
            accept(challenge, mage)
        return len(captured)

    assert queries(1, 0) == queries(5, 4)


def test_a_refused_mage_leaves_no_trace():
    challenge, mage = a_challenge(lowest=2000), a_mage()
    Mage.objects.filter(pk=mage.pk).update(retired=timezone.now())
    with pytest.raises(ValidationError, match="outside the range") as refused:
        accept(challenge, mage)
    assert refused.value.code == "rating"
    assert states(challenge) == {challenge.challenger.name: "accepted"}
    assert Mage.objects.get(pk=mage.pk).retired is not None


def test_the_page_shows_a_reason_instead_of_a_form_that_is_refused():
    mage = a_mage("Morgana")
    rated, crowded = a_challenge(lowest=2000), a_challenge(limit=2, teams=2)
    Invitation.objects.create(challenge=crowded, mage=a_mage(), state="accepted", team=1)
    blocked = a_challenge()
    Block.objects.create(user=blocked.challenger.owner, blocked=mage.owner)
    refusals = {
        rated: "The rating of Morgana is 1500",
        crowded: "All places are taken",
        blocked: "has blocked the other",
    }
    for challenge, why in refusals.items():
        answer = as_user(mage.owner).get(f"/challenge/{challenge.token}/")
        assert why in answer.content.decode()
        assert not answer.context["can_accept"]


# Teams


def test_mages_choose_a_team_or_are_assigned_to_the_smallest():
    challenge = post_challenge(challenger=a_mage("Merlin"), terms=Terms(limit=4, teams=2), team=2)
    accept(challenge, a_mage("Arthur"), team=2)
    accept(challenge, a_mage("Kay"))
    duel = accept(challenge, a_mage("Uther"))
    assert {seat.name: seat.team for seat in duel.seats.all()} == {"Merlin": 2, "Arthur": 2, "Kay": 1, "Uther": 1}


def test_a_duel_does_not_begin_while_all_mages_are_in_one_team():
    arthur = a_mage()
    challenge = post_challenge(challenger=a_mage(), terms=Terms(teams=2), team=1)
    assert accept(challenge, arthur, team=1) is None
    with pytest.raises(ValidationError, match="Everyone is on the same team"):
        propose_change(token=challenge.token, user_id=arthur.owner_id, terms=START)
    with pytest.raises(ValidationError, match="All places are taken"):
        accept(challenge, a_mage())
    with pytest.raises(ValidationError, match="no such team"):
        choose_team(token=challenge.token, mage=arthur, team=3)
    with pytest.raises(ValidationError, match="hasn’t joined"):
        choose_team(token=challenge.token, mage=a_mage(), team=2)
    assert as_user(arthur.owner).post(f"/challenge/{challenge.token}/team/", {"mage": arthur.pk, "team": "2"}).url
    duel = Duel.objects.get()
    assert choose_team(token=challenge.token, mage=arthur, team=2) == duel


def test_the_page_accepts_another_mage_of_the_same_user():
    challenge, first = a_challenge(limit=4, per_user=2), a_mage("First")
    second, client = a_mage("Second", owner=first.owner), as_user(first.owner)
    address = f"/challenge/{challenge.token}/"
    client.post(address, {"mage": first.pk})
    assert "Use another mage" in client.get(address).content.decode()
    client.post(address, {"mage": second.pk})
    assert states(challenge)["Second"] == "accepted"
    assert "Use another mage" not in client.get(address).content.decode()


# Declining, withdrawing


def test_a_participant_may_leave_and_return():
    challenge, arthur = a_challenge(limit=3), a_mage("Arthur")
    accept(challenge, arthur)
    decline_challenge(token=challenge.token, user_id=arthur.owner_id)
    assert states(challenge)["Arthur"] == "declined"
    accept(challenge, arthur)
    assert states(challenge)["Arthur"] == "accepted"


def test_the_page_offers_to_decline_and_after_accepting_to_leave():
    arthur, kay = a_mage("Arthur"), a_mage("Kay")
    challenge = a_challenge(named=[arthur], is_open=True, limit=3)
    address = f"/challenge/{challenge.token}/"

    def may(mage: Mage) -> dict[str, bool]:
        return as_user(mage.owner).get(address).context["may"]

    assert (may(arthur)["decline"], may(arthur)["leaves"]) == (True, False)
    accept(challenge, arthur)
    assert (may(arthur)["decline"], may(arthur)["leaves"]) == (True, True)
    decline_challenge(token=challenge.token, user_id=arthur.owner_id)
    assert (may(arthur)["decline"], may(arthur)["leaves"]) == (False, False)
    assert (may(kay)["decline"], may(kay)["leaves"]) == (False, False)


def test_repeated_actions_change_nothing():
    challenge, arthur, kay = a_challenge(limit=3), a_mage(), a_mage()
    accept(challenge, arthur, arthur)
    decline_challenge(token=challenge.token, user_id=arthur.owner_id)
    decline_challenge(token=challenge.token, user_id=arthur.owner_id)
    duel = accept(challenge, arthur, kay)
    assert accept(challenge, kay) == duel == accept(challenge, arthur)
    other = a_challenge()
    for _ in range(2):
        withdraw_challenge(token=other.token, user_id=other.challenger.owner_id)
    assert EmailNotification.objects.filter(subject__contains="declined").count() == 1


# Notifications


def subjects(mage: Mage) -> list[str]:
    return list(EmailNotification.objects.filter(user=mage.owner).order_by("pk").values_list("subject", flat=True))


def test_users_are_notified_of_their_own_challenges():
    merlin, morgana, arthur = a_mage("Merlin"), a_mage("Morgana"), a_mage("Arthur")
    challenge = post_challenge(challenger=merlin, terms=Terms(**CLOSED), named=[morgana, arthur])
    decline_challenge(token=challenge.token, user_id=morgana.owner_id)
    accept(challenge, morgana)
    accept(challenge, arthur)
    begins = "Your duel has started: Merlin, Morgana and Arthur"
    assert subjects(merlin) == ["Morgana declined your challenge", begins]
    assert subjects(morgana) == ["Merlin challenges Morgana", begins]
    assert subjects(arthur) == ["Merlin challenges Arthur", begins]
    other = post_challenge(challenger=merlin, terms=Terms(**CLOSED), named=[morgana])
    withdraw_challenge(token=other.token, user_id=merlin.owner_id)
    assert subjects(morgana)[2:] == ["Merlin challenges Morgana", "Merlin cancelled a challenge"]


def test_the_e_mail_has_the_terms_and_the_comment():
    morgana = a_mage("Morgana")
    post_challenge(
        challenger=a_mage("Merlin"), terms=Terms(**CLOSED, friendly=True, comment="Slowly, please."), named=[morgana]
    )
    text = EmailNotification.objects.get(user=morgana.owner).text
    for words in ("rule set Classic", "2 minutes per round", "by invitation only", "casual", "“Slowly, please.”"):
        assert words in text


# Concurrency


@pytest.mark.django_db(transaction=True)
def test_concurrent_accepts_fill_exactly_the_available_places():
    challenge, mages = a_challenge(limit=3), [a_mage() for _ in range(5)]
    outcomes = at_once([lambda mage=mage: accept_challenge(token=challenge.token, mage=mage) for mage in mages])
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Duel", "NoneType", *["ValidationError"] * 3]
    assert Duel.objects.get().seats.count() == 3


@pytest.mark.django_db(transaction=True)
def test_concurrent_clicks_accept_once_and_post_once():
    challenge, mage = a_challenge(), a_mage()
    duels = at_once([lambda: accept_challenge(token=challenge.token, mage=mage)] * 3)
    assert {duel.pk for duel in duels} == {Duel.objects.get().pk}
    merlin = a_mage()
    twins = at_once([lambda: post_challenge(challenger=merlin, terms=Terms(limit=4))] * 3)
    assert len({twin.pk for twin in twins}) == 1
