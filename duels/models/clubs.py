"""Clubs, their members, and messages from officers to all members."""

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import LONGEST_SKELETON, folded, skeleton, validate_one_alphabet, validate_unreserved
from duels.models.duels import new_slug

CLUB_NAME_TAKEN = _("Another club has this name or one that looks like it. Please choose a different name.")


class Club(models.Model):
    """A group of users with a page, a leaderboard, challenges and tournaments of its own."""

    LONGEST_NAME, LONGEST_SLUG, LONGEST_ABOUT = 40, 50, 1000

    slug = models.SlugField(max_length=LONGEST_SLUG, unique=True, default=new_slug)
    name = models.CharField(max_length=LONGEST_NAME, validators=[validate_one_alphabet, validate_unreserved])
    skeleton = models.CharField(
        max_length=LONGEST_SKELETON,
        unique=True,
        editable=False,
        help_text="Equal for names that differ only in case or look alike.",
        error_messages={"unique": CLUB_NAME_TAKEN},
    )
    folded = models.CharField(max_length=4 * LONGEST_NAME, editable=False, help_text="For searching.")
    about = models.TextField(max_length=LONGEST_ABOUT, blank=True, help_text="Its description.")
    is_open = models.BooleanField(default=True, help_text="Anyone may join; if not, an officer decides.")
    author = models.ForeignKey(
        User,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="clubs_described",
        help_text="The user who last changed its name or description.",
    )
    founded = models.DateTimeField(default=timezone.now, editable=False)
    hidden = models.BooleanField(
        default=False, help_text="Hidden by a moderator: it is not listed, and its description is not shown."
    )

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.folded, self.skeleton = folded(self.name), skeleton(self.name)
        super().save(*args, **kwargs)

    @property
    def shown_name(self) -> str:
        """Return the name to show on pages and in notifications.

        If a moderator has hidden the club, return a replacement in the current language.
        """
        return gettext("Hidden club") if self.hidden else self.name


class Membership(models.Model):
    """A user's membership of a club, a request to join it, or a record that the user was removed."""

    class Role(models.TextChoices):
        LEADER = "leader", _("Leader")
        OFFICER = "officer", _("Officer")
        MEMBER = "member", _("Member")

    class State(models.TextChoices):
        MEMBER = "member"
        REQUESTED = "requested"
        REMOVED = "removed"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=7, choices=Role, default=Role.MEMBER)
    state = models.CharField(
        max_length=9,
        choices=State,
        default=State.MEMBER,
        help_text="A user who has been removed can only ask to join, even if the club is open.",
    )
    since = models.DateTimeField(default=timezone.now, help_text="When the state last changed.")

    class Meta:
        indexes = (
            models.Index(fields=["club", "state", "since"], name="membership_by_club"),
            models.Index(fields=["user", "state"], name="membership_by_user"),
        )
        constraints = (
            models.UniqueConstraint(fields=["club", "user"], name="membership_once"),
            models.UniqueConstraint(fields=["club"], condition=Q(role="leader"), name="membership_one_leader"),
            models.CheckConstraint(condition=Q(role="member") | Q(state="member"), name="membership_officers_are_in"),
        )

    def __str__(self) -> str:
        return f"{self.user_id} in {self.club_id}: {self.state}, {self.role}"

    @property
    def is_member(self) -> bool:
        """Return whether the user belongs to the club."""
        return self.state == self.State.MEMBER

    @property
    def is_officer(self) -> bool:
        """Return whether the user may run the club.

        The leader counts as an officer.
        """
        return self.role != self.Role.MEMBER

    @property
    def is_leader(self) -> bool:
        """Return whether the user may also appoint and dismiss officers."""
        return self.role == self.Role.LEADER


class ClubMessage(models.Model):
    """A message from an officer to all members of a club."""

    LONGEST = 1000

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="messages")
    author = models.ForeignKey(User, on_delete=models.CASCADE, related_name="club_messages")
    text = models.TextField(max_length=LONGEST)
    sent = models.DateTimeField(default=timezone.now)
    hidden = models.BooleanField(default=False, help_text="Hidden by a moderator.")

    class Meta:
        indexes = (models.Index(fields=["club", "-sent"], name="club_message_latest"),)

    def __str__(self) -> str:
        return self.text[:60]
