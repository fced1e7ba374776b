"""base62id-migrate leave, the way out: all ids become types of PostgreSQL, and our types and the
extension are dropped. No value is lost, and a run that was ended goes on.
"""

import re
import signal
from pathlib import Path

import pytest
from migrating import (
    Migration,
    MigrationMaker,
    end_while_it_waits,
    held,
    in_the_long_form,
    make_migration,
    migration,
    server,
)
from moves import start_migrate

__all__ = ["make_migration", "migration", "server"]
in_the_long_form()
EXTENSIONS = "SELECT count(*) FROM pg_extension WHERE extname = 'base62id'"


def test_one_that_is_ended_after_the_move_leaves_its_plan_which_goes_on(
    migration: Migration, tmp_path: Path
) -> None:
    name = migration.database.name
    log = tmp_path / "log"
    migration.sql(
        """
        SELECT typeid_create_type('a_id', 'aa');
        CREATE TABLE a (id a_id DEFAULT a_id_new());
        INSERT INTO a DEFAULT VALUES;
        """
    )
    # the last file drops the extension, and waits for this
    with held(migration.database, "COMMENT ON EXTENSION base62id IS 'held'"):
        process = start_migrate(migration.database, log, "leave", name, TMPDIR=str(tmp_path))
        assert end_while_it_waits(migration, process, signal.SIGTERM) == 4

    said = log.read_text()
    assert "\nstop: SIGTERM: the columns have moved; 3-finish.sql is left" in f"\n{said}"
    assert migration.value("SELECT DISTINCT pg_typeof(id) FROM a") == "uuid"

    [command] = re.findall(rf"the plan stays: base62id-migrate (run {name} \S+)", said)
    goes_on = migration.command(*command.split())
    assert goes_on.status == 0, goes_on.text
    assert migration.value("SELECT count(*) FROM pg_type WHERE typname = 'a_id'") == "0"
    assert migration.value(EXTENSIONS) == "0"
    assert migration.value("SELECT count(*) FROM a") == "1"


def test_where_nothing_moves_no_plan_stays(migration: Migration, tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    leave = migration.command("leave", migration.database.name, TMPDIR=str(scratch))
    assert leave.status == 1, leave.text
    assert "the plan stays" not in leave.text
    assert list(scratch.iterdir()) == []


def test_what_only_the_extension_can_say_is_in_the_way(migration: Migration) -> None:
    """The recipe of docs/cookbook.md for rows of several kinds. Once the expressions are dropped,
    as docs/migrate.md says, the generated column keeps its values.
    """
    migration.sql(
        """
        CREATE TABLE comments (
            subject typeid CHECK (typeid_prefix(subject) IN ('user', 'order')),
            of_user boolean GENERATED ALWAYS AS (subject @> 'user') STORED
        );
        INSERT INTO comments VALUES (typeid_generate('user')), (typeid_generate('order'));
        """
    )
    name = migration.database.name
    stopped = migration.command("leave", name)
    assert stopped.status == 1, stopped.text
    assert stopped.lines("constraint comments_subject_check")
    assert not stopped.lines("CASCADE"), "which would drop columns with their data"

    migration.sql(
        """
        ALTER TABLE comments DROP CONSTRAINT comments_subject_check;
        ALTER TABLE comments ALTER of_user DROP EXPRESSION;
        """
    )
    left = migration.command("leave", name)
    assert left.status == 0, left.text
    rows = migration.sql("SELECT split_part(subject, '_', 1), of_user FROM comments ORDER BY 1")
    assert rows == [["order", "f"], ["user", "t"]]
    assert migration.value(EXTENSIONS) == "0"


# In texts, by a plan that is run later ---------------------------------------------------------

TYPES = "SELECT DISTINCT pg_typeof(id), pg_typeof(up), pg_typeof(n), pg_typeof(short) FROM a"
IDS = """
    SELECT
        count(*),
        sum(n::bigint),
        md5(string_agg(concat_ws(' ', id, up, short), ',' ORDER BY id::text COLLATE "C"))
    FROM a
"""


@pytest.fixture(scope="module")
def with_ids(make_migration: MigrationMaker) -> Migration:
    migration = make_migration("left_as_text", in_steps=True)
    migration.sql(
        """
        SELECT typeid_create_type('a_id', 'aa'), typeid_create_type('n_id', 'nn', 'uid11');
        CREATE TABLE a (
            id a_id PRIMARY KEY DEFAULT a_id_new(),
            up a_id REFERENCES a,
            n n_id,
            short base62id DEFAULT gen_random_uuid()
        );
        INSERT INTO a (n) SELECT n FROM generate_series(1, 9) AS n;
        UPDATE a SET up = id;
        """
    )
    return migration


def test_a_plan_to_leave_is_three_files(with_ids: Migration, tmp_path: Path) -> None:
    file = str(tmp_path / "left.sql")
    leave = with_ids.command("leave", with_ids.database.name, "--to", "text", "-o", file)
    assert leave.status == 2
    assert len(leave.lines("-o names a directory, for three files")) == 1


def test_ids_become_the_same_texts_and_numbers(with_ids: Migration) -> None:
    where = ("-o", str(with_ids.plan_path))
    before = with_ids.sql(IDS)
    leave = with_ids.command("leave", with_ids.database.name, "--to", "text", *where)
    assert leave.status == 0, leave.text
    assert with_ids.sql(TYPES) == [["a_id", "a_id", "n_id", "base62id"]], "a plan changes nothing"
    assert leave.has(
        r"^public.a.id: new rows have no id by default any more, .* now it is public.a_id_new\(\)$"
    )

    with_ids.run()
    assert with_ids.sql(TYPES) == [["text", "text", "bigint", "text"]]
    assert with_ids.sql(IDS) == before
    assert with_ids.sql("SELECT convalidated FROM pg_constraint WHERE contype = 'f'") == [["t"]]
    defaults = "SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef"
    assert with_ids.sql(defaults) == [["(gen_random_uuid())::text"]]
    assert with_ids.value(EXTENSIONS) == "0"
