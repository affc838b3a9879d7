from http import HTTPStatus
from typing import Any

import pytest
from django.test import AsyncClient, Client

FONT = "/static/vendor/source-sans-3/source-sans-3-latin.woff2"
SCRIPT = "/static/js/pages/duel/duel.js"


@pytest.fixture(autouse=True)
def _as_on_a_site(settings: Any) -> None:
    settings.WHITENOISE_AUTOREFRESH = False


@pytest.mark.parametrize(("path", "age"), [(FONT, "max-age=86400, public"), (SCRIPT, "max-age=0, public")])
def test_without_hashed_names_browsers_keep_fonts_only(client: Client, path: str, age: str):
    assert client.get(path).headers["Cache-Control"] == age


async def test_static_files_are_no_streams(async_client: AsyncClient):
    """Django's ASGI handler warns about streamed files, and any warning makes a test fail."""
    answer = await async_client.get(SCRIPT)
    assert not answer.streaming
    assert b"import" in answer.content
    assert answer.headers["Content-Type"].startswith("text/javascript")
    again = await async_client.get(SCRIPT, headers={"If-Modified-Since": answer.headers["Last-Modified"]})
    assert (again.status_code, again.content) == (HTTPStatus.NOT_MODIFIED, b"")
