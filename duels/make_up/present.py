"""The current activity on a demonstration site, such as running duels, challenges and messages.

Everything is done by the services that also handle users' actions, so that scores, notifications and counts are right.
"""

from collections.abc import Sequence
from datetime import timedelta
from itertools import combinations
from random import Random

from django.db import transaction
from django.utils import timezone

from accounts.models import Mage, User
from accounts.services import messages
from accounts.services.friends import follow
from accounts.services.mages import register_mage
from duels.challenges.posting import post_challenge
from duels.challenges.terms import Terms
from duels.chat.talk import say, say_in_lobby
from duels.clubs.joining import join as join_club
from duels.clubs.running import accept, appoint, found_club, write_to_members
from duels.models import Duel, Pairing, PuzzleRun, Tournament
from duels.play.loading import table
from duels.play.rounds import usual_answers
from duels.play.tables import Table
from duels.play.transaction import SeatSpec, give_up, start_duel, submit_answers, submit_orders
from duels.puzzles.attempts import try_once
from duels.puzzles.positions import open_puzzles
from duels.tournaments import schedule
from duels.tournaments.entering import create_tournament, join
from duels.viewing.following import subscribe
from wavinghands import search

DEMO = "demo"
"""The username of the account for logging in."""
PEOPLE = (
    (DEMO, "Nimue", "f", "I play at breakfast."),
    ("rowan", "Rowan the Grey", "m", "Two Shields are better than one."),
    ("isolde", "Isolde", "f", "I came for the Fire Elementals."),
    ("teodor", "Teodor", "m", ""),
    ("wren", "Wren", "x", "Looking for slow duels, one round per day."),
    ("ambrose", "Ambrose", "m", "I played this by post in 1983."),
    ("sunniva", "Sunniva", "f", ""),
    ("linnet", "Linnet", "n", "Chirp."),
)
"""The username of each person, and their mage's name, gender and description. The first account is for logging in."""
BOTS = (("tocsin", "Tocsin", "Rowan"), ("abacus", "Abacus", "Wren"), ("metronome", "Metronome", "Wren"))
"""The username of each bot account, the name of its mage, and the bot's author."""
FOLLOWED = (2, 4, 5)
"""The positions in `PEOPLE` of the accounts that follow `DEMO` and are followed by it."""
BOOKS = ("classic", "classic", "standard", "warlocks", "spellcast")
DAY = 86_400
LEVEL = 1
"""The level at which the computer plays for everyone. It is the fastest level."""
RATED = 0.5
"""The share of finished duels that are rated. In a rated duel, a mage may die."""
LONGEST = 60
"""The maximum number of rounds that are played. A longer duel is left unfinished."""
SINCE_BOT_ARENA = timedelta(days=4)
PLAYED, LEFT = timedelta(minutes=25), timedelta(minutes=95)
"""How long ago the running tournament started, and how long it will continue."""
LETTERS = (
    ("isolde", "Good duel yesterday! I never saw that Paralysis coming."),
    ("ambrose", "Would you like a rematch with the rules of Spellcast?"),
    ("wren", "I’m away until Monday, so please don’t wait for my orders."),
)
LOBBY_CHAT = (
    ("teodor", "Anyone for a melee of four tonight?"),
    ("sunniva", "I’m in, if it’s casual."),
    ("rowan", "Me too. I still owe Teodor a Fireball."),
)


@transaction.atomic
def fill(password: str, rng: Random) -> None:
    """Create the people and all of their activity.

    `password` is the password of the account `DEMO`.
    """
    mages = [_person(*person) for person in PEOPLE]
    mages[0].owner.set_password(password)
    mages[0].owner.save()
    _finish_duels(mages, rng)
    mages = [_reborn(mage) for mage in mages]
    _play_duels(mages, rng)
    _post_challenges(mages)
    _write(mages)
    _hold_tournaments(mages, rng)
    _hold_bot_arena(rng)
    _found_clubs(mages)
    for number in FOLLOWED:
        follow(user=mages[0].owner, other=mages[number].owner)
        follow(user=mages[number].owner, other=mages[0].owner)
    for mage in mages:
        _solve_puzzles(mage.owner, rng)


def _person(username: str, name: str, gender: str, about: str) -> Mage:
    user = User.objects.create_user(username, about=about)
    mage = register_mage(owner=user, name=name, gender=gender)
    Mage.objects.filter(pk=mage.pk).update(about=about)
    return mage


