"""Django's password validators with messages that say what to do and that are easy to translate."""

from django.contrib.auth import password_validation
from django.utils.translation import gettext as _


class TooSimilar(password_validation.UserAttributeSimilarityValidator):
    """A validator that refuses passwords that resemble the username or the e-mail address."""

    def get_error_message(self) -> str:
        return _("This password is too similar to your username or e-mail address. Choose a different one.")

    def get_help_text(self) -> str:
        return _("Not similar to your username or e-mail address.")


class TooShort(password_validation.MinimumLengthValidator):
    """A validator that refuses passwords with too few characters."""

    def get_error_message(self) -> str:
        return _("This password is too short. Use at least %(count)s characters.") % {"count": self.min_length}

    def get_help_text(self) -> str:
        return _("At least %(count)s characters.") % {"count": self.min_length}


class TooCommon(password_validation.CommonPasswordValidator):
    """A validator that refuses common passwords."""

    def get_error_message(self) -> str:
        return _("This password is too common. Choose one that is harder to guess.")

    def get_help_text(self) -> str:
        return _("Not a common password.")


class OnlyDigits(password_validation.NumericPasswordValidator):
    """A validator that refuses passwords that consist only of digits."""

    def get_error_message(self) -> str:
        return _("This password has only digits. Add letters or other characters.")

    def get_help_text(self) -> str:
        return _("Not only digits.")
