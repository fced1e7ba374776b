# Writes what a typed id has, as rows of the tables in src/pg/typed/objects.hpp: from the templates that make the other types,
# so that no object of a type is described twice.
#
#   awk -v type=typed_id -f objects.awk typed_id.sql.in type.sql.in [skip_support.sql.in] typed_id.sql.in [shared=1 /dev/null]
#
# With "shared=1" it writes SQL instead: of the functions that say nothing of the type in their signature, which typed ids share.
# The "--@ key value" lines of typed_id.sql.in:
#
#   like         the type of PostgreSQL with the same layout
#   bound        the type of PostgreSQL by which bounds of a search are handed over
#   stored       what the names of the GiST and GIN functions for values of that layout begin with
#   comparisons  the support function of the comparisons
#   skipsupport  the function for skip scans
#
# A statement is one or more lines, of which the last one ends in a semicolon.  SQL's own words are in capitals, and what is in
# small letters is a name: the type's, the extension's or PostgreSQL's.  Between "@begin plain@" and "@end plain@" is what
# types of that kind have only; the kinds are those of objects.hpp.  @shared@ is what the functions that typed ids share begin with.

BEGIN {
    split("boolean integer smallint bigint double precision timestamp with time zone varying", words)
    for (w in words)
        keyword[words[w]]
    split("text TEXTOID varchar VARCHAROID bpchar BPCHAROID name NAMEOID uuid UUIDOID bigint INT8OID integer INT4OID " \
          "smallint INT2OID typeid extension_type uid11 extension_type @type@ this_type", words)
    for (w = 1; w in words; w += 2)
        constant[words[w]] = words[w + 1]
}

FNR == 1 { ++file }
file == 1 && /^--@ / { value[$2] = $3 }
file == 1 { next }

/^@begin / {
    kinds = $0
    gsub(/^@begin (typed )?|@$/, "", kinds)
    skipping = kinds ~ /static/ # not known when the library is compiled
    of = skipping || kinds ~ /^(own|typed)$/ ? "" : "kind::" kinds
    gsub(/ /, " | kind::", of)
    skipping = skipping || kinds == "own"
    next
}
/^@end / { skipping = 0; of = ""; next }
skipping || /^--/ || /^@analyze@$/ { next }

{
    statement = statement (statement == "" ? "" : " ") $0
    sub(/^ +/, "", statement)
}
/;$/ {
    gsub(/ +/, " ", statement)
    sub(/ ?;$/, "", statement)
    take(statement)
    statement = ""
}

