"""The scripts of a page: native modules, and beside each a word to the browser of all that it is going to import."""

from functools import cache
from pathlib import Path

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from wavinghands.modules import imported

register = template.Library()


@register.simple_tag
def modules(path: str) -> SafeString:
    """The module at `path`, and its imports asked for at once: else each would be found only when another is read."""
    found = imports(path) if settings.DEBUG else _lasting_imports(path)
    links = format_html_join("\n", '<link rel="modulepreload" href="{}">', ((static(name),) for name in found))
    return format_html('<script type="module" src="{}"></script>\n{}', static(path), links)


def imports(path: str) -> tuple[str, ...]:
    """The paths of all modules that the one at `path` imports, and they in turn, each once, the nearest first."""
    found = [path]
    for module in found:
        source = finders.find(module)
        named = imported(module, Path(source).read_text()) if source else []
        found += [name for name in named if name not in found]
    return tuple(found[1:])


_lasting_imports = cache(imports)
