import pytest
from asgiref.sync import sync_to_async

from accounts.models import Measure
from accounts.services import moderation, reports
from duels.challenges.joining import accept_challenge
from duels.challenges.posting import post_challenge
from duels.challenges.terms import Terms
from duels.chat import talk
from tests.builders import a_mage, a_user
from tests.duels.players import viewers
from tests.duels.tables import a_duel

pytestmark = pytest.mark.django_db(transaction=True)


@sync_to_async
def opened():
    """Start a duel. Return it and the users who play it."""
    mages = a_mage("Black"), a_mage("White")
    return a_duel(*mages), *(mage.owner for mage in mages)


async def test_a_line_hidden_by_a_moderator_disappears_everywhere():
    duel, black, white = await opened()
    line = await sync_to_async(talk.say)(slug=duel.slug, user_id=black.pk, text="Rude")
    async with viewers(duel, white, None) as (at_white, stranger):
        assert await at_white.fetch_chat() == ["Rude"]
        await stranger.fetch_chat()
        await sync_to_async(hide)(line, black, white)
        for one in (at_white, stranger):
            assert (await one.frame("lines"))["lines"] == []
        await sync_to_async(lambda: moderation.lift(moderator=a_user(is_staff=True), measure=Measure.objects.get()))()
        assert await at_white.fetch_chat() == ["Rude"]


def hide(line, accused, reporter):
    report = reports.report(reporter=reporter, accused=accused, path="/", why="Rude", about=f"line:{line.pk}")
    moderation.take_measure(moderator=a_user(is_staff=True), kind=Measure.Kind.HIDDEN, why="Rude", report=report)


def test_a_banned_user_leaves_their_challenges():
    black, white = a_mage("Black"), a_mage("White")
    mine, other = (
        post_challenge(challenger=mage, terms=Terms(is_open=True, limit=3, book="classic")) for mage in (black, white)
    )
    accept_challenge(token=other.token, mage=black)
    moderation.take_measure(moderator=a_user(is_staff=True), kind=Measure.Kind.BANNED, why="Enough", user=black.owner)
    mine.refresh_from_db()
    assert mine.state == "withdrawn"
    assert other.invitations.get(mage=black).state == "declined"
