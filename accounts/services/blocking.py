"""Blocking and muting.

Each function is one transaction.
"""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import Block, Follow, User
from accounts.permissions import demand, standing_of

MOST_BLOCKS = 500


@transaction.atomic
def block(*, user: User, other: User, mutes_only: bool = False) -> Block:
    """Block or mute another user.

    A block replaces a mute, and vice versa. After a block, neither user follows the other. Raise `Forbidden` if the
    user is not logged in, and `ValidationError` if `user` and `other` are the same or if the user already has
    `MOST_BLOCKS` blocks and mutes.
    """
    demand("block", standing_of(user))
    User.objects.select_for_update(no_key=True).get(pk=user.pk)  # other blocks by this user must wait
    if user.pk == other.pk:
        raise ValidationError(_("You can’t block, mute or report yourself."))
    if Block.objects.filter(user=user).exclude(blocked=other).count() >= MOST_BLOCKS:
        too_many = _("You can block or mute at most %(most)s users. Unblock or unmute someone first.")
        raise ValidationError(too_many % {"most": MOST_BLOCKS})
    if not mutes_only:
        Follow.objects.filter(Q(user=user, followed=other) | Q(user=other, followed=user)).delete()
    return Block.objects.update_or_create(user=user, blocked=other, defaults={"mutes_only": mutes_only})[0]


def unblock(*, user: User, other: User) -> None:
    """Remove a block or a mute.

    Raise `Forbidden` if the user is not logged in.
    """
    demand("block", standing_of(user))
    Block.objects.filter(user=user, blocked=other).delete()
