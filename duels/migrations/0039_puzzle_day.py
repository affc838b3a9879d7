from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("duels", "0038_tournament_rounds")]

    operations = [
        migrations.AddField(
            "puzzle",
            "day",
            models.DateField(help_text="The latest day on which it was the puzzle of the day.", null=True),
        )
    ]
