"""Tests that the web app manifest contains everything a browser needs to install the site."""

import json
import re
import struct
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client


def _static_file(address: str) -> Path:
    path = finders.find(address.removeprefix("/static/"))
    assert path, address
    return Path(path)


@pytest.fixture
def page(client: Client, db: None) -> str:
    return client.get("/").content.decode()


@pytest.fixture
def manifest(page: str) -> Any:
    """Return the manifest that every page links to."""
    (address,) = re.findall(r'<link rel="manifest" href="([^"]+)"', page)
    return json.loads(_static_file(address).read_text())


def test_the_site_is_installed_as_an_app_of_its_own(manifest: Any):
    assert (manifest["display"], manifest["scope"], manifest["start_url"]) == ("standalone", "/", "/")


def test_the_installed_site_has_a_colour_of_its_pages(manifest: Any, page: str):
    colours = re.findall(r'<meta name="theme-color" content="([^"]+)"', page)
    assert manifest["theme_color"] == manifest["background_color"]
    assert manifest["theme_color"] in colours


def test_the_icons_have_the_sizes_in_the_manifest(manifest: Any):
    icons = manifest["icons"]
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in icons}
    assert "maskable" in [icon.get("purpose") for icon in icons]
    for icon in icons:
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", _static_file(icon["src"]).read_bytes()[16:24])
            assert f"{width}x{height}" == icon["sizes"]


def test_the_icons_have_the_content_types_in_the_manifest(client: Client, manifest: Any):
    for icon in manifest["icons"]:
        with closing(client.get(icon["src"])) as answer:
            assert answer.status_code == 200
            assert answer.headers["Content-Type"] == icon["type"]


def test_the_shortcuts_lead_to_pages(client: Client, manifest: Any):
    assert manifest["shortcuts"]
    for shortcut in manifest["shortcuts"]:
        assert client.get(shortcut["url"]).status_code == 200
