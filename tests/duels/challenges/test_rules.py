from dataclasses import replace
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from accounts.permissions import Forbidden, Role
from accounts.sanctions import FOR_GOOD
from duels.challenges.facts import (
    ChallengeFacts,
    ChangeFacts,
    DuelsUnderWay,
    JoinFacts,
    Person,
    PostFacts,
    ProposalFacts,
    VoteFacts,
)
from duels.challenges.rules import (
    MOST_UNDER_WAY,
    OPEN_AT_ONCE,
    Refusal,
    enforce,
    has_two_sides,
    is_carried,
    is_complete,
    may_accept,
    may_adopt,
    may_begin,
    may_choose_team,
    may_decline,
    may_duel,
    may_join,
    may_post,
    may_propose,
    may_vote,
    may_withdraw,
    refusal_for,
    sides,
)
from duels.challenges.terms import Terms
from duels.models import Change

MERLIN, ARTHUR, KAY, UTHER = range(1, 5)
"""The primary keys of the users. Each user's mage has the same key."""
NAMES = {MERLIN: "Merlin", ARTHUR: "Arthur", KAY: "Kay", UTHER: "Uther"}
USER = frozenset({Role.USER})
MEMBER = frozenset({Role.USER, Role.PARTICIPANT})
SLOW = 86_400
LIVE = DuelsUnderWay({ARTHUR: 1}, live="a-duel")


def person(user: int, state: str = "", **more: Any) -> Person:
    return Person(**{"mage_id": user, "user_id": user, "name": NAMES[user], "state": state} | more)


def challenge(*people: Person, is_standing: bool = True, rematch_of: int | None = None, **terms: Any) -> ChallengeFacts:
    """Return the facts about a challenge by Merlin to these people. Merlin has already accepted it."""
    merlin = person(MERLIN, "accepted")
    everybody = (merlin, *people)
    given = Terms(**{"limit": 4} | terms)
    return ChallengeFacts(
        terms=given, challenger=merlin, people=everybody, is_standing=is_standing, rematch_of=rematch_of
    )


def join_facts(to: ChallengeFacts, user: int = ARTHUR, **more: Any) -> JoinFacts:
    """Return the facts that decide whether a user's mage may join the challenge `to`."""
    known = next((it for it in to.people if it.mage_id == user), person(user))
    return JoinFacts(**{"challenge": to, "mage": known, "roles": USER} | more)


def code(refusal: Refusal | None) -> str | None:
    return refusal and refusal.code


CLOSED = {"is_open": False, "limit": None}


# Accepting and joining


def test_a_mage_may_accept_an_open_challenge():
    assert may_accept(join_facts(challenge())) is None
    assert may_join(join_facts(challenge())) is None


@pytest.mark.parametrize(
    ("facts", "refused"),
    [
        (join_facts(challenge(is_standing=False)), "closed"),
        (join_facts(challenge(), team=1), "no_such_team"),
        (join_facts(challenge(teams=2), team=3), "no_such_team"),
        (join_facts(challenge(teams=2), team=0), "no_such_team"),
        (join_facts(challenge(teams=2), team=2), None),
        (join_facts(challenge(), under_way=LIVE), "in_live_duel"),
        (join_facts(challenge(pace=SLOW), under_way=LIVE), None),
        (join_facts(challenge(), is_challenger_busy=True), "challenger_busy"),
        (join_facts(challenge(pace=SLOW), is_challenger_busy=True), None),
        (join_facts(challenge(pace=SLOW), under_way=DuelsUnderWay({ARTHUR: MOST_UNDER_WAY})), "mage_busy"),
        (
            join_facts(challenge(pace=SLOW), under_way=DuelsUnderWay({KAY: MOST_UNDER_WAY})),
            None,
        ),  # duels of another mage
    ],
)
def test_temporary_obstacles_prevent_accepting(facts, refused):
    assert code(may_accept(facts)) == refused


