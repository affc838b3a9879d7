import pytest
from django.core.exceptions import ValidationError

from accounts.models import EmailNotification, User
from accounts.services import moderation
from duels.challenges.joining import accept_challenge, decline_challenge
from duels.challenges.proposals import START, accept_everything, propose_change, vote
from duels.ladder.retirement import retire
from duels.models import Challenge, Change, Duel, Vote
from tests.builders import a_challenge, a_mage, a_user
from tests.duels.people import as_user, at_once

pytestmark = pytest.mark.django_db

NAMES = ("Arthur", "Kay", "Uther", "Gawain")
SIX = {"limit": 6}


def gathered(others: int, **terms) -> Challenge:
    """Return a challenge by Merlin, accepted by the first `others` of the mages Arthur, Kay, Uther and Gawain."""
    challenge = a_challenge(a_mage("Merlin"), **({"limit": 8} | terms))
    for name in NAMES[:others]:
        accept_challenge(token=challenge.token, mage=a_mage(name))
    return challenge


def user_of(challenge: Challenge, name: str) -> int:
    return challenge.invitations.get(mage__name=name).mage.owner_id


def propose(challenge: Challenge, name: str, /, **terms) -> Change:
    return propose_change(token=challenge.token, user_id=user_of(challenge, name), terms=terms)


def say(challenge: Challenge, name: str, number: int, accepts: bool) -> Change:
    return vote(token=challenge.token, user_id=user_of(challenge, name), number=number, accepts=accepts)


def fresh(challenge: Challenge) -> Challenge:
    challenge.refresh_from_db()
    return challenge


# Every option of CHANGEGAME


@pytest.mark.parametrize(
    ("terms", "stands"),
    [
        ({"limit": 6}, {"limit": 6}),
        ({"limit": None}, {"limit": None}),
        ({"is_open": False}, {"is_open": False, "per_user": 1}),
        ({"per_user": 2}, {"per_user": 2, "is_open": True}),
        ({"all": True}, {"is_open": True}),
        ({"book": "standard"}, {"book": "standard"}),
        ({"book": "warlocks", "options": {"haste": "pair"}}, {"book": "warlocks", "options": {"haste": "pair"}}),
        ({"authoritarian": True}, {"authoritarian": True}),
        ({"comment": "Quick!"}, {"comment": "Quick!"}),
        ({"friendly": True}, {"friendly": True}),
        ({"teams": 2}, {"teams": 2}),
        ({"lowest": 1200, "highest": 1800}, {"lowest": 1200, "highest": 1800}),
        ({"pace": 86_400, "reserve": 0}, {"pace": 86_400, "reserve": 0, "mountain": False}),
        ({"private": True}, {"private": True}),
    ],
)
def test_each_term_is_changed_when_more_than_half_accept(terms, stands):
    challenge = gathered(2)
    change = propose(challenge, "Arthur", **terms)
    assert change.state == "proposed"
    assert say(challenge, "Kay", 1, True).state == "adopted"
    challenge = fresh(challenge)
    assert {name: getattr(challenge, name) for name in stands} == stands


def test_a_change_opens_a_closed_challenge_and_challenges_all():
    a_mage("Lancelot")
    challenge = gathered(0, is_open=False)
    propose(challenge, "Merlin", all=True)
    assert fresh(challenge).is_open
    assert challenge.invitations.get(mage__name="Lancelot").state == "challenged"


def test_a_change_challenges_notifies_and_excludes_mages():
    lancelot, mordred = a_mage("Lancelot"), a_mage("Mordred")
    challenge = gathered(0)
    propose(challenge, "Merlin", challenge=["lancelot"], exclude=["Mordred"])
    states = dict(challenge.invitations.values_list("mage__name", "state"))
    assert states == {"Merlin": "accepted", "Lancelot": "challenged", "Mordred": "excluded"}
    assert EmailNotification.objects.get().user == lancelot.owner
    propose(challenge, "Merlin", challenge=["Mordred"], exclude=["Lancelot"])
    assert challenge.invitations.get(mage=mordred).state == "challenged"
    assert challenge.invitations.get(mage=lancelot).state == "excluded"


