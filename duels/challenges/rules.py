"""The rules of challenges: who may accept, join, propose, vote and begin, as pure functions.

Each `may_…` function takes facts that `loading` has loaded, and returns None or the `Refusal` that says why not. They
do not touch the database. Source: Firetop Mountain, "Newgame", "Accept" and "Changegame".
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.names import folded
from accounts.permissions import Forbidden, Role, why_not
from accounts.sanctions import silence_text
from duels.challenges.facts import (
    ChallengeFacts,
    ChangeFacts,
    DuelsUnderWay,
    JoinFacts,
    Person,
    PostFacts,
    ProposalFacts,
    State,
    VoteFacts,
)
from duels.challenges.terms import MOST_WIZARDS
from duels.models import Change
from duels.wording.languages import listed
from duels.wording.time_controls import is_live

if TYPE_CHECKING:
    from datetime import datetime

    from django_stubs_ext import StrOrPromise

MOST_UNDER_WAY = 20
"""Duels that a mage may have under way."""
OPEN_AT_ONCE = 10
"""Open challenges that a user may have."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something is refused.

    `code` is for programs, `text` for people; the text may be HTML with a link. `field`: the form field it is about.
    """

    code: str
    text: "StrOrPromise"
    field: str = ""

    def error(self) -> ValidationError:
        """Return the exception that services raise for this refusal."""
        kind = Forbidden if self.code in {"forbidden", "silenced"} else ValidationError
        error = kind(self.text, code=self.code)
        return ValidationError({self.field: error}) if self.field else error


def enforce(refusal: Refusal | None) -> None:
    """Raise the refusal as `ValidationError`, or as `Forbidden` if the user has no permission."""
    if refusal is not None:
        raise refusal.error()


CLOSED = Refusal("closed", gettext_lazy("This challenge is no longer open: it was accepted, withdrawn, or is too old."))
NOTHING_CHANGES = Refusal("nothing_changes", gettext_lazy("That would change nothing."))
YOURSELF = gettext_lazy("You cannot duel yourself: that mage is yours too.")
DECIDED = {
    Change.State.ADOPTED: gettext_lazy("Change %(number)s is adopted already."),
    Change.State.REJECTED: gettext_lazy("Change %(number)s is rejected already."),
    Change.State.ABANDONED: gettext_lazy("Change %(number)s is abandoned already."),
}


# Accepting and joining ------------------------------------------------------------------------------------------------


def may_accept(facts: JoinFacts) -> Refusal | None:
    """Return why this mage may not accept the challenge now, or None if it may."""
    return (
        _is_standing(facts.challenge)
        or _team_exists(facts.challenge, facts.team)
        or may_join(facts)
        or may_duel(facts.under_way, facts.mage, facts.challenge.terms.pace)
        or _challenger_is_free(facts)
    )


def may_join(facts: JoinFacts) -> Refusal | None:
    """Return why there is no place in the challenge for this mage, or None if there is.

    Says nothing about obstacles that pass, such as another live duel: those are for `may_accept`.
    """
    if facts.mage.state == State.ACCEPTED:
        return Refusal("has_accepted", _("%(mage)s has accepted already.") % {"mage": facts.mage.name})
    rules = _RULES_FOR_INVITED if is_invited(facts) else _RULES_FOR_STRANGERS
    refusals = (rule(facts) for rule in rules)
    return _is_alive(facts.mage) or _may("accept", facts.roles) or next(filter(None, refusals), None)


def may_choose_team(challenge: ChallengeFacts, mage: Person, team: int | None) -> Refusal | None:
    """Return why this mage may not fight in this team, or None if it may. `team`: None for any."""
    if refusal := _is_standing(challenge) or _team_exists(challenge, team):
        return refusal
    if mage.mage_id not in {it.mage_id for it in challenge.accepted()}:
        return Refusal("not_accepted", _("%(mage)s has not accepted.") % {"mage": mage.name})
    return None


def may_decline(challenge: ChallengeFacts, user_id: int) -> Refusal | None:
    """Return why this user has nothing to decline or leave, or None if they have."""
    return _is_standing(challenge) or _may("decline", {Role.PARTICIPANT} if can_leave(challenge, user_id) else ())


def may_withdraw(challenge: ChallengeFacts, user_id: int) -> Refusal | None:
    """Return why this user may not withdraw the challenge, or None if they may."""
    is_own = challenge.challenger.user_id == user_id
    return _may("withdraw", {Role.OWNER} if is_own else ()) or _is_standing(challenge)


def can_leave(challenge: ChallengeFacts, user_id: int) -> list[Person]:
    """Return the user's mages that are challenged or have accepted, without the challenger."""
    coming = challenge.of_user(user_id, State.CHALLENGED, State.ACCEPTED)
    return [it for it in coming if it.mage_id != challenge.challenger.mage_id]


