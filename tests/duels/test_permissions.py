"""Tests that the permission rules and the site's behaviour agree with `permission_table`."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy, deepcopy
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.models import Block, Follow, Mage, Measure, Message, Report, Token, User, Vacation
from accounts.permissions import RULES, Role, may, why_not
from accounts.sanctions import roles_of
from accounts.services import blocking, messages, moderation
from accounts.services.reports import report as write_report
from duels.challenges.joining import accept_challenge
from duels.challenges.posting import post_challenge
from duels.challenges.proposals import propose_change
from duels.challenges.terms import Terms
from duels.chat import talk
from duels.chat.listeners import lines_for
from duels.clubs.joining import join as join_club
from duels.clubs.running import edit_club, found_club
from duels.guesses import guessing
from duels.models import (
    Analysis,
    Challenge,
    Change,
    Duel,
    Guess,
    Invitation,
    Line,
    PuzzleAttempt,
    Seat,
    Seeker,
    Subscription,
    Tournament,
)
from duels.play.loading import states
from duels.play.transaction import give_up, submit_orders
from duels.tournaments.entering import create_tournament, join
from duels.viewing import following
from duels.viewing.duels import admissions, listener_of
from duels.wording.refusals import Refused
from tests.builders import PASSWORD, a_guest, a_mage, a_user
from tests.duels.finished import a_finished_duel
from tests.duels.permission_table import COLUMNS, ROWS
from tests.duels.puzzles.made import a_puzzle
from tests.duels.tables import a_duel

pytestmark = pytest.mark.django_db

OF_DUELISTS = {"play", "rematch", "talk", "announce"}
"""The actions for which the silenced user is one of the duelists."""


def is_allowed(action: str, who: str) -> bool:
    return ROWS[action][COLUMNS.index(who)] == "+"


# The table ------------------------------------------------------------------------------------------------------------


def roles(action: str, who: str) -> set[Role]:
    """Return a user's roles for an action. `who` is a column of the table."""
    standing = {"anonymous": {Role.ANONYMOUS}, "guest": {Role.GUEST}, "moderator": {Role.USER, Role.MODERATOR}}
    here = {"participant": Role.PARTICIPANT, "silenced": Role.PARTICIPANT if action in OF_DUELISTS else Role.SPECTATOR}
    found = standing.get(who, {Role.USER}) | {here.get(who, Role.SPECTATOR)}
    found |= {Role.SILENCED} if who == "silenced" else {Role.BLOCKED} if who == "blocked" else set()
    return found | ({Role.OWNER} if who == "owner" else set())


def test_no_action_is_missing_from_the_table():
    assert set(ROWS) == set(RULES)
    assert all(len(row) == len(COLUMNS) for row in ROWS.values())


def test_the_rules_agree_with_the_table(subtests):
    for action in ROWS:
        with subtests.test(action):
            for who in COLUMNS:
                assert may(action, roles(action, who)) == is_allowed(action, who), who
                assert bool(why_not(action, roles(action, who))) != is_allowed(action, who), who


def test_the_roles_of_a_user_follow_from_the_account():
    assert roles_of(AnonymousUser()) == {Role.ANONYMOUS}
    assert roles_of(a_guest().owner) == {Role.GUEST}
    assert roles_of(a_user()) == {Role.USER}
    assert roles_of(a_user(is_staff=True)) == {Role.USER, Role.MODERATOR}
    assert roles_of(silenced(a_user())) == {Role.USER, Role.SILENCED}


# What the site does ---------------------------------------------------------------------------------------------------


def silenced(user):
    moderator = a_user(is_staff=True)
    moderation.take_measure(moderator=moderator, kind=Measure.Kind.SILENCED, why="Enough", user=user)
    return user


