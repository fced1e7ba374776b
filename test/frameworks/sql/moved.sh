# Runs each line of the page's table over columns of uuid, and after they have moved; what stands in "instead" gives what was before.
page=$top/docs/compatibility.md
psql -XAtqc 'DROP EXTENSION base62id' -f "$STORED" -v ON_ERROR_STOP=1 -f - <<'SQL'
TRUNCATE users, orders, watches;
INSERT INTO users (id, name, friends) VALUES ('01890a5d-ac96-774b-bcce-b302099a8057', 'Ada', '{01890a5d-ac96-774b-bcce-b302099a8057}');
CREATE TABLE notes (id uuid PRIMARY KEY, about uuid);
CREATE INDEX ON notes (about);
INSERT INTO notes VALUES ('01890a5d-ac96-774b-bcce-b302099a8058', '01890a5d-ac96-774b-bcce-b302099a8057');
CREATE FUNCTION f(uuid) RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION of(given uuid) RETURNS bigint LANGUAGE plpgsql SET search_path = '' AS
    $$ BEGIN RETURN (SELECT count(*) FROM public.users u WHERE u.id = given); END $$;
CREATE FUNCTION all_ids() RETURNS TABLE (id uuid) LANGUAGE plpgsql AS $$ BEGIN RETURN QUERY SELECT u.id FROM users u; END $$;
SQL
# A statement's result, or its SQLSTATE.
got() {
    { PGOPTIONS='-c client_min_messages=error' psql -XAtq -v VERBOSITY=verbose -c "$1" 2>&1 || true; } | sed -nE '1s/^ERROR:  ([0-9A-Z]{5}):.*/\1/; 1p'
}
rows() { sed -n '/^<!-- moved:/,/^<!-- end/p' "$page" | sed -nE 's/^\| `([^`]*)` \| `([^`]*)` \| `([^`]*)` \| (`([^`]*)` )?\|$/\1\t\2\t\3\t\5/p'; }
judge() { # TITLE WANTED STATEMENT
    local found
    found=$(got "$3")
    if [ "$found" = "$2" ]; then printf 'ok\t%s: %s\n' "$1" "$3"; else printf 'fail\t%s: %s\tgot %s, not %s\n' "$1" "$3" "$found" "$2"; fi
}
[ "$(rows | wc -l)" = "$(sed -n '/^<!-- moved:/,/^<!-- end/p' "$page" | grep -c '^| `')" ] || printf 'fail\ta line of the table is not read\t\n'
while IFS=$'\t' read -r statement before _; do judge before "$before" "$statement"; done < <(rows)
stored_move >&2
while IFS=$'\t' read -r statement before after instead; do
    judge after "$after" "$statement"
    [ -z "$instead" ] || judge instead "$before" "$instead"
done < <(rows)
# Views that merge kinds are found, others are not.
psql -XAtq -v ON_ERROR_STOP=1 >&2 <<'SQL'
CREATE VIEW merging AS SELECT coalesce(n.id, u.id) AS id FROM notes n, users u;
CREATE VIEW joining AS SELECT u.id, n.id AS note FROM notes n JOIN users u ON n.about = u.id;
CREATE VIEW of_one_kind AS SELECT coalesce(id, id) AS id FROM users;
SQL
found=$(psql -XAtqc "$(sed -n '/^<!-- moved:/,/^<!-- plans:/p' "$page" | sed -n '/^```sql/,/^```$/{/^```/!p}')")
if [ "$found" = merging ]; then printf 'ok\tthe view that merges is found\n'; else printf 'fail\tthe view that merges is found\t%s\n' "$found"; fi
# Plans, over some rows.
psql -XAtq -v ON_ERROR_STOP=1 >&2 <<'SQL'
INSERT INTO users (id, name) SELECT md5(i::text)::uuid, i FROM generate_series(1, 5000) AS i;
INSERT INTO notes SELECT md5((-i)::text)::uuid, md5(i::text)::uuid FROM generate_series(1, 5000) AS i;
ANALYZE;
SQL
has() { psql -XAtqc "EXPLAIN (COSTS OFF) $1" | grep -Ec "(^|-> +)$2( |$)" >/dev/null && echo yes || echo no; } # STATEMENT NODE
plans=$(sed -n '/^<!-- plans:/,/^<!-- end/p' "$page" | sed -nE 's/^\| `([^`]*)` \| `([^`]*)` \| `([^`]*)` \|$/\1\t\2\t\3/p')
while IFS=$'\t' read -r statement node cure; do
    before=$(has "$statement" "$node")
    if [[ $cure = CREATE* ]]; then
        psql -XAtqc "${cure/INDEX ON/INDEX cure ON}"
        after=$(has "$statement" "$node")
        psql -XAtqc 'DROP INDEX cure'
    else
        after=$(has "$cure" "$node")
    fi
    if [ "$before $after" = 'yes no' ]; then printf 'ok\tplan: %s\n' "$statement"; else printf 'fail\tplan: %s\t%s, %s %s\n' "$statement" "$node" "$before" "$after"; fi
done <<<"$plans"
# A dump has a domain over uuid before the cast that its CHECK needs (docs/restore.md).
psql -XAtqc 'CREATE DOMAIN account AS uuid CHECK (VALUE::user_id IS NOT NULL)' -c 'CREATE DATABASE moved_restored'
found=$(pg_dump -s | psql -U postgres -XAtq -v VERBOSITY=verbose -v ON_ERROR_STOP=1 -d moved_restored 2>&1 | sed -nE 's/.*ERROR:  ([0-9A-Z]{5}): (cannot cast type uuid).*/\1 \2/p' || true)
if [ "$found" = '42846 cannot cast type uuid' ]; then printf 'ok\ta domain over uuid that casts is not restored\n'; else printf 'fail\ta domain over uuid that casts is not restored\t%s\n' "$found"; fi
