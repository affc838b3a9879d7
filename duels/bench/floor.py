"""A site without a game: what a round costs by Django, Channels and daphne alone, and at the least.

It speaks as much of the protocol as `duels.bench.client` needs: when both orders of a round are in, two rows are
written in one transaction, and both wizards are sent the same 2 KB. `FLOOR=plain` has it as Channels' documentation
would: `database_sync_to_async`, models, the channel layer. `FLOOR=best` has one thread write all that waits in one
transaction, and sends what is encoded once straight to the sockets. The database is a new one in `VAR_DIR`.
"""

import asyncio
import os
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, ClassVar

import django
import msgspec
from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.db import connection, models, transaction
from django.urls import path

Json = dict[str, Any]
Frames = dict[str, Json]
KINDS = ("plain", "best")

settings.configure(
    SECRET_KEY="of a site without secrets",  # noqa: S106 - as it says
    ALLOWED_HOSTS=["*"],
    INSTALLED_APPS=["channels"],
    ROOT_URLCONF=[],
    USE_TZ=True,
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": Path(os.environ["VAR_DIR"]) / f"{os.environ['FLOOR']}.sqlite3",
            "CONN_MAX_AGE": None,
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL",
            },
        }
    },
    CHANNEL_LAYERS={"default": {"BACKEND": "channels.layers.InMemoryChannelLayer", "CONFIG": {"capacity": 1000}}},
)
django.setup()


class Order(models.Model):  # noqa: DJ008 - nobody looks at it
    """What one wizard does in a round."""

    objects: ClassVar["models.Manager[Order]"]

    duel = models.CharField(max_length=20)
    round = models.IntegerField()
    wizard = models.CharField(max_length=60)
    orders = models.JSONField()

    class Meta:
        app_label = "floor"
        constraints = [models.UniqueConstraint(fields=["duel", "round", "wizard"], name="one_order")]


with connection.schema_editor() as schema:
    schema.create_model(Order)
connection.close()


def _result(number: int) -> str:
    """About 2 KB: two wizards, four monsters, what happened."""
    gestures = {"left": "WFPSDC" * 6, "right": "PSDFWC" * 6}
    wizards = [{"name": name, "hp": 15 - number % 15, "history": gestures} for name in ("Black", "White")]
    monsters = [{"name": f"Goblin {place}", "owner": "White", "hp": place, "target": "Black"} for place in range(4)]
    told = "Black casts Counter Spell at White, who casts Cause Light Wounds at him."
    events = [{"type": "cast", "caster": "Black", "spell": "counter_spell", "text": told} for _ in range(9)]
    result = {"type": "round", "round": number, "wizards": wizards, "monsters": monsters, "events": events}
    return msgspec.json.encode(result).decode()


@transaction.atomic
def _write(rounds: list[tuple[str, Frames]]) -> None:
    orders = [
        Order(duel=duel, round=frame["round"], wizard=wizard, orders=frame["orders"])
        for duel, frames in rounds
        for wizard, frame in frames.items()
    ]
    Order.objects.bulk_create(orders)


class Plain(AsyncWebsocketConsumer):
    """One wizard, as Channels has it."""

    waiting: dict[tuple[str, int], Frames] = {}

    async def connect(self) -> None:
        self.duel = self.scope["url_route"]["kwargs"]["duel"]
        await self.come()
        await self.accept()
        await self.send(text_data='{"type":"duel"}')

    async def come(self) -> None:
        await self.channel_layer.group_add(self.duel, self.channel_name)

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.duel, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        frame = msgspec.json.decode(text_data or "")
        meeting = self.duel, frame["round"]
        frames = self.waiting.setdefault(meeting, {})
        frames[str(len(frames))] = frame
        if len(frames) == 2:
            await self.resolve(self.waiting.pop(meeting), frame["round"])

    async def resolve(self, frames: Frames, number: int) -> None:
        await database_sync_to_async(_write)([(self.duel, frames)])
        await self.channel_layer.group_send(self.duel, {"type": "round.told", "text": _result(number)})

    async def round_told(self, event: dict[str, str]) -> None:
        await self.send(text_data=event["text"])


class Best(Plain):
    """One wizard, by the straight ways alone."""

    here: defaultdict[str, set["Best"]] = defaultdict(set)
    jobs: list[tuple[str, Frames]] = []
    thread = ThreadPoolExecutor(1)
    work: "asyncio.Task[None] | None" = None

    async def dispatch(self, message: Json) -> None:
        await getattr(self, get_handler_name(message))(message)

    async def come(self) -> None:
        self.here[self.duel].add(self)

    async def disconnect(self, code: int) -> None:
        self.here[self.duel].discard(self)

    async def resolve(self, frames: Frames, number: int) -> None:
        self.jobs.append((self.duel, frames))
        if Best.work is None:
            Best.work = asyncio.create_task(Best.write())

    @classmethod
    async def write(cls) -> None:
        while cls.jobs:
            jobs, cls.jobs = cls.jobs, []
            await asyncio.get_running_loop().run_in_executor(cls.thread, _write, jobs)
            for duel, frames in jobs:
                text = _result(frames["0"]["round"])
                for socket in tuple(cls.here[duel]):
                    await socket.send(text_data=text)
        cls.work = None


consumer = {"plain": Plain, "best": Best}[os.environ["FLOOR"]]
application = ProtocolTypeRouter(
    {"http": get_asgi_application(), "websocket": URLRouter([path("ws/duel/<str:duel>/", consumer.as_asgi())])}
)