def is_invited(facts: JoinFacts) -> bool:
    """Return whether the mage is challenged by name, or its user fought in the duel of which this is a rematch.

    Players whose mage died in that duel come back with another one.
    """
    if facts.mage.state:
        return facts.mage.state != State.EXCLUDED
    has_another = facts.challenge.of_user(facts.mage.user_id, State.CHALLENGED, State.ACCEPTED)
    return facts.fought_before and not has_another


def may_duel(under_way: DuelsUnderWay, mage: Person, pace: int | None) -> Refusal | None:
    """Return why this mage may not begin another duel now, or None if it may. `pace`: seconds per round."""
    if under_way.by_mage.get(mage.mage_id or 0, 0) >= MOST_UNDER_WAY:
        text = _('{mage} has {most} duels under way. <a href="{duels}">Finish one first.</a>')
        told = format_html(text, mage=mage.name, most=MOST_UNDER_WAY, duels=reverse("lobby"))
        return Refusal("too_many_duels", told)
    if not under_way.is_bot:
        return may_duel_live(under_way) if is_live(pace) else None
    if under_way.is_busy:
        text = _("This bot has %(most)s duels under way, which is the most a bot may have.")
        return Refusal("too_many_duels", text % {"most": settings.DUELS_OF_A_BOT})
    return None


def may_duel_live(under_way: DuelsUnderWay) -> Refusal | None:
    """Return why this user may not begin a live duel now, or None if they may: one at a time."""
    if not under_way.live:
        return None
    text = _('You are in a live duel. <a href="{duel}">Finish it first.</a>')
    return Refusal("in_live_duel", format_html(text, duel=reverse("duel", args=[under_way.live])))


def _is_standing(challenge: ChallengeFacts) -> Refusal | None:
    return None if challenge.is_standing else CLOSED


def _team_exists(challenge: ChallengeFacts, team: int | None) -> Refusal | None:
    if team is None or 1 <= team <= challenge.terms.teams:
        return None
    return Refusal("no_such_team", _("There is no such team here."))


def _is_alive(mage: Person) -> Refusal | None:
    return None if mage.is_alive else Refusal("mage_ended", _("%(mage)s is no more.") % {"mage": mage.name})


def _may(action: str, roles: Collection[Role]) -> Refusal | None:
    why = why_not(action, roles)
    return Refusal("forbidden", why) if why else None


def _has_no_namesake(house: Collection[str], mages: Iterable[Person]) -> Refusal | None:
    """Refuse a mage with the name of a wizard of the house that comes; some mages are older than the house."""
    if not house:
        return None
    wizards = {folded(name): name for name in house}
    namesake = next((wizards[folded(mage.name)] for mage in mages if folded(mage.name) in wizards), None)
    if namesake is None:
        return None
    return Refusal("namesake", _("%(name)s does not duel with a namesake.") % {"name": namesake})


def _names_differ(facts: JoinFacts) -> Refusal | None:
    return _has_no_namesake(facts.challenge.terms.house, [facts.mage])


