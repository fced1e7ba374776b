# Sourced by run: Ory Kratos by its migrations.
. "$here/popx.sh"
sources=(kratos)
make_schema() { migrate_by_popx "$BASE62ID_SOURCES/kratos/persistence/sql/migrations/sql"; }
