from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.contrib.sitemaps.views import sitemap
from django.templatetags.static import static
from django.urls import include, path
from django.utils.functional import lazy
from django.views.decorators.cache import cache_control, cache_page
from django.views.generic import RedirectView, TemplateView

from duels.feeds import NewsFeed
from duels.sitemaps import SITEMAPS
from wavinghands.web.crawlers import robots

# The admin's own login page has no rate limit; ours has.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

# Browsers request it for responses that cannot name an icon, such as the text of a duel.
favicon = RedirectView.as_view(url=lazy(static, str)("icons/favicon.svg"))

handler400 = "wavinghands.web.error_views.bad_request"
handler429 = "wavinghands.web.error_views.too_many"  # for allauth's rate limits
handler500 = "wavinghands.web.error_views.server_error"

urlpatterns = [
    path("favicon.ico", favicon, name="favicon"),
    path("robots.txt", robots, name="robots"),
    path("sitemap.xml", cache_page(60 * 60)(sitemap), {"sitemaps": SITEMAPS}, name="sitemap"),
    path("duels/feed.atom", cache_page(5 * 60)(NewsFeed()), name="news_feed"),
    path("offline/", cache_control(max_age=0)(TemplateView.as_view(template_name="offline.html")), name="offline"),
    path("admin/", admin.site.urls),
    path("", include("accounts.urls")),
    path("", include("duels.api.urls")),
    path("", include("duels.urls")),
]
