"""Letters are called e-mail notifications. The table keeps its name, so that servers of the old version can use it."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0010_knows_mages_die"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel("Letter", "EmailNotification"),
                migrations.AlterModelTable("EmailNotification", "accounts_letter"),
                migrations.AlterField(
                    model_name="emailnotification",
                    name="user",
                    field=models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notifications",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
