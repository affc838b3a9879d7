"""What is made ready with the server."""

from duels.realtime.duel_hub import DuelHub
from duels.realtime.lifespan import lifespan
from tests.duels.realtime.test_duel_sockets import raising


async def told():
    sent = []

    async def receive():
        return {}

    async def send(message):
        sent.append(message["type"])

    await lifespan({"type": "lifespan"}, receive, send)
    return sent


async def test_a_hub_that_cannot_be_made_is_logged_and_hinders_no_pages(monkeypatch, caplog):
    monkeypatch.setattr(DuelHub, "current", raising(RuntimeError("no thread is left")))
    assert await told() == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
    assert "no thread is left" in caplog.text
