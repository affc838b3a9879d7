"""Functions that carry out orders about challenges.

These orders are NEWGAME, ACCEPT, DECLINE, CHANGEGAME, OPPOSE and WITHDRAW. Each function takes the order and the user,
calls the same service as the page, and returns the text of the answer. If the order cannot be carried out, the function
raises one of the exceptions in `duels.mailroom.answers.REFUSALS`.
"""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.email_rendering import link_to
from accounts.models import User
from duels.challenges.house_wizards import wizard_named
from duels.challenges.invitations import mages_named
from duels.challenges.joining import accept_challenge, choose_team, decline_challenge
from duels.challenges.open_challenges import challenge_of
from duels.challenges.posting import post_challenge, withdraw_challenge
from duels.challenges.proposals import accept_everything, propose_change, vote
from duels.challenges.terms import NAMES, Terms, differing
from duels.mailroom import resolution
from duels.mailroom.answers import Mistake
from duels.mailroom.layout import fitted
from duels.mailroom.orderset import Order
from duels.models import Challenge, Change, Duel
from duels.wording.time_controls import control_of
from wavinghands.engine import Json

BY_EMAIL: Mapping[str, Any] = {
    "book": "standard",
    "is_open": False,
    "limit": None,
    **control_of("mountain"),
}
"""The default terms of a challenge by e-mail, which are the same as on Firetop Mountain.

They include its clock, because e-mail is slow.
"""


def newgame(order: Order, user: User) -> str:
    options, mage = order.given["options"], resolution.own_mage(user, order.given["name"])
    named, house = _named(options.get("challenge", ()))
    excluded, _house = _named(options.get("exclude", ()))
    usual = Terms().changed({**BY_EMAIL, **({"limit": 2} if _is_for_anybody(options) else {})})
    posted = post_challenge(
        challenger=mage,
        terms=usual.changed({**_terms(options, usual), "house": house}),
        named=mages_named(named),
        excluded=mages_named(excluded),
        everybody=options.get("all", False),
        team=options.get("team"),
    )
    posted.refresh_from_db()
    if posted.duel is not None:
        return _begun(posted.duel)
    text = "\n".join(
        [fitted(_("Challenge %(number)s has been posted.") % {"number": posted.token}), _how_it_begins(posted, user)]
    )
    return f"{text}\n{link_to(reverse('challenge', args=[posted.token]))}" if posted.private else text


def _is_for_anybody(options: Json) -> bool:
    """Return whether the options open the challenge to everyone without setting players, teams or computer players.

    If so, the duel begins when a second player joins.
    """
    others = ("challenge", "all", "teams", "house_seats")
    return bool(options.get("is_open")) and not any(options.get(name) for name in others)


def _how_it_begins(challenge: Challenge, user: User) -> str:
    """Return a sentence that says when the duel begins, or which player must start it."""
    about = {"limit": challenge.limit, "name": challenge.challenger.name}
    if challenge.limit is not None:
        text = _("The duel starts automatically when %(limit)s players have joined.")
    elif not challenge.is_open:
        text = _("The duel starts automatically when all challenged players have accepted.")
    elif challenge.challenger.owner_id == user.pk:
        text = _("When enough players have joined, start the duel with this command:")
        return f"{fitted(text)}\n\n   CHANGEGAME {challenge.token} {challenge.challenger.name} START"
    else:
        text = _("%(name)s starts the duel when enough players have joined.")
    return fitted(text % about)


def _terms(options: Json, now: Terms) -> Json:
    """Convert the options in an order to the terms of a challenge, by name.

    `now` holds the current or default terms. Options that are not terms, such as START, are left out.
    """
    terms = {name: value for name, value in options.items() if name in NAMES}
    if "book" in options or "rules" in options:
        book = resolution.book(options["book"]) if "book" in options else now.book
        rules = dict(resolution.rule(said, book) for said in options.get("rules", ()))
        terms |= {"book": book, "options": differing(book, {**now.options, **rules})}
    if "clock" in options:
        terms |= resolution.clock(options["clock"])
    return terms | ({"house_level": resolution.strength(options["strength"])} if "strength" in options else {})


