"""The page's service: what comes from outside is an id of the kind, or the client's error."""

from fastapi.testclient import TestClient

from fastapi_use import UserKind, app
from harness import MALFORMED, OTHER_PREFIX, check, new_id


def bodies():
    client, id = TestClient(app), new_id()
    assert client.post("/orders", json={"buyer": id}).json() == {"buyer": id}
    for wrong in (MALFORMED, OTHER_PREFIX, 5, ""):
        assert client.post("/orders", json={"buyer": wrong}).status_code == 422, wrong


def paths():
    client, id = TestClient(app), new_id()
    assert client.get(f"/users/{id}").json() == {"id": id}
    for wrong in (MALFORMED, OTHER_PREFIX, "5"):
        assert client.get(f"/users/{wrong}").status_code == 404, wrong


def schema():
    order = TestClient(app).get("/openapi.json").json()["components"]["schemas"]["Order"]
    assert order["properties"]["buyer"]["pattern"] == UserKind.pattern, order


check("bodies", bodies)
check("paths", paths)
check("OpenAPI", schema)
