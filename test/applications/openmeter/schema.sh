# Sourced by run: OpenMeter by its migrations.
sources=(openmeter)
targets=(ulid) of_texts=ulid
make_schema() { cat "$BASE62ID_SOURCES"/openmeter/tools/migrate/migrations/*.up.sql | psql_plain -f -; }
# Its columns of 26 symbols are ULIDs, and most of them empty; CHECKs that compare a char(26) with a
# text say so.
mend() { # TARGET
    mapfile -t options < <(sql "SELECT format('--type=%s.%s=ulid', attrelid::regclass, attname) FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = attrelid
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND format_type(atttypid, atttypmod) = 'character(26)'")
    sql "DROP VIEW charges_search_v1s" # PostgreSQL has written a NULL of its UNION as NULL::character(26)
    sql "DO \$\$
        DECLARE c record;
        BEGIN
            FOR c IN SELECT conrelid::regclass AS t, conname, pg_get_constraintdef(oid) AS def FROM pg_constraint WHERE contype = 'c' AND pg_get_constraintdef(oid) ~ 'bpchar' LOOP
                EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I, ADD CONSTRAINT %2\$I %s', c.t, c.conname, regexp_replace(c.def, '(\w+) <> ''''::bpchar', '\1::text <> ''''', 'g'));
            END LOOP;
        END \$\$"
}
