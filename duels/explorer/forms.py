"""The explorer's filters, which are read from the query string."""

from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext_lazy as _

from duels.explorer.rating_ranges import RATING_RANGES
from duels.models import Whose

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

INPUT = {"class": "input"}
EVERYBODY = "all"
WHOSE: "dict[str, StrOrPromise]" = {
    Whose.PEOPLE.value: _("Human vs. human"),
    Whose.AGAINST.value: _("Human vs. computer"),
    Whose.HOUSE.value: _("Computer vs. computer"),
    EVERYBODY: _("All"),
}


class ExplorerForm(forms.Form):
    """A form for the explorer's filters.

    By default, duels between people at any rating are shown.
    """

    whose = forms.ChoiceField(
        label=_("Players"), choices=list(WHOSE.items()), required=False, widget=forms.Select(attrs=INPUT)
    )
    rating = forms.TypedChoiceField(
        label=_("Rating"),
        choices=[("", _("Any rating")), *((str(number), words) for number, words in RATING_RANGES.items())],
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.Select(attrs=INPUT),
    )

    def clean_whose(self) -> str:
        return self.cleaned_data["whose"] or Whose.PEOPLE.value
