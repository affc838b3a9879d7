"""Seats that the house plays get the strength and the temperament with which it does."""

from typing import Any

from django.db import migrations, models

APPRENTICE = 2
"""The level of those whom the house has played so far."""


def name_levels(apps: Any, schema_editor: Any) -> None:
    """Who has no mage is the house's, but in duels that were fought elsewhere."""
    seats = apps.get_model("duels", "Seat").objects
    seats.filter(mage=None, duel__imported=False).update(level=APPRENTICE)


class Migration(migrations.Migration):
    dependencies = [
        ("duels", "0008_drafts"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="level",
            field=models.PositiveSmallIntegerField(
                blank=True, null=True, help_text="How strong the house plays here, 1 to 5; none: it does not."
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="temperament",
            field=models.CharField(
                blank=True, max_length=20, help_text="In what manner the house plays; empty: drawn from the seed."
            ),
        ),
        migrations.RunPython(name_levels, migrations.RunPython.noop),
    ]
