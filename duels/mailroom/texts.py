"""Pages as plain text for e-mails.

Each function returns the contents of a page as `user` may see them, in the active language and in lines of up to 72
characters. A `number` is the slug of a duel or the token of a challenge. The functions raise `Refused` if the page does
not exist or cannot be shown. Source: the rules of the play-by-mail server Firetop Mountain, "ORDERS".
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.email_html import WIDTH
from accounts.email_rendering import link_to
from accounts.models import EmailNotification, Mage, User
from accounts.selectors import lives_of, mage_named, notifications_of, user_named, users_listed
from accounts.services.preferences import send_again
from duels.challenges import challenge_page, lobby
from duels.challenges.open_challenges import challenge_of, open_challenges
from duels.ladder import standings
from duels.ladder.career import career_of
from duels.ladder.users import user_rows
from duels.mailroom.hands import table_of_hands
from duels.mailroom.layout import article, facts, fitted, section, table
from duels.mailroom.reports import replayed
from duels.models import Challenge, Duel, OutgoingEmail
from duels.stats import figures
from duels.viewing.duels import NotOpen, course, duel_named, reading
from duels.wording import duel_lists
from duels.wording.dates import day_of
from duels.wording.endings import ENDINGS
from duels.wording.headings import versus_of
from duels.wording.refusals import Refused
from wavinghands import engine
from wavinghands.engine import Json

MOST_RANKS, MOST_DUELS, MOST_USERS, MOST_LINES = 200, 50, 200, 20
"""The maximum numbers of rows in lists in an e-mail. The pages show all rows."""
MOST_EMAILS = 20

KINDS = {"duel": (False,), "melee": (True,), "all": (False, True)}
SCORES = {False: gettext_lazy("Duel scores"), True: gettext_lazy("Melee scores")}
GROUPS = ("spells", "openings", "endings", "activity")
OLD_GROUPS = {"spelluse": "spells", "info": "endings", "wizactive": "activity"}
"""The groups of statistics, by their names on Firetop Mountain."""

# Scores, mages, users -------------------------------------------------------------------------------------------------


def scores(user: Any, kind: str = "all") -> str:
    """Return the ladder for duels, for melees, or for both."""
    if kind not in KINDS:
        raise Refused("unknown", gettext_lazy("Choose which scores to show: duel, melee or all."))
    return article(*(_scores(user, melee=melee) for melee in KINDS[kind]))


def _scores(user: Any, *, melee: bool) -> str:
    found = standings.ranked(melee=melee)[:MOST_RANKS]
    ranks = standings.lines(found, standings.places(melee=melee), "score", user.pk)
    head = (_("Rank"), _("Mage"), _("Score"), _("Rating"), _("Wins"), _("Losses"), _("Draws"))
    rows = [(it.place, it.name, it.score, it.rating_text or "–", it.wins, it.losses, it.draws) for it in ranks]
    body = table(head, rows, left=(1,)) if rows else fitted(_("Nobody has a score yet."))
    return section(str(SCORES[melee]), body, _more(reverse("ladder")) if len(rows) == MOST_RANKS else "")


def info(user: Any, names: Sequence[str] = ()) -> str:
    """Return the profiles of these mages and users.

    Without names, return a list of all users and their mages.
    """
    if names:
        return article(*(_about(name, user) for name in names))
    rows = user_rows(users_listed(by_activity=True)[:MOST_USERS], user)
    users = [(row.name, ", ".join(mage.name for mage in row.mages) or _("no mage")) for row in rows]
    return section(_("Users and their mages"), facts(users), _more(reverse("users")) if len(rows) == MOST_USERS else "")


def _about(name: str, user: Any) -> str:
    found = mage_named(name)
    if found is not None:
        return _mage(found, user)
    who = user_named(name)
    if who is None or who.is_guest:
        raise Refused("unknown", gettext_lazy("There is no mage or user called %(name)s."), name=name)
    return _user(who)


def _user(user: User) -> str:
    mages = ", ".join(mage.name for mage in lives_of(user) if mage.ended is None) or _("no mage")
    rows = [(_("Mages"), mages), (_("Member since"), day_of(user.date_joined).text), (_("About"), user.about)]
    return section(user.username, facts(rows))


def _mage(mage: Mage, user: Any) -> str:
    career = career_of(mage, user)
    rows = [
        (_("Owner"), mage.owner.username),
        (_("Registered"), day_of(mage.registered).text),
        *_states(mage),
        *((str(SCORES[melee]), _standing(standing)) for melee, standing in standings.standings_of(mage).items()),
        (_("Recent duels"), " ".join(str(mark.result.letter) for mark in career.form)),
        (_("Streak"), career.run),
        (_("About"), mage.about),
    ]
    return section(mage.name, facts(rows), link_to(reverse("mage", args=[mage.name])))


def _states(mage: Mage) -> Iterator[tuple[str, str]]:
    if mage.ended is not None:
        yield _("Ended"), day_of(mage.ended).text
    elif mage.retired is not None:
        yield _("Retired"), day_of(mage.retired).text


def _standing(standing: Any) -> str:
    text = _("%(score)s, rating %(rating)s; won %(won)s, lost %(lost)s, drawn %(drawn)s")
    it = standings.shown(standing)
    return text % {
        "score": it.score,
        "rating": it.rating_text or "–",
        "won": it.wins,
        "lost": it.losses,
        "drawn": it.draws,
    }


# Duels and challenges -------------------------------------------------------------------------------------------------


def games(user: Any, numbers: Sequence[str] = ()) -> str:
    """Return a list of the duels with these numbers.

    Without numbers, list the user's own duels, duels in progress, and duels that finished recently.
    """
    if numbers:
        return section(_("Duels"), *_duels([_duel(number) for number in numbers]))
    under_way = list(duel_lists.duels_under_way()[:MOST_DUELS])
    over = list(duel_lists.duels_over()[:MOST_DUELS])
    own = list(duel_lists.own_under_way(user)) if user.is_authenticated else []
    return article(
        section(_("Your duels"), *_duels(own)),
        section(_("Current duels"), *(_duels(under_way) or [fitted(_("None right now."))])),
        section(_("Finished duels"), *(_duels(over) or [fitted(_("None yet."))])),
    )


def _duels(duels: Sequence[Duel]) -> list[str]:
    rows = duel_lists.rows(duels)
    return [_duel_row(duel.slug, row) for duel, row in zip(duels, rows, strict=True)]


def _duel_row(number: str, row: duel_lists.DuelRow) -> str:
    waits = [_("your turn")] if row.waits else []
    details = "; ".join([row.book, row.outcome, *row.facts, row.ago, *waits]).replace("\u00a0", " ")
    return "\n".join([fitted(f"{row.title}", " ", "   "), fitted(details, "   "), f"   {number}"])


def challenges(user: Any) -> str:
    """Return a list of the open challenges that the lobby shows to this user."""
    offers = lobby.offers_for(open_challenges([user.pk]), user.pk)
    blocks = [_offer(offer) for offer in offers]
    return section(_("Challenges"), *(blocks or [fitted(_("No open challenges right now."))]))


def _offer(offer: Json) -> str:
    for_all = _("open to members of %(club)s") % {"club": offer["club"]} if offer["club"] else _("open to everyone")
    door = for_all if offer["is_open"] else _("for %(names)s") % {"names": ", ".join(offer["named"])}
    come = _("joined: %(names)s") % {"names": ", ".join(offer["accepted"])}
    basics = [offer[name] for name in ("book", "differs", "clock", "melee", "terms")]
    terms = "; ".join(filter(None, [*basics, door, come]))
    lines = [f" {offer['challenger']}", fitted(terms, "   ")]
    if offer["comment"]:
        lines.append(fitted(f"“{offer['comment']}”", "   "))
    return "\n".join([*lines, f"   {offer['token']}"])


def show(user: Any, number: str) -> str:
    challenge = challenge_of(number)
    if challenge is not None and challenge.duel is None:
        return _challenge(challenge, user)
    duel = challenge.duel if challenge is not None and challenge.duel is not None else _duel(number)
    text = _read(duel, user, "show").rstrip("\n")
    lines = [f" {line}".rstrip() for line in text.split("\n")]
    fits = max(map(len, lines)) <= WIDTH
    return section(versus_of(duel.seats.all()), "\n".join(lines) if fits else _narrow(duel, user))


def _narrow(duel: Duel, user: Any) -> str:
    """Return the table of gestures for a duel with too many wizards for the usual format."""
    steps = course(duel, user)["steps"]
    rounds = [entry for step in steps for entry in step["rounds"]]
    return table_of_hands(rounds, [wizard["name"] for wizard in steps[0]["wizards"]])


def _challenge(challenge: Challenge, user: Any) -> str:
    page = challenge_page.page_of(challenge, user)
    people = [(person["name"], person["state_text"]) for person in page["people"]]
    changes = [
        fitted(
            f"{change['number']}. {change['proposer']}: {'; '.join(change['wants'])} ({change['verdict']})", " ", "   "
        )
        for change in page["changes"]
    ]
    title = _("Challenge by %(challenger)s") % {"challenger": challenge.challenger}
    terms = [page["offer"]["book"], page["offer"]["clock"], *page["terms"]]
    comment = page["offer"]["comment"] and fitted(f"“{page['offer']['comment']}”")
    return section(
        title, fitted("; ".join(terms)), comment, facts(people), "\n".join(changes), _page_of(challenge.token)
    )


def _page_of(token: str) -> str:
    return link_to(reverse("challenge", args=[token]))


def describe(user: Any, number: str) -> str:
    """Return a text that describes all events in a duel, round by round."""
    duel = _duel(number)
    lines = _read(duel, user, "describe").rstrip("\n").split("\n")
    wrapped = [fitted(line, " ", "   ") if line.startswith(" ") else line for line in lines]
    return section(versus_of(duel.seats.all()), "\n".join(wrapped))


def replay(user: Any, number: str, round_number: int | None = None) -> str:
    """Return a report on a round of a duel, by default the last one."""
    duel = _duel(number)
    try:
        steps = course(duel, user)
    except engine.RecordError as error:
        raise Refused("failed", str(error)) from error
    last = steps["last"]
    if not last:
        raise Refused("unknown", gettext_lazy("No round of this duel has been played yet."))
    if round_number is not None and not 1 <= round_number <= last:
        raise Refused("unknown", gettext_lazy("You can replay rounds 1 to %(last)s."), last=last)
    return article(fitted(versus_of(duel.seats.all())), replayed(steps, round_number or last))


def _duel(number: str) -> Duel:
    duel = duel_named(number)
    if duel is None:
        raise Refused("unknown", gettext_lazy("There is no duel %(number)s."), number=number)
    return duel


def _read(duel: Duel, user: Any, form: str) -> str:
    try:
        return reading(duel, user, form)
    except (engine.EngineError, NotOpen) as error:
        raise Refused("failed", str(error)) from error


# Statistics -----------------------------------------------------------------------------------------------------------


def stats(groups: Collection[str] = ()) -> str:
    """Return these groups of statistics, by default all groups."""
    asked = [OLD_GROUPS.get(group.lower(), group.lower()) for group in groups] or GROUPS
    for group in asked:
        if group not in GROUPS:
            known = ", ".join(GROUPS)
            raise Refused("unknown", gettext_lazy("Choose from these statistics: %(known)s."), known=known)
    return article(*(_GROUPS[group]() for group in asked))


def _spells() -> str:
    return section(_("Spells cast"), _results(_("Spell"), figures.of_all("spell", most=MOST_LINES)))


def _openings() -> str:
    return section(_("Openings"), _results(_("Opening"), figures.of_all("opening", most=MOST_LINES)))


def _results(head: str, lines: Sequence[figures.Line]) -> str:
    rows = [(line.label, line.times, line.won, line.drawn, line.lost, f"{line.share} %") for line in lines]
    titles = (head, _("Count"), _("Wins"), _("Draws"), _("Losses"), _("Percentage won"))
    return table(titles, rows) if rows else fitted(_("No statistics yet."))


def _endings() -> str:
    rows = [(ENDINGS.get(line.key, line.label), line.times) for line in figures.of_all("ending")]
    body = table((_("Ending"), _("Duels")), rows) if rows else fitted(_("No statistics yet."))
    return section(_("Endings"), body)


def _activity() -> str:
    days = [day for day in figures.days(until=timezone.now().date()) if day.duels or day.melees]
    rows = [(day.label, day.duels, day.melees, day.rounds, day.users) for day in days[: -MOST_LINES - 1 : -1]]
    head = (_("Day"), _("Duels"), _("Melees"), _("Rounds"), _("Users"))
    return section(_("Activity"), table(head, rows) if rows else fitted(_("No statistics yet.")))


_GROUPS = {"spells": _spells, "openings": _openings, "endings": _endings, "activity": _activity}


# E-mails --------------------------------------------------------------------------------------------------------------


def resend(user: Any, how_many: int = 1) -> str:
    """Queue the latest e-mails to a user to be sent again, and return a confirmation.

    `how_many` is the number of e-mails. They include the site's answers to the user's e-mails.
    """
    most = max(1, min(how_many, MOST_EMAILS))
    notifications = notifications_of(user).filter(sent__isnull=False).order_by("-sent", "-pk")[:most]
    sent: list[EmailNotification | OutgoingEmail] = [*notifications, *_answers_to(user)[:most]]
    last = sorted(sent, key=lambda it: it.sent or it.written, reverse=True)[:most]
    answers = [it.pk for it in last if isinstance(it, OutgoingEmail)]
    try:
        number = send_again(user=user, notifications=[it.pk for it in last if isinstance(it, EmailNotification)])
    except ValidationError as error:
        raise Refused("illegal", " ".join(error.messages)) from error
    now = timezone.now()
    number += OutgoingEmail.objects.filter(pk__in=answers).update(asked=now, ripe=now, sent=None, tries=0)
    text = ngettext(
        "%(number)s e-mail is on its way to you again.", "%(number)s e-mails are on their way to you again.", number
    )
    return fitted(text % {"number": number})


def _answers_to(user: Any) -> QuerySet[OutgoingEmail]:
    """Return the answers sent to the user's current address, newest first.

    Answers with a mail key are left out, because their text has been deleted.
    """
    sent = OutgoingEmail.objects.filter(user=user.pk, address__iexact=user.email, sent__isnull=False)
    return sent.exclude(text="").order_by("-sent", "-pk")


def _more(path: str) -> str:
    text = _("See all:")
    return f"{fitted(text)}\n{link_to(path)}"
