import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models


class Author(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.TextField()

    class Meta:
        db_table, managed = "authors", False


class Book(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    author = models.ForeignKey(Author, models.CASCADE, related_name="books")
    title = models.TextField()

    class Meta:
        db_table, managed = "books", False


class List(models.Model):
    books = ArrayField(models.UUIDField())

    class Meta:
        db_table, managed = "lists", False
