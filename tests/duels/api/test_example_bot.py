"""The bot that the documentation shows plays a duel to its end, on a real server."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests import servers
from tests.duels.api.sites import a_site

BOT = Path(servers.ROOT, "docs/examples/bot.py")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    settings = {"DJANGO_SETTINGS_MODULE": "tests.duels.api.unlimited"}
    with a_site(tmp_path_factory.mktemp("site"), "Robot", "Black", **settings) as site:
        site.program("Robot").post("/bot")
        yield site


def bot(site):
    environment = servers.clean_environment({"WAVING_HANDS_TOKEN": site.secrets["Robot"]})
    command = [sys.executable, str(BOT), site.address]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_it_is_short():
    assert len(BOT.read_text().splitlines()) < 60


def test_it_plays_a_wizard_of_the_house_to_the_end(site):
    with bot(site) as playing:
        told, complaint = playing.communicate(timeout=240)
    assert playing.returncode == 0, complaint
    slug = told.split("/replay/")[1].split("/")[0]
    record = site.program("Black").get(f"/duels/{slug}/record").json()
    assert record["result"]["outcome"] in ("victory", "draw")
    assert {wizard["name"] for wizard in record["wizards"]} == {"Robot", "Tansy"}


def test_it_meets_a_challenge_where_bots_may_come(site):
    black = site.program("Black")
    token = black.post("/challenges", json={"control": "2m", "bots": True}).json()["token"]
    with black.stream("GET", "/stream/events") as events, bot(site) as playing:
        begun = next(line for line in events.iter_lines() if "duel_begins" in line)
        slug = black.get(f"/challenges/{token}").json()["duel"]
        assert slug in begun
        assert black.post(f"/duels/{slug}/forfeit", json={"round": 1}).status_code == 200
        told, complaint = playing.communicate(timeout=60)
    assert playing.returncode == 0, complaint
    assert '"winners": ["Robot"]' in told
