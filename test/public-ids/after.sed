s/^from django\.urls import path, reverse.*/&\
from public_id import public_ids  # noqa: E402\
\
public_ids("inv")/
s/<int:pk>/<inv_id:pk>/
