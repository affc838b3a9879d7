"""The table of permissions, which services check before they do anything.

Each user is `ANONYMOUS`, a `GUEST` or a `USER`, and may also be a `MODERATOR` or `SILENCED`. Other roles depend on an
object: its `OWNER`, a `PARTICIPANT`, a `SPECTATOR`, or `BLOCKED` if there is a block between the user and someone who
takes part in it. Each action has a `Rule`: the user may take it if one of their roles is in `by` and none is in
`never`.
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Role(StrEnum):
    """A user's role, on the whole site or for one object such as a duel."""

    ANONYMOUS = auto()
    GUEST = auto()
    USER = auto()
    OWNER = auto()
    PARTICIPANT = auto()
    SPECTATOR = auto()
    BLOCKED = auto()
    SILENCED = auto()
    MODERATOR = auto()


A, G, U, P, S, X, M = (
    Role.ANONYMOUS,
    Role.GUEST,
    Role.USER,
    Role.PARTICIPANT,
    Role.SPECTATOR,
    Role.SILENCED,
    Role.MODERATOR,
)
ALL = frozenset({A, G, U})
PLAYERS = frozenset({G, U})
OWN = frozenset({Role.OWNER})
CONCERNED = frozenset({Role.OWNER, P})
FOES = frozenset({Role.BLOCKED})


@dataclass(frozen=True, slots=True)
class Rule:
    """The roles that allow an action (`by`), and the roles that forbid it (`never`).

    The roles in `never` take precedence. `why` is the message for users without any role in `by`.
    """

    by: frozenset[Role]
    why: str | Promise
    never: frozenset[Role] = frozenset()


class Forbidden(ValidationError):
    """An error for an action that the user may not take.

    The message is the reason.
    """


def _rule(by: Collection[Role], why: str | Promise, *, never: Collection[Role] = ()) -> Rule:
    return Rule(frozenset(by), why, frozenset(never))


LOG_IN = _("Log in or play as a guest first.")
KEEP = _("Create an account first. You can keep your mage.")

BARRED: dict[Role, str | Promise] = {
    A: LOG_IN,
    P: _("Players can’t do that in their own duel."),
    Role.BLOCKED: _("One of you has blocked the other."),
    X: _("A moderator has muted you for now."),
}
"""The messages for users with a role in a rule's `never`, by role."""

RULES: dict[str, Rule] = {
    # Open to all
    "browse": _rule(ALL, ""),
    "watch": _rule(ALL, ""),
    "read_record": _rule(ALL, ""),
    "download": _rule(ALL, ""),
    # Mages and accounts
    "register_mage": _rule(PLAYERS, LOG_IN),
    "edit_mage": _rule(OWN, _("Only the owner can do that.")),
    "retire": _rule(OWN, _("Only the owner can retire a mage.")),
    "quit_mage": _rule(OWN, _("Only the owner can delete a mage.")),
    "quit_account": _rule(OWN, _("Only you can delete your account.")),
    "settings": _rule(PLAYERS, LOG_IN),
    "tokens": _rule({U}, KEEP),
    "rename": _rule({U}, KEEP),
    "become_bot": _rule({U}, KEEP),
    "vacation": _rule({U}, KEEP),
    # Challenges: a participant has accepted, or is invited
    "challenge": _rule(PLAYERS, LOG_IN, never=FOES),
    "accept": _rule(PLAYERS, LOG_IN, never=FOES),
    "decline": _rule({P}, _("Only players who were challenged or have accepted can decline.")),
    "propose": _rule(CONCERNED, _("Only players who have accepted a challenge can change it.")),
    "vote": _rule(CONCERNED, _("Only players who have accepted a challenge can vote on changes to it.")),
    "start": _rule(CONCERNED, _("Only players who have accepted a challenge can start the duel.")),
    "withdraw": _rule(OWN, _("Only the challenger can cancel a challenge.")),
    "seek": _rule(PLAYERS, LOG_IN),
    "create_tournament": _rule({U}, KEEP, never={X}),
    "join_tournament": _rule(PLAYERS, LOG_IN),
    "found_club": _rule({U}, KEEP, never={X}),
    "join_club": _rule({U}, KEEP, never=FOES),
    "run_club": _rule(OWN, _("Only officers of the club can do that."), never={X}),
    "practise": _rule(ALL, ""),
    "solve_rated": _rule({U}, KEEP),
    # Duels
    "play": _rule({P}, _("Only players in this duel can submit orders.")),
    "rematch": _rule({P}, _("Only players in this duel can ask for a rematch.")),
    "talk": _rule({P}, _("Only the players can chat here."), never={X}),
    "talk_as_watcher": _rule({S}, _("Only spectators can chat here."), never={A, P, X}),
    "talk_in_lobby": _rule(PLAYERS, LOG_IN, never={X}),
    "hear_watchers": _rule({S}, _("You can read the spectators’ chat after the duel."), never={A, P}),
    "announce": _rule({P}, _("Only players in this duel can make announcements."), never={X}),
    "subscribe": _rule(PLAYERS, LOG_IN, never={P}),
    "guess": _rule(PLAYERS, LOG_IN, never={P}),
    "analyse": _rule({U, P}, _("You need an account to request an analysis. Log in or create one.")),
    # Between users
    "message": _rule({U}, KEEP, never={*FOES, X}),
    "block": _rule(PLAYERS, LOG_IN),
    "follow_player": _rule({U}, KEEP, never=FOES),
    "report": _rule(PLAYERS, LOG_IN),
    "moderate": _rule({M}, _("Only moderators can do that.")),
}


def standing_of(user: Any) -> frozenset[Role]:
    """Return the site-wide roles of a user, who may be anonymous."""
    if not user.is_authenticated:
        return frozenset({A})
    return frozenset({G if user.is_guest else U, *([M] if user.is_staff else [])})


def may(action: str, roles: Collection[Role]) -> bool:
    """Return whether a user with these roles may take this action."""
    rule = RULES[action]
    return not rule.never.intersection(roles) and bool(rule.by.intersection(roles))


def why_not(action: str, roles: Collection[Role]) -> str:
    """Return the reason why a user with these roles may not take this action, or "" if they may."""
    rule = RULES[action]
    barred = [BARRED[role] for role in Role if role in rule.never and role in roles]
    return "" if may(action, roles) else str(barred[0] if barred else rule.why)


def demand(action: str, roles: Collection[Role]) -> None:
    """Raise `Forbidden`, with the reason, if a user with these roles may not take this action."""
    if why := why_not(action, roles):
        raise Forbidden(why, code="forbidden")
