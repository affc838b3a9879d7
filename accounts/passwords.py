"""Django's password validators with this site's texts, which say what to do and have a natural translation."""

from django.contrib.auth import password_validation
from django.utils.translation import gettext as _


class TooSimilar(password_validation.UserAttributeSimilarityValidator):
    """Refuse passwords that resemble the username or the e-mail address."""

    def get_error_message(self) -> str:
        return _("This password is too similar to your username or e-mail address. Choose a different one.")

    def get_help_text(self) -> str:
        return _("Unlike your username and your e-mail address.")


class TooShort(password_validation.MinimumLengthValidator):
    """Refuse passwords with too few characters."""

    def get_error_message(self) -> str:
        return _("This password is too short. Use at least %(count)s characters.") % {"count": self.min_length}

    def get_help_text(self) -> str:
        return _("At least %(count)s characters.") % {"count": self.min_length}


class TooCommon(password_validation.CommonPasswordValidator):
    """Refuse passwords that many people use."""

    def get_error_message(self) -> str:
        return _("This password is too common. Choose one that is harder to guess.")

    def get_help_text(self) -> str:
        return _("Hard to guess: no common password.")


class OnlyDigits(password_validation.NumericPasswordValidator):
    """Refuse passwords that consist of digits."""

    def get_error_message(self) -> str:
        return _("This password has only digits. Add letters or other characters.")

    def get_help_text(self) -> str:
        return _("Not only digits.")
