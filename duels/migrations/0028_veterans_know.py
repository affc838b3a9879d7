"""Users who have had rated duels need not be asked whether they know that a mage can die in one."""

from typing import Any

from django.db import migrations


def note_veterans(apps: Any, schema_editor: Any) -> None:
    standings = apps.get_model("duels", "Standing").objects.values("mage__owner")
    apps.get_model("accounts", "User").objects.filter(pk__in=standings).update(knows_mages_die=True)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0010_knows_mages_die"),
        ("duels", "0027_lobby_chat"),
    ]

    operations = [migrations.RunPython(note_veterans, migrations.RunPython.noop)]
