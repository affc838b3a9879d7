"""Tests that the German translation is complete, with the same fields and links as the original texts."""

import re
from collections import Counter

import polib
import pytest

from tests.servers import ROOT

LOCALE = ROOT / "wavinghands" / "locale" / "de" / "LC_MESSAGES"
DOMAINS = {
    "django": LOCALE / "django.po",
    "djangojs": LOCALE / "djangojs.po",
    "engine": ROOT / "wavinghands" / "engine" / "locale" / "de" / "LC_MESSAGES" / "engine.po",
}
FIELDS = re.compile(r"%\(\w+\)[sd]|\{\w+\}|</?\w+|href=\S+?>")


def catalogue(domain):
    return [entry for entry in polib.pofile(str(DOMAINS[domain])) if not entry.obsolete]


def words_of(entries):
    return {(entry.msgctxt, entry.msgid): entry.msgstr or entry.msgstr_plural for entry in entries}


def pairs(entry):
    """Return the singular and plural of a text, each with its translation."""
    if not entry.msgid_plural:
        return [(entry.msgid, entry.msgstr)]
    return list(zip((entry.msgid, entry.msgid_plural), entry.msgstr_plural.values(), strict=True))


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_text_is_translated(domain):
    assert [entry.msgid for entry in catalogue(domain) if entry.fuzzy or not entry.translated()] == []


@pytest.mark.parametrize("domain", ["django", "djangojs"])  # tests/engine/words/test_languages.py tests the engine's
def test_a_translation_has_the_fields_and_links_of_the_text(domain):
    differing = [
        (text, translation)
        for entry in catalogue(domain)
        for text, translation in pairs(entry)
        if translation and Counter(FIELDS.findall(text)) != Counter(FIELDS.findall(translation))
    ]
    assert differing == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_compiled_catalogue_is_up_to_date(domain):
    compiled = polib.mofile(str(DOMAINS[domain].with_suffix(".mo")))
    assert words_of(compiled) == words_of(catalogue(domain))
