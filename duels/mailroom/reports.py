"""The report of a turn, as the Mountain wrote it, by the eyes of who gets it.

It tells what happened, what all hands have made, how all stand, what is asked of him, and gives an example of how to
answer. All that is told of a duel comes from `duels.viewing.duels`, where what he may know is picked.
Source: Firetop Mountain, "EXAMPLE GAME".
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

Json = dict[str, Any]


def thread_of(duel: Duel) -> str:
    """The Message-ID to which all letters of a duel belong."""
    return f"duel-{duel.slug}@{urlsplit(settings.SITE_URL).hostname}"


def status(duel: Duel, user: Any, lead: str = "", name: str = "") -> str:
    """The duel as it stands for this user, `lead` on top; in the language that is in force. A watcher is asked nothing.

    `name`: for which of his wizards, if he has several.

    Raises `EngineError` if the duel cannot be played again.
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
    """Who fights whom, and by what was agreed on."""
    about = ", ".join([books()[duel.book].title, *facts_of(duel, view["wizards"])])
    return _("%(duel)s (duel %(number)s)\n%(terms)s") % {
        "duel": versus(view["wizards"]),
        "number": duel.slug,
        "terms": about,
    }


# What happened --------------------------------------------------------------------------------------------------------


def _happened(rounds: list[Json]) -> Iterator[str]:
    """The last round, and the free ones that were played with it."""
    if not rounds:
        yield section(_("The duel begins"), fitted(_("The wizards bow to each other."), " "))
    for entry in _last(rounds):
        title = catalogue()["report"].get(f"round.{entry['kind']}", catalogue()["report"]["round"])
        sentences = [fitted(event["text"], " ", "   ") for event in entry["events"]]
        yield section(title.format(number=entry["number"]), "\n".join(sentences) or fitted(_("Nothing happened."), " "))


def _last(rounds: list[Json]) -> list[Json]:
    """The last round; and where that was a free one, those before it, back to an ordinary one."""
    at = len(rounds) - 1
    while at > 0 and rounds[at]["kind"] != "normal":
        at -= 1
    return rounds[max(at, 0) :]


# How all stand --------------------------------------------------------------------------------------------------------


def _standing(scene: Json) -> Iterator[str]:
    for wizard in scene["wizards"]:
        yield fitted(f"{wizard['name']}: {'; '.join(_about(wizard))}", " ", "   ")
        for monster in wizard["monsters"]:
            yield fitted(_monster(monster), "   ", "     ")
    for monster in scene["loose"]:
        yield fitted(_monster(monster), " ", "   ")


def _about(wizard: Json) -> Iterator[str]:
    """His points, what is in force on him, and what he has banked."""
    points = _("%(hp)s of %(most)s hit points") % {"hp": wizard["hp"], "most": wizard["max_hp"]}
    last_seen = _("%(points)s when last seen") % {"points": points}
    yield points if wizard["seen"] else last_seen
    if not wizard["alive"]:
        yield _("dead")
    elif wizard["surrendered"]:
        yield _("surrendered")
    yield from _effects(wizard)
    if wizard["banked"]:
        spell = wizard["banked_spell"]
        yield _("%(spell)s is banked") % {"spell": spell} if spell else _("has a stored spell")


def _monster(monster: Json) -> str:
    """What it is, whom it attacks, and what is in force on it."""
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


# What is asked --------------------------------------------------------------------------------------------------------


def _asked(duel: Duel, frame: Json) -> Iterator[str]:
    asked = frame["request"]
    if asked is None:
        yield section(_("Your task"), fitted(_waiting(frame)))
        return
    sealed = [fitted(_("You have sealed this. You can send it again with changes until the last player has sealed."))]
    told = [*(sealed if frame["entered"] else []), *_until(frame), *_needed(asked)]
    yield section(_title(asked), *told)
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
    """What he should know before he gives orders, what his hands may complete, and what is to be decided."""
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
    """Round `number` of the course of a duel as `duels.viewing.duels` has it: what happened, and how all stood then."""
    shown = scene(course, number)
    entry = next(step["rounds"] for step in course["steps"] if step["number"] == shown["number"])
    return article(*_happened(entry), section(_("Wizards and monsters"), "\n".join(_standing(shown))))
