"""Users, their former usernames and their vacations."""

from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from accounts.avatars import address_of_avatar, validate_avatar
from accounts.countries import validate_country
from accounts.names import LONGEST_SKELETON, skeleton

USERNAME_LENGTH = 150
"""The length of the database column, as in Django. `LONGEST_NEW_USERNAME` limits new names."""
USERNAME_TAKEN = _("This username is taken. Please choose another.")
USERNAME_ALIKE = _("This name is too similar to another user’s current or recent name. Please choose a different name.")


def language_now() -> str:
    """Return the active language, which is the default for a new user."""
    return translation.get_language() or ""


class User(AbstractUser):
    """A player.

    A guest is a user without a password, who may become a full user later.
    """

    class Mail(models.TextChoices):
        SOON = "soon", _("A few minutes after my turn starts")
        DAILY = "daily", _("Once a day, all in one e-mail")
        PLAY = "letter", _("Immediately, with everything needed to play by e-mail")
        NEVER = "never", _("Never")

    class SeenBy(models.TextChoices):
        EVERYBODY = "everybody", _("Visible to everybody")
        FOLLOWED = "followed", _("Visible to players I follow")
        NOBODY = "nobody", _("Visible to nobody")

    is_guest = models.BooleanField(default=False)
    is_bot = models.BooleanField(
        default=False,
        db_default=False,
        help_text="The account of a program, marked as a bot wherever its name is shown.",
    )
    author = models.CharField(
        max_length=40,
        blank=True,
        default="",
        db_default="",
        help_text="The author of a bot, as shown to everybody.",
    )
    about = models.TextField(max_length=1000, blank=True, help_text="The user's description of themselves.")
    avatar = models.CharField(
        max_length=20,
        blank=True,
        default="",
        db_default="",
        validators=[validate_avatar],
        help_text="The name of a drawing of this site; empty: the sigil of the username.",
    )
    country = models.CharField(
        max_length=2,
        blank=True,
        default="",
        db_default="",
        validators=[validate_country],
        help_text="An ISO 3166-1 code; empty: not shown.",
    )
    mail = models.CharField(max_length=6, choices=Mail, default=Mail.SOON)
    hears_talk = models.BooleanField(default=True, help_text="Show the chats of duels.")
    hears_messages = models.BooleanField(default=True, help_text="Accept messages from other users.")
    seen_by = models.CharField(
        max_length=9,
        choices=SeenBy,
        default=SeenBy.EVERYBODY,
        db_default=SeenBy.EVERYBODY,
        help_text="The users to whom the online status and the current duel are visible.",
    )
    hears_friends_challenges = models.BooleanField(
        default=True, db_default=True, help_text="Notify of open challenges by followed players."
    )
    hears_friends_duels = models.BooleanField(
        default=False, db_default=False, help_text="Notify of public duels of followed players."
    )
    hears_friends_come = models.BooleanField(
        default=False, db_default=False, help_text="Notify when followed players come online."
    )
    hears_clubs = models.BooleanField(
        default=True, db_default=True, help_text="Notify of messages and other news of the user's clubs."
    )
    returned = models.DateTimeField(
        null=True, editable=False, help_text="When an e-mail to `returned_from` bounced permanently."
    )
    returned_from = models.CharField(max_length=254, blank=True, default="", db_default="", editable=False)
    language = models.CharField(
        max_length=10, blank=True, default=language_now, help_text="Empty: the language that the browser asks for."
    )
    time_zone = models.CharField(max_length=64, blank=True, default="", db_default="", editable=False)
    """The time zone of the most recently used browser, or "" if unknown."""
    active = models.DateTimeField(
        default=timezone.now, help_text="Time of the last order, challenge or answer to a challenge."
    )
    ended = models.DateTimeField(null=True, editable=False, help_text="When the account was deleted by its user.")
    renamed = models.DateTimeField(null=True, editable=False, help_text="When the username last changed.")
    skeleton = models.CharField(max_length=LONGEST_SKELETON, default="", db_default="", editable=False, db_index=True)
    knows_mages_die = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        help_text="Has confirmed that a mage can die in a rated duel.",
    )

    lessons = models.CharField(
        max_length=100,
        blank=True,
        default="",
        db_default="",
        editable=False,
        help_text="The slugs of the completed lessons, separated by spaces, and 'puzzle' after a solved puzzle.",
    )

    class Meta(AbstractUser.Meta):  # type: ignore[name-defined]  # the stubs have no such class
        constraints = (
            models.UniqueConstraint(
                Lower("username"), name="username_unique_whatever_the_case", violation_error_message=USERNAME_TAKEN
            ),
        )

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.skeleton = skeleton(self.username)
        super().save(*args, **kwargs)

    @property
    def portrait(self) -> str:
        """Return the path of the user's picture in the static files, or an empty string if they have no picture."""
        return address_of_avatar(self.avatar)

    @property
    def is_unreachable(self) -> bool:
        """Return whether e-mails to the current address bounce."""
        return self.returned is not None and self.returned_from.lower() == self.email.lower()

    @property
    def plays_by_email(self) -> bool:
        """Return whether the user gets e-mails that can be answered with orders."""
        return self.mail == self.Mail.PLAY


class FormerUsername(models.Model):
    """A username that a user had before.

    Its page redirects to the user's page until another user takes the name.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="former_usernames")
    folded = models.CharField(max_length=USERNAME_LENGTH, db_index=True)
    skeleton = models.CharField(max_length=LONGEST_SKELETON, db_index=True)
    given_up = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["user", "folded"], name="former_username_once"),)

    def __str__(self) -> str:
        return self.folded


class Vacation(models.Model):
    """A period in which a user's correspondence duels wait for them.

    It ends early if one of their mages plays.
    """

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
