# Writes the SQL of one type: the template type.sql.in (and more templates given after it) filled in from the
# "--@ key value" lines of the type's own file, then that file.
#
#   awk -v type=NAME -f assemble.awk NAME.sql type.sql.in ./uuid_family.sql.in [skip_support.sql.in]
#
# In the templates @type@ is the type's name.  A template ./X_family.sql.in or ./X_family_WHAT.sql.in is for
# types that say "--@ family X".

FNR == 1 { ++file }

file == 1 && /^--@ / {
    key = $2
    sub(/^--@ [a-z_]+ */, "")
    value[key] = $0
    next
}
file == 1 { own = own $0 "\n"; next }
FILENAME ~ /_family(_[a-z]+)?\.sql\.in$/ && FILENAME !~ ("/" value["family"] "_family(_[a-z]+)?\\.sql\\.in$") { next }

# The types of a family share what depends on their octets alone, and hash by their relative's own functions.
FNR == 1 && file == 2 {
    stored = "family" in value ? value["family"] "_family" : type
    hash = type "_hash(" type ")"
    if ("family" in value)
        hash = "(" type ", " type ") pg_catalog." value["family"] "_hash(" value["family"] ")"
    hash_extended = hash
    sub(/_hash/, "_hash_extended", hash_extended)
    sub(/\)$/, ", bigint)", hash_extended)
}

# Between "@begin WORDS@" and "@end WORDS@" is what some types have only: static ones, known when the library is
# compiled, as all of these are, own ones, without family, those of a major version, or what only typed ids have
# (template.awk) or share; these are plain.
/^@begin / { skipping = !($2 ~ /^(static|plain|shared|[0-9]+)@$/ || $2 == "own@" && !("family" in value)); next }
/^@end / { skipping = 0; next }
skipping { next }

{
    if ($0 == "@analyze@") {
        if (!("analyze" in value))
            next
        $0 = "CREATE FUNCTION @type@_typanalyze(internal) RETURNS boolean\n" \
             "AS 'MODULE_PATHNAME' LANGUAGE c STABLE STRICT PARALLEL SAFE;\n" \
             "COMMENT ON FUNCTION @type@_typanalyze(internal) IS '@type@ typanalyze';"
    }
    # A uuid under a cast to a type of its family.
    gsub(/ @comparisons@/, "family" in value ? " SUPPORT " stored "_support" : "")
    # What base62id.output changes.
    gsub(/@output@/, "family" in value ? "STABLE PARALLEL SAFE" : "IMMUTABLE PARALLEL SAFE")
    gsub(/@shows@/, "IMMUTABLE PARALLEL SAFE")
    gsub(/@as@/, "AS 'MODULE_PATHNAME' LANGUAGE c")
    # What typed ids qualify: these are made in the extension's schema, which is the first that is looked up.
    if (/^CREATE OPERATOR CLASS /)
        sub(/ FAMILY @(family|base62id)@[a-z_.]+/, "")
    while (match($0, /OPERATOR\(@schema@\.[^)]+\)/))
        $0 = substr($0, 1, RSTART - 1) substr($0, RSTART + 18, RLENGTH - 19) substr($0, RSTART + RLENGTH)
    gsub(/@schema@\.|@base62id@\./, "")
    gsub(/@family@|@shared@/, "@type@")
    gsub(/@skipsupport@/, type "_skipsupport")
    gsub(/@type@/, type)
    gsub(/@stored@/, stored)
    gsub(/@hash@/, hash)
    gsub(/@hash_extended@/, hash_extended)
    gsub(/@layout@/, value["layout"])
    gsub(/@comment@/, value["comment"])
    print
}

END { printf "%s", own }
