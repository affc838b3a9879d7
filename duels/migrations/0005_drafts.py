"""Seats keep what is picked and not sealed, and give time back that sealed orders had used, if they are taken back."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("duels", "0004_running_clocks"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="draft",
            field=models.JSONField(
                blank=True, help_text="What is picked and not sealed, as the page keeps it.", null=True
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="spent",
            field=models.FloatField(default=0, help_text="Seconds of it that went until what is sealed was sealed."),
        ),
    ]
