"""Writes the words of the pages' scripts as files, for pages that load modules as they stand."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from wavinghands.assets.catalogue import languages, words_of


class Command(BaseCommand):
    """For each language but the one in which the scripts are written."""

    help = "Write the words of the pages' scripts, static/words/LANGUAGE.js, from the compiled catalogues."

    def handle(self, *args: Any, **options: Any) -> None:
        for language in languages():
            file = settings.BASE_DIR / "static" / "words" / f"{language}.js"
            file.write_text(words_of(language).whole(), encoding="utf-8")
