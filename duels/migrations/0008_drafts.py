"""Drafts get rows of their own; those that stand at seats come along."""

from typing import Any

from django.db import migrations, models


def take_from_seats(apps: Any, schema_editor: Any) -> None:
    """Give each draft its row."""
    seats = apps.get_model("duels", "Seat").objects.filter(draft__isnull=False, duel__ended=None)
    rows = seats.values_list("pk", "duel__round", "draft").order_by("pk")
    draft = apps.get_model("duels", "Draft")
    draft.objects.bulk_create([draft(seat_id=seat, round=round_, content=given) for seat, round_, given in rows], 500)


def put_at_seats(apps: Any, schema_editor: Any) -> None:
    """The other way round."""
    seats = apps.get_model("duels", "Seat").objects
    for draft in apps.get_model("duels", "Draft").objects.exclude(content={}):
        seats.filter(pk=draft.pk, duel__round=draft.round).update(draft=draft.content)


class Migration(migrations.Migration):
    dependencies = [
        ("duels", "0007_imported"),
    ]

    operations = [
        migrations.CreateModel(
            name="Draft",
            fields=[
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=models.deletion.CASCADE,
                        primary_key=True,
                        related_name="kept_draft",
                        serialize=False,
                        to="duels.seat",
                    ),
                ),
                ("round", models.PositiveIntegerField(help_text="The round that it is for.")),
                ("content", models.JSONField(help_text="As the page keeps it; empty: nothing is picked.")),
            ],
        ),
        migrations.RunPython(take_from_seats, put_at_seats),
        migrations.RemoveField(model_name="seat", name="draft"),
        migrations.AlterField(
            model_name="draft",
            name="seat",
            field=models.OneToOneField(
                on_delete=models.deletion.CASCADE,
                primary_key=True,
                related_name="draft",
                serialize=False,
                to="duels.seat",
            ),
        ),
    ]
