"""All migrations up to 0044 in one, for new databases.

A database that has applied some of the replaced migrations applies the remaining ones instead.
"""

import django.db.models.deletion
import django.db.models.functions.datetime
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import accounts.names
import duels.models.duels


class Migration(migrations.Migration):
    replaces = [
        ("duels", "0001_initial"),
        ("duels", "0002_challenge_options"),
        ("duels", "0003_mountain"),
        ("duels", "0004_running_clocks"),
        ("duels", "0005_drafts"),
        ("duels", "0006_plans"),
        ("duels", "0007_imported"),
        ("duels", "0008_drafts"),
        ("duels", "0009_house"),
        ("duels", "0010_exhibitions"),
        ("duels", "0011_house_standings"),
        ("duels", "0012_challenge_house"),
        ("duels", "0013_guesses"),
        ("duels", "0014_hit_points_at_the_end"),
        ("duels", "0015_challenge_heard"),
        ("duels", "0016_openings"),
        ("duels", "0017_puzzles"),
        ("duels", "0018_analyses"),
        ("duels", "0019_mailroom"),
        ("duels", "0020_bots"),
        ("duels", "0021_mined"),
        ("duels", "0022_opponent_alerts"),
        ("duels", "0023_answers_sent_again"),
        ("duels", "0024_one_index_of_a_duel"),
        ("duels", "0025_picks_sealed_by_time"),
        ("duels", "0026_plain_help_texts"),
        ("duels", "0027_lobby_chat"),
        ("duels", "0028_veterans_know"),
        ("duels", "0029_emails_and_jobs"),
        ("duels", "0030_casual_seekers"),
        ("duels", "0031_puzzle_runs"),
        ("duels", "0032_season_trophies"),
        ("duels", "0033_achievements"),
        ("duels", "0034_tournaments"),
        ("duels", "0035_repeated_wins"),
        ("duels", "0036_divisions"),
        ("duels", "0037_clubs"),
        ("duels", "0038_tournament_rounds"),
        ("duels", "0039_puzzle_day"),
        ("duels", "0040_counted_results"),
        ("duels", "0041_melee_cups"),
        ("duels", "0042_bot_arenas"),
        ("duels", "0043_closed_clubs"),
        ("duels", "0044_tournaments_without_vacations"),
    ]

    initial = True

    dependencies = [("accounts", "0001_squashed_0016_bot_authors")]

    operations = [
        migrations.CreateModel(
            name="Duel",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(default=duels.models.duels.new_slug, max_length=16, unique=True)),
                ("book", models.CharField(max_length=20)),
                ("options", models.JSONField(blank=True, default=dict)),
                ("seed", models.BigIntegerField()),
                ("melee", models.BooleanField(default=False, help_text="Has more than two wizards.")),
                ("pace", models.PositiveIntegerField(help_text="Seconds per round; none: no clock.", null=True)),
                (
                    "reserve",
                    models.PositiveIntegerField(
                        default=0, help_text="Seconds of reserve per wizard, for the whole duel."
                    ),
                ),
                (
                    "mountain",
                    models.BooleanField(
                        default=False,
                        help_text="Use the clock of Firetop Mountain: reminders, then closed after weeks.",
                    ),
                ),
                (
                    "vacations",
                    models.BooleanField(
                        db_default=True,
                        default=True,
                        help_text="In a slow duel, vacations stop the clocks; not in a tournament.",
                    ),
                ),
                ("practice", models.BooleanField(default=False)),
                (
                    "exhibition",
                    models.BooleanField(
                        default=False, help_text="An exhibition of two computer players; unrated practice too."
                    ),
                ),
                ("counts", models.BooleanField(default=True, help_text="Rated: changes the scores of its mages.")),
                (
                    "public",
                    models.BooleanField(
                        default=True,
                        help_text="Listed, searchable and downloadable; otherwise only for people with the link.",
                    ),
                ),
                ("begun_at", models.PositiveIntegerField(default=0, help_text="The last round taken from that duel.")),
                (
                    "imported",
                    models.BooleanField(default=False, help_text="Played elsewhere and uploaded as a record."),
                ),
                ("round", models.PositiveIntegerField(default=1, help_text="The current round.")),
                (
                    "asking",
                    models.BooleanField(default=False, help_text="The gestures are revealed, and questions are open."),
                ),
                (
                    "version",
                    models.PositiveIntegerField(default=1, help_text="Increases with each change that viewers see."),
                ),
                (
                    "changes",
                    models.PositiveIntegerField(
                        default=0, editable=False, help_text="Increases with each write of the duel or its seats."
                    ),
                ),
                (
                    "opened",
                    models.DateTimeField(help_text="Start of the current wait, for orders or answers.", null=True),
                ),
                (
                    "deadline",
                    models.DateTimeField(help_text="When the first player to move runs out of time.", null=True),
                ),
                ("result", models.JSONField(blank=True, null=True)),
                ("started", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("ended", models.DateTimeField(null=True)),
                (
                    "ending",
                    models.CharField(
                        blank=True, help_text="The kind of ending; duels.wording.endings has the texts.", max_length=9
                    ),
                ),
                ("tallied", models.DateTimeField(help_text="When the statistics counted it.", null=True)),
                ("mined", models.DateTimeField(help_text="When it was searched for puzzles.", null=True)),
                (
                    "explored",
                    models.DateTimeField(help_text="When the explorer counted its opening, or left it out.", null=True),
                ),
                (
                    "awarded",
                    models.DateTimeField(help_text="When it was searched for achievements, or left out.", null=True),
                ),
                (
                    "by_the_book",
                    models.BooleanField(
                        default=False, help_text="No option differs from the rule set; set when counted."
                    ),
                ),
                (
                    "spells",
                    models.BigIntegerField(default=0, help_text="The spells cast, one bit each; set when counted."),
                ),
                (
                    "begun_from",
                    models.ForeignKey(
                        blank=True,
                        help_text="The duel that this one continues.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="duels.duel",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("ended__isnull", False), ("tallied", None)),
                        fields=["id"],
                        name="duel_not_tallied",
                    ),
                    models.Index(
                        condition=models.Q(("ended__isnull", False), ("explored", None)),
                        fields=["id"],
                        name="duel_not_explored",
                    ),
                    models.Index(
                        condition=models.Q(("awarded", None), ("ended__isnull", False)),
                        fields=["ended"],
                        name="duel_not_awarded",
                    ),
                    models.Index(condition=models.Q(("ended", None)), fields=["deadline"], name="duel_clocks_running"),
                    models.Index(fields=["-started"], name="duel_newest"),
                    models.Index(condition=models.Q(("ended", None)), fields=["-started"], name="duel_under_way"),
                    models.Index(condition=models.Q(("exhibition", True)), fields=["-id"], name="duel_exhibited"),
                    models.Index(
                        fields=[
                            "-ended",
                            "practice",
                            "public",
                            "book",
                            "melee",
                            "ending",
                            "round",
                            "by_the_book",
                            "spells",
                        ],
                        name="duel_found",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended", None), ("exhibition", True)),
                        fields=("exhibition",),
                        name="duel_exhibited_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=24)),
                ("gender", models.CharField(max_length=1)),
                ("orders", models.JSONField(blank=True, null=True)),
                ("answers", models.JSONField(blank=True, null=True)),
                (
                    "plan",
                    models.JSONField(
                        blank=True, help_text="Conditional orders for later rounds: duels.play.plans.", null=True
                    ),
                ),
                ("due", models.BooleanField(default=True, help_text="The duel is waiting for this wizard.")),
                ("due_since", models.DateTimeField(help_text="Start of the current wait for this wizard.", null=True)),
                ("told", models.DateTimeField(help_text="The `due_since` of the last notification.", null=True)),
                (
                    "sealed_by_time",
                    models.PositiveIntegerField(
                        db_default=0,
                        default=0,
                        help_text="The last round in which time ran out and this wizard's picks were sealed; 0: none.",
                    ),
                ),
                ("missed", models.PositiveSmallIntegerField(default=0, help_text="Consecutive rounds that timed out.")),
                ("reserve", models.FloatField(default=0, help_text="Seconds left of the reserve.")),
                (
                    "spent",
                    models.FloatField(
                        default=0, help_text="Seconds of the reserve used until the orders now sealed were sealed."
                    ),
                ),
                ("team", models.PositiveSmallIntegerField(blank=True, help_text="None: no team.", null=True)),
                (
                    "level",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Strength of the computer player, 1 to 5; none: a person or a bot.",
                        null=True,
                    ),
                ),
                (
                    "temperament",
                    models.CharField(
                        blank=True, help_text="Style of the computer player; empty: drawn from the seed.", max_length=20
                    ),
                ),
                (
                    "closed",
                    models.BooleanField(default=False, help_text="Made no move for weeks, so the duel was closed."),
                ),
                (
                    "duel",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="duels.duel",
                    ),
                ),
                (
                    "mage",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="seats", to="accounts.mage"
                    ),
                ),
            ],
            options={
                "ordering": ("position",),
                "indexes": [
                    models.Index(condition=models.Q(("due", True)), fields=["mage"], name="seat_awaited"),
                    models.Index(
                        condition=models.Q(("due", True), ("level__isnull", False)),
                        fields=["duel"],
                        name="seat_of_house_awaited",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("duel", "position"), name="seat_position_once"),
                    models.UniqueConstraint(fields=("duel", "name"), name="seat_name_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="GuessTally",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="guess_tally",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("guesses", models.PositiveIntegerField(default=0)),
                ("hits", models.PositiveIntegerField(default=0)),
                ("streak", models.PositiveIntegerField(default=0)),
                ("best", models.PositiveIntegerField(default=0, help_text="The longest streak so far.")),
            ],
        ),
        migrations.CreateModel(
            name="HouseStanding",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="house_standing",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("level", models.PositiveSmallIntegerField(default=1, help_text="The strength offered next.")),
                (
                    "best",
                    models.PositiveSmallIntegerField(default=0, help_text="The highest strength beaten; 0: none yet."),
                ),
                (
                    "lost_in_a_row",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="Duels lost in a row at that strength or below."
                    ),
                ),
                ("won_in_a_row", models.PositiveSmallIntegerField(default=0)),
                ("rating", models.FloatField(default=1000)),
                ("deviation", models.FloatField(default=350)),
                ("volatility", models.FloatField(default=0.06)),
            ],
        ),
        migrations.CreateModel(
            name="PuzzleStanding",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="puzzle_standing",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("rating", models.FloatField(default=1500)),
                ("deviation", models.FloatField(default=350)),
                ("volatility", models.FloatField(default=0.06)),
                (
                    "rated",
                    models.DateTimeField(
                        help_text="When the rating last changed; it grows less certain from then on.", null=True
                    ),
                ),
                ("plays", models.PositiveIntegerField(default=0)),
                ("solved", models.PositiveIntegerField(default=0)),
                ("streak", models.PositiveIntegerField(default=0)),
                ("best_streak", models.PositiveIntegerField(default=0)),
                ("latest", models.DateField(help_text="The latest day whose puzzle the user has solved.", null=True)),
            ],
        ),
        migrations.CreateModel(
            name="RecurringJob",
            fields=[
                ("name", models.CharField(max_length=30, primary_key=True, serialize=False)),
                ("due", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "done",
                    models.DateTimeField(
                        help_text="When the job last ran; for the scheduler, its last heartbeat.", null=True
                    ),
                ),
            ],
            options={"db_table": "duels_chore"},
        ),
        migrations.CreateModel(
            name="Achievement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "slug",
                    models.CharField(help_text="Which one; duels.achievements.catalogue has the texts.", max_length=20),
                ),
                ("earned", models.DateTimeField(help_text="The end of that duel.")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="achievements",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "duel",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="achievements", to="duels.duel"
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("user", "slug"), name="achievement_once")]},
        ),
        migrations.CreateModel(
            name="Challenge",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token", models.SlugField(default=duels.models.duels.new_slug, max_length=16, unique=True)),
                ("book", models.CharField(default="classic", max_length=20)),
                (
                    "options",
                    models.JSONField(blank=True, default=dict, help_text="Rule options that differ from the rule set."),
                ),
                ("pace", models.PositiveIntegerField(default=120, help_text="Seconds per round.")),
                (
                    "reserve",
                    models.PositiveIntegerField(
                        default=0, help_text="Seconds of reserve per wizard, for the whole duel."
                    ),
                ),
                (
                    "mountain",
                    models.BooleanField(
                        default=False, help_text="Use the clock of Firetop Mountain; `pace` is ignored then."
                    ),
                ),
                ("is_open", models.BooleanField(default=True, help_text="Any mage may join, except those excluded.")),
                ("per_user", models.PositiveSmallIntegerField(default=1, help_text="Mages per user; 0: any number.")),
                (
                    "limit",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        default=2,
                        help_text="The number of players that starts it; none: all who are named.",
                        null=True,
                    ),
                ),
                (
                    "authoritarian",
                    models.BooleanField(default=False, help_text="The challenger alone decides on changes."),
                ),
                ("friendly", models.BooleanField(default=False, help_text="Unrated.")),
                (
                    "bots",
                    models.BooleanField(
                        blank=True, help_text="Bots may join without being named; none: if it is unrated.", null=True
                    ),
                ),
                ("teams", models.PositiveSmallIntegerField(default=0, help_text="The number of teams; 0: no teams.")),
                ("house", models.JSONField(blank=True, default=list, help_text="Names of computer players that join.")),
                (
                    "house_seats",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="The number of further computer players that join when it starts."
                    ),
                ),
                ("house_level", models.PositiveSmallIntegerField(default=2, help_text="Their strength, 1 to 5.")),
                (
                    "private",
                    models.BooleanField(
                        default=False, help_text="Open to people with the link; neither it nor its duel is listed."
                    ),
                ),
                (
                    "lowest",
                    models.PositiveSmallIntegerField(
                        blank=True, help_text="The lowest rating of a mage that may join.", null=True
                    ),
                ),
                (
                    "highest",
                    models.PositiveSmallIntegerField(
                        blank=True, help_text="The highest rating of a mage that may join.", null=True
                    ),
                ),
                ("comment", models.CharField(blank=True, max_length=200)),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "Open"), ("accepted", "Accepted"), ("withdrawn", "Withdrawn")],
                        default="open",
                        max_length=9,
                    ),
                ),
                ("posted", models.DateTimeField(auto_now_add=True)),
                (
                    "heard",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(),
                        default=django.utils.timezone.now,
                        help_text="When a player who has accepted it was last online.",
                    ),
                ),
                (
                    "after",
                    models.ForeignKey(
                        blank=True,
                        help_text="The duel that this is a rematch of.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rematches",
                        to="duels.duel",
                    ),
                ),
                (
                    "challenger",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="challenges", to="accounts.mage"
                    ),
                ),
                (
                    "duel",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="challenge",
                        to="duels.duel",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("state", "open")), fields=["posted"], name="challenge_open")
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("duel__isnull", False), ("state", "accepted")),
                            models.Q(("state", "accepted"), _negated=True),
                            _connector="OR",
                        ),
                        name="challenge_accepted_has_a_duel",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Change",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "terms",
                    models.JSONField(help_text="The proposed terms, with the keys challenge, exclude, all and start."),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("proposed", "Proposed"),
                            ("adopted", "Adopted"),
                            ("rejected", "Rejected"),
                            ("abandoned", "Abandoned"),
                        ],
                        default="proposed",
                        max_length=9,
                    ),
                ),
                ("proposed", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "challenge",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="changes", to="duels.challenge"
                    ),
                ),
                (
                    "proposer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.mage"
                    ),
                ),
            ],
            options={
                "ordering": ("number",),
                "constraints": [models.UniqueConstraint(fields=("challenge", "number"), name="change_numbered_once")],
            },
        ),
        migrations.CreateModel(
            name="Club",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(default=duels.models.duels.new_slug, unique=True)),
                (
                    "name",
                    models.CharField(
                        max_length=40,
                        validators=[accounts.names.validate_one_alphabet, accounts.names.validate_unreserved],
                    ),
                ),
                (
                    "skeleton",
                    models.CharField(
                        editable=False,
                        error_messages={
                            "unique": "Another club has this name or one that looks like it. Please choose a different name."
                        },
                        help_text="Equal for names that differ only in case or look alike.",
                        max_length=300,
                        unique=True,
                    ),
                ),
                ("folded", models.CharField(editable=False, help_text="For searching.", max_length=160)),
                ("about", models.TextField(blank=True, help_text="Its description.", max_length=1000)),
                (
                    "is_open",
                    models.BooleanField(default=True, help_text="Anyone may join; if not, an officer decides."),
                ),
                ("founded", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "hidden",
                    models.BooleanField(
                        default=False,
                        help_text="Hidden by a moderator: it is not listed, and its description is not shown.",
                    ),
                ),
                (
                    "author",
                    models.ForeignKey(
                        blank=True,
                        help_text="The user who last changed its name or description.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="clubs_described",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="challenge",
            name="club",
            field=models.ForeignKey(
                blank=True,
                help_text="Only its members may join, except those who are named.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="challenges",
                to="duels.club",
            ),
        ),
        migrations.CreateModel(
            name="ClubMessage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.TextField(max_length=1000)),
                ("sent", models.DateTimeField(default=django.utils.timezone.now)),
                ("hidden", models.BooleanField(default=False, help_text="Hidden by a moderator.")),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="club_messages",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="messages", to="duels.club"
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["club", "-sent"], name="club_message_latest")]},
        ),
        migrations.CreateModel(
            name="Continuation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("book", models.CharField(max_length=20)),
                ("after", models.CharField(blank=True, max_length=16)),
                ("pair", models.CharField(max_length=2)),
                (
                    "whose",
                    models.CharField(
                        choices=[("people", "People"), ("against", "Against"), ("house", "House")], max_length=7
                    ),
                ),
                ("band", models.PositiveSmallIntegerField()),
                ("won", models.PositiveIntegerField(default=0)),
                ("drawn", models.PositiveIntegerField(default=0)),
                ("lost", models.PositiveIntegerField(default=0)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("book", "after", "pair", "whose", "band"), name="continuation_once")
                ]
            },
        ),
        migrations.CreateModel(
            name="Draft",
            fields=[
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="draft",
                        serialize=False,
                        to="duels.seat",
                    ),
                ),
                ("round", models.PositiveIntegerField(help_text="The round that it belongs to.")),
                (
                    "content",
                    models.JSONField(
                        help_text="The page's draft; `orders` or `answers` are sealed when time runs out. Empty: nothing picked."
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Opening",
            fields=[
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="opening",
                        serialize=False,
                        to="duels.seat",
                    ),
                ),
                ("book", models.CharField(max_length=20)),
                ("line", models.CharField(max_length=16)),
                (
                    "whose",
                    models.CharField(
                        choices=[("people", "People"), ("against", "Against"), ("house", "House")], max_length=7
                    ),
                ),
                (
                    "band",
                    models.PositiveSmallIntegerField(
                        help_text="The rating range before the duel: duels.explorer.rating_ranges."
                    ),
                ),
                ("result", models.CharField(max_length=5)),
            ],
        ),
        migrations.CreateModel(
            name="Cast",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("spell", models.CharField(max_length=30)),
                ("times", models.PositiveSmallIntegerField()),
                (
                    "duel",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="casts", to="duels.duel"
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="casts",
                        to="duels.seat",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["spell", "duel"], name="cast_by_spell")],
                "constraints": [models.UniqueConstraint(fields=("seat", "spell"), name="cast_counted_once")],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "state",
                    models.CharField(
                        choices=[("active", "Active"), ("paused", "Paused"), ("removed", "Removed"), ("out", "Out")],
                        default="active",
                        max_length=7,
                    ),
                ),
                ("joined", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "seen",
                    models.DateTimeField(
                        default=django.utils.timezone.now, help_text="When the player was last there, ready to play."
                    ),
                ),
                (
                    "free_since",
                    models.DateTimeField(
                        default=django.utils.timezone.now, help_text="When the wait for a pairing began."
                    ),
                ),
                ("rating", models.FloatField(default=1500, help_text="The mage's rating when it joined.")),
                (
                    "seed",
                    models.PositiveSmallIntegerField(
                        db_default=0, default=0, help_text="The place by rating at the start; 0: none yet."
                    ),
                ),
                ("points", models.FloatField(default=0)),
                (
                    "first_tie_break",
                    models.FloatField(
                        db_default=0, default=0, help_text="Decides between equal points; its meaning is the format's."
                    ),
                ),
                ("second_tie_break", models.FloatField(db_default=0, default=0)),
                ("third_tie_break", models.FloatField(db_default=0, default=0)),
                ("wins", models.PositiveSmallIntegerField(default=0)),
                ("losses", models.PositiveSmallIntegerField(default=0)),
                ("draws", models.PositiveSmallIntegerField(default=0)),
                (
                    "streak",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="Wins in a row; from the third on they count twice."
                    ),
                ),
                (
                    "absences",
                    models.PositiveSmallIntegerField(default=0, help_text="Duels to which the player never came."),
                ),
                (
                    "last_opponent",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="duels.entry",
                    ),
                ),
                (
                    "mage",
                    models.ForeignKey(
                        help_text="The mage that plays.",
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="accounts.mage",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="entries", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={"verbose_name_plural": "entries"},
        ),
        migrations.CreateModel(
            name="Guess",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.PositiveIntegerField(help_text="The round that it belongs to.")),
                ("wizard", models.CharField(help_text="The wizard whose hand it is about.", max_length=24)),
                ("hand", models.CharField(max_length=5)),
                ("gesture", models.CharField(max_length=1)),
                (
                    "duel",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="guesses", to="duels.duel"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="guesses", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "guesses",
                "constraints": [models.UniqueConstraint(fields=("user", "duel"), name="guess_once")],
            },
        ),
        migrations.CreateModel(
            name="IncomingEmail",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "message_id",
                    models.CharField(
                        help_text="Its Message-ID, or a digest if it has none.", max_length=255, unique=True
                    ),
                ),
                (
                    "sender",
                    models.CharField(blank=True, help_text="The envelope sender; empty for bounces.", max_length=320),
                ),
                ("recipient", models.CharField(blank=True, max_length=320)),
                (
                    "peer",
                    models.CharField(
                        blank=True,
                        help_text="The address that delivered it; empty: our own mail server.",
                        max_length=60,
                    ),
                ),
                ("content", models.BinaryField(help_text="The message as received; empty once it is processed.")),
                ("received", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "ripe",
                    models.DateTimeField(
                        default=django.utils.timezone.now,
                        help_text="The earliest time to process it; moved on by the process that does.",
                    ),
                ),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("done", models.DateTimeField(blank=True, null=True)),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("done", "Done"),
                            ("refused", "Refused"),
                            ("stranger", "Stranger"),
                            ("wrong key", "Wrong Key"),
                            ("newcomer", "Newcomer"),
                            ("machine", "Machine"),
                            ("returned", "Returned"),
                            ("too many", "Too Many"),
                            ("failed", "Failed"),
                        ],
                        max_length=9,
                    ),
                ),
                ("author", models.CharField(blank=True, help_text="The address for the reply.", max_length=320)),
                (
                    "claimed",
                    models.CharField(blank=True, help_text="The username given in it, case-folded.", max_length=150),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "duels_incomingletter",
                "indexes": [
                    models.Index(condition=models.Q(("done", None)), fields=["ripe"], name="incoming_waiting"),
                    models.Index(condition=models.Q(("done__isnull", False)), fields=["-done"], name="incoming_done"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("challenged", "Challenged"),
                            ("accepted", "Accepted"),
                            ("declined", "Declined"),
                            ("excluded", "Excluded"),
                        ],
                        max_length=10,
                    ),
                ),
                ("team", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("everything", models.BooleanField(default=False, help_text="Accepts all future changes too.")),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "challenge",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="duels.challenge"
                    ),
                ),
                (
                    "mage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="accounts.mage"
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "constraints": [models.UniqueConstraint(fields=("challenge", "mage"), name="invited_once")],
            },
        ),
        migrations.CreateModel(
            name="Line",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "name",
                    models.CharField(blank=True, help_text="The name of an author without a seat.", max_length=150),
                ),
                ("round", models.PositiveIntegerField(default=1, help_text="The round in which it was sent.")),
                ("announced", models.BooleanField(default=False, help_text="Sent to all players by e-mail too.")),
                ("text", models.CharField(max_length=1000)),
                ("said", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "key",
                    models.CharField(
                        blank=True,
                        help_text="Identifies its frame, so that a repeated frame is shown once.",
                        max_length=40,
                    ),
                ),
                ("hidden", models.BooleanField(default=False, help_text="Hidden by a moderator.")),
                (
                    "duel",
                    models.ForeignKey(
                        blank=True,
                        help_text="None: the lobby.",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="talk",
                        to="duels.duel",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to="duels.seat"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lines",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "indexes": [models.Index(condition=models.Q(("duel", None)), fields=["id"], name="line_in_lobby")],
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.CharField(
                        choices=[("leader", "Leader"), ("officer", "Officer"), ("member", "Member")],
                        default="member",
                        max_length=7,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[("member", "Member"), ("requested", "Requested"), ("removed", "Removed")],
                        default="member",
                        help_text="A user who has been removed can only ask to join, even if the club is open.",
                        max_length=9,
                    ),
                ),
                (
                    "since",
                    models.DateTimeField(default=django.utils.timezone.now, help_text="When the state last changed."),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="memberships", to="duels.club"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["club", "state", "since"], name="membership_by_club"),
                    models.Index(fields=["user", "state"], name="membership_by_user"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "user"), name="membership_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("role", "leader")), fields=("club",), name="membership_one_leader"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("role", "member"), ("state", "member"), _connector="OR"),
                        name="membership_officers_are_in",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Newcomer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("username", models.CharField(max_length=150)),
                ("address", models.EmailField(max_length=254)),
                ("language", models.CharField(blank=True, max_length=10)),
                ("came", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "incoming_email",
                    models.OneToOneField(
                        db_column="letter_id",
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="newcomer",
                        to="duels.incomingemail",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="OpponentAlert",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="opponent_alert",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Outcome",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("melee", models.BooleanField(default=False)),
                (
                    "result",
                    models.CharField(choices=[("won", "Won"), ("lost", "Lost"), ("drew", "Drew")], max_length=4),
                ),
                (
                    "fate",
                    models.CharField(
                        choices=[("stood", "survived"), ("surrendered", "surrendered"), ("died", "died")], max_length=11
                    ),
                ),
                ("points", models.IntegerField(default=0, help_text="The change of the score.")),
                (
                    "repeat",
                    models.PositiveIntegerField(
                        db_default=1,
                        default=1,
                        help_text="The number of the win among the winner's latest wins over the same user.",
                    ),
                ),
                (
                    "weight",
                    models.FloatField(
                        db_default=1, default=1, help_text="The share that counted; less for a repeated win."
                    ),
                ),
                (
                    "score",
                    models.IntegerField(help_text="The value after the duel; none if it was unrated.", null=True),
                ),
                ("rating_before", models.FloatField(null=True)),
                ("rating", models.FloatField(help_text="The value after the duel; none if it was unrated.", null=True)),
                ("deviation", models.FloatField(null=True)),
                (
                    "hit_points",
                    models.IntegerField(
                        help_text="Hit points at the end; none for duels older than this field.", null=True
                    ),
                ),
                ("ended", models.DateTimeField()),
                (
                    "duel",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="outcomes", to="duels.duel"
                    ),
                ),
                (
                    "mage",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="outcomes",
                        to="accounts.mage",
                    ),
                ),
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="outcome", to="duels.seat"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["mage", "melee", "ended"], name="outcomes_of_mage"),
                    models.Index(condition=models.Q(("score__isnull", False)), fields=["ended"], name="rated_outcomes"),
                ]
            },
        ),
        migrations.CreateModel(
            name="OutgoingEmail",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("address", models.CharField(max_length=320)),
                ("subject", models.CharField(max_length=200)),
                ("text", models.TextField()),
                ("reply_to", models.CharField(blank=True, max_length=320)),
                (
                    "references",
                    models.TextField(
                        blank=True, help_text="Message-IDs of the thread; the last is that of the message replied to."
                    ),
                ),
                ("written", models.DateTimeField(default=django.utils.timezone.now)),
                ("ripe", models.DateTimeField(default=django.utils.timezone.now)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("sent", models.DateTimeField(blank=True, null=True)),
                ("dropped", models.DateTimeField(blank=True, null=True)),
                (
                    "asked",
                    models.DateTimeField(
                        blank=True, help_text="When its user asked for it to be sent again.", null=True
                    ),
                ),
                (
                    "answers",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="answer", to="duels.incomingemail"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "duels_outgoingletter",
                "indexes": [
                    models.Index(
                        condition=models.Q(("dropped", None), ("sent", None)),
                        fields=["ripe"],
                        name="outgoing_on_its_way",
                    ),
                    models.Index(fields=["address", "written"], name="outgoing_by_address"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Pairing",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("wizard", models.CharField(blank=True, help_text="The name of the house wizard.", max_length=24)),
                (
                    "round",
                    models.PositiveSmallIntegerField(
                        db_default=0, default=0, help_text="The round of the tournament; 0: an arena."
                    ),
                ),
                (
                    "board",
                    models.PositiveSmallIntegerField(
                        db_default=0, default=0, help_text="The place in the round, and in a bracket."
                    ),
                ),
                (
                    "game",
                    models.PositiveSmallIntegerField(
                        db_default=1, default=1, help_text="2: the replay of a drawn duel."
                    ),
                ),
                ("made", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "first_absent",
                    models.BooleanField(default=False, help_text="The first player never came, and so has lost."),
                ),
                (
                    "second_absent",
                    models.BooleanField(default=False, help_text="The second player never came, and so has lost."),
                ),
                (
                    "result",
                    models.CharField(
                        blank=True, choices=[("won", "Won"), ("lost", "Lost"), ("drew", "Drew")], max_length=4
                    ),
                ),
                ("first_points", models.FloatField(default=0)),
                ("second_points", models.FloatField(default=0)),
                ("ended", models.DateTimeField(null=True)),
                (
                    "counted",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="The standings of a tournament with rounds include the result.",
                    ),
                ),
                (
                    "duel",
                    models.OneToOneField(
                        help_text="None: it has yet to begin.",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pairing",
                        to="duels.duel",
                    ),
                ),
                (
                    "first",
                    models.ForeignKey(
                        help_text="None: a table.",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pairings_as_first",
                        to="duels.entry",
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        help_text="None: a wizard or a bye.",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pairings_as_second",
                        to="duels.entry",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("first", models.F("second")), _negated=True), name="pairing_of_two"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("second", None), ("wizard", ""), _connector="OR"),
                        name="pairing_with_one_opponent",
                    ),
                ]
            },
        ),
        migrations.AddField(
            model_name="entry",
            name="pairing",
            field=models.ForeignKey(
                blank=True,
                help_text="The one in progress.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="duels.pairing",
            ),
        ),
        migrations.CreateModel(
            name="Puzzle",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(max_length=16, unique=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("win", "win by force"),
                            ("save", "live"),
                            ("read", "read the hands"),
                            ("guard", "stop it, and go on"),
                        ],
                        max_length=5,
                    ),
                ),
                ("rounds", models.PositiveSmallIntegerField(default=1)),
                ("book", models.CharField(max_length=20)),
                (
                    "themes",
                    models.CharField(
                        default=" ", help_text="Words, each with a space before and after it.", max_length=400
                    ),
                ),
                ("data", models.JSONField()),
                ("day", models.DateField(help_text="The latest day on which it was the puzzle of the day.", null=True)),
                (
                    "shipped",
                    models.BooleanField(default=False, help_text="Shipped with the site's code, and removed with it."),
                ),
                (
                    "withdrawn",
                    models.BooleanField(default=False, help_text="Wrong, or no longer shipped: not offered to anyone."),
                ),
                (
                    "hidden",
                    models.BooleanField(default=False, help_text="Hidden by a moderator until they show it again."),
                ),
                ("rating", models.FloatField(default=1500)),
                ("deviation", models.FloatField(default=350)),
                ("volatility", models.FloatField(default=0.06)),
                ("plays", models.PositiveIntegerField(default=0, help_text="The number of first tries.")),
                ("solved", models.PositiveIntegerField(default=0)),
                (
                    "duel",
                    models.ForeignKey(
                        help_text="The duel that it comes from, if it was played here.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="puzzles",
                        to="duels.duel",
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["withdrawn", "hidden", "rating"], name="puzzles_by_rating")]},
        ),
        migrations.CreateModel(
            name="PuzzleAttempt",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("made", models.DateTimeField(help_text="When it was decided; before that, when it was begun.")),
                (
                    "hints",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="The number of hints taken before it was decided."
                    ),
                ),
                ("solved", models.BooleanField(help_text="Solved at the first try; none: not decided yet.", null=True)),
                (
                    "given_up",
                    models.BooleanField(default=False, help_text="The user asked for the solution before finding it."),
                ),
                ("rating_before", models.FloatField(null=True)),
                ("rating", models.FloatField(help_text="The rating afterwards.", null=True)),
                (
                    "puzzle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="attempts", to="duels.puzzle"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="puzzle_attempts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["user", "made"], name="puzzle_attempts_of_user")],
                "constraints": [models.UniqueConstraint(fields=("user", "puzzle"), name="puzzle_attempt_once")],
            },
        ),
        migrations.CreateModel(
            name="PuzzleRun",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(default=duels.models.duels.new_slug, max_length=16, unique=True)),
                ("kind", models.CharField(choices=[("streak", "Streak"), ("storm", "Storm")], max_length=6)),
                ("begun", models.DateTimeField()),
                ("closes", models.DateTimeField(help_text="When the time of a storm is up.", null=True)),
                ("ended", models.DateTimeField(null=True)),
                ("score", models.PositiveSmallIntegerField(default=0, help_text="The number of puzzles solved.")),
                (
                    "tries",
                    models.JSONField(
                        default=list, help_text="The slug of each earlier puzzle, and whether it was solved."
                    ),
                ),
                (
                    "puzzle",
                    models.ForeignKey(
                        help_text="The one to solve now.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="duels.puzzle",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="puzzle_runs",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["kind", "-score", "ended"], name="puzzle_runs_by_score"),
                    models.Index(fields=["user", "kind", "-score"], name="puzzle_runs_of_user"),
                ]
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("kind", models.CharField(default="normal", max_length=10)),
                ("orders", models.JSONField()),
                ("chance", models.JSONField(default=dict)),
                ("played", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "duel",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds",
                        to="duels.duel",
                    ),
                ),
            ],
            options={
                "ordering": ("number",),
                "constraints": [models.UniqueConstraint(fields=("duel", "number"), name="round_resolved_once")],
            },
        ),
        migrations.CreateModel(
            name="SeasonEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("season", models.CharField(help_text="Its year and quarter, such as 2026-4.", max_length=6)),
                ("division", models.PositiveSmallIntegerField(help_text="Its number, 1 for the lowest.")),
                (
                    "place",
                    models.PositiveIntegerField(help_text="The place in the division; none before the end.", null=True),
                ),
                ("moved", models.SmallIntegerField(default=0, help_text="1: moved up at the end, -1: moved down.")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="season_entries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "season entries",
                "indexes": [models.Index(fields=["season", "division"], name="season_by_division")],
                "constraints": [models.UniqueConstraint(fields=("user", "season"), name="season_entered_once")],
            },
        ),
        migrations.CreateModel(
            name="SeasonTrophy",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("season", models.CharField(help_text="Its year and quarter, such as 2026-4.", max_length=6)),
                ("place", models.PositiveSmallIntegerField()),
                ("points", models.IntegerField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="trophies",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "season trophies",
                "constraints": [models.UniqueConstraint(fields=("user", "season"), name="trophy_once")],
            },
        ),
        migrations.CreateModel(
            name="Seeker",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("book", models.CharField(blank=True, help_text="Blank: any rule set.", max_length=20)),
                (
                    "friendly",
                    models.BooleanField(db_default=False, default=False, help_text="The mage wants a casual duel."),
                ),
                ("rating", models.FloatField()),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
                ("heard", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "duel",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="duels.duel",
                    ),
                ),
                (
                    "mage",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seeker", to="accounts.mage"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Standing",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("melee", models.BooleanField(default=False)),
                ("score", models.IntegerField(default=0)),
                ("wins", models.PositiveIntegerField(default=0)),
                ("losses", models.PositiveIntegerField(default=0)),
                ("draws", models.PositiveIntegerField(default=0)),
                ("deaths", models.PositiveIntegerField(default=0)),
                ("rating", models.FloatField(default=1500)),
                ("deviation", models.FloatField(default=350)),
                (
                    "volatility",
                    models.FloatField(default=0.06, help_text="Volatility of Glicko-2; melees do not use it."),
                ),
                (
                    "rated",
                    models.DateTimeField(
                        help_text="When the rating last changed; it grows less certain from then on.", null=True
                    ),
                ),
                (
                    "mage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="standings", to="accounts.mage"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["melee", "-score", "-wins"], name="standing_ladder"),
                    models.Index(fields=["melee", "-rating"], name="standing_by_rating"),
                ],
                "constraints": [models.UniqueConstraint(fields=("mage", "melee"), name="standing_once")],
            },
        ),
        migrations.CreateModel(
            name="Subscription",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "seen",
                    models.PositiveIntegerField(default=0, help_text="The last round that the user was notified of."),
                ),
                ("open", models.BooleanField(default=True, help_text="More notifications may follow.")),
                (
                    "duel",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="subscriptions", to="duels.duel"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="subscriptions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("open", True)), fields=["duel"], name="subscription_open")
                ],
                "constraints": [models.UniqueConstraint(fields=("user", "duel"), name="subscribed_once")],
            },
        ),
        migrations.CreateModel(
            name="TableSeat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("wizard", models.CharField(blank=True, help_text="The name of the house wizard.", max_length=24)),
                (
                    "place",
                    models.PositiveSmallIntegerField(default=0, help_text="1: the first; 0: none yet, or never came."),
                ),
                ("points", models.FloatField(default=0)),
                (
                    "is_absent",
                    models.BooleanField(default=False, help_text="The player never came, and so has no points."),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="seats", to="duels.entry"
                    ),
                ),
                (
                    "pairing",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="duels.pairing"
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("pairing", "entry"), name="table_seat_once")]},
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("book", models.CharField(max_length=20)),
                ("melee", models.BooleanField(default=False)),
                (
                    "about",
                    models.CharField(
                        choices=[
                            ("spell", "Spell"),
                            ("ending", "Ending"),
                            ("opening", "Opening"),
                            ("day", "Day"),
                            ("round", "Round"),
                            ("user", "User"),
                        ],
                        max_length=7,
                    ),
                ),
                ("key", models.CharField(max_length=40)),
                ("times", models.PositiveIntegerField(default=0)),
                ("won", models.PositiveIntegerField(default=0)),
                ("lost", models.PositiveIntegerField(default=0)),
                ("drawn", models.PositiveIntegerField(default=0)),
                (
                    "mage",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tallies",
                        to="accounts.mage",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "tallies",
                "indexes": [
                    models.Index(
                        condition=models.Q(("mage", None)),
                        fields=["about", "book", "melee", "-times"],
                        name="tally_of_all_most",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("mage", None)),
                        fields=("book", "melee", "about", "key"),
                        name="tally_of_all_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("mage__isnull", False)),
                        fields=("mage", "book", "melee", "about", "key"),
                        name="tally_of_mage_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Tournament",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(default=duels.models.duels.new_slug, max_length=16, unique=True)),
                (
                    "format",
                    models.CharField(
                        choices=[
                            ("arena", "Arena"),
                            ("swiss", "Swiss"),
                            ("round_robin", "Round Robin"),
                            ("knockout", "Knockout"),
                            ("melee", "Melee"),
                        ],
                        db_default="arena",
                        default="arena",
                        max_length=11,
                    ),
                ),
                (
                    "name",
                    models.CharField(blank=True, help_text="Empty: a regular tournament of the site.", max_length=40),
                ),
                (
                    "club_closed",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Its club was closed after the start: it goes on for its players, and only they see it in lists.",
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[("upcoming", "Upcoming"), ("running", "Running"), ("finished", "Finished")],
                        default="upcoming",
                        max_length=8,
                    ),
                ),
                ("starts", models.DateTimeField()),
                (
                    "ends",
                    models.DateTimeField(
                        help_text="When an arena makes its last pairings. With rounds: the expected end, and later the actual one."
                    ),
                ),
                (
                    "rounds",
                    models.PositiveSmallIntegerField(
                        db_default=0, default=0, help_text="The number of rounds; 0: none, or known later."
                    ),
                ),
                (
                    "round",
                    models.PositiveSmallIntegerField(
                        db_default=0, default=0, help_text="The round that was paired last."
                    ),
                ),
                (
                    "round_ends",
                    models.DateTimeField(
                        blank=True, help_text="The time limit of the round; none: no limit.", null=True
                    ),
                ),
                ("book", models.CharField(default="classic", max_length=20)),
                ("pace", models.PositiveIntegerField(default=60)),
                ("reserve", models.PositiveIntegerField(default=300)),
                ("friendly", models.BooleanField(default=True, help_text="The duels are casual.")),
                ("bots", models.BooleanField(default=False, help_text="Bots may join.")),
                ("only_bots", models.BooleanField(db_default=False, default=False, help_text="Only bots may join.")),
                (
                    "lowest",
                    models.PositiveIntegerField(blank=True, help_text="The lowest rating that may join.", null=True),
                ),
                (
                    "highest",
                    models.PositiveIntegerField(blank=True, help_text="The highest rating that may join.", null=True),
                ),
                (
                    "account_days",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="The lowest age of an account that may join."
                    ),
                ),
                ("created", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        help_text="Only its members may join; none: anybody.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="tournaments",
                        to="duels.club",
                    ),
                ),
                (
                    "host",
                    models.ForeignKey(
                        blank=True,
                        help_text="The user who created it; none: the site.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="tournaments",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["state", "starts"], name="tournament_by_state")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("name", "")),
                        fields=("format", "starts", "only_bots"),
                        name="tournament_of_the_site_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("ends__gt", models.F("starts"))), name="tournament_ends_after_it_starts"
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="pairing",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="pairings", to="duels.tournament"
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="duels.tournament"
            ),
        ),
        migrations.CreateModel(
            name="Vote",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("accepts", models.BooleanField()),
                (
                    "change",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="votes", to="duels.change"
                    ),
                ),
                (
                    "mage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="accounts.mage"
                    ),
                ),
            ],
            options={"constraints": [models.UniqueConstraint(fields=("change", "mage"), name="voted_once")]},
        ),
        migrations.CreateModel(
            name="Analysis",
            fields=[
                (
                    "duel",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="analysis",
                        serialize=False,
                        to="duels.duel",
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("asked", "Asked"),
                            ("under_way", "Under Way"),
                            ("done", "Done"),
                            ("failed", "Failed"),
                        ],
                        default="asked",
                        max_length=9,
                    ),
                ),
                ("done", models.PositiveSmallIntegerField(default=0, help_text="Rounds analysed so far.")),
                ("of", models.PositiveSmallIntegerField(default=0, help_text="Rounds to analyse; 0: not known yet.")),
                (
                    "tries",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="The number of times that a worker has started it."
                    ),
                ),
                (
                    "moved",
                    models.DateTimeField(
                        default=django.utils.timezone.now, help_text="When it was requested, or last made progress."
                    ),
                ),
                (
                    "result",
                    models.JSONField(help_text="The analysis of wavinghands.search; none: not finished.", null=True),
                ),
                (
                    "version",
                    models.CharField(
                        blank=True, help_text="The version of the search that made the result.", max_length=64
                    ),
                ),
                ("made", models.DateTimeField(help_text="When the result was made.", null=True)),
                (
                    "seen",
                    models.DateTimeField(
                        default=django.utils.timezone.now, help_text="When it was last viewed, to the day."
                    ),
                ),
                (
                    "asked_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="analyses",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "analyses",
                "indexes": [
                    models.Index(
                        condition=models.Q(("state__in", ["asked", "under_way"])),
                        fields=["moved"],
                        name="analysis_awaited",
                    ),
                    models.Index(fields=["seen"], name="analysis_seen"),
                ],
            },
        ),
        migrations.CreateModel(
            name="HouseOutcome",
            fields=[
                (
                    "duel",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="house_outcome",
                        serialize=False,
                        to="duels.duel",
                    ),
                ),
                ("wizard", models.CharField(max_length=24)),
                ("level", models.PositiveSmallIntegerField()),
                (
                    "result",
                    models.CharField(choices=[("won", "Won"), ("lost", "Lost"), ("drew", "Drew")], max_length=4),
                ),
                ("rating_before", models.FloatField()),
                ("rating", models.FloatField(help_text="The rating afterwards.")),
                ("ended", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="house_outcomes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["user", "wizard", "result"], name="house_outcomes_of_user"),
                    models.Index(fields=["wizard", "result"], name="house_outcomes_of_wizard"),
                ]
            },
        ),
        migrations.AddField(
            model_name="opening",
            name="duel",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="openings", to="duels.duel"
            ),
        ),
        migrations.AddIndex(
            model_name="pairing", index=models.Index(fields=["tournament", "-ended"], name="pairing_latest")
        ),
        migrations.AddIndex(
            model_name="pairing",
            index=models.Index(condition=models.Q(("ended", None)), fields=["tournament"], name="pairing_open"),
        ),
        migrations.AddConstraint(
            model_name="pairing",
            constraint=models.UniqueConstraint(
                condition=models.Q(("round__gt", 0)),
                fields=("tournament", "round", "game", "first"),
                name="pairing_once_as_first",
            ),
        ),
        migrations.AddConstraint(
            model_name="pairing",
            constraint=models.UniqueConstraint(
                condition=models.Q(("round__gt", 0)),
                fields=("tournament", "round", "game", "second"),
                name="pairing_once_as_second",
            ),
        ),
        migrations.AddConstraint(
            model_name="pairing",
            constraint=models.UniqueConstraint(
                condition=models.Q(("first", None)), fields=("tournament", "round", "board"), name="pairing_table_once"
            ),
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(
                fields=[
                    "tournament",
                    "-points",
                    "-first_tie_break",
                    "-second_tie_break",
                    "-third_tie_break",
                    "-wins",
                    "losses",
                    "seed",
                    "id",
                ],
                name="entry_by_place",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry", constraint=models.UniqueConstraint(fields=("tournament", "user"), name="entry_once")
        ),
        migrations.AddIndex(
            model_name="opening",
            index=models.Index(fields=["book", "line", "duel", "whose", "band"], name="opening_by_line"),
        ),
        migrations.AddIndex(
            model_name="opening",
            index=models.Index(fields=["book", "-duel", "line", "whose", "band"], name="opening_newest"),
        ),
    ]
