"""A Django project with bigint keys: a list of invoices that links to each, and the admin.

It prints what its URLs answer, as JSON.
"""

import json
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

# The application -------------------------------------------------------------------------------


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

# What it answers -------------------------------------------------------------------------------

call_command("migrate", verbosity=0)
with connection.schema_editor() as editor:
    editor.create_model(Invoice)
for n in range(1, 6):
    Invoice.objects.create(total=100 * n)

client = Client()
links = re.findall('href="([^"]+)"', client.get("/invoices/").content.decode())
third = links[2]
text_of_third = third.split("/")[-2]
# None of them is what a link has, but for the number while there are no public ids.
texts = {
    "the number": "3",
    "the number without its mask": "inv_11111111114",
    "a text that is too short": "inv_1",
    "another type prefix": "user_" + text_of_third.split("_")[-1],
    "double quotes around it": f"%22{text_of_third}%22",
    "nonsense": "nonsense",
}
answers = {
    "links": links,
    "third invoice": client.get(third).content.decode(),
    "its payment": client.get(third + "pay/").content.decode(),
    "statuses": {
        name: client.get(f"/invoices/{text}/").status_code for name, text in texts.items()
    },
}
client.force_login(User.objects.create_superuser("root"))
answers["admin"] = client.get("/admin/shop/invoice/3/change/").status_code
print(json.dumps(answers))
