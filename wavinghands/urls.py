from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from wavinghands.health import healthz

# The admin's own log-in page counts no attempts; ours does.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("admin/", admin.site.urls),
    path("", include("accounts.urls")),
    path("", include("duels.urls")),
]
