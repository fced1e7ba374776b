// tokio-postgres.
// users is a code block of docs/frameworks/rust.md.
mod harness;
mod users;

use base62id::{Base62id, Base64uuid, Baseuid, Typeid, Ulid, Xid};
use harness::*;
use tokio_postgres::types::Type;
use tokio_postgres::types::{FromSql, ToSql};
use tokio_postgres::{error::SqlState, Client, NoTls};
use users::UserId;

async fn open() -> Client {
    let (client, connection) =
        tokio_postgres::connect(&std::env::var("DATABASE_URL").unwrap(), NoTls)
            .await
            .unwrap();
    tokio::spawn(connection);
    client
}

base62id::kind!(TeamId, "team");

/// Ids of a type: in lists, and each.
async fn check_type<I>(client: &Client, name: &str, own: impl Fn(&str) -> Option<I>) -> Outcome
where
    I: ToSql + Sync + PartialEq + Copy + for<'a> FromSql<'a>,
{
    let vectors = lines_of("VECTORS");
    let ours = vectors
        .iter()
        .filter(|[n, text, _, id]| n == name && text == id && !id.is_empty());
    let given: Vec<I> = ours.filter_map(|[_, text, _, _]| own(text)).collect();
    ensure(given.len() > 10, name)?;
    let list: Vec<I> = client
        .query_one(&format!("SELECT $1::{name}[]"), &[&given])
        .await?
        .get(0);
    ensure(list == given, name)?;
    let one: I = client
        .query_one(&format!("SELECT $1::{name}"), &[&given[0]])
        .await?
        .get(0);
    ensure(one == given[0], name)?;
    let texts: Vec<I> = client
        .query_one(&format!("SELECT $1::{name}[]::text[]"), &[&given])
        .await?
        .get(0);
    ensure(texts == given, name)
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let server = psql(&["-c", "SHOW server_version"]);
    let version = std::env::var("CRATE_VERSION").unwrap();
    say(&[
        "version",
        &format!(
            "tokio-postgres {version}, PostgreSQL {}",
            server.split(' ').next().unwrap()
        ),
    ]);
    psql_file("FILL");
    let client = open().await;
    let mine = UserId::generate();

    run("cell", "default", "`kind!`", async {
        let row = client
            .query_one("INSERT INTO users (name) VALUES ('Ada') RETURNING id", &[])
            .await?;
        let user: UserId = row.get(0);
        let insert = "INSERT INTO orders (buyer_id, note) VALUES ($1, 'n') RETURNING id";
        let order: Xid = client.query_one(insert, &[&user]).await?.get(0);
        ensure(order.text().len() == 11, "an order")
    })
    .await;
    run("cell", "own", "`kind!`", async {
        client
            .execute("INSERT INTO users VALUES ($1, 'mine')", &[&mine])
            .await?;
        ensure(
            users::name_of(&client, &mine.to_string()).await?.as_deref() == Some("mine"),
            "mine",
        )
    })
    .await;
    run("cell", "in", "`kind!`", async {
        let rows = client.query("SELECT id FROM users LIMIT 3", &[]).await?;
        let some: Vec<UserId> = rows.iter().map(|row| row.get(0)).collect();
        ensure(
            users::users_of(&client, &some).await?.len() == 3,
            "users_of",
        )?;
        let query = "SELECT array_agg(id) FROM users WHERE id = ANY ($1)";
        let found: Vec<UserId> = client.query_one(query, &[&some]).await?.get(0);
        ensure(found.len() == 3 && some.contains(&found[0]), "a list")
    })
    .await;
    run(
        "cell",
        "malformed",
        "an `InvalidId` before the query; `22P02` from the server",
        async {
            for unknown in [MALFORMED, &new_id("order"), &new_id("user"), ""] {
                ensure(users::name_of(&client, unknown).await?.is_none(), unknown)?;
            }
            let error = client
                .query("SELECT $1::text::typeid", &[&MALFORMED])
                .await
                .unwrap_err();
            ensure(
                error.code() == Some(&SqlState::INVALID_TEXT_REPRESENTATION),
                &format!("{error:?}"),
            )
        },
    )
    .await;
    run("cell", "prefix", "`id ^@ $1`", async {
        let found = users::users_that_start_with(&client, &mine.text()[..27]).await?;
        ensure(found.contains(&mine), "users")
    })
    .await;
    run("cell", "typed", "`kind!`", async {
        make_typed();
        let some: TeamId = client
            .query_one("SELECT id FROM teams LIMIT 1", &[])
            .await?
            .get(0);
        let query = "SELECT id FROM teams WHERE id = $1 AND id = ANY ($2)";
        let found: TeamId = client.query_one(query, &[&some, &vec![some]]).await?.get(0);
        ensure(found == some, "a team")?;
        // The driver refuses another kind.
        let error = client
            .query(query, &[&mine, &vec![mine]])
            .await
            .unwrap_err();
        ensure(
            format!("{error:?}").contains("WrongType"),
            &format!("{error:?}"),
        )
    })
    .await;
    run(
        "ok",
        "ids of another prefix in a column of typeid are an error",
        "",
        async {
            let row = client
                .query_one("SELECT typeid_generate('order'::text)", &[])
                .await?;
            ensure(
                row.try_get::<_, UserId>(0).is_err(),
                "an order's id as a user's",
            )
        },
    )
    .await;
    run(
        "ok",
        "every type, scalars and arrays, in binary",
        "",
        async {
            check_type(&client, "typeid", |text| text.parse::<Typeid>().ok()).await?;
            check_type(&client, "base62id", |text| text.parse::<Base62id>().ok()).await?;
            check_type(&client, "base64uuid", |text| {
                text.parse::<Base64uuid>().ok()
            })
            .await?;
            check_type(&client, "ulid", |text| text.parse::<Ulid>().ok()).await?;
            check_type(&client, "uid11", |text| text.parse::<Xid>().ok()).await?;
            check_type(&client, "baseuid", |text| text.parse::<Baseuid>().ok()).await
        },
    )
    .await;
    run("trap", "With tokio-postgres, a `&str` as a parameter for a `typeid` is refused with `WrongType`. You cannot read a result into a `String` either.", "", async {
        let error = client.query("SELECT 1 FROM users WHERE id = $1", &[&new_id("user")]).await.unwrap_err();
        ensure(format!("{error:?}").contains("WrongType"), &format!("{error:?}"))?;
        let row = client.query_one("SELECT id FROM users LIMIT 1", &[]).await?;
        ensure(row.try_get::<_, String>(0).is_err(), "String")?;
        let sql = "SELECT id::text FROM users WHERE id = $1 LIMIT 1";
        let with_type = client.query_typed(sql, &[(&new_id("user"), Type::TEXT)]).await?;
        ensure(with_type.is_empty(), "query_typed declares text")
    }).await;
}
