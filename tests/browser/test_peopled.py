"""Pages of lists, found full: a site on which many have duelled, made up from random play."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.pages import looks_right
from tests.servers import manage
from tests.sites import running_site

WORLD = ("--duels", "150", "--mages", "80", "--plays", "40", "--verbosity", "0")


@pytest.fixture(scope="module")
def peopled(tmp_path_factory, production):
    """The address of a site on which eighty mages have fought a hundred and fifty duels."""
    environment = {**production, "VAR_DIR": str(tmp_path_factory.mktemp("peopled"))}
    with running_site(**environment) as (url, _):
        made = manage("make_up", *WORLD, **environment)
        assert made.returncode == 0, made.stderr
        yield url


@pytest.fixture
def visitor(someone, peopled):
    """Somebody who looks at it."""
    return someone(at=peopled)


@pytest.mark.parametrize(
    "address",
    [
        *("/", "/duels/?show=finished", "/stats/", "/stats/spells/", "/stats/activity/", "/archive/", "/users/"),
        *("/explorer/classic/?whose=all", "/explorer/classic/?line=SW&whose=all"),
        *("/ladder/", "/ladder/?kind=melee&by=rating", "/honours/", "/graveyard/"),
    ],
)
def test_a_full_page_can_be_used_by_all(visitor, address):
    visitor.goto(address)
    visitor.evaluate("document.querySelectorAll('main details').forEach((it) => (it.open = true))")
    looks_right(visitor)


def test_the_page_of_a_keen_mage_can_be_used_by_all(visitor):
    visitor.goto("/ladder/?sort=wins")
    visitor.locator("tbody a").first.click()
    expect(visitor.get_by_role("heading", name="Spells that it casts most")).to_be_visible()
    expect(visitor.get_by_role("img", name="Openings")).to_be_visible()
    looks_right(visitor)


def test_a_search_is_filled_in_and_leads_to_a_replay(visitor):
    visitor.goto("/duels/?show=finished")
    visitor.locator("summary", has_text="Search").click()
    visitor.get_by_label("Spell cast").select_option("Shield")
    visitor.get_by_label("Kind").select_option("Melees")
    visitor.get_by_label("Rounds from").fill("5")
    visitor.get_by_role("button", name="Search").click()
    expect(visitor).to_have_url(re.compile("spell=shield"))
    expect(visitor.get_by_text(re.compile("duels? found"))).to_be_visible()
    expect(visitor.get_by_label("Kind")).to_have_value("melee")
    looks_right(visitor)
    visitor.locator("main .list a").first.click()
    expect(visitor).to_have_url(re.compile("/replay/"))


def test_a_search_that_makes_no_sense_is_shown_where_to_mend_it(visitor):
    visitor.goto("/duels/?show=finished&result=won")
    expect(visitor.get_by_text("Name the mage")).to_be_visible()
    looks_right(visitor)


def test_a_chart_has_its_table(visitor):
    visitor.goto("/stats/endings/")
    visitor.get_by_text("The same as a table").click()
    expect(visitor.get_by_role("row", name=re.compile("Surrender")).first).to_be_visible()


def test_the_archive_is_downloaded(visitor):
    visitor.goto("/archive/")
    with visitor.expect_download() as download:
        visitor.get_by_role("link", name="Download all", exact=True).click()
    assert download.value.suggested_filename == "duels.jsonl"
    assert len(download.value.path().read_bytes().splitlines()) > 100


def test_the_explorer_leads_round_by_round_down_to_a_replay(visitor):
    visitor.goto("/explorer/classic/")
    visitor.get_by_label("Who duelled").select_option("All")
    visitor.get_by_role("button", name="Show").click()
    table = visitor.get_by_role("region", name="What was done most")
    table.get_by_role("link").first.click()
    expect(visitor.get_by_role("heading", name="What they did in round 2")).to_be_visible()
    expect(visitor.get_by_label("Who duelled")).to_have_value("all")
    visitor.locator(".duel-row a").first.click()
    expect(visitor).to_have_url(re.compile(r"/replay/[^/]+/1/$"))
    visitor.get_by_text("The same opening elsewhere:").get_by_role("link").first.click()
    expect(visitor).to_have_url(re.compile(r"/explorer/\w+/\?line="))
