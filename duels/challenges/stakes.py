"""The stakes of a duel.

They say whether the duel is rated, and what the viewer can win or lose.
"""

from collections.abc import Collection
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Mage, User
from accounts.selectors import living_mages
from duels.challenges.terms import Terms
from duels.ladder import ratings
from duels.ladder.repeats import DAYS, FIRST, Repeat, repeat_of
from duels.ladder.standings import new_standing, rating_now, shown
from duels.models import Challenge, Invitation, Standing
from duels.wording.numerals import numeral


class Stakes(NamedTuple):
    """Texts that describe the stakes.

    `title` sums them up, and `details` explains the consequences of a death, a surrender and a win. `repeated` is the
    part of `details` that says how much a repeated win would count, or an empty string if it would count in full.
    """

    is_rated: bool
    title: str
    details: str
    repeated: str = ""


class Record(NamedTuple):
    """A mage's results in rated duels between two wizards.

    `rating` is empty if the mage has fought no such duel.
    """

    rating: str
    won: int
    lost: int


def is_rated(challenge: Challenge) -> bool:
    """Return whether the duel would be rated with the players who have accepted so far."""
    accepted = [it.mage.owner for it in challenge.invitations.all() if it.state == Invitation.State.ACCEPTED]
    return Terms.of(challenge).count_for(accepted or [challenge.challenger.owner])


def stakes_for(challenge: Challenge, user: Any, mages: Collection[Mage]) -> Stakes:
    """Return the stakes of the duel for its challenger, or for a user who may accept it with one of these mages."""
    if not is_rated(challenge):
        return _casual(_why_casual(challenge))
    if not user.is_authenticated or user.is_guest:
        return _casual(_("The duels of guests are always casual."))
    is_of_two = challenge.limit == 2 or (not challenge.is_open and len(challenge.invitations.all()) == 2)
    other = _opponent(challenge, user)
    standing = _standings([*mages, *([other] if other else [])])
    mine = standing[next(iter(mages)).pk] if len(mages) == 1 else None
    repeat = repeat_of(user.pk, other.owner_id, timezone.now()) if is_of_two and other else FIRST
    return rated_in_words(mine, standing[other.pk] if other else None, is_of_two=is_of_two, repeat=repeat)


def stakes_of_quick_duel(user: Any) -> Stakes:
    """Return the stakes of a quick duel for this user.

    The texts do not mention the opponent, because nobody has been found yet.
    """
    if user.is_guest:
        return _casual(_("The duels of guests are always casual."))
    mages = list(living_mages(user))
    return rated_in_words(_standings(mages)[mages[0].pk] if len(mages) == 1 else None, is_of_two=True)


def rated_in_words(
    mine: Standing | None, against: Standing | None = None, *, is_of_two: bool, repeat: Repeat = FIRST
) -> Stakes:
    """Return the stakes of a rated duel.

    `mine` is the standing of the user's mage, or `None` if it is not known which mage fights. `against` is the standing
    of the only opponent, or `None` if it is not known. `repeat` says how a win over the opponent's user would count.
    """
    if mine is None:
        text = _("If your mage dies, you lose it and its score.")
    elif mine.score:
        text = _("If %(mage)s dies, you lose this mage and its score of %(score)s.")
        text %= {"mage": mine.mage, "score": numeral(mine.score)}
    else:
        text = _("If %(mage)s dies, you lose this mage.") % {"mage": mine.mage}
    dies = f"{text} {_('You can register a new mage, and your account stays.')}"
    surrender = _("If you surrender in time by showing both palms, your mage survives, but you lose 1 point.")
    details = f"{dies} {surrender} {_wins(mine, against, is_of_two, repeat)}"
    return Stakes(True, _("Rated: your mage can die."), details, _repeated(repeat) if is_of_two else "")


