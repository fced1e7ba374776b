# Sourced by run: Ory Hydra by its migrations.
. "$here/popx.sh"
sources=(hydra)
make_schema() { migrate_by_popx "$BASE62ID_SOURCES/hydra/persistence/sql/migrations"; }