function take(s) {
    gsub(/@bound@/, value["bound"], s)
    gsub(/@shared@/, type, s)
    gsub(/@hash@/, "@type@_hash(@type@)", s)
    gsub(/@hash_extended@/, "@type@_hash_extended(@type@, bigint)", s)
    if (s ~ /^CREATE FUNCTION /) take_function(substr(s, 17))
    else if (s ~ /^COMMENT ON /) take_comment(substr(s, 12))
    else if (s ~ /^CREATE OPERATOR CLASS /) take_class(substr(s, 23))
    else if (s ~ /^CREATE OPERATOR /) take_operator(substr(s, 17))
    else if (s ~ /^ALTER OPERATOR FAMILY /) take_late(substr(s, 23))
    else if (s ~ /^CREATE AGGREGATE /) take_aggregate(substr(s, 18))
    else if (s ~ /^CREATE CAST /) take_cast(substr(s, 14))
    else if (s ~ /^CREATE TYPE @type@ \(/) {
        sub(/@layout@/, "LIKE = pg_catalog." value["like"], s)
        definition = names(s)
    } else if (s !~ /^CREATE TYPE @type@$/)
        fail("no rule for: " s)
}

function fail(message) {
    print FILENAME ":" FNR ": " message >"/dev/stderr"
    failed = 1
    exit 1
}

# --- parts of statements ---

function before(s, what) { return substr(s, 1, index(s, what) - 1) }
function after(s, what) { return substr(s, index(s, what) + length(what)) }

# Qualified, by tokens that maker::expand knows.
function names(s,    made, word) {
    made = ""
    while (match(s, /'[^']*'|[a-z@"][a-z0-9_@."]*/)) {
        word = substr(s, RSTART, RLENGTH)
        made = made substr(s, 1, RSTART - 1) name_of(word)
        s = substr(s, RSTART + RLENGTH)
    }
    return made s
}
function name_of(word,    suffix) {
    suffix = word
    if (word ~ /^'/ || word in keyword || word ~ /^pg_catalog\./)
        return word
    if (word == "@type@")
        return "{type}"
    if (sub(/^@type@_/, "", suffix))
        return suffix in own ? "{fn " suffix "}" : "{extension}." type "_" suffix
    if (sub(/^@stored@_/, "", suffix))
        return "{extension}." value["stored"] "_" suffix
    if (word == "@skipsupport@")
        return name_of(value["skipsupport"])
    if (word == "typeid" || word == "uid11")
        return "{relative}"
    return (word ~ /^(base62id|typed|uid11)_/ ? "{extension}." : "pg_catalog.") word
}
function quoted(s) { gsub(/"/, "\\\"", s); return "\"" s "\"" }
# The symbol of the C function that a name of the template stands for.
function symbol_of(word) {
    sub(/^pg_catalog\./, "", word)
    sub(/@type@/, type, word)
    sub(/@stored@/, value["stored"], word)
    return word
}
# The last member of a row.
function end_of_row() { return of == "" ? "}," : ", " of "}," }

# --- objects ---

function take_function(s,    suffix, arguments, rest, result, symbol, as_c) {
    suffix = before(s, "(")
    if (!sub(/^@type@_/, "", suffix))
        fail("a function is not named after its type: " suffix)
    arguments = before(after(s, "("), ") RETURNS")
    rest = after(s, ") RETURNS ")
    as_c = rest !~ / @as@ /
    result = before(rest, as_c ? " AS '" : " @as@")
    rest = after(rest, as_c ? " LANGUAGE c " : " @as@ ")
    if (arguments result !~ /@type@/) {
        sql = sql "CREATE FUNCTION " s ";\n"
        return
    }
    own[suffix]
    symbol = s ~ /, '@type@_/ ? before(after(s, ", '@type@_"), "'") : suffix
    gsub(/@shows@/, "{shows}", rest)
    gsub(/@output@/, "{output}", rest)
    if (sub(/SUPPORT @type@_prefix_support/, "{support}", rest))
        support = names("SUPPORT @type@_prefix_support")
    sub(/ @comparisons@/, "comparisons" in value ? " SUPPORT {extension}." value["comparisons"] : "", rest)
    function_key[++functions] = suffix "(" arguments ")"
    function_row[functions] = "{" quoted(suffix) ", " quoted(names(arguments)) ", " quoted(names(result)) ", " \
                              (as_c ? quoted(type "_" symbol) : "nullptr") ", " quoted(rest)
    function_end[functions] = end_of_row()
}

function take_comment(s,    what, object, suffix, text) {
    what = before(s, " ")
    object = before(after(s, " "), " IS '")
    text = after(s, " IS '")
    sub(/'$/, "", text)
    suffix = before(object, "(")
    sub(/^@type@_/, "", suffix)
    if (what == "FUNCTION" && !(suffix in own))
        sql = sql "COMMENT ON " s ";\n"
    gsub(/@type@/, "{name}", text)
    sub(/^@type@_/, "", object)
    comment[what " " object] = quoted(text)
}

function take_operator(s,    name, n, i, parts, part, value_of, options) {
    name = before(s, " (")
    s = after(s, " ( ")
    sub(/ \)$/, "", s)
    n = split(s, parts, /, /)
    options = ""
    for (i = 1; i <= n; ++i) {
        part = parts[i]
        if (part ~ /^(FUNCTION|LEFTARG|RIGHTARG) = /) {
            value_of[before(part, " ")] = after(part, " = ")
            continue
        }
        if (part ~ /^(COMMUTATOR|NEGATOR) = /)
            part = before(part, " = ") " = OPERATOR({schema}." after(part, " = ") ")"
        else
            part = names(part)
        options = options (options == "" ? "" : ", ") part
    }
    operator_key[++operators] = name " (" value_of["LEFTARG"] ", " value_of["RIGHTARG"] ")"
    sub(/^@type@_/, "", value_of["FUNCTION"])
    operator_row[operators] = "{" quoted(name) ", " quoted(names(value_of["RIGHTARG"])) ", " \
                              quoted(value_of["FUNCTION"]) ", " quoted(options)
}

# Families of BRIN are the extension's, one for all typed ids: such a class owns all of its members, and DROP TYPE has three fewer to lock.
function take_class(s,    name, is_default, method, items, second, part, made) {
    name = before(s, " ")
    sub(/^@type@_/, "", name)
    is_default = s ~ / DEFAULT /
    method = before(after(s, " USING "), " ")
    items = names(after(s, " AS "))
    second = after(s, "FUNCTION 2 ")
    second = before(second, "(")
    while (match(items, /OPERATOR [0-9]+ [^ ,]+/)) {
        split(substr(items, RSTART, RLENGTH), part, " ")
        made = made substr(items, 1, RSTART - 1) "OPERATOR " part[2] " {schema}." part[3] " ({type}, {type})"
        items = substr(items, RSTART + RLENGTH)
    }
    class_row[++classes] = "{" quoted(name) ", " quoted(method) ", " (is_default ? "true" : "false") ", " \
                           quoted(symbol_of(second)) ", " quoted(made items) ", " \
                           (method == "brin" ? quoted("typed_id_" name) : "nullptr") end_of_row()
}

function take_late(s,    method, number, types) {
    method = before(after(s, " USING "), " ")
    number = before(after(s, "ADD FUNCTION "), " ")
    types = before(after(after(s, "ADD FUNCTION "), "("), ")")
    late_row[++lates] = "{" quoted(method) ", " number ", " quoted(names(types)) ", " (types ~ /any/ ? "ANYOID" : "InvalidOid") \
                        ", " quoted(names(after(s, ") "))) end_of_row()
}

function take_aggregate(s,    name, sort, step) {
    name = before(s, "(")
    step = before(after(s, "SFUNC = @type@_"), ",")
    sort = before(after(s, "SORTOP = "), ",")
    aggregate_key[++aggregates] = name "(@type@)"
    aggregate_row[aggregates] = "{" quoted(name) ", " quoted(step) ", " quoted(sort)
}

function take_cast(s,    source, target) {
    source = before(s, " AS ")
    target = before(after(s, " AS "), ")")
    if (!(source in constant && target in constant))
        fail("a cast of a type that is not known here: " s)
    cast_row[++casts] = "{" constant[source] ", " constant[target] ", " quoted(names(after(s, ") "))) end_of_row()
}

# --- the tables ---

function table(what, row, n,    i) {
    if (n == 0)
        return "{}"
    print "inline constexpr " what " " type "_" what "_rows[] = {"
    for (i = 1; i <= n; ++i)
        print "    " row[i]
    print "};"
    return type "_" what "_rows"
}
# The same of objects that have comments.
function commented(row, key, what, last, n,    i) {
    for (i = 1; i <= n; ++i) {
        if (!(what " " key[i] in comment))
            fail("no comment on " what " " key[i])
        row[i] = row[i] ", " comment[what " " key[i]] (i in last ? last[i] : "},")
    }
}

END {
    if (failed)
        exit 1
    if (shared) {
        gsub(/@type@/, type, sql)
        printf "%s", sql
        exit
    }
    commented(function_row, function_key, "FUNCTION", function_end, functions)
    commented(operator_row, operator_key, "OPERATOR", no_end, operators)
    commented(aggregate_row, aggregate_key, "AGGREGATE", no_end, aggregates)
    print "// Written by src/sql/objects.awk."
    all = table("function", function_row, functions) ", " table("cast", cast_row, casts) ", " table("op", operator_row, operators) \
          ", " table("operator_class", class_row, classes) ", " table("late_function", late_row, lates) \
          ", " table("aggregate", aggregate_row, aggregates)
    print "inline constexpr objects " type "_objects{" quoted(definition) ", " quoted(support) ", " all "};"
}
