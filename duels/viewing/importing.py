"""Duels that were fought elsewhere: a duel record becomes a replay.

What is imported counts for nothing and stands in no list: it is for who has its address. The address follows from the
record, so that the same record, brought twice, is one.
"""

import hashlib
from base64 import urlsafe_b64encode
from typing import Any

import msgspec
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from duels.models import Duel, Round, Seat
from duels.viewing.records import check_names, loaded
from wavinghands import engine

LARGEST = 400_000
"""Characters of a record."""
MOST_ROUNDS_PLAYED = 400
"""Rounds by wizards: two hundred of two, fifty of eight, more than any duel has come to. Each page of it plays them."""
LARGEST_SEED = 2**63 - 1
"""The database keeps no larger one."""

Json = dict[str, Any]


def read(text: str) -> Json:
    """The record in this text, as the engine writes it, every order in it checked; raises `ValidationError`."""
    if len(text) > LARGEST:
        raise ValidationError(_("A record has at most %(most)s characters.") % {"most": LARGEST})
    if "\\u0000" in text:
        raise ValidationError(_("A record has no null characters."))  # PostgreSQL keeps none
    try:
        record = msgspec.json.decode(text.encode())
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        why = str(error).removeprefix("JSON is malformed: ")  # which has been said
        raise ValidationError(_("This is no duel record: it is no JSON (%(error)s).") % {"error": why}) from error
    if not isinstance(record, dict):
        raise ValidationError(_("This is no duel record: a record is an object."))
    rounds, wizards = record.get("rounds"), record.get("wizards")
    most = MOST_ROUNDS_PLAYED // max(2, len(wizards) if isinstance(wizards, list) else 0)
    if isinstance(rounds, list) and len(rounds) > most:
        raise ValidationError(_("A record has at most %(most)s rounds.") % {"most": most})
    return engine.dump(loaded(record))


def import_record(*, text: str) -> Duel:
    """The duel that the record in this text tells of; raises `ValidationError`."""
    record = read(text)
    check_names(record)
    if abs(record["seed"] or 0) > LARGEST_SEED:
        raise ValidationError(_("A seed is at most %(most)s here.") % {"most": LARGEST_SEED})
    slug = _slug_of(record)
    return Duel.objects.filter(slug=slug).first() or _write(slug, record)


def _slug_of(record: Json) -> str:
    digest = hashlib.sha256(msgspec.json.encode(record, order="sorted")).digest()
    return urlsafe_b64encode(digest[:9]).decode()


@transaction.atomic
def _write(slug: str, record: Json) -> Duel:
    now, count = timezone.now(), len(record["rounds"])
    facts = {
        "book": record["spellbook"],
        "options": record["options"],
        "seed": record["seed"] or 0,
        "melee": len(record["wizards"]) > 2,
        "round": count + 1,
        "begun_at": count,
        "result": record["result"],
    }
    aside = {"practice": True, "counts": False, "public": False, "imported": True, "ended": now, "tallied": now}
    duel, is_new = Duel.objects.get_or_create(slug=slug, defaults={**facts, **aside})
    if is_new:
        Seat.objects.bulk_create(
            Seat(duel=duel, position=position, due=False, **wizard) for position, wizard in enumerate(record["wizards"])
        )
        Round.objects.bulk_create(Round(duel=duel, played=now, **entry) for entry in record["rounds"])
    return duel
