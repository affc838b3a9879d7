"""The forms for practice duels and practice melees."""

from typing import Any

from django import forms
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duels.challenges.forms.fields import RuleOptionsForm, book_choices, book_summaries
from duels.house.wizards import BY_SLUG, WIZARDS
from duels.wording.strengths import STRENGTHS
from wavinghands.engine import Json

OPPONENT = (
    '<img class="portrait" src="{}" alt="" width="48" height="48">'
    "<span><strong>{}</strong> <small class='soft'>{}</small><br><small class='soft'>{}</small></span>"
)


MELEE = range(2, 6)
"""The possible numbers of computer players in a practice melee."""


def levels() -> list[tuple[str, Any]]:
    """Return the choices for the opponent's level: first "usual level", whose value is "", then every level."""
    return [("", gettext("usual level")), *((str(level), name) for level, name in STRENGTHS.items())]


def opponents() -> list[tuple[str, str]]:
    """Return the choices for the opponent: first "My next opponent", whose value is "", then all house wizards.

    The label of a house wizard (a computer player) is HTML with the wizard's portrait.
    """
    known = [
        (one.slug, format_html(OPPONENT, static(one.portrait), one.name, one.strength, one.about)) for one in WIZARDS
    ]
    return [("", gettext("My next opponent")), *known]


class PracticeForm(RuleOptionsForm):
    """A form for starting a practice duel.

    The cleaned data are the arguments of `start_practice()`. Only the spell book is required.
    """

    opponent = forms.ChoiceField(
        label=_("Opponent"),
        choices=opponents,
        required=False,
        initial="",
        widget=forms.RadioSelect(attrs={"class": "books opponents"}),
    )
    level = forms.TypedChoiceField(
        label=_("Level"),
        choices=levels,
        coerce=int,
        empty_value=None,
        required=False,
    )
    book = forms.ChoiceField(
        label=_("Rule set"),
        choices=book_summaries,
        initial="classic",
        widget=forms.RadioSelect(attrs={"class": "books"}),
    )
    position = forms.TypedChoiceField(
        label=_("Your seat"),
        choices=[("0", _("the first")), ("1", _("the second"))],
        coerce=int,
        empty_value=None,
        initial="0",
        required=False,
        widget=forms.RadioSelect,
    )

    def plain_terms(self) -> list[forms.BoundField]:
        """Return the fields that are always visible, except the opponent."""
        return [self[name] for name in ("level", "book", "position")]

    def clean(self) -> Json:
        given: dict[str, Any] = super().clean()
        given["position"] = given.get("position") or 0
        return {"wizard": BY_SLUG.get(given.pop("opponent", "")), **given}


class MeleeForm(forms.Form):
    """A form for starting a practice melee.

    The cleaned data are the arguments of `start_melee()`.
    """

    opponents = forms.TypedChoiceField(
        label=_("Opponents"),
        choices=[(str(count), str(count)) for count in MELEE],
        coerce=int,
        initial=str(MELEE[0]),
        widget=forms.RadioSelect,
    )
    level = forms.TypedChoiceField(label=_("Level"), choices=levels, coerce=int, empty_value=None, required=False)
    book = forms.ChoiceField(label=_("Rule set"), choices=book_choices, initial="classic")
