"""The page's service over its models: ids of the server, and what comes from outside.

fastapi_sqlalchemy is a code block of docs/frameworks/python.md, and models is one of
docs/frameworks/sqlalchemy.md.
"""

import os

URL = os.environ["DATABASE_URL"]
os.environ["DATABASE_URL"] = URL.replace("postgresql:", "postgresql+psycopg:")

from fastapi.testclient import TestClient  # noqa: E402
from fastapi_sqlalchemy import app, engine  # noqa: E402
from harness import MALFORMED, OTHER_PREFIX, check, new_id, psql  # noqa: E402
from models import Base  # noqa: E402

Base.metadata.create_all(engine)
client = TestClient(app)
made = client.post("/users", json={"name": "Ada"})
ADA = made.json()["id"]


def found():
    assert made.status_code == 201 and ADA.startswith("user_"), made.text
    assert client.get(f"/users/{ADA}").json() == {"id": ADA, "name": "Ada"}


def paths():
    for none in (new_id(), MALFORMED, OTHER_PREFIX, "5"):
        assert client.get(f"/users/{none}").status_code == 404, none


def bodies():
    order = client.post("/orders", json={"buyer_id": ADA, "note": "first"})
    assert order.status_code == 201 and order.json()["buyer_id"] == ADA, order.text
    for wrong in (new_id(), MALFORMED, OTHER_PREFIX, 5, None):
        answer = client.post("/orders", json={"buyer_id": wrong, "note": "x"})
        assert answer.status_code == 422, wrong
    assert psql("-c", "SELECT count(*) FROM orders") == "1"


check("a user is made, and found by the id", found)
check("what is no id of a user is a 404 in a path, as an unknown id is", paths)
check("a body with another kind's id is a 422, and nothing is stored", bodies)
