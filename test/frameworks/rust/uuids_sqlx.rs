//! sqlx in an application that knows UUIDs.
#[allow(dead_code)]
mod harness;

use harness::{cell, fresh, want, Outcome, ADA, GRACE};
use sqlx::PgPool;

#[cfg(not(feature = "told"))]
type Uuid = sqlx::types::Uuid;
#[cfg(feature = "told")]
type Uuid = base62id::AsUuid<sqlx::types::Uuid>;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let pool = PgPool::connect(&std::env::var("DATABASE_URL").unwrap())
        .await
        .unwrap();
    let (ada, grace): (Uuid, Uuid) = (ADA.parse().unwrap(), GRACE.parse().unwrap());
    let found = "SELECT count(*) FROM authors WHERE id = $1";

    cell(
        "send",
        async {
            let id: Uuid = fresh().parse()?;
            sqlx::query("INSERT INTO authors VALUES ($1, 'sent')")
                .bind(id)
                .execute(&pool)
                .await?;
            want(
                sqlx::query_scalar::<_, i64>(found)
                    .bind(id)
                    .fetch_one(&pool)
                    .await?,
                1,
            )
        }
        .await,
    );
    let read = async || -> Outcome {
        want(
            sqlx::query_scalar::<_, Uuid>("SELECT id FROM authors WHERE name = 'Ada' AND $1")
                .bind(true)
                .fetch_one(&pool)
                .await?,
            ada,
        )
    };
    cell("read", read().await);
    cell(
        "any",
        async {
            let query =
                sqlx::query_scalar::<_, i64>("SELECT count(*) FROM authors WHERE id = ANY ($1)")
                    .bind(vec![ada, grace]);
            want(query.fetch_one(&pool).await?, 2)
        }
        .await,
    );
    cell(
        "arrays",
        async {
            let books = sqlx::query_scalar::<_, Vec<Uuid>>("SELECT books FROM lists WHERE id = 1")
                .fetch_one(&pool)
                .await?;
            want(books, vec![ada, grace])?;
            sqlx::query("INSERT INTO lists (books) VALUES ($1)")
                .bind(vec![grace])
                .execute(&pool)
                .await?;
            Ok(())
        }
        .await,
    );
    // Results of a query with parameters are binary.
    cell("binary", read().await);
}
