"""Services that turn a challenge into its duel."""

from collections.abc import Iterable, Sequence

from django.urls import reverse

from duels.challenges.facts import State
from duels.challenges.house_wizards import wizards_for
from duels.challenges.loading import LockedChallenge, load_busy_for
from duels.challenges.rules import enforce, is_complete, may_begin, sides
from duels.challenges.terms import Terms
from duels.house.duels import house_seat
from duels.house.wizards import HouseWizard
from duels.models import Challenge, Change, Duel, Invitation
from duels.play.transaction import SeatSpec, start_duel
from duels.signals import challenge_changed, duel_started
from wavinghands.db.after_commit import after_commit


def begin_if_complete(found: LockedChallenge) -> Duel | None:
    """Begin the duel if the challenge is complete and the rules allow it.

    Return the duel if it begins.
    """
    facts = found.facts
    if not is_complete(facts) or may_begin(facts, load_busy_for(facts)) is not None:
        return None
    return _begin(found)


def begin(found: LockedChallenge) -> Duel:
    """Begin the duel between the mages that have accepted.

    Exclude all other mages, and abandon open proposals. Raise `ValidationError` if `may_begin()` refuses the duel, or
    if one of the mages has died or quit.
    """
    enforce(may_begin(found.facts, load_busy_for(found.facts)))
    return _begin(found)


def _begin(found: LockedChallenge) -> Duel:
    challenge, accepted = found.challenge, found.accepted()
    terms = Terms.of(challenge)
    house = wizards_for(terms, [it.mage.name for it in accepted]) if terms.of_the_house else []
    duel = start_duel(
        seats=_seats(challenge, accepted, house),
        book=challenge.book,
        options=challenge.options,
        pace=challenge.pace,
        reserve=challenge.reserve,
        mountain=challenge.mountain,
        counts=terms.count_for([it.mage.owner for it in accepted]),
        public=not challenge.private,
    )
    _close(challenge, duel)
    _send_into(duel, {it.mage.owner_id for it in accepted}, challenge)
    return duel


def _seats(challenge: Challenge, accepted: Sequence[Invitation], house: Sequence[HouseWizard]) -> list[SeatSpec]:
    """Return the seats: mages in the order in which they accepted, then house wizards.

    House wizards (computer players) and mages without a team join the smallest teams.
    """
    teams = sides([*(it.team for it in accepted), *[None] * len(house)], challenge.teams)
    of_mages, of_house = teams[: len(accepted)], teams[len(accepted) :]
    return [
        *(_seat(it, team) for it, team in zip(accepted, of_mages, strict=True)),
        *(house_seat(wizard, team) for wizard, team in zip(house, of_house, strict=True)),
    ]


def _seat(invitation: Invitation, team: int | None) -> SeatSpec:
    mage = invitation.mage
    return SeatSpec(name=mage.name, gender=mage.gender, mage=mage, team=team)


def _close(challenge: Challenge, duel: Duel) -> None:
    challenge.state, challenge.duel = Challenge.State.ACCEPTED, duel
    challenge.save(update_fields=["state", "duel"])
    Invitation.objects.filter(challenge=challenge, state=State.CHALLENGED).update(state=State.EXCLUDED)
    challenge.changes.filter(state=Change.State.PROPOSED).update(state=Change.State.ABANDONED)


def _send_into(duel: Duel, users: Iterable[int], challenge: Challenge) -> None:
    url = reverse("duel", args=[duel.slug])
    after_commit(challenge_changed.send_robust, None, token=challenge.token)
    after_commit(duel_started.send_robust, None, users=sorted(users), url=url)
