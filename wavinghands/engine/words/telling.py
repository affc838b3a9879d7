"""Views of a duel in which each event includes a sentence and the rule behind it."""

from wavinghands.engine.duel import Account, Duel
from wavinghands.engine.events import Event, Viewer
from wavinghands.engine.phases import Asked
from wavinghands.engine.plain_data import Json
from wavinghands.engine.view import known_to
from wavinghands.engine.words.english import ENGLISH, Catalogue
from wavinghands.engine.words.prose import Genders, tell
from wavinghands.engine.words.reasons import rule_of
from wavinghands.engine.words.sections import in_order, section_of


def view(subject: Duel | Asked, viewer: Viewer, *, since: int = 0, catalogue: Catalogue = ENGLISH) -> Json:
    """Return the view from `known_to`, with all rounds after round `since` and their events in words.

    The events of a round are in the order of a report, each with its `section`. They are cached and shared by all
    viewers: never change them.
    """
    genders = genders_of(subject.duel if isinstance(subject, Asked) else subject)

    def shown_once(happened: Account, events: list[Event]) -> list[Json]:
        """Return the events in words and in order.

        The result is cached for all viewers who see the same events.
        """
        alike = (id(catalogue), *map(id, events))
        if alike not in happened.shown:
            happened.shown[alike] = in_order([worded(happened, event) for event in events], list(genders))
        return happened.shown[alike]

    def worded(happened: Account, event: Event) -> Json:
        """Return an event in words.

        The result is cached and shared by all viewers who read the same language.
        """
        known = happened.worded.setdefault(id(catalogue), {})
        if id(event) not in known:
            known[id(event)] = event_in_words(event, genders, catalogue)
            known[id(event)]["section"] = section_of(event.type, event.data)
        return known[id(event)]

    return known_to(subject, viewer, since=since, tell=shown_once)


def genders_of(duel: Duel) -> Genders:
    """Return the genders of the wizards of `duel`, by name."""
    return {wizard.name: wizard.gender for wizard in duel.wizards}


def event_in_words(event: Event, genders: Genders, catalogue: Catalogue = ENGLISH) -> Json:
    """Return an event for viewers: its `type`, the sentence `text`, the `rule` behind it, and its facts."""
    return {"type": event.type, "text": tell(event, genders, catalogue), "rule": rule_of(event), **event.data}
