"""The lobby's lists of challenges and people, as each viewer sees them.

The lobby also shows the running exhibition between computer players.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.blocks import blocked_among, blocked_with
from accounts.friends import followed_among, followed_by_each, hidden_from_each
from accounts.models import Mage, User
from accounts.selectors import living_mages
from duels.challenges.open_challenges import COMING, challenges_standing, open_challenges
from duels.challenges.stakes import is_rated, record_of
from duels.challenges.terms import Terms
from duels.challenges.terms_in_words import in_a_line, melee
from duels.clubs.membership import members_of_each
from duels.models import Challenge, Club, Invitation, Seat
from duels.wording.bots import bots_named
from duels.wording.duel_lists import exhibitions_under_way
from duels.wording.headings import versus_of
from duels.wording.languages import books
from duels.wording.rule_options import brief, differences
from duels.wording.time_controls import control_title
from wavinghands.engine import Json

Offer = dict[str, Any]
State = Invitation.State
MOST_ONLINE = 50
"""The maximum number of online users that the lobby lists by name."""


def offers_for(challenges: Iterable[Challenge], user_id: int | None) -> list[Offer]:
    """Return the challenges that the lobby lists for this user, in the format of `offer()`.

    Challenges to the user come first, followed by the user's own, those that the user has joined, and other open
    challenges. `user_id` is `None` for anonymous visitors.
    """
    challenges = list(challenges)
    members = _members(challenges, [user_id])
    return _offers(challenges, user_id, blocked_with(user_id) if user_id is not None else (), members)


def offers_in_club(club: Club, user_id: int) -> list[Offer]:
    """Return the open challenges to a club's members, except those that this member may not see."""
    return offers_for(challenges_standing().filter(club=club), user_id)


Members = Mapping[int, Collection[int]]
"""The primary keys of the viewers who are members of each club, by the primary key of the club."""


def _members(challenges: Iterable[Challenge], user_ids: Collection[int | None]) -> Members:
    """Return, for each club to which one of these challenges is limited, the users in `user_ids` who are members."""
    return members_of_each({it.club_id for it in challenges if it.club_id is not None}, user_ids)


def _offers(
    challenges: Iterable[Challenge], user_id: int | None, blocked: Collection[int], members: Members
) -> list[Offer]:
    offers = [offer(challenge, user_id) for challenge in challenges if _is_listed(challenge, user_id, blocked, members)]
    return sorted(offers, key=lambda offer: (not offer["to_me"], not offer["mine"], not offer["joined"]))


def lists_for(user_ids: Collection[int]) -> dict[int, list[Offer]]:
    """Return the lobby's list of challenges for each user.

    Users share one list if they take part in no challenge, see no club's challenges, block nobody, and are blocked by
    nobody.
    """
    challenges, blocked = open_challenges(user_ids), blocked_among(user_ids)
    members = _members(challenges, user_ids)
    owners = {owner for challenge in challenges for owner in _owners(challenge)}
    concerned = owners.union(blocked.keys(), *members.values())
    for_all = _offers(challenges, None, (), {})
    return {
        user: _offers(challenges, user, blocked[user], members) if user in concerned else for_all for user in user_ids
    }


def living_among(names: Collection[str]) -> dict[str, str]:
    """Return the ratings of the mages with these names, by name.

    Mages that cannot be challenged, because they have died, quit or retired, are left out. The rating of a mage without
    rated duels is an empty string.
    """
    return {mage.name: record_of(mage).rating for mage in _living().filter(name__in=names)}


