"""Forms for searching duels.

They read the query string, so that searches can be bookmarked and shared.
"""

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import NAME_LENGTH
from duels.stats.figures import spell_names
from duels.stats.search import SORTS, Wanted
from duels.wording.endings import ENDINGS
from duels.wording.languages import books

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


def book_choices() -> "list[tuple[str, StrOrPromise]]":
    return [("", _("Any rule set")), *((book.slug, book.title) for book in books().values())]


def spell_choices() -> "list[tuple[str, StrOrPromise]]":
    return [("", _("Any spell")), *sorted(spell_names().items(), key=lambda spell: spell[1])]


class UnderWayForm(forms.Form):
    """A form for searching running duels.

    All fields are optional.
    """

    mage = forms.CharField(
        label=_("Mage"), max_length=NAME_LENGTH, required=False, widget=forms.TextInput(attrs={"data-names": ""})
    )
    against = forms.CharField(
        label=_("With or against"),
        max_length=NAME_LENGTH,
        required=False,
        help_text=_("Another mage in the same duel."),
        widget=forms.TextInput(attrs={"data-names": ""}),
    )
    kind = forms.ChoiceField(
        label=_("Format"), choices=[("", _("Both")), ("duel", _("Duels")), ("melee", _("Melees"))], required=False
    )
    book = forms.ChoiceField(label=_("Rule set"), choices=book_choices, required=False)

    def wanted(self) -> Wanted:
        """Return the search criteria.

        The form must be valid.
        """
        return Wanted(**{name: value for name, value in self.cleaned_data.items() if value not in ("", None)})

    def is_narrowed(self) -> bool:
        """Return whether any criterion is given.

        If so, the page shows the form already expanded.
        """
        return any(self.data.get(name) for name in self.fields if name != "sort")


SHARED = tuple(UnderWayForm.base_fields)
"""Criteria that apply to both running and finished duels."""


class SearchForm(UnderWayForm):
    """A form for searching finished duels, with more criteria than for running ones."""

    field_order = ("mage", "result", "against", "kind", "book")

    result = forms.ChoiceField(
        label=_("Result for the mage"),
        choices=[("", _("Won or lost")), ("won", _("Won")), ("lost", _("Lost")), ("drew", _("Drew"))],
        required=False,
    )
    options = forms.ChoiceField(
        label=_("Options"),
        choices=[("", _("Any")), ("none", _("Default options only")), ("some", _("With house rules"))],
        required=False,
    )
    ending = forms.ChoiceField(label=_("Ending"), choices=[("", _("Any ending")), *ENDINGS.items()], required=False)
    spell = forms.ChoiceField(
        label=_("Spell cast"),
        choices=spell_choices,
        required=False,
        help_text=_("Cast by the mage, if you enter one above."),
    )
    spell2 = forms.ChoiceField(label=_("Another spell cast"), choices=spell_choices, required=False)
    shortest = forms.IntegerField(label=_("Minimum rounds"), min_value=1, max_value=9999, required=False)
    longest = forms.IntegerField(label=_("Maximum rounds"), min_value=1, max_value=9999, required=False)
    since = forms.DateField(
        label=_("Ended on or after"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    until = forms.DateField(
        label=_("Ended on or before"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    sort = forms.ChoiceField(label=_("Sort by"), choices=list(SORTS.items()), required=False)

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if given.get("result") and not given.get("mage"):
            self.add_error("mage", _("To search by result, enter a mage."))
        if given.get("shortest") and given.get("longest") and given["shortest"] > given["longest"]:
            self.add_error("longest", _("The maximum must not be less than the minimum."))
        if given.get("since") and given.get("until") and given["since"] > given["until"]:
            self.add_error("until", _("The end date must not be before the start date."))
        return given
