"""The report that one viewer of a duel gets by e-mail after each round.

It contains the events in the last round, all gestures, the state of wizards and monsters, the questions to the viewer,
and example orders. The data come from `duels.viewing.duels`, which hides everything that the viewer may not know.
Source: the rules of the play-by-mail server Firetop Mountain, "EXAMPLE GAME".
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from duels.mailroom.examples import HANDS, answers_to, example
from duels.mailroom.hands import table_of_hands
from duels.mailroom.layout import article, fitted, section
from duels.models import Duel
from duels.viewing.duels import duel_frame
from duels.viewing.replays import scene, scene_of
from duels.wording.duel_lists import outcome
from duels.wording.headings import facts_of, versus
from duels.wording.languages import books, catalogue
from wavinghands.engine import Json


def thread_of(duel: Duel) -> str:
    """Return the Message-ID to which all e-mails about a duel refer.

    This makes mail programs show them as one thread.
    """
    return f"duel-{duel.slug}@{urlsplit(settings.SITE_URL).hostname}"


def status(duel: Duel, user: Any, lead: str = "", name: str = "") -> str:
    """Return the report on a duel for this user, in the active language.

    It begins with the text `lead`. If the user plays several wizards, `name` is the wizard that the report is for.
    Spectators get no questions. Raise `EngineError` if the duel cannot be replayed.
    """
    frame = duel_frame(duel, user, name)
    view = frame["view"]
    rounds = [*view["rounds"], *([view["reveal"]] if view["reveal"] else [])]
    return article(
        fitted(lead) if lead else "",
        fitted(_headline(duel, view)),
        *_happened(rounds),
        section(_("Gestures so far"), table_of_hands(rounds, [wizard["name"] for wizard in view["wizards"]])),
        section(_("Wizards and monsters"), "\n".join(_standing(scene_of(view, rounds)))),
        *(_asked(duel, frame) if view["result"] is None else _ended(duel)),
    )


def _headline(duel: Duel, view: Json) -> str:
    """Return a text that names the wizards, number, spell book and terms of the duel."""
    about = ", ".join([books()[duel.book].title, *facts_of(duel, view["wizards"])])
    return _("%(duel)s (duel %(number)s)\n%(terms)s") % {
        "duel": versus(view["wizards"]),
        "number": duel.slug,
        "terms": about,
    }


# Events ---------------------------------------------------------------------------------------------------------------


def _happened(rounds: list[Json]) -> Iterator[str]:
    """Yield a section about the last round and about each extra round that belongs to it."""
    if not rounds:
        yield section(_("The duel begins"), fitted(_("The wizards bow to each other."), " "))
    for entry in _last(rounds):
        title = catalogue()["report"].get(f"round.{entry['kind']}", catalogue()["report"]["round"])
        sentences = [fitted(event["text"], " ", "   ") for event in entry["events"]]
        yield section(title.format(number=entry["number"]), "\n".join(sentences) or fitted(_("Nothing happened."), " "))


def _last(rounds: list[Json]) -> list[Json]:
    """Return the last normal round and the extra rounds that Haste and Time Stop added to it."""
    at = len(rounds) - 1
    while at > 0 and rounds[at]["kind"] != "normal":
        at -= 1
    return rounds[max(at, 0) :]


# The state of beings --------------------------------------------------------------------------------------------------


def _standing(scene: Json) -> Iterator[str]:
    for wizard in scene["wizards"]:
        yield fitted(f"{wizard['name']}: {'; '.join(_about(wizard))}", " ", "   ")
        for monster in wizard["monsters"]:
            yield fitted(_monster(monster), "   ", "     ")
    for monster in scene["loose"]:
        yield fitted(_monster(monster), " ", "   ")


def _about(wizard: Json) -> Iterator[str]:
    """Yield texts about a wizard's hit points, effects and stored spell."""
    points = _("%(hp)s of %(most)s hit points") % {"hp": wizard["hp"], "most": wizard["max_hp"]}
    last_seen = _("%(points)s when last seen") % {"points": points}
    yield points if wizard["seen"] else last_seen
    if not wizard["alive"]:
        yield _("dead")
    elif wizard["surrendered"]:
        yield wizard["departure"]
    yield from _effects(wizard)
    if wizard["banked"]:
        spell = wizard["banked_spell"]
        yield _("stored: %(spell)s") % {"spell": spell} if spell else _("has a stored spell")


