import json
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from duels.models import Duel
from duels.viewing.duels import admissions
from tests.duels.api.programs import a_program
from tests.duels.api.test_middleware import is_problem
from tests.servers import ROOT

pytestmark = pytest.mark.django_db

RECORD = (ROOT / "tests" / "golden" / "froodal-bung.json").read_text()
UNFINISHED = json.dumps({**json.loads(RECORD), "rounds": json.loads(RECORD)["rounds"][:4], "result": None})
WHEREVER = ["/", "/duels/", "/duels/?show=finished", "/ladder/", "/stats/", "/archive/", "/lobby/"]


def import_text(client: Client, text: str) -> tuple[int, str]:
    answer = client.post("/import/", {"text": text}, follow=True)
    return answer.status_code, unescape(answer.content.decode())


def test_a_pasted_record_becomes_a_replay(client):
    status, page = import_text(client, RECORD)
    assert status == 200
    assert "Replay: Froodal against Bung" in page
    assert "of another duel" not in page
    slug = Duel.objects.get().slug
    assert client.get(f"/replay/{slug}/11/").status_code == 200
    assert json.loads(client.get(f"/replay/{slug}.json").content)["result"] == json.loads(RECORD)["result"]


def test_an_uploaded_record_becomes_a_replay(client):
    file = SimpleUploadedFile("duel.json", RECORD.encode(), "application/json")
    assert client.post("/import/", {"file": file}, follow=True).redirect_chain[-1][0].startswith("/replay/")


def test_importing_a_record_twice_gives_one_duel(client):
    import_text(client, RECORD)
    import_text(client, RECORD.replace("  ", " "))
    assert Duel.objects.count() == 1


def test_an_unfinished_record_is_open_from_all_viewpoints(client):
    import_text(client, UNFINISHED)
    slug = Duel.objects.get().slug
    page = client.get(f"/replay/{slug}/4/?eyes=everything")
    assert page.status_code == 200
    assert client.get(f"/replay/{slug}.json").status_code == 200
    assert client.get(f"/duel/{slug}/").url == f"/replay/{slug}/"


@pytest.mark.parametrize("rest", ["", "plain/", "text/"])
def test_duel_pages_redirect_to_the_replay(client, rest):
    import_text(client, RECORD)
    slug = Duel.objects.get().slug
    assert client.get(f"/duel/{slug}/{rest}").url == f"/replay/{slug}/"


def test_sockets_are_refused_and_the_replay_opens_none(client):
    _status, page = import_text(client, RECORD)
    asked = Duel.objects.get().slug, None, None
    assert admissions([asked])[asked].why_not == "no_such_duel"
    assert "/ws/duel/" not in page


def test_the_api_serves_its_record_but_no_frames(client):
    import_text(client, RECORD)
    slug = Duel.objects.get().slug
    program = a_program()
    for path in (f"/duels/{slug}", f"/stream/duels/{slug}"):
        assert is_problem(program.get(path), 409, "imported")
    assert program.get(f"/duels/{slug}/record").status_code == 200


def test_an_imported_duel_is_not_listed_and_does_not_count(client):
    before = {address: client.get(address).content.count(b"Froodal") for address in WHEREVER}
    import_text(client, RECORD)
    import_text(client, UNFINISHED)
    assert {address: client.get(address).content.count(b"Froodal") for address in WHEREVER} == before
    assert client.get("/mage/Froodal/").status_code == 404


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "Choose a file or paste the record."),
        ("abracadabra", "it isn’t valid JSON (invalid character (byte 0))."),
        ("[1]", "a record is a JSON object"),
        ("{}", "This record can’t be replayed"),
        (RECORD.replace('"left": "W"', '"left": "X"', 1), "is not a gesture"),
        (RECORD.replace("Froodal", "Froodal the exceedingly long"), "at most 24 characters"),
        ("[" * 100_000, "This isn’t a duel record"),
        (json.dumps({**json.loads(RECORD), "rounds": [{}] * 201}), "at most 200 rounds"),
        (json.dumps({**json.loads(RECORD), "wizards": [{}] * 8, "rounds": [{}] * 51}), "at most 50 rounds"),
        ("1" * 400_001, "at most 400000 characters"),
        (json.dumps({**json.loads(RECORD), "seed": 2**63}), "seed can be at most"),
        (RECORD.replace("Froodal", "Froo\\u0000dal"), "must not contain null characters"),
    ],
)
def test_an_invalid_record_is_refused_with_the_reason(client, text, why):
    status, page = import_text(client, text)
    assert status == 400
    assert why in page
    assert not Duel.objects.exists()


def test_a_binary_file_is_refused(client):
    answer = client.post("/import/", {"file": SimpleUploadedFile("duel.json", b"\xff\xfe\x00")})
    assert answer.status_code == 400
    assert "This isn’t a text file." in answer.content.decode()


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"text": ""}, "text"),
        ({"text": "abracadabra"}, "text"),
        ({"file": SimpleUploadedFile("duel.json", b"{}")}, "file"),
        ({"file": SimpleUploadedFile("duel.json", b"\xff\xfe\x00")}, "file"),
    ],
)
def test_errors_are_shown_at_the_field_used(client, given, field):
    form = client.post("/import/", given).context["form"]
    assert list(form.errors) == [field]
    assert 'aria-invalid="true"' in str(form[field])
    assert f'aria-describedby="id_{field}_error"' in str(form[field])
