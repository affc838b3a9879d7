"""Texts of Django and allauth that this site translates itself, because their German translations are stiff.

The list is used only to extract the texts into the site's catalogue, which has precedence over those of packages.
"""

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext_lazy

TEXTS = (
    _("This field is required."),
    _("Enter a valid email address."),
    _("Enter a whole number."),
    _("Ensure this value is less than or equal to %(limit_value)s."),
    _("Ensure this value is greater than or equal to %(limit_value)s."),
    ngettext_lazy(
        "Ensure this value has at least %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at least %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
    _("Select a valid choice. That choice is not one of the available choices."),
    _("Select a valid choice. %(value)s is not one of the available choices."),
    _("You must type the same password each time."),
    _("The password is too similar to the %(verbose_name)s."),
    _("This password is too common."),
    _("This password is entirely numeric."),
    _("The new value must be different from the current one."),
    _("Be patient, you are sending too many requests."),
    _("Use your password"),
    _("Use authenticator app or code"),
    _("Use a security key"),
    _("No file was submitted. Check the encoding type on the form."),
    _("Please either submit a file or check the clear checkbox, not both."),
    _("You cannot add an email address to an account protected by two-factor authentication."),
    _("You cannot deactivate two-factor authentication."),
    _("You cannot generate recovery codes without having two-factor authentication enabled."),
    _("You cannot activate two-factor authentication until you have verified your email address."),
)
