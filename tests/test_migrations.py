"""Tests that no migration breaks the old version, which keeps reading and writing during a deployment.

Columns are removed only by a version after the one that stopped using them. `tests/duels/test_on_postgres.py` also
tests the rows on PostgreSQL.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pytest
from django.apps import apps
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.utils import timezone

from tests.old_migrations import OldExecutor, OldLoader
from tests.servers import ROOT

FIRST = {"accounts": "0003", "duels": "0014"}
"""For each app, the last migration from before two versions had to be able to run side by side."""
ADDS = (
    migrations.CreateModel,
    migrations.AddIndex,
    migrations.AlterModelOptions,
    migrations.AlterModelManagers,
    migrations.RunPython,
)
"""Operations that never affect servers of the old version."""
CEASED: set[tuple[str, str]] = set()
"""Migrations, by app and name, that remove something the old version no longer uses."""
LOOSENED = {
    ("accounts", "0004_reports_of_nobody"),
    ("accounts", "0006_by_letter"),
    ("accounts", "0009_plain_help_texts"),
    ("accounts", "0012_mail_texts"),
    ("accounts", "0013_friends"),
    ("accounts", "0015_clubs"),
    ("duels", "0024_one_index_of_a_duel"),
    ("duels", "0025_picks_sealed_by_time"),
    ("duels", "0026_plain_help_texts"),
    ("duels", "0027_lobby_chat"),
    ("duels", "0038_tournament_rounds"),
    ("duels", "0041_melee_cups"),
    ("duels", "0042_bot_arenas"),
}
"""Migrations that loosen a constraint, change a text or remove an index, so that the old version still works."""


def is_unnoticed(operation: Operation) -> bool:
    """Return whether servers that still run the code from before this operation can read and write rows."""
    if isinstance(operation, migrations.AddField):
        field = operation.field
        return field.many_to_many or field.null or field.has_db_default()
    if isinstance(operation, migrations.SeparateDatabaseAndState):
        return all(is_unnoticed(inner) for inner in operation.database_operations)
    return isinstance(operation, ADDS)


def noticed() -> Iterator[tuple[str, str, str]]:
    graph = OldLoader(connection).graph
    for app, name in sorted(key for key in graph.nodes if key[0] in FIRST):
        if name[:4] > FIRST[app] and (app, name) not in CEASED | LOOSENED:
            for operation in graph.nodes[app, name].operations:
                if not is_unnoticed(operation):
                    yield app, name, operation.describe()


@pytest.mark.django_db
def test_servers_of_the_old_version_can_use_rows_of_this_one():
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
def test_changes_that_break_the_old_version_are_found(operation):
    assert not is_unnoticed(operation)


def test_all_apps_with_migrations_are_checked():
    folders = [Path(app.path) for app in apps.get_app_configs()]
    ours = {folder.name for folder in folders if folder.parent == ROOT and (folder / "migrations").exists()}
    assert set(FIRST) == ours


class Rows:
    """Rows of these models and of the models they refer to, with only the required fields set."""

    _numbers = count(1)

    def __init__(self, models: Iterable[type[models.Model]]) -> None:
        self.made: list[models.Model] = []
        for model in models:
            self._row(model)

    def _row(self, model: type[models.Model]) -> models.Model:
        fields = {field.name: self._value(field) for field in model._meta.concrete_fields if is_required(field)}
        row = model._base_manager.create(**fields)
        self.made.append(row)
        return row

    def _value(self, field: models.Field) -> object:
        number = next(self._numbers)
        match field:
            case models.ForeignKey():
                return self._row(field.related_model)
            case models.CharField() | models.TextField():
                return field.choices[0][0] if field.choices else str(number)[: field.max_length]
            case models.DateTimeField():
                return timezone.now()
            case models.DateField():
                return timezone.now().date()
            case models.JSONField():
                return {"number": number}
            case models.BinaryField():
                return b"%d" % number
            case models.BooleanField():
                return True
        return number


def is_required(field: models.Field) -> bool:
    is_known = field.has_default() or field.has_db_default() or isinstance(field, models.AutoField)
    return not (field.null or field.blank or is_known)


def columns(row: models.Model) -> dict[str, object]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


class Step(NamedTuple):
    """A migration: the models before it, and the names (app, model) of those that it changes."""

    before: ProjectState
    changed: tuple[tuple[str, str], ...]


@cache
def steps() -> tuple[dict[tuple[str, str], Step], ProjectState]:
    """Return each migration by its app and name, and the models after all of them."""
    executor = OldExecutor(connection)
    found, state = {}, ProjectState(real_apps=executor.loader.unmigrated_apps)
    for migration, _ in executor.migration_plan(executor.loader.graph.leaf_nodes(), clean_start=True):
        before = state.clone()
        migration.mutate_state(state, preserve=False)
        changed = tuple(
            key for key, model in before.models.items() if key not in state.models or state.models[key] != model
        )
        found[migration.app_label, migration.name] = Step(before, changed)
    return found, state


def later() -> list[tuple[str, str]]:
    """Return the migrations that the old version may lack: for each app, those after the last one in `CEASED`."""
    found = []
    for key in sorted(OldLoader(None).graph.nodes):
        if key in CEASED:
            found = [other for other in found if other[0] != key[0]]
        elif key[0] in FIRST and key[1][:4] > FIRST[key[0]]:
            found.append(key)
    return found


@pytest.mark.django_db
@pytest.mark.parametrize("migration", later(), ids=".".join)
def test_old_code_can_still_use_all_rows_after_a_migration(migration):
    """Use the changed models as they were before this migration, on a database with all migrations applied."""
    found, now = steps()
    before, changed = found[migration]
    if not changed:
        return
    of_now = Rows(now.apps.get_model(*key) for key in changed if key in now.models).made
    made = Rows(before.apps.get_model(*key) for key in changed).made
    for row in made:
        assert columns(row._meta.model._base_manager.get(pk=row.pk)) == columns(row)
    for row in of_now:
        if (row._meta.app_label, row._meta.model_name) in before.models:
            before.apps.get_model(row._meta.label)._base_manager.get(pk=row.pk).save(force_update=True)
            assert columns(row._meta.model._base_manager.get(pk=row.pk)) == columns(row)
    connection.check_constraints()
    for row in reversed(made):
        row.delete()
    connection.check_constraints()


def models_of(state: ProjectState) -> dict[tuple[str, str], object]:
    """Return the parts of each model that the database stores, ignoring the order of its fields and constraints."""
    found = {}
    for key, model in state.models.items():
        options = {
            name: sorted(value, key=repr) if isinstance(value, list | tuple) else value
            for name, value in model.options.items()
        }
        fields = {name: field.deconstruct()[1:] for name, field in model.fields.items()}
        found[key] = fields, options, model.bases, dict(model.managers).keys()
    return found


@pytest.mark.django_db
def test_a_new_database_gets_the_models_that_the_replaced_migrations_lead_to():
    new = MigrationLoader(None).project_state()
    assert models_of(new) == models_of(steps()[1])
