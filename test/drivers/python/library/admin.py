from django.contrib import admin

from library.models import Author, Book


class Books(admin.TabularInline):
    fields = ["title"]
    model, extra = Book, 0


@admin.register(Author)
class AuthorAdmin(admin.ModelAdmin):
    inlines = [Books]


admin.site.register(Book)
