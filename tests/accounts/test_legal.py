import re

import pytest
from django.conf import settings as site

from accounts import legal

pytestmark = pytest.mark.django_db

TEMPLATES = site.BASE_DIR / "docs" / "legal"


@pytest.fixture
def folder(settings, tmp_path):
    settings.LEGAL_PAGES = str(tmp_path)
    (tmp_path / "terms.en.html").write_text("<h2>Fair play</h2>")
    (tmp_path / "terms.de.html").write_text("<h2>Faires Spiel</h2>")
    (tmp_path / "imprint.de.html").write_text("<p>[[Name]]</p>")
    return tmp_path


def test_without_a_folder_nothing_exists_or_is_linked(client):
    assert client.get("/legal/terms/").status_code == 404
    assert "/legal/" not in client.get("/accounts/signup/").content.decode()


def test_pages_with_a_file_exist_and_are_linked_in_the_footer(client, folder):
    assert "<h2>Fair play</h2>" in client.get("/legal/terms/").content.decode()
    links = re.findall(r'href="/legal/(\w+)/"', client.get("/faq/").content.decode())
    assert links == ["terms", "imprint"]
    assert client.get("/legal/privacy/").status_code == 404
    assert client.get("/legal/nonsense/").status_code == 404


def test_a_reader_gets_their_language_if_the_page_has_it(client, folder):
    german = client.get("/legal/terms/", headers={"Accept-Language": "de"}).content.decode()
    assert '<div class="stack" lang="de"><h2>Faires Spiel</h2></div>' in german
    assert '<div class="stack" lang="de"><p>[[Name]]</p></div>' in client.get("/legal/imprint/").content.decode()


def test_the_forms_for_signing_up_say_what_users_agree_to(client, folder):
    page = client.get("/accounts/signup/").content.decode()
    assert 'you agree to the <a href="/legal/terms/">terms of use</a>' in page
    assert "privacy policy" not in page
    client.post("/guest/", {"name": "Passing"})
    assert "you agree to the" in client.get("/keep/").content.decode()


def test_the_check_for_deployment_warns_of_gaps(folder):
    assert [warning.msg for warning in legal.check_legal_pages(None)] == [
        "imprint.de.html in LEGAL_PAGES has gaps: [[...]]."
    ]


def test_there_is_a_template_for_each_page_and_language_with_the_same_parts():
    codes = [code for code, _ in site.LANGUAGES]
    texts = legal.texts(str(TEMPLATES))
    assert {slug: list(by_language) for slug, by_language in texts.items()} == dict.fromkeys(legal.TITLES, codes)
    for by_language in texts.values():
        parts = [re.findall(r"<(h2|li|code)>", text) for text in by_language.values()]
        assert parts[0] == parts[1]


def test_the_privacy_policy_names_every_cookie_that_the_site_sets():
    """Django's cookies are listed here; the site's own cookies are found in its scripts and modules."""
    policy = (TEMPLATES / "privacy.en.html").read_text()
    scripts = "\n".join(file.read_text() for file in (site.BASE_DIR / "static" / "js").rglob("*.js"))
    ours = re.findall(r"document\.cookie = `(\w+)=", scripts)
    modules = "\n".join(
        file.read_text() for app in ("accounts", "duels") for file in (site.BASE_DIR / app).rglob("*.py")
    )
    theirs = re.findall(r'^\w*COOKIE = "([\w-]+)"', modules, re.MULTILINE)
    assert ours
    assert theirs
    for name in (*ours, *theirs, "sessionid", "csrftoken", "messages", site.LANGUAGE_COOKIE_NAME):
        assert f"<code>{name}</code>" in policy
