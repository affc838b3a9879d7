"""The mage of somebody who has none yet: one click, and a stranger plays."""

from django.http import HttpRequest

from accounts.models import Mage
from accounts.selectors import living_mages
from accounts.services.mages import free_name, register_mage, welcome_guest
from accounts.sessions import log_in_guest


def first_mage(request: HttpRequest) -> Mage:
    """The user's first mage; who has none gets one with a made-up name."""
    if request.user.is_authenticated:
        return living_mages(request.user).first() or register_mage(
            owner=request.user, name=free_name(), gender=Mage.Gender.PERSON
        )
    mage = welcome_guest()
    log_in_guest(request, mage.owner)
    return mage
