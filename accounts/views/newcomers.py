"""Creation of mages for visitors who have none, so that they can play with one click."""

from django.http import HttpRequest

from accounts.models import Mage
from accounts.selectors import living_mages
from accounts.services.mages import free_name, register_mage, welcome_guest
from accounts.sessions import log_in_guest


def first_mage(request: HttpRequest) -> Mage:
    """Return the first living mage of the request's user, or a new one with a generated name.

    An anonymous visitor is logged in as a new guest.
    """
    if request.user.is_authenticated:
        return living_mages(request.user).first() or register_mage(
            owner=request.user, name=free_name(), gender=Mage.Gender.PERSON
        )
    mage = welcome_guest()
    log_in_guest(request, mage.owner)
    return mage
