"""Profile pictures. Users choose one of the site's own drawings and cannot upload others."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext

AVATARS = ("tansy", "bramble", "osric", "ysolde", "corvin", "melisande", "theodric", "nyx")
"""The names of the pictures, which match the file names in `static/portraits`."""


def address_of_avatar(avatar: str) -> str:
    """Return the picture's path in the static files, or an empty string if there is no such picture."""
    return f"portraits/{avatar}.svg" if avatar in AVATARS else ""


def validate_avatar(avatar: str) -> None:
    """Raise `ValidationError` if there is no such picture."""
    if avatar not in AVATARS:
        raise ValidationError(gettext("There is no such picture."))
