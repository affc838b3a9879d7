"""A spell book and the rule options that differ from it, as part of a form."""

from typing import Any, NamedTuple

from django import forms
from django.forms.boundfield import BoundField

from duels.challenges.forms.fields import OptionBox, OptionField, option_field
from duels.wording.rule_options import OPTION, option_values, options_in, rule_options
from wavinghands import engine

Json = dict[str, Any]


class OptionGroup(NamedTuple):
    """Rule options that are about one thing. `is_set`: one of them is set, well or badly, so that it has to be seen."""

    title: str
    rows: list[tuple[BoundField, str]]
    is_set: bool


class RuleOptionsForm(forms.Form):
    """The options of the rules, for a form that has a field `book`."""

    drawn_for = forms.CharField(widget=forms.HiddenInput, required=False)
    """The book as which the check boxes stood before anybody touched them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.update({OPTION + row["name"]: option_field(row) for row in rule_options("classic")})
        self._draw_boxes(self.initial.get("book"))

    def _draw_boxes(self, book: Any) -> None:
        """Check the boxes as they stand in the book, but for what is asked for otherwise."""
        drawn_for = book if book in engine.BOOKS else "classic"
        asked = options_in(self.initial)
        self.initial["drawn_for"] = drawn_for
        self.initial.update({OPTION + name: asked.get(name, value) for name, value in _boxes(drawn_for).items()})

    def option_groups(self) -> list[OptionGroup]:
        """The fields of rule options, each with its value in the book for which they are drawn."""
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
        """Whether an option is set, well or badly, so that it has to be seen."""
        return any(group.is_set for group in self.option_groups())

    def option_values(self) -> dict[str, dict[str, str]]:
        """What each book has of each option, in words, by the names of their fields."""
        return {slug: option_values(slug) for slug in engine.BOOKS}

    def option_boxes(self) -> dict[str, dict[str, bool]]:
        """Which boxes are checked in each book, by the names of their fields."""
        return {slug: {OPTION + name: value for name, value in _boxes(slug).items()} for slug in engine.BOOKS}

    def clean(self) -> Json:
        given = {name: value for name, value in self.cleaned_data.items() if not name.startswith(OPTION)}
        given["options"] = self._differences(given.get("book"))
        given.pop("drawn_for", None)
        return given

    def _options(self) -> Json:
        """The options that are set; a box that stands as it was drawn is not."""
        given = options_in(self.data)
        for name, value in _boxes(self.cleaned_data.get("drawn_for", "")).items():
            given.pop(name, None)
            if self.cleaned_data.get(OPTION + name) != value:
                given[name] = not value
        return given

    def _differences(self, book: str | None) -> Json:
        """The options that differ from the book's; what the engine refuses is said at its field."""
        if book is None:
            return {}
        try:
            return engine.check_options(book, self._options())
        except engine.RecordError as error:
            field = error.field.replace("options.", OPTION)
            known = field in self.fields
            self.add_error(field if known else None, error.why if known else str(error))
            if known:
                self.fields[field].widget.attrs["autofocus"] = True  # it stands far down among many
            return {}


def _boxes(book: str) -> dict[str, bool]:
    """The options of a book that are so or not; none of no book."""
    rows = rule_options(book) if book in engine.BOOKS else []
    return {row["name"]: row["value"] for row in rows if isinstance(row["value"], bool)}


def _is_set(field: BoundField, usual: Json) -> bool:
    if isinstance(field.field, OptionBox):
        return field.value() != usual.get(field.name.removeprefix(OPTION), False)
    return bool(field.value())
