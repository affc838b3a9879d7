"""Tests that the steps in docs/api.md work exactly as printed."""

import re
import subprocess
import textwrap

import pytest

from tests import servers
from tests.duels.api.sites import a_site

DOCS = (servers.ROOT / "docs/api.md").read_text()
STEPS = [textwrap.dedent(step) for step in re.findall(r"^ *```bash\n(.*?)^ *```\n", DOCS, re.DOTALL | re.MULTILINE)]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with a_site(tmp_path_factory.mktemp("site"), "Black") as site:
        yield site


def test_the_steps_lead_from_a_token_to_a_bot_that_plays(site):
    token, check, become, play, start = STEPS
    assert "export SITE=" in token
    assert "python3 docs/examples/bot.py" in start
    environment = {"SITE": site.address, "WAVING_HANDS_TOKEN": site.secrets["Black"]}
    script = "\n".join(["set -e -o pipefail", check, become, play])
    done = subprocess.run(
        ["bash", "-c", script],
        env=servers.clean_environment(environment),
        cwd=servers.ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr + done.stdout
    me, bot, mage, request, sealed = done.stdout.splitlines()
    assert '"username": "black"' in me
    assert '"is_bot": true' in bot
    assert '"name": "Clockwork"' in mage
    assert '"type": "orders"' in request
    assert '"sealed"' in sealed
