from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0009_plain_help_texts"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="knows_mages_die",
            field=models.BooleanField(
                db_default=False,
                default=False,
                editable=False,
                help_text="Has confirmed that a mage can die in a rated duel.",
            ),
        ),
    ]