def _reborn(mage: Mage) -> Mage:
    """Return the living mage with the same name as `mage`.

    If there is none, register the mage's next life.
    """
    latest = Mage.objects.filter(name=mage.name).latest("life")
    return latest if latest.ended is None else register_mage(owner=mage.owner, name=mage.name, gender=mage.gender)


def _finish_duels(mages: Sequence[Mage], rng: Random) -> None:
    for pair in rng.sample(list(combinations(mages, 2)), 12):
        _play(_begin(rng, *map(_reborn, pair), counts=rng.random() < RATED), LONGEST, rng=rng)


def _play_duels(mages: Sequence[Mage], rng: Random) -> None:
    """Start duels, and play a few rounds of each.

    Then start a duel in which only the first mage has given orders.
    """
    pairs = list(combinations(mages, 2))
    running = [_begin(rng, *pair, counts=False) for pair in ((mages[0], mages[1]), *rng.sample(pairs, 8))]
    running.append(_begin(rng, *mages[:4], counts=False))
    for duel in running:
        _play(duel, rng.randint(2, 6), rng=rng)
    say(slug=running[0].slug, user_id=mages[1].owner_id, text="Good luck! You will need it.")
    watched = next(duel for duel in running if not duel.seats.filter(mage=mages[0]).exists())
    subscribe(user=mages[0].owner, duel=watched)
    _give(table(_begin(rng, mages[0], mages[2]).slug), mages[0].name)


def _begin(rng: Random, *mages: Mage, counts: bool = True) -> Duel:
    seats = [SeatSpec(mage.name, mage.gender, mage) for mage in mages]
    pace = DAY * rng.choice((1, 2, 3))
    return start_duel(seats=seats, book=rng.choice(BOOKS), pace=pace, counts=counts, seed=rng.randrange(2**32))


def _play(duel: Duel, rounds: int, *, rng: Random) -> None:
    """Play at most `rounds` rounds of a new duel. The wizards submit their orders in random order."""
    while (found := table(duel.slug)).duel.result is None and found.duel.round <= rounds:
        waiting = found.waiting()
        for wizard in rng.sample(waiting, len(waiting)):
            _give(found, wizard)


def _give(found: Table, wizard: str) -> None:
    """Submit orders for a wizard. If the duel is waiting for answers, submit the default answers."""
    duel, number = found.duel, found.duel.round
    if found.duel.asking:
        answers = usual_answers(found, found.by_name[wizard])
        submit_answers(duel=duel, wizard=wizard, round_number=number, answers=answers)
    else:
        orders = search.choose(found.state, wizard, LEVEL, duel.seed).orders
        submit_orders(duel=duel, wizard=wizard, round_number=number, orders=orders)


def _post_challenges(mages: Sequence[Mage]) -> None:
    demo, rowan, isolde, teodor, wren, ambrose, *_rest = mages
    post_challenge(challenger=rowan, terms=Terms(pace=DAY, comment="Beginners welcome."))
    post_challenge(challenger=isolde, terms=Terms(book="warlocks", pace=3 * DAY, friendly=True))
    post_challenge(challenger=teodor, terms=Terms(limit=4, friendly=True, pace=DAY, comment="A melee of four."))
    post_challenge(challenger=wren, terms=Terms(book="spellcast", pace=7 * DAY))
    post_challenge(challenger=ambrose, terms=Terms(is_open=False, friendly=True, pace=DAY), named=[demo])


def _write(mages: Sequence[Mage]) -> None:
    by_username = {mage.owner.username: mage for mage in mages}
    for username, text in LETTERS:
        mage = by_username[username]
        messages.send(sender=mage.owner, recipients=[mages[0].owner], text=text, mage=mage)
    for username, text in LOBBY_CHAT:
        say_in_lobby(user_id=by_username[username].owner_id, text=text)