@pytest.mark.parametrize(
    ("facts", "refused"),
    [
        (join_facts(challenge(), mage=person(ARTHUR, is_alive=False)), "mage_ended"),
        (join_facts(challenge(), roles=frozenset({Role.ANONYMOUS})), "forbidden"),
        (join_facts(challenge(), roles=USER | {Role.BLOCKED}), "forbidden"),
        (join_facts(challenge(), roles=frozenset({Role.GUEST})), None),
        (join_facts(challenge(person(ARTHUR, "accepted"))), "has_accepted"),
        (join_facts(challenge(person(ARTHUR, "excluded"))), "excluded"),
        (join_facts(challenge(person(ARTHUR, "declined"))), None),
        (join_facts(challenge(person(KAY, "challenged"), **CLOSED)), "only_named"),
        (join_facts(challenge(**CLOSED)), "nobody_else"),
        (join_facts(challenge(person(ARTHUR, "challenged"), **CLOSED)), None),
        (join_facts(challenge(person(ARTHUR, "declined"), **CLOSED)), None),
        (join_facts(challenge(), not_in="Newts"), "only_members"),
        (join_facts(challenge(person(ARTHUR, "challenged")), not_in="Newts"), None),
        (join_facts(challenge(house=["Nyx"]), mage=person(ARTHUR, name="nyx")), "namesake"),
        (join_facts(challenge(house=["Nyx"])), None),
        (join_facts(challenge(), mage=person(ARTHUR, is_bot=True)), "no_bots"),
        (join_facts(challenge(bots=True), mage=person(ARTHUR, is_bot=True)), None),
        (join_facts(challenge(friendly=True), mage=person(ARTHUR, is_bot=True)), None),
        (join_facts(challenge(person(ARTHUR, "challenged", is_bot=True))), None),
        (join_facts(challenge(person(KAY, "accepted"), limit=2)), "full"),
        (join_facts(challenge(person(KAY, "accepted"), person(ARTHUR, "challenged"), limit=2)), "full"),
        (join_facts(challenge(person(KAY, "accepted"), limit=3)), None),
    ],
)
def test_joining_is_allowed_or_refused_with_a_reason(facts, refused):
    assert code(may_join(facts)) == refused
    assert code(may_accept(facts)) == refused


@pytest.mark.parametrize(
    ("per_user", "mage", "refused"),
    [
        (1, person(UTHER, user_id=ARTHUR), "too_many_mages"),
        (2, person(UTHER, user_id=ARTHUR), None),
        (0, person(UTHER, user_id=ARTHUR), None),
        (1, person(UTHER, user_id=MERLIN), "yourself"),
        (2, person(UTHER, user_id=MERLIN), None),
    ],
)
def test_the_number_of_a_users_mages_is_limited(per_user, mage, refused):
    assert code(may_join(join_facts(challenge(person(ARTHUR, "accepted"), per_user=per_user), mage=mage))) == refused


def test_a_user_alone_fills_a_challenge_only_together_with_the_house():
    own = person(UTHER, user_id=MERLIN)
    assert code(may_join(join_facts(challenge(per_user=0, limit=2), mage=own))) == "yourself"
    assert may_join(join_facts(challenge(per_user=0, limit=3), mage=own)) is None
    assert may_join(join_facts(challenge(per_user=0, limit=3, house_seats=1), mage=own)) is None


@pytest.mark.parametrize(
    ("lowest", "highest", "rating", "refused"),
    [
        (1400, 1600, 1500, None),
        (1400, 1600, 1399, "rating"),
        (1400, 1600, 1601, "rating"),
        (1600, None, 1500, "rating"),
        (None, 1400, 1500, "rating"),
        (None, None, 3000, None),
    ],
)
def test_the_rating_range_does_not_apply_to_named_mages(lowest, highest, rating, refused):
    terms = {"lowest": lowest, "highest": highest}
    assert code(may_join(join_facts(challenge(**terms), rating=rating))) == refused
    assert may_join(join_facts(challenge(person(ARTHUR, "challenged"), **terms), rating=rating)) is None


def test_a_user_comes_back_to_a_rematch_with_one_other_mage():
    assert may_join(join_facts(challenge(rematch_of=7, **CLOSED), fought_before=True)) is None
    same = challenge(person(KAY, "challenged", user_id=ARTHUR), rematch_of=7, **CLOSED)
    assert code(may_join(join_facts(same, fought_before=True))) == "only_named"


@pytest.mark.parametrize("most", [3])
def test_a_bot_has_a_fixed_number_of_duels_under_way(settings, most):
    settings.DUELS_OF_A_BOT = most
    bot = person(ARTHUR, is_bot=True)
    busy = DuelsUnderWay({ARTHUR: most}, live="a-duel", is_bot=True)
    assert code(may_duel(busy, bot, is_live=True)) == "bot_busy"
    assert may_duel(replace(busy, by_mage={ARTHUR: most - 1}), bot, is_live=True) is None


