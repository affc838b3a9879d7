"""Functions that carry out administration orders.

Administration orders are all orders except those for a mage in a duel. The functions use the same services and queries
as the pages. Each takes the order and the user, and returns the text of the answer. If the order cannot be carried out,
the function raises one of the exceptions in `duels.mailroom.answers.REFUSALS`.
"""

from collections.abc import Callable, Mapping
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.email_rendering import link_to
from accounts.models import User
from accounts.selectors import living_mages
from accounts.services import messages, preferences
from accounts.services.mages import register_mage
from accounts.services.vacations import book_vacation
from duels.chat.talk import say
from duels.ladder import retirement
from duels.mailroom import challenging, library, resolution, texts
from duels.mailroom.answers import Mistake
from duels.mailroom.layout import fitted
from duels.mailroom.orderset import Order
from duels.viewing.following import subscribe
from duels.wording.languages import listed

Do = Callable[[Order, User], str]


# Orders that only read -----------------------------------------------------------------------------------------------


def _scores(order: Order, user: User) -> str:
    return "\n\n".join(texts.scores(user, kind) for kind in order.given["kinds"] or ("all",))


def _rules(order: Order, user: User) -> str:
    """Return the list of orders and the rules of a spell book.

    For HELP without a book, return only the list.
    """
    if order.given["book"]:
        return library.rules(resolution.book(order.given["book"]))
    return library.helps() if library.is_help(order) else library.rules()


def _replay(order: Order, user: User) -> str:
    return texts.replay(user, order.given["game"], order.given["turn"])


def _of_each_game(text_of: Callable[[User, str], str]) -> Do:
    def do(order: Order, user: User) -> str:
        return "\n\n".join(text_of(user, game) for game in order.given["games"])

    return do


# Orders that change something ----------------------------------------------------------------------------------------


def _message(order: Order, user: User) -> str:
    """Send a message on behalf of the user or one of their mages."""
    words = order.given["names"]
    counts = [count for count in range(len(words) - 1, 0, -1) if resolution.is_own(user, " ".join(words[:count]))]
    if not counts:
        resolution.own_mage(user, words[0])
    name, others = " ".join(words[: counts[0]]), words[counts[0] :]
    mage = None if resolution.is_same(name, user.username) else resolution.own_mage(user, name)
    recipients = messages.recipients_of(", ".join(resolution.names(others)))
    messages.send(sender=user, recipients=recipients, text=order.given["text"], mage=mage)
    return _("Message sent to %(names)s.") % {"names": listed([messages.called(it) for it in recipients])}


def _announce(order: Order, user: User) -> str:
    duels = [resolution.duel_of(game) for game in order.given["games"]]
    for duel in duels:
        say(slug=duel.slug, user_id=user.pk, text=order.given["text"], announce=True)
    return _("Announcement sent to: %(games)s.") % {"games": listed([duel.slug for duel in duels])}


def _subscribe(order: Order, user: User) -> str:
    duels = [resolution.duel_of(game) for game in order.given["games"]]
    for duel in duels:
        subscribe(user=user, duel=duel)
    return _("From now on, we’ll e-mail you each round of %(games)s.") % {
        "games": listed([duel.slug for duel in duels])
    }


def _register(order: Order, user: User) -> str:
    """Register a mage, and return a confirmation and the ladder.

    The ladder helps the user find opponents.
    """
    mage = register_mage(owner=user, name=order.given["name"], gender="x")
    return fitted(_("%(name)s is registered.") % {"name": mage}) + f"\n\n{texts.scores(user)}"


def _changeuser(order: Order, user: User) -> str:
    changed = preferences.change_username(user=user, username=order.given["name"])
    return _("Your username is now %(username)s.") % {"username": changed.username}


def _vacation(order: Order, user: User) -> str:
    book_vacation(user=user, days=order.given["number"])
    return _("You’re on vacation. Your vacation ends as soon as you play.")


def _retire(order: Order, user: User) -> str:
    mage = resolution.own_mage(user, order.given["name"])
    retirement.retire(mage=mage, user=user)
    return _("%(name)s is now retired.") % {"name": mage}


def _quit(order: Order, user: User) -> str:
    """End the life of the named mage.

    Without a name, refer the user to the page where they can delete their account.
    """
    if "name" not in order.given:
        return _quit_account(order, user)
    mage = resolution.own_mage(user, order.given["name"])
    retirement.quit_mage(mage=mage, user=user)
    return _("%(name)s has been deleted.") % {"name": mage}


def _quit_account(order: Order, user: User) -> str:
    if names := [mage.name for mage in living_mages(user)]:
        raise Mistake(
            _("You still have mages. Send QUIT for each of them first: %(names)s.") % {"names": listed(names)}
        )
    return _only_there("quit_account")(order, user)


def _only_there(name: str) -> Do:
    """Return a function that refers the user to the page called `name`.

    The function handles orders that need the user's password, because a password must not be sent by e-mail.
    """

    def do(order: Order, user: User) -> str:
        text = _("You can’t do this by e-mail. Log in and use this page:")
        return f"{text}\n{link_to(reverse(name))}"

    return do


def _plainly(do: Do) -> Do:
    """Return a function that calls `do` and wraps the resulting text at 72 columns."""

    def fitted_do(order: Order, user: User) -> str:
        return fitted(do(order, user))

    return fitted_do


DOING: Final[Mapping[str, Do]] = {
    "SCORES": _scores,
    "GAMES": lambda order, user: texts.games(user, order.given["games"]),
    "CHALLENGES": lambda order, user: texts.challenges(user),
    "INFO": lambda order, user: texts.info(user, resolution.names(order.given["names"])),
    "RULES": _rules,
    "FAQ": lambda order, user: library.faq(),
    "RESEND": lambda order, user: texts.resend(user, order.given["number"]),
    "REPLAY": _replay,
    "SHOW": _of_each_game(lambda user, game: texts.show(user, game)),
    "DESCRIBE": _of_each_game(lambda user, game: texts.describe(user, game)),
    "STATS": lambda order, user: texts.stats(order.given["names"]),
    "REGISTER": _register,
    "MESSAGE": _plainly(_message),
    "ANNOUNCE": _plainly(_announce),
    "SUBSCRIBE": _plainly(_subscribe),
    "CHANGEUSER": _plainly(_changeuser),
    "ADDRESS": _plainly(_only_there("account_email")),
    "PASSWORD": _plainly(_only_there("account_change_password")),
    "VACATION": _plainly(_vacation),
    "RETIRE": _plainly(_retire),
    "QUIT": _plainly(_quit),
    "NEWGAME": challenging.newgame,
    "ACCEPT": _plainly(challenging.accept),
    "DECLINE": _plainly(challenging.decline),
    "CHANGEGAME": _plainly(challenging.changegame),
    "OPPOSE": _plainly(challenging.oppose),
    "WITHDRAW": _plainly(challenging.withdraw),
}
"""The functions that carry out administration orders, by verb."""