def _is_not_shut_out(facts: JoinFacts) -> Refusal | None:
    challenge, mage = facts.challenge, facts.mage
    if mage.state:
        return Refusal("excluded", _("%(mage)s is excluded from this challenge.") % {"mage": mage.name})
    if challenge.terms.is_open:
        return None
    people = challenge.in_state(State.CHALLENGED, State.ACCEPTED, State.DECLINED)
    names = sorted(it.name for it in people if it.mage_id != challenge.challenger.mage_id)
    if not names:
        return Refusal("not_invited", _("Nobody else can accept this challenge."))
    return Refusal("not_invited", _("Only %(names)s can accept this challenge.") % {"names": ", ".join(names)})


def _bots_are_welcome(facts: JoinFacts) -> Refusal | None:
    if not facts.mage.is_bot or facts.challenge.terms.lets_bots_come:
        return None
    return Refusal(
        "no_bots", _("Bots cannot accept this challenge, and %(mage)s is a bot.") % {"mage": facts.mage.name}
    )


def _brings_few_enough(facts: JoinFacts) -> Refusal | None:
    """Refuse more mages of one user than may join."""
    challenge, user_id = facts.challenge, facts.mage.user_id
    most = challenge.terms.per_user
    if not most or len(challenge.of_user(user_id, State.ACCEPTED)) < most:
        return None
    if most == 1 and challenge.challenger.user_id == user_id:
        return Refusal("yourself", YOURSELF)
    text = ngettext(
        "Only %(most)s of your mages may join this challenge.",
        "Only %(most)s of your mages may join this challenge.",
        most,
    )
    return Refusal("too_many_mages", text % {"most": most})


def _has_another_user(facts: JoinFacts) -> Refusal | None:
    """Refuse users who would fill a challenge with their own mages, unless the house fights too."""
    if facts.challenge.terms.of_the_house:
        return None
    users = [*(it.user_id for it in facts.challenge.accepted()), facts.mage.user_id]
    is_alone = len(users) >= facts.challenge.terms.places and len(set(users)) == 1
    return Refusal("yourself", YOURSELF) if is_alone else None


def _rating_fits(facts: JoinFacts) -> Refusal | None:
    terms, rating = facts.challenge.terms, facts.rating
    if (terms.lowest or 0) <= rating <= (terms.highest or rating):
        return None
    text = _("The rating of %(mage)s is %(rating)s, which is outside the range of this challenge.")
    return Refusal("rating", text % {"mage": facts.mage.name, "rating": f"{rating:.0f}"})


def _has_place(facts: JoinFacts) -> Refusal | None:
    is_full = len(facts.challenge.accepted()) >= facts.challenge.terms.places
    return Refusal("full", _("All places are taken.")) if is_full else None


def _challenger_is_free(facts: JoinFacts) -> Refusal | None:
    if not (facts.is_challenger_busy and is_live(facts.challenge.terms.pace)):
        return None
    text = _("%(challenger)s is in another live duel. Come back a little later.")
    return Refusal("challenger_busy", text % {"challenger": facts.challenge.challenger.name})


_RULES_FOR_INVITED = (_names_differ, _has_place, _has_another_user)
_RULES_FOR_STRANGERS = (
    _names_differ,
    _is_not_shut_out,
    _bots_are_welcome,
    _brings_few_enough,
    _has_another_user,
    _rating_fits,
    _has_place,
)


# Posting --------------------------------------------------------------------------------------------------------------


def may_post(facts: PostFacts) -> Refusal | None:
    """Return why this challenge may not be posted, or None if it may."""
    change = facts.change
    challenge = change.challenge
    begins = bool(challenge.terms.of_the_house) and is_complete(challenge)
    return (
        _may("challenge", change.roles)
        or _is_alive(challenge.challenger)
        or _may_comment(challenge.terms.comment, facts.silenced_until)
        or _team_exists(challenge, challenge.challenger.team)
        or may_adopt(change)
        or _somebody_is_challenged(facts)
        or _has_room(facts)
        or (may_duel(facts.under_way, challenge.challenger, challenge.terms.pace) if begins else None)
    )


