"""Tests for secrecy: the bytes that others receive do not depend on a wizard's secret.

Each story is played twice, in worlds that differ only in the secret. All frames for the others and for a spectator, and
all pages and files that an opponent and a spectator request, must be identical, except for the duel's address and
random values in pages. Their number and their length, compressed or not, must be equal. So must the number of database
queries, because response times would reveal a difference.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import Mage, User
from accounts.services import tokens
from duels.models import Duel, Seat
from duels.play.loading import table
from duels.play.transaction import SeatSpec, start_duel, submit_orders, time_out
from duels.realtime import process
from duels.realtime.process import Process
from tests.builders import a_mage, a_user
from tests.duels.players import Viewer, viewers
from wavinghands.engine import Json

pytestmark = pytest.mark.django_db(transaction=True)

Act = tuple[str, Json]
"""The type of a frame, and its contents without the round."""

NAMES = ("Black", "White", "Grey", "Red")
WATCHER = "a watcher"
SIDES = {"a melee of three": (None, None, None), "teams of two": (1, 2, 1, 2)}
DAY = 24 * 60 * 60

PAGES = (
    "/duel/{}/",
    "/duel/{}/plain/",
    "/duel/{}/text/",
    "/replay/{}/{last}/",
    "/replay/{}/{last}.svg",
    "/replay/{}/course.json",
    "/replay/{}.json",
    "/replay/{}.txt",
    "/replay/{}/show.txt",
    "/replay/{}/describe.txt",
    "/duels/",
)
"""Pages and files that show parts of a running duel. `last` is the latest round."""

ANSWERS = (
    "/api/v1/duels/{}",
    "/api/v1/duels/{}/request",
    "/api/v1/duels/{}/course",
    "/api/v1/duels/{}/record",
    "/api/v1/duels/{}/reading",
    "/api/v1/duels/mine",
    "/api/v1/duels",
)
"""API responses about the duel."""

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
LOT = r'(?<=name="csrfmiddlewaretoken" value=")\w{64}|(?<=data-token=")\w{64}'
"""Tokens that differ in each response."""
OWN_NUMBER = r"(?<=/\?user=)\d+"


def orders(left: str = "-", right: str = "-", **more: Any) -> Act:
    return "orders", {"orders": {"left": left, "right": right, **more}}


def answers(**given: Any) -> Act:
    return "answers", {"answers": given}


def draft(**picked: Any) -> Act:
    return "draft", {"draft": picked}


def plan(*lines: Json) -> Act:
    return "plan", {"plan": {"lines": list(lines)}}


def line(left: str, right: str, **condition: Any) -> Json:
    return {"if": condition, "orders": {"left": left, "right": right}, "lines": []}


BACK: Act = ("withdraw", {})
TIME: Act = ("time", {})
"""The act of letting Black's time run out, but nobody else's."""


@dataclass(frozen=True, kw_only=True)
class Story:
    """A secret of the wizard Black in a duel in which, by default, the others do nothing.

    - `hands`: the gestures of Black's left and right hand in the rounds before the secret
    - `completing`: Black's other orders in the last of these rounds
    - `alike`: the wizards who make the same gestures as Black
    - `rounds`: the number of rounds that are played after the secret
    - `seen_by`: the viewers who may know the secret
    - `reserve`: the reserve time of all wizards except Black, in seconds
    """

    secrets: tuple[Sequence[Act], Sequence[Act]]
    hands: tuple[str, str] = ("", "")
    completing: Json = field(default_factory=dict)
    alike: tuple[str, ...] = ()
    rounds: int = 0
    seen_by: tuple[str, ...] = ()
    pace: int = 120
    reserve: int = 0


STORIES = {
    "sealed orders": Story(
        hands=("WS", "DW"),
        secrets=(
            [orders("P", "W"), BACK, orders("S", "F", say="Die!")],
            [orders(">", "D", target={"right": "White"}), BACK, orders("D", "P", say="You shall regret this.")],
        ),
    ),
    "a draft": Story(
        secrets=([draft(left="P"), draft(left="P", right="W", say="Die!")], [draft(right="D"), draft()]),
    ),
    "picks that time seals": Story(
        secrets=([draft(orders={"left": "P"}), TIME], [draft(orders={"right": "D", "left": "W"}), TIME]), reserve=300
    ),
    "whether time seals picks": Story(
        secrets=([draft(orders={"left": "P"}), TIME], [draft(made=1), TIME]),
        reserve=300,
    ),
    "a plan": Story(
        secrets=(
            [orders("S"), plan(line("D", "W", White={"left": "-"}))],
            [orders("S"), plan(line("P", "-", White={"left": "S"}), line("W", "-"))],
        ),
        rounds=1,
        pace=3 * DAY,
    ),
    "an answer": Story(
        hands=("WFP", "---"),
        alike=("White",),
        secrets=([answers(cast={"left": "shield"})], [answers(cast={"left": "cause_light_wounds"})]),
    ),
    "a banked spell": Story(
        hands=("DWSSSP", "----WF"),
        completing={"cast": {"left": "delay_effect"}},
        secrets=(
            [orders("-", "P", delay="right", cast={"right": "shield"})],
            [orders("-", "P", delay="right", cast={"right": "cause_light_wounds"}, target={"right": "White"})],
        ),
        rounds=2,
    ),
    "a stopped time": Story(hands=("SPPC", "---C"), secrets=([orders("F", "S")], [orders("W", "D")]), rounds=2),
    "invisible hands": Story(hands=("PPWS", "--WS"), secrets=([orders("F", "S")], [orders("W", "F")]), rounds=2),
    "hands before the blind": Story(
        hands=("DWFFD", "----D"),
        completing={"target": {"both": "White"}},
        secrets=([orders("F", "S")], [orders("W", "D")]),
        rounds=2,
        seen_by=("Grey", "Red", WATCHER),
    ),
}


@dataclass(frozen=True)
class World:
    """Everything about a secret that others can observe.

    - `frames`: the frames about the duel in order, by viewer
    - `asides`: the last frame of each other type, by viewer. Only the last one counts, because frames about presence
      and chat arrive at any time and any number of times
    - `pages`: the status, number of queries and content, by viewer and address
    - `queries`: the number of queries for each action
    """

    frames: dict[str, list[str]]
    asides: dict[str, dict[str, str]]
    pages: dict[tuple[str, str], tuple[int, int, str]]
    queries: list[int]


@pytest.fixture
def queries(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that collects the number of queries that each service call makes.

    Only services that send results to sockets are counted.
    """
    counts: list[int] = []
    for service in ("perform", "keep_drafts"):
        monkeypatch.setattr(process, service, counting(getattr(process, service), counts))
    return counts


