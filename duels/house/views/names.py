"""Name suggestions for form fields."""

from allauth.decorators import rate_limit
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from accounts.models import NAME_LENGTH
from duels.house.names import suggested_with_house
from duels.ladder.names import suggested


@require_safe
@rate_limit(action="names", limit_get=True)
def names(request: HttpRequest) -> JsonResponse:
    """Return name suggestions for `?q=` as JSON with the key `mages`.

    With `?of=mages`, house wizards (computer players) are left out, because they are not on the ladder.
    """
    typed = request.GET.get("q", "")[:NAME_LENGTH].replace("\0", "")
    found = suggested if request.GET.get("of") == "mages" else suggested_with_house
    return JsonResponse({"mages": found(typed, request.user)})
