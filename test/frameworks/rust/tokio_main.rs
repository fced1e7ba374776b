// tokio-postgres.
mod base62id;
mod harness;
mod users;

use base62id::{Id, NAMES};
use harness::*;
use tokio_postgres::types::Type;
use tokio_postgres::{Client, NoTls, error::SqlState};

async fn open() -> Client {
    let (client, connection) = tokio_postgres::connect(&std::env::var("DATABASE_URL").unwrap(), NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

async fn ids(client: &Client, query: &str) -> Vec<Id> {
    client.query(query, &[]).await.unwrap().iter().map(|row| row.get(0)).collect()
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let server = psql(&["-c", "SHOW server_version"]);
    let version = std::env::var("CRATE_VERSION").unwrap();
    say(&["version", &format!("tokio-postgres {version}, PostgreSQL {}", server.split(' ').next().unwrap())]);
    psql_file("FILL");
    let client = open().await;
    let tables = ["users", "orders", "invoices"];
    let mine = Id(new_id("user"));

    run("cell", "default", "adapter: `Id`", async {
        let user: Id = client.query_one("INSERT INTO users (name) VALUES ('Ada') RETURNING id", &[]).await?.get(0);
        ensure(user.0.starts_with("user_"), &user.0)?;
        let insert = "INSERT INTO orders (buyer_id, note) VALUES ($1, 'n') RETURNING id";
        let order: Id = client.query_one(insert, &[&user]).await?.get(0);
        ensure(order.0.len() == 11, &order.0)
    }).await;
    run("cell", "own", "adapter: `Id`", async {
        client.execute("INSERT INTO users VALUES ($1, 'mine')", &[&mine]).await?;
        ensure(users::name_of(&client, &mine).await? == "mine", "mine")
    }).await;
    run("cell", "in", "adapter: `Vec<Id>`", async {
        let some = ids(&client, "SELECT id FROM users LIMIT 3").await;
        ensure(users::users_of(&client, &some).await?.len() == 3, "users_of")?;
        for table in tables {
            let some = ids(&client, &format!("SELECT id FROM {table} LIMIT 3")).await;
            let query = format!("SELECT array_agg(id) FROM {table} WHERE id = ANY ($1)");
            let found: Vec<Id> = client.query_one(&query, &[&some]).await?.get(0);
            ensure(found.len() == 3 && some.contains(&found[0]), table)?;
        }
        Ok(())
    }).await;
    run("cell", "malformed", "adapter: an `Error` before the query; `22P02` from the server", async {
        let error = users::name_of(&client, &Id::from(MALFORMED)).await.unwrap_err();
        ensure(format!("{error:?}").contains("not in its alphabet"), &format!("{error:?}"))?;
        let error = client.query("SELECT $1::text::typeid", &[&MALFORMED]).await.unwrap_err();
        ensure(error.code() == Some(&SqlState::INVALID_TEXT_REPRESENTATION), &format!("{error:?}"))
    }).await;
    run("cell", "prefix", "`id ^@ $1`", async {
        let some = ids(&client, "SELECT id FROM users LIMIT 1").await.remove(0);
        ensure(users::users_that_start_with(&client, &some.0[..27]).await?.contains(&some), "users")?;
        for table in tables {
            let some = ids(&client, &format!("SELECT id FROM {table} LIMIT 1")).await.remove(0);
            let text = &some.0[..some.0.len() - 4];
            let found = client.query(&format!("SELECT id FROM {table} WHERE id ^@ $1"), &[&text]).await?;
            ensure(found.iter().any(|row| row.get::<_, Id>(0) == some), table)?;
        }
        Ok(())
    }).await;
    run("cell", "typed", "as text: `id::text`, `id = $1::text`", async {
        make_typed();
        let some: String = client.query_one("SELECT id::text FROM teams LIMIT 1", &[]).await?.get(0);
        let found: String = client.query_one("SELECT id::text FROM teams WHERE id = $1::text", &[&some]).await?.get(0);
        ensure(found == some, &some)?;
        let query = "SELECT id::text FROM teams WHERE id = ANY ($1::text[])";
        let found: String = client.query_one(query, &[&vec![some.clone()]]).await?.get(0);
        ensure(found == some, &some)
    }).await;
    run("ok", "typed ids in every notation, as text", "", async {
        for (name, prefix, notation) in notated() {
            let table = name.trim_end_matches("_id");
            let mine = base62id::new_id_in(&notation, &prefix)?;
            client.execute(&format!("INSERT INTO {table} VALUES ($1::text)"), &[&mine]).await?;
            let query = format!("SELECT id::text FROM {table} WHERE id = ANY ($1::text[])");
            let found: String = client.query_one(&query, &[&vec![mine.clone()]]).await?.get(0);
            ensure(base62id::parse_in(&notation, &found, &prefix)? == mine, &found)?;
        }
        Ok(())
    }).await;
    run("ok", "every type, scalars and arrays, in binary", "", async {
        let vectors = lines_of("VECTORS");
        for name in NAMES {
            let ours = vectors.iter().filter(|[n, text, _, id]| n == name && text == id && !id.is_empty());
            let texts: Vec<Id> = ours.map(|[_, text, _, _]| Id::from(text.as_str())).collect();
            let list: Vec<Id> = client.query_one(&format!("SELECT $1::{name}[]"), &[&texts]).await?.get(0);
            ensure(list == texts, name)?;
            let one: Id = client.query_one(&format!("SELECT $1::{name}"), &[&texts[0]]).await?.get(0);
            ensure(one == texts[0], name)?;
        }
        Ok(())
    }).await;
    run("trap", "tokio-postgres: a `&str` as a typeid is `WrongType`; so is a `String` of a result.", "", async {
        let error = client.query("SELECT 1 FROM users WHERE id = $1", &[&new_id("user")]).await.unwrap_err();
        ensure(format!("{error:?}").contains("WrongType"), &format!("{error:?}"))?;
        let row = client.query_one("SELECT id FROM users LIMIT 1", &[]).await?;
        ensure(row.try_get::<_, String>(0).is_err(), "String")?;
        let sql = "SELECT id::text FROM users WHERE id = $1 LIMIT 1";
        let with_type = client.query_typed(sql, &[(&new_id("user"), Type::TEXT)]).await?;
        ensure(with_type.is_empty(), "query_typed declares text")
    }).await;
}
