"""Services for hosting, joining and leaving tournaments. Each of them runs in one transaction."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.dispatch import receiver
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.blocks import has_block_between
from accounts.models import Mage, User
from accounts.permissions import Forbidden, demand, standing_of
from accounts.profanity import refuse_forbidden
from accounts.sanctions import roles_of
from accounts.services.mage_lifecycle import hold_users, touch
from accounts.services.notifications import Words
from duels.clubs.membership import clubs_run_by, is_member
from duels.ladder.standings import rating_of
from duels.models import Club, Entry, Tournament
from duels.signals import club_closed, tournament_changed
from duels.tournaments.formats import (
    MOST_ABSENCES,
    ROUNDS,
    expected_end,
    has_breaks,
    may_enter,
    most_players,
)
from duels.tournaments.notifications import tell_cancelled
from wavinghands.db.after_commit import after_commit

AWAY = timedelta(seconds=30)
"""A player who has not been seen for this long is not paired. Open pages report every few seconds."""
MOST_HOSTED = 2
"""The maximum number of unfinished tournaments that a user may host."""
SHORTEST, LONGEST = timedelta(minutes=30), timedelta(minutes=120)
AHEAD = timedelta(days=30)
"""The maximum time between the creation and the start of a tournament."""


@transaction.atomic
def create_tournament(*, host: User, name: str, starts: datetime, minutes: int = 0, **terms: Any) -> Tournament:
    """Create a tournament. `terms` are columns of `Tournament`, such as `format`, `rounds`, `book` and `bots`.

    `minutes` is the length of an arena. Raise `Forbidden` if the user is a guest, is silenced, or is not an officer of
    the tournament's club. Raise `ValidationError` if a term is invalid or the user already hosts too many tournaments.
    """
    demand("create_tournament", roles_of(host))
    hold_users([host.pk])
    refuse_forbidden(name)
    if not name.strip():
        raise ValidationError({"name": _("Enter a name.")})
    now = timezone.now()
    if not now <= starts <= now + AHEAD:
        raise ValidationError({"starts": _("The start must be in the future, at most 30 days from now.")})
    if terms.get("club") and not clubs_run_by(host).filter(pk=terms["club"].pk).exists():
        raise Forbidden(_("Only officers of the club can do that."), code="forbidden")
    made = Tournament(host=host, name=name, starts=starts, **terms)
    made.ends = _end(made, timedelta(minutes=minutes))
    if made.lowest and made.highest and made.lowest > made.highest:
        raise ValidationError({"highest": _("The maximum rating is below the minimum.")})
    if why := why_no_more(host):
        raise ValidationError(why)
    made.full_clean()
    made.save()
    return made


def why_no_more(host: User) -> str:
    """Return the reason why a user cannot host another tournament, or an empty string if they can."""
    hosted = Tournament.objects.filter(host=host).exclude(state=Tournament.State.FINISHED).count()
    if hosted < MOST_HOSTED:
        return ""
    return _("You already host %(most)s tournaments. Wait until one is over.") % {"most": MOST_HOSTED}


def _end(made: Tournament, length: timedelta) -> datetime:
    """Return the end of a new tournament. Raise `ValidationError` if its length, rounds or clock are not allowed."""
    possible = ROUNDS.get(made.format)
    if possible is None:
        made.rounds = 0  # none in an arena; set at the start in the other formats
    if made.is_arena:
        if not SHORTEST <= length <= LONGEST:
            raise ValidationError({"minutes": _("A tournament takes 30 to 120 minutes.")})
        if not made.is_live:
            raise ValidationError({"control": _("An arena needs a clock with less than a day per round.")})
        return made.starts + length
    if possible is not None and made.rounds not in possible:
        bounds = {"fewest": possible[0], "most": possible[-1]}
        raise ValidationError({"rounds": _("This format has %(fewest)s to %(most)s rounds.") % bounds})
    return expected_end(made, made.starts)


def may_cancel(found: Tournament, user: Any) -> bool:
    """Return whether this user, who may be anonymous, hosts the tournament or is a moderator."""
    return user.is_authenticated and (found.host_id == user.pk or user.is_staff)


@transaction.atomic
def cancel_tournament(*, slug: str, user: User) -> None:
    """Cancel a tournament that has not started, and notify its players.

    Raise `Forbidden` unless the user hosts it or is a moderator, and `ValidationError` if it has started.
    """
    found = _locked(slug)
    if not may_cancel(found, user):
        raise Forbidden(_("Only the host can cancel a tournament."), code="forbidden")
    if not found.is_upcoming:
        raise ValidationError(_("This tournament has already started."))
    _cancel(found, lambda: _("The host has cancelled the tournament that you joined."), caller=user.pk)


@receiver(club_closed)
def close_tournaments_of_club(club: Club, **_given: Any) -> None:
    """Cancel the upcoming tournaments of a club that has been closed, and close its other tournaments to new players.

    Otherwise anyone could join the other tournaments, because they no longer have a club.
    """
    for found in Tournament.objects.filter(club=club).select_for_update(no_key=True).order_by("pk"):
        if found.is_upcoming:
            _cancel(found, lambda: _("The tournament that you joined is cancelled, because its club has been closed."))
        else:
            found.club_closed = True
            found.save(update_fields=["club_closed"])


def _cancel(found: Tournament, why: Words, *, caller: int | None = None) -> None:
    """Delete a locked tournament and notify its players, except the `caller`."""
    tell_cancelled(found, why, caller=caller)
    found.delete()


@transaction.atomic
def join(*, slug: str, mage: Mage, now: datetime | None = None) -> Entry:
    """Enter a tournament with this mage, return to it after a pause, or switch to this mage between duels.

    Raise `Forbidden` if the user lacks permission, and `ValidationError` if the tournament is over or does not admit
    the mage.
    """
    now, owner = now or timezone.now(), mage.owner
    demand("join_tournament", standing_of(owner))
    hold_users([owner.pk])
    touch([mage.pk])  # before the entry, because the end of a duel locks mages first
    found = _locked(slug)
    entry = Entry.objects.select_for_update(no_key=True).filter(tournament=found, user=owner).first()
    _check(found, mage, entry, now)
    is_new = _is_new(entry, mage)
    is_news = is_new or (entry is not None and not entry.is_active)
    if entry is None:
        entry = Entry(tournament=found, user=owner, mage=mage, rating=rating_of(mage), joined=now, free_since=now)
        entry.seed = _next_seed(found)
    elif is_new and entry.pairing_id is None:
        entry.mage, entry.rating = mage, rating_of(mage)
    if not entry.is_active or entry.seen < now - AWAY:
        entry.free_since = now
    entry.state = Entry.State.ACTIVE
    if entry.pairing_id is None:  # paired players are present only if they open the page of their duel
        entry.seen = now
    entry.save()
    if is_news:  # programs repeat this every few seconds
        after_commit(tournament_changed.send_robust, None, slug=slug)
    return entry


def _check(found: Tournament, mage: Mage, entry: Entry | None, now: datetime) -> None:
    """Raise `ValidationError` if this mage may not enter. A mage that has entered may always return."""
    if found.is_over or (found.is_arena and found.ends <= now):
        raise ValidationError(_("This tournament is over."))
    if not Mage.objects.filter(pk=mage.pk, ended=None).exists():
        raise ValidationError(_("%(mage)s no longer exists.") % {"mage": mage})
    if entry is not None and entry.is_removed:
        raise ValidationError(removal_of(entry))
    if entry is not None and entry.is_out:
        raise ValidationError(_("You have been knocked out of this tournament."))
    if entry is None:
        _check_place(found)
        _check_blocks(found, mage.owner_id)
    if _is_new(entry, mage) and (why := why_not(found, mage.owner, rating_of(mage), now)):
        raise ValidationError(why)


def _check_place(found: Tournament) -> None:
    """Raise `ValidationError` if the tournament is full or closed to new players."""
    if found.club_closed:
        raise ValidationError(_("This tournament’s club has been closed, so nobody else can enter."))
    if not may_enter(found):
        raise ValidationError(_("It is too late to join this tournament."))
    most = most_players(found)
    if most is not None and found.entries.count() >= most:
        raise ValidationError(_("This tournament is full: it has %(most)s players.") % {"most": most})


def _check_blocks(found: Tournament, user_id: int) -> None:
    """Raise `ValidationError` if a block could prevent a duel that the format of the tournament requires.

    The message does not reveal the other player or which of the two has blocked the other.
    """
    if has_breaks(found):  # these formats find other opponents
        return
    others = found.entries.filter(state=Entry.State.ACTIVE).values_list("user", flat=True)
    if has_block_between(user_id, list(others)):
        text = _(
            "You can’t join, because either you or another player has blocked the other. In a Swiss tournament or an "
            "arena, you would get other opponents."
        )
        raise ValidationError(text)


def removal_of(entry: Entry) -> str:
    """Return the reason why a removed player is no longer paired, as a sentence to the player."""
    if entry.absences >= MOST_ABSENCES:
        return _("You didn’t show up for two of your duels, so you can’t return to this tournament.")
    return _("You have withdrawn from this tournament.")


def _next_seed(found: Tournament) -> int:
    """Return the seed of a player who joins now: the highest seed plus one, or 0 before the start and in an arena."""
    if not found.is_running or found.is_arena:
        return 0
    return 1 + (found.entries.aggregate(Max("seed"))["seed__max"] or 0)


def _is_new(entry: Entry | None, mage: Mage) -> bool:
    return entry is None or entry.mage_id != mage.pk


def why_not(found: Tournament, user: User, rating: float, now: datetime) -> str:
    """Return the reason why a tournament does not admit a user whose mage has this rating, or "" if it does."""
    since = user.date_joined + timedelta(days=found.account_days)
    if user.is_bot and not found.bots:
        return _("Bots can’t join this tournament.")
    if found.only_bots and not user.is_bot:
        return _("Only bots can join this tournament.")
    if found.club and not is_member(found.club.pk, user.pk):
        text = _('Only members of <a href="{}">{}</a> can join this tournament.')
        return format_html(text, reverse("club", args=[found.club.slug]), found.club.shown_name)
    if user.is_guest and not found.friendly:
        text = _('Rated tournaments need an account. <a href="{}">Sign up and keep your mage.</a>')
        return format_html(text, reverse("keep"))
    if found.account_days and since > now:
        text = ngettext(
            "Your account must be at least %(days)s day old.",
            "Your account must be at least %(days)s days old.",
            found.account_days,
        )
        return text % {"days": found.account_days}
    if not (found.lowest or 0) <= rating <= (found.highest or rating):
        return _("Your rating of %(rating)s is outside the range of this tournament.") % {"rating": f"{rating:.0f}"}
    return ""


@transaction.atomic
def leave(*, slug: str, user_id: int) -> None:
    """Pause a player, or withdraw their entry if the tournament has not started.

    A paused player keeps their results, and is not paired again until they return. In a round robin or a knockout, the
    player withdraws for good instead, and loses the remaining games. Nothing happens if the user is not active in the
    tournament.
    """
    found = _locked(slug)
    entry = Entry.objects.select_for_update(no_key=True).filter(tournament=found, user=user_id).first()
    if entry is None or not entry.is_active or found.is_over:
        return
    if found.is_upcoming:
        entry.delete()
    else:
        entry.state = Entry.State.PAUSED if has_breaks(found) else Entry.State.REMOVED
        entry.save(update_fields=["state"])
    after_commit(tournament_changed.send_robust, None, slug=slug)


@transaction.atomic
def stay(slug: str, user_ids: Collection[int], now: datetime | None = None) -> None:
    """Record that these users are present and waiting to be paired.

    If a player was away, their waiting time starts again. Entries that another transaction has locked are left for the
    next call.
    """
    now = now or timezone.now()
    free = {"state": Entry.State.ACTIVE, "pairing": None}
    active = Entry.objects.filter(tournament__slug=slug, user__in=user_ids, **free)
    rows = active.select_for_update(of=("self",), no_key=True, skip_locked=True).order_by("pk")
    here = Entry.objects.filter(pk__in=list(rows.values_list("pk", flat=True)))
    here.filter(seen__lt=now - AWAY).update(free_since=now)
    here.update(seen=now)


@transaction.atomic
def come(players: Collection[tuple[str, int]], now: datetime | None = None) -> None:
    """Record that players have opened their duels. `players` contains pairs of a duel's slug and a user's primary key.

    Duels outside tournaments are ignored. A player who has opened the duel's page counts as having shown up.
    """
    slugs, users = {slug for slug, _user in players}, {user for _slug, user in players}
    rows = Entry.objects.filter(user__in=users, pairing__duel__slug__in=slugs).order_by("pk")
    locked = rows.select_for_update(of=("self",), no_key=True, skip_locked=True)
    found = locked.values_list("pk", "pairing__duel__slug", "user")
    here = [key for key, slug, user in found if (slug, user) in players]
    Entry.objects.filter(pk__in=here).update(seen=now or timezone.now())


def _locked(slug: str) -> Tournament:
    found = Tournament.objects.select_for_update(no_key=True).filter(slug=slug).first()
    if found is None:
        raise ValidationError(_("There is no such tournament."))
    return found
