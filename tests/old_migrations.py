"""The migrations that a squashed one replaces, which only databases of older versions still apply."""

from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

OURS = ("accounts", "duels")


class OldLoader(MigrationLoader):
    """A loader of all migrations of this project but the squashed ones."""

    def load_disk(self) -> None:
        super().load_disk()
        for key, migration in list(self.disk_migrations.items()):
            if key[0] in OURS and migration.replaces:
                del self.disk_migrations[key]


class OldExecutor(MigrationExecutor):
    """An executor that never uses a squashed migration of this project."""

    def __init__(self, connection: object) -> None:
        super().__init__(connection)
        self.loader = OldLoader(connection)
