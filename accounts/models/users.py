"""Users, how they want to be told of what happens, and when they are away."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

USERNAME_LENGTH = 150  # Django's own
USERNAME_TAKEN = _("A user of this name exists already. Please choose another.")


def language_now() -> str:
    """The language in which this is happening: that of who registers."""
    return translation.get_language() or ""


class User(AbstractUser):
    """Somebody who plays; a guest has no password and may become a full user later."""

    class Mail(models.TextChoices):
        SOON = "soon", _("Some minutes after it is my turn")
        DAILY = "daily", _("Once a day, all together")
        LETTER = "letter", _("At once, with all that one needs to play by letter")
        NEVER = "never", _("Never")

    is_guest = models.BooleanField(default=False)
    is_bot = models.BooleanField(
        default=False, db_default=False, help_text="A program plays, which is said wherever the name stands."
    )
    about = models.TextField(max_length=1000, blank=True, help_text="What the user tells of himself.")
    mail = models.CharField(max_length=6, choices=Mail, default=Mail.SOON)
    hears_talk = models.BooleanField(default=True, help_text="Free talk beside duels is shown.")
    hears_messages = models.BooleanField(default=True, help_text="Others may send messages.")
    returned = models.DateTimeField(
        null=True, editable=False, help_text="When a letter to `returned_from` came back for good."
    )
    returned_from = models.CharField(max_length=254, blank=True, default="", db_default="", editable=False)
    language = models.CharField(
        max_length=10, blank=True, default=language_now, help_text="Empty: whatever the browser asks for."
    )
    active = models.DateTimeField(default=timezone.now, help_text="The last order, challenge or answer to one.")
    ended = models.DateTimeField(null=True, editable=False, help_text="When the account was quit.")
    renamed = models.DateTimeField(null=True, editable=False, help_text="When he last changed his username.")

    class Meta(AbstractUser.Meta):  # type: ignore[name-defined]  # the stubs have no such class
        constraints = (
            models.UniqueConstraint(
                Lower("username"), name="username_unique_whatever_the_case", violation_error_message=USERNAME_TAKEN
            ),
        )

    @property
    def is_unreachable(self) -> bool:
        """Whether letters to his present address come back."""
        return self.returned is not None and self.returned_from.lower() == self.email.lower()

    @property
    def plays_by_letter(self) -> bool:
        """Whether letters of his duels tell all that is asked of him, so that he can answer them."""
        return self.mail == self.Mail.LETTER


class Vacation(models.Model):
    """A time in which a user's slow duels wait for him; cut short by his next order."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="vacations")
    began = models.DateTimeField()
    until = models.DateTimeField()

    class Meta:
        indexes = (models.Index(fields=["user", "until"], name="vacation_of_user"),)
        constraints = (
            models.CheckConstraint(condition=Q(until__gte=F("began")), name="vacation_ends_after_it_begins"),
        )

    def __str__(self) -> str:
        return f"{self.user_id}: {self.began:%Y-%m-%d} to {self.until:%Y-%m-%d}"
