# Sourced by run: AppFlowy Cloud by its migrations; the schema and the table of GoTrue, which it
# refers to, are made before. Without pgvector, four migrations end in errors.
sources=(appflowy)
make_schema() {
    local file
    sql "CREATE SCHEMA auth; CREATE TABLE auth.users (id uuid PRIMARY KEY, email text, deleted_at timestamptz)"
    sql "CREATE EXTENSION IF NOT EXISTS vector" 2>/dev/null || note "appflowy: without pgvector"
    for file in "$BASE62ID_SOURCES"/appflowy/migrations/*.sql; do
        psql_plain -f "$file" 2>&1 | grep -vE "vector|af_collab_embeddings|af_fragment" || true
    done
}
