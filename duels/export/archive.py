"""A zip archive that contains all data about a user."""

from collections.abc import Iterable
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import orjson
from django.conf import settings
from django.utils import timezone

from accounts.models import User
from duels.export.account import account_rows
from duels.export.played import MOST, MOST_RUNNING, finished_duels, own_duels, played_rows, running_duels
from duels.viewing.playing_again import one_of_few
from wavinghands.engine import Json


def archive_of(user: User) -> bytes:
    """Return all data about a user as a zip archive of JSON files.

    Files with duels have one JSON object per line. `about.json` contains the user, the time of the export, and whether
    all lists are complete.
    """
    packed = BytesIO()
    with one_of_few(), ZipFile(packed, "w", ZIP_DEFLATED) as file:
        is_complete = _write_rows(file, user)
        file.writestr("duels_finished.jsonl", _lines(finished_duels(user)))
        file.writestr("duels_running.jsonl", _lines(running_duels(user)))
        file.writestr("about.json", _json(_about(user, is_complete)))
    return packed.getvalue()


def _write_rows(file: ZipFile, user: User) -> bool:
    """Write each list to a JSON file in the archive. Return whether all lists are complete."""
    is_complete = True
    for name, rows in (account_rows(user) | played_rows(user)).items():
        found = list(rows[: MOST + 1])
        is_complete &= len(found) <= MOST
        file.writestr(f"{name}.json", _json(found[:MOST]))
    return is_complete


def _about(user: User, is_complete: bool) -> Json:
    running = own_duels(user).filter(ended=None).count()
    finished = own_duels(user).filter(ended__isnull=False).count()
    return {
        "site": settings.SITE_URL,
        "username": user.username,
        "made": timezone.now(),
        "is_complete": is_complete and finished <= MOST and running <= MOST_RUNNING,
    }


def _lines(objects: Iterable[Json]) -> bytes:
    return b"".join(orjson.dumps(one) + b"\n" for one in objects)


def _json(value: object) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_INDENT_2)
