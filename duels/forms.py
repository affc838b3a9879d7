"""What people fill in to challenge, to accept, to practise."""

from typing import Any, cast

from django import forms
from django.db.models import QuerySet
from django.forms.boundfield import BoundField
from django.utils.html import format_html

from accounts.forms import MageForm
from accounts.models import NAME_LENGTH, Mage, User
from accounts.selectors import mage_named, mages_of
from duels.models import Challenge, Pace
from duels.terms import OPTION, in_the_book, option_choices, options_in, rule_options
from wavinghands import engine

Json = dict[str, Any]


def book_choices() -> list[tuple[str, str]]:
    """The books that are played, by slug."""
    return [(book.slug, book.title) for book in engine.BOOKS.values()]


def book_summaries() -> list[tuple[str, str]]:
    """The books with what they are, in a sentence or two."""
    about = "<span><strong>{}</strong><br><small class='soft'>{}</small></span>"
    return [(book.slug, format_html(about, book.title, book.summary)) for book in engine.BOOKS.values()]


class OptionField(forms.ChoiceField):
    """The value of a rule option; nothing is the book's own. Which values are good is for the engine to say."""

    def __init__(self, row: Json) -> None:
        super().__init__(label=row["title"], help_text=row["meaning"], choices=option_choices(row), required=False)
        self.group = row["group"]

    def valid_value(self, value: Any) -> bool:
        return True


class ChallengeForm(forms.Form):
    """A challenge by one of the user's mages. `options` of the cleaned data: those that differ from the book."""

    mage = forms.ModelChoiceField(label="Your mage", queryset=Mage.objects.none(), empty_label=None)
    audience = forms.ChoiceField(
        label="Who may accept",
        choices=Challenge.Audience.choices,
        initial=Challenge.Audience.ALL,
        widget=forms.RadioSelect,
    )
    opponent = forms.CharField(
        label="Name of the mage", max_length=NAME_LENGTH, required=False, help_text="Only for a challenge to one mage."
    )
    book = forms.ChoiceField(
        label="Spell book",
        choices=book_summaries,
        initial="classic",
        widget=forms.RadioSelect(attrs={"class": "books"}),
    )
    pace = forms.TypedChoiceField(
        label="Time for a round", choices=Pace.choices, coerce=int, initial=Pace.TWO_MINUTES.value
    )
    comment = forms.CharField(label="Comment (optional)", max_length=200, required=False)

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.update({OPTION + row["name"]: OptionField(row) for row in rule_options("classic")})
        _offer(self, mages_of(user))

    def plain_fields(self) -> list[BoundField]:
        """All fields but those of rule options."""
        return [field for field in self if not field.name.startswith(OPTION)]

    def option_groups(self) -> dict[str, list[BoundField]]:
        """The fields of rule options, by group."""
        groups: dict[str, list[BoundField]] = {}
        for field in self:
            if isinstance(field.field, OptionField):
                groups.setdefault(field.field.group, []).append(field)
        return groups

    def has_options(self) -> bool:
        """Whether an option is set, well or badly, so that it has to be seen."""
        return any(field.errors or field.value() for fields in self.option_groups().values() for field in fields)

    def option_texts(self) -> dict[str, dict[str, str]]:
        """What the options of each book are called as they stand there, by the names of their fields."""
        return {slug: {OPTION + row["name"]: in_the_book(row) for row in rule_options(slug)} for slug in engine.BOOKS}

    def clean(self) -> dict[str, Any]:
        to_one = self.cleaned_data.get("audience") == Challenge.Audience.MAGE
        given = {name: value for name, value in self.cleaned_data.items() if not name.startswith(OPTION)}
        given["opponent"] = self._named_mage() if to_one else None
        given["options"] = self._differences(given.get("book"))
        return given

    def _differences(self, book: str | None) -> dict[str, Any]:
        """The options that differ from the book's; what the engine refuses is said at its field."""
        if book is None:
            return {}
        try:
            return engine.check_options(book, options_in(self.data))
        except engine.RecordError as error:
            field = error.field.replace("options.", OPTION)
            known = field in self.fields
            self.add_error(field if known else None, error.why if known else str(error))
            if known:
                self.fields[field].widget.attrs["autofocus"] = True  # it stands far down among many
            return {}

    def _named_mage(self) -> Mage | None:
        name = self.cleaned_data.get("opponent", "").strip()
        mage = mage_named(name) if name else None
        if mage is None:
            self.add_error("opponent", f"There is no mage named {name}." if name else "Whom do you challenge?")
        return mage


def _offer(form: forms.Form, mages: QuerySet[Mage]) -> None:
    cast(forms.ModelChoiceField, form.fields["mage"]).queryset = mages


class AcceptForm(forms.Form):
    """With which mage a user accepts."""

    mage = forms.ModelChoiceField(label="Your mage", queryset=Mage.objects.none(), empty_label=None)

    def __init__(self, mages: QuerySet[Mage], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer(self, mages)


def accept_form(challenge: Challenge, user: Any, data: Any = None) -> AcceptForm | MageForm:
    """What this viewer fills in to accept: one of his mages, or the name of a first one."""
    mages = mages_of(user) if user.is_authenticated else Mage.objects.none()
    if not mages:
        return MageForm(data)
    return AcceptForm(mages.filter(pk=challenge.opponent_id) if challenge.opponent_id else mages, data)


class PracticeForm(forms.Form):
    """The book to practise."""

    book = forms.ChoiceField(label="Spell book", choices=book_choices)