def test_a_mage_that_declined_is_challenged_again():
    arthur = a_mage("Arthur")
    challenge = a_challenge(a_mage("Merlin"), opponent=arthur)
    decline_challenge(token=challenge.token, user_id=arthur.owner_id)
    propose(challenge, "Merlin", challenge=["Arthur"])
    assert challenge.invitations.get(mage=arthur).state == "challenged"


def test_excluding_a_mage_that_declined_begins_the_duel():
    arthur, kay = a_mage("Arthur"), a_mage("Kay")
    challenge = a_challenge(a_mage("Merlin"), named=[arthur, kay])
    decline_challenge(token=challenge.token, user_id=kay.owner_id)
    accept_challenge(token=challenge.token, mage=arthur)
    propose(challenge, "Arthur", exclude=["Kay"])
    assert not Duel.objects.exists()
    say(challenge, "Merlin", 1, True)
    assert [seat.name for seat in Duel.objects.get().seats.all()] == ["Merlin", "Arthur"]


def test_a_limit_that_is_reached_already_begins_the_duel():
    challenge = gathered(2)
    propose(challenge, "Merlin", limit=3)
    say(challenge, "Kay", 1, True)
    assert Duel.objects.get().seats.count() == 3


@pytest.mark.parametrize(
    ("terms", "why"),
    [
        ({}, "would change nothing"),
        ({"limit": 8}, "would change nothing"),
        ({"limit": 2}, "3 players have already joined"),
        ({"limit": 9}, "2 to 8 players"),
        ({"limit": 1}, "2 to 8 players"),
        ({"teams": 5}, "2 to 4 teams"),
        ({"book": "cookery"}, "cookery"),
        ({"options": {"luck": True}}, "no such rule option"),
        ({"exclude": ["Arthur"]}, "can’t be excluded"),
        ({"challenge": ["Unheard of"]}, "no living mage"),
        ({"lowest": 2000, "highest": 1000}, "below the minimum"),
        ({"state": "accepted"}, "no field called state"),
        ({"comment": "x" * 201}, "at most 200"),
    ],
)
def test_an_impossible_change_cannot_be_proposed(terms, why):
    challenge = gathered(2)
    with pytest.raises(ValidationError, match=why):
        propose(challenge, "Arthur", **terms)
    assert not Change.objects.exists()
    assert Challenge.objects.get().limit == 8


# Votes


def test_a_comment_with_forbidden_words_is_refused():
    challenge = gathered(1)
    with pytest.raises(ValidationError, match="isn’t allowed here"):
        propose(challenge, "Arthur", comment="You kike")
    silenced = user_of(challenge, "Arthur")
    moderation.take_measure(
        moderator=a_user(is_staff=True), kind="silenced", why="Enough", user=User.objects.get(pk=silenced)
    )
    with pytest.raises(ValidationError, match="has muted you"):
        propose(challenge, "Arthur", comment="Come!")
    propose(challenge, "Arthur", limit=5)


def test_a_lone_challenger_changes_terms_at_will():
    challenge = gathered(0)
    assert propose(challenge, "Merlin", limit=3).state == "adopted"
    assert fresh(challenge).limit == 3


@pytest.mark.parametrize(
    ("others", "proposer", "votes", "state"),
    [
        (1, "Merlin", {}, "proposed"),
        (1, "Arthur", {"Merlin": False}, "rejected"),  # a tie, in which the challenger's vote counts double
        (2, "Arthur", {"Kay": True}, "adopted"),
        (4, "Arthur", {"Kay": True, "Merlin": False}, "proposed"),
    ],
)
def test_votes_are_counted_as_the_rules_say(others, proposer, votes, state):
    challenge = gathered(others)
    change = propose(challenge, proposer, **SIX)
    for name, accepts in votes.items():
        say(challenge, name, 1, accepts)
    change.refresh_from_db()
    assert change.state == state
    assert fresh(challenge).limit == (6 if state == "adopted" else 8)