def _monster(monster: Json) -> str:
    parts = [f"{monster['name']}, {monster['kind']}, {monster['hp']}/{monster['max_hp']}"]
    if monster["target"]:
        parts.append(_("attacks %(whom)s") % {"whom": monster["target"]})
    return "; ".join([*parts, *_effects(monster)])


def _effects(being: Json) -> Iterator[str]:
    for effect in being["effects"]:
        if effect["lasts"]:
            yield _("%(effect)s, permanent") % {"effect": effect["name"]}
        elif effect["left"]:
            left = ngettext("%(effect)s, %(left)s round left", "%(effect)s, %(left)s rounds left", effect["left"])
            yield left % {"effect": effect["name"], "left": effect["left"]}
        else:
            yield effect["name"]


# Questions ------------------------------------------------------------------------------------------------------------


def _asked(duel: Duel, frame: Json) -> Iterator[str]:
    asked = frame["request"]
    if asked is None:
        yield section(_("Your task"), fitted(_waiting(frame)))
        return
    sealed = [fitted(_("You have already sealed these. You can change and resend them until all players have sealed."))]
    parts = [*(sealed if frame["entered"] else []), *_until(frame), *_needed(asked)]
    yield section(_title(asked), *parts)
    how = _("Reply to this message with lines like these at the top; END is optional.")
    what = _(
        "Text after a semicolon is ignored. Remove the semicolon from each line you want to use. "
        "HELP lists all commands."
    )
    orders = "\n".join(f" {line}" for line in example(duel.slug, asked))
    yield section(_("How to reply"), fitted(f"{how} {what}"), orders)


def _title(asked: Json) -> str:
    title = _("Round %(number)s: your orders") if asked["type"] == "orders" else _("Round %(number)s: your answers")
    return title % {"number": asked["round"]}


def _waiting(frame: Json) -> str:
    if not frame["waiting"]:
        return _("Nothing to do right now.")
    return _("You have nothing to do right now. The duel is waiting for %(names)s.") % {
        "names": ", ".join(frame["waiting"])
    }


def _until(frame: Json) -> Iterator[str]:
    if frame["deadline"] is not None:
        until = date_format(datetime.fromtimestamp(frame["deadline"] / 1000, UTC), _("j F, H:i"))
        yield fitted(_("Send them by %(time)s UTC.") % {"time": until})


def _needed(asked: Json) -> Iterator[str]:
    """Yield texts that help the user write orders.

    The texts contain notes, the spells that gestures would complete, and questions with possible answers.
    """
    yield from (fitted(note["text"]) for note in asked.get("notes", ()))
    if asked["type"] == "orders" and (lines := "\n".join(_completes(asked["completes"]))):
        title = _("These gestures complete a spell:")
        yield f"{fitted(title)}\n{lines}"
    for question in asked["questions"]:
        answers = [f" {line}" for answer in answers_to(question) for line in answer.lines]
        yield "\n".join([fitted(question["text"]), *answers])


def _completes(completes: Json) -> Iterator[str]:
    for slot, by_gesture in completes.items():
        for gesture, spells in by_gesture.items():
            names = _(" or ").join(spell["name"] for spell in spells)
            yield fitted(f"{HANDS[slot]} {gesture}  {names}", " ", "       ")


def _ended(duel: Duel) -> Iterator[str]:
    yield section(_("The duel is over"), fitted(f"{outcome(duel)}."))


def replayed(course: Json, number: int) -> str:
    """Return a text about the events in a round and the state after it.

    `course` is the whole duel from one point of view, as returned by `duels.viewing.duels.course()`.
    """
    shown = scene(course, number)
    entry = next(step["rounds"] for step in course["steps"] if step["number"] == shown["number"])
    return article(*_happened(entry), section(_("Wizards and monsters"), "\n".join(_standing(shown))))
