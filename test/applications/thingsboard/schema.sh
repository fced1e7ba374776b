# Sourced by run: ThingsBoard by what its installer executes.
sources=(thingsboard)
make_schema() {
    local directory=$BASE62ID_SOURCES/thingsboard/dao/src/main/resources/sql name
    for name in entities entities-idx entities-idx-psql-addon views functions ts-psql ts-latest-psql; do
        psql_plain -f "$directory/schema-$name.sql"
    done
}
