"""Form fields for spell books, rule options, mages and teams.

There is also a base class for forms with rule options.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.forms.boundfield import BoundField
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounts.models import NAME_LENGTH, Mage
from duels.challenges.house_wizards import wizard_named
from duels.challenges.invitations import mages_named
from duels.challenges.terms import MOST_WIZARDS
from duels.house.wizards import HouseWizard
from duels.models import Club
from duels.wording.languages import books
from duels.wording.rule_options import OPTION, option_choices, option_values, options_in, rule_options
from wavinghands import engine
from wavinghands.engine import Json

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MOST_NAMES = 50


def book_choices() -> list[tuple[str, str]]:
    """Return the slug and title of each spell book, for a choice field."""
    return [(book.slug, book.title) for book in books().values()]


def book_summaries() -> list[tuple[str, str]]:
    """Return the slug of each spell book, and its title and summary as HTML, for a choice field."""
    about = "<span><strong>{}</strong><br><small class='soft'>{}</small></span>"
    return [(book.slug, format_html(about, book.title, book.summary)) for book in books().values()]


class OptionField(forms.ChoiceField):
    """A form field for the value of a rule option.

    An empty value means the spell book's own value. Values are validated by the engine, not by this field.
    """

    def __init__(self, row: Json) -> None:
        about = {"label": row["title"], "help_text": row["meaning"]}
        super().__init__(**about, choices=option_choices(row), required=False)
        self.group = row["group"]

    def valid_value(self, value: Any) -> bool:
        return True


class OptionBox(forms.BooleanField):
    """A check box for a Boolean rule option.

    By default, it shows the value of the option in the spell book.
    """

    def __init__(self, row: Json) -> None:
        box = forms.CheckboxInput({"value": "true"})
        super().__init__(label=row["title"], help_text=row["meaning"], required=False, widget=box)
        self.group = row["group"]


def option_field(row: Json) -> OptionField | OptionBox:
    return OptionBox(row) if isinstance(row["value"], bool) else OptionField(row)


class NamesField(forms.CharField):
    """A form field for the names of living mages and house wizards (computer players), separated by commas.

    The cleaned value is a list of `Mage` and `HouseWizard` objects.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=MOST_NAMES * NAME_LENGTH, required=False, **options)

    def clean(self, value: Any) -> list[Mage | HouseWizard]:
        names = [" ".join(name.split()) for name in super().clean(value).split(",")]
        if len(names) > MOST_NAMES:
            raise ValidationError(_("Enter at most %(most)s mages.") % {"most": MOST_NAMES})
        house = {name: wizard for name in names if (wizard := wizard_named(name))}
        return [*mages_named(name for name in names if name and name not in house), *house.values()]

    def widget_attrs(self, widget: forms.Widget) -> Json:
        return super().widget_attrs(widget) | {"autocomplete": "off", "spellcheck": "false", "data-names": "several"}


class TeamField(forms.TypedChoiceField):
    """A form field for the team to join.

    `None` means any team.
    """

    def __init__(self, teams: int) -> None:
        def named() -> "list[tuple[str, StrOrPromise]]":
            numbered = ((str(team), _("Team %(team)s") % {"team": team}) for team in range(1, teams + 1))
            return [("", _("any")), *numbered]

        super().__init__(label=_("Team"), choices=named, coerce=int, empty_value=None, required=False)


class RatingField(forms.IntegerField):
    """A form field for one end of a rating range.

    `None` means no limit.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=4000, required=False, **options)


class ClubField(forms.TypedChoiceField):
    """A form field for choosing a club by its slug. The cleaned value is a `Club` or `None`."""

    def __init__(self, clubs: Sequence[Club], nobody: "StrOrPromise" = "") -> None:
        """Create the field. `nobody` is the label of the choice "no club". If it is empty, there is no such choice."""
        by_slug = {club.slug: club for club in clubs}
        choices = [*([("", nobody)] if nobody else []), *((slug, club.shown_name) for slug, club in by_slug.items())]
        super().__init__(label=_("Club"), choices=choices, coerce=by_slug.get, empty_value=None, required=False)


class LimitField(forms.TypedChoiceField):
    """A form field for the number of wizards in a duel.

    `of_two` is the value of the choice "Duel for 2".
    """

    def __init__(self, *, of_two: str) -> None:
        melees: list[tuple[str, StrOrPromise]] = [
            (str(number), _("Melee for %(number)s") % {"number": number}) for number in range(3, MOST_WIZARDS + 1)
        ]
        super().__init__(
            label=_("Duel or melee"),
            choices=[(of_two, _("Duel for 2")), *melees, (NO_LIMIT, _("Melee for any number of players"))],
            required=False,
        )


NO_LIMIT = "none"


def own_mage_field() -> forms.ModelChoiceField:
    """Return a form field for one of the user's mages.

    `offer_mages()` sets its choices.
    """
    return forms.ModelChoiceField(label=_("Your mage"), queryset=Mage.objects.none(), empty_label=None)


def offer_mages(form: forms.Form, mages: QuerySet[Mage]) -> None:
    """Set the choices of the form's field `mage` to these mages."""
    cast(forms.ModelChoiceField, form.fields["mage"]).queryset = mages


