"""Tests that bots are marked wherever their names appear."""

import json
import re
from html import unescape

import pytest
from django.utils import timezone

from accounts.models import Mage
from accounts.services.messages import send
from duels.challenges.joining import accept_challenge
from duels.challenges.lobby_frames import lobby_frames
from duels.challenges.posting import post_challenge
from duels.challenges.terms import Terms
from duels.chat import talk
from duels.chat.listeners import Listener, lines_for
from duels.models import Outcome, Standing
from tests.builders import a_challenge, a_mage, a_result, a_user, rows_of_a_duel
from tests.duels.finished import a_finished_duel
from tests.duels.people import as_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def black():
    return a_mage("Black", owner=a_user("black"))


@pytest.fixture
def robot():
    """Return the mage of a bot account that used to have another mage."""
    user = a_user("robots", is_bot=True)
    Mage.objects.create(name="Rusty", folded="rusty", owner=user, gender="x", ended=timezone.now(), end="quit")
    return a_mage("Robot", owner=user)


def a_duel_with(robot, other):
    return accept_challenge(token=a_challenge(challenger=other, opponent=robot).token, mage=robot)


def _a_win_over(robot, black):
    Standing.objects.create(mage=robot, melee=False, losses=1)
    duel = rows_of_a_duel(black, robot, ended=timezone.now(), result=a_result(won=["Black"], killed=["Robot"]))
    for seat, result in zip(duel.seats.all(), ("won", "lost"), strict=True):
        fields = {"result": result, "fate": "survived", "rating_before": 1500, "rating": 1500, "ended": duel.ended}
        Outcome.objects.create(duel=duel, seat=seat, mage=seat.mage, melee=False, **fields)


def text_of(page):
    """Return the text of a page, without tags."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<script.*?</script>|<[^>]+>", " ", page, flags=re.S)))


PAGES = {
    "/ladder/": "Robot bot",
    "/users/": "robots bot",
    "/user/robots/": "robots bot",
    "/mage/Robot/": "Robot bot",
    "/mage/Black/": "against Robot bot",
    "/graveyard/": "Rusty bot",
    "/challenges/": "Robot bot",
    "/lobby/": "Robot bot",
    "/": "Robot bot 1 duel",
    "/messages/": "robots bot",
    "/messages/robots/": "robots bot",
    "/duels/": "Robot is a bot",
    "/duels/?show=finished": "Robot is a bot",
    "/duel/{slug}/plain/": "Robot bot",
    "/duel/{slug}/": "Robot is a bot",
    "/replay/{over}/": "Robot bot",
    "/blocks/": "robots bot",
}


def test_a_bot_is_marked_on_every_page_that_names_it(black, robot, subtests):
    duel, over = a_duel_with(robot, black), a_finished_duel(robot, a_mage())
    _a_win_over(robot, black)
    post_challenge(challenger=robot, terms=Terms(pace=86400))
    send(sender=robot.owner, recipients=[black.owner], text="I compute")
    user = as_user(black.owner)
    for path, said in PAGES.items():
        if path == "/blocks/":  # only the last path, because a block hides the bot on the others
            black.owner.blocks.create(blocked=robot.owner)
        with subtests.test(path):
            page = user.get(path.format(slug=duel.slug, over=over.slug))
            assert said in text_of(page.content.decode())


def test_a_challenged_bot_is_marked(black, robot):
    challenge = a_challenge(black, named=[robot, a_mage("Grey")])
    user = as_user(black.owner)
    for path in ("/challenges/", "/lobby/", f"/challenge/{challenge.token}/"):
        assert "Robot bot , Grey" in text_of(user.get(path).content.decode())


def test_scripts_receive_the_bots_among_the_wizards(black, robot, subtests):
    duel, over = a_duel_with(robot, black), a_finished_duel(robot, a_mage())
    user = as_user(black.owner)
    bot = {"mark": "bot", "about": "This is a bot account: a program plays its duels.", "is_bot": True}
    for path in (f"/duel/{duel.slug}/", f"/duel/{duel.slug}/text/", f"/replay/{over.slug}/", f"/embed/{over.slug}/"):
        with subtests.test(path):
            page = user.get(path).content.decode()
            (marks,) = re.findall(r'<script id="house" type="application/json">(.*?)</script>', page)
            assert json.loads(marks) == {"Robot": bot}


def test_a_bot_in_the_duel_on_the_front_page_is_marked(client, robot):
    a_finished_duel(robot, a_mage(), ended=timezone.now())
    assert "Robot bot" in text_of(client.get("/").content.decode())


def test_talk_by_a_bot_is_marked(black, robot):
    slug, watcher = a_duel_with(robot, black).slug, a_user("clockwork", is_bot=True)
    for user in (robot.owner, black.owner, watcher):
        talk.say(slug=slug, user_id=user.pk, text=f"I am {user}")
    listener = Listener(slug, None, watcher.pk)
    said = {line["by"]: line["is_bot"] for line in lines_for([listener])[listener]}
    assert said == {"Robot": True, "Black": False, "clockwork": True}


def test_the_lobby_frame_lists_the_bots_in_the_lobby(black, robot):
    """Check that a bot is listed under its mage's name or, if it has no mage, under its username."""
    clockwork = a_user("clockwork", is_bot=True)
    people = ((black.owner_id, "Black"), (clockwork.pk, "clockwork"), (robot.owner_id, "Robot"))
    (told,) = lobby_frames([(black.owner_id, "en", people)]).values()
    assert sorted(json.loads(told)["bots"]) == ["Robot", "clockwork"]
