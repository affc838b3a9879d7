"""Following and unfollowing players.

Each function is one transaction.
"""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.blocks import has_block_between
from accounts.friends import may_be_followed
from accounts.models import Follow, User
from accounts.permissions import Role, demand, standing_of

MOST_FOLLOWED = 500


@transaction.atomic
def follow(*, user: User, other: User) -> Follow:
    """Follow another player.

    Following them again has no effect. Raise `Forbidden` for anonymous users, guests, and users with a block between
    them and the player. Raise `ValidationError` if `other` is the user, is a guest, is banned or has closed their
    account, or if the user already follows `MOST_FOLLOWED` players.
    """
    demand("follow_player", standing_of(user))
    # Lock both rows: a concurrent block by either user must wait, or be visible here.
    users = User.objects.select_for_update(no_key=True).filter(pk__in=[user.pk, other.pk]).order_by("pk")
    other = next(it for it in users if it.pk == other.pk)
    if user.pk == other.pk:
        raise ValidationError(_("You can’t follow yourself."))
    if has_block_between(user.pk, [other.pk]):
        demand("follow_player", standing_of(user) | {Role.BLOCKED})
    if not may_be_followed(other):
        raise ValidationError(_("You can follow only players with an account."))
    if Follow.objects.filter(user=user).exclude(followed=other).count() >= MOST_FOLLOWED:
        too_many = _("You can follow at most %(most)s players. Unfollow someone first.")
        raise ValidationError(too_many % {"most": MOST_FOLLOWED})
    return Follow.objects.get_or_create(user=user, followed=other)[0]


@transaction.atomic
def unfollow(*, user: User, other: User) -> None:
    """Stop following a player.

    Raise `Forbidden` for anonymous users and guests.
    """
    demand("follow_player", standing_of(user))
    Follow.objects.filter(user=user, followed=other).delete()
