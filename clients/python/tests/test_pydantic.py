"""pydantic 2, FastAPI and their schemas; with pydantic 1 a model is an error that says so."""

import pytest
from kinds import BucketId, MemberId, OrderId, UserId

import base62id

pydantic = pytest.importorskip("pydantic")
needs_pydantic_2 = pytest.mark.skipif(pydantic.VERSION < "2", reason="pydantic 1")


@pytest.mark.skipif(pydantic.VERSION >= "2", reason="pydantic 2")
def test_with_pydantic_1_a_model_is_an_error():
    with pytest.raises(Exception, match="pydantic 1 does not check these ids"):

        class Order(pydantic.BaseModel):
            buyer: UserId


@needs_pydantic_2
def test_a_field_is_an_id_or_an_error():
    class Order(pydantic.BaseModel):
        id: OrderId
        buyer: UserId
        others: list[BucketId] = []

    user, order, bucket = UserId.generate(), OrderId.generate(), BucketId.generate()
    made = Order(id=order.lower(), buyer=str(user), others=[bucket])
    assert (made.id, made.buyer, made.others) == (order, user, [bucket])
    assert type(made.buyer) is UserId and type(made.id) is OrderId
    assert Order.model_validate_json(made.model_dump_json()) == made
    assert made.model_dump(mode="json") == {"id": order, "buyer": user, "others": [bucket]}
    for wrong in (order, "junk", "", 5, None, b"user"):
        with pytest.raises(pydantic.ValidationError) as caught:
            Order(id=order, buyer=wrong)
        assert [error["loc"] for error in caught.value.errors()] == [("buyer",)]


@needs_pydantic_2
def test_the_schema_has_the_prefix_as_data():
    def schema(kind):
        return pydantic.TypeAdapter(kind).json_schema()

    assert schema(UserId) == {
        "type": "string",
        "format": "typeid",
        "pattern": UserId.pattern,
        "x-typeid": {"prefix": "user", "notation": "typeid"},
    }
    assert schema(OrderId) == {
        "type": "string",
        "pattern": OrderId.pattern,
        "x-typeid": {"prefix": "order", "notation": "ulid"},
    }
    assert schema(list[MemberId])["items"]["pattern"] == MemberId.pattern
    assert "x-typeid" not in schema(base62id.Base62Id)


@needs_pydantic_2
def test_fastapi_answers_422_where_a_parameter_is_no_id_of_its_kind():
    fastapi = pytest.importorskip("fastapi")
    testclient = pytest.importorskip("fastapi.testclient")
    app = fastapi.FastAPI()

    @app.get("/users/{id}")
    def user(id: UserId, order: "OrderId | None" = None) -> dict:
        return {"id": id, "type": type(id).__name__}

    client = testclient.TestClient(app)
    id = UserId.generate()
    assert client.get(f"/users/{id}").json() == {"id": id, "type": "UserId"}
    for wrong in (OrderId.generate(), "junk"):
        answer = client.get(f"/users/{wrong}")
        assert answer.status_code == 422 and answer.json()["detail"][0]["loc"] == ["path", "id"]
    assert client.get(f"/users/{id}?order=x").status_code == 422
    parameter = client.get("/openapi.json").json()["paths"]["/users/{id}"]["get"]["parameters"][0]
    assert parameter["schema"]["x-typeid"]["prefix"] == "user"
