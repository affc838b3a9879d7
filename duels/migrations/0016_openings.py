import django.db.models.deletion
from django.db import migrations, models

WHOSE = [("people", "People"), ("against", "Against"), ("house", "House")]


class Migration(migrations.Migration):
    dependencies = [
        ("duels", "0015_challenge_heard"),
    ]

    operations = [
        migrations.CreateModel(
            name="Continuation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("book", models.CharField(max_length=20)),
                ("after", models.CharField(blank=True, max_length=16)),
                ("pair", models.CharField(max_length=2)),
                ("whose", models.CharField(choices=WHOSE, max_length=7)),
                ("band", models.PositiveSmallIntegerField()),
                ("won", models.PositiveIntegerField(default=0)),
                ("drawn", models.PositiveIntegerField(default=0)),
                ("lost", models.PositiveIntegerField(default=0)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("book", "after", "pair", "whose", "band"), name="continuation_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Opening",
            fields=[
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="opening",
                        serialize=False,
                        to="duels.seat",
                    ),
                ),
                ("book", models.CharField(max_length=20)),
                ("line", models.CharField(max_length=16)),
                ("whose", models.CharField(choices=WHOSE, max_length=7)),
                ("band", models.PositiveSmallIntegerField(help_text="Of his rating before it: duels.explorer.bands.")),
                ("result", models.CharField(max_length=5)),
                (
                    "duel",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="openings", to="duels.duel"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["book", "line", "duel", "whose", "band"], name="opening_by_line"),
                    models.Index(fields=["book", "-duel", "line", "whose", "band"], name="opening_newest"),
                ],
            },
        ),
        migrations.AddField(
            model_name="duel",
            name="explored",
            field=models.DateTimeField(
                help_text="When the explorer counted how it opened, or found that it does not count.", null=True
            ),
        ),
        migrations.AddIndex(
            model_name="duel",
            index=models.Index(
                condition=models.Q(("ended__isnull", False), ("explored", None)),
                fields=["id"],
                name="duel_not_explored",
            ),
        ),
    ]
