"""Tests that no fault loses an action, applies it twice or blocks the site.

`make chaos` runs longer tests of the same kind.
"""

import asyncio
import warnings
from random import Random
from unittest.mock import AsyncMock

import pytest

from tests import servers
from tests.chaos.arena import EntryRow, PairingRow, SeatRow, contradictions
from tests.chaos.disk import NO_DISK, fill, filler, small_disk
from tests.chaos.faults import ANYWHERE, a_web_is_killed, nothing_happens, possible
from tests.chaos.ledger import Ledger, is_within, merged
from tests.chaos.players import Player
from tests.chaos.run import Report, storms, unleash
from tests.chaos.site import DATABASES, site
from tests.conftest import skip_or_fail
from wavinghands.search import apprentice

QUIET = {"at_once": 4, "thought": (0.1, 0.6)}
"""Options for a quiet evening: four duels, two of them in tournaments. Most of the time goes into the faults."""
FAULTS = [
    pytest.param("sqlite", None, QUIET, id="each kind on sqlite", marks=pytest.mark.brief),
    *(pytest.param(name, 50, {}, id=f"fifty on {name}", marks=pytest.mark.thorough) for name in DATABASES),
]
"""Databases with numbers of faults and options. `None` means one fault of each kind.

On an idle machine, the tests take half a minute and one and a half minutes each.
"""
LONGEST = 10
"""Minutes after which no more faults are injected. On a busy machine there are fewer faults, and a warning says so."""
KEY, SEAT, ROUND = ("slug", "Black", 3), ("slug", "Black"), ("slug", 3)
PALM, REST = {"left": "P", "right": "-"}, {"left": "-", "right": "-"}
AT_WHITE, AT_BLACK, FIRE = {"target": {"left": "White"}}, {"target": {"left": "Black"}}, {"elemental": "fire"}

QUESTION = {"field": ["target", "left"], "kind": "target", "choices": ["Black", "White"], "default": "White"}


@pytest.fixture
def running_site(request):
    """Run the whole site, each program in its own process."""
    try:
        with site(request.param) as running:
            yield running
    except servers.MissingError as why:
        skip_or_fail(why)


def look_how_many(report: Report, faults: int, kinds: int) -> None:
    """Check that all faults were injected. If time ran out, warn, and fail only if a kind of fault is missing."""
    if report.is_cut_short:
        warnings.warn(f"{report.broke_out} of {faults} faults broke out in {LONGEST} minutes", stacklevel=2)
        assert report.broke_out >= kinds
    else:
        assert report.broke_out == faults


@pytest.mark.timeout(60 * (LONGEST + 5))
@pytest.mark.filterwarnings("default:.* faults broke out in")
@pytest.mark.parametrize(("running_site", "faults", "evening"), FAULTS, indirect=["running_site"])
def test_faults_lose_nothing_repeat_nothing_and_block_nobody(running_site, faults, evening):
    kinds = len(possible(running_site))
    faults = faults or kinds
    report = asyncio.run(unleash(running_site, faults, seed=1, company=0.75, minutes=LONGEST, **evening))
    assert report.ledger.wrong == []
    assert report.ledger.counts["players who had to ask"] == 0
    assert report.ledger.counts["orders acknowledged"] > 0
    assert report.ledger.counts["answers acknowledged"] > 0
    assert report.ledger.counts["settlements that count"] > 0
    assert report.ledger.counts["results in the arena"] > 0
    assert report.ledger.counts["results at tables"] > 0
    assert report.ledger.counts["pairings that outlived the worker"] > 0
    if faults > kinds:  # with one fault of each kind, the melee cup, which comes first, may not be over
        assert report.ledger.counts["results in rounds"] > 0
    logs_were_full = [*report.alone, *report.in_company].count("the disk is full for the log")
    assert report.ledger.counts["panics of PostgreSQL"] >= logs_were_full
    look_how_many(report, faults, kinds)


