"""The settings of the site, read from the environment.

Without any variables, the site serves this computer and its network. It needs no other software: it uses SQLite, keeps
the channel layer and the cache in memory, and prints e-mails on the console. `DEBUG=false` is production, which needs a
secret key and the allowed hosts. `DEBUG=true` is development. docs/deploying.md lists the variables.
"""

import hmac
from base64 import urlsafe_b64encode
from email.utils import parseaddr
from pathlib import Path
from secrets import token_urlsafe

import environ
from csp.constants import NONE, SELF
from whitenoise.compress import Compressor

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

# Off by default: Django's detailed error pages show settings and local variables, such as sealed orders.
DEBUG = env.bool("DEBUG", default=False)
PRODUCTION = "DEBUG" in env.ENVIRON and not DEBUG

# Files that the site writes: the database, the secret key (except in production), collected static files.
VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var")))
VAR_DIR.mkdir(parents=True, exist_ok=True)


def _required(name: str) -> str:
    value: str = env.str(name, default="").strip()
    if not value:
        # Not ImproperlyConfigured: this prints one line and no traceback, whatever the command.
        raise SystemExit(f"{name} is not set: production (DEBUG=false) needs it, see docs/deploying.md")
    return value


def _own_key() -> str:
    """Return the secret key of this installation.

    It is kept in a file, so that sessions survive a restart.
    """
    file = VAR_DIR / "secret-key"
    if not file.exists():
        file.write_text(token_urlsafe(50))
    return file.read_text()


def _derived_key(purpose: str) -> str:
    """Derive 32 bytes for this purpose from the secret key, and return them as base64url."""
    return urlsafe_b64encode(hmac.digest(SECRET_KEY.encode(), purpose.encode(), "sha256")).decode().rstrip("=")


# Security -------------------------------------------------------------------------------------------------------------

if PRODUCTION:
    SECRET_KEY = _required("SECRET_KEY")
    ALLOWED_HOSTS = [host.strip() for host in _required("ALLOWED_HOSTS").split(",") if host.strip()]
else:
    SECRET_KEY = env.str("SECRET_KEY", default="") or _own_key()
    ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])

HTTPS = env.bool("HTTPS", default=PRODUCTION)
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
# Number of proxies in front of the site that append to X-Forwarded-For; rate limits use the client's address in it.
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", default=0)

SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]  # proxies and containers check health without TLS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=365 * 24 * 60 * 60) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_INCLUDE_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = env.bool("HSTS_PRELOAD", default=False)
# W005 and W021 ask for these two, but they affect other sites of the operator too, so the operator decides.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
if HTTPS:  # with this prefix, browsers accept the cookies only from this host, not from a sibling domain
    SESSION_COOKIE_NAME = "__Host-sessionid"
    CSRF_COOKIE_NAME = "__Host-csrftoken"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "worker-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "manifest-src": [SELF],
        "connect-src": [SELF],  # including WebSockets to the same host
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}

# Applications ---------------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "accounts",
    "duels",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "channels",
    "csp",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "django.forms",
    "django_tasks",
    "django_tasks_db",
    "ninja",
]
if DEBUG:
    INSTALLED_APPS.insert(0, "daphne")  # makes `manage.py runserver` an ASGI server, for `make dev`

MIDDLEWARE = [
    "wavinghands.web.metrics.MetricsMiddleware",
    "wavinghands.web.after_response.AfterResponseMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "wavinghands.web.middleware.HeadersMiddleware",
    "wavinghands.assets.middleware.StaticFilesMiddleware",  # its files are compressed already
    "wavinghands.web.middleware.CompressionMiddleware",  # adds a random number of bytes, against BREACH
    "csp.middleware.CSPMiddleware",
    "wavinghands.web.health.HealthMiddleware",  # before ALLOWED_HOSTS is checked
    "duels.api.middleware.ApiMiddleware",  # before cookies are read
    "accounts.sessions.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.languages.LanguageMiddleware",
    "accounts.time_zones.TimeZoneMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "wavinghands.web.middleware.NotAllowedMiddleware",
    "wavinghands.web.middleware.NullCharactersMiddleware",
]

