"""Columns of text become id types, and id types texts, without another value; what looks like an id
and would come back as another text stays, and the plan says why.
"""

import re
from collections import Counter
from dataclasses import dataclass, replace

import pytest
from migrating import (
    Migration,
    MigrationMaker,
    in_the_long_form,
    make_migration,
    migration,
    server,
    there_and_back,
)

__all__ = ["make_migration", "migration", "server"]
in_the_long_form()
TO_ID_TYPES = ("--to", "typed", "--type", "told=told_ids,told,ulid")


# Texts of many kinds ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Texts:
    """texts.sql, which has moved there and back, and what was said of it."""

    migration: Migration
    remarks: str
    statement: str


@pytest.fixture(scope="module")
def texts(make_migration: MigrationMaker) -> Texts:
    migration = make_migration("texts")
    migration.load("texts.sql")
    remarks = there_and_back(migration, *TO_ID_TYPES)
    statement = (migration.directory / "there.sql").read_text()
    return Texts(migration, remarks, statement)


def test_the_plan_says_which_texts_stay_and_why(texts: Texts) -> None:
    """A wrong value, or capitals, which would come back as small letters."""
    stays = "store.line.actor stays text: 8 of its values are no ids, as 'system'"
    assert stays in texts.remarks
    assert "store.loud.id stays text" in texts.remarks


def test_ids_made_by_hand_keep_their_notations(texts: Texts) -> None:
    """And are made in them."""
    types = re.findall(r'"new": "store\.(person|token|parcel)_id"', texts.statement)
    assert Counter(types) == {"parcel": 1, "person": 3, "token": 1}
    notations = set(re.findall(r"'(usr|tok|PCL2)'::text, '(\w+)'", texts.statement))
    assert notations == {("PCL2", "ulid"), ("tok", "hex"), ("usr", "uuid")}


def test_two_tables_with_one_type_prefix_have_a_type_each(texts: Texts) -> None:
    twin = "store.accounts.id becomes store.account_twin_id: its ids"
    assert twin in texts.remarks


def test_a_type_for_values_that_are_no_ids_is_doubted(texts: Texts) -> None:
    of_actor = ("--type", "store.line.actor=actor_id,actor")
    planned = texts.migration.try_to_plan(*TO_ID_TYPES, *of_actor)
    assert planned.has(
        "store.line.actor: [0-9]* of its values look like no ids, as 'system':"
        " run would end there; where texts hold UUIDs, ALTER"
    )


def test_nothing_but_texts_is_no_uuid(texts: Texts) -> None:
    texts.migration.stops(
        "no column is a uuid; where texts hold UUIDs",
        *("--to", "base62id", "--only", "store.line"),
    )


# Texts that their owner cannot read ------------------------------------------------------------


def test_texts_that_their_owner_cannot_read_move_where_one_says_what_they_are(
    migration: Migration,
) -> None:
    """In steps, their key is checked under the lock."""
    migration.sql(
        """
        CREATE SCHEMA s AUTHORIZATION migrate_owner;
        SET ROLE migrate_owner;
        CREATE TABLE s.keys (id text PRIMARY KEY);
        CREATE TABLE s.lines (key_id text REFERENCES s.keys);
        INSERT INTO s.keys VALUES (typeid_generate('key')::text);
        INSERT INTO s.lines SELECT id FROM s.keys;
        ALTER TABLE s.keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
        CREATE MATERIALIZED VIEW s.m AS SELECT id FROM s.keys;
        """
    )
    migration.stops(
        "s.keys.id stays text: migrate_owner cannot read .*: --type s.keys.id=NAME,PREFIX",
        *("--to", "typed"),
    )
    told = ("--to", "typed", "--type", "s.keys.id=s.key_id,key")
    there_and_back(migration, *told)

    planned = replace(migration, in_steps=True).plan(*told)
    assert planned.has(
        "^foreign key lines_key_id_fkey of s.lines is checked under the lock:"
        " .* s.keys, which has FORCE"
    )


# char(26) and arrays, and back to text ---------------------------------------------------------


def test_char_and_arrays_move_and_small_letters_stay(migration: Migration) -> None:
    migration.sql(
        """
        CREATE TABLE codes (
            id char(26) PRIMARY KEY,
            of character(26) REFERENCES codes,
            note char(30),
            small text
        );
        INSERT INTO codes
        SELECT
            ulid_encode(md5(n::text)::uuid),
            NULL,
            'x',
            lower(ulid_encode(md5(n::text)::uuid))
        FROM generate_series(1, 9) AS n;
        UPDATE codes SET of = (SELECT min(id) FROM codes);
        CREATE TABLE tags (ids uuid[] DEFAULT '{}');
        INSERT INTO tags VALUES (ARRAY[md5('x')::uuid]);
        CREATE INDEX ON tags USING gin (ids);
        ALTER TABLE tags ALTER ids SET STORAGE EXTERNAL;
        ALTER TABLE codes ALTER id SET STORAGE MAIN, ALTER of SET COMPRESSION pglz;
        """
    )
    remarks = there_and_back(migration, "--to", "ulid", texts_change=True)
    assert re.search("codes.small stays text: .*small letters", remarks)
    assert "tags.ids uuid[] moves: " in remarks


def test_defaults_that_would_write_uuids_are_told_and_what_is_said_helps(
    migration: Migration,
) -> None:
    migration.sql(
        """
        CREATE TABLE made (
            a ulid DEFAULT gen_random_uuid(),
            b ulid DEFAULT gen_random_uuid()::ulid::text,
            c ulid DEFAULT ulid_generate(),
            d ulid DEFAULT gen_random_uuid()::text,
            e ulid[] DEFAULT ARRAY[gen_random_uuid()],
            f ulid[] DEFAULT '{}'
        );
        CREATE SCHEMA lost;
        CREATE FUNCTION lost.id() RETURNS ulid LANGUAGE sql AS 'SELECT ulid_generate()';
        CREATE TABLE unread (g ulid DEFAULT lost.id());
        ALTER TABLE unread OWNER TO migrate_owner;
        """
    )
    remarks = there_and_back(migration, "--to", "text")
    told = "(?:which migrate_owner .*)?ALTER . SET DEFAULT .*"
    assert re.findall(told, remarks) == [
        "ALTER a SET DEFAULT (gen_random_uuid())::public.ulid::text",
        "ALTER d SET DEFAULT ((gen_random_uuid())::text)::public.ulid::text",
        "ALTER e SET DEFAULT (ARRAY[gen_random_uuid()])::public.ulid[]::text[]",
        "which migrate_owner cannot parse, and which may be no public.ulid."
        " Before: ALTER TABLE public.unread ALTER g SET DEFAULT (lost.id())::public.ulid::text",
    ]

    for remedy in re.findall("ALTER TABLE public.made .*", remarks):
        migration.sql(remedy)
    planned = migration.plan("--to", "text")
    assert [line for line in planned.lines("SET DEFAULT") if "unread" not in line] == []