def test_a_mage_that_has_accepted_chooses_one_of_the_teams():
    to = challenge(person(ARTHUR, "accepted"), person(KAY, "challenged"), teams=2)
    assert may_choose_team(to, person(ARTHUR), 2) is None
    assert may_choose_team(to, person(ARTHUR), None) is None
    assert code(may_choose_team(to, person(ARTHUR), 3)) == "no_such_team"
    assert code(may_choose_team(to, person(KAY), 1)) == "not_accepted"
    assert code(may_choose_team(replace(to, is_standing=False), person(ARTHUR), 2)) == "closed"


def test_participants_decline_and_the_challenger_withdraws():
    to = challenge(person(ARTHUR, "accepted"), person(KAY, "challenged"))
    assert [code(may_decline(to, user)) for user in (ARTHUR, KAY)] == [None, None]
    assert [code(may_decline(to, user)) for user in (MERLIN, UTHER)] == ["forbidden", "forbidden"]
    assert [code(may_withdraw(to, user)) for user in (MERLIN, ARTHUR)] == [None, "forbidden"]
    assert code(may_withdraw(replace(to, is_standing=False), MERLIN)) == "closed"


# Posting


def posts(of: ChallengeFacts, **more: Any) -> PostFacts:
    change = {name: more.pop(name) for name in ("named", "excluded", "about", "roles") if name in more}
    return PostFacts(change=ChangeFacts(challenge=of, terms=of.terms, **change), **more)


@pytest.mark.parametrize(
    ("facts", "refused"),
    [
        (posts(challenge()), None),
        (posts(challenge(), roles=frozenset({Role.ANONYMOUS})), "forbidden"),
        (posts(challenge(comment="Come!"), silenced_until=FOR_GOOD), "silenced"),
        (posts(challenge(), silenced_until=FOR_GOOD), None),
        (posts(challenge(), open_challenges=OPEN_AT_ONCE), "too_many_challenges"),
        (posts(challenge(), not_in="Newts"), "no_club_without_you"),
        (posts(replace(challenge(private=True), club_id=1)), "club_by_link"),
        (posts(challenge(**CLOSED)), "nobody_named"),
        (posts(challenge(**CLOSED), named=(person(ARTHUR),)), None),
        (posts(challenge(**CLOSED), everybody=True), "nobody_about"),
        (posts(challenge(**CLOSED), everybody=True, about=(person(ARTHUR),)), None),
        (posts(challenge(rematch_of=7, **CLOSED)), None),
        (posts(challenge(house=["Nyx"], is_open=False)), None),
        (posts(challenge(house=["Nyx"], limit=2), under_way=DuelsUnderWay({MERLIN: 1}, live="x")), "in_live_duel"),
        (posts(challenge(house=["Nyx"], limit=3), under_way=DuelsUnderWay({MERLIN: 1}, live="x")), None),
        (posts(challenge(house=["Merlin"])), "namesake"),
    ],
)
def test_posting_is_allowed_or_refused_with_a_reason(facts, refused):
    assert code(may_post(facts)) == refused


def test_a_dead_mage_posts_nothing():
    dead = replace(challenge(), challenger=person(MERLIN, is_alive=False))
    assert code(may_post(posts(dead))) == "mage_ended"


# Changing the terms


def proposes(of: ChallengeFacts, user: int, *, roles: frozenset[Role] = MEMBER, **changes: Any) -> ProposalFacts:
    return ProposalFacts(challenge=of, user_id=user, roles=roles, changes=changes)


def test_participants_propose_unless_the_challenge_is_authoritarian():
    of = challenge(person(ARTHUR, "accepted"))
    assert may_propose(proposes(of, ARTHUR, limit=3)) is None
    assert code(may_propose(proposes(of, KAY, roles=USER, limit=3))) == "forbidden"
    assert code(may_propose(proposes(of, KAY, roles=USER, start=True))) == "forbidden"
    assert code(may_propose(proposes(of, ARTHUR))) == "nothing_changes"
    assert code(may_propose(proposes(replace(of, is_standing=False), ARTHUR, limit=3))) == "closed"
    strict = challenge(person(ARTHUR, "accepted"), authoritarian=True)
    assert code(may_propose(proposes(strict, ARTHUR, limit=3))) == "challenger_decides"
    assert may_propose(proposes(strict, MERLIN, limit=3)) is None


