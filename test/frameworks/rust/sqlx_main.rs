// sqlx with tokio.
mod base62id;
mod harness;
mod sqlx_users;

use harness::*;
use sqlx::PgPool;
use sqlx_users::UserId;

crate::id!(Uid, "uid11", "uid11");
crate::id!(TeamId, "team_id", "typeid", "team");
crate::id!(InUlid, "in_ulid_id", "ulid", "in_ulid");
crate::id!(InBase62id, "in_base62id_id", "base62id", "in_baseid");
crate::id!(InBase64uuid, "in_base64uuid_id", "base64uuid", "in_baseuuid");

/// A typed id of the table `$table`: made by the client and by the server, found, in lists; another one is refused.
macro_rules! check_notated {
    ($pool:expr, $rust:ident, $table:literal, $notation:literal, $prefix:literal) => {
        run("ok", concat!("typed ids in the notation ", $notation, ", scalars and arrays, in binary"), "", async {
            let mine = $rust(base62id::new_id_in($notation, $prefix)?);
            sqlx::query(concat!("INSERT INTO ", $table, " VALUES ($1)")).bind(&mine).execute($pool).await?;
            let made: $rust = sqlx::query_scalar(concat!("INSERT INTO ", $table, " DEFAULT VALUES RETURNING id"))
                .fetch_one($pool).await?;
            ensure(base62id::is_valid_in($notation, &made.0, $prefix), &made.0)?;
            let find = concat!("SELECT id FROM ", $table, " WHERE id = $1");
            let found: $rust = sqlx::query_scalar(find).bind(&mine).fetch_one($pool).await?;
            ensure(found == mine, &found.0)?;
            let given = if $notation == "ulid" { mine.0.to_lowercase() } else { mine.to_string() };
            ensure($rust::try_from(given.as_str())? == mine, &given)?;
            let ids = [mine, made];
            let list: Vec<$rust> =
                sqlx::query_scalar(concat!("SELECT array_agg(id) FROM ", $table, " WHERE id = ANY ($1)"))
                    .bind(&ids[..]).fetch_one($pool).await?;
            ensure(list.len() == 2 && list.iter().all(|id| ids.contains(id)), "a list")?;
            for wrong in [base62id::new_id_in($notation, "user")?, ids[0].0[1..].to_owned(), format!("{}0", ids[0].0)] {
                ensure($rust::try_from(wrong.as_str()).is_err(), &wrong)?;
                let error = sqlx::query(find).bind($rust(wrong)).fetch_optional($pool).await.err().expect("an error");
                ensure(matches!(error, sqlx::Error::Encode(_)), &format!("{error:?}"))?;
            }
            Ok(())
        }).await;
    };
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let server = psql(&["-c", "SHOW server_version"]);
    let version = std::env::var("CRATE_VERSION").unwrap();
    say(&["version", &format!("sqlx {version}, PostgreSQL {}", server.split(' ').next().unwrap())]);
    psql_file("FILL");
    let pool = PgPool::connect(&std::env::var("DATABASE_URL").unwrap()).await.unwrap();
    let mine = UserId(new_id("user"));
    let some_users = async || -> Vec<UserId> {
        sqlx::query_scalar("SELECT id FROM users LIMIT 3").fetch_all(&pool).await.unwrap()
    };

    run("cell", "default", "adapter: `id!`", async {
        let user: UserId = sqlx::query_scalar("INSERT INTO users (name) VALUES ('Ada') RETURNING id")
            .fetch_one(&pool).await?;
        ensure(user.0.starts_with("user_"), &user.0)?;
        let insert = "INSERT INTO orders (buyer_id, note) VALUES ($1, 'n') RETURNING id";
        let order: Uid = sqlx::query_scalar(insert).bind(&user).fetch_one(&pool).await?;
        ensure(order.0.len() == 11, &order.0)
    }).await;
    run("cell", "own", "adapter: `id!`", async {
        sqlx::query("INSERT INTO users VALUES ($1, 'mine')").bind(&mine).execute(&pool).await?;
        ensure(sqlx_users::user(&pool, &mine).await?.name == "mine", "mine")
    }).await;
    run("cell", "in", "adapter: `id!`", async {
        ensure(sqlx_users::users_of(&pool, &some_users().await).await?.len() == 3, "3")?;
        let list: Vec<Uid> =
            sqlx::query_scalar("SELECT array_agg(id) FROM (SELECT id FROM orders LIMIT 3) o").fetch_one(&pool).await?;
        ensure(list.len() == 3 && list[0].0.len() == 11, "array")
    }).await;
    run("cell", "malformed", "adapter: `Error::Encode`; `Error::Database` 22P02 from the server", async {
        let error = sqlx_users::user(&pool, &UserId(MALFORMED.into())).await.err().unwrap();
        ensure(matches!(error, sqlx::Error::Encode(_)), &format!("{error:?}"))?;
        let error = sqlx::query("SELECT $1::text::typeid").bind(MALFORMED).execute(&pool).await.unwrap_err();
        ensure(error.as_database_error().and_then(|e| e.code()).as_deref() == Some("22P02"), &format!("{error:?}"))
    }).await;
    run("cell", "prefix", "`id ^@ $1`", async {
        let id = some_users().await.remove(0);
        let found = sqlx_users::users_that_start_with(&pool, &id.0[..27]).await?;
        ensure(found.iter().any(|user| user.id == id), "users")
    }).await;
    run("cell", "typed", "adapter: `id!(TeamId, \"team_id\", \"typeid\", \"team\")`", async {
        make_typed();
        let id: TeamId = sqlx::query_scalar("SELECT id FROM teams LIMIT 1").fetch_one(&pool).await?;
        ensure(id.0.starts_with("team_"), &id.0)?;
        let found: TeamId = sqlx::query_scalar("SELECT id FROM teams WHERE id = $1").bind(&id).fetch_one(&pool).await?;
        ensure(found == id, "find")?;
        let ids = [id];
        let found: TeamId = sqlx::query_scalar("SELECT id FROM teams WHERE id = ANY ($1)")
            .bind(&ids[..]).fetch_one(&pool).await?;
        ensure(found == ids[0], "any")
    }).await;
    ensure(notated().len() == 3, "three notations beside TypeID's").unwrap();
    check_notated!(&pool, InUlid, "in_ulid", "ulid", "in_ulid");
    check_notated!(&pool, InBase62id, "in_base62id", "base62id", "in_baseid");
    check_notated!(&pool, InBase64uuid, "in_base64uuid", "base64uuid", "in_baseuuid");
    run("trap", "sqlx: a `String` of a typeid is an error of types.", "", async {
        let error = sqlx::query_scalar::<_, String>("SELECT id FROM users LIMIT 1").fetch_one(&pool).await.unwrap_err();
        ensure(format!("{error}").contains("not compatible"), &format!("{error}"))
    }).await;
}
