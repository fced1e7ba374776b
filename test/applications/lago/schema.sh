# Sourced by run: lago, as its db/structure.sql has it, of getlago/lago-api.
sources=(lago)
make_schema() { psql_plain -f "$BASE62ID_SOURCES/lago/db/structure.sql"; }
# One CASE shows ids of four tables: as the stop asks.
mend() { # TARGET
    [ "$1" = typed ] || return 0
    sql "CREATE DOMAIN plain AS uuid; DO \$\$ BEGIN EXECUTE 'CREATE OR REPLACE VIEW exports_fees AS ' || regexp_replace(pg_get_viewdef('exports_fees'::regclass),
        '(THEN|ELSE) ((bm|ao)\.id|f\.(invoiceable|subscription)_id)\y', '\1 \2::plain::uuid', 'g'); END \$\$"
}
