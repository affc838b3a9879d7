"""Validation of duel records that users import or continue as practice duels."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import NAME_LENGTH
from wavinghands import engine
from wavinghands.engine import Json


def loaded(record: Json) -> engine.Duel:
    """Replay a record, checking all its orders, and return the final state.

    Raise `ValidationError` if the record cannot be replayed.
    """
    try:
        return engine.load(record)
    except engine.EngineError as error:
        raise ValidationError(_("This record can’t be replayed: %(error)s.") % {"error": error}) from error


def check_names(record: Json) -> None:
    """Raise `ValidationError` if a wizard's name in this record is too long for a seat."""
    if any(len(wizard["name"]) > NAME_LENGTH for wizard in record["wizards"]):
        raise ValidationError(_("A wizard’s name can have at most %(most)s characters.") % {"most": NAME_LENGTH})
