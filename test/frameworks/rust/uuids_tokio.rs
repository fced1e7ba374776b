//! tokio-postgres in an application that knows UUIDs.
#[allow(dead_code)]
mod harness;

use harness::{cell, fresh, want, Outcome, ADA, GRACE};
use tokio_postgres::{types::ToSql, Client, NoTls};

#[cfg(not(feature = "told"))]
type Uuid = uuid::Uuid;
#[cfg(feature = "told")]
type Uuid = base62id::AsUuid<uuid::Uuid>;

async fn count(client: &Client, wanted: i64, query: &str, args: &[&(dyn ToSql + Sync)]) -> Outcome {
    want(
        client.query_one(query, args).await?.try_get::<_, i64>(0)?,
        wanted,
    )
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let (mut client, connection) =
        tokio_postgres::connect(&std::env::var("DATABASE_URL").unwrap(), NoTls)
            .await
            .unwrap();
    tokio::spawn(connection);
    let (ada, grace): (Uuid, Uuid) = (ADA.parse().unwrap(), GRACE.parse().unwrap());
    let books = "SELECT books FROM lists WHERE id = 1";

    cell(
        "send",
        async {
            let id: Uuid = fresh().parse()?;
            client
                .execute("INSERT INTO authors VALUES ($1, 'sent')", &[&id])
                .await?;
            count(
                &client,
                1,
                "SELECT count(*) FROM authors WHERE id = $1",
                &[&id],
            )
            .await
        }
        .await,
    );
    let read = async || -> Outcome {
        want(
            client
                .query_one("SELECT id FROM authors WHERE name = 'Ada'", &[])
                .await?
                .try_get::<_, Uuid>(0)?,
            ada,
        )
    };
    cell("read", read().await);
    cell(
        "any",
        count(
            &client,
            2,
            "SELECT count(*) FROM authors WHERE id = ANY ($1)",
            &[&vec![ada, grace]],
        )
        .await,
    );
    cell(
        "arrays",
        async {
            want(
                client
                    .query_one(books, &[])
                    .await?
                    .try_get::<_, Vec<Uuid>>(0)?,
                vec![ada, grace],
            )?;
            client
                .execute("INSERT INTO lists (books) VALUES ($1)", &[&vec![grace]])
                .await?;
            count(
                &client,
                2,
                "SELECT count(*) FROM lists WHERE $1 = ANY (books)",
                &[&grace],
            )
            .await
        }
        .await,
    );
    // The driver has no other form than the binary one.
    cell("binary", read().await);
    cell(
        "copy",
        async {
            let id: Uuid = fresh().parse()?;
            let types: Vec<_> = client
                .prepare("SELECT * FROM authors")
                .await?
                .columns()
                .iter()
                .map(|c| c.type_().clone())
                .collect();
            let transaction = client.transaction().await?;
            let sink = transaction
                .copy_in("COPY authors FROM STDIN (FORMAT binary)")
                .await?;
            let writer = tokio_postgres::binary_copy::BinaryCopyInWriter::new(sink, &types);
            let mut writer = std::pin::pin!(writer);
            writer.as_mut().write(&[&id, &"copied"]).await?;
            writer.finish().await?;
            transaction.commit().await?;
            count(
                &client,
                1,
                "SELECT count(*) FROM authors WHERE id = $1",
                &[&id],
            )
            .await
        }
        .await,
    );
}
