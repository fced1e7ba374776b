// tokio-postgres: the same program over columns of uuid without the extension (STATE=uuid) and after they have moved (moved).
mod base62id;
mod harness;

use harness::*;
use tokio_postgres::NoTls;

stored_id!(UserId, "user_id", "typeid", "user");
stored_id!(OrderId, "order_id", "typeid", "order");

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let state = std::env::var("STATE").unwrap();
    if state == "typed" {
        return; // the types of the adapter without the word are those of tokio_main.rs
    }
    let (client, connection) = tokio_postgres::connect(&std::env::var("DATABASE_URL").unwrap(), NoTls).await.unwrap();
    tokio::spawn(connection);
    let mine = UserId::generate().unwrap();
    run("ok", &format!("{state}: rows, keys, arrays, RETURNING, lists, ranges, upserts"), "", async {
        client.batch_execute("TRUNCATE watches, orders, users").await?;
        let server: UserId = client.query_one("INSERT INTO users (name) VALUES ('server') RETURNING id", &[]).await?.get(0);
        let friends = vec![UserId::generate()?, server.clone()];
        client.execute("INSERT INTO users (id, name, friends) VALUES ($1, 'mine', $2)", &[&mine, &friends]).await?;
        let order: OrderId = client.query_one("INSERT INTO orders (buyer_id) VALUES ($1) RETURNING id", &[&mine]).await?.get(0);
        let row = client.query_one("SELECT u.id, friends, o.id, parent_id FROM users u JOIN orders o ON o.buyer_id = u.id WHERE u.id = $1", &[&mine]).await?;
        let parent: Option<OrderId> = row.get(3);
        ensure((row.get::<_, UserId>(0), row.get::<_, Vec<UserId>>(1), row.get::<_, OrderId>(2)) == (mine.clone(), friends, order), "the row")?;
        ensure(parent.is_none(), "no parent")?;
        let both = vec![mine.clone(), server];
        ensure(client.query("SELECT id FROM users WHERE id = ANY ($1)", &[&both]).await?.len() == 2, "ANY")?;
        for (text, wanted) in counts(mine.as_str()) {
            let found = match UserId::range(text)? {
                Some((first, last)) => client.query("SELECT id FROM users WHERE id BETWEEN $1 AND $2", &[&first, &last]).await?.len(),
                None => 0,
            };
            ensure(found == wanted, text)?;
        }
        let upsert = "INSERT INTO users (id, name) VALUES ($1, 'x') ON CONFLICT (id) DO UPDATE SET name = 'again' RETURNING id";
        ensure(client.query_one(upsert, &[&mine]).await?.get::<_, UserId>(0) == mine, "upsert")?;
        stored_as(&state, mine.as_str())
    })
    .await;
    run("ok", &format!("{state}: another kind, a malformed id and a UUID's text never reach the server"), "", async {
        for wrong in wrong_ids() {
            ensure(UserId::try_from(wrong.as_str()).is_err(), &wrong)?;
        }
        let order = OrderId::generate()?;
        let error = client.query("SELECT 1 FROM users WHERE id = $1", &[&order]).await;
        // Over uuid the type alone says it: a struct that holds ids of users takes no other.
        ensure(state == "uuid" || error.is_err_and(|error| error.code().is_none()), "the other type is refused")
    })
    .await;
}
