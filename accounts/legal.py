"""Pages written by the operator: privacy policy, terms of use, imprint and contact.

The folder `LEGAL_PAGES` contains an HTML file for each page and language, such as `privacy.de.html`. docs/legal has
templates for them. A page without a file does not exist, and nothing links to it.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core import checks
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

TITLES: Final = {
    "privacy": _("Privacy policy"),
    "terms": _("Terms of use"),
    "imprint": _("Imprint"),
    "contact": _("Contact"),
}
"""The titles of the pages by slug, in the order of the footer."""
TO_FILL_IN: Final = "[["
"""The marker at the start of each gap in the templates. The operator has to fill in the gaps."""


@cache
def texts(folder: str) -> Mapping[str, Mapping[str, str]]:
    """Return the texts of the pages in `folder`, by slug and language.

    The files are read once per process.
    """
    if not folder:
        return {}
    found: dict[str, dict[str, str]] = {}
    for slug in TITLES:
        for code, _name in settings.LANGUAGES:
            file = Path(folder) / f"{slug}.{code}.html"
            if file.is_file():
                found.setdefault(slug, {})[code] = file.read_text(encoding="utf-8")
    return found


def page_titles() -> dict[str, Any]:
    """Return the titles of the pages that exist, by slug."""
    return {slug: title for slug, title in TITLES.items() if slug in texts(settings.LEGAL_PAGES)}


def text_of(slug: str) -> tuple[str, SafeString] | None:
    """Return the language and the text of a page, or `None` if there is no such page.

    The text in the current language is preferred.
    """
    known = texts(settings.LEGAL_PAGES).get(slug)
    if known is None:
        return None
    languages = (get_language() or "", settings.LANGUAGE_CODE, *known)
    code = next(code for code in languages if code in known)
    return code, mark_safe(known[code])  # noqa: S308 - written by the operator


@checks.register(checks.Tags.security, deploy=True)
def check_legal_pages(app_configs: Any, **options: Any) -> list[checks.CheckMessage]:
    """Warn about pages with gaps that the operator has not filled in."""
    return [
        checks.Warning(f"{slug}.{code}.html in LEGAL_PAGES has gaps: [[...]].", id="accounts.W003")
        for slug, by_language in texts(settings.LEGAL_PAGES).items()
        for code, text in by_language.items()
        if TO_FILL_IN in text
    ]
