from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("duels", "0034_tournaments"),
    ]

    operations = [
        migrations.AddField(
            model_name="outcome",
            name="repeat",
            field=models.PositiveIntegerField(
                db_default=1,
                default=1,
                help_text="The number of the win among the winner's latest wins over the same user.",
            ),
        ),
        migrations.AddField(
            model_name="outcome",
            name="weight",
            field=models.FloatField(
                db_default=1, default=1, help_text="The share that counted; less for a repeated win."
            ),
        ),
    ]
