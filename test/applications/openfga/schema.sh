# Sourced by run: OpenFGA by its migrations. Its ids are ULIDs in texts; the rows have some.
sources=(openfga)
of_texts=ulid
targets=(ulid)
make_schema() {
    local file
    for file in "$BASE62ID_SOURCES"/openfga/assets/migrations/postgres/*.sql; do
        sed '/+goose Down/,$d' "$file" | psql_plain -f -
    done
}
# Texts by chance become ULIDs, the same of the same.
mend() { # TARGET
    sql "DO \$\$
        DECLARE c record;
        BEGIN
            FOR c IN SELECT attrelid::regclass AS t, attname FROM pg_attribute WHERE attnum > 0
                AND attrelid IN (SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace)
                AND attname IN ('id', 'ulid', 'store', 'authorization_model_id') LOOP
                EXECUTE format('UPDATE %s SET %I = ulid_encode(md5(%2\$I)::uuid)', c.t, c.attname);
            END LOOP;
        END \$\$"
}
