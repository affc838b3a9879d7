"""WebSocket URLs and the consumers that handle them."""

from django.urls import path

from duels.realtime.consumers.duel import DuelConsumer
from duels.realtime.consumers.lobby import LobbyConsumer
from duels.realtime.consumers.tournament import TournamentConsumer
from duels.realtime.consumers.user import UserConsumer

websocket_urlpatterns = [
    path("ws/duel/<slug:slug>/", DuelConsumer.as_asgi()),
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/tournament/<slug:slug>/", TournamentConsumer.as_asgi()),
    path("ws/news/", UserConsumer.as_asgi()),
]