def _somebody_is_challenged(facts: PostFacts) -> Refusal | None:
    change, terms = facts.change, facts.change.challenge.terms
    if terms.is_open or change.named:
        return None
    if facts.everybody:
        return None if change.about else Refusal("nobody_about", _("Nobody else is about just now."), "everybody")
    has_opponent = change.challenge.rematch_of or terms.of_the_house
    return None if has_opponent else Refusal("nobody_named", _("Whom do you challenge?"), "named")


def _has_room(facts: PostFacts) -> Refusal | None:
    if facts.open_challenges < OPEN_AT_ONCE:
        return None
    text = _('You have {most} open challenges. <a href="{lobby}">Withdraw one first.</a>')
    return Refusal("too_many_challenges", format_html(text, most=OPEN_AT_ONCE, lobby=reverse("lobby")))


# Changing the terms ---------------------------------------------------------------------------------------------------


def may_propose(facts: ProposalFacts) -> Refusal | None:
    """Return why this user may not propose these changes, or None if they may.

    Whether the challenge can be changed like this is for `may_adopt`.
    """
    return (
        may_change(facts.challenge, facts.user_id, facts.roles, "start" if "start" in facts.changes else "propose")
        or (None if facts.changes else NOTHING_CHANGES)
        or _may_comment(facts.changes.get("comment", ""), facts.silenced_until)
    )


def may_change(challenge: ChallengeFacts, user_id: int | None, roles: Collection[Role], action: str) -> Refusal | None:
    """Return why this user may not ``propose`` or ``start`` here, or None if they may."""
    if refusal := may_take_part(challenge, roles, action):
        return refusal
    if challenge.terms.authoritarian and challenge.challenger.user_id != user_id:
        text = _("%(challenger)s alone decides on changes here.")
        return Refusal("challenger_decides", text % {"challenger": challenge.challenger.name})
    return None


def may_take_part(challenge: ChallengeFacts, roles: Collection[Role], action: str) -> Refusal | None:
    """Return why somebody with these roles may not ``propose``, ``vote`` or ``start``, or None if they may."""
    return _is_standing(challenge) or _may(action, roles)


def may_vote(facts: VoteFacts) -> Refusal | None:
    """Return why this user may not vote on this change, or None if they may; the same vote again is not refused."""
    if refusal := _may("vote", facts.roles):
        return refusal
    if facts.state is None:
        return Refusal("no_such_change", _("There is no change %(number)s.") % {"number": facts.number})
    if facts.is_repeated:
        return None
    if facts.state == Change.State.PROPOSED:
        return _is_standing(facts.challenge)
    return _is_standing(facts.challenge) or Refusal("decided", DECIDED[facts.state] % {"number": facts.number})


def may_adopt(facts: ChangeFacts) -> Refusal | None:
    """Return why the challenge cannot be changed like this as things are, or None if it can."""
    return (
        _may_be_challenged(facts)
        or _may_be_excluded(facts)
        or (may_begin(facts.challenge, facts.busy) if facts.is_start else None)
        or _has_no_namesake(facts.terms.house, facts.challenge.accepted())
        or _number_fits(facts)
    )


def _may_comment(comment: str, silenced_until: "datetime | None") -> Refusal | None:
    return Refusal("silenced", silence_text(silenced_until)) if comment and silenced_until else None


def _may_be_challenged(facts: ChangeFacts) -> Refusal | None:
    challenger = facts.challenge.challenger
    if any(it.user_id == challenger.user_id for it in facts.named):
        return Refusal("yourself", YOURSELF, "named")
    if retired := [it.name for it in facts.named if it.is_retired]:
        text = _("%(resting)s: retired mages cannot be challenged.")
        return Refusal("retired", text % {"resting": ", ".join(retired)}, "named")
    return _may("challenge", facts.roles) if facts.named else None


def _may_be_excluded(facts: ChangeFacts) -> Refusal | None:
    accepted = {it.mage_id for it in facts.challenge.accepted()}
    if here := [it.name for it in facts.excluded if it.mage_id in accepted]:
        text = _("%(here)s cannot be excluded after accepting.")
        return Refusal("has_accepted", text % {"here": ", ".join(here)}, "excluded")
    return None


