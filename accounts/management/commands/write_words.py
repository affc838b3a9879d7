"""Writes the words of the pages' scripts, from their compiled catalogues, as files that a browser keeps for long."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.http import HttpRequest
from django.utils import translation
from django.views.i18n import JavaScriptCatalog


class ScriptsCatalog(JavaScriptCatalog):
    """The words of our own scripts alone, without those of the admin's."""

    packages = ["wavinghands"]

    def get_paths(self, packages: Any) -> list[str]:
        return [str(path) for path in settings.LOCALE_PATHS]


def words_of(language: str) -> str:
    """The script that gives the words of a language to all others."""
    with translation.override(language):
        return ScriptsCatalog().get(HttpRequest()).content.decode().strip() + "\n"


class Command(BaseCommand):
    """For each language but the one in which the scripts are written."""

    help = "Write the words of the pages' scripts, static/words/LANGUAGE.js, from the compiled catalogues."

    def handle(self, *args: Any, **options: Any) -> None:
        for language, _ in settings.LANGUAGES:
            if language != settings.LANGUAGE_CODE:
                file = settings.BASE_DIR / "static" / "words" / f"{language}.js"
                file.write_text(words_of(language), encoding="utf-8")
