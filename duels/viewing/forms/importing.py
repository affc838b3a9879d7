"""The form for importing a duel record as text or as a file."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from duels.viewing.importing import LARGEST


class ImportForm(forms.Form):
    """A form for a duel record as text or as a file.

    If both are given, the file is used.
    """

    file = forms.FileField(
        label=_("File (.json)"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    text = forms.CharField(
        label=_("Or paste the text"), required=False, widget=forms.Textarea({"rows": 8, "spellcheck": "false"})
    )

    def clean(self) -> dict[str, Any]:
        """Add the text of the record to the cleaned data under the key `record`."""
        given = super().clean() or {}
        file = given.get("file")
        if file is not None and file.size > LARGEST:
            self.add_error("file", _("This file is too large for a duel record."))
        elif file is not None:
            given["record"] = self._text_of(file)
        elif given.get("text"):
            given["record"] = given["text"]
        elif not self.errors:
            self.add_error("text", _("Choose a file or paste the record."))
        return given

    def refuse(self, error: forms.ValidationError) -> None:
        """Add an error about the record to the form field (text or file) that contains the record."""
        self.add_error("file" if self.cleaned_data.get("file") else "text", error)

    def _text_of(self, file: Any) -> str:
        try:
            return str(file.read().decode())
        except UnicodeDecodeError:
            self.add_error("file", _("This isn’t a text file."))
            return ""