class World:
    """A duel between Black and White, an open challenge by another mage, and a user who attempts actions."""

    def __init__(self, who: str, *, is_duelist: bool = False) -> None:
        self.owner, self.black = a_user("owner"), a_mage("Black")
        self.mage = a_mage("Owned", owner=self.owner)
        self.duel = a_duel(self.black, a_mage("White"), pace=SLOW)  # a live duel would count its players as busy
        self.challenge = post_challenge(challenger=self.mage, terms=Terms(**TERMS))
        self.user = self._somebody(who, is_duelist=is_duelist)
        self.own = Mage.objects.filter(owner=self.user.pk).first()
        self.client = Client()
        if self.user.pk:
            self.client.force_login(self.user)

    def _somebody(self, who: str, *, is_duelist: bool) -> Any:
        match who:
            case "anonymous":
                return AnonymousUser()
            case "guest":
                return a_guest("Visitor").owner
            case "owner":
                return self.owner
            case "participant":
                return self.black.owner
            case "moderator":
                return a_mage("Judge", owner=a_user(is_staff=True)).owner
            case "silenced":
                return silenced(self.black.owner if is_duelist else a_mage("Quiet").owner)
        user = a_mage("Other").owner
        if who == "blocked":
            blocking.block(user=self.owner, other=user)
        return user

    def again(self) -> "World":
        """Return a copy of this world for one action, which may change the rows in memory and log the user out."""
        world = copy(self)
        world.__dict__ |= deepcopy({name: value for name, value in vars(self).items() if name != "client"})
        world.client = Client()
        world.client.cookies = deepcopy(self.client.cookies)
        return world

    def joined_challenge(self) -> Challenge:
        """Return the challenge. If the user is the participant, they have accepted it."""
        if self.own == self.black:
            accept_challenge(token=self.challenge.token, mage=self.black)
        return self.challenge

    def page(self, address: str) -> bool:
        return self.client.get(address).status_code == 200

    def posts(self, address: str, **data: Any) -> None:
        self.client.post(address, data)


SLOW = 3 * 24 * 60 * 60
TERMS = {"is_open": True, "limit": 4, "book": "classic", "pace": SLOW}


def browses(world):
    return world.page("/lobby/") and world.page("/ladder/") and world.page("/duels/")


def watches(world):
    return world.page(f"/duel/{world.duel.slug}/")


def reads_a_record(world):
    give_up(duel=world.duel, wizard="White")
    return world.page(f"/replay/{world.duel.slug}.json")


def downloads(world):
    return world.page("/archive/") and world.page("/archive/duels.jsonl")


def registers(world):
    if world.own and world.user.is_guest:
        Mage.objects.filter(pk=world.own.pk).update(
            ended=world.own.registered, end="quit"
        )  # a guest can have only one mage
    world.posts("/mages/", name="Newcomer", gender="x")
    return Mage.objects.filter(name="Newcomer").exists()


def edits(world):
    world.posts("/mage/Owned/edit/", about="Mine", gender="x")
    return Mage.objects.get(pk=world.mage.pk).about == "Mine"


def retires(world):
    world.posts("/mage/Owned/retire/")
    return Mage.objects.get(pk=world.mage.pk).retired is not None


def quits_a_mage(world):
    world.posts("/mage/Owned/quit/")
    return Mage.objects.get(pk=world.mage.pk).ended is not None


def quits_the_account(world):
    world.posts("/settings/quit/", username="owner", password=PASSWORD)
    world.owner.refresh_from_db()
    return world.owner.ended is not None


def sets(world):
    return world.page("/settings/")


def renames(world):
    world.posts("/settings/username/", username="Somebody")
    return User.objects.filter(username="Somebody").exists()


def makes_a_token(world):
    world.posts("/settings/tokens/", make="token", name="phone", scopes=["read"])
    return Token.objects.exists()


def becomes_a_bot(world):
    world.posts("/settings/bot/")
    return User.objects.filter(is_bot=True).exists()


def goes_away(world):
    world.posts("/vacation/", days="3")
    return Vacation.objects.exists()


def challenges(world):
    named = world.black if world.user == world.owner else world.mage
    if world.own is None:  # anonymous visitors become guests when they challenge
        is_shown = world.client.post("/challenges/new/", {"named": named.name}).status_code == 200
        return is_shown and world.user.is_authenticated
    return bool(post_challenge(challenger=world.own, terms=Terms(**TERMS | {"is_open": False}), named=[named]))


def accepts(world):
    if world.own == world.mage:  # users cannot accept their own challenges
        other = post_challenge(challenger=world.black, terms=Terms(**TERMS))
        return accepted(other, world.own)
    if world.own is None:
        return Invitation.objects.filter(challenge=world.challenge).count() > 1
    return accepted(world.challenge, world.own)


