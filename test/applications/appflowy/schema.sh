# Sourced by run: AppFlowy Cloud by its migrations; the schema and the table of GoTrue, which it
# refers to, are made before.
sources=(appflowy)

# These want pgvector's type, or tables and types of those that do. Without pgvector some of their
# statements end in errors, and the others are executed nevertheless: one of the migrations replaces
# a table that has nothing to do with vectors.
of_pgvector="
20241126175909_af_collab_stored_procedures
20241218090459_collab_embedding_add_metadata
20241230064618_collab_embedding_add_fragment_index
20250318120849_departition_af_collab
20250405092732_af_collab_embeddings_upsert
"

make_schema() {
    local file migrations pgvector
    migrations=("$BASE62ID_SOURCES"/appflowy/migrations/*.sql)
    if [ ! -e "${migrations[0]}" ]; then
        echo "ERROR: there are no migrations in $BASE62ID_SOURCES/appflowy/migrations"
        return
    fi
    sql "CREATE SCHEMA auth; CREATE TABLE auth.users (id uuid PRIMARY KEY, email text, deleted_at timestamptz)"
    pgvector=$(sql "SELECT count(*) FROM pg_available_extensions WHERE name = 'vector'")
    for file in "${migrations[@]}"; do
        if [ "$pgvector" = 0 ] && [[ $of_pgvector == *$(basename "$file" .sql)* ]]; then
            # Run takes a line with ERROR for a failure.
            psql_plain -f "$file" 2>&1 | sed 's/ERROR:/without pgvector:/'
        else
            psql_plain -f "$file"
        fi
    done
}
