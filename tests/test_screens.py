"""Tests that scripts and style sheets use the same media query for phones."""

import re

import pytest

from tests.servers import ROOT

STATIC = ROOT / "static"
PHONE = sorted((STATIC / "css" / "phone").glob("*.css"))
SHEETS = [*PHONE, STATIC / "css" / "learn" / "lesson.css", STATIC / "css" / "site" / "header.css"]
SCREENS = (STATIC / "js" / "lib" / "screen.js").read_text()


QUERY = re.search('const IN_HAND = "(.+)";', SCREENS)[1]


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_style_sheets_and_scripts_have_the_same_query_for_a_phone(sheet):
    assert f"@media {QUERY} {{" in sheet.read_text()


def test_the_duel_page_imports_every_style_sheet_for_a_phone():
    imports = (STATIC / "css" / "pages" / "duel.css").read_text()
    assert PHONE
    assert [sheet.name for sheet in PHONE if f'@import "../phone/{sheet.name}";' not in imports] == []
