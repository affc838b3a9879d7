"""Functions that find untranslated words in Django templates and in template literals of scripts."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

NAMES = ("Waving Hands", "Tansy", "UTC")
"""Names that are the same in every language."""
SPOKEN = {"aria-label", "aria-roledescription", "aria-valuetext", "alt", "content", "label", "placeholder", "title"}
"""Attributes whose values users read or hear."""
SILENT = {"script", "style", "code", "kbd", "textarea"}
WORD = re.compile(r"[^\W\d_]{2,}")

TRANSLATED = re.compile(
    r"\{#.*?#\}|\{% comment %\}.*?\{% endcomment %\}"
    r"|\{% translate .*?%\}|_\(([\"']).*?\1\)|\{% blocktranslate.*?endblocktranslate %\}"
    r"|\{% block (main_class|root|guide_class|guide_data) %\}.*?\{% endblock \2 %\}",  # for style sheets and scripts
    re.DOTALL,
)
GIVEN = re.compile(r"""(?:=|default:|pluralize:|join:|date:)(["'])([^"'{}]*)\1""")
TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)


class Page(HTMLParser):
    """A parser that collects the words that users read or hear in a piece of HTML."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in SILENT
        is_hint = tag == "meta" and ("name", "description") not in attrs  # for browsers, not for users
        for name, value in attrs:
            if name in SPOKEN and not is_hint:
                self._hear(value or "")

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in SILENT

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self._hear(data)

    def _hear(self, text: str) -> None:
        for name in NAMES:
            text = text.replace(name, "")
        if WORD.search(text):
            self.said.append(" ".join(text.split()))


def said_in(markup: str) -> list[str]:
    """Return the words that users read or hear in a piece of HTML."""
    page = Page()
    page.feed(markup)
    page.close()
    return page.said


def of_template(source: str) -> list[str]:
    """Return the untranslated words of a Django template, including words that it passes to other templates."""
    left = TRANSLATED.sub("", source)
    given = [words for tag in TAG.findall(left) for words in _given_in(tag)]
    return said_in(TAG.sub("", left)) + given


def _given_in(tag: str) -> Iterator[str]:
    """Yield the arguments of a template tag that look like text for users.

    These arguments contain a capital letter or a space, and are not names of templates. A `pluralize` tag is yielded
    whole.
    """
    if "pluralize" in tag:
        yield tag
    for match in GIVEN.finditer(tag):
        words = match[2]
        if re.search(r"[A-Z]\w|\w \w", words) and not words.endswith(".html"):
            yield words


# Scripts --------------------------------------------------------------------------------------------------------------

BETWEEN = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
STRING = re.compile(r"""(["'])((?:\\.|(?!\1)[^\\\n])*)\1""")
PATTERN = re.compile(r"/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[dgimsuvy]*")
MARKED = re.compile(r"(?:\b_|\bngettext|\bError)\(\s*$|\bngettext\([^()]*,\s*$")
SENTENCE = re.compile(r"^[A-Z][\w’']* (?:\w|\{)|^[A-Z][a-z]+[.!?…]$")


def of_script(source: str) -> list[str]:
    """Return the untranslated texts in a script.

    These are the words in template literals, and the strings that look like sentences.
    """
    script = Script(source)
    script.read("")
    return script.said


class Script:
    """A minimal JavaScript tokenizer.

    It recognises comments, strings, template literals and regular expressions.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.said: list[str] = []

    def read(self, end: str) -> None:
        """Read up to the closing bracket `end` or, if there is none, to the end of the source."""
        depth = 0
        while self.at < len(self.source):
            sign = self.source[self.at]
            if sign == end and not depth:
                return
            depth += (sign == "{") - (sign == "}")
            self._step(sign)

    def _step(self, sign: str) -> None:
        if sign == "`":
            self._template()
        elif match := BETWEEN.match(self.source, self.at):
            self.at = match.end()
        elif match := STRING.match(self.source, self.at):
            self._string(match)
        elif sign == "/" and self._is_pattern() and (match := PATTERN.match(self.source, self.at)):
            self.at = match.end()
        else:
            self.at += 1

    def _is_pattern(self) -> bool:
        before = self.source[: self.at].rstrip()
        return not before or before[-1] in "(,=:[!&|?{};+>" or before.endswith("return")

    def _string(self, match: re.Match[str]) -> None:
        if SENTENCE.search(match[2]) and not MARKED.search(self.source[: self.at]):
            self.said.append(match[2])
        self.at = match.end()

    def _template(self) -> None:
        is_markup = bool(re.search(r"\b(?:html|svg)$", self.source[: self.at]))
        is_marked = bool(MARKED.search(self.source[: self.at]))
        text = self._text_of_template()
        if is_markup:
            self.said += said_in(text)
        elif SENTENCE.search(text) and not is_marked:
            self.said.append(text)

    def _text_of_template(self) -> str:
        """Return the text of a template literal without its `${…}` fields.

        The code in these fields is searched for texts as well.
        """
        text, self.at = "", self.at + 1
        while self.source[self.at] != "`":
            if self.source.startswith("${", self.at):
                self.at += 2
                self.read("}")
                text += "0"
            elif self.source[self.at] == "\\":
                self.at += 1
            else:
                text += self.source[self.at]
            self.at += 1
        self.at += 1
        return text
