"""Pages are compressed on their way."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class CompressionMiddleware(GZipMiddleware):
    """Leaves streams alone: Django compresses each piece of them by itself, and browsers read only the first piece."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        return super().process_response(request, response) if isinstance(response, HttpResponse) else response
