"""What users have come to against the wizards of the house."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_language"),
        ("duels", "0010_exhibitions"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="HouseStanding",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="house_standing",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("level", models.PositiveSmallIntegerField(default=1, help_text="The strength that is offered next.")),
                (
                    "best",
                    models.PositiveSmallIntegerField(default=0, help_text="The highest that was beaten; 0: none yet."),
                ),
                (
                    "lost_in_a_row",
                    models.PositiveSmallIntegerField(default=0, help_text="Duels with those not above that strength."),
                ),
                ("won_in_a_row", models.PositiveSmallIntegerField(default=0)),
                ("rating", models.FloatField(default=1000)),
                ("deviation", models.FloatField(default=350)),
                ("volatility", models.FloatField(default=0.06)),
            ],
        ),
        migrations.CreateModel(
            name="HouseOutcome",
            fields=[
                (
                    "duel",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="house_outcome",
                        serialize=False,
                        to="duels.duel",
                    ),
                ),
                ("wizard", models.CharField(max_length=24)),
                ("level", models.PositiveSmallIntegerField()),
                (
                    "result",
                    models.CharField(choices=[("won", "Won"), ("lost", "Lost"), ("drew", "Drew")], max_length=4),
                ),
                ("rating_before", models.FloatField()),
                ("rating", models.FloatField(help_text="After it.")),
                ("ended", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="house_outcomes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["user", "wizard", "result"], name="house_outcomes_of_user"),
                    models.Index(fields=["wizard", "result"], name="house_outcomes_of_wizard"),
                ],
            },
        ),
    ]
