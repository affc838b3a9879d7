"""What people are told of challenges, in the transaction of what has happened; that a duel begins, it tells itself."""

from collections.abc import Iterable

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Letter, Mage
from accounts.services.notifications import notify
from duels.challenges.locked_challenge import LockedChallenge, State
from duels.challenges.terms import Terms
from duels.challenges.terms_in_words import changes_in_words, in_full
from duels.models import Challenge, Change, Invitation

About = Letter.About


def announce_challenge(challenge: Challenge, invited: Iterable[Invitation]) -> None:
    """Tell those who are challenged by name; of a rematch, all who fought are told together."""
    for it in [] if challenge.after_id else invited:
        _tell_challenged(challenge, it.mage)


def _tell_challenged(challenge: Challenge, mage: Mage) -> None:
    who = {"challenger": challenge.challenger, "mage": mage}
    terms = Terms.of(challenge)
    notify(
        [mage.owner_id],
        about=About.CHALLENGE,
        subject=lambda: _("%(challenger)s challenges %(mage)s") % who,
        text=lambda: (
            _("%(challenger)s challenges %(mage)s: %(terms)s.")
            % {**who, "terms": "; ".join(in_full(terms, challenge.challenger))}
            + _comment(challenge)
        ),
        path=_path(challenge),
        key=f"challenge {challenge.pk} to {mage.pk}",
    )


def announce_rematch(challenge: Challenge, users: Iterable[int]) -> None:
    """Tell those who fought in the last duel, whose mages may be dead."""
    who, text = (
        {"challenger": challenge.challenger},
        gettext_lazy("%(challenger)s wants the same duel once more. Who has died comes back with another mage."),
    )
    notify(
        users,
        about=About.CHALLENGE,
        subject=lambda: _("%(challenger)s wants a rematch") % who,
        text=lambda: text % who,
        path=_path(challenge),
        key=f"challenge {challenge.pk} rematch",
    )


def announce_decline(found: LockedChallenge, mages: Iterable[Mage]) -> None:
    """Tell the challenger who will not come."""
    for mage in mages:
        _tell_declined(found.challenge, mage)


def _tell_declined(challenge: Challenge, mage: Mage) -> None:
    text = gettext_lazy("%(mage)s declines. Challenge somebody else instead, begin with who has accepted, or withdraw.")
    notify(
        [challenge.challenger.owner_id],
        about=About.CHALLENGE,
        subject=lambda: _("%(mage)s declines your challenge") % {"mage": mage},
        text=lambda: text % {"mage": mage},
        path=_path(challenge),
        key=f"challenge {challenge.pk} declined by {mage.pk}",
    )


def announce_withdrawal(found: LockedChallenge) -> None:
    """Tell those who were challenged or had accepted."""
    challenge = found.challenge
    who = {"challenger": challenge.challenger}
    notify(
        found.owners(State.CHALLENGED, State.ACCEPTED) - {challenge.challenger.owner_id},
        about=About.CHALLENGE,
        subject=lambda: _("%(challenger)s withdraws a challenge") % who,
        text=lambda: _("The challenge of %(challenger)s is withdrawn.") % who,
        path=_path(challenge),
        key=f"challenge {challenge.pk} withdrawn",
    )


def announce_proposal(found: LockedChallenge, change: Change) -> None:
    """Tell those who are to vote, or for whom the challenger has decided."""
    challenge = found.challenge
    makes = gettext_lazy("%(proposer)s makes a change to the challenge of %(challenger)s")
    proposes = gettext_lazy("%(proposer)s proposes a change to the challenge of %(challenger)s")
    who = {"proposer": change.proposer, "challenger": challenge.challenger}
    notify(
        found.owners(State.ACCEPTED) - {change.proposer.owner_id},
        about=About.CHALLENGE,
        subject=lambda: (makes if challenge.authoritarian else proposes) % who,
        text=lambda: _proposal(challenge, change),
        path=_path(challenge),
        key=f"challenge {challenge.pk} change {change.number}",
    )


def _proposal(challenge: Challenge, change: Change) -> str:
    made = _("Change %(number)s: %(terms)s.")
    proposed = _("Change %(number)s: %(terms)s. Accept or oppose it.")
    terms = "; ".join(changes_in_words(change.terms, Terms.of(challenge)))
    return (made if challenge.authoritarian else proposed) % {"number": change.number, "terms": terms}


def _path(challenge: Challenge) -> str:
    return reverse("challenge", args=[challenge.token])


def _comment(challenge: Challenge) -> str:
    return f"\n\n“{challenge.comment}”" if challenge.comment else ""
