"""A loader and an executor that use the original migrations instead of the squashed ones that replace them."""

from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

OURS = ("accounts", "duels")


class OldLoader(MigrationLoader):
    """A migration loader that leaves out this project's squashed migrations."""

    def load_disk(self) -> None:
        super().load_disk()
        for key, migration in list(self.disk_migrations.items()):
            if key[0] in OURS and migration.replaces:
                del self.disk_migrations[key]


class OldExecutor(MigrationExecutor):
    """A migration executor that never uses this project's squashed migrations."""

    def __init__(self, connection: object) -> None:
        super().__init__(connection)
        self.loader = OldLoader(connection)
