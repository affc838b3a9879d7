"""Pictures that users choose for their profiles. They are drawings of this site; nothing can be uploaded."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext

AVATARS = ("tansy", "bramble", "osric", "ysolde", "corvin", "melisande", "theodric", "nyx")
"""The names of the pictures, which are those of their files in `static/portraits`."""


def address_of_avatar(avatar: str) -> str:
    """Return the path of a picture below the static files, or an empty string without a picture."""
    return f"portraits/{avatar}.svg" if avatar in AVATARS else ""


def validate_avatar(avatar: str) -> None:
    """Raise `ValidationError` for an unknown picture."""
    if avatar not in AVATARS:
        raise ValidationError(gettext("There is no such picture."))
