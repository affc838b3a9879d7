"""Which consumer serves which socket."""

from django.urls import path

from duels.consumers.duel import DuelConsumer
from duels.consumers.lobby import LobbyConsumer
from duels.consumers.news import NewsConsumer

websocket_urlpatterns = [
    path("ws/duel/<slug:slug>/", DuelConsumer.as_asgi()),
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/news/", NewsConsumer.as_asgi()),
]
