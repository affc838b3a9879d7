"""Lists of running and finished duels with search forms, and the archive of records."""

import zlib
from collections.abc import AsyncIterator
from urllib.parse import urlencode

from allauth.decorators import rate_limit
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from duels.stats import figures, search
from duels.stats.forms import SHARED, SearchForm, UnderWayForm
from duels.stats.search import MOST_FOUND, Found, Wanted
from duels.viewing.followed import duels_followed
from duels.wording import duel_lists as lists
from duels.wording.paging import rest_of_query

ROWS = 25
GZIP = 16 + zlib.MAX_WBITS


@require_safe
def duels(request: HttpRequest) -> HttpResponse:
    """List the running duels that match the search.

    With `?show=finished`, list finished duels instead.
    """
    finished = request.GET.get("show") == "finished"
    form = (SearchForm if finished else UnderWayForm)(request.GET)
    found, wanted = Found([], is_cut=False), form.wanted() if form.is_valid() else Wanted()
    if form.is_valid():
        found = (search.finished if finished else search.under_way)(wanted)
    page = Paginator(found.keys, ROWS).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "finished": finished,
        "found": found,
        "most": MOST_FOUND,
        "page": page,
        "query": rest_of_query(request),
        "shared": urlencode({name: request.GET[name] for name in SHARED if request.GET.get(name)}),
        "duels": lists.rows(search.duels_by_key(list(page)), of=[wanted.mage]),
        "own": lists.duels_of_user(request.user),
        "exhibitions": [] if finished or form.is_narrowed() else lists.rows(lists.exhibitions_under_way()),
        "followed": duels_followed(request.user),
    }
    return render(request, "stats/duels.html", context)


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """Show what the archive contains and how to download it."""
    return render(request, "stats/archive.html", {"months": figures.months()})


@require_safe
@rate_limit(action="archive", limit_get=True)
def download(request: HttpRequest, packed: bool = False) -> HttpResponseBase:
    """Stream the records of matching finished duels, one per line, oldest first."""
    form = SearchForm(request.GET)
    if not form.is_valid():
        errors = (f"{name}: {' '.join(map(str, texts))}" for name, texts in form.errors.items())
        return HttpResponse("\n".join(errors) + "\n", status=400, content_type="text/plain; charset=utf-8")
    lines = search.record_lines(form.wanted())
    answer = StreamingHttpResponse(
        _packed(lines) if packed else lines, content_type="application/gzip" if packed else "application/jsonl"
    )
    answer["Content-Disposition"] = f'attachment; filename="duels.jsonl{".gz" if packed else ""}"'
    return answer


async def _packed(lines: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    packer = zlib.compressobj(wbits=GZIP)
    async for some in lines:
        yield packer.compress(some)
    yield packer.flush()
