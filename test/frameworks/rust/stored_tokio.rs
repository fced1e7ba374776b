// tokio-postgres over columns of uuid.
mod harness;
mod stored;

use harness::*;
use stored::*;
use tokio_postgres::types::{FromSql, ToSql};
use tokio_postgres::{Client, NoTls};
use uuid::Uuid;

base62id::kind!(pub UserId, "user");
base62id::kind!(pub OrderId, "order");

pub trait Id: ToString + for<'a> FromSql<'a> {}
impl Id for UserId {}
impl Id for Uuid {}

impl Driver for Client {
    async fn rows(
        &self,
        sql: &str,
        kinds: &str,
        given: &[Given],
    ) -> Result<Vec<Vec<String>>, Failure> {
        let given: Vec<&(dyn ToSql + Sync)> = given
            .iter()
            .map(|one| match one {
                Given::User(id) => id as &(dyn ToSql + Sync),
                Given::Users(ids) => ids,
                Given::Uuids(ids) => ids,
                Given::Order(id) => id,
                Given::Text(text) => text,
            })
            .collect();
        let rows = self.query(sql, &given).await?;
        let fields = rows.iter().map(|row| {
            let field = |(i, kind)| match kind {
                'u' => row.get::<usize, UserId>(i).to_string(),
                'l' => joined(&row.get::<usize, Vec<UserId>>(i)),
                'o' => or_dash(row.get(i)),
                't' => row.get(i),
                _ => row.get::<usize, i64>(i).to_string(),
            };
            kinds.chars().enumerate().map(field).collect()
        });
        Ok(fields.collect())
    }
    async fn read<T: Id>(&self, table: &str) -> Result<Vec<(T, T)>, Failure> {
        let rows = self
            .query(&format!("SELECT id, friend FROM {table}"), &[])
            .await?;
        Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
    }
    fn code(error: &Failure) -> Option<String> {
        error
            .downcast_ref::<tokio_postgres::Error>()?
            .code()
            .map(|state| state.code().to_owned())
    }
    async fn own(&self, mine: UserId) {
        // Over uuid the type alone says it: a struct that holds ids of users takes no other.
        let state = std::env::var("STATE").unwrap();
        run("ok", &format!("{state}: a domain over the column's type"), "", async {
            let ty = if state == "uuid" { "uuid" } else { "user_id" };
            self.batch_execute(&format!("CREATE DOMAIN pg_temp.owner AS {ty}; CREATE TEMP TABLE shops (owner owner, owners owner[])")).await?;
            let row = self.query_one("INSERT INTO shops VALUES ($1, $2) RETURNING *", &[&mine, &vec![mine]]).await?;
            ensure((row.get(0), row.get(1)) == (mine, vec![mine]), "read back")
        }).await;
        if state != "uuid" {
            run(
                "ok",
                &format!(
                    "{state}: the driver refuses the other type, and asks for no cast of uuids"
                ),
                "",
                async {
                    let error = self
                        .query("SELECT 1 FROM users WHERE id = $1", &[&OrderId::generate()])
                        .await;
                    ensure(
                        error.is_err_and(|error| error.code().is_none()),
                        "refused by the driver",
                    )?;
                    self.batch_execute("SELECT typeid_accept_uuid('user_id', false)")
                        .await?;
                    let one = self
                        .query_one(
                            "SELECT id FROM users WHERE id = $1 AND id = ANY ($2)",
                            &[&mine, &vec![mine]],
                        )
                        .await?;
                    self.batch_execute("SELECT typeid_accept_uuid('user_id', true)")
                        .await?;
                    ensure(one.get::<_, UserId>(0) == mine, "found")
                },
            )
            .await;
        }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let (client, connection) =
        tokio_postgres::connect(&std::env::var("DATABASE_URL").unwrap(), NoTls)
            .await
            .unwrap();
    tokio::spawn(connection);
    serve(&client).await;
}
