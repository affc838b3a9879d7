import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_language"),
        ("duels", "0012_challenge_house"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="GuessTally",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="guess_tally",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("guesses", models.PositiveIntegerField(default=0)),
                ("hits", models.PositiveIntegerField(default=0)),
                ("streak", models.PositiveIntegerField(default=0)),
                ("best", models.PositiveIntegerField(default=0, help_text="The longest streak so far.")),
            ],
        ),
        migrations.CreateModel(
            name="Guess",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.PositiveIntegerField(help_text="The round that it is for.")),
                ("wizard", models.CharField(help_text="Whose hand, by the name of his seat.", max_length=24)),
                ("hand", models.CharField(max_length=5)),
                ("gesture", models.CharField(max_length=1)),
                (
                    "duel",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="guesses", to="duels.duel"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="guesses", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "guesses",
                "constraints": [models.UniqueConstraint(fields=("user", "duel"), name="guess_once")],
            },
        ),
    ]
