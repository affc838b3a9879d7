"""What people are told of challenges, in the transaction of what has happened; that a duel begins, it tells itself."""

from collections.abc import Iterable

from django.urls import reverse

from accounts.models import Letter, Mage
from accounts.services.letters import tell
from duels.models import Challenge, Change, Invitation
from duels.selectors.terms import in_words, terms_of
from duels.services.gathering import Gathering, State

About = Letter.About


def announce_challenge(challenge: Challenge, invited: Iterable[Invitation]) -> None:
    """Tell those who are challenged by name; of a rematch, all who fought are told together."""
    for it in [] if challenge.after_id else invited:
        tell(
            [it.mage.owner_id],
            about=About.CHALLENGE,
            subject=f"{challenge.challenger} challenges {it.mage}",
            text=f"{challenge.challenger} challenges {it.mage}: {'; '.join(terms_of(challenge))}.{_comment(challenge)}",
            path=_path(challenge),
            key=f"challenge {challenge.pk} to {it.mage_id}",
        )


def announce_rematch(challenge: Challenge, users: Iterable[int]) -> None:
    """Tell those who fought in the last duel, whose mages may be dead."""
    tell(
        users,
        about=About.CHALLENGE,
        subject=f"{challenge.challenger} wants a rematch",
        text=f"{challenge.challenger} wants the same duel once more. Who has died comes back with another mage.",
        path=_path(challenge),
        key=f"challenge {challenge.pk} rematch",
    )


def announce_decline(found: Gathering, mages: Iterable[Mage]) -> None:
    """Tell the challenger who will not come."""
    challenge = found.challenge
    for mage in mages:
        tell(
            [challenge.challenger.owner_id],
            about=About.CHALLENGE,
            subject=f"{mage} declines your challenge",
            text=f"{mage} declines. Challenge somebody else instead, begin with who has accepted, or withdraw.",
            path=_path(challenge),
            key=f"challenge {challenge.pk} declined by {mage.pk}",
        )


def announce_withdrawal(found: Gathering) -> None:
    """Tell those who were challenged or had accepted."""
    challenge = found.challenge
    tell(
        found.owners(State.CHALLENGED, State.ACCEPTED) - {challenge.challenger.owner_id},
        about=About.CHALLENGE,
        subject=f"{challenge.challenger} withdraws a challenge",
        text=f"The challenge of {challenge.challenger} is withdrawn.",
        path=_path(challenge),
        key=f"challenge {challenge.pk} withdrawn",
    )


def announce_proposal(found: Gathering, change: Change) -> None:
    """Tell those who are to vote, or for whom the challenger has decided."""
    challenge = found.challenge
    does, then = ("makes", "") if challenge.authoritarian else ("proposes", " Accept or oppose it.")
    tell(
        found.owners(State.ACCEPTED) - {change.proposer.owner_id},
        about=About.CHALLENGE,
        subject=f"{change.proposer} {does} a change to the challenge of {challenge.challenger}",
        text=f"Change {change.number}: {'; '.join(in_words(change.terms, challenge.book))}.{then}",
        path=_path(challenge),
        key=f"challenge {challenge.pk} change {change.number}",
    )


def _path(challenge: Challenge) -> str:
    return reverse("challenge", args=[challenge.token])


def _comment(challenge: Challenge) -> str:
    return f"\n\n“{challenge.comment}”" if challenge.comment else ""
