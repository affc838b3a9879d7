"""Tags for a page's script, which is a bundle in production and a source file in development, and its version."""

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from wavinghands.assets.version import version

register = template.Library()
register.simple_tag(version, name="assets_version")


@register.simple_tag
def script(path: str) -> SafeString:
    """Return the HTML that loads the script module at `path`, with its texts in the current language."""
    language = get_language() or settings.LANGUAGE_CODE
    if language == settings.LANGUAGE_CODE:
        return _module(path)
    if settings.BUNDLES:
        return _module(f"{language}/{path}")
    return format_html('<script src="{}" defer></script>\n{}', static(f"words/{language}.js"), _module(path))


def _module(path: str) -> SafeString:
    return format_html('<script type="module" src="{}"></script>', static(path))