def _number_fits(facts: ChangeFacts) -> Refusal | None:
    """Refuse a limit that does not fit those who have accepted, or who are challenged where all have to accept."""
    terms, accepted = facts.terms, len(facts.challenge.accepted())
    if terms.places < accepted:
        return Refusal("limit", _("%(come)s have accepted already.") % {"come": accepted}, "limit")
    coming = {it.mage_id for it in facts.challenge.in_state(State.CHALLENGED, State.ACCEPTED)}
    coming |= {it.mage_id for it in (*facts.named, *facts.about)}
    if terms.limit is None and not terms.is_open and len(coming) > terms.places:
        text = _("At most %(most)s wizards can fight. Set a limit.")
        return Refusal("limit", text % {"most": MOST_WIZARDS}, "limit")
    return None


def is_carried(
    voters: Set[int], *, challenger: int, accept: Set[int] = frozenset(), oppose: Set[int] = frozenset()
) -> bool | None:
    """Return whether a change is adopted, None while it is undecided. Only votes of `voters` count.

    More than half of them decide. If all have voted and it is a draw, the challenger's vote counts twice. Source:
    Firetop Mountain, "Changegame".
    """
    ayes, noes = len(voters & accept), len(voters & oppose)
    if 2 * ayes > len(voters):
        return True
    if 2 * noes > len(voters):
        return False
    if ayes + noes < len(voters):
        return None
    return challenger in accept


# Beginning ------------------------------------------------------------------------------------------------------------


def may_begin(challenge: ChallengeFacts, busy: Collection[int] = ()) -> Refusal | None:
    """Return why no duel of those who have accepted can begin, or None if one can. `busy`: users in a live duel."""
    accepted, house = challenge.accepted(), challenge.terms.of_the_house
    if len(accepted) + house < 2:
        return Refusal("alone", _("Nobody else has accepted yet."))
    if len({it.user_id for it in accepted}) < 2 and not house:
        return Refusal("yourself", _("You cannot duel yourself: somebody else has to accept first."))
    if not has_two_sides([*(it.team for it in accepted), *[None] * house], challenge.terms.teams):
        return Refusal("one_team", _("All are in one team: somebody has to choose another."))
    return _all_are_free([it.name for it in accepted if it.user_id in busy]) if is_live(challenge.terms.pace) else None


def _all_are_free(busy: Sequence[str]) -> Refusal | None:
    if not busy:
        return None
    text = ngettext(
        "%(names)s is in another live duel: begin when it is over.",
        "%(names)s are in another live duel: begin when it is over.",
        len(busy),
    )
    return Refusal("in_live_duel", text % {"names": listed(busy)})


def is_complete(challenge: ChallengeFacts) -> bool:
    """Return whether all have accepted for whom the challenge waits.

    That is as many as it has places or, in a closed challenge without a limit, everybody who is challenged; one who
    declines is still waited for.
    """
    terms = challenge.terms
    if len(challenge.accepted()) >= terms.places:
        return True
    awaited = challenge.in_state(State.CHALLENGED, State.DECLINED)
    return terms.limit is None and not terms.is_open and not awaited


def sides(chosen: Sequence[int | None], teams: int) -> list[int | None]:
    """Return everybody's team: the chosen one, or else the smallest; None for all where there are no teams."""
    if not teams:
        return [None] * len(chosen)
    sizes = Counter(team for team in chosen if team is not None)
    return [_join_smallest(sizes, teams) if team is None else team for team in chosen]


def _join_smallest(sizes: Counter[int], teams: int) -> int:
    smallest = min(range(1, teams + 1), key=lambda team: (sizes[team], team))
    sizes[smallest] += 1
    return smallest


def has_two_sides(chosen: Sequence[int | None], teams: int) -> bool:
    """Return whether everybody has somebody to fight against."""
    placed = sides(chosen, teams)
    return len(set(placed)) > 1 if teams else len(placed) > 1