def people_for(user_ids: Collection[int], people: Mapping[int, str]) -> dict[int, Json]:
    """Return the lobby's list of people for each user in `user_ids`.

    A list contains only the people whom its user may see. `people` maps the ids of the users in the lobby to their
    names. Each list is a mapping:

    - `here`: the names of the people
    - `mages`: those names that belong to a mage who can be challenged
    - `ratings`: the ratings of these mages, by name
    - `bots`: those names that belong to a bot
    - `users`: the usernames of people with an account, by name
    - `followed`: the usernames of people whom the user follows

    Users with equal lists share one object.
    """
    hidden, follows = hidden_from_each(user_ids, people), followed_by_each(user_ids, people)
    mages, bots = living_among(people.values()), bots_named(people.values())
    accounts = dict(User.objects.filter(pk__in=people, is_guest=False).values_list("pk", "username"))

    @cache
    def seen(hidden: frozenset[int], followed: frozenset[int]) -> Json:
        shown = {pk: name for pk, name in people.items() if pk not in hidden}
        names = set(shown.values())
        return {
            "here": sorted(shown.values(), key=str.casefold),
            "mages": [name for name in mages if name in names],
            "ratings": {name: rating for name, rating in mages.items() if name in names},
            "bots": [name for name in bots if name in names],
            "users": {name: accounts[pk] for pk, name in shown.items() if pk in accounts},
            "followed": sorted(accounts[pk] for pk in followed if pk in shown and pk in accounts),
        }

    return {user: seen(frozenset(hidden[user]), frozenset(follows.get(user, ()))) for user in user_ids}


def others_online(user_id: int, here: Collection[int]) -> list[Json]:
    """Return a mage for each user in `here`, as a mapping.

    `here` holds the online users whom this user may see. A mage has a `name` and a `rating`. `user` is its owner's
    username, or an empty string if the owner is a guest. `is_bot` says whether the owner is a bot, and `is_followed`
    whether this user follows the owner. `duel` is the address of a running duel between this user and the owner, or an
    empty string.
    """
    users = list(here)[:MOST_ONLINE]
    followed, duels = followed_among(user_id, users), _duels_with_each(user_id, users)
    first: dict[int, Mage] = {}
    for mage in _living().filter(owner__in=users).select_related("owner").order_by("pk"):
        first.setdefault(mage.owner_id, mage)
    people: list[Json] = [
        {
            "name": it.name,
            "rating": record_of(it).rating,
            "is_bot": it.owner.is_bot,
            "user": "" if it.owner.is_guest else it.owner.username,
            "is_followed": owner in followed,
            "duel": duels.get(owner, ""),
        }
        for owner, it in first.items()
    ]
    return sorted(people, key=lambda it: str(it["name"]).casefold())


def _duels_with_each(user_id: int, others: Collection[int]) -> dict[int, str]:
    """Return the addresses of running duels between this user and `others`, by the other user's id.

    Users who are not in a duel with this user are left out.
    """
    own = Seat.objects.filter(duel=OuterRef("duel"), mage__owner=user_id)
    found = Seat.objects.filter(Exists(own), duel__ended=None, mage__owner__in=others)
    return {owner: reverse("duel", args=[slug]) for owner, slug in found.values_list("mage__owner", "duel__slug")}


def _living() -> QuerySet[Mage]:
    return Mage.objects.filter(ended=None, retired=None).prefetch_related("standings")


def is_offered_to(challenge: Challenge, user_id: int | None) -> bool:
    """Return whether this user may accept the challenge.

    The challenge must be open or name one of their mages, and the user must not have joined it already.
    """
    return bool(_part_of(user_id, challenge)["may_accept"])


def offer(challenge: Challenge, user_id: int | None) -> Offer:
    """Return the challenge as this user sees it, as a mapping.

    - `rated` says whether the duel is rated.
    - `club` is the name of the club to which the challenge is limited, or an empty string.
    - `rating` is the challenger's rating, or an empty string before their first rated duel.
    - `named` holds the mages that have not answered yet.
    - `bots` holds the mages that are played by programs.
    - `options` describes the options that differ from the spell book, and `differs` does so in one line.
    - `melee` describes a melee, and `terms` the other unusual terms.
    - `button` and `label` are the texts of the link that leads to the challenge's page.
    - `accepts` is the accessible label of a button that accepts the challenge directly in the list. It is empty if
      the user should first read about the stakes of a rated duel, or about teams.
    """
    part = _part_of(user_id, challenge)
    return {
        "token": challenge.token,
        "url": reverse("challenge", args=[challenge.token]),
        "challenger": challenge.challenger.name,
        "is_bots": challenge.challenger.owner.is_bot,
        "challenger_url": reverse("mage", args=[challenge.challenger.name]),
        "rating": record_of(challenge.challenger).rating,
        "rated": is_rated(challenge),
        "private": challenge.private,
        "club": challenge.club.shown_name if challenge.club else "",
        "is_open": challenge.is_open,
        **_people_and_terms(challenge),
        **part,
        **_button(challenge, part),
        "accepts": _label_to_accept(challenge, part),
    }


