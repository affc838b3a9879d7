"""While a new version is put in place, servers of the one before go on: each migration leaves what they read and write.

What they know is only taken away by a version after the one that has ceased to use it.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

from tests.servers import ROOT

FIRST = {"accounts": "0003", "duels": "0014"}
"""The last migrations before there were two versions side by side."""
ADDS = (
    migrations.CreateModel,
    migrations.AddIndex,
    migrations.AlterModelOptions,
    migrations.AlterModelManagers,
    migrations.RunPython,
)
"""What no server of the version before notices."""
CEASED: set[tuple[str, str]] = set()
"""By app and name, migrations that take away what the version before has already ceased to use."""
LOOSENED = {
    ("accounts", "0004_reports_of_nobody"),
    ("accounts", "0006_by_letter"),
    ("duels", "0024_one_index_of_a_duel"),
}
"""Those that allow more than before, where the version before shows it as it is, or that take an index away."""


def is_unnoticed(operation: Operation) -> bool:
    """Whether a server that knows nothing of this goes on reading and writing its rows."""
    if isinstance(operation, migrations.AddField):
        field = operation.field
        return field.many_to_many or field.null or field.has_db_default()
    if isinstance(operation, migrations.SeparateDatabaseAndState):
        return all(is_unnoticed(inner) for inner in operation.database_operations)
    return isinstance(operation, ADDS)


def noticed() -> Iterator[tuple[str, str, str]]:
    graph = MigrationLoader(connection).graph
    for app, name in sorted(key for key in graph.nodes if key[0] in FIRST):
        if name[:4] > FIRST[app] and (app, name) not in CEASED | LOOSENED:
            for operation in graph.nodes[app, name].operations:
                if not is_unnoticed(operation):
                    yield app, name, operation.describe()


@pytest.mark.django_db
def test_servers_of_the_version_before_go_on_with_the_rows_of_this_one():
    assert list(noticed()) == []


@pytest.mark.parametrize(
    "operation",
    [
        migrations.RemoveField("duel", "round"),
        migrations.RenameField("duel", "round", "number"),
        migrations.DeleteModel("Line"),
        migrations.AddField("duel", "weather", models.CharField(max_length=9)),
        migrations.AddConstraint("duel", models.UniqueConstraint(fields=["book"], name="one_of_a_book")),
        migrations.RunSQL("DROP TABLE duels_line"),
    ],
    ids=lambda operation: operation.describe(),
)
def test_what_a_server_of_the_version_before_would_notice_is_found(operation):
    assert not is_unnoticed(operation)


def test_all_apps_with_migrations_of_their_own_are_looked_at():
    folders = [Path(app.path) for app in apps.get_app_configs()]
    ours = {folder.name for folder in folders if folder.parent == ROOT and (folder / "migrations").exists()}
    assert set(FIRST) == ours
