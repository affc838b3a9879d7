"""Import of duels fought elsewhere, as replays of their records.

Imported duels are neither rated nor listed, so only people who have the address can see them. The address is derived
from the record, so importing the same record twice creates only one duel.
"""

import hashlib
from base64 import urlsafe_b64encode

import msgspec
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from duels.models import Duel, Round, Seat
from duels.viewing.records import check_names, loaded
from wavinghands import engine
from wavinghands.engine import Json

LARGEST = 400_000
"""The maximum length of a record, in characters."""
MOST_ROUNDS_PLAYED = 400
"""The maximum product of the number of rounds and the number of wizards.

It allows 200 rounds for two wizards and 50 for eight, which is more than in any known duel. There is a limit because
each page of a replay replays all rounds.
"""
LARGEST_SEED = 2**63 - 1
"""The largest seed that fits into the database column."""


def read(text: str) -> Json:
    """Parse a duel record, check it with the engine, and return it in normal form.

    Raise `ValidationError` if the record is invalid or too large.
    """
    if len(text) > LARGEST:
        raise ValidationError(_("A record can have at most %(most)s characters.") % {"most": LARGEST})
    if "\\u0000" in text:
        raise ValidationError(_("A record must not contain null characters."))  # PostgreSQL cannot store them
    try:
        record = msgspec.json.decode(text.encode())
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        why = str(error).removeprefix("JSON is malformed: ")  # the message below already says so
        raise ValidationError(
            _("This isn’t a duel record: it isn’t valid JSON (%(error)s).") % {"error": why}
        ) from error
    if not isinstance(record, dict):
        raise ValidationError(_("This isn’t a duel record: a record is a JSON object."))
    rounds, wizards = record.get("rounds"), record.get("wizards")
    most = MOST_ROUNDS_PLAYED // max(2, len(wizards) if isinstance(wizards, list) else 0)
    if isinstance(rounds, list) and len(rounds) > most:
        raise ValidationError(_("A record can have at most %(most)s rounds.") % {"most": most})
    return engine.dump(loaded(record))


def import_record(*, text: str) -> Duel:
    """Return the imported duel with the record in `text`, creating it if it does not exist yet.

    Raise `ValidationError` if the record is invalid or too large.
    """
    record = read(text)
    check_names(record)
    if abs(record["seed"] or 0) > LARGEST_SEED:
        raise ValidationError(_("The seed can be at most %(most)s.") % {"most": LARGEST_SEED})
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
