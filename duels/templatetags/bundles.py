"""A page's script and style sheets: bundles, or else the sources with a word to the browser of all that they import."""

from functools import cache
from pathlib import Path

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from wavinghands.assets.imports import imported

register = template.Library()

WORDS = '<script src="{}" defer></script>\n'
"""Loaded before the modules, which look their words up in it; bundles bring theirs."""


@register.simple_tag
def script(path: str) -> SafeString:
    """The module at `path`, a page's only one, and its words in the language that is in force."""
    language = get_language() or settings.LANGUAGE_CODE
    is_written_so = language == settings.LANGUAGE_CODE
    if settings.BUNDLES:
        return _module(path if is_written_so else f"{language}/{path}")
    words = "" if is_written_so else format_html(WORDS, static(f"words/{language}.js"))
    return format_html("{}{}\n{}", words, _module(path), _hints('<link rel="modulepreload" href="{}">', path))


def _module(path: str) -> SafeString:
    return format_html('<script type="module" src="{}"></script>', static(path))


@register.simple_tag
def style(path: str) -> SafeString:
    """The style sheet at `path`."""
    return format_html(
        '{}\n<link rel="stylesheet" href="{}">', _hints('<link rel="preload" as="style" href="{}">', path), static(path)
    )


def _hints(link: str, path: str) -> SafeString:
    """What is not bundled is asked for at once: else it would be found only when what imports it is read."""
    if settings.BUNDLES:
        return SafeString("")
    found = imports(path) if settings.DEBUG else _lasting_imports(path)
    return format_html_join("\n", link, ((static(name),) for name in found))


def imports(path: str) -> tuple[str, ...]:
    """The paths of all that the file at `path` imports, and they in turn, each once, the nearest first."""
    found = [path]
    for name in found:
        source = finders.find(name)
        named = imported(name, Path(source).read_text()) if source else []
        found += [name for name in named if name not in found]
    return tuple(found[1:])


_lasting_imports = cache(imports)
