import json
import re

import pytest

from duels.api.problems import CODES, STATUSES
from duels.api.reference import EXPLAINED

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client):
    return client.get("/api/")


def test_the_page_draws_the_description_that_programs_read(page, client):
    settings = re.search(r'<script id="swagger-settings" type="application/json">(.*?)</script>', page.text)[1]
    assert client.get(json.loads(settings)["url"]).json()["openapi"].startswith("3.1")
    assert '<div id="swagger-ui"' in page.text


def test_every_error_code_is_explained_at_the_address_in_its_type(page):
    assert {*CODES.values(), *STATUSES} <= EXPLAINED.keys()
    assert all(f'id="{code}"' in page.text for code in EXPLAINED)


def test_the_page_loads_everything_from_the_site_itself(page):
    loading = re.sub(r'<link rel="(canonical|alternate)"[^>]*>', "", page.text)  # its own addresses: they load nothing
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', loading)
    assert "script-src 'self';" in f"{page.headers['Content-Security-Policy']};"
    assert "unsafe" not in page.headers["Content-Security-Policy"]


def test_every_page_links_to_the_reference(client):
    assert 'href="/api/"' in client.get("/faq/").text
