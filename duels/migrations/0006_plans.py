"""Seats keep plans for the rounds to come; a practice duel may go on from a round of another duel."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("duels", "0005_drafts"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="plan",
            field=models.JSONField(blank=True, help_text="What he will do next, if ...: duels.play.plans.", null=True),
        ),
        migrations.AddField(
            model_name="duel",
            name="begun_at",
            field=models.PositiveIntegerField(default=0, help_text="The last round that was taken from elsewhere."),
        ),
        migrations.AddField(
            model_name="duel",
            name="begun_from",
            field=models.ForeignKey(
                blank=True,
                help_text="It goes on from that duel.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="duels.duel",
            ),
        ),
    ]
