"""Middleware that serves static files."""

from wsgiref.headers import Headers

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import Redirect, StaticFile

FONTS_AGE = 24 * 60 * 60
"""How many seconds browsers keep fonts without revalidating them.

A page shows the fallback font during revalidation. The fonts change only with a new version of their package.
"""


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """A WhiteNoise middleware for ASGI.

    Browsers may cache fonts for longer than other files, because pages flicker while a browser revalidates a font.
    """

    @staticmethod
    def serve(static_file: StaticFile | Redirect, request: HttpRequest) -> HttpResponse:
        """Return a response that contains the whole file.

        WhiteNoise itself would stream it. Django's ASGI handler would then read the stream into memory and warn about
        it.
        """
        found = static_file.get_response(request.method, request.META)
        content = b""
        if found.file is not None:
            with found.file as file:
                content = file.read()
        response = HttpResponse(content, status=int(found.status))
        del response["Content-Type"]  # WhiteNoise sets its own, or none
        for name, value in found.headers:
            response[name] = value
        return response

    def add_cache_headers(self, headers: Headers, path: str, url: str) -> None:
        """Set how long browsers may cache a file. Fonts without a hash in their names get `FONTS_AGE`."""
        super().add_cache_headers(headers, path, url)
        if path.endswith(".woff2") and not self.immutable_file_test(path, url):
            headers["Cache-Control"] = f"max-age={FONTS_AGE}, public"
