"""The page's service over a masked type: what comes from outside is an id, or an error.

fastapi_use is a code block of docs/frameworks/python.md.
"""

import uuid

import psycopg
from fastapi.testclient import TestClient
from fastapi_use import UserId, app
from harness import MALFORMED, OTHER_PREFIX, check, kind_of, new_id, psql, refuses

psql("-c", "SELECT typeid_create_type('user_id', 'user', mask_key => 1)")
psql("-c", "CREATE TABLE users (id user_id PRIMARY KEY DEFAULT user_id_new(), name text)")
MINE = psql("-c", "INSERT INTO users (name) VALUES ('Ada') RETURNING id")
UNMASKED = new_id()  # its UUID is of version 7
WRONG = (UNMASKED, "user_01h455vb4pex5vsknk084sn02q", MALFORMED, OTHER_PREFIX)


def bodies():
    client = TestClient(app)
    assert client.post("/orders", json={"buyer": MINE}).json() == {"buyer": MINE}
    for wrong in (*WRONG, 5, ""):
        assert client.post("/orders", json={"buyer": wrong}).status_code == 422, wrong


def paths():
    client = TestClient(app)
    assert client.get(f"/users/{MINE}").json() == {"id": MINE, "name": "Ada"}
    nobody = kind_of("user").from_uuid(uuid.uuid4())
    for wrong in (nobody, *WRONG, "5", MINE + "0"):
        answer = client.get(f"/users/{wrong}")
        assert (answer.status_code, answer.json()) == (404, {"detail": "Not Found"}), wrong
    with psycopg.connect() as db:  # what it is without the kind
        refuses(
            psycopg.errors.InvalidTextRepresentation,
            db.execute,
            "SELECT FROM users WHERE id = %s",
            [UNMASKED],
        )


def schema():
    api = TestClient(app).get("/openapi.json").json()
    order = api["components"]["schemas"]["Order"]["properties"]["buyer"]
    path = api["paths"]["/users/{id}"]["get"]["parameters"][0]["schema"]
    for found in (order, path):
        assert found["pattern"] == UserId.pattern and found["format"] == "typeid", found
        assert found["x-typeid"] == {"prefix": "user", "notation": "typeid"}, found


check("a body is an id of the kind, or a 422", bodies)
check("paths: a masked kind is found, and what cannot be one is 404", paths)
check("OpenAPI: the pattern, and the prefix as data", schema)
