"""Tests that the names of spells and monsters in the scripts match the engine's names in each language."""

import re

import polib
import pytest
from django.conf import settings
from django.utils import translation

from duels.books.reference import spell_facts
from tests.servers import ROOT
from wavinghands.engine import BOOKS
from wavinghands.engine.spells import SPELLS
from wavinghands.engine.words.english import ENGLISH
from wavinghands.engine.words.languages import CATALOGUES

GERMAN = CATALOGUES["de"]
PAIR = re.compile(r'^  (\w+): _\("(.+)"\),$', re.MULTILINE)
MONSTERS = dict(PAIR.findall((ROOT / "static/js/lib/names.js").read_text(encoding="utf-8")))
GERMAN_WORDS = polib.pofile(str(ROOT / "wavinghands/locale/de/LC_MESSAGES/djangojs.po"))


def without_article(name):
    return name.partition(" ")[2]


def test_scripts_name_each_monster_as_the_engine_does():
    assert {kind: without_article(name).title() for kind, name in ENGLISH["kinds"].items()} == MONSTERS


def test_scripts_name_each_monster_in_german_as_the_engine_does():
    found = {slug: GERMAN_WORDS.find(name).msgstr for slug, name in MONSTERS.items()}
    assert found == {kind: without_article(name) for kind, name in GERMAN["kinds"].items()}


@pytest.mark.parametrize("language", CATALOGUES)
def test_pages_contain_the_engines_names_of_spells(language):
    names = CATALOGUES[language]["names"]
    with translation.override(language):
        fields = {slug: facts["name"] for book in BOOKS for slug, facts in spell_facts(book).items()}
        fields |= {slug: facts["name"] for slug, facts in spell_facts("classic", {"maladroit": True}).items()}
    assert fields == {slug: names[slug] for slug in SPELLS}


def test_the_engine_has_every_language_of_the_site():
    assert set(CATALOGUES) == {code for code, _ in settings.LANGUAGES}
