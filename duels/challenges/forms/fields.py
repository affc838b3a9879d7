"""Fields of several forms: books, rule options, names of mages, one's own mages."""

from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.models import NAME_LENGTH, Mage
from duels.challenges.company import wizard_named
from duels.challenges.invitations import mages_named
from duels.challenges.terms import MOST_WIZARDS
from duels.house.wizards import HouseWizard
from duels.wording.languages import books
from duels.wording.rule_options import option_choices

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

Json = dict[str, Any]
MOST_NAMES = 50


def book_choices() -> list[tuple[str, str]]:
    """The books that are played, by slug."""
    return [(book.slug, book.title) for book in books().values()]


def book_summaries() -> list[tuple[str, str]]:
    """The books with what they are, in a sentence or two."""
    about = "<span><strong>{}</strong><br><small class='soft'>{}</small></span>"
    return [(book.slug, format_html(about, book.title, book.summary)) for book in books().values()]


class PlainSelect(forms.Select):
    """A choice drawn without a template for each of its options, of which a form of rules has two hundred."""

    def render(self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None) -> SafeString:
        chosen = self.format_value(value)
        options = format_html_join(
            "\n",
            "<option{}>{}</option>",
            ((flatatt({"value": key, "selected": str(key) in chosen}), label) for key, label in self.choices),
        )
        return format_html(
            "<select{}>{}</select>", flatatt(self.build_attrs(self.attrs, {**(attrs or {}), "name": name})), options
        )


class OptionField(forms.ChoiceField):
    """The value of a rule option; nothing is the book's own. Which values are good is for the engine to say."""

    def __init__(self, row: Json) -> None:
        about = {"label": row["title"], "help_text": row["meaning"]}
        super().__init__(**about, choices=option_choices(row), required=False, widget=PlainSelect)
        self.group = row["group"]

    def valid_value(self, value: Any) -> bool:
        return True


class OptionBox(forms.BooleanField):
    """A rule option that is so or not: a check box. As it stands in the book is how it is drawn."""

    def __init__(self, row: Json) -> None:
        box = forms.CheckboxInput({"value": "true"})
        super().__init__(label=row["title"], help_text=row["meaning"], required=False, widget=box, label_suffix="")
        self.group = row["group"]


def option_field(row: Json) -> OptionField | OptionBox:
    """How this option is chosen."""
    return OptionBox(row) if isinstance(row["value"], bool) else OptionField(row)


class NamesField(forms.CharField):
    """Names of living mages, or wizards of the house, with commas between them, as those."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=MOST_NAMES * NAME_LENGTH, required=False, **options)

    def clean(self, value: Any) -> list[Mage | HouseWizard]:
        names = [" ".join(name.split()) for name in super().clean(value).split(",")]
        if len(names) > MOST_NAMES:
            raise ValidationError(_("Name %(most)s mages at most.") % {"most": MOST_NAMES})
        house = {name: wizard for name in names if (wizard := wizard_named(name))}
        return [*mages_named(name for name in names if name and name not in house), *house.values()]

    def widget_attrs(self, widget: forms.Widget) -> Json:
        return super().widget_attrs(widget) | {"autocomplete": "off", "spellcheck": "false", "data-names": "several"}


class TeamField(forms.TypedChoiceField):
    """A team to fight in, or any."""

    def __init__(self, teams: int) -> None:
        def named() -> "list[tuple[str, StrOrPromise]]":
            numbered = ((str(team), _("Team %(team)s") % {"team": team}) for team in range(1, teams + 1))
            return [("", _("any")), *numbered]

        super().__init__(label=_("Team"), choices=named, coerce=int, empty_value=None, required=False)


class RatingField(forms.IntegerField):
    """A bound of a range of ratings; nothing: no bound."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=4000, required=False, **options)


class LimitField(forms.TypedChoiceField):
    """How many wizards fight; `usual`: what nothing is called."""

    def __init__(self, *, usual: "StrOrPromise") -> None:
        numbers: list[tuple[str, StrOrPromise]] = [
            (str(number), _("%(number)s wizards") % {"number": number}) for number in range(2, MOST_WIZARDS + 1)
        ]
        nothing = [("", usual)] if usual else []
        super().__init__(
            label=_("Begins with"),
            choices=[*nothing, *numbers, (NO_LIMIT, _("no limit"))],
            required=False,
            help_text=_("Without a limit it begins when all who are challenged have accepted, or when it is started."),
        )


NO_LIMIT = "none"


def own_mage_field() -> forms.ModelChoiceField:
    """One of the mages that are offered by `offer_mages`."""
    return forms.ModelChoiceField(label=_("Your mage"), queryset=Mage.objects.none(), empty_label=None)


def offer_mages(form: forms.Form, mages: QuerySet[Mage]) -> None:
    """Let the form's user choose among these."""
    cast(forms.ModelChoiceField, form.fields["mage"]).queryset = mages
