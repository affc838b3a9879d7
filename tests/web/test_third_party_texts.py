import re
from pathlib import Path

import allauth
import django
import polib
import pytest
from django import forms
from django.utils.translation import override

from accounts.adapter import AccountAdapter, SecondFactorsAdapter, SessionsAdapter
from wavinghands.web.third_party_texts import TEXTS

PACKAGES = (
    Path(django.__file__).parent / "conf",
    Path(django.__file__).parent / "contrib" / "auth",
    Path(allauth.__file__).parent,
)


@pytest.mark.parametrize("value", ["", "ab"])
def test_errors_of_forms_use_the_german_of_this_site(value):
    field = forms.CharField(min_length=3)
    with pytest.raises(forms.ValidationError) as refusal:
        field.clean(value)
    with override("de"):
        (text,) = refusal.value.messages
    assert text == ("Gib mindestens 3 Zeichen ein (jetzt: 2)." if value else "Bitte fülle dieses Feld aus.")


def test_errors_of_fields_and_accounts_address_people_informally():
    fields = [it for it in vars(forms).values() if isinstance(it, type) and issubclass(it, forms.Field)]
    adapters = (AccountAdapter, SecondFactorsAdapter, SessionsAdapter)
    found = [text for it in fields for text in it.default_error_messages.values()]
    found += [text for it in adapters for text in getattr(it, "error_messages", {}).values()]
    with override("de"):
        assert [text for text in map(str, found) if re.search(r"\b(Sie|Ihr|Ihre|Ihnen)\b", text)] == []


def test_the_packages_still_have_the_texts():
    files = [polib.mofile(str(it / "locale" / "de" / "LC_MESSAGES" / "django.mo")) for it in PACKAGES]
    known = {entry.msgid for file in files for entry in file}
    singular = [it if isinstance(it, str) else it._kw["singular"] for it in TEXTS]
    assert [it for it in singular if it not in known] == []