def test_a_silenced_user_proposes_no_comment():
    silenced = replace(proposes(challenge(), MERLIN, comment="Come!"), silenced_until=FOR_GOOD)
    assert code(may_propose(silenced)) == "silenced"
    assert may_propose(replace(silenced, changes={"comment": ""})) is None


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        ({"state": Change.State.PROPOSED}, None),
        ({"state": Change.State.PROPOSED, "roles": USER}, "forbidden"),
        ({"state": None}, "no_such_change"),
        ({"state": Change.State.ADOPTED}, "adopted"),
        ({"state": Change.State.REJECTED}, "rejected"),
        ({"state": Change.State.ABANDONED}, "abandoned"),
        ({"state": Change.State.ADOPTED, "is_repeated": True}, None),
        ({"state": Change.State.PROPOSED, "challenge": challenge(is_standing=False)}, "closed"),
        ({"state": Change.State.ADOPTED, "challenge": challenge(is_standing=False), "is_repeated": True}, None),
    ],
)
def test_participants_vote_until_a_change_is_decided(given, refused):
    facts = VoteFacts(**{"challenge": challenge(), "roles": MEMBER, "number": 1} | given)
    assert code(may_vote(facts)) == refused


@pytest.mark.parametrize(
    ("facts", "refused", "field"),
    [
        ({"named": (person(ARTHUR),)}, None, ""),
        ({"named": (person(UTHER, user_id=MERLIN),)}, "yourself", "named"),
        ({"named": (person(ARTHUR, is_retired=True),)}, "retired", "named"),
        ({"named": (person(ARTHUR),), "roles": USER | {Role.BLOCKED}}, "forbidden", ""),
        ({"excluded": (person(KAY),)}, "cannot_exclude", "excluded"),
        ({"excluded": (person(ARTHUR),)}, None, ""),
        ({"terms": Terms(limit=2, house=["Nyx"])}, "limit_too_low", "limit"),
        ({"terms": Terms(limit=2)}, None, ""),
        ({"terms": Terms(limit=4, house=["Kay"])}, "namesake", ""),
        ({"is_start": True}, None, ""),
        ({"is_start": True, "busy": frozenset({KAY})}, "in_live_duel", ""),
    ],
)
def test_adopting_is_allowed_or_refused_with_a_reason(facts, refused, field):
    of = challenge(person(KAY, "accepted"))
    refusal = may_adopt(ChangeFacts(**{"challenge": of, "terms": of.terms} | facts))
    assert (code(refusal), refusal.field if refusal else "") == (refused, field)


def test_at_most_eight_are_challenged_to_one_duel():
    many = tuple(person(KAY, mage_id=number, user_id=number) for number in range(10, 18))
    of = challenge(**CLOSED)
    assert code(may_adopt(ChangeFacts(challenge=of, terms=of.terms, about=many))) == "limit_needed"
    assert may_adopt(ChangeFacts(challenge=of, terms=of.terms, about=many[:7])) is None
    assert may_adopt(ChangeFacts(challenge=of, terms=replace(of.terms, limit=8), about=many)) is None


# Beginning


@pytest.mark.parametrize(
    ("of", "refused"),
    [
        (challenge(), "alone"),
        (challenge(house_seats=1), None),
        (challenge(person(ARTHUR, "accepted")), None),
        (challenge(person(ARTHUR, "accepted", user_id=MERLIN)), "no_opponent"),
        (challenge(person(ARTHUR, "accepted", user_id=MERLIN), house_seats=1), None),
        (challenge(person(ARTHUR, "accepted", team=1), teams=2), None),
    ],
)
def test_a_duel_begins_between_two_users_or_with_the_house(of, refused):
    assert code(may_begin(of)) == refused


def test_no_duel_begins_in_one_team_or_with_a_busy_user():
    of = challenge(person(ARTHUR, "accepted", team=1), teams=2)
    alike = replace(of, people=(person(MERLIN, "accepted", team=1), person(ARTHUR, "accepted", team=1)))
    assert code(may_begin(alike)) == "one_team"
    assert code(may_begin(of, busy={ARTHUR})) == "in_live_duel"
    assert may_begin(replace(of, terms=replace(of.terms, pace=SLOW)), busy={ARTHUR}) is None


