"""A command that writes the translations of the JavaScript texts to files."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from wavinghands.assets.catalogue import languages, script


class Command(BaseCommand):
    help = "Write the translations of the scripts' texts to static/words/LANGUAGE.js, from the compiled catalogues."

    def handle(self, *args: Any, **options: Any) -> None:
        for language in languages():
            file = settings.BASE_DIR / "static" / "words" / f"{language}.js"
            file.write_text(script(language), encoding="utf-8")