def repeated_win(user: User, opponent: Mage) -> str:
    """Return the note that a win over the mage's owner would count only in part, or "" if it would count in full."""
    return _repeated(repeat_of(user.pk, opponent.owner_id, timezone.now()))


def record_of(mage: Mage) -> Record:
    """Return a mage's results in rated duels between two wizards.

    This needs no query if the mage's standings are prefetched.
    """
    standing = next((it for it in mage.standings.all() if not it.melee), None)
    if standing is None or standing.rated is None:
        return Record("", 0, 0)
    return Record(shown(standing).rating_text, standing.wins, standing.losses)


def needs_to_know(user: Any) -> bool:
    """Return whether the user must confirm, before a rated duel, that a mage can die in it."""
    return bool(user.is_authenticated) and not user.is_guest and not user.knows_mages_die


def note_knows(user: Any) -> None:
    """Record the user's confirmation that a mage can die in a rated duel."""
    User.objects.filter(pk=user.pk).update(knows_mages_die=True)
    user.knows_mages_die = True


def _opponent(challenge: Challenge, user: Any) -> Mage | None:
    """Return the challenger or, if the user is the challenger, the only invited mage.

    Return `None` if the challenger has invited no mage or several.
    """
    if user.pk != challenge.challenger.owner_id:
        return challenge.challenger
    named = [it.mage for it in challenge.invitations.all() if it.mage_id != challenge.challenger_id]
    return named[0] if len(named) == 1 else None


def _casual(why: str = "") -> Stakes:
    details = _("No rating changes, and your mage survives whatever happens.")
    return Stakes(False, _("Casual: nothing is at stake."), f"{why} {details}".strip())


def _why_casual(challenge: Challenge) -> str:
    if challenge.friendly:
        return ""
    if Terms.of(challenge).of_the_house:
        return _("Duels with computer players are always casual.")
    return _("The duels of guests are always casual.") if challenge.challenger.owner.is_guest else ""


def _wins(mine: Standing | None, against: Standing | None, is_of_two: bool, repeat: Repeat) -> str:
    if not is_of_two:
        return _("A win adds 1 point for each opponent you defeat.")
    if mine is None or against is None or not shown(mine).has_rating:
        return _repeated(repeat) or _("A win adds 1 point, and your rating rises.")
    now = timezone.now()
    before, other = rating_now(mine, now), rating_now(against, now)
    after = ratings.partly(before, ratings.after(before, [ratings.Game(other, 1.0)]), repeat.weight)
    numbers = {"gained": round(after.rating - before.rating), "rating": round(before.rating)}
    if repeat.points_of(1):
        text = _("A win adds 1 point to your score and about %(gained)s to your rating of %(rating)s.") % numbers
    else:
        text = (
            _("A win doesn’t raise your score yet, but adds about %(gained)s to your rating of %(rating)s.") % numbers
        )
    return f"{_repeated(repeat)} {text}".strip()


def _repeated(repeat: Repeat) -> str:
    """Return a note that a win would count only in part, or an empty string if it would count in full."""
    if repeat.weight == 1:
        return ""
    if repeat.weight == 1 / 2:
        text = _(
            "This would be win number %(number)s against this player within %(days)s days, so it would count for "
            "only half."
        )
    elif repeat.weight == 1 / 4:
        text = _(
            "This would be win number %(number)s against this player within %(days)s days, so it would count for "
            "only a quarter."
        )
    else:
        text = _(
            "This would be win number %(number)s against this player within %(days)s days, so it would count for "
            "only %(part)s."
        )
    return text % {"number": repeat.number, "days": DAYS, "part": repeat.part}


def _standings(mages: Collection[Mage]) -> dict[int, Standing]:
    """Return the mages' standings in duels between two wizards, by the mages' primary keys."""
    found = {it.mage_id: it for it in Standing.objects.filter(mage__in=mages, melee=False).select_related("mage")}
    return {mage.pk: found.get(mage.pk) or new_standing(mage, melee=False) for mage in mages}
