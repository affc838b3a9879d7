"""The mages that a challenge invites or excludes.

Source: the e-mail server Firetop Mountain, "Newgame", options "challenge", "exclude" and "all".
"""

from collections.abc import Iterable, Sequence
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.blocks import blocked_with
from accounts.models import Mage
from accounts.names import folded
from accounts.selectors import vacations_at
from duels.challenges.facts import State
from duels.challenges.loading import Audience, LockedChallenge
from duels.house.wizards import BY_NAME
from duels.ladder.names import alike
from duels.models import Invitation
from duels.wording.languages import listed

ABOUT = timedelta(days=1)
"""The option `all` does not challenge mages that have been inactive for longer than this."""
MOST_AT_ONCE = 50


def mages_named(names: Iterable[str]) -> list[Mage]:
    """Return the living mages with these names, in order and without duplicates.

    Raise `ValidationError` if a name is unknown. The message suggests similar names.
    """
    wanted = {folded(name): name for name in names}
    if not wanted:
        return []
    living = {mage.folded: mage for mage in Mage.objects.filter(folded__in=wanted, ended=None).select_related("owner")}
    missing = [name for fold, name in wanted.items() if fold not in living]
    if missing:
        raise ValidationError(_nobody(missing))
    return [living[fold] for fold in wanted]


def _nobody(missing: Sequence[str]) -> str:
    text = _("There is no living mage named %(missing)s.") % {"missing": ", ".join(missing)}
    meant = alike(missing, others=BY_NAME)
    return " ".join([text, _("Did you mean %(names)s?") % {"names": listed(meant)}]) if meant else text


def all_about(found: LockedChallenge, excluded: Iterable[Mage] = ()) -> list[Mage]:
    """Return one mage for each user who has played recently.

    Users on vacation are left out, and so are users who have blocked the challenger or have been blocked by them. The
    challenger's own mages, mages that are already excluded, and the mages in `excluded` are left out too.
    """
    owner_id, now = found.challenge.challenger.owner_id, timezone.now()
    lately = Mage.objects.filter(ended=None, retired=None, active__gte=now - ABOUT).select_related("owner")
    shut_out = {*(it.mage_id for it in found.facts.in_state(State.EXCLUDED)), *(mage.pk for mage in excluded)}
    free = (
        lately.exclude(owner__in={owner_id, *blocked_with(owner_id)})
        .exclude(owner__in=vacations_at(now).values("user"))
        .exclude(pk__in=shut_out)
    )
    of_users: dict[int, Mage] = {}
    for mage in free.order_by("-active")[: 4 * MOST_AT_ONCE]:
        of_users.setdefault(mage.owner_id, mage)
    return list(of_users.values())[:MOST_AT_ONCE]


def address(found: LockedChallenge, audience: Audience) -> list[Invitation]:
    """Challenge or exclude the mages in `audience`.

    Return the new invitations. A mage that has declined is challenged again. A mage that is already challenged or has
    accepted is left unchanged.
    """
    accepted = {it.mage_id for it in found.facts.accepted()}
    for mage in audience.excluded:
        if mage.pk not in accepted:
            found.put(mage, State.EXCLUDED)
    known = {it.mage_id for it in found.facts.in_state(State.CHALLENGED, State.ACCEPTED)}
    invited = {mage.pk: mage for mage in (*audience.named, *audience.about) if mage.pk not in known}
    return [found.put(mage, State.CHALLENGED) for mage in invited.values()]
