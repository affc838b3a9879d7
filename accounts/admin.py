"""The admin's view of users and mages."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin

from accounts.models import Mage, User


@admin.register(User)
class UserAdmin(DjangoUserAdmin):
    list_display = ("username", "email", "is_guest", "is_staff", "is_active", "date_joined")
    list_filter = (*DjangoUserAdmin.list_filter, "is_guest")
    fieldsets = (*(DjangoUserAdmin.fieldsets or ()), ("Duels", {"fields": ("is_guest",)}))


@admin.register(Mage)
class MageAdmin(admin.ModelAdmin):
    list_display = ("name", "gender", "owner", "registered")
    list_select_related = ("owner",)
    search_fields = ("name", "owner__username")
    raw_id_fields = ("owner",)
