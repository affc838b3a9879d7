"""Accounts that programs play by: an account becomes one before it has fought a duel to its end, and remains one."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import demand, standing_of
from duels.models import Seat


@transaction.atomic
def become_bot(*, user: User) -> None:
    """From now on a program plays by this account, which is said wherever its name stands; twice is once.

    Raises `Forbidden` to guests, `ValidationError` to who has fought a duel to its end: practice is none.
    """
    own = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    demand("become_bot", standing_of(own))
    if own.is_bot:
        return
    if has_fought(own.pk):
        raise ValidationError(_("You have fought duels yourself: make another account for your bot."))
    own.is_bot = True
    own.save(update_fields=["is_bot"])


def has_fought(user_id: int) -> bool:
    """Whether a duel of this user's that was no practice is over."""
    return Seat.objects.filter(mage__owner=user_id, duel__practice=False, duel__ended__isnull=False).exists()