def accepted(challenge, mage):
    accept_challenge(token=challenge.token, mage=mage)
    return challenge.invitations.filter(mage=mage, state=Invitation.State.ACCEPTED).exists()


def declines(world):
    world.posts(f"/challenge/{world.joined_challenge().token}/decline/")
    return Invitation.objects.filter(state=Invitation.State.DECLINED).exists()


def proposes(world):
    if world.user.is_anonymous:
        world.posts(f"/challenge/{world.challenge.token}/change/", comment="Come")
    else:
        propose_change(token=world.joined_challenge().token, user_id=world.user.pk, terms={"comment": "Come"})
    return Change.objects.exists()


def votes(world):
    challenge = world.joined_challenge()
    for name in ("Third", "Fourth")[: 1 if world.own == world.black else 2]:
        accept_challenge(token=challenge.token, mage=a_mage(name))
    third = Mage.objects.get(name="Third").owner
    change = propose_change(token=challenge.token, user_id=third.pk, terms={"comment": "Come"})
    world.posts(f"/challenge/{challenge.token}/change/{change.number}/", vote="accept")
    return change.votes.filter(mage__owner=world.user.pk or 0).exists()


def starts(world):
    challenge = world.joined_challenge()
    if world.own != world.black:
        accept_challenge(token=challenge.token, mage=a_mage("Third"))
    world.posts(f"/challenge/{challenge.token}/start/")
    return Change.objects.exists() or Duel.objects.count() > 1


def withdraws(world):
    world.posts(f"/challenge/{world.joined_challenge().token}/withdraw/")
    return Challenge.objects.get(pk=world.challenge.pk).state == Challenge.State.WITHDRAWN


def seeks(world):
    world.posts("/quick/beat/", mage=world.own.pk if world.own else "", book="")
    return Seeker.objects.exists()


def practises(world):
    world.posts("/practice/", book="classic", mage=world.own.pk if world.own else "")
    return Duel.objects.filter(practice=True).exists()


def is_rated_at_puzzles(world):
    a_puzzle()
    world.posts("/puzzles/winner/hint/", number=1)
    body = json.dumps({"moves": [{"orders": {"left": "D", "right": "-"}}]})
    world.client.post("/puzzles/winner/", body, content_type="application/json")
    return PuzzleAttempt.objects.filter(solved=True).exists()


def plays(world):
    asked = world.duel.slug, world.user.pk, None
    wizard = admissions([asked])[asked].viewer
    submit_orders(duel=world.duel, wizard=wizard, round_number=1, orders={"left": "P", "right": "-"})
    return Seat.objects.filter(orders__isnull=False).exists()


def comes_again(world):
    give_up(duel=world.duel, wizard="White")
    world.posts(f"/duel/{world.duel.slug}/rematch/")
    return Challenge.objects.filter(after=world.duel).exists()


def talks(world):
    said(world)
    return Line.objects.filter(seat__isnull=False).exists()


def talks_as_a_watcher(world):
    said(world)
    return Line.objects.filter(seat=None).exists()


def talks_in_the_lobby(world):
    talk.say_in_lobby(user_id=world.user.pk or 0, text="Hello")
    return Line.objects.filter(duel=None).exists()


def said(world, **options):
    return talk.say(slug=world.duel.slug, user_id=world.user.pk, text="Hello", **options)


def creates_a_tournament(world):
    starts = timezone.now() + timedelta(hours=1)
    create_tournament(host=world.user, name="Evening", starts=starts, minutes=60)
    return Tournament.objects.exists()


def joins_a_tournament(world):
    now = timezone.now()
    arena = Tournament.objects.create(name="Evening", starts=now, ends=now + timedelta(hours=1), state="running")
    join(slug=arena.slug, mage=world.own or SimpleNamespace(owner=world.user))
    return arena.entries.exists()


def founds_a_club(world):
    return bool(found_club(founder=world.user, name="Newts"))


def joins_a_club(world):
    club = found_club(founder=world.owner, name="Newts")
    return join_club(slug=club.slug, user=world.user).is_member


def runs_a_club(world):
    club = found_club(founder=world.owner, name="Newts")
    return bool(edit_club(slug=club.slug, officer=world.user, name="Toads", about="", is_open=False))


def hears_watchers(world):
    talk.say(slug=world.duel.slug, user_id=a_user().pk, text="Psst")
    listener = listener_of(world.duel, world.user)
    return lines_for([listener])[listener] != []


