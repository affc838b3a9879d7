"""The choices for the stakes, and the check box for confirming the risk of a rated duel.

A mage can die in a rated duel.
"""

from django import forms
from django.utils.translation import gettext_lazy as _

STAKES = [("True", _("Casual")), ("False", _("Rated"))]
KNOW_FIRST = _("Tick the box first, or choose a casual challenge.")


def knows_field(*, required: bool = False) -> forms.BooleanField:
    """Return the check box for confirming that a mage can die in a rated duel.

    Until the box is ticked or disabled, the browser does not submit the form and shows the reason next to the box.
    """
    return forms.BooleanField(
        label=_("I know that my mage can die in a rated duel."),
        help_text=_("We’ll ask only once."),
        required=required,
        error_messages={"required": KNOW_FIRST},
        widget=forms.CheckboxInput({"data-first": KNOW_FIRST}),
    )