def test_changes_are_numbered_and_decided_separately():
    challenge = gathered(2)
    propose(challenge, "Arthur", **SIX)
    propose(challenge, "Kay", teams=2)
    say(challenge, "Merlin", 2, True)
    states = dict(challenge.changes.values_list("number", "state"))
    assert states == {1: "proposed", 2: "adopted"}


def test_the_last_vote_of_a_mage_counts_until_it_is_decided():
    challenge = gathered(3)
    propose(challenge, "Arthur", **SIX)
    say(challenge, "Kay", 1, True)
    say(challenge, "Kay", 1, False)
    assert say(challenge, "Uther", 1, True).state == "proposed"
    assert say(challenge, "Merlin", 1, True).state == "adopted"
    with pytest.raises(ValidationError, match="Change 1 has already been accepted"):
        say(challenge, "Kay", 1, True)


def test_a_user_votes_with_all_their_mages():
    challenge = gathered(1, per_user=2)
    arthur = challenge.invitations.get(mage__name="Arthur").mage
    accept_challenge(token=challenge.token, mage=a_mage("Second", owner=arthur.owner))
    assert propose(challenge, "Arthur", **SIX).state == "adopted"  # decided by two of three votes


def test_votes_follow_leaving_and_joining_mages():
    challenge = gathered(2)
    propose(challenge, "Arthur", **SIX)
    accept_challenge(token=challenge.token, mage=a_mage("Late"))
    assert say(challenge, "Kay", 1, True).state == "proposed"  # only two of four votes
    decline_challenge(token=challenge.token, user_id=user_of(challenge, "Late"))
    assert Change.objects.get().state == "adopted"


def test_a_retiring_mage_loses_its_vote_which_may_decide(django_capture_on_commit_callbacks):
    challenge = gathered(2)
    propose(challenge, "Arthur", limit=6)
    say(challenge, "Merlin", 1, False)
    kay = challenge.invitations.get(mage__name="Kay").mage
    with django_capture_on_commit_callbacks(execute=True):
        retire(mage=kay, user=kay.owner)
    assert (
        challenge.changes.get().state == Change.State.REJECTED
    )  # one vote in favour, against the challenger's double vote


def test_a_change_that_became_impossible_is_abandoned():
    challenge = gathered(2)
    propose(challenge, "Arthur", limit=4)
    accept_challenge(token=challenge.token, mage=a_mage("Late"))
    accept_challenge(token=challenge.token, mage=a_mage("Later"))
    say(challenge, "Kay", 1, True)
    assert say(challenge, "Late", 1, True).state == "abandoned"
    assert fresh(challenge).limit == 8


def test_accepting_everything_includes_current_and_later_changes():
    challenge = gathered(2)
    propose(challenge, "Arthur", **SIX)
    accept_everything(token=challenge.token, user_id=user_of(challenge, "Kay"))
    assert fresh(challenge).limit == 6
    assert propose(challenge, "Merlin", teams=2).state == "adopted"
    accept_everything(token=challenge.token, user_id=user_of(challenge, "Kay"), everything=False)
    assert propose(challenge, "Merlin", teams=0).state == "proposed"


def test_only_participants_propose_and_vote():
    lancelot = a_mage("Lancelot")
    challenge = gathered(2)
    propose(challenge, "Arthur", challenge=["Lancelot"])
    say(challenge, "Kay", 1, True)
    propose(challenge, "Arthur", **SIX)
    for user_id in (lancelot.owner_id, a_user().pk):
        with pytest.raises(ValidationError, match="Only players who have accepted"):
            propose_change(token=challenge.token, user_id=user_id, terms={"teams": 2})
        with pytest.raises(ValidationError, match="Only players who have accepted"):
            vote(token=challenge.token, user_id=user_id, number=2, accepts=True)
        with pytest.raises(ValidationError, match="Only players who have accepted"):
            propose_change(token=challenge.token, user_id=user_id, terms=START)
        with pytest.raises(ValidationError, match="Only players who have accepted"):
            accept_everything(token=challenge.token, user_id=user_id)
    assert not Vote.objects.filter(mage=lancelot).exists()


