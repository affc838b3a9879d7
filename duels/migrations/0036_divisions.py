import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("duels", "0035_repeated_wins"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="SeasonEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("season", models.CharField(help_text="Its year and quarter, such as 2026-4.", max_length=6)),
                ("division", models.PositiveSmallIntegerField(help_text="Its number, 1 for the lowest.")),
                (
                    "place",
                    models.PositiveIntegerField(help_text="The place in the division; none before the end.", null=True),
                ),
                ("moved", models.SmallIntegerField(default=0, help_text="1: moved up at the end, -1: moved down.")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="season_entries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "season entries",
                "indexes": [models.Index(fields=["season", "division"], name="season_by_division")],
                "constraints": (models.UniqueConstraint(fields=("user", "season"), name="season_entered_once"),),
            },
        ),
    ]
