from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("duels", "0039_puzzle_day")]

    operations = [
        migrations.AddField(
            "pairing",
            "counted",
            models.BooleanField(
                db_default=False,
                default=False,
                help_text="The standings of a tournament with rounds include the result.",
            ),
        )
    ]
