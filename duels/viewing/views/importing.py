"""The page for importing a duel record as a replay."""

from allauth.decorators import rate_limit
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from duels.viewing.forms.importing import ImportForm
from duels.viewing.importing import import_record


@require_http_methods(["GET", "POST"])
@rate_limit(action="import")
def import_duel(request: HttpRequest) -> HttpResponse:
    """Show the form for importing a record, or import the record and redirect to its replay."""
    form = ImportForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect("replay", import_record(text=form.cleaned_data["record"]).slug)
        except ValidationError as error:
            form.refuse(error)
    status = 400 if form.is_bound else 200
    return render(request, "viewing/import.html", {"form": form}, status=status)
