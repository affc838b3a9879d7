from django.conf import settings
from django.db import migrations, models

from accounts.names import skeleton

ROWS_AT_ONCE = 500


def fill(apps, schema_editor):
    for model, field in (
        (apps.get_model("accounts", "User"), "username"),
        (apps.get_model("accounts", "Mage"), "name"),
    ):
        rows = model.objects.only("pk", field).iterator(ROWS_AT_ONCE)
        changed = []
        for row in rows:
            row.skeleton = skeleton(getattr(row, field))
            changed.append(row)
        model.objects.bulk_update(changed, ["skeleton"], batch_size=ROWS_AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0007_returned"),
    ]

    operations = [
        migrations.AddField(
            model_name="mage",
            name="skeleton",
            field=models.CharField(db_default="", db_index=True, default="", editable=False, max_length=300),
        ),
        migrations.AddField(
            model_name="user",
            name="skeleton",
            field=models.CharField(db_default="", db_index=True, default="", editable=False, max_length=300),
        ),
        migrations.AddField(
            model_name="user",
            name="time_zone",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=64),
        ),
        migrations.CreateModel(
            name="FormerUsername",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("folded", models.CharField(db_index=True, max_length=150)),
                ("skeleton", models.CharField(db_index=True, max_length=300)),
                ("given_up", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=models.deletion.CASCADE,
                        related_name="former_usernames",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("user", "folded"), name="former_username_once")],
            },
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
