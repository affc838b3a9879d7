"""A writer in a process of its own: it ends with its server, and its server goes on without it."""

import asyncio
import io
import json
import os
import pickle
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from duels.models import Duel, Seat
from duels.play.actions import GiveOrders
from duels.play.drafts import KeepDraft
from duels.play.sql import held
from duels.play.tables import kept
from duels.play.transaction import give_up
from duels.realtime import writer_process
from duels.realtime.far_writer import FarWriter
from duels.realtime.line import Unpacking, packed
from duels.realtime.work import Jobs
from duels.realtime.writer import Job
from duels.wording.refusals import Refused
from tests import servers
from tests.builders import a_mage
from tests.duels.realtime.test_servers import PALM, REST, frame, order, own_site, prepared, seal, socket
from tests.duels.tables import a_duel
from tests.sites import running_site


@pytest.fixture
def environment(tmp_path):
    return own_site(tmp_path) | {"WRITER": "process"}


@pytest.fixture
def made(environment):
    return prepared(environment)


async def writer_of(process):
    """The process of this server's writer, once there is one."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    async with asyncio.timeout(120):
        while not (found := children.read_text().split()):
            await asyncio.sleep(0.01)
    return int(found[0])


async def has_gone(pid):
    async with asyncio.timeout(120):
        with suppress(ProcessLookupError):
            while Path(f"/proc/{pid}/stat").exists() and " Z " not in Path(f"/proc/{pid}/stat").read_text():
                await asyncio.sleep(0.01)


async def has_come(address, made):
    """Wait until the server has taken what was sent before: another page is answered after it."""
    async with socket(address, made, "White") as again:
        await frame(again, "duel")


@pytest.mark.thorough
async def test_a_writer_is_there_before_the_first_socket_comes(environment):
    with running_site(**environment, SERVER="uvicorn") as (_, process):
        writer = await writer_of(process)
    await has_gone(writer)


@pytest.mark.thorough
@pytest.mark.parametrize("server", ["uvicorn", "daphne"])
async def test_where_a_writer_is_killed_who_waits_for_it_is_sent_away_and_the_others_stay(environment, made, server):
    with running_site(**environment, SERVER=server) as (address, process):
        async with socket(address, made, "Black") as black, socket(address, made, "White") as white:
            await seal(black, PALM)
            await frame(white, "duel")
            writer = await writer_of(process)
            os.kill(writer, signal.SIGSTOP)
            await order(white, REST)
            await has_come(address, made)
            os.kill(writer, signal.SIGKILL)
            with pytest.raises(ConnectionClosed) as closed:
                await frame(white, "round")
            assert closed.value.rcvd.code == 4503
            async with socket(address, made, "White") as white:
                assert (await frame(white, "duel"))["waiting"] == ["White"]
                await order(white, REST)
                await frame(white, "accepted")
                assert (await frame(black, "round"))["view"]["rounds"][0]["gestures"]["Black"]["left"] == "P"
        assert await writer_of(process) != writer


@pytest.mark.thorough
async def test_a_writer_ends_with_its_server_and_does_nothing_more(environment, made):
    with running_site(**environment) as (address, process):
        async with socket(address, made, "Black") as black:
            await seal(black, PALM)
            writer = await writer_of(process)
            os.kill(writer, signal.SIGSTOP)
            await order(black, REST)
            await has_come(address, made)
            process.send_signal(signal.SIGKILL)
            await asyncio.to_thread(process.wait, 120)
            with suppress(ProcessLookupError):
                os.kill(writer, signal.SIGCONT)
            await has_gone(writer)
    with running_site(**environment) as (address, _):
        async with socket(address, made, "Black") as black:
            assert (await frame(black, "duel"))["entered"] == PALM


@pytest.mark.thorough
async def test_a_writer_is_not_ended_by_what_asks_its_server_to_end(environment, made):
    with running_site(**environment) as (address, process):
        async with socket(address, made, "Black") as black:
            await seal(black, PALM)
            writer = await writer_of(process)
            os.kill(writer, signal.SIGINT)
            os.kill(writer, signal.SIGTERM)
            await order(black, REST)
            await frame(black, "accepted")
            assert await writer_of(process) == writer
            process.terminate()
        assert await asyncio.to_thread(process.wait, 120) == 0
        await has_gone(writer)


@pytest.mark.thorough
async def test_what_wizards_draft_is_kept_and_told_to_their_other_sockets(environment, made):
    with running_site(**environment) as (address, _):
        async with socket(address, made, "Black") as one, socket(address, made, "Black") as other:
            await frame(one, "duel")
            await frame(other, "duel")
            await one.send(json.dumps({"type": "draft", "id": "d", "round": 1, "draft": {"orders": PALM}}))
            assert (await frame(other, "draft"))["draft"] == {"orders": PALM}
            await order(one, REST)
            assert (await frame(other, "entered"))["orders"] == REST


@pytest.mark.thorough
async def test_what_is_refused_is_told_with_its_reason_and_the_next_is_done(environment, made):
    with running_site(**environment) as (address, _):
        async with socket(address, made, "Black") as black:
            await frame(black, "duel")
            await order(black, PALM, number=7)
            refused = await frame(black, "refused")
            assert (refused["code"], refused["why"]) == ("stale", "This is round 1, not round 7.")
            await order(black, {"left": "Q", "right": "-"})
            assert (await frame(black, "refused"))["code"] == "illegal"
            await order(black, PALM)
            await frame(black, "accepted")


@pytest.mark.thorough
async def test_its_rounds_are_counted_by_its_server(environment, made):
    with running_site(**environment, METRICS_TOKEN="known") as (address, _):
        async with socket(address, made, "Black") as black, socket(address, made, "White") as white:
            await frame(black, "duel")
            await frame(white, "duel")
            await order(black, REST)
            await order(white, REST)
            await frame(white, "round")
        async with httpx.AsyncClient() as client:
            told = await client.get(f"{address}/metrics", headers={"Authorization": "Bearer known"}, timeout=120)
    assert "wavinghands_rounds_played_total 1.0" in told.text
    assert "wavinghands_order_seconds_count 2.0" in told.text


@pytest.mark.thorough
async def test_what_it_has_written_goes_to_its_place_in_the_file_without_more_being_written(
    environment, made, tmp_path
):
    alone = tmp_path / "without its log.sqlite3"

    def entered():
        shutil.copyfile(tmp_path / "wavinghands.sqlite3", alone)
        with closing(sqlite3.connect(alone)) as found:
            return [orders for (orders,) in found.execute("SELECT orders FROM duels_seat ORDER BY name")]

    with running_site(**environment) as (address, _):
        async with socket(address, made, "Black") as black:
            await seal(black, PALM)
            async with asyncio.timeout(120):
                while (there := entered()) == [None, None]:
                    await asyncio.sleep(0.05)
    assert json.loads(there[0]) == PALM


@pytest.mark.thorough
@pytest.mark.parametrize("is_its_server", [True, False])
def test_a_writer_ends_where_its_pipe_ends_or_another_server_has_started_it(tmp_path, is_its_server):
    command = [sys.executable, "manage.py", "writer", str(os.getpid() if is_its_server else 1)]
    theirs = servers.clean_environment({"VAR_DIR": str(tmp_path)})
    giving = subprocess.DEVNULL if is_its_server else subprocess.PIPE
    with subprocess.Popen(command, cwd=servers.ROOT, env=theirs, stdin=giving) as process:
        assert process.wait(120) == 0


@pytest.fixture
def writing():
    """The place of a writer's process, in this one, and the end of its pipe at which the server reads."""
    inward, outward = os.pipe(), os.pipe()
    with os.fdopen(outward[1], "wb") as there:
        yield writer_process.Writing(os.getppid(), inward[0], there), outward[0]
    for end in (*inward, outward[0]):
        os.close(end)


