from django.db import migrations, models

import accounts.avatars
import accounts.countries


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0013_friends"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="avatar",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="The name of a drawing of this site; empty: the sigil of the username.",
                max_length=20,
                validators=[accounts.avatars.validate_avatar],
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="country",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="An ISO 3166-1 code; empty: not shown.",
                max_length=2,
                validators=[accounts.countries.validate_country],
            ),
        ),
    ]
