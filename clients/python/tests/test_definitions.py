"""What is wrong in a definition is said at once."""

import types

import pytest
from kinds import UserId

from base62id import Id


def define(**options):
    return types.new_class("Defined", (Id,), options)


@pytest.mark.parametrize("prefix", ["", "User", "user_", "_user", "us er", "a" * 64, "1a", "a1", 5])
def test_what_is_no_type_prefix_of_a_typeid(prefix):
    with pytest.raises(TypeError, match="^Defined: a type prefix of the notation typeid"):
        define(prefix=prefix)


@pytest.mark.parametrize("prefix", ["a", "user", "us_er", "a__b", "a" * 63])
def test_what_is_one(prefix):
    assert define(prefix=prefix).prefix == prefix


@pytest.mark.parametrize("notation", ["ulid", "base62id", "base64uuid", "uuid", "hex", "uid11"])
def test_prefixes_of_other_notations(notation):
    for prefix in ("s3", "USR", "t_org_123_w", "A", "a" * 63, "user"):
        assert define(prefix=prefix, notation=notation).prefix == prefix
    for prefix in ("", "3s", "_a", "a_", "a-b", "é", "a" * 64, "a\n", None):
        with pytest.raises(TypeError):
            define(prefix=prefix, notation=notation)


@pytest.mark.parametrize("notation", ["", "xid", "baseuid", "TypeID", None, 5])
def test_what_is_no_notation(notation):
    with pytest.raises(TypeError, match="its notation is one of"):
        define(prefix="user", notation=notation)


@pytest.mark.parametrize(
    "options",
    [
        {"masked": True, "accept_uuid": True},
        {"notation": "uid11", "accept_uuid": True},
        {"masked": 1},
        {"accept_uuid": "yes"},
        {"acceptUuid": True},
        {"prefx": "user"},
    ],
)
def test_options_that_are_none_or_do_not_go_together(options):
    with pytest.raises(TypeError):
        define(prefix="user", **options)


def test_a_kind_has_a_prefix_and_is_none_of_another():
    with pytest.raises(TypeError):
        define()
    with pytest.raises(TypeError, match="no subclass of another"):
        types.new_class("Admin", (UserId,), {"prefix": "admin"})


def test_what_a_definition_says():
    assert (UserId.prefix, UserId.notation, UserId.masked, UserId.accept_uuid) == (
        "user",
        "typeid",
        False,
        False,
    )
