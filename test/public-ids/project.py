"""A Django project with bigint keys: a list of invoices that links to each, and the admin.

It prints what its URLs answer.
"""

import re

from django_project import configure

configure("shop", ROOT_URLCONF=__name__)

from django.contrib import admin  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection, models  # noqa: E402
from django.http import HttpResponse  # noqa: E402
from django.shortcuts import get_object_or_404  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import path, reverse  # noqa: E402


# the application: from here
class Invoice(models.Model):
    total = models.IntegerField()

    class Meta:
        app_label = "shop"

    def get_absolute_url(self):
        return reverse("invoice", args=[self.pk])


def invoices(request):
    return HttpResponse(
        "\n".join(
            f'<a href="{i.get_absolute_url()}">{i.total}</a>'
            for i in Invoice.objects.order_by("pk")
        )
    )


def invoice(request, pk):
    return HttpResponse(str(get_object_or_404(Invoice, pk=pk).total))


def pay(request, pk):
    return HttpResponse(f"paid {pk}")


admin.site.register(Invoice)
urlpatterns = [
    path("admin/", admin.site.urls),
    path("invoices/", invoices),
    path("invoices/<int:pk>/", invoice, name="invoice"),
    path("invoices/<int:pk>/pay/", pay, name="pay"),
]
# to here

call_command("migrate", verbosity=0)
with connection.schema_editor() as editor:
    editor.create_model(Invoice)
for n in range(1, 6):
    Invoice.objects.create(total=100 * n)
client = Client()
print(*(link := re.findall('href="([^"]+)"', client.get("/invoices/").content.decode())))
print(*(client.get(url).content.decode() for url in (link[2], link[2] + "pay/")))
print(
    *(
        client.get(f"/invoices/{text}/").status_code
        for text in ("3", "inv_1", "user_" + link[2].split("_")[-1].strip("/"), "nonsense")
    )
)
client.force_login(User.objects.create_superuser("root"))
print(client.get("/admin/shop/invoice/3/change/").status_code)
