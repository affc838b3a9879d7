"""Tags for a page's title, description, address and picture.

Search engines and messengers show them. Each tag takes its text from one template block and renders all HTML elements
that contain this text. A page that changes the text therefore overrides only one block.
"""

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.encoding import iri_to_uri
from django.utils.html import format_html, format_html_join, json_script
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from accounts.languages import language_in_address

register = template.Library()

SUFFIX = " · Waving Hands"
"""The suffix of most titles. Messengers would repeat it, because they also show the name of the site."""


@register.simple_block_tag
def page_title(content: str) -> SafeString:
    title = _escaped(content)
    shared = mark_safe(title.removesuffix(SUFFIX))  # noqa: S308 - a part of an escaped text
    return format_html('<title>{}</title>\n    <meta property="og:title" content="{}">', title, shared)


@register.simple_block_tag
def page_description(content: str) -> SafeString:
    """Render a page's description, which has one or two sentences."""
    return format_html(
        '<meta name="description" content="{0}">\n    <meta property="og:description" content="{0}">',
        _escaped(content),
    )


@register.simple_block_tag(takes_context=True)
def page_address(context: template.Context, content: str) -> SafeString:
    """Render a page's canonical address, and its address in each language.

    `content` is its path, which is empty on some error pages.
    """
    if not content.strip():
        return SafeString()
    addresses = {code: _address_in(code, content) for code, _ in settings.LANGUAGES}
    usual = addresses[settings.LANGUAGE_CODE]
    found = addresses.get(language_in_address(context["request"]), usual)
    links = format_html('<link rel="canonical" href="{0}">\n    <meta property="og:url" content="{0}">', found)
    others = format_html_join(
        "", '\n    <link rel="alternate" hreflang="{}" href="{}">', [*addresses.items(), ("x-default", usual)]
    )
    return links + others


@register.simple_block_tag
def page_picture(content: str) -> SafeString:
    """Render the meta tags for the picture in a page's link previews.

    `content` is the path of an image of 1200 by 630 pixels.
    """
    return format_html(
        '<meta property="og:image" content="{}">\n'
        '    <meta property="og:image:width" content="1200">\n'
        '    <meta property="og:image:height" content="630">\n'
        '    <meta name="twitter:card" content="summary_large_image">',
        _absolute(content),
    )


@register.simple_tag
def site_facts() -> SafeString:
    """Render the facts about the site for search engines, as JSON-LD.

    Browsers do not execute it, so the policy against inline scripts does not apply.
    """
    facts = {
        "@context": "https://schema.org",
        "@type": ["VideoGame", "WebApplication"],
        "name": "Waving Hands",
        "url": f"{settings.SITE_URL}/",
        "description": gettext("Duels with spells: two wizards, four hands, and gestures that become spells."),
        "image": settings.SITE_URL + static("icons/card.png"),
        "author": {"@type": "Person", "name": "Richard Bartle"},
        "applicationCategory": "GameApplication",
        "operatingSystem": "Web",
        "playMode": "MultiPlayer",
        "inLanguage": [code for code, _ in settings.LANGUAGES],
        "offers": {"@type": "Offer", "price": 0, "priceCurrency": "EUR"},
    }
    return mark_safe(json_script(facts).replace("application/json", "application/ld+json", 1))  # noqa: S308 - escaped


def _address_in(language: str, path: str) -> SafeString:
    """Return the address of a page in a language; in the site's usual language, without the language."""
    return _absolute(path if language == settings.LANGUAGE_CODE else f"{path.strip()}?lang={language}")


def _absolute(path: str) -> SafeString:
    return mark_safe(settings.SITE_URL + iri_to_uri(_escaped(path)))  # noqa: S308 - escaped by the template


def _escaped(content: str) -> SafeString:
    """Return the content of a block as one line, with double quotes escaped.

    The template has already escaped all other special characters.
    """
    return mark_safe(" ".join(content.split()).replace('"', "&quot;"))  # noqa: S308 - escaped by the template
