"""Lookup of the mage that a user acts as."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import Mage, User
from accounts.names import folded
from accounts.selectors import living_mages


def own_mage(user: User, name: str = "") -> Mage:
    """Return the user's living mage with this name or, without a name, their first living mage.

    Raise `ValidationError` if the user has no such mage.
    """
    mages = living_mages(user).select_related("owner")
    mage = mages.filter(folded=folded(name)).first() if name else mages.first()
    if mage is None:
        text = (
            _("You have no living mage named %(name)s.") if name else _("You have no living mage. Register one first.")
        )
        raise ValidationError({"mage": text % {"name": name} if name else text})
    return mage
