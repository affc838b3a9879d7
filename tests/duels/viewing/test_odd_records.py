"""Tests that records with unusual values are either processed or rejected, and never cause an internal error."""

import json
import logging
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction

from duels.models import Duel
from tests.duels import odd
from tests.engine.golden import GOLDEN, read
from wavinghands.engine.__main__ import main
from wavinghands.search.serving import reply

RECORDS = [read(GOLDEN / "froodal-bung.json"), *(read(file)["record"] for file in sorted(GOLDEN.glob("real/*.json")))]
RECORDS = [{**record, "rounds": record["rounds"][:5], "result": None} for record in RECORDS]
TRIED = 60
COMMANDS = ("replay", "show", "describe", "transcript")


def spoilt(die: Random) -> dict[str, Any]:
    """Return a record in which up to two values are malformed."""
    record = deepcopy(die.choice(RECORDS))
    for _ in range(die.choice([0, 1, 1, 2])):
        found = [*_places(record)]
        place, key = die.choice([there for there in found if there[0] is record] if die.random() < 0.3 else found)
        place[key] = deepcopy(die.choice(odd.VALUES))
    return record


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        yield value, key
        if isinstance(inner, dict | list):
            yield from _places(inner)


@pytest.mark.django_db
def test_an_odd_record_is_imported_or_refused(client, caplog):
    die, statuses = Random(1), set()
    with connection.execute_wrapper(odd.as_postgresql):
        for _ in range(TRIED):
            cache.clear()  # the rate limit has tests of its own
            with transaction.atomic():
                answer = client.post("/import/", {"text": json.dumps(spoilt(die))})
                statuses.add(answer.status_code)
                assert Duel.objects.count() == (answer.status_code == 302)
                assert answer.status_code == 400 or client.get(answer.url).status_code == 200
                transaction.set_rollback(True)
    assert statuses == {302, 400}
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


def test_engine_commands_read_an_odd_file_or_print_a_one_line_error(tmp_path, capsysbinary):
    die, file, statuses = Random(2), tmp_path / "duel.json", set()
    for _ in range(TRIED):
        file.write_text(json.dumps(spoilt(die)))
        status = main([die.choice(COMMANDS), str(file)])
        told, complaint = capsysbinary.readouterr()
        statuses.add(status)
        assert (bool(told), len(complaint.splitlines())) == ((True, 0) if status == 0 else (False, 1))
    assert statuses == {0, 2}


def test_each_protocol_line_gets_an_answer_or_an_error():
    die, kinds = Random(3), set()
    for _ in range(TRIED):
        record = spoilt(die)
        answer = reply(json.dumps({"record": record, "wizard": "Froodal", "level": 1, "seed": 1}).encode())
        assert "beyond me" not in answer.get("error", "")
        kinds.add("error" in answer)
    assert kinds == {True, False}
