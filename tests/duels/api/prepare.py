"""A program that creates API tokens for a server that tests have started.

`python -m tests.duels.api.prepare Black White` creates a token for each of these users, and prints the tokens.
"""

import json
import os
import sys

import django


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wavinghands.settings")
    django.setup()
    from accounts.services import tokens
    from tests.builders import a_mage, a_user
    from tests.duels.api.programs import ALL

    secrets = {}
    for name in sys.argv[1:]:
        mage = a_mage(name, owner=a_user(name.lower()))
        _token, secrets[name] = tokens.make(user=mage.owner, name="program", scopes=ALL)
    sys.stdout.write(json.dumps(secrets))


if __name__ == "__main__":
    main()
