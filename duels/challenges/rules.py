"""The rules for challenges as pure functions: accepting, joining, proposing, voting and beginning.

Each `may_…` function takes facts loaded by `loading` and makes no queries. It returns the `Refusal` for the first
broken rule, or `None`. Source: the e-mail server Firetop Mountain, "Newgame", "Accept" and "Changegame".
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

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
from wavinghands.engine import Json

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MOST_UNDER_WAY = 20
"""The maximum number of running duels per mage."""
OPEN_AT_ONCE = 10
"""The maximum number of open challenges per user."""

TEXTS: Mapping[str, "StrOrPromise"] = {
    "closed": _("This challenge is no longer open. It was accepted or cancelled, or it has expired."),
    "no_such_team": _("This duel has no such team."),
    "mage_ended": _("%(mage)s no longer exists."),
    "has_accepted": _("%(mage)s has already joined."),
    "namesake": _("Someone called %(name)s has already joined. Choose a mage with another name."),
    "excluded": _("%(mage)s is excluded from this challenge."),
    "only_named": _("Only %(names)s can accept this challenge."),
    "only_members": _("Only members of the club %(club)s can join this challenge."),
    "no_club_without_you": _("You aren’t a member of %(club)s, so you can’t challenge its members."),
    "club_by_link": _("A challenge to a club can’t be private. Its members see it in the lobby."),
    "nobody_else": _("Nobody else can join this challenge."),
    "no_bots": _("This challenge doesn’t allow bots, and %(mage)s is a bot."),
    "yourself": _("You can’t duel yourself. That mage is yours too."),
    "too_many_mages": _("You can enter at most %(most)s of your mages in this challenge."),
    "rating": _("The rating of %(mage)s is %(rating)s, which is outside the range of this challenge."),
    "full": _("All places are taken."),
    "challenger_busy": _("%(challenger)s is in another live duel. Try again later."),
    "not_accepted": _("%(mage)s hasn’t joined."),
    "bot_busy": _("This bot is already playing %(most)s duels, the maximum for a bot."),
    "nobody_named": _("Enter at least one opponent."),
    "nobody_about": _("Nobody else is online right now."),
    "nothing_changes": _("That would change nothing."),
    "challenger_decides": _("Only %(challenger)s can change this challenge."),
    "no_such_change": _("There is no change %(number)s."),
    "adopted": _("Change %(number)s has already been accepted."),
    "rejected": _("Change %(number)s has already been rejected."),
    "abandoned": _("Change %(number)s has already been withdrawn."),
    "retired": _("Retired mages can’t be challenged: %(names)s."),
    "cannot_exclude": _("Mages who have joined can’t be excluded: %(names)s."),
    "limit_too_low": _("Too low: %(come)s players have already joined."),
    "limit_needed": _("A duel can have at most %(most)s players. Set a limit."),
    "alone": _("Nobody else has joined yet."),
    "no_opponent": _("You can’t duel yourself. Someone else has to join first."),
    "one_team": _("Everyone is on the same team. Someone has to switch teams."),
}
"""The texts of refusals, by code."""
LINKED: Mapping[str, "StrOrPromise"] = {
    "mage_busy": _('{mage} is already in {most} duels. <a href="{duels}">Finish one first.</a>'),
    "in_live_duel": _('You are in a live duel. <a href="{duel}">Finish it first.</a>'),
    "too_many_challenges": _('You have {most} open challenges. <a href="{lobby}">Cancel one first.</a>'),
}
"""The texts of refusals that contain a link, as HTML, by code."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason for a refusal.

    `code` is for programs, and `text` is for people. `field` is the name of the invalid form field, if there is one.
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
    """Raise the exception for a refusal, if there is one.

    The exception is `Forbidden` if the user lacks permission or is silenced, and `ValidationError` otherwise.
    """
    if refusal is not None:
        raise refusal.error()


def refusal_for(code: str, field: str = "", **words: Any) -> Refusal:
    """Return the refusal with this code, with `words` inserted into its text."""
    return Refusal(code, format_html(str(LINKED[code]), **words) if code in LINKED else TEXTS[code] % words, field)


def _first(broken: Mapping[str, object], field: str = "", **words: Any) -> Refusal | None:
    """Return the refusal for the first broken rule, or `None` if no rule is broken.

    `broken` maps the code of each refusal to a value that is true if its rule is broken. `words` are inserted into the
    text.
    """
    return next((refusal_for(code, field, **words) for code, is_broken in broken.items() if is_broken), None)


def _may(action: str, roles: Collection[Role]) -> Refusal | None:
    why = why_not(action, roles)
    return Refusal("forbidden", why) if why else None


# Accepting and joining ------------------------------------------------------------------------------------------------


