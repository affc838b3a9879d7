"""Messages between users. Source: Firetop Mountain, "MESSAGE"."""

from collections.abc import Sequence
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.blocks import has_block_between
from accounts.models import EmailNotification, Mage, Message, User
from accounts.permissions import Forbidden, Role, demand
from accounts.profanity import refuse_forbidden
from accounts.sanctions import demand_voice, roles_of
from accounts.selectors import mage_named, user_named
from accounts.services.notifications import notify
from accounts.signals import unread_changed
from wavinghands.db.after_commit import after_commit

MOST_RECIPIENTS = 10
MOST_A_MINUTE, MOST_A_DAY = 10, 200
"""Limits on messages per user. A message to three recipients counts as three."""
TWICE = timedelta(minutes=1)
"""The period within which the same text is sent to the same user only once."""


def recipients_of(names: str) -> list[User]:
    """Return the users who are named in a comma-separated list, either directly or by one of their mages.

    A name that begins with `@` is a username. Any other name is looked up among the mages first. Raise
    `ValidationError` if there are no names, too many names, or unknown names.
    """
    wanted = dict.fromkeys(name for name in map(str.strip, names.split(",")) if name)
    if not wanted:
        raise ValidationError(_("Enter at least one mage or user. Separate names with commas."))
    if len(wanted) > MOST_RECIPIENTS:
        raise ValidationError(_("You can send a message to at most %(most)s users.") % {"most": MOST_RECIPIENTS})
    return list({user.pk: user for user in map(_meant_by, wanted)}.values())


def _meant_by(name: str) -> User:
    mage = None if name.startswith("@") else mage_named(name)
    user = mage.owner if mage else user_named(name.removeprefix("@"))
    if user is None:
        raise ValidationError(_("There is no mage or user called %(name)s.") % {"name": name})
    return user


@transaction.atomic
def send(*, sender: User, recipients: Sequence[User], text: str, mage: Mage | None = None) -> list[Message]:
    """Send a message to all of these users or to none of them.

    It is signed by `mage` or, without one, by the sender. Recipients to whom the sender has just sent the same text are
    skipped. Raise `Forbidden` if the sender is a guest, is silenced or does not own `mage`, or if there is a block
    between the sender and a recipient. Raise `ValidationError` if the text is invalid, a recipient takes no messages,
    or the sender has sent too many messages in a short time.
    """
    text = text.strip()
    demand("message", roles_of(sender) - {Role.SILENCED})
    demand_voice(sender.pk)
    _check_words(text)
    sender = User.objects.select_for_update(no_key=True).get(pk=sender.pk)
    if mage is not None and mage.owner_id != sender.pk:
        raise Forbidden(_("Choose one of your own mages as the sender."))
    for recipient in recipients:
        _check_recipient(sender, recipient)
    fresh = [recipient for recipient in recipients if not _was_sent(sender, recipient, text)]
    _check_rate(sender, len(fresh))
    messages = [Message.objects.create(sender=sender, mage=mage, recipient=user, text=text) for user in fresh]
    for message in messages:
        _announce(message)
    return messages


def _check_words(text: str) -> None:
    if not text:
        raise ValidationError(_("Write a message first."))
    if len(text) > Message.LONGEST:
        too_long = _("Your message has %(number)s characters. The limit is %(most)s.")
        raise ValidationError(too_long % {"most": Message.LONGEST, "number": len(text)})
    refuse_forbidden(text)


def _check_recipient(sender: User, recipient: User) -> None:
    if recipient.pk == sender.pk:
        raise ValidationError(_("You can’t send a message to yourself."))
    if not has_inbox(recipient):
        raise ValidationError(_("%(name)s can’t receive messages.") % {"name": called(recipient)})
    if has_block_between(sender.pk, [recipient.pk]) and not sender.is_staff:
        demand("message", roles_of(sender) | {Role.BLOCKED})
    if not recipient.hears_messages and not sender.is_staff:
        raise ValidationError(_("%(name)s doesn’t accept messages.") % {"name": called(recipient)})


def has_inbox(user: User) -> bool:
    """Return whether this user can receive messages.

    Guests, banned users and users who have closed their accounts cannot.
    """
    return user.is_active and not user.is_guest


def called(user: User) -> str:
    """Return the name by which error messages refer to a user.

    They do not show the usernames of guests.
    """
    return _("A guest") if user.is_guest else user.username


def _was_sent(sender: User, recipient: User, text: str) -> bool:
    since = timezone.now() - TWICE
    return Message.objects.filter(sender=sender, recipient=recipient, text=text, sent__gt=since).exists()


def _check_rate(sender: User, more: int) -> None:
    now, mine = timezone.now(), Message.objects.filter(sender=sender)
    if mine.filter(sent__gt=now - timedelta(minutes=1)).count() + more > MOST_A_MINUTE:
        raise ValidationError(
            _("You can send at most %(most)s messages per minute. Wait a moment.") % {"most": MOST_A_MINUTE}
        )
    if mine.filter(sent__gt=now - timedelta(days=1)).count() + more > MOST_A_DAY:
        raise ValidationError(
            _("You can send at most %(most)s messages per day. Try again tomorrow.") % {"most": MOST_A_DAY}
        )


def _announce(message: Message) -> None:
    name = message.mage.name if message.mage else message.sender.username
    notify(
        [message.recipient_id],
        about=EmailNotification.About.MESSAGE,
        subject=lambda: _("Message from %(name)s") % {"name": name},
        text=message.text,
        path=reverse("thread", args=[message.sender.username]),
        key=f"message:{message.pk}",
    )


def mark_read(*, reader: User, sender: User) -> None:
    """Mark all messages from this sender to this reader as read."""
    if Message.objects.filter(recipient=reader, sender=sender, read=None).update(read=timezone.now()):
        after_commit(unread_changed.send_robust, None, user_ids=[reader.pk])