ROOT_URLCONF = "wavinghands.urls"
ASGI_APPLICATION = "wavinghands.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context.email",
                "accounts.context.legal",
                "duels.context.navigation",
            ],
        },
    },
]

FORM_RENDERER = "django.forms.renderers.TemplatesSetting"  # templates/django/forms/ replaces some of its templates

# In their own languages, so not translated. The engine has a catalogue for each: docs/translating.md.
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "wavinghands" / "locale"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
TIME_ZONE = "UTC"
USE_TZ = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Storage and queues ---------------------------------------------------------------------------------------------------

# Connections are closed after each request, because under ASGI each request runs in its own thread. Connections to
# PostgreSQL return to a pool. Sockets keep their connections (wavinghands/db/connections.py). See
# docs/decisions/0001-database-connections.md.
DATABASES = {"default": env.db_url("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'wavinghands.sqlite3'}")}
DATABASES["default"]["CONN_MAX_AGE"] = 0
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,  # seconds that a writer waits for the lock
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL",
    }
    # A file in tests too: in-memory databases share one cache between threads, where writers block readers.
    DATABASES["default"]["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}
else:
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    # If the server is down, fail fast and show an error page. Each request tries to connect again; by default the pool
    # would back off for longer and longer.
    DATABASES["default"]["OPTIONS"] = {
        "pool": {"min_size": 1, "max_size": 20, "timeout": 2, "reconnect_timeout": 0.5},
    }

REDIS_URL = env.str("REDIS_URL", default="")
# Seconds between checks by a web process for changes that no message announced. Without Redis, the worker's messages
# never arrive, so a long interval would make house wizards seem slow. With Redis, two checks fit into the five seconds
# within which the site must recover from a fault.
LOOK_EVERY = env.float("LOOK_EVERY", default=1.5 if REDIS_URL else 0.25)

READING_PATIENCE = 30  # seconds until a socket is closed if its client reads nothing
LEAVING_PATIENCE = 2  # seconds for a web server or worker to finish its work when it shuts down
REDIS_PATIENCE = 5  # in seconds
if REDIS_URL:
    CHANNEL_LAYERS = {
        "processes": {  # see duels/realtime/groups.py
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {
                # No timeout for reading: a subscription may be idle.
                "hosts": [{"address": REDIS_URL, "socket_timeout": None, "socket_connect_timeout": REDIS_PATIENCE}],
            },
        },
    }
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {"socket_timeout": REDIS_PATIENCE, "socket_connect_timeout": REDIS_PATIENCE},
        },
    }
else:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
# Pictures for link previews, about 50 kB each. When there are too many, a third of them are deleted at random.
CACHES["pictures"] = {
    "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
    "LOCATION": VAR_DIR / "pictures",
    "TIMEOUT": 7 * 24 * 60 * 60,
    "OPTIONS": {"MAX_ENTRIES": 500},
}

# Slow tasks are run by `manage.py worker`: docs/decisions/0008-a-queue-in-the-database.md.
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": ["default", "analysis", "email"]}}

# Seconds per round of exhibition duels between two house wizards; 0: no exhibitions.
EXHIBITION_PACE = env.float("EXHIBITION_PACE", default=7.0)
# The hours of the daily arenas, in UTC; each takes an hour.
ARENA_HOURS = list(map(int, env.list("ARENA_HOURS", default=["3", "11", "19"])))
# The times of the next weekly Swiss and melee cup and, in the first week of a month, of the cup: weekday from 1 and
# hour, in UTC.
SWISS_TIMES = env.list("SWISS_TIMES", default=["6:17"])
MELEE_TIMES = env.list("MELEE_TIMES", default=["5:17"])
CUP_TIMES = env.list("CUP_TIMES", default=["7:17"])
# The times of the weekly arena for bots, in the same form; it takes an hour.
BOT_ARENA_TIMES = env.list("BOT_ARENA_TIMES", default=["3:18"])

# Limits per process: frames per second of a socket, open sockets of a user, and open sockets of an IP address.
FRAMES_A_SECOND = env.int("FRAMES_A_SECOND", default=20)
SOCKETS_A_USER = env.int("SOCKETS_A_USER", default=100)
SOCKETS_AN_ADDRESS = env.int("SOCKETS_AN_ADDRESS", default=400)

