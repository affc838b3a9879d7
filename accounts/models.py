"""Users and the mages that they register."""

from typing import Any

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower

from accounts.names import folded, is_of_one_alphabet, is_reserved
from wavinghands.engine import is_name

NAME_LENGTH = 24
NAME_RULE = "A name has letters, digits, “_”, “-” and single spaces between them, and is not “nobody”."
USERNAME_TAKEN = "A user of this name exists already. Please choose another."
NAME_TAKEN = "Another mage bears this name. Please choose another."


def validate_mage_name(name: str) -> None:
    """Refuse a name that no duel record could carry, that belongs to the house, or is not easily told from another."""
    if not is_name(name):
        raise ValidationError(NAME_RULE)
    if not any(map(str.isalnum, name)):
        raise ValidationError("A name has a letter or a digit at least.")
    if not is_of_one_alphabet(name):
        raise ValidationError("This name mixes letters of several alphabets. Please keep to one.")
    if is_reserved(name):
        raise ValidationError("This name belongs to the house. Please choose another.")


class User(AbstractUser):
    """Somebody who plays; a guest has no password and may become a full user later."""

    is_guest = models.BooleanField(default=False)

    class Meta(AbstractUser.Meta):  # type: ignore[name-defined]  # the stubs have no such class
        constraints = (
            models.UniqueConstraint(
                Lower("username"), name="username_unique_whatever_the_case", violation_error_message=USERNAME_TAKEN
            ),
        )


class Mage(models.Model):
    """A wizard that a user sends into duels, under a name of its own."""

    class Gender(models.TextChoices):
        MALE = "m", "he"
        FEMALE = "f", "she"
        NEUTER = "n", "it"
        PERSON = "x", "they"

    owner = models.ForeignKey(User, on_delete=models.PROTECT, related_name="mages")
    name = models.CharField(max_length=NAME_LENGTH, validators=[validate_mage_name])
    folded = models.CharField(max_length=4 * NAME_LENGTH, editable=False)
    gender = models.CharField(max_length=1, choices=Gender, default=Gender.PERSON)
    registered = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                "folded", name="mage_name_unique_whatever_the_case", violation_error_message=NAME_TAKEN
            ),
        )

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.folded = folded(self.name)
        super().save(*args, **kwargs)

    def clean(self) -> None:
        self.folded = folded(self.name)