@pytest.mark.django_db(transaction=True)
def test_an_expected_duel_is_ready_before_anything_is_wanted_there_and_a_broken_one_hinders_no_other(tmp_path):
    sound, broken = a_duel(), a_duel(a_mage("Humpty"), a_mage("Dumpty"))
    Duel.objects.filter(pk=broken.pk).update(book="burnt")
    held.clear()
    kept.clear()
    with expecting(tmp_path, sound.slug, broken.slug, "unknown") as writing:
        for _ in range(3):
            writing._prepare()
    assert held.get(sound.slug).duel == sound
    assert held.get(broken.slug) is None


@contextmanager
def expecting(tmp_path, *slugs, jobs=()):
    """The place of a writer's process that has read that these duels are expected, and that these jobs are wanted."""
    inward, server = os.pipe()
    os.write(server, packed((list(jobs), set(slugs))))
    with os.fdopen(inward, "rb"), os.fdopen(server, "wb"), (tmp_path / "told").open("wb") as told:
        writing = writer_process.Writing(os.getppid(), inward, told)
        writing._prepare()
        assert writing._expected == set(slugs)
        yield writing


@pytest.mark.django_db(transaction=True)
def test_a_duel_that_is_over_is_not_made_ready(tmp_path):
    duel = a_duel()
    give_up(duel=duel, wizard="Black")
    held.clear()
    kept.clear()
    with expecting(tmp_path, duel.slug) as writing:
        writing._prepare()
    assert (held.get(duel.slug), kept.get((duel.slug, 1))) == (None, None)


