// sqlx over columns of uuid, and told that they have moved: without the word.
mod harness;
mod stored;

use harness::*;
use sqlx::postgres::{PgPool, PgPoolOptions};
use sqlx::types::Uuid;
use sqlx::{AssertSqlSafe, Decode, Postgres, Row, Type};
use stored::*;

#[cfg(feature = "told")]
mod kinds {
    base62id::kind!(pub UserId, "user", sql = "user_id");
    base62id::kind!(pub OrderId, "order", sql = "order_id");
}
#[cfg(not(feature = "told"))]
mod kinds {
    base62id::kind!(pub UserId, "user");
    base62id::kind!(pub OrderId, "order");
}
pub use kinds::{OrderId, UserId};

pub trait Id: ToString + Send + Unpin + Type<Postgres> + for<'a> Decode<'a, Postgres> {}
impl Id for UserId {}
impl Id for Uuid {}

impl Driver for PgPool {
    async fn rows(
        &self,
        sql: &str,
        kinds: &str,
        given: &[Given],
    ) -> Result<Vec<Vec<String>>, Failure> {
        let mut query = sqlx::query(AssertSqlSafe(sql.to_owned()));
        for one in given {
            query = match one {
                Given::User(id) => query.bind(*id),
                Given::Users(ids) => query.bind(ids.clone()),
                Given::Uuids(ids) => query.bind(ids.clone()),
                Given::Order(id) => query.bind(*id),
                Given::Text(text) => query.bind(text.clone()),
            };
        }
        let mut found = vec![];
        for row in query.fetch_all(self).await? {
            let mut fields = vec![];
            for (i, kind) in kinds.chars().enumerate() {
                fields.push(match kind {
                    'u' => row.try_get::<UserId, _>(i)?.to_string(),
                    'l' => joined(&row.try_get::<Vec<UserId>, _>(i)?),
                    'o' => or_dash(row.try_get(i)?),
                    't' => row.try_get(i)?,
                    _ => row.try_get::<i64, _>(i)?.to_string(),
                });
            }
            found.push(fields);
        }
        Ok(found)
    }
    async fn read<T: Id>(&self, table: &str) -> Result<Vec<(T, T)>, Failure> {
        Ok(
            sqlx::query_as(AssertSqlSafe(format!("SELECT id, friend FROM {table}")))
                .fetch_all(self)
                .await?,
        )
    }
    fn code(error: &Failure) -> Option<String> {
        Some(
            error
                .downcast_ref::<sqlx::Error>()?
                .as_database_error()?
                .code()?
                .into_owned(),
        )
    }
    async fn own(&self, mine: UserId) {
        run(
            "ok",
            &format!(
                "{}: in the simple protocol",
                std::env::var("STATE").unwrap()
            ),
            "",
            async {
                let sql = format!("SELECT id FROM users WHERE name = '{mine}'");
                ensure(
                    sqlx::raw_sql(AssertSqlSafe(sql))
                        .fetch_one(self)
                        .await?
                        .get::<UserId, _>(0)
                        == mine,
                    "text",
                )
            },
        )
        .await;
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    // One connection, on which a transaction is text.
    serve(
        &PgPoolOptions::new()
            .max_connections(1)
            .connect(&std::env::var("DATABASE_URL").unwrap())
            .await
            .unwrap(),
    )
    .await;
}