# Open API streams of a user per process, seconds between keep-alive lines of a stream, and running duels of a bot.
STREAMS_A_USER = env.int("STREAMS_A_USER", default=20)
STREAM_BEAT = env.float("STREAM_BEAT", default=12.0)
DUELS_OF_A_BOT = env.int("DUELS_OF_A_BOT", default=8)

# A file with words that are rejected in chat, messages and names, one per line. If empty, no words are rejected.
FORBIDDEN_WORDS = env.str("FORBIDDEN_WORDS", default=str(BASE_DIR / "accounts" / "forbidden_words.txt"))

# A folder with the operator's privacy policy, terms of use, imprint and contact page as HTML: docs/legal/README.md.
# If empty, the site has no such pages.
LEGAL_PAGES = env.str("LEGAL_PAGES", default="")

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = env.str("STATIC_ROOT", default=str(VAR_DIR / "static"))
if not PRODUCTION:
    Path(STATIC_ROOT).mkdir(parents=True, exist_ok=True)  # WhiteNoise warns of a missing folder
# One bundled script per page; otherwise the modules and style sheets in static/ are served one by one.
BUNDLES = env.bool("BUNDLES", default=PRODUCTION)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "wavinghands.assets.storage.BundledStorage"
        if BUNDLES
        else "whitenoise.storage.CompressedStaticFilesStorage",
    },
}
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map")  # only developers read these
WHITENOISE_USE_FINDERS = not PRODUCTION  # serve files from where they are, without collectstatic
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_MAX_AGE = 60 if PRODUCTION else 0
WHITENOISE_IMMUTABLE_FILE_TEST = r"\.([0-9a-f]{12}|[0-9A-Z]{8})\.\w+$"  # hashes by Django and by esbuild

# Accounts -------------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "accounts.backends.AuthenticationBackend",
    # Only for sessions that name them: those of guests, and those older than the first backend.
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"accounts.passwords.{name}"} for name in ("TooSimilar", "TooShort", "TooCommon", "OnlyDigits")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "lobby"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_SESSION_REMEMBER = True  # a duel may last for weeks
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
USERSESSIONS_ADAPTER = "accounts.adapter.SessionsAdapter"
MFA_ADAPTER = "accounts.adapter.SecondFactorsAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True  # users log in by username, so nobody can take over an address with it
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS  # at http://localhost, the only host without TLS
MFA_TOTP_ISSUER = "Waving Hands"
MFA_FORMS = {
    "authenticate": "accounts.forms.second_factors.AuthenticateForm",
    "reauthenticate": "accounts.forms.second_factors.ReauthenticateForm",
    "activate_totp": "accounts.forms.second_factors.ActivateTOTPForm",
    "add_webauthn": "accounts.forms.second_factors.AddWebAuthnForm",
    "edit_webauthn": "accounts.forms.second_factors.EditWebAuthnForm",
}
# Encrypts the secrets of authenticator apps and recovery codes in the database.
SECOND_FACTORS_KEY = _derived_key("second factors") + "="
# Do not reveal whether an address is in use: others may enter it too until it is confirmed.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_FORMS = {
    "login": "accounts.forms.accounts.LoginForm",
    "signup": "accounts.forms.accounts.SignupForm",
    "add_email": "accounts.forms.accounts.AddEmailForm",
    "change_password": "accounts.forms.accounts.ChangePasswordForm",
    "reset_password": "accounts.forms.accounts.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.accounts.ResetPasswordKeyForm",
}
ACCOUNT_USERNAME_VALIDATORS = "accounts.names.username_validators"
ACCOUNT_RATE_LIMITS = {  # in addition to allauth's own
    "guest": "20/m/ip",
    "keep": "10/m/user",
    "register_mage": "10/m/user",
    "challenge": "30/m/ip",
    "names": "120/m/ip",
    "quick": "90/m/user",  # a page without a socket polls thirty times per minute
    "archive": "10/m/ip",
    "picture": "120/m/ip",  # each may have to be drawn
    "replay": "300/m/ip",  # each replays a duel; scripts fetch all rounds with one request
    "import": "20/m/ip",
    "think": "400/m/ip",  # a rehearsal after each change of the orders
    "analyse": "60/h/ip",  # each takes a worker some seconds
    "try": "40/m/ip",  # each searches two rounds ahead, like an analysis
    "board": "240/m/ip",  # one round each, in lessons and examples
    "puzzle": "120/m/ip",  # one attempt each; most have to be proved
    "message": "60/m/user",
    "block": "60/m/user",
    "follow": "60/m/user",
    "friends": "60/m/user",
    "report": "20/m/user",
    "tournament": "60/m/user",  # programs join again every ten seconds
    "club": "30/m/user",
    "settings": "30/m/user",
    "renew": "30/m/ip",
    "quit_account": "10/m/user",
    "export": "10/h/user",  # each replays the user's running duels
    "api": "600/m/key",  # per token
    "api_anonymous": "120/m/ip",
    "resend": "10/h/user",
}
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Waving Hands] "

