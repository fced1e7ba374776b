# Sourced by run: the specifications, by PGXS as a user runs them.
# shellcheck shell=bash

source=${BASE62ID_SRC:-$(cd "$here/../.." && pwd)}
names=$(cd "$here/specs" && printf '%s\n' *.spec | sed 's/\.spec$//' | xargs)
mkdir "$work/specs"
(cd "$work/specs" && make -f "$source/Makefile" installcheck REGRESS= ISOLATION="$names" PG_CONFIG="$PG_CONFIG" \
    EXTRA_REGRESS_OPTS="--host=$work --port=$port --user=postgres") >"$work/specs.log" 2>&1 || true
# Without what scripts/test would count as well.
for name in $names; do
    if grep -Eq "(^ok .*- $name |^test $name .* ok )" "$work/specs.log"; then pass "interleavings: $name"; else
        fail "interleavings: $name" "$(tail -n 5 "$work/specs.log")"
        # where scripts/test looks for it
        cp "$work/specs/output_iso/regression.diffs" "$source/" 2>/dev/null || true
    fi
done
