import pytest

from tests.browser.firefox import firefox_page
from tests.conftest import skip_or_fail
from tests.servers import MissingError


@pytest.fixture
def firefox(tmp_path):
    """Run Firefox, and return a page in it."""
    try:
        with firefox_page(tmp_path) as page:
            yield page
    except MissingError as why:
        skip_or_fail(why)


@pytest.mark.thorough
def test_a_newcomer_plays_two_rounds(firefox, site):
    firefox.open(site)
    firefox.wait("setTimeout(() => document.querySelector('form[action*=practice] button').click())")
    firefox.wait("location.pathname.startsWith('/duel/') && document.querySelector('input[name=left]')")
    for number, (left, right) in enumerate(["SF", "FW"], 1):
        for hand, gesture in {"left": left, "right": right}.items():
            firefox.wait(f"document.querySelector('input[name={hand}][value={gesture}]').click() ?? 'picked'")
        firefox.wait("document.querySelector('input[name=right]:checked').focus() ?? 'there'")
        firefox.press("\ue007")  # Enter
        firefox.wait(
            f"document.querySelector('h2')?.ownerDocument.body.innerText.includes('Orders for round {number + 1}')"
        )
    assert int(firefox.wait("document.documentElement.scrollWidth")) <= 1280
    firefox.open(firefox.wait("location.href"), width=360, height=740)
    assert int(firefox.wait("document.documentElement.scrollWidth")) <= 360
    assert firefox.said == []
