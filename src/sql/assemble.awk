# Writes the SQL of one type: the template type.sql.in (and more templates given behind it) filled in from the
# "--@ key value" lines of the type's own file, then that file.
#
#   awk -v type=NAME -f assemble.awk NAME.sql type.sql.in uuid_family.sql.in [skip.sql.in]
#
# In the templates @type@ is the type's name.  A template X_family.sql.in is for types that say "--@ family X".

FNR == 1 { ++file }

file == 1 && /^--@ / {
    key = $2
    sub(/^--@ [a-z_]+ */, "")
    value[key] = $0
    next
}
file == 1 { own = own $0 "\n"; next }
FILENAME ~ /_family\.sql\.in$/ && FILENAME !~ ("/" value["family"] "_family\\.sql\\.in$") { next }

{
    if ($0 == "@analyze@") {
        if (!("analyze" in value))
            next
        $0 = "CREATE FUNCTION @type@_typanalyze(internal) RETURNS boolean\n" \
             "AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE;\n" \
             "COMMENT ON FUNCTION @type@_typanalyze(internal) IS '@type@ typanalyze';"
    }
    gsub(/@type@/, type)
    gsub(/@layout@/, value["layout"])
    gsub(/@comment@/, value["comment"])
    print
}

END { printf "%s", own }
