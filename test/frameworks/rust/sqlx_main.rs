// sqlx with tokio.
// sqlx_users is a code block of docs/frameworks/rust.md.
mod harness;
mod sqlx_users;

use base62id::{Id, Xid};
use harness::*;
use sqlx::PgPool;
use sqlx_users::UserId;

base62id::kind!(TeamId, "team", sql = "team_id");
base62id::kind!(OtherId, "user", notation = Ulid);
base62id::kind!(InUlid, "in_ulid", notation = Ulid, sql = "in_ulid_id");
base62id::kind!(
    InBase62id,
    "in_baseid",
    notation = Base62id,
    sql = "in_base62id_id"
);
base62id::kind!(
    InBase64uuid,
    "in_baseuuid",
    notation = Base64uuid,
    sql = "in_base64uuid_id"
);

/// An id of the table `$table`: made by the client and by the server, found, in lists.
macro_rules! check_notated {
    ($pool:expr, $rust:ident, $table:literal) => {
        run(
            "ok",
            concat!("ids of ", $table, ", scalars and arrays, in binary"),
            "",
            async {
                let mine = $rust::generate();
                sqlx::query(concat!("INSERT INTO ", $table, " VALUES ($1)"))
                    .bind(mine)
                    .execute($pool)
                    .await?;
                let made: $rust = sqlx::query_scalar(concat!(
                    "INSERT INTO ",
                    $table,
                    " DEFAULT VALUES RETURNING id"
                ))
                .fetch_one($pool)
                .await?;
                let find = concat!("SELECT id FROM ", $table, " WHERE id = $1");
                let found: $rust = sqlx::query_scalar(find).bind(mine).fetch_one($pool).await?;
                ensure(found == mine, &found.to_string())?;
                let text: String =
                    sqlx::query_scalar(concat!("SELECT id::text FROM ", $table, " WHERE id = $1"))
                        .bind(mine)
                        .fetch_one($pool)
                        .await?;
                ensure(text == mine.to_string(), &text)?;
                let ids = [mine, made];
                let list: Vec<$rust> = sqlx::query_scalar(concat!(
                    "SELECT array_agg(id) FROM ",
                    $table,
                    " WHERE id = ANY ($1)"
                ))
                .bind(&ids[..])
                .fetch_one($pool)
                .await?;
                ensure(
                    list.len() == 2 && list.iter().all(|id| ids.contains(id)),
                    "a list",
                )?;
                // A parameter of another kind is of another type to the server.
                let other = sqlx::query(find)
                    .bind(OtherId::generate())
                    .fetch_optional($pool)
                    .await;
                ensure(other.is_err(), "another kind")
            },
        )
        .await;
    };
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let server = psql(&["-c", "SHOW server_version"]);
    let version = std::env::var("CRATE_VERSION").unwrap();
    say(&[
        "version",
        &format!(
            "sqlx {version}, PostgreSQL {}",
            server.split(' ').next().unwrap()
        ),
    ]);
    psql_file("FILL");
    let pool = PgPool::connect(&std::env::var("DATABASE_URL").unwrap())
        .await
        .unwrap();
    let mine = UserId::generate();
    let some_users = async || -> Vec<UserId> {
        sqlx::query_scalar("SELECT id FROM users LIMIT 3")
            .fetch_all(&pool)
            .await
            .unwrap()
    };

    run("cell", "default", "`kind!`", async {
        let user: UserId =
            sqlx::query_scalar("INSERT INTO users (name) VALUES ('Ada') RETURNING id")
                .fetch_one(&pool)
                .await?;
        ensure(user.timestamp().is_some(), "a user")?;
        let insert = "INSERT INTO orders (buyer_id, note) VALUES ($1, 'n') RETURNING id";
        let order: Xid = sqlx::query_scalar(insert)
            .bind(user)
            .fetch_one(&pool)
            .await?;
        ensure(order.text().len() == 11, "an order")
    })
    .await;
    run("cell", "own", "`kind!`", async {
        sqlx::query("INSERT INTO users VALUES ($1, 'mine')")
            .bind(mine)
            .execute(&pool)
            .await?;
        ensure(
            sqlx_users::user_of(&pool, &mine.to_string())
                .await?
                .expect("a user")
                .name
                == "mine",
            "mine",
        )
    })
    .await;
    run("cell", "in", "`kind!`", async {
        ensure(
            sqlx_users::users_of(&pool, &some_users().await)
                .await?
                .len()
                == 3,
            "3",
        )?;
        let list: Vec<Xid> =
            sqlx::query_scalar("SELECT array_agg(id) FROM (SELECT id FROM orders LIMIT 3) o")
                .fetch_one(&pool)
                .await?;
        ensure(list.len() == 3 && list[0].text().len() == 11, "array")
    })
    .await;
    run(
        "cell",
        "malformed",
        "an `InvalidId` before the query; `Error::Database` 22P02 from the server",
        async {
            let error = MALFORMED.parse::<UserId>().unwrap_err();
            ensure(error.position() == Some(31), &error.to_string())?;
            ensure(
                sqlx_users::user_of(&pool, MALFORMED).await?.is_none(),
                "a malformed id is no user",
            )?;
            ensure(
                sqlx_users::user_of(&pool, &UserId::generate().to_string())
                    .await?
                    .is_none(),
                "no user",
            )?;
            ensure(
                sqlx_users::user_of(&pool, &mine.to_string())
                    .await?
                    .is_some(),
                "a user",
            )?;
            let error = sqlx::query("SELECT $1::text::typeid")
                .bind(MALFORMED)
                .execute(&pool)
                .await
                .unwrap_err();
            ensure(
                error.as_database_error().and_then(|e| e.code()).as_deref() == Some("22P02"),
                &format!("{error:?}"),
            )
        },
    )
    .await;
    run("cell", "prefix", "`id ^@ $1`", async {
        let id = some_users().await.remove(0);
        let found = sqlx_users::users_that_start_with(&pool, &id.text()[..27]).await?;
        ensure(found.iter().any(|user| user.id == id), "users")
    })
    .await;
    run("cell", "typed", "`sql = \"team_id\"`", async {
        make_typed();
        let id: TeamId = sqlx::query_scalar("SELECT id FROM teams LIMIT 1")
            .fetch_one(&pool)
            .await?;
        ensure(TeamId::KIND.is(&id.text()), "a team")?;
        let found: TeamId = sqlx::query_scalar("SELECT id FROM teams WHERE id = $1")
            .bind(id)
            .fetch_one(&pool)
            .await?;
        ensure(found == id, "find")?;
        let ids = [id];
        let found: TeamId = sqlx::query_scalar("SELECT id FROM teams WHERE id = ANY ($1)")
            .bind(&ids[..])
            .fetch_one(&pool)
            .await?;
        ensure(found == ids[0], "any")
    })
    .await;
    ensure(notated().len() == 3, "three notations beside TypeID's").unwrap();
    check_notated!(&pool, InUlid, "in_ulid");
    check_notated!(&pool, InBase62id, "in_base62id");
    check_notated!(&pool, InBase64uuid, "in_base64uuid");
    run(
        "trap",
        "With sqlx, you cannot read a `typeid` into a `String`: the two types are not compatible.",
        "",
        async {
            let error = sqlx::query_scalar::<_, String>("SELECT id FROM users LIMIT 1")
                .fetch_one(&pool)
                .await
                .unwrap_err();
            ensure(
                format!("{error}").contains("not compatible"),
                &format!("{error}"),
            )
        },
    )
    .await;
}