def announces(world):
    return said(world, announce=True).announced


def subscribes(world):
    if world.user.is_anonymous:
        world.posts(f"/duel/{world.duel.slug}/follow/", do="follow")
    else:
        following.subscribe(user=world.user, duel=world.duel)
    return Subscription.objects.exists()


def guesses(world):
    guessed = {"round_number": 1, "wizard": "White", "hand": "left", "gesture": "S"}
    guessing.guess(slug=world.duel.slug, user_id=world.user.pk, **guessed)
    return Guess.objects.exists()


def analyses(world):
    over = a_finished_duel()
    world.posts(f"/replay/{over.slug}/analyse/")
    return Analysis.objects.exists()


def writes(world):
    recipient = world.black.owner if world.user == world.owner else world.owner
    if world.user.is_anonymous:
        world.posts("/messages/", to="Owned", text="Hello")
    else:
        messages.send(sender=world.user, recipients=[recipient], text="Hello")
    return Message.objects.exists()


def blocks(world):
    world.posts(f"/blocks/{world.duel.seats.get(name='White').mage.owner.username}/", do="block")
    return Block.objects.filter(user=world.user.pk).exists()


def follows_a_player(world):
    other = world.black.owner if world.user == world.owner else world.owner
    world.posts(f"/friends/{other.username}/", do="follow")
    return Follow.objects.filter(user=world.user.pk).exists()


def reports(world):
    world.posts("/report/?mage=White", why="Rude")
    return Report.objects.exists()


def moderates(world):
    report = write_report(reporter=world.owner, accused=world.black.owner, path="/", why="Rude")
    world.posts(
        f"/admin/accounts/report/{report.pk}/change/",
        **{f"measures-{name}_FORMS": value for name, value in {"TOTAL": 1, "INITIAL": 0}.items()},
        **{"measures-0-kind": "warned", "measures-0-days": "", "measures-0-why": "Enough"},
    )
    return Measure.objects.filter(report=report).exists()


ACTIONS = {
    "browse": browses,
    "watch": watches,
    "read_record": reads_a_record,
    "download": downloads,
    "register_mage": registers,
    "edit_mage": edits,
    "retire": retires,
    "quit_mage": quits_a_mage,
    "quit_account": quits_the_account,
    "settings": sets,
    "tokens": makes_a_token,
    "rename": renames,
    "become_bot": becomes_a_bot,
    "vacation": goes_away,
    "challenge": challenges,
    "accept": accepts,
    "decline": declines,
    "propose": proposes,
    "vote": votes,
    "start": starts,
    "withdraw": withdraws,
    "seek": seeks,
    "create_tournament": creates_a_tournament,
    "join_tournament": joins_a_tournament,
    "found_club": founds_a_club,
    "join_club": joins_a_club,
    "run_club": runs_a_club,
    "practise": practises,
    "solve_rated": is_rated_at_puzzles,
    "play": plays,
    "rematch": comes_again,
    "talk": talks,
    "talk_as_watcher": talks_as_a_watcher,
    "talk_in_lobby": talks_in_the_lobby,
    "hear_watchers": hears_watchers,
    "announce": announces,
    "subscribe": subscribes,
    "guess": guesses,
    "analyse": analyses,
    "message": writes,
    "block": blocks,
    "follow_player": follows_a_player,
    "report": reports,
    "moderate": moderates,
}


def test_every_action_is_tried():
    assert set(ACTIONS) == set(RULES)


@pytest.mark.parametrize("who", COLUMNS)
def test_the_site_allows_exactly_what_the_table_allows(who, subtests):
    duelists = OF_DUELISTS if who == "silenced" else set()
    for is_duelist in {action in duelists for action in ROWS}:
        with undone():
            world = World(who, is_duelist=is_duelist)
            for action in (action for action in ROWS if (action in duelists) == is_duelist):
                with subtests.test(action), undone():
                    assert is_done(world.again(), action) == is_allowed(action, who)


@contextmanager
def undone() -> Iterator[None]:
    """Roll back all changes made in the block and clear this process's caches, even if the block fails."""
    try:
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
    finally:
        for memory in (cache, states):
            memory.clear()


def is_done(world, action):
    try:
        return ACTIONS[action](world)
    except (ValidationError, Refused):
        return False