@pytest.mark.parametrize(
    ("of", "complete"),
    [
        (challenge(limit=2), False),
        (challenge(person(ARTHUR, "accepted"), limit=2), True),
        (challenge(house_seats=1, limit=2), True),
        (challenge(person(ARTHUR, "challenged"), **CLOSED), False),
        (challenge(person(ARTHUR, "declined"), **CLOSED), False),
        (challenge(person(ARTHUR, "accepted"), person(KAY, "excluded"), **CLOSED), True),
        (challenge(person(ARTHUR, "accepted"), limit=None), False),
    ],
)
def test_a_challenge_waits_for_its_number_or_all_challenged_mages(of, complete):
    assert is_complete(of) is complete


# Refusals


def test_a_refusal_is_raised_with_its_code_and_its_field():
    enforce(None)
    with pytest.raises(Forbidden, match="has blocked") as refused:
        enforce(may_join(join_facts(challenge(), roles=USER | {Role.BLOCKED})))
    assert refused.value.code == "forbidden"
    with pytest.raises(ValidationError, match="Set a limit") as invalid:
        enforce(refusal_for("limit_needed", "limit", most=8))
    assert invalid.value.message_dict == {"limit": ["A duel can have at most 8 players. Set a limit."]}
    assert invalid.value.error_dict["limit"][0].code == "limit_needed"


def test_names_in_a_refusal_with_a_link_are_escaped():
    busy = DuelsUnderWay({ARTHUR: MOST_UNDER_WAY})
    refusal = may_duel(busy, person(ARTHUR, name="<b>"), is_live=False)
    assert refusal.text == '&lt;b&gt; is already in 20 duels. <a href="/lobby/">Finish one first.</a>'


# Votes and teams


@pytest.mark.parametrize(
    ("voters", "accept", "oppose", "decided"),
    [
        ({1}, {1}, set(), True),
        ({1, 2}, {1}, set(), None),
        ({1, 2}, {2}, set(), None),
        ({1, 2}, {1, 2}, set(), True),
        ({1, 2}, {1}, {2}, True),  # a tie, in which the challenger's vote counts double
        ({1, 2}, {2}, {1}, False),
        ({1, 2}, set(), {1, 2}, False),
        ({1, 2, 3}, {2}, set(), None),
        ({1, 2, 3}, {2, 3}, set(), True),  # more than half, even without the challenger
        ({1, 2, 3}, {2}, {1}, None),
        ({1, 2, 3}, {2}, {1, 3}, False),
        ({1, 2, 3, 4}, {2, 3}, set(), None),  # exactly half is not more than half
        ({1, 2, 3, 4}, {2, 3}, {1}, None),
        ({1, 2, 3, 4}, {2, 3}, {1, 4}, False),
        ({1, 2, 3, 4}, {1, 3}, {2, 4}, True),
        ({1, 2, 3, 4}, {2, 3, 4}, set(), True),
        ({1, 2, 3, 4}, {2}, {1, 3, 4}, False),
        ({1, 2}, {1, 3}, {4}, None),  # the votes of mages who have left do not count
    ],
)
def test_a_change_needs_a_majority_and_the_challenger_decides_draws(voters, accept, oppose, decided):
    assert is_carried(voters, challenger=1, accept=accept, oppose=oppose) is decided


@pytest.mark.parametrize(
    ("chosen", "teams", "expected"),
    [
        ([None, None], 0, [None, None]),
        ([None, None, None, None], 2, [1, 2, 1, 2]),
        ([2, None, None], 2, [2, 1, 1]),
        ([1, 1, None, None], 2, [1, 1, 2, 2]),
        ([1, 2, 2, 2], 2, [1, 2, 2, 2]),
        ([None] * 5, 3, [1, 2, 3, 1, 2]),
    ],
)
def test_mages_without_a_team_join_the_smallest(chosen, teams, expected):
    assert sides(chosen, teams) == expected


@pytest.mark.parametrize(
    ("chosen", "teams", "fight"),
    [([None], 0, False), ([None, None], 0, True), ([1, 1], 2, False), ([1, None], 2, True), ([1, 2], 2, True)],
)
def test_a_duel_needs_two_sides(chosen, teams, fight):
    assert has_two_sides(chosen, teams) is fight
