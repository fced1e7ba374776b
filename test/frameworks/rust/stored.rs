// What stored.py asks, of a driver over columns of uuid: main.rs has the driver and the types of the ids.
use crate::harness::*;
use crate::{Id, OrderId, UserId, Uuid};
use std::sync::LazyLock;

pub type Failure = Box<dyn std::error::Error>;
pub enum Given {
    User(UserId),
    Users(Vec<UserId>),
    Uuids(Vec<Uuid>),
    Order(Option<OrderId>),
    Text(String),
}
pub trait Driver {
    /// The rows, whose columns are of users (u), lists of them (l), of orders or NULL (o), texts (t) and numbers (n).
    async fn rows(
        &self,
        sql: &str,
        kinds: &str,
        given: &[Given],
    ) -> Result<Vec<Vec<String>>, Failure>;
    /// The SQLSTATE of what the server refused.
    fn code(error: &Failure) -> Option<String>;
    /// The ids of all rows, for times.py.
    async fn read<T: Id>(&self, table: &str) -> Result<Vec<(T, T)>, Failure>;
    /// The driver's own checks.
    async fn own(&self, mine: UserId);
}

fn user(id: &str) -> Result<Given, Failure> {
    Ok(Given::User(UserId::try_from(id)?))
}
fn users(ids: &str) -> Result<Given, Failure> {
    Ok(Given::Users(
        ids.split_whitespace()
            .map(UserId::try_from)
            .collect::<Result<_, _>>()?,
    ))
}
fn order(id: &str) -> Result<Given, Failure> {
    Ok(Given::Order(if id.is_empty() {
        None
    } else {
        Some(OrderId::try_from(id)?)
    }))
}
fn text(text: &str) -> Given {
    Given::Text(text.to_owned())
}