def _part_of(user_id: int | None, challenge: Challenge) -> Offer:
    """Return the fields of an offer that describe the user's role in the challenge."""
    mine = challenge.challenger.owner_id == user_id
    own = {it.state for it in challenge.invitations.all() if it.mage.owner_id == user_id and user_id is not None}
    to_me = State.CHALLENGED in own and not mine
    may_come = challenge.is_open and not mine and not own & {State.ACCEPTED, State.EXCLUDED}
    return {"mine": mine, "to_me": to_me, "joined": State.ACCEPTED in own, "may_accept": to_me or may_come}


def _people_and_terms(challenge: Challenge) -> Offer:
    options, terms = differences(challenge.book, challenge.options), Terms.of(challenge)
    accepted, named = (_names(challenge, state) for state in (State.ACCEPTED, State.CHALLENGED))
    return {
        "accepted": accepted,
        "named": named,
        "excluded": _names(challenge, State.EXCLUDED),
        "bots": [it.mage.name for it in challenge.invitations.all() if it.mage.owner.is_bot],
        "book": books()[challenge.book].title,
        "options": options,
        "differs": brief(options),
        "clock": control_title(challenge.pace, challenge.reserve, challenge.mountain),
        "melee": melee(terms, come=len(accepted) + terms.of_the_house, invited=len(named)),
        "terms": in_a_line(terms, challenge.challenger),
        "comment": challenge.comment,
    }


def _names(challenge: Challenge, state: str) -> list[str]:
    return [it.mage.name for it in challenge.invitations.all() if it.state == state]


def _button(challenge: Challenge, part: Offer) -> Offer:
    """Return the text and the accessible label of the button that leads to the challenge's page."""
    if part["mine"]:
        return {"button": _("Yours"), "label": _("View your challenge")}
    button, label = _("View"), _("View %(challenger)s’s challenge")
    if part["joined"]:
        button = _("Joined")
    elif part["may_accept"] and is_rated(challenge):
        button, label = _("See stakes"), _("See stakes of %(challenger)s’s challenge")
    elif part["may_accept"] and challenge.teams:
        button, label = _("Choose team"), _("Choose team in %(challenger)s’s challenge")
    return {"button": button, "label": label % {"challenger": challenge.challenger}}


def _label_to_accept(challenge: Challenge, part: Offer) -> str:
    if not part["may_accept"] or challenge.teams or is_rated(challenge):
        return ""
    return _("Accept %(challenger)s’s challenge") % {"challenger": challenge.challenger}


def mage_to_accept(user: Any) -> int | None:
    """Return the mage with which a user accepts a challenge directly in a list.

    The result is a primary key. It is `None` for a user with no mage or several, who must register or choose one on the
    challenge's page.
    """
    mages = list(living_mages(user).values_list("pk", flat=True)[:2])
    return mages[0] if len(mages) == 1 else None


def _is_listed(challenge: Challenge, user_id: int | None, blocked: Collection[int], members: Members) -> bool:
    """Return whether the lobby lists a challenge for this user.

    The lobby lists challenges that are open to everyone or to one of the user's clubs, unless there is a block between
    the user and the challenger. Challenges by invitation or by link are listed only for their participants.
    """
    is_public = challenge.is_open and not challenge.private
    is_for_them = challenge.club_id is None or user_id in members.get(challenge.club_id, ())
    return (is_public and is_for_them and challenge.challenger.owner_id not in blocked) or user_id in _owners(challenge)


def _owners(challenge: Challenge) -> set[int]:
    """Return the ids of the users whose mages are challenged or have accepted."""
    concerned = [it.mage for it in challenge.invitations.all() if it.state in COMING]
    return {mage.owner_id for mage in (challenge.challenger, *concerned)}


def running_exhibition() -> dict[str, str] | None:
    """Return the `slug` and the opponents (`versus`) of the running exhibition, or `None`.

    An exhibition is a duel between computer players.
    """
    duel = exhibitions_under_way().first()
    return {"slug": duel.slug, "versus": versus_of(duel.seats.all())} if duel else None