def may_accept(facts: JoinFacts) -> Refusal | None:
    """Return the reason why this mage may not accept the challenge now, or `None` if it may."""
    challenge = facts.challenge
    is_kept_waiting = facts.is_challenger_busy and challenge.terms.is_live
    return (
        _first({"closed": not challenge.is_standing, "no_such_team": not _has_team(challenge, facts.team)})
        or may_join(facts)
        or may_duel(facts.under_way, facts.mage, is_live=challenge.terms.is_live)
        or _first({"challenger_busy": is_kept_waiting}, challenger=challenge.challenger.name)
    )


def may_join(facts: JoinFacts) -> Refusal | None:
    """Return the reason why this mage may not join the challenge, or `None` if it may.

    `may_accept` also checks temporary obstacles, such as another live duel. Mages that are challenged by name or return
    for a rematch may join regardless of their rating and of how many mages the user has already entered.
    """
    challenge, mage, terms = facts.challenge, facts.mage, facts.challenge.terms
    accepted, is_stranger = challenge.accepted(), not is_invited(facts)
    users = [*(it.user_id for it in accepted), mage.user_id]
    is_alone = len(users) >= terms.places and len(set(users)) == 1 and not terms.of_the_house
    has_enough = is_stranger and 0 < terms.per_user < users.count(mage.user_id)
    is_shut_out = is_stranger and not terms.is_open
    others = challenge.in_state(State.CHALLENGED, State.ACCEPTED, State.DECLINED)
    names = sorted(it.name for it in others if it.mage_id != challenge.challenger.mage_id)
    namesakes = _namesakes(terms.house, [mage])
    broken = {
        "has_accepted": mage.state == State.ACCEPTED,
        "namesake": namesakes,
        "excluded": mage.state == State.EXCLUDED,
        "only_named": is_shut_out and names,
        "nobody_else": is_shut_out,
        "only_members": is_stranger and facts.not_in,
        "no_bots": is_stranger and mage.is_bot and not terms.lets_bots_come,
        "yourself": is_alone or (has_enough and terms.per_user == 1 and mage.user_id == challenge.challenger.user_id),
        "too_many_mages": has_enough,
        "rating": is_stranger and not (terms.lowest or 0) <= facts.rating <= (terms.highest or facts.rating),
        "full": len(accepted) >= terms.places,
    }
    words: Json = {
        "mage": mage.name,
        "name": ", ".join(namesakes),
        "names": ", ".join(names),
        "most": terms.per_user,
        "rating": f"{facts.rating:.0f}",
        "club": facts.not_in,
    }
    return _is_alive(mage) or _may("accept", facts.roles) or _first(broken, **words)


def is_invited(facts: JoinFacts) -> bool:
    """Return whether the challenge names the mage, or the mage's user fought in the original duel.

    The second case lets players whose mage died in that duel return to the rematch with another mage.
    """
    if facts.mage.state:
        return facts.mage.state != State.EXCLUDED
    has_another = facts.challenge.of_user(facts.mage.user_id, State.CHALLENGED, State.ACCEPTED)
    return facts.fought_before and not has_another


def may_choose_team(challenge: ChallengeFacts, mage: Person, team: int | None) -> Refusal | None:
    """Return the reason why this mage may not join this team, or `None` if it may.

    If `team` is `None`, the mage may be on any team.
    """
    broken = {
        "closed": not challenge.is_standing,
        "no_such_team": not _has_team(challenge, team),
        "not_accepted": mage.mage_id not in {it.mage_id for it in challenge.accepted()},
    }
    return _first(broken, mage=mage.name)


def may_decline(challenge: ChallengeFacts, user_id: int) -> Refusal | None:
    """Return the reason why this user cannot decline or leave the challenge, or `None` if they can."""
    return may_take_part(challenge, {Role.PARTICIPANT} if can_leave(challenge, user_id) else (), "decline")


def can_leave(challenge: ChallengeFacts, user_id: int) -> list[Person]:
    """Return the user's mages that can leave: those that are challenged or have accepted, except the challenger."""
    coming = challenge.of_user(user_id, State.CHALLENGED, State.ACCEPTED)
    return [it for it in coming if it.mage_id != challenge.challenger.mage_id]


def may_withdraw(challenge: ChallengeFacts, user_id: int) -> Refusal | None:
    """Return the reason why this user may not withdraw the challenge, or `None` if they may."""
    is_own = challenge.challenger.user_id == user_id
    return _may("withdraw", {Role.OWNER} if is_own else ()) or _first({"closed": not challenge.is_standing})


