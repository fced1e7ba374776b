# Writes the SQL of one type: the template type.sql.in (and more templates given behind it) filled in from the
# "--@ key value" lines of the type's own file, then that file.
#
#   awk -v type=NAME -f assemble.awk NAME.sql type.sql.in [skip.sql.in]
#
# In the templates @type@ is the type's name, and @impl(f)@ the implementation of comparison function f.
# "like uuid": comparison is core's functions for uuid, whose layout the type has.  Hashing is not: core's
# uuid_hash is not LEAKPROOF, and two SQL functions over one internal function must agree in that
# (opr_sanity).  The values are the same.

function implementation(f) {
    if (value["like"] != "uuid")
        return "AS 'MODULE_PATHNAME' LANGUAGE c"
    if (f == "brin_distance")
        return "AS 'brin_minmax_multi_distance_uuid' LANGUAGE internal"
    return "AS 'uuid_" f "' LANGUAGE internal"
}

FNR == 1 { ++file }

file == 1 && /^--@ / {
    key = $2
    sub(/^--@ [a-z_]+ */, "")
    value[key] = $0
    next
}
file == 1 { own = own $0 "\n"; next }

{
    if ($0 == "@analyze@") {
        if (!("analyze" in value))
            next
        $0 = "CREATE FUNCTION @type@_typanalyze(internal) RETURNS boolean\n" \
             "AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE;\n" \
             "COMMENT ON FUNCTION @type@_typanalyze(internal) IS '@type@ typanalyze';"
    }
    while (match($0, /@impl\([a-z_]+\)@/)) {
        f = substr($0, RSTART + 6, RLENGTH - 8)
        $0 = substr($0, 1, RSTART - 1) implementation(f) substr($0, RSTART + RLENGTH)
    }
    gsub(/@type@/, type)
    gsub(/@layout@/, value["layout"])
    gsub(/@comment@/, value["comment"])
    gsub(/@from_text@/, value["from_text"])
    print
}

END { printf "%s", own }
