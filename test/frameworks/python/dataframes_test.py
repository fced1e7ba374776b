"""What an id type and a masked number are to pandas and to ODBC, and whether they come back."""

import glob
import os

import pandas
import pyodbc
import sqlalchemy
from harness import check, psql

psql(
    "-c",
    "SELECT typeid_create_type('user_id', 'user', accept_uuid => true), "
    "typeid_create_type('bill_no', 'bill', 'uid11', mask_key => 1)",
)
psql(
    "-c",
    "CREATE TABLE users (id user_id PRIMARY KEY DEFAULT user_id_new(), "
    "bill bill_no NOT NULL, name text NOT NULL)",
)
psql(
    "-c",
    "INSERT INTO users (bill, name) "
    "SELECT n::bigint::bill_no, n::text FROM generate_series(1, 100) n",
)
psql("-c", "CREATE TABLE copy (LIKE users)")
same = "SELECT count(*) FROM users JOIN copy USING (id, bill, name)"
engine = sqlalchemy.create_engine(
    sqlalchemy.URL.create(
        "postgresql+psycopg",
        os.environ["PGUSER"],
        host=os.environ["PGHOST"],
        port=int(os.environ["PGPORT"]),
        database=os.environ["PGDATABASE"],
    )
)


def frames():
    frame = pandas.read_sql("SELECT id, bill, name FROM users ORDER BY id", engine)
    assert all(id.startswith("user_") for id in frame["id"]) and all(
        bill.startswith("bill_") for bill in frame["bill"]
    )
    assert frame["id"].is_monotonic_increasing and frame["id"].is_unique
    frame.to_sql("copy", engine, if_exists="append", index=False)
    assert psql("-c", same) == "100"
    found = pandas.read_sql(
        sqlalchemy.text("SELECT name FROM users WHERE id = ANY (CAST(:ids AS user_id[]))"),
        engine,
        params={"ids": list(frame["id"][:3])},
    )
    assert len(found) == 3
    # A table that pandas makes has text: this puts the types back.
    frame.to_sql("made", engine, index=False)
    psql(
        "-c",
        "ALTER TABLE made ALTER id TYPE user_id USING id::user_id, "
        "ALTER bill TYPE bill_no USING bill::bill_no",
    )
    assert psql("-c", "SELECT count(*) FROM users JOIN made USING (id, bill)") == "100"


def odbc():
    driver = glob.glob("/usr/lib/*/odbc/psqlodbcw.so")[0]
    connection = pyodbc.connect(
        f"Driver={driver};Server={os.environ['PGHOST']};Port={os.environ['PGPORT']};"
        f"Database={os.environ['PGDATABASE']};Uid={os.environ['PGUSER']}"
    )
    cursor = connection.cursor()
    rows = cursor.execute("SELECT id, bill, name FROM users ORDER BY id").fetchall()
    assert (
        {one[1] for one in cursor.description} == {str}
        and rows[0][0].startswith("user_")
        and rows[0][1].startswith("bill_")
    )
    assert (
        cursor.execute(
            "SELECT name FROM users WHERE id = ? AND bill = ?", rows[0][0], rows[0][1]
        ).fetchone()[0]
        == rows[0][2]
    )
    cursor.execute("TRUNCATE copy")
    cursor.executemany("INSERT INTO copy VALUES (?, ?, ?)", [tuple(row) for row in rows])
    connection.commit()
    assert psql("-c", same) == "100"
    try:
        cursor.execute("SELECT 1 FROM users WHERE id = ?", "order_01h455vb4pex5vsknk084sn02q")
        raise AssertionError("taken")
    except pyodbc.DataError as error:
        assert error.args[0] == "22P02", error


check(
    "pandas: ids and masked numbers are strings, sorted as the server sorts ids, "
    "and go back into a table of their types",
    frames,
)
check("ODBC: ids are text, parameters take them, and what was read is written", odbc)
