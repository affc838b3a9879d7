"""Tests that all texts on pages are translated, as docs/translating.md explains."""

import re

import polib
import pytest

from tests import bare_words
from tests.servers import ROOT

TEMPLATES = sorted(path for path in (ROOT / "templates").rglob("*.*") if path.suffix in {".html", ".txt"})
SCRIPTS = sorted((ROOT / "static" / "js").rglob("*.js"))


def untranslated(paths, words_of):
    """Return the untranslated words of each file that has any."""
    found = {path.relative_to(ROOT).as_posix(): words_of(path.read_text()) for path in paths}
    return {path: words for path, words in found.items() if words}


def test_no_template_has_untranslated_words():
    assert TEMPLATES
    assert untranslated(TEMPLATES, bare_words.of_template) == {}


MOST_WORDS = 25
TAG, END_OF_SENTENCE = re.compile(r"<[^>]+>"), re.compile(r"(?<=[.!?:;…])\s+|\n")


@pytest.mark.parametrize("domain", ["django", "djangojs"])  # the rules are in the engine's catalogue
def test_no_sentence_of_a_page_has_more_than_25_words(domain):
    entries = polib.pofile(str(ROOT / "wavinghands" / "locale" / "de" / "LC_MESSAGES" / f"{domain}.po"))
    texts = [text for entry in entries for text in (entry.msgid, entry.msgid_plural)]
    sentences = [one for text in texts for one in END_OF_SENTENCE.split(TAG.sub("", text))]
    assert len(sentences) > 500
    assert [one for one in sentences if len(one.split()) > MOST_WORDS] == []


def test_no_script_has_untranslated_words():
    assert SCRIPTS
    assert untranslated(SCRIPTS, bare_words.of_script) == {}


@pytest.mark.parametrize(
    ("source", "bare"),
    [
        ('<p>{% translate "Two hands" %}</p>', []),
        ("<p>{% blocktranslate trimmed %}Of {{ name }}{% endblocktranslate %} · Waving Hands</p>", []),
        ("<p>Two {{ hands }}</p>", ["Two"]),
        ('<a href="/two/" class="two hands" aria-label="Two">{{ hands }}</a>', ["Two"]),
        ('{% include "two/hands.html" with title="Two" count=2 %}', ["Two"]),
        ('{% include "two/hands.html" with title=_("Two") %}', []),
        ('{{ when|date:"j M Y" }} {{ when|date:"c" }}', ["j M Y"]),
    ],
)
def test_words_of_templates_are_found(source, bare):
    assert bare_words.of_template(source) == bare


@pytest.mark.parametrize(
    ("source", "bare"),
    [
        ("html`<p class=hand>${_('Two hands')}</p>`", []),
        ("html`<p>Two ${hands}</p>`", ["Two 0"]),
        ('html`<p>${some ? html`<b title="Two">${x}</b>` : nothing}</p>`', ["Two"]),
        ('say(is ? "Two hands" : _("One {hand}"))', ["Two hands"]),
        ("say(`Two ${hands} of ${name}`) // Two hands here", ["Two 0 of 0"]),
        ('ngettext("{count} hand", "Many hands", n); throw new Error("Two hands")', []),
        ('const address = "/two/hands/"; text.replace(/"Two hands/, "two hands")', []),
    ],
)
def test_words_of_scripts_are_found(source, bare):
    assert bare_words.of_script(source) == bare
