# Writes the template of typed ids, the body of typed_id_template() or typed_number_template(), from the
# templates that make the extension's own types; with shared=1 instead the SQL of what typed ids share.
#
#   awk -v type=typed_id [-v shared=1] -f template.awk typed_id.sql.in type.sql.in typed_id.sql.in skip_support.sql.in
#
# What the words of the template mean is in docs/formats.md; src/pg/typed/template.cpp fills them in.  The "--@
# key value" lines of typed_id.sql.in:
#
#   like         the type of PostgreSQL with the same layout
#   bound        the type of PostgreSQL by which bounds of a search are handed over
#   stored       what the names of the GiST and GIN functions for values of that layout begin with
#   comparisons  the support function of the comparisons
#   skipsupport  the function for skip scans
#   family       what the names of operator families begin with
#
# Between "@begin WORDS@" and "@end WORDS@" is what some types have only.  static and own is what typed ids do
# not have, typed what the others do not, shared what typed ids have once; the rest are conditions of the
# template.

FNR == 1 { ++file }
file == 1 && /^--@ / { value[$2] = $3 }
file == 1 || /^--/ || /^$/ || /^@analyze@$/ { next }

/^@begin / {
    inside = $0 ~ /shared/
    skipping = $0 ~ /static|own/ || inside != (shared != 0)
    gsub(/ (typed|shared)/, "")
    sub(/typed /, "")
    condition = !shared && !skipping && $0 != "@begin@" && $0 !~ /^@begin typed@$/
    if (condition)
        print
    next
}
/^@end / {
    if (condition)
        print "@end@"
    skipping = inside = condition = 0
    next
}
skipping || shared && !inside { next }

match($0, /CREATE FUNCTION @type@_[a-z_]+/) { role = substr($0, RSTART + 23, RLENGTH - 23) }
{
    gsub(/@bound@/, value["bound"])
    if (shared) {
        gsub(/@type@/, type)
        print
        next
    }
    # A function that several types of functions stand for has the symbol in the text, with the type's name in front.
    if (!sub(/AS 'MODULE_PATHNAME', '@type@_/, "AS '@library@', '" type "_"))
        sub(/AS 'MODULE_PATHNAME'/, "AS '@library@', '" type "_" role "'")
    gsub(/@as@/, "COST 1 LANGUAGE @language@ AS '" role "@declaration@'")
    gsub(/ @comparisons@/, " SUPPORT @base62id@." value["comparisons"])
    gsub(/@shared@/, "@base62id@." type)
    gsub(/@stored@/, value["stored"])
    gsub(/@hash@/, "@type@_hash(@type@)")
    gsub(/@hash_extended@/, "@type@_hash_extended(@type@, bigint)")
    gsub(/@layout@/, "LIKE = pg_catalog." value["like"])
    gsub(/@skipsupport@/, value["skipsupport"])
    gsub(/@family@/, value["family"])
    print
}
