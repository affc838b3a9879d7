"""Bot accounts.

An account can become a bot account only before it has finished a duel, and then remains one.
"""

from django.core.exceptions import ValidationError
from django.core.validators import ProhibitNullCharactersValidator
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import demand, standing_of
from accounts.profanity import refuse_forbidden
from duels.models import Seat


@transaction.atomic
def become_bot(*, user: User) -> None:
    """Turn this account into a bot account.

    This has no effect on an account that is already a bot account. Raise `Forbidden` for guests, and `ValidationError`
    for users who have finished a duel. Practice duels do not count.
    """
    own = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    demand("become_bot", standing_of(own))
    if own.is_bot:
        return
    if has_fought(own.pk):
        raise ValidationError(_("You’ve played duels with this account. Create another account for your bot."))
    own.is_bot = True
    own.save(update_fields=["is_bot"])


def name_author(*, user: User, author: str) -> None:
    """Save the name of a bot's author. Raise `ValidationError` if it is too long or contains forbidden words."""
    user.author = " ".join(author.split())
    ProhibitNullCharactersValidator()(user.author)
    refuse_forbidden(user.author)
    user.clean_fields(exclude=[it.name for it in user._meta.fields if it.name != "author"])
    user.save(update_fields=["author"])


def has_fought(user_id: int) -> bool:
    """Return whether this user has finished a duel.

    Practice duels do not count.
    """
    return Seat.objects.filter(mage__owner=user_id, duel__practice=False, duel__ended__isnull=False).exists()