def test_a_vote_on_an_unknown_change_is_refused():
    with pytest.raises(ValidationError, match="There is no change 3"):
        say(gathered(1), "Arthur", 3, True)


def test_voters_are_notified_except_the_proposer():
    challenge = gathered(2)
    propose(challenge, "Arthur", **SIX)
    told = EmailNotification.objects.filter(subject="Arthur suggests a change to Merlin’s challenge")
    assert set(told.values_list("user", flat=True)) == {user_of(challenge, "Merlin"), user_of(challenge, "Kay")}
    assert "starts with 6 players" in told[0].text


# Authoritarian


def test_an_authoritarian_challenger_changes_terms_immediately():
    challenge = gathered(2, authoritarian=True)
    with pytest.raises(ValidationError, match="Only Merlin can change"):
        propose(challenge, "Arthur", **SIX)
    assert propose(challenge, "Merlin", **SIX).state == "adopted"
    with pytest.raises(ValidationError, match="Only Merlin can change"):
        propose_change(token=challenge.token, user_id=user_of(challenge, "Kay"), terms=START)
    propose_change(token=challenge.token, user_id=user_of(challenge, "Merlin"), terms=START)
    assert Duel.objects.get().seats.count() == 3


def test_authority_goes_to_the_challenger_and_ends_other_proposals():
    challenge = gathered(2)
    propose(challenge, "Kay", **SIX)
    propose(challenge, "Arthur", authoritarian=True)
    say(challenge, "Kay", 2, True)
    propose(challenge, "Merlin", comment="Mine alone")
    assert dict(challenge.changes.values_list("number", "state")) == {1: "rejected", 2: "adopted", 3: "adopted"}
    propose(challenge, "Merlin", authoritarian=False)
    assert propose(challenge, "Arthur", **SIX).state == "proposed"


# Start


def test_a_start_is_voted_on_and_begins_with_those_who_have_accepted():
    challenge = gathered(2)
    propose(challenge, "Kay", **SIX)
    propose_change(token=challenge.token, user_id=user_of(challenge, "Arthur"), terms=START)
    assert not Duel.objects.exists()
    say(challenge, "Merlin", 2, True)
    assert [seat.name for seat in Duel.objects.get().seats.all()] == ["Merlin", "Arthur", "Kay"]
    assert dict(challenge.changes.values_list("number", "state")) == {1: "abandoned", 2: "adopted"}
    assert fresh(challenge).limit == 8


def test_a_lone_challenger_cannot_start():
    challenge = gathered(0)
    with pytest.raises(ValidationError, match="Nobody else has joined yet"):
        propose_change(token=challenge.token, user_id=user_of(challenge, "Merlin"), terms=START)


# Repeated and simultaneous requests


def test_repeating_a_proposal_is_a_vote_for_it():
    challenge = gathered(2)
    first = propose(challenge, "Arthur", **SIX)
    assert propose(challenge, "Arthur", **SIX) == first
    assert propose(challenge, "Kay", **SIX).state == "adopted"
    assert Change.objects.count() == 1
    assert say(challenge, "Kay", 1, True).state == "adopted"  # repeating the same vote is not refused


@pytest.mark.django_db(transaction=True)
def test_concurrent_proposals_and_votes():
    challenge = gathered(2)
    merlin, arthur, kay = (user_of(challenge, name) for name in ("Merlin", "Arthur", "Kay"))
    at_once(
        [
            lambda: propose_change(token=challenge.token, user_id=arthur, terms=SIX),
            lambda: propose_change(token=challenge.token, user_id=kay, terms={"teams": 2}),
        ]
    )
    assert list(challenge.changes.values_list("number", flat=True)) == [1, 2]
    propose_change(token=challenge.token, user_id=arthur, terms=START)
    at_once(
        [lambda user=user: vote(token=challenge.token, user_id=user, number=3, accepts=True) for user in (merlin, kay)]
    )
    assert Duel.objects.count() == 1


