"""Mages, the wizards that users play as.

If the name of a dead mage is registered again, the new mage gets a row of its own.
"""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.users import User
from accounts.names import LONGEST_SKELETON, folded, skeleton, validate_one_alphabet, validate_unreserved
from wavinghands.engine import is_name

NAME_LENGTH = 24
NAME_RULE = _("A name can contain letters, digits, “_”, “-” and single spaces in between, but can’t be “nobody”.")
NAME_TAKEN = _("Another mage already has this name. Please choose a different name.")
NAME_ALIKE = _("This name looks too much like that of the mage %(name)s. Please choose a different name.")
NAME_RESTS = _(
    "A mage with this name is in the graveyard, and only its owner can use the name again. "
    "Please choose a different name."
)


def validate_mage_name(name: str) -> None:
    """Reject a name that is reserved, mixes look-alike alphabets, or has characters that duel records do not allow."""
    if not is_name(name):
        raise ValidationError(NAME_RULE)
    if not any(map(str.isalnum, name)):
        raise ValidationError(_("A name needs at least one letter or digit."))
    validate_one_alphabet(name)
    validate_unreserved(name)


class Mage(models.Model):
    """A user's wizard, in one of its lives.

    A mage is alive until `ended`. A living mage may be `retired`. Source: Firetop Mountain, "Retire", "Quit".
    """

    class End(models.TextChoices):
        DIED = "died"
        QUIT = "quit"

    class Gender(models.TextChoices):
        MALE = "m", _("he")
        FEMALE = "f", _("she")
        NEUTER = "n", _("it")
        PERSON = "x", _("they")

    owner = models.ForeignKey(User, on_delete=models.PROTECT, related_name="mages")
    name = models.CharField(max_length=NAME_LENGTH, validators=[validate_mage_name])
    folded = models.CharField(max_length=4 * NAME_LENGTH, editable=False)
    skeleton = models.CharField(max_length=LONGEST_SKELETON, default="", db_default="", editable=False, db_index=True)
    gender = models.CharField(max_length=1, choices=Gender, default=Gender.PERSON)
    about = models.TextField(max_length=1000, blank=True, help_text="Its owner's description.")
    life = models.PositiveSmallIntegerField(
        default=1, help_text="The number of mages that have had this name, this one included."
    )
    registered = models.DateTimeField(default=timezone.now, editable=False)
    active = models.DateTimeField(
        default=timezone.now, help_text="Time of the last order, challenge or answer to a challenge."
    )
    retired = models.DateTimeField(null=True, blank=True)
    ended = models.DateTimeField(null=True, blank=True)
    end = models.CharField(max_length=4, choices=End, blank=True)
    warned = models.DateTimeField(
        null=True, editable=False, help_text="When its owner was warned that it will retire or be removed."
    )

    class Meta:
        indexes = (
            models.Index(fields=["active"], condition=Q(ended=None), name="mage_alive_by_activity"),
            models.Index(fields=["-ended"], condition=Q(ended__isnull=False), name="mage_graveyard"),
            models.Index(fields=["name"], name="mage_by_name"),
        )
        constraints = (
            models.UniqueConstraint(
                "folded",
                condition=Q(ended=None),
                name="mage_name_unique_whatever_the_case",
                violation_error_message=NAME_TAKEN,
            ),
            models.UniqueConstraint(fields=["folded", "life"], name="mage_life_once"),
            models.CheckConstraint(
                condition=Q(ended=None, end="") | Q(ended__isnull=False) & ~Q(end=""), name="mage_has_one_end"
            ),
        )

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.folded, self.skeleton = folded(self.name), skeleton(self.name)
        super().save(*args, **kwargs)

    def clean(self) -> None:
        self.folded = folded(self.name)
