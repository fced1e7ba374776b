// sqlx: the same program over columns of uuid without the extension (STATE=uuid) and after they have moved (moved).
mod base62id;
mod harness;

use harness::*;
use sqlx::{FromRow, PgPool};

stored_id!(UserId, "user_id", "typeid", "user");
stored_id!(OrderId, "order_id", "typeid", "order");

#[derive(FromRow, PartialEq, Debug)]
struct User {
    id: UserId,
    friends: Vec<UserId>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let state = std::env::var("STATE").unwrap();
    if state == "typed" {
        return; // the types of the adapter without the word are those of sqlx_main.rs
    }
    let pool = PgPool::connect(&std::env::var("DATABASE_URL").unwrap()).await.unwrap();
    let mine = UserId::generate().unwrap();
    run("ok", &format!("{state}: rows, keys, arrays, RETURNING, lists, ranges, upserts"), "", async {
        sqlx::query("TRUNCATE watches, orders, users").execute(&pool).await?;
        let server: UserId = sqlx::query_scalar("INSERT INTO users (name) VALUES ('server') RETURNING id").fetch_one(&pool).await?;
        let friends = vec![UserId::generate()?, server.clone()];
        sqlx::query("INSERT INTO users (id, name, friends) VALUES ($1, 'mine', $2)").bind(&mine).bind(&friends).execute(&pool).await?;
        let (order, parent): (OrderId, Option<OrderId>) =
            sqlx::query_as("INSERT INTO orders (buyer_id) VALUES ($1) RETURNING id, parent_id").bind(&mine).fetch_one(&pool).await?;
        ensure(parent.is_none(), "no parent")?;
        let user: User = sqlx::query_as("SELECT u.id, friends FROM users u JOIN orders o ON o.buyer_id = u.id WHERE o.id = $1").bind(&order).fetch_one(&pool).await?;
        ensure(user == User { id: mine.clone(), friends }, &format!("{user:?}"))?;
        let text: UserId = sqlx::raw_sql("SELECT id FROM users WHERE name = 'mine'").fetch_one(&pool).await.map(|row| sqlx::Row::get(&row, 0))?;
        ensure(text == mine, "in the simple protocol")?;
        let both: Vec<UserId> = sqlx::query_scalar("SELECT id FROM users WHERE id = ANY ($1)").bind(vec![mine.clone(), server]).fetch_all(&pool).await?;
        ensure(both.len() == 2, "ANY")?;
        for (text, wanted) in counts(mine.as_str()) {
            let found: i64 = match UserId::range(text)? {
                Some((first, last)) => sqlx::query_scalar("SELECT count(*) FROM users WHERE id BETWEEN $1 AND $2").bind(first).bind(last).fetch_one(&pool).await?,
                None => 0,
            };
            ensure(found == wanted as i64, text)?;
        }
        let upsert = "INSERT INTO users (id, name) VALUES ($1, 'x') ON CONFLICT (id) DO UPDATE SET name = 'again' RETURNING id";
        let again: UserId = sqlx::query_scalar(upsert).bind(&mine).fetch_one(&pool).await?;
        ensure(again == mine, "upsert")?;
        stored_as(&state, mine.as_str())
    })
    .await;
    run("ok", &format!("{state}: another kind, a malformed id and a UUID's text never reach the server"), "", async {
        for wrong in wrong_ids() {
            ensure(UserId::try_from(wrong.as_str()).is_err(), &wrong)?;
        }
        Ok(())
    })
    .await;
}