# On the page


def test_only_voters_see_buttons_at_proposed_changes():
    challenge = gathered(2)
    propose(challenge, "Arthur", **SIX)
    address = f"/challenge/{challenge.token}/"
    kay = as_user(challenge.invitations.get(mage__name="Kay").mage.owner)
    page = kay.get(address).content.decode()
    assert "Arthur: starts with 6 players" in page
    assert "1 of 3 for, 0 against" in page
    assert f'action="{address}change/1/"' in page
    stranger = as_user(a_user()).get(address).content.decode()
    assert "Arthur: starts with 6 players" in stranger
    assert f'action="{address}change/1/"' not in stranger
    kay.post(f"{address}change/1/", {"vote": "accept"})
    assert fresh(challenge).limit == 6


def test_a_button_opposes_a_change_and_the_page_counts_the_vote():
    challenge = gathered(2)
    propose(challenge, "Arthur", **SIX)
    address = f"/challenge/{challenge.token}/"
    kay = as_user(challenge.invitations.get(mage__name="Kay").mage.owner)
    assert '<button class="button" type="submit" name="vote" value="oppose"' in kay.get(address).content.decode()
    page = kay.post(f"{address}change/1/", {"vote": "oppose"}, follow=True).content.decode()
    assert "1 of 3 for, 1 against" in page
    assert fresh(challenge).limit == 8


def form_of(client, address: str) -> dict:
    """Return the fields of the form for changing a challenge, as a browser would submit them."""
    form = client.get(address).context["change_form"]
    return {name: form[name].value() for name in form.fields if form[name].value() not in (None, False, "")}


def test_the_form_proposes_only_changed_fields():
    challenge = gathered(1, options={"max_hp": 20}, pace=100, comment="Come!", lowest=1000, authoritarian=False)
    address, client = f"/challenge/{challenge.token}/", as_user(challenge.challenger.owner)
    answer = client.post(f"{address}change/", form_of(client, address))
    assert "That would change nothing." in answer.content.decode()
    form = form_of(client, address) | {"limit": "3", "teams": "2", "control": "1d", "named": "", "option_max_hp": "16"}
    assert client.post(f"{address}change/", form).url == address
    assert Change.objects.get().terms == {
        "limit": 3,
        "teams": 2,
        "pace": 86_400,
        "reserve": 0,
        "mountain": False,
        "options": {"max_hp": 16},
    }


def test_an_invalid_change_is_refused_and_the_form_kept():
    challenge = gathered(2)
    address, client = f"/challenge/{challenge.token}/", as_user(challenge.challenger.owner)
    answer = client.post(f"{address}change/", form_of(client, address) | {"limit": "2"})
    assert "Too low: 3 players have already joined." in answer.content.decode()
    assert '<details class="options" open>' in answer.content.decode()
    answer = client.post(f"{address}change/9/", {"vote": "accept"}, follow=True)
    assert "There is no change 9." in answer.content.decode()


def test_buttons_start_leave_and_accept_everything():
    challenge = gathered(2)
    address = f"/challenge/{challenge.token}/"
    merlin, arthur, kay = (
        as_user(challenge.invitations.get(mage__name=name).mage.owner) for name in ("Merlin", "Arthur", "Kay")
    )
    kay.post(f"{address}everything/", {"everything": "yes"})
    assert challenge.invitations.get(mage__name="Kay").everything
    arthur.post(f"{address}decline/")
    assert challenge.invitations.get(mage__name="Arthur").state == "declined"
    answer = merlin.post(f"{address}start/", follow=True)
    assert answer.redirect_chain[-1][0] == f"/duel/{Duel.objects.get().slug}/"