def _hold_tournaments(mages: Sequence[Mage], rng: Random) -> None:
    """Hold an arena, a Swiss tournament, a knockout and a melee cup, and announce others.

    The arena and the Swiss tournament have finished two rounds of duels and started a third one. The knockout is over,
    and so is the first round of the melee cup.
    """
    now = timezone.now()
    arena = Tournament.objects.create(
        name="Newts and Nightshade", host=mages[2].owner, state="running", starts=now - PLAYED, ends=now + LEFT
    )
    _hold(arena, mages[1:7], (LONGEST, LONGEST, 2), rng)
    for name, format_, rounds, pace, length in (
        ("Slow Swiss of the Seven Lamps", "swiss", 4, DAY, (LONGEST, LONGEST, 2)),
        ("The Copper Cauldron", "knockout", 0, DAY, [LONGEST] * 7),  # three rounds, including replays of drawn duels
        ("Melee of the Crooked Wands", "melee", 3, DAY, (LONGEST, 2)),
    ):
        starts, host = now - timedelta(hours=1), mages[4].owner
        terms = {"format": format_, "rounds": rounds, "pace": pace, "reserve": 0, "starts": starts, "ends": now + LEFT}
        _hold(Tournament.objects.create(name=name, host=host, **terms), mages[:7], length, rng)
    friday = now + timedelta(days=2)
    create_tournament(
        host=mages[5].owner, name="The Quill and Candle Cup", starts=friday, minutes=90, book="spellcast", friendly=True
    )
    schedule.schedule_regular(now)


def _hold_bot_arena(rng: Random) -> None:
    """Create bots, and hold last week's arena for them."""
    mages = list[Mage]()
    for username, name, author in BOTS:
        user = User.objects.create_user(username, is_bot=True, author=author)
        mages.append(register_mage(owner=user, name=name, gender="n"))
    now = timezone.now()
    arena = Tournament.objects.create(starts=now - PLAYED, ends=now + LEFT, state="running", bots=True, only_bots=True)
    _hold(arena, mages, (LONGEST, LONGEST), rng)
    arena.starts, arena.ends = (it - SINCE_BOT_ARENA for it in (arena.starts, now))
    arena.save(update_fields=["starts", "ends"])
    schedule.run()


def _hold(tournament: Tournament, mages: Sequence[Mage], length: Sequence[int], rng: Random) -> None:
    """Hold a tournament for these mages.

    For each round of the tournament, `length` contains the maximum number of rounds to play in each duel.
    """
    for mage in mages:
        join(slug=tournament.slug, mage=mage)
    for rounds in length:
        schedule.run()
        for pairing in Pairing.objects.filter(tournament=tournament, ended=None).select_related("duel"):
            if pairing.duel:
                _play(pairing.duel, rounds, rng=rng)
                if rounds == LONGEST:
                    _end(pairing.duel)
    schedule.run()


def _end(duel: Duel) -> None:
    """Make all wizards but one surrender in a duel that has taken too long."""
    found = table(duel.slug)
    if found.duel.result is None:
        standing = [it.name for it in found.state.wizards if it.stands]
        for name in standing[1:]:
            give_up(duel=duel, wizard=name)


def _found_clubs(mages: Sequence[Mage]) -> None:
    """Create two clubs.

    The club led by the account `DEMO` has a challenge, a message and a request to join. The other club is open.
    """
    demo, rowan, isolde, teodor, wren, ambrose, *_rest = mages
    quiet = found_club(
        founder=demo.owner, name="The Quiet Hands", about="We play at breakfast, one round per day.", is_open=False
    )
    for mage in (rowan, isolde):
        join_club(slug=quiet.slug, user=mage.owner)
        accept(slug=quiet.slug, officer=demo.owner, user=mage.owner)
    appoint(slug=quiet.slug, officer=demo.owner, user=rowan.owner)
    join_club(slug=quiet.slug, user=teodor.owner)
    write_to_members(slug=quiet.slug, author=demo.owner, text="Welcome! Who is up for a slow melee next week?")
    terms = Terms(pace=DAY, friendly=True, comment="For early birds.")
    post_challenge(challenger=rowan, terms=terms, club=quiet)
    newts = found_club(founder=wren.owner, name="Newts United", about="Everybody is welcome, beginners above all.")
    for mage in (teodor, ambrose, isolde, demo):
        join_club(slug=newts.slug, user=mage.owner)


def _solve_puzzles(user: User, rng: Random) -> None:
    for puzzle in open_puzzles().select_related("duel").order_by("rating")[: rng.randint(8, 20)]:
        try_once(puzzle, user, is_right=rng.random() < 0.7)
    now = timezone.now()
    for kind in PuzzleRun.Kind:
        begun = now - timedelta(hours=rng.randint(1, 100))
        ended = begun + timedelta(minutes=3)
        PuzzleRun.objects.create(kind=kind, user=user, begun=begun, ended=ended, score=rng.randint(2, 15))