CASES = [
    pytest.param(
        STORIES[story],
        SIDES[among],
        id=f"{story}-{among}",
        marks=[pytest.mark.thorough] if (number + which) % 2 else [],  # quick runs play each story once
    )
    for number, story in enumerate(STORIES)
    for which, among in enumerate(SIDES)
]


@pytest.mark.parametrize(("story", "sides"), CASES)
async def test_viewers_who_may_not_know_a_secret_get_the_same_for_both_secrets(story, sides, queries, monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    one, other = [await world(story, sides, secret, queries) for secret in story.secrets]
    knowing = {"Black", *story.seen_by}
    for who in one.frames:
        assert (one.frames[who] != other.frames[who]) == (who in knowing), who
        assert who in knowing or one.asides[who] == other.asides[who]
    assert one.pages == other.pages
    assert {200, 404, 409} <= {status for status, _, _ in one.pages.values()} <= {200, 403, 404, 409}
    assert one.queries == other.queries


async def world(story: Story, sides: Sequence[int | None], secret: Sequence[Act], queries: list[int]) -> World:
    duel, users = await sync_to_async(staged)(story, sides)
    queries.clear()
    async with viewers(duel, *users, None) as found:
        at = dict(zip([*NAMES[: len(sides)], WATCHER], found, strict=True))
        known = {name: len(one.texts) for name, one in at.items()}
        for act in secret:
            await do(at["Black"], duel, act)
        for _ in range(story.rounds):
            for name in await waiting(duel):
                await do(at[name], duel, orders())
        for one in found:
            await one.fetch_chat()
        asking = {name: at[name].client for name in ("White", WATCHER) if name not in story.seen_by}
        pages = await sync_to_async(pages_of)(duel, asking)
    frames = {name: texts(one, duel, known[name]) for name, one in at.items()}
    await sync_to_async(forget)()
    return World(
        {name: [text for frame, text in told if "version" in frame] for name, told in frames.items()},
        {
            name: {frame["type"]: text for frame, text in told if "version" not in frame}
            for name, told in frames.items()
        },
        pages,
        list(queries),
    )


def counting(service: Callable[..., Any], counts: list[int]) -> Callable[..., Any]:
    def counted(*args: Any, **kwargs: Any) -> Any:
        with queries_counted(counts):
            return service(*args, **kwargs)

    return counted


@contextmanager
def queries_counted(counts: list[int]) -> Iterator[None]:
    """Count this thread's queries in the block, and append their number to `counts`."""
    asked: list[str] = []

    def ask(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        asked.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(ask):
        yield
    counts.append(len(asked))


def staged(story: Story, sides: Sequence[int | None]) -> tuple[Duel, list[User]]:
    """Start a duel and play it up to the secret. Return the duel and the users who play it."""
    mages = [a_mage(name, owner=a_user(name.lower())) for name in NAMES[: len(sides)]]
    seats = [SeatSpec(mage.name, "x", mage, team) for mage, team in zip(mages, sides, strict=True)]
    duel = start_duel(seats=seats, book="classic", pace=story.pace, reserve=story.reserve, seed=5)
    Duel.objects.update(started=NOW)
    if story.reserve:
        Seat.objects.filter(name="Black").update(reserve=0)
        Duel.objects.update(deadline=NOW + timedelta(seconds=story.pace))
    for number, pair in enumerate(zip(*story.hands, strict=True), 1):
        more = story.completing if number == len(story.hands[0]) else {}
        for mage in mages:
            left, right = pair if mage.name in ("Black", *story.alike) else ("-", "-")
            given = {"left": left, "right": right, **(more if mage.name == "Black" else {})}
            submit_orders(duel=duel, wizard=mage.name, round_number=number, orders=given)
    return duel, [mage.owner for mage in mages]


async def do(viewer: Viewer, duel: Duel, act: Act) -> None:
    type_, fields = act
    if act == TIME:
        assert await sync_to_async(time_out)(slug=duel.slug, now=NOW + timedelta(seconds=duel.pace))
        return
    await duel.arefresh_from_db()
    await viewer.send(type_, id="c1", round=duel.round, **fields)
    answer = await viewer.frame("accepted", "refused")
    assert answer["type"] == "accepted", answer
    await Process.current().finished()  # so that all frames about it have already been sent


@sync_to_async
def waiting(duel: Duel) -> list[str]:
    return table(duel.slug).waiting()


def pages_of(duel: Duel, clients: dict[str, Client]) -> dict[tuple[str, str], tuple[int, int, str]]:
    duel.refresh_from_db()
    pages = {}
    for name, client in clients.items():
        for address in PAGES:
            counts: list[int] = []
            with queries_counted(counts):
                response = client.get(address.format(duel.slug, last=duel.round - 1))
            pages[name, address] = (response.status_code, *counts, masked(response.content.decode(), duel))
        pages |= answers_of(duel, name)
    return pages


def answers_of(duel: Duel, name: str) -> dict[tuple[str, str], tuple[int, int, str]]:
    """Return the API's responses to this wizard's user, or to a spectator if no wizard has this name."""
    seat = duel.seats.filter(name=name).first()
    user = seat.mage.owner if seat else a_user("watcher")
    _token, secret = tokens.make(user=user, name="program", scopes=["read", "play"])
    client, answers = Client(headers={"Authorization": f"Bearer {secret}"}), {}
    client.get("/api/v1/me")  # marks the token as used
    for address in ANSWERS:
        counts: list[int] = []
        with queries_counted(counts):
            response = client.get(address.format(duel.slug))
        answers[name, address] = (response.status_code, *counts, masked(response.content.decode(), duel))
    return answers


def masked(text: str, duel: Duel) -> str:
    text = re.sub(OWN_NUMBER, "?", text)
    return re.sub(LOT, lambda found: "?" * len(found[0]), text).replace(duel.slug, "?" * len(duel.slug))


def texts(viewer: Viewer, duel: Duel, known: int) -> list[tuple[Json, str]]:
    """Return all frames of a viewer except the first `known` frames, each with its text."""
    return [(frame, masked(text, duel)) for frame, text in zip(viewer.frames, viewer.texts, strict=True)][known:]


def forget() -> None:
    """Delete all duels, mages and users."""
    Duel.objects.all().delete()
    Mage.objects.all().delete()
    User.objects.all().delete()
