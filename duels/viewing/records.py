"""Duel records that people bring, or go on from: played once, to see whether they can be kept here."""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import NAME_LENGTH
from wavinghands import engine

Json = dict[str, Any]


def loaded(record: Json) -> engine.Duel:
    """The duel of a record, every order in it checked; raises `ValidationError`."""
    try:
        return engine.load(record)
    except engine.EngineError as error:
        raise ValidationError(_("This record cannot be played: %(error)s.") % {"error": error}) from error


def check_names(record: Json) -> None:
    """Whether seats have room for the names of its wizards; raises `ValidationError`."""
    if any(len(wizard["name"]) > NAME_LENGTH for wizard in record["wizards"]):
        raise ValidationError(_("A wizard’s name has at most %(most)s letters here.") % {"most": NAME_LENGTH})