# E-mail and logs ------------------------------------------------------------------------------------------------------

# Without EMAIL_URL, `make run` prints e-mails, and production discards them, because links that reset passwords do not
# belong in a log.
EMAIL_URL = env.str("EMAIL_URL", default="") or ("dummymail://" if PRODUCTION else "consolemail://")
globals().update(env.email_url_config(EMAIL_URL))
EMAIL_TIMEOUT = 20  # seconds
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Waving Hands <duels@localhost>")
# The base of links in e-mails.
SITE_URL = env.str(
    "SITE_URL", default=f"http{'s' if HTTPS else ''}://{ALLOWED_HOSTS[0].lstrip('.')}{'' if PRODUCTION else ':8000'}"
)
DIGEST_HOUR = env.int("DIGEST_HOUR", default=7)  # in UTC, for daily e-mails

# The address for e-mails with orders; at most eleven characters before the @. If empty, the site receives no e-mails.
MAILROOM_ADDRESS = env.str("MAILROOM_ADDRESS", default="" if PRODUCTION else parseaddr(DEFAULT_FROM_EMAIL)[1])
LONGEST_EMAIL = 256 * 1024  # bytes, attachments included
# Limits for replies to unauthenticated senders: per day and address, per hour and mail server, per hour in total.
MAILROOM_REPLIES_PER_SENDER = env.int("MAILROOM_REPLIES_PER_SENDER", default=10)
MAILROOM_REPLIES_PER_PEER = env.int("MAILROOM_REPLIES_PER_PEER", default=30)
MAILROOM_REPLIES_IN_ALL = env.int("MAILROOM_REPLIES_IN_ALL", default=200)

# Pushes are signed with this key; if it changes, browsers have to subscribe again.
VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", default="") or _derived_key("web push")
VAPID_SUBJECT = env.str("VAPID_SUBJECT", default=f"mailto:{parseaddr(DEFAULT_FROM_EMAIL)[1]}")
# The only servers to which the site pushes, whatever address a browser submits. They belong to the makers of browsers.
PUSH_SERVICES = [
    "https://fcm.googleapis.com",
    "https://*.push.services.mozilla.com",
    "https://*.push.apple.com",
    "https://*.notify.windows.com",
    *env.list("PUSH_SERVICES", default=[]),
]

# The bearer token for /metrics. If empty, the page does not exist.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": "wavinghands.web.logging.JsonFormatter"},
    },
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": env.str("LOG_FORMAT", default="line")},
    },
    "root": {"handlers": ["stderr"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        # Requests with a wrong Host are rejected. They are not errors of the site, and would fill the logs.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "daphne": {"level": "WARNING"},
        "uvicorn": {"level": "ERROR"},  # the same for invalid requests
        "uvicorn.access": {"level": "INFO"},  # each request, if the web server runs with --access-log
        "psycopg.pool": {"level": "ERROR"},  # otherwise it warns twice a second while the database is unavailable
        "django_tasks": {"level": "WARNING"},
        "django_tasks_db": {"level": "WARNING"},
    },
}
