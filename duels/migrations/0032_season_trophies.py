import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0013_friends"),
        ("duels", "0031_puzzle_runs"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="SeasonTrophy",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("season", models.CharField(help_text="Its year and quarter, such as 2026-4.", max_length=6)),
                ("place", models.PositiveSmallIntegerField()),
                ("points", models.IntegerField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="trophies",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "season trophies",
                "constraints": (models.UniqueConstraint(fields=("user", "season"), name="trophy_once"),),
            },
        ),
        migrations.AddIndex(
            model_name="outcome",
            index=models.Index(condition=models.Q(("score__isnull", False)), fields=["ended"], name="rated_outcomes"),
        ),
    ]