def test_missing_faults_fail_the_test_unless_time_ran_out():
    report = Report()
    report.note([nothing_happens], 0.1)
    report.note([a_web_is_killed], 0.1)
    report.note([a_web_is_killed] * 98, 0.1)
    with pytest.raises(AssertionError):
        look_how_many(report, 100, 20)
    report.is_cut_short = True
    with pytest.warns(UserWarning, match="99 of 100 faults broke out"):
        look_how_many(report, 100, 20)
    report.note([a_web_is_killed], 0.1)
    report.is_cut_short = False
    look_how_many(report, 100, 20)


def test_kinds_of_faults_take_turns_alone_or_together():
    alone = list(storms(ANYWHERE, 2 * len(ANYWHERE), 0, Random(1)))
    assert [len(storm) for storm in alone] == [1] * 2 * len(ANYWHERE)
    first = {storm[0] for storm in alone[: len(ANYWHERE)]}
    assert first == set(ANYWHERE)
    [together] = storms(ANYWHERE, 2 * len(ANYWHERE), 1, Random(1))
    assert together == [fault for [fault] in alone]


def test_a_full_disk_has_room_again_without_the_filler(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    with small_disk(disk) as is_small:
        if not is_small:
            skip_or_fail(servers.MissingError(f"{NO_DISK}; no disk was full"))
        with filler(disk) as file:
            fill(file)
            with pytest.raises(OSError, match="No space left"):
                (disk / "a line").write_text("something")
        (disk / "a line").write_text("something")


def test_the_ledger_reports_lost_and_replaced_orders():
    ledger = Ledger()
    ledger.seal(KEY, PALM)
    ledger.check_orders(KEY, PALM)
    assert ledger.wrong == []
    ledger.check_orders(KEY, None)
    ledger.check_orders(KEY, REST)
    assert len(ledger.wrong) == 2


@pytest.mark.parametrize(
    ("settled", "is_right"),
    [
        ((True, True, 3, 3, 1), True),
        ((True, True, None, None, 0), True),
        ((False, False, None, None, 0), True),
        ((True, False, None, None, 0), False),
        ((False, True, 3, 3, 1), False),
        ((True, True, 3, 6, 2), False),
        ((True, True, 3, 6, 1), False),
        ((True, True, 3, None, 0), False),
        ((True, True, None, 3, 1), False),
    ],
)
def test_the_ledger_reports_duels_settled_twice_or_never(settled, is_right):
    ledger = Ledger()
    ledger.compare_settlements([("slug", "Black", *settled)])
    assert (ledger.wrong == []) == is_right


ARENA = [EntryRow(1, None, 2, 1, 0, 0), EntryRow(2, 8, 0, 0, 1, 0), EntryRow(3, 8, 0, 0, 0, 0)]
OVER = PairingRow(7, 1, 2, True, True, "won", "won", 2, 0)
OPEN = PairingRow(8, 3, 2, False, False, "", None, 0, 0)


SWISS = [
    EntryRow(1, None, 1, 1, 0, 0, "swiss"),
    EntryRow(2, None, 0, 0, 1, 0, "swiss"),
    EntryRow(3, None, 1, 0, 0, 0, "swiss"),
]
SWISS_DUEL = PairingRow(7, 1, 2, True, True, "won", "won", 1, 0, round=1, is_counted=True)
BYE = PairingRow(8, 3, None, True, None, "won", None, 1, 0, round=1, is_counted=True)


CUP = [
    EntryRow(1, None, 6, 1, 0, 0, "melee"),
    EntryRow(2, None, 3, 0, 1, 0, "melee"),
    EntryRow(3, None, 0, 0, 1, 0, "melee"),
]
FIRST = SeatRow(7, 1, True, True, 1, 6, "won", tournament=1, round=1, is_counted=True)
LAST = FIRST._replace(entry=3, place=3, points=0, outcome="lost")
TABLE = [FIRST, LAST._replace(entry=2, place=2, points=3), LAST]


def test_no_contradictions_are_found_in_sound_tournaments():
    assert list(contradictions(CUP, [], [], TABLE)) == []
    not_yet = [it._replace(points=0, wins=0, losses=0) for it in CUP]
    assert list(contradictions(not_yet, [], [], [it._replace(is_counted=False) for it in TABLE])) == []
    assert list(contradictions(ARENA, [OVER, OPEN])) == []
    assert list(contradictions(SWISS, [SWISS_DUEL, BYE])) == []
    late = [SWISS[0]._replace(points=0, wins=0), SWISS[1]._replace(losses=0), SWISS[2]]
    assert list(contradictions(late, [SWISS_DUEL._replace(is_counted=False), BYE])) == []


@pytest.mark.parametrize(
    ("entries", "pairings", "strays"),
    [
        (ARENA, [OVER], []),
        (ARENA, [OVER, OPEN, OPEN._replace(key=9, first=1)], []),
        (ARENA, [OVER._replace(is_over=False), OPEN], []),
        (ARENA, [OVER._replace(is_duel_over=False), OPEN], []),
        (ARENA, [OVER._replace(outcome="lost"), OPEN], []),
        (ARENA, [OVER, OVER._replace(key=9), OPEN], []),
        (ARENA, [OVER._replace(first_points=4), OPEN], []),
        (ARENA, [OVER._replace(first_absent=True), OPEN], []),
        ([ARENA[0]._replace(points=4), *ARENA[1:]], [OVER, OPEN], []),
        ([ARENA[0]._replace(pairing=7), *ARENA[1:]], [OVER, OPEN], []),
        (ARENA, [OVER, OPEN], ["slug"]),
        ([SWISS[0]._replace(points=2), *SWISS[1:]], [SWISS_DUEL, BYE], []),
        ([SWISS[0]._replace(wins=2), *SWISS[1:]], [SWISS_DUEL, BYE], []),
        (SWISS, [SWISS_DUEL, BYE._replace(is_duel_over=True)], []),
        (SWISS, [SWISS_DUEL._replace(is_duel_over=None), BYE], []),
        (SWISS, [SWISS_DUEL, BYE, BYE._replace(key=9, first=2, first_points=0)], []),
    ],
)
def test_lost_and_repeated_pairings_and_results_are_found(entries, pairings, strays):
    assert list(contradictions(entries, pairings, strays))


@pytest.mark.parametrize(
    ("entries", "seats"),
    [
        (CUP, TABLE[:2]),
        (CUP, [*TABLE, *(it._replace(pairing=8) for it in TABLE)]),
        (CUP, [it._replace(is_duel_over=False) for it in TABLE]),
        (CUP, [it._replace(is_over=False) for it in TABLE]),
        (CUP, [it._replace(round=2, pairing=8, is_over=False, is_duel_over=False) for it in TABLE] + TABLE),
        (CUP, [FIRST._replace(points=9), *TABLE[1:]]),
        (CUP, [FIRST._replace(outcome="lost"), *TABLE[1:]]),
        ([CUP[0]._replace(points=12), *CUP[1:]], TABLE),
        ([CUP[0]._replace(pairing=7), *CUP[1:]], TABLE),
    ],
)
def test_lost_and_repeated_results_at_tables_are_found(entries, seats):
    assert list(contradictions(entries, [], [], seats))


def test_the_ledger_allows_unacknowledged_orders_to_count_or_not():
    ledger = Ledger()
    ledger.doubt(KEY, PALM)
    ledger.check_orders(KEY, None)
    ledger.check_orders(KEY, PALM)
    assert ledger.wrong == []
    ledger.check_orders(KEY, None)
    assert len(ledger.wrong) == 1


@pytest.mark.parametrize(
    ("answers", "is_right"),
    [
        (AT_WHITE | FIRE, True),
        (AT_WHITE | FIRE | {"paralyze": {"White": "left"}}, True),
        (AT_WHITE, False),
        (AT_BLACK | FIRE, False),
        ({}, False),
        (None, False),
    ],
)
def test_the_ledger_reports_answers_lost_from_seats_and_rounds(answers, is_right):
    ledger = Ledger()
    ledger.seal(KEY, PALM)
    for given in (AT_WHITE, FIRE):  # first one reveal, then the other
        ledger.answer(KEY, given)
        ledger.seal_answers(KEY, given)
    assert ledger.counts["answers acknowledged"] == 2
    ledger.compare_orders({}, {SEAT: (3, PALM, answers)})
    ledger.compare_orders({ROUND: {"Black": PALM | (answers or {})}}, {SEAT: (4, None, None)})
    ledger.check_answers(KEY, answers)
    assert len(ledger.wrong) == (0 if is_right else 3)


def test_the_ledger_reports_answers_without_round_or_known_orders():
    ledger = Ledger()
    ledger.answer(KEY, AT_WHITE)
    ledger.seal_answers(KEY, AT_WHITE)
    ledger.compare_orders({ROUND: {"Black": PALM | AT_WHITE}}, {SEAT: (4, None, None)})
    assert ledger.wrong == []
    ledger.compare_orders({ROUND: {"Black": PALM}}, {SEAT: (4, None, None)})
    ledger.compare_orders({}, {SEAT: (4, None, None)})
    assert len(ledger.wrong) == 2


def test_the_ledger_allows_unacknowledged_answers_to_count_or_not():
    ledger = Ledger()
    ledger.seal(KEY, PALM)
    ledger.answer(KEY, AT_WHITE)
    for answers in (AT_WHITE, {}):
        ledger.compare_orders({}, {SEAT: (3, PALM, answers or None)})
        ledger.compare_orders({ROUND: {"Black": PALM | answers}}, {SEAT: (4, None, None)})
    assert ledger.wrong == []
    ledger.seal_answers(KEY, AT_WHITE)
    ledger.answer(KEY, AT_BLACK)  # may have replaced the acknowledged answers
    for answers in (AT_WHITE, AT_BLACK):
        ledger.check_answers(KEY, answers)
    assert ledger.wrong == []
    ledger.seal_answers(KEY, AT_BLACK)
    ledger.check_answers(KEY, AT_WHITE)
    assert len(ledger.wrong) == 1


def test_a_player_records_acknowledged_answers_and_checks_later_ones():
    ledger = Ledger()
    player = Player(None, ledger, "slug", "Black", "", Random(1), round=3)
    player.socket = AsyncMock()
    request = {"type": "answers", "round": 3, "questions": [QUESTION]}
    duel = {"type": "duel", "view": {"result": None}, "request": request}

    async def play():
        await player._hear(duel | {"type": "reveal", "entered": None})
        await player._hear({"type": "accepted", "id": "1", "round": 3, "answers": AT_WHITE})
        await player._hear(duel | {"entered": AT_WHITE})
        assert ledger.wrong == []
        await player._hear(duel | {"entered": None})

    asyncio.run(play())
    assert ledger.sealed_answers == {KEY: AT_WHITE}
    assert len(ledger.wrong) == 1


def test_a_player_sometimes_leaves_spells_open_and_varies_the_answers(monkeypatch):
    monkeypatch.setattr(apprentice, "orders", lambda request, dice: PALM | AT_WHITE | {"cast": {"left": "shield"}})
    player = Player(None, Ledger(), "slug", "Black", "", Random(1))
    requests = [{"round": number, "questions": [QUESTION]} for number in range(1, 21)]
    orders = [player._orders(request) for request in requests]
    assert orders == [player._orders(request) for request in requests]  # so a frame may be sent twice
    assert {len(given) for given in orders} == {len(PALM), len(PALM) + 2}
    answers = [player._answers(request) for request in requests]
    assert answers == [player._answers(request) for request in requests]
    assert AT_WHITE in answers
    assert AT_BLACK in answers


def test_played_orders_may_add_answers_but_change_nothing():
    assert is_within(PALM, PALM | AT_WHITE)
    assert is_within(AT_WHITE, {"target": {"left": "White", "right": "Black"}})
    assert not is_within(PALM, REST)
    assert not is_within(PALM | AT_WHITE, PALM | AT_BLACK)
    assert not is_within(PALM, {"left": "P"})
    assert merged({"target": {"right": "Grey"}}, AT_WHITE) == {"target": {"left": "White", "right": "Grey"}}
    ordered, answers = PALM | {"cast": {"left": "shield", "right": "fear"}}, {"cast": {"right": "charm_person"}}
    assert merged(ordered, answers) == PALM | answers  # like `Orders.answered`
