"""URLs of the API, its description and its reference page."""

from django.urls import path

from duels.api import reference
from duels.api.site import api

urlpatterns = [
    path("api/", reference.page, name="api"),
    path("api/v1/openapi.json", reference.openapi, name="openapi"),
    path("api/v1/", api.urls),
]
