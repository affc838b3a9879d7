"""Which terms of a challenge go together."""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.profanity import refuse_forbidden
from accounts.sanctions import demand_voice
from duels.challenges.locked_challenge import LockedChallenge, State
from duels.challenges.votes import MOST, MOST_TEAMS
from duels.models import Challenge
from wavinghands import engine

Json = dict[str, Any]


def check_terms(challenge: Challenge) -> None:
    """Make the options those in which it differs from the book; refuse terms that contradict each other, at a field."""
    challenge.options = differing(challenge.book, challenge.options)
    challenge.full_clean()
    _check_numbers(challenge)


def check_comment(comment: str, user_id: int) -> None:
    """Refuse words that are not said here, and any of who is silenced: they stand in the lobby and in letters."""
    if comment:
        refuse_forbidden(comment)
        demand_voice(user_id)


def differing(book: str, options: Json) -> Json:
    """The options in which these differ from the book."""
    try:
        return engine.check_options(book, options)
    except engine.RecordError as error:
        raise ValidationError(str(error)) from error


def _check_numbers(challenge: Challenge) -> None:
    limit = MOST if challenge.limit is None else challenge.limit
    if not 2 <= limit <= MOST:
        raise ValidationError({"limit": _("From two wizards to %(most)s can fight.") % {"most": MOST}})
    if challenge.per_user > MOST:
        raise ValidationError({"per_user": _("Choose a number up to %(most)s; 0: any number.") % {"most": MOST}})
    if challenge.teams and not 2 <= challenge.teams <= min(limit, MOST_TEAMS):
        raise ValidationError(
            {"teams": _("There may be two teams to %(most)s here, or none.") % {"most": min(limit, MOST_TEAMS)}}
        )
    if challenge.lowest and challenge.highest and challenge.lowest > challenge.highest:
        raise ValidationError({"highest": _("The highest rating is below the lowest.")})


def check_people(found: LockedChallenge, *, more: int = 0) -> None:
    """Refuse a limit that does not fit those who have come, or are to come, with so many more."""
    challenge, come = found.challenge, len(found.accepted())
    if challenge.limit is not None and challenge.limit < come:
        raise ValidationError({"limit": _("%(come)s have accepted already.") % {"come": come}})
    awaited = len(found.of_state(State.CHALLENGED, State.ACCEPTED)) + more
    if challenge.limit is None and not challenge.is_open and awaited > MOST:
        raise ValidationError({"limit": _("More than %(most)s cannot fight: set a limit.") % {"most": MOST}})