def may_duel(under_way: DuelsUnderWay, mage: Person, *, is_live: bool) -> Refusal | None:
    """Return the reason why this mage may not begin another duel now, or `None` if it may.

    `is_live` says whether players will have less than a day per round in the new duel.
    """
    if under_way.by_mage.get(mage.mage_id or 0, 0) >= MOST_UNDER_WAY:
        return refusal_for("mage_busy", mage=mage.name, most=MOST_UNDER_WAY, duels=reverse("lobby"))
    if under_way.is_bot:
        return _first({"bot_busy": under_way.is_busy}, most=settings.DUELS_OF_A_BOT)
    return may_duel_live(under_way) if is_live else None


def may_duel_live(under_way: DuelsUnderWay) -> Refusal | None:
    """Return the reason why this user may not begin a live duel now, or `None` if they may.

    Users play only one live duel at a time.
    """
    return refusal_for("in_live_duel", duel=reverse("duel", args=[under_way.live])) if under_way.live else None


def _has_team(challenge: ChallengeFacts, team: int | None) -> bool:
    return team is None or 1 <= team <= challenge.terms.teams


def _is_alive(mage: Person) -> Refusal | None:
    return _first({"mage_ended": not mage.is_alive}, mage=mage.name)


def _namesakes(house: Collection[str], mages: Iterable[Person]) -> list[str]:
    """Return the names in `house` that one of these mages also has. `house` holds names of computer players.

    Such mages were registered before the site had house wizards.
    """
    names = {folded(mage.name) for mage in mages} if house else set()
    return [name for name in house if folded(name) in names]


# Posting --------------------------------------------------------------------------------------------------------------


def may_post(facts: PostFacts) -> Refusal | None:
    """Return the reason why this challenge may not be posted, or `None` if it may."""
    change, challenge, terms = facts.change, facts.change.challenge, facts.change.terms
    challenger = challenge.challenger
    begins = terms.of_the_house and is_complete(challenge)
    has_opponent = terms.is_open or change.named or facts.everybody or challenge.rematch_of or terms.of_the_house
    is_deserted = facts.everybody and not (terms.is_open or change.named or change.about)
    return (
        _may("challenge", change.roles)
        or _is_alive(challenger)
        or _may_comment(terms.comment, facts.silenced_until)
        or _first({"no_such_team": not _has_team(challenge, challenger.team)})
        or _first({"no_club_without_you": facts.not_in}, "club", club=facts.not_in)
        or may_adopt(change)
        or _first({"nobody_named": not has_opponent}, "named")
        or _first({"nobody_about": is_deserted}, "everybody")
        or _first(
            {"too_many_challenges": facts.open_challenges >= OPEN_AT_ONCE}, most=OPEN_AT_ONCE, lobby=reverse("lobby")
        )
        or (may_duel(facts.under_way, challenger, is_live=terms.is_live) if begins else None)
    )


# Changing the terms ---------------------------------------------------------------------------------------------------


def may_propose(facts: ProposalFacts) -> Refusal | None:
    """Return the reason why this user may not propose these changes, or `None` if they may.

    `may_adopt` checks whether the changes are possible.
    """
    return (
        may_change(facts.challenge, facts.user_id, facts.roles, "start" if "start" in facts.changes else "propose")
        or _first({"nothing_changes": not facts.changes})
        or _may_comment(facts.changes.get("comment", ""), facts.silenced_until)
    )


def may_change(challenge: ChallengeFacts, user_id: int | None, roles: Collection[Role], action: str) -> Refusal | None:
    """Return the reason why this user may not perform this action, or `None` if they may.

    `action` is `propose` (a change) or `start` (the duel).
    """
    is_ruled = challenge.terms.authoritarian and challenge.challenger.user_id != user_id
    return may_take_part(challenge, roles, action) or _first(
        {"challenger_decides": is_ruled}, challenger=challenge.challenger.name
    )


def may_take_part(challenge: ChallengeFacts, roles: Collection[Role], action: str) -> Refusal | None:
    """Return the reason why a user with these roles may not perform `action` in the challenge.

    Return `None` if they may. `action` is the name of a permission, for example `vote`.
    """
    return _first({"closed": not challenge.is_standing}) or _may(action, roles)


def may_vote(facts: VoteFacts) -> Refusal | None:
    """Return the reason why this user may not vote on this change, or `None` if they may.

    Repeating a vote is allowed.
    """
    if facts.is_repeated:
        return _may("vote", facts.roles)
    is_decided = facts.state not in (None, Change.State.PROPOSED)
    broken = {
        "no_such_change": facts.state is None,
        "closed": not facts.challenge.is_standing,
        str(facts.state): is_decided,
    }
    return _may("vote", facts.roles) or _first(broken, number=facts.number)