def _named(words: resolution.Words) -> tuple[list[str], list[str]]:
    """Return the names of mages and the names of computer players in these words."""
    found = resolution.names(words)
    house = [wizard.name for name in found if (wizard := wizard_named(name))]
    return [name for name in found if wizard_named(name) is None], house


def accept(order: Order, user: User) -> str:
    """Accept a challenge, a change to a challenge, or all changes to a challenge."""
    token, mage = _token(order), resolution.own_mage(user, order.given["name"])
    if "change" in order.given:
        return _voted(vote(token=token, user_id=user.pk, number=order.given["change"], accepts=True))
    if "everything" in order.given:
        accept_everything(token=token, user_id=user.pk)
        return _("You now accept all changes to challenge %(number)s automatically.") % {"number": token}
    team = order.given.get("team")
    duel = accept_challenge(token=token, mage=mage, team=team)
    if duel is None and team is not None:
        duel = choose_team(token=token, mage=mage, team=team)  # the mage had already accepted
    if duel is not None:
        return _begun(duel)
    text = _("%(name)s has accepted challenge %(number)s.") % {"name": mage, "number": token}
    return f"{text}\n{_how_it_begins(_challenge(token), user)}"


def decline(order: Order, user: User) -> str:
    """Decline a challenge, or leave one that the user has accepted."""
    token = _token(order)
    resolution.own_mage(user, order.given["name"])
    decline_challenge(token=token, user_id=user.pk)
    return _("You have declined challenge %(number)s.") % {"number": token}


def changegame(order: Order, user: User) -> str:
    """Propose a change to a challenge, or change it immediately.

    Starting the duel (START) counts as a change.
    """
    token, options = _token(order), order.given["options"]
    resolution.own_mage(user, order.given["name"])
    change = propose_change(token=token, user_id=user.pk, terms=_changes(_challenge(token), options))
    return _voted(change)


def _changes(challenge: Challenge, options: Json) -> Json:
    """Convert the options in an order to the `terms` argument of `propose_change()`."""
    named, come = _named(options.get("challenge", ()))
    excluded, gone = _named(options.get("exclude", ()))
    house = [name for name in dict.fromkeys([*challenge.house, *come]) if name not in gone]
    extra = {"challenge": named, "exclude": excluded, "all": options.get("all"), "start": options.get("start")}
    changed = {"house": house} if come or gone else {}
    return {**_terms(options, Terms.of(challenge)), **changed, **{name: it for name, it in extra.items() if it}}


def oppose(order: Order, user: User) -> str:
    resolution.own_mage(user, order.given["name"])
    return _voted(vote(token=_token(order), user_id=user.pk, number=order.given["change"], accepts=False))


def withdraw(order: Order, user: User) -> str:
    token = _token(order)
    resolution.own_mage(user, order.given["name"])
    withdraw_challenge(token=token, user_id=user.pk)
    return _("You have withdrawn challenge %(number)s.") % {"number": token}


def _token(order: Order) -> str:
    return str(order.given["game"])


def _challenge(token: str) -> Challenge:
    found = challenge_of(token)
    if found is None:
        raise Mistake(_("There is no challenge %(number)s.") % {"number": token})
    return found


def _begun(duel: Duel) -> str:
    return _("Duel %(number)s begins.") % {"number": duel.slug}


def _voted(change: Change) -> str:
    """Return a text about the state of a proposed change and, if the duel has begun, about the duel."""
    duel = Challenge.objects.select_related("duel").get(pk=change.challenge_id).duel
    text = {
        Change.State.PROPOSED: _(
            "Change %(number)s to challenge %(challenge)s has been proposed. The other players will vote on it."
        ),
        Change.State.ADOPTED: _("Change %(number)s to challenge %(challenge)s has been accepted."),
        Change.State.REJECTED: _("Change %(number)s to challenge %(challenge)s has been rejected."),
        Change.State.ABANDONED: _("Proposed change %(number)s to challenge %(challenge)s has been withdrawn."),
    }[Change.State(change.state)] % {"number": change.number, "challenge": change.challenge.token}
    return f"{text}\n{_begun(duel)}" if duel else text