@pytest.mark.django_db(transaction=True)
def test_what_is_wanted_is_done_before_what_is_only_expected(tmp_path):
    duel, expected = a_duel(), a_duel(a_mage("Humpty"), a_mage("Dumpty"))
    held.clear()
    with expecting(tmp_path, expected.slug, jobs=[(1, gives(duel.slug), [])]) as writing:
        writing.do_jobs()
        assert Seat.objects.get(duel=duel, name="Black").orders == REST
        assert held.get(expected.slug) is None


async def test_what_is_expected_is_told_once_with_what_is_wanted_as_soon_as_there_is_a_process(monkeypatch):
    monkeypatch.setattr(FarWriter, "_start", lambda _: None)
    writer, pipe = FarWriter(lambda _: []), io.BytesIO()
    writer.expect("a")
    await asyncio.sleep(0)
    writer._pipe = pipe
    for slug in ("b", "a"):
        writer.expect(slug)
    writer.submit(gives("c"), lambda _: None)
    writer._send()
    await asyncio.sleep(0)
    ((wanted, expected),) = Unpacking().things(pipe.getvalue())
    assert [job.slug for _, job, _ in wanted] == ["c"]
    assert expected == {"a", "b"}


def test_where_nobody_looked_as_something_was_wanted_it_is_not_known_who_looks_now(writing):
    place, _ = writing
    assert place.readers("a") is None


@given(st.lists(st.one_of(st.binary(), st.lists(st.integers()))), st.integers(min_value=1, max_value=20))
def test_a_line_gives_whole_things_in_their_order_in_whatever_pieces_they_come(things, length):
    data = b"".join(map(packed, things))
    unpacking = Unpacking()
    pieces = [data[at : at + length] for at in range(0, len(data), length)]
    assert [thing for piece in pieces for thing in unpacking.things(piece)] == things


def test_what_cannot_be_read_from_a_line_hides_nothing_that_comes_after_it():
    unpacking, rubbish = Unpacking(), b"\x01\x00\x00\x00?"
    with pytest.raises(pickle.UnpicklingError):
        list(unpacking.things(rubbish + packed("what comes after it")))
    assert list(unpacking.things(packed("the next"))) == ["what comes after it", "the next"]


def test_a_refusal_goes_over_the_line_and_is_put_into_words_there():
    refusal = Refused("stale", _("This is round %(round)s, not round %(asked)s."), round=2, asked=1)
    (told,) = Unpacking().things(packed(refusal))
    with translation.override("de"):
        assert (told.code, told.why) == ("stale", refusal.why)
        assert told.why != "This is round 2, not round 1."
    assert told.why == "This is round 2, not round 1."


def jobs(*wanted):
    found = Jobs()
    for each in wanted:
        found.put(Job(each, lambda _: None))
    return found


def gives(slug, wizard="Black"):
    return GiveOrders(slug=slug, wizard=wizard, round_number=1, orders=REST)


def drafts(slug, wizard="Black"):
    return KeepDraft(slug=slug, wizard=wizard, round_number=1, draft={})


def test_who_gives_orders_after_a_draft_has_his_draft_kept_before():
    waiting = jobs(gives("a"), drafts("a"), gives("b"), gives("a"), gives("c"))
    assert [job.wanted for job in waiting.take()] == [gives("a"), drafts("a"), gives("b")]
    assert [job.wanted for job in waiting.take()] == [gives("a"), gives("c")]
    assert not waiting


def test_only_orders_at_duels_that_are_at_work_join_and_none_after_a_draft():
    waiting = jobs(gives("a"), gives("b"), gives("a", "White"), drafts("a"), gives("a"))
    assert [job.wanted for job in waiting.take_actions(["a"])] == [gives("a"), gives("a", "White")]
    assert [job.wanted for job in waiting.take()] == [gives("b"), drafts("a")]