class OptionGroup(NamedTuple):
    """The rule options on one subject.

    `rows` contains pairs of a form field and the value of its option in the spell book. `is_set` says whether one of
    the options has been set, even to an invalid value. If so, the page shows the group unfolded.
    """

    title: str
    rows: list[tuple[BoundField, str]]
    is_set: bool


class RuleOptionsForm(forms.Form):
    """A base class that adds fields for the rule options to forms with a field `book`."""

    drawn_for = forms.CharField(widget=forms.HiddenInput, required=False)
    """The spell book whose values the check boxes had when the form was rendered."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.update({OPTION + row["name"]: option_field(row) for row in rule_options("classic")})
        self._draw_boxes(self.initial.get("book"))

    def _draw_boxes(self, book: Any) -> None:
        """Set the initial state of the check boxes from the form's initial data or, by default, from the spell book."""
        drawn_for = book if book in engine.BOOKS else "classic"
        asked = options_in(self.initial)
        self.initial["drawn_for"] = drawn_for
        self.initial.update({OPTION + name: asked.get(name, value) for name, value in _boxes(drawn_for).items()})

    def option_groups(self) -> list[OptionGroup]:
        """Return the fields of the rule options in groups, each with its value in the spell book."""
        drawn_for = str(self["drawn_for"].value() or "")
        values = option_values(drawn_for if drawn_for in engine.BOOKS else "classic")
        groups: dict[str, list[tuple[BoundField, str]]] = {}
        for field in self:
            if isinstance(field.field, OptionField | OptionBox):
                groups.setdefault(field.field.group, []).append((field, values[field.name]))
        usual = _boxes(str(self["drawn_for"].value() or ""))
        return [
            OptionGroup(title, rows, any(field.errors or _is_set(field, usual) for field, _ in rows))
            for title, rows in groups.items()
        ]

    def has_options(self) -> bool:
        """Return whether any option has been set, even to an invalid value."""
        return any(group.is_set for group in self.option_groups())

    def option_values(self) -> dict[str, dict[str, str]]:
        """Return the value of each option in each spell book as text, by spell book and field name."""
        return {slug: option_values(slug) for slug in engine.BOOKS}

    def option_boxes(self) -> dict[str, dict[str, bool]]:
        """Return the default state of each check box, by spell book and field name."""
        return {slug: {OPTION + name: value for name, value in _boxes(slug).items()} for slug in engine.BOOKS}

    def clean(self) -> Json:
        given = {name: value for name, value in self.cleaned_data.items() if not name.startswith(OPTION)}
        given["options"] = self._differences(given.get("book"))
        given.pop("drawn_for", None)
        return given

    def _options(self) -> Json:
        """Return the options that the user has set.

        A check box counts as set if its state has changed.
        """
        given = options_in(self.data)
        for name, value in _boxes(self.cleaned_data.get("drawn_for", "")).items():
            given.pop(name, None)
            if self.cleaned_data.get(OPTION + name) != value:
                given[name] = not value
        return given

    def _differences(self, book: str | None) -> Json:
        """Return the options that differ from the spell book.

        Add an error to the field of each option that the engine rejects.
        """
        if book is None:
            return {}
        try:
            return engine.check_options(book, self._options())
        except engine.RecordError as error:
            field = error.field.replace("options.", OPTION)
            known = field in self.fields
            self.add_error(field if known else None, error.why if known else str(error))
            if known:
                self.fields[field].widget.attrs["autofocus"] = True  # makes a long form scroll to it
            return {}


def _boxes(book: str) -> dict[str, bool]:
    """Return the values of a spell book's Boolean options.

    The result is empty if the spell book is unknown.
    """
    rows = rule_options(book) if book in engine.BOOKS else []
    return {row["name"]: row["value"] for row in rows if isinstance(row["value"], bool)}


def _is_set(field: BoundField, usual: Json) -> bool:
    if isinstance(field.field, OptionBox):
        return field.value() != usual.get(field.name.removeprefix(OPTION), False)
    return bool(field.value())
