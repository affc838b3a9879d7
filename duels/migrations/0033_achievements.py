import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("duels", "0032_season_trophies"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Achievement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "slug",
                    models.CharField(help_text="Which one; duels.achievements.catalogue has the texts.", max_length=20),
                ),
                ("earned", models.DateTimeField(help_text="The end of that duel.")),
                (
                    "duel",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="achievements", to="duels.duel"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="achievements",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("user", "slug"), name="achievement_once")],
            },
        ),
        migrations.AddField(
            model_name="duel",
            name="awarded",
            field=models.DateTimeField(help_text="When it was searched for achievements, or left out.", null=True),
        ),
        migrations.AddIndex(
            model_name="duel",
            index=models.Index(
                condition=models.Q(("awarded", None), ("ended__isnull", False)),
                fields=["ended"],
                name="duel_not_awarded",
            ),
        ),
    ]
