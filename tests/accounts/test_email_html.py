import pytest

from accounts.email_html import html_of

SITE = "https://duels.example.org"


@pytest.fixture(autouse=True)
def site(settings) -> None:
    settings.SITE_URL = SITE


def test_an_address_of_this_site_is_a_link():
    assert f'<a href="{SITE}/duel/1/?a=1&amp;b=2">' in html_of(f"See {SITE}/duel/1/?a=1&b=2")


@pytest.mark.parametrize(
    "written",
    [
        "http://evil.example/pay",
        f"{SITE}.evil.example/pay",
        f"{SITE}@evil.example/pay",
        f"http://evil.example/?{SITE}/duel/1/",
        '<a href="http://evil.example/">here</a>',
    ],
)
def test_nothing_else_that_is_written_becomes_a_link(written: str):
    assert "<a " not in html_of(f"Merlyn: {written}")
    assert "<a " not in html_of(f"   {written}")
    assert "<a " not in html_of(f"{written}\n-----")