def may_adopt(facts: ChangeFacts) -> Refusal | None:
    """Return the reason why this change cannot be made to the challenge now, or `None` if it can."""
    return (
        _first({"club_by_link": facts.challenge.club_id is not None and facts.terms.private})
        or _may_be_challenged(facts)
        or _may_be_excluded(facts)
        or (may_begin(facts.challenge, facts.busy) if facts.is_start else None)
        or _fits_those_who_come(facts)
    )


def _may_comment(comment: str, silenced_until: datetime | None) -> Refusal | None:
    return Refusal("silenced", silence_text(silenced_until)) if comment and silenced_until else None


def _may_be_challenged(facts: ChangeFacts) -> Refusal | None:
    own, retired = facts.challenge.challenger.user_id, [it.name for it in facts.named if it.is_retired]
    broken = {"yourself": any(it.user_id == own for it in facts.named), "retired": retired}
    return _first(broken, "named", names=", ".join(retired)) or (
        _may("challenge", facts.roles) if facts.named else None
    )


def _may_be_excluded(facts: ChangeFacts) -> Refusal | None:
    accepted = {it.mage_id for it in facts.challenge.accepted()}
    here = [it.name for it in facts.excluded if it.mage_id in accepted]
    return _first({"cannot_exclude": here}, "excluded", names=", ".join(here))


def _fits_those_who_come(facts: ChangeFacts) -> Refusal | None:
    """Return the reason why the new terms do not fit the mages that have accepted or are challenged.

    Return `None` if the terms fit. Challenged mages matter only if all of them must accept before the duel begins.
    """
    terms, accepted = facts.terms, facts.challenge.accepted()
    coming = {it.mage_id for it in (*accepted, *facts.challenge.in_state(State.CHALLENGED), *facts.named, *facts.about)}
    namesakes = _namesakes(terms.house, accepted)
    is_for_all = terms.limit is None and not terms.is_open
    broken = {
        "limit_too_low": terms.places < len(accepted),
        "limit_needed": is_for_all and len(coming) > terms.places,
    }
    return _first({"namesake": namesakes}, name=", ".join(namesakes)) or _first(
        broken, "limit", come=len(accepted), most=MOST_WIZARDS
    )


def is_carried(
    voters: Set[int], *, challenger: int, accept: Set[int] = frozenset(), oppose: Set[int] = frozenset()
) -> bool | None:
    """Return whether a change is adopted, or `None` while it is undecided.

    Only the votes of `voters` count. A change is decided as soon as more than half of `voters` have voted the same way.
    If all have voted and there is a tie, the challenger's vote decides. Source: the e-mail server Firetop Mountain,
    "Changegame".
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
    """Return the reason why the duel cannot begin with the mages that have accepted, or `None` if it can.

    `busy` holds the ids of users who may not begin another live duel.
    """
    accepted, house = challenge.accepted(), challenge.terms.of_the_house
    teams = [*(it.team for it in accepted), *[None] * house]
    broken = {
        "alone": len(teams) < 2,
        "no_opponent": len({it.user_id for it in accepted}) < 2 and not house,
        "one_team": not has_two_sides(teams, challenge.terms.teams),
    }
    late = [it.name for it in accepted if it.user_id in busy] if challenge.terms.is_live else []
    return _first(broken) or (_are_busy(late) if late else None)


def _are_busy(names: Sequence[str]) -> Refusal:
    text = ngettext(
        "%(names)s is in another live duel. Start when it’s over.",
        "%(names)s are in another live duel. Start when it’s over.",
        len(names),
    )
    return Refusal("in_live_duel", text % {"names": listed(names)})


def is_complete(challenge: ChallengeFacts) -> bool:
    """Return whether every mage that the challenge is waiting for has accepted.

    A challenge waits until all its places are taken. If it is by invitation only and has no limit, it waits for every
    challenged mage, including those that have declined.
    """
    terms = challenge.terms
    if len(challenge.accepted()) >= terms.places:
        return True
    awaited = challenge.in_state(State.CHALLENGED, State.DECLINED)
    return terms.limit is None and not terms.is_open and not awaited


def sides(chosen: Sequence[int | None], teams: int) -> list[int | None]:
    """Return the team of each wizard.

    Wizards who have not chosen a team join the smallest team. If the duel has no teams, the result contains only
    `None`.
    """
    if not teams:
        return [None] * len(chosen)
    sizes = Counter(team for team in chosen if team is not None)
    return [_join_smallest(sizes, teams) if team is None else team for team in chosen]


def _join_smallest(sizes: Counter[int], teams: int) -> int:
    smallest = min(range(1, teams + 1), key=lambda team: (sizes[team], team))
    sizes[smallest] += 1
    return smallest


def has_two_sides(chosen: Sequence[int | None], teams: int) -> bool:
    placed = sides(chosen, teams)
    return len(set(placed)) > 1 if teams else len(placed) > 1