async fn answer(
    driver: &impl Driver,
    operation: &str,
    g: &[&str],
) -> Result<Option<Vec<String>>, Failure> {
    let flat = |rows: Vec<Vec<String>>| rows.into_iter().flatten().collect::<Vec<_>>();
    let facts = "CASE WHEN $3 <> '' THEN jsonb_build_object('id', $3::text) END";
    let ids = async |condition: &str, given: &[Given]| {
        driver
            .rows(
                &format!("SELECT id FROM users WHERE {condition} ORDER BY id"),
                "u",
                given,
            )
            .await
    };
    Ok(Some(flat(match operation {
        "add_user" if g[0].is_empty() => {
            let sql = format!("INSERT INTO users (name, friends, facts) VALUES ($1, $2, {facts}) RETURNING id");
            driver.rows(&sql, "u", &[text(g[1]), users(g[2])?, text(g[3])]).await?
        }
        "add_user" => {
            let sql = format!("INSERT INTO users (name, friends, facts, id) VALUES ($1, $2, {facts}, $4) RETURNING id");
            driver.rows(&sql, "u", &[text(g[1]), users(g[2])?, text(g[3]), user(g[0])?]).await?
        }
        "user" => driver.rows("SELECT id, name, friends, coalesce(facts->>'id', '') FROM users WHERE id = $1", "utlt", &[user(g[0])?]).await?,
        "add_order" if g[0].is_empty() => {
            driver.rows("INSERT INTO orders (buyer_id, parent_id, note) VALUES ($1, $2, $3) RETURNING id", "o", &[user(g[1])?, order(g[2])?, text(g[3])]).await?
        }
        "add_order" => {
            let given = [user(g[1])?, order(g[2])?, text(g[3]), order(g[0])?];
            driver.rows("INSERT INTO orders (buyer_id, parent_id, note, id) VALUES ($1, $2, $3, $4) RETURNING id", "o", &given).await?
        }
        "watch" => driver.rows("INSERT INTO watches VALUES ($1, $2)", "", &[user(g[0])?, order(g[1])?]).await?,
        "orders" => {
            let sql = "SELECT o.id, u.id, parent_id FROM users u JOIN orders o ON o.buyer_id = u.id WHERE u.id = $1";
            driver.rows(sql, "ouo", &[user(g[0])?]).await?.iter().map(|row| vec![format!("join {}", row.join(" "))]).collect()
        }
        "watched" => driver.rows("SELECT order_id FROM watches WHERE user_id = $1", "o", &[user(g[0])?]).await?,
        "in" => ids("id = ANY ($1)", &[users(g[0])?]).await?,
        "between" => ids("id BETWEEN $1 AND $2", &[user(g[0])?, user(g[1])?]).await?,
        "below" => ids("id < $1", &[user(g[0])?]).await?,
        #[cfg(feature = "told")]
        "prefix" => ids("id ^@ $1", &[text(g[0])]).await?,
        #[cfg(not(feature = "told"))]
        "prefix" => match UserId::prefix_range(g[0]) {
            Some((first, last)) => ids("id BETWEEN $1 AND $2", &[Given::User(first), Given::User(last)]).await?,
            None => vec![],
        },
        "friend" => ids("$1 = ANY (friends)", &[user(g[0])?]).await?,
        "upsert" => {
            let sql = "INSERT INTO users (id, name) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET name = excluded.name RETURNING id";
            driver.rows(sql, "u", &[user(g[0])?, text(g[1])]).await?
        }
        "give" => driver.rows("UPDATE orders SET buyer_id = $2 WHERE id = $1 RETURNING id, buyer_id", "ou", &[order(g[0])?, user(g[1])?]).await?,
        "remove" => driver.rows("WITH gone AS (DELETE FROM users WHERE id = $1 RETURNING 1) SELECT count(*) FROM gone", "n", &[user(g[0])?]).await?,
        "buyer" => driver.rows("SELECT id, orders FROM buyers WHERE id = $1", "un", &[user(g[0])?]).await?,
        "policy" => {
            driver.rows("BEGIN", "", &[]).await?;
            driver.rows("SELECT set_config('shop.customer', $1, true), set_config('role', 'customer', true)", "", &[text(g[0])]).await?;
            let found = driver.rows("SELECT id FROM orders", "o", &[]).await?;
            driver.rows("COMMIT", "", &[]).await?;
            found
        }
        "call" => driver.rows("SELECT orders_of($1::text::uuid)", "n", &[text(g[0])]).await?,
        "parents" => driver.rows("SELECT id FROM parents()", "o", &[]).await?,
        "tree" => {
            let sql = "WITH RECURSIVE up AS (SELECT id, parent_id FROM orders WHERE id = $1
                UNION ALL SELECT o.id, o.parent_id FROM orders o JOIN up ON o.id = up.parent_id) SELECT id FROM up";
            driver.rows(sql, "o", &[order(g[0])?]).await?
        }
        "own" => {
            driver.own(UserId::try_from(g[0])?).await;
            vec![]
        }
        "write" => {
            let sql = format!("INSERT INTO {} SELECT id, id, 'a name' FROM unnest($1::uuid[]) AS id", g[0]);
            for [uuids, ids] in &*ROWS {
                driver.rows(&sql, "", std::slice::from_ref(if g[0] == "plain" { uuids } else { ids })).await?;
            }
            vec![]
        }
        "read" if g[0] == "plain" => told(driver.read::<Uuid>(g[0]).await?),
        "read" => told(driver.read::<UserId>(g[0]).await?),
        _ => return Ok(None),
    })))
}

/// What times.py gives, 1,000 rows each: UUIDs and ids.
static ROWS: LazyLock<Vec<[Given; 2]>> = LazyLock::new(|| {
    let given = |some: &[[String; 2]]| {
        let ids = some
            .iter()
            .map(|row| UserId::try_from(&row[1][..]).unwrap())
            .collect();
        [
            Given::Uuids(some.iter().map(|row| row[0].parse().unwrap()).collect()),
            Given::Users(ids),
        ]
    };
    lines_of("ROWS").chunks(1000).map(given).collect()
});
fn told<T: ToString>(rows: Vec<(T, T)>) -> Vec<Vec<String>> {
    vec![vec![rows.len().to_string(), rows[0].1.to_string()]]
}

pub async fn serve<D: Driver>(driver: &D) {
    for line in std::io::stdin().lines().map(Result::unwrap) {
        let words: Vec<&str> = line.split('\t').collect();
        match answer(driver, words[0], &words[1..]).await {
            Ok(Some(fields)) => say(&[
                &["="],
                &fields.iter().map(String::as_str).collect::<Vec<_>>()[..],
            ]
            .concat()),
            Ok(None) => say(&["?"]),
            Err(error) => say(&[
                "!",
                &D::code(&error).unwrap_or_default(),
                &error.to_string(),
            ]),
        }
    }
}
pub fn joined(ids: &[UserId]) -> String {
    ids.iter()
        .map(UserId::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}
pub fn or_dash(id: Option<OrderId>) -> String {
    id.map_or("-".to_owned(), |id| id.to_string())
}
