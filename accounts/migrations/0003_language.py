from django.db import migrations, models

import accounts.models.users


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_mountain")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="language",
            field=models.CharField(
                blank=True,
                default=accounts.models.users.language_now,
                help_text="Empty: whatever the browser asks for.",
                max_length=10,
            ),
        ),
    ]
