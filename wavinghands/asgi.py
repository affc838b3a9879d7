"""The ASGI application: Django handles pages, and Channels consumers handle WebSockets."""

import gc
import os

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator, WebsocketDenier
from channels.sessions import CookieMiddleware
from django.core.asgi import get_asgi_application
from django.urls import re_path

# Duels are many small objects without cycles, so reference counting frees them. A full garbage collection takes 0.2 s
# with 500 duels and finds nothing. The imports below make many objects, too: with Python's thresholds, the collector
# takes a seventh of the time in which a server starts.
gc.set_threshold(50_000, 20, 20)

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wavinghands.settings")
pages = get_asgi_application()

# Modules that use models can be imported only after Django is set up.
from duels.realtime.process import lifespan  # noqa: E402
from duels.routing import websocket_urlpatterns  # noqa: E402
from wavinghands.web.origin import same_origin_only  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": pages,
        "lifespan": lifespan,
        "websocket": same_origin_only(
            AllowedHostsOriginValidator(
                CookieMiddleware(URLRouter([*websocket_urlpatterns, re_path("", WebsocketDenier.as_asgi())]))
            )
        ),
    }
)

gc.freeze()  # all modules have been imported
