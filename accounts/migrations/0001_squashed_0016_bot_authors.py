"""All migrations up to 0016 in one, for new databases.

A database that has applied some of the replaced migrations applies the remaining ones instead.
"""

import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import accounts.avatars
import accounts.countries
import accounts.models.mages
import accounts.models.users


class Migration(migrations.Migration):
    replaces = [
        ("accounts", "0001_initial"),
        ("accounts", "0002_mountain"),
        ("accounts", "0003_language"),
        ("accounts", "0004_reports_of_nobody"),
        ("accounts", "0005_tokens"),
        ("accounts", "0006_by_letter"),
        ("accounts", "0007_returned"),
        ("accounts", "0008_look_alikes_and_time_zones"),
        ("accounts", "0009_plain_help_texts"),
        ("accounts", "0010_knows_mages_die"),
        ("accounts", "0011_email_notifications"),
        ("accounts", "0012_mail_texts"),
        ("accounts", "0013_friends"),
        ("accounts", "0014_avatar_and_country"),
        ("accounts", "0015_clubs"),
        ("accounts", "0016_bot_authors"),
    ]

    initial = True

    dependencies = [("auth", "0012_alter_user_first_name_max_length")]

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "A user with that username already exists."},
                        help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                        max_length=150,
                        unique=True,
                        validators=[django.contrib.auth.validators.UnicodeUsernameValidator()],
                        verbose_name="username",
                    ),
                ),
                ("first_name", models.CharField(blank=True, max_length=150, verbose_name="first name")),
                ("last_name", models.CharField(blank=True, max_length=150, verbose_name="last name")),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="email address")),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                ("date_joined", models.DateTimeField(default=django.utils.timezone.now, verbose_name="date joined")),
                ("is_guest", models.BooleanField(default=False)),
                (
                    "is_bot",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="The account of a program, marked as a bot wherever its name is shown.",
                    ),
                ),
                (
                    "author",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="The author of a bot, as shown to everybody.",
                        max_length=40,
                    ),
                ),
                (
                    "about",
                    models.TextField(blank=True, help_text="The user's description of themselves.", max_length=1000),
                ),
                (
                    "avatar",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="The name of a drawing of this site; empty: the sigil of the username.",
                        max_length=20,
                        validators=[accounts.avatars.validate_avatar],
                    ),
                ),
                (
                    "country",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="An ISO 3166-1 code; empty: not shown.",
                        max_length=2,
                        validators=[accounts.countries.validate_country],
                    ),
                ),
                (
                    "mail",
                    models.CharField(
                        choices=[
                            ("soon", "A few minutes after my turn starts"),
                            ("daily", "Once a day, all in one e-mail"),
                            ("letter", "Immediately, with everything needed to play by e-mail"),
                            ("never", "Never"),
                        ],
                        default="soon",
                        max_length=6,
                    ),
                ),
                ("hears_talk", models.BooleanField(default=True, help_text="Show the chats of duels.")),
                ("hears_messages", models.BooleanField(default=True, help_text="Accept messages from other users.")),
                (
                    "seen_by",
                    models.CharField(
                        choices=[
                            ("everybody", "Visible to everybody"),
                            ("followed", "Visible to players I follow"),
                            ("nobody", "Visible to nobody"),
                        ],
                        db_default="everybody",
                        default="everybody",
                        help_text="The users to whom the online status and the current duel are visible.",
                        max_length=9,
                    ),
                ),
                (
                    "hears_friends_challenges",
                    models.BooleanField(
                        db_default=True, default=True, help_text="Notify of open challenges by followed players."
                    ),
                ),
                (
                    "hears_friends_duels",
                    models.BooleanField(
                        db_default=False, default=False, help_text="Notify of public duels of followed players."
                    ),
                ),
                (
                    "hears_friends_come",
                    models.BooleanField(
                        db_default=False, default=False, help_text="Notify when followed players come online."
                    ),
                ),
                (
                    "hears_clubs",
                    models.BooleanField(
                        db_default=True,
                        default=True,
                        help_text="Notify of messages and other news of the user's clubs.",
                    ),
                ),
                (
                    "returned",
                    models.DateTimeField(
                        editable=False, help_text="When an e-mail to `returned_from` bounced permanently.", null=True
                    ),
                ),
                (
                    "returned_from",
                    models.CharField(blank=True, db_default="", default="", editable=False, max_length=254),
                ),
                (
                    "language",
                    models.CharField(
                        blank=True,
                        default=accounts.models.users.language_now,
                        help_text="Empty: the language that the browser asks for.",
                        max_length=10,
                    ),
                ),
                ("time_zone", models.CharField(blank=True, db_default="", default="", editable=False, max_length=64)),
                (
                    "active",
                    models.DateTimeField(
                        default=django.utils.timezone.now,
                        help_text="Time of the last order, challenge or answer to a challenge.",
                    ),
                ),
                (
                    "ended",
                    models.DateTimeField(
                        editable=False, help_text="When the account was deleted by its user.", null=True
                    ),
                ),
                (
                    "renamed",
                    models.DateTimeField(editable=False, help_text="When the username last changed.", null=True),
                ),
                (
                    "skeleton",
                    models.CharField(db_default="", db_index=True, default="", editable=False, max_length=300),
                ),
                (
                    "knows_mages_die",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        editable=False,
                        help_text="Has confirmed that a mage can die in a rated duel.",
                    ),
                ),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "user",
                "verbose_name_plural": "users",
                "abstract": False,
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("username"),
                        name="username_unique_whatever_the_case",
                        violation_error_message="This username is taken. Please choose another.",
                    )
                ],
            },
            managers=[("objects", django.contrib.auth.models.UserManager())],
        ),
        migrations.CreateModel(
            name="Block",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("mutes_only", models.BooleanField(default=False)),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "blocked",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="blocked_by",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="blocks", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("user", "blocked"), name="block_once"),
                    models.CheckConstraint(
                        condition=models.Q(("user", models.F("blocked")), _negated=True), name="block_is_of_another"
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            name="EmailNotification",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "about",
                    models.CharField(
                        choices=[
                            ("turn", "It’s your turn"),
                            ("round", "New round in a duel you follow"),
                            ("challenge", "Challenges"),
                            ("duel", "Start or end of a duel"),
                            ("message", "Messages and announcements"),
                            ("reminder", "Reminders"),
                            ("mage", "Your mages"),
                            ("friend", "Players you follow"),
                            ("club", "Your clubs"),
                        ],
                        max_length=9,
                    ),
                ),
                (
                    "key",
                    models.CharField(
                        blank=True, help_text="The event; a user gets one notification for each key.", max_length=80
                    ),
                ),
                ("subject", models.CharField(max_length=200)),
                ("text", models.TextField()),
                ("path", models.CharField(blank=True, help_text="The page that it links to.", max_length=2000)),
                ("written", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "ripe",
                    models.DateTimeField(
                        default=django.utils.timezone.now,
                        help_text="Not sent before; a turn taken until then is dropped. Moved on by the process that sends it.",
                    ),
                ),
                (
                    "asked",
                    models.DateTimeField(
                        blank=True, help_text="When its user asked for it to be sent again.", null=True
                    ),
                ),
                (
                    "thread",
                    models.CharField(
                        blank=True,
                        db_default="",
                        help_text="The Message-ID of its thread, without brackets.",
                        max_length=255,
                    ),
                ),
                (
                    "reply_to",
                    models.EmailField(
                        blank=True,
                        db_default="",
                        help_text="The address at which the site reads replies.",
                        max_length=320,
                    ),
                ),
                ("sent", models.DateTimeField(blank=True, null=True)),
                ("dropped", models.DateTimeField(blank=True, null=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notifications",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "accounts_letter",
                "ordering": ("-pk",),
                "indexes": [
                    models.Index(
                        condition=models.Q(("dropped", None), ("sent", None)), fields=["ripe"], name="letter_on_its_way"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("key", ""), _negated=True), fields=("user", "key"), name="letter_told_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Follow",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "followed",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="followers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="follows", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("user", "followed"), name="follow_once"),
                    models.CheckConstraint(
                        condition=models.Q(("user", models.F("followed")), _negated=True), name="follow_is_of_another"
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            name="FormerUsername",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("folded", models.CharField(db_index=True, max_length=150)),
                ("skeleton", models.CharField(db_index=True, max_length=300)),
                ("given_up", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="former_usernames",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("user", "folded"), name="former_username_once")]},
        ),
        migrations.CreateModel(
            name="Mage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=24, validators=[accounts.models.mages.validate_mage_name])),
                ("folded", models.CharField(editable=False, max_length=96)),
                (
                    "skeleton",
                    models.CharField(db_default="", db_index=True, default="", editable=False, max_length=300),
                ),
                (
                    "gender",
                    models.CharField(
                        choices=[("m", "he"), ("f", "she"), ("n", "it"), ("x", "they")], default="x", max_length=1
                    ),
                ),
                ("about", models.TextField(blank=True, help_text="Its owner's description.", max_length=1000)),
                (
                    "life",
                    models.PositiveSmallIntegerField(
                        default=1, help_text="The number of mages that have had this name, this one included."
                    ),
                ),
                ("registered", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "active",
                    models.DateTimeField(
                        default=django.utils.timezone.now,
                        help_text="Time of the last order, challenge or answer to a challenge.",
                    ),
                ),
                ("retired", models.DateTimeField(blank=True, null=True)),
                ("ended", models.DateTimeField(blank=True, null=True)),
                ("end", models.CharField(blank=True, choices=[("died", "Died"), ("quit", "Quit")], max_length=4)),
                (
                    "warned",
                    models.DateTimeField(
                        editable=False,
                        help_text="When its owner was warned that it will retire or be removed.",
                        null=True,
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="mages", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("ended", None)), fields=["active"], name="mage_alive_by_activity"),
                    models.Index(
                        condition=models.Q(("ended__isnull", False)), fields=["-ended"], name="mage_graveyard"
                    ),
                    models.Index(fields=["name"], name="mage_by_name"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        models.F("folded"),
                        condition=models.Q(("ended", None)),
                        name="mage_name_unique_whatever_the_case",
                        violation_error_message="Another mage already has this name. Please choose a different name.",
                    ),
                    models.UniqueConstraint(fields=("folded", "life"), name="mage_life_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("end", ""), ("ended", None)),
                            models.Q(("ended__isnull", False), models.Q(("end", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="mage_has_one_end",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.TextField(max_length=2000)),
                ("sent", models.DateTimeField(default=django.utils.timezone.now)),
                ("read", models.DateTimeField(blank=True, null=True)),
                (
                    "mage",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="accounts.mage",
                    ),
                ),
                (
                    "recipient",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "sender",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages_sent",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("-pk",),
                "indexes": [
                    models.Index(condition=models.Q(("read", None)), fields=["recipient"], name="message_unread")
                ],
            },
        ),
        migrations.CreateModel(
            name="PushSubscription",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("endpoint", models.URLField(max_length=500, unique=True)),
                ("p256dh", models.CharField(max_length=200)),
                ("auth", models.CharField(max_length=100)),
                ("added", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="push_subscriptions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("path", models.CharField(help_text="The page, with the round or the message.", max_length=2000)),
                (
                    "about",
                    models.CharField(
                        blank=True, help_text="The reported thing on it, such as line:12 or puzzle:abc.", max_length=40
                    ),
                ),
                ("quote", models.TextField(blank=True, help_text="The reported text.")),
                ("why", models.TextField(max_length=1000)),
                ("made", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "Open"), ("upheld", "Upheld"), ("dismissed", "Dismissed")],
                        default="open",
                        max_length=9,
                    ),
                ),
                (
                    "accused",
                    models.ForeignKey(
                        help_text="None: the report disputes a puzzle.",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports_made",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("-pk",),
                "indexes": [models.Index(condition=models.Q(("state", "open")), fields=["made"], name="report_queue")],
            },
        ),
        migrations.CreateModel(
            name="Measure",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("nothing", "Nothing: the report is dismissed"),
                            ("warned", "Warned"),
                            ("silenced", "May not talk"),
                            ("banned", "May not log in"),
                            ("hidden", "What was said is hidden"),
                        ],
                        max_length=8,
                    ),
                ),
                ("why", models.TextField(max_length=1000)),
                ("taken", models.DateTimeField(default=django.utils.timezone.now)),
                ("until", models.DateTimeField(blank=True, help_text="None: permanent.", null=True)),
                ("lifted", models.DateTimeField(blank=True, null=True)),
                (
                    "moderator",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="measures_taken",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="measures",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "report",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="measures",
                        to="accounts.report",
                    ),
                ),
            ],
            options={"ordering": ("-pk",)},
        ),
        migrations.CreateModel(
            name="Token",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(help_text="The name that its user has given it.", max_length=60)),
                ("digest", models.CharField(help_text="SHA-256 of the secret.", max_length=64, unique=True)),
                (
                    "hint",
                    models.CharField(
                        help_text="The first characters of the secret, to tell tokens apart.", max_length=16
                    ),
                ),
                ("scopes", models.JSONField(help_text="The `Scope`s that it grants; a mail key has `mail` alone.")),
                ("created", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "last_used",
                    models.DateTimeField(blank=True, help_text="When it was last used, to the minute.", null=True),
                ),
                ("revoked", models.DateTimeField(blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tokens", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Vacation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("began", models.DateTimeField()),
                ("until", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="vacations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["user", "until"], name="vacation_of_user")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("until__gte", models.F("began"))), name="vacation_ends_after_it_begins"
                    )
                ],
            },
        ),
    ]
