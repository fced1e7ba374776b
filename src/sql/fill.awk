# Fills in the pieces of the install script.
#
#   awk -v mode=type -v type=ulid -v major=18 -f fill.awk ulid.sql TEMPLATE.sql.in ... ulid.sql
#
# mode=type writes the SQL of one type, or without a type just the piece; mode=template the template of id types, whose
# words src/pg/id_type/template.cpp fills in (docs/formats.md); mode=shared what id types have once.  The first piece is
# read for its lines "--@ WORD VALUE" alone, which say what words stand for.  What pieces write short:
#
#   @immutable@, @volatile@, @leakproof@   the clauses of a C function; "@volatile SYMBOL@" if it has another symbol
#   --| TEXT                               COMMENT ON what the statement above makes
#   OPERATOR 1-3 < = > (a, b)              one item of an operator class each
#   @each TABLE@ ... @end each@            these lines for each row of a table, whose rows are "--% TABLE a | b | c"
#   @begin WORDS@ ... @end WORDS@          what only some types have

FNR == 1 { ++file }
file == 1 && /^--@ / { word = $2; sub(/^--@ [a-z_]+ /, ""); value[word] = $0 }
file == 1 || /^--@ / { next }
FNR == 1 && file == 2 { begin() }
FILENAME ~ /family/ && !("relative" in value) { next }

/^--% / { name = $2; sub(/^--% [a-z_]+ /, ""); row[name, ++rows[name]] = $0; next }
/^@each / { table = substr($2, 1, length($2) - 1); lines = 0; next }
/^@end each@/ { each_row(); table = ""; next }
table != "" { body[++lines] = $0; next }

about != "" && !/^--\| / { comment() }
/^@begin / { gsub(/^@begin |@$/, ""); decide_all(); if (passed != "") print "@begin" passed "@"; next }
/^@end / { if (passed != "") print "@end@"; skipping = mode == "shared"; passed = ""; next }
!skipping { take($0) }
END {
    if (about != "")
        comment()
    if (mode == "template") {
        print "$template$;"
        made = "CREATE FUNCTION " type "_template()"
        about = "the statements that make an id type, with words to fill in"
        comment()
    }
}

# What the modes begin with, and the words that all types have.
function begin() {
    skipping = mode == "shared"
    if (mode == "template")
        print "\nCREATE FUNCTION " type "_template() RETURNS text " \
            "LANGUAGE id_type IMMUTABLE STRICT PARALLEL SAFE COST 1 AS $template$"
    if (mode != "type" || type == "")
        return
    printf "\n-- ---------- %s ----------\n\n", type
    # The types of a family share what depends on their octets alone, and hash by their relative's own functions.
    # base62id.output changes what they write.
    is_uuid = "relative" in value
    value["comparisons"] = is_uuid ? "SUPPORT uuid_family_support" : ""
    value["stored"] = is_uuid ? "uuid_family" : "@type@"
    value["hash"] = (is_uuid ? "(@type@, @type@) pg_catalog.uuid_hash(uuid" : "@type@_hash(@type@") ")"
    value["hash_extended"] = is_uuid ? "(@type@, @type@) pg_catalog.uuid_hash_extended(uuid, bigint)" : \
        "@type@_hash_extended(@type@, bigint)"
    value["output"] = is_uuid ? "STABLE PARALLEL SAFE" : "IMMUTABLE PARALLEL SAFE"
    value["shows"] = "IMMUTABLE PARALLEL SAFE"
    value["as"] = "AS 'MODULE_PATHNAME' LANGUAGE c"
    value["family"] = value["shared"] = "@type@"
    value["skipsupport"] = "@type@_skipsupport"
}

# Whether a word of a @begin@ holds: 1, 0, or -1 where the template in the database decides.
function decide(word) {
    if (mode == "template")
        return word == "id_type" ? 1 : word ~ /^(static|own|shared|once)$/ ? 0 : -1
    if (mode == "shared")
        return word ~ /^(shared|once)$/
    if (word ~ /^[0-9]+$/)
        return word + 0 <= major + 0
    return word ~ /^(static|plain|shared)$/ || word in value || (word == "own" && !is_uuid)
}
function decide_all(    i, answer) {
    skipping = 0
    for (i = 1; i <= NF; ++i) {
        answer = decide($i)
        skipping = skipping || !answer
        if (answer < 0)
            passed = passed " " $i
    }
    if (skipping)
        passed = ""
}

# The first row of a table names its columns.
function each_row(    r, l, c, columns, name, field, line) {
    columns = split(row[table, 1], name, / *\| */)
    for (r = 2; r <= rows[table] && !skipping; ++r) {
        split(row[table, r], field, / *\| */)
        for (l = 1; l <= lines; ++l) {
            line = body[l]
            for (c = 1; c <= columns; ++c)
                gsub("@" name[c] "@", field[c], line)
            take(line)
        }
    }
}

function take(line) {
    if (line ~ /^--\| /) {
        about = about (about == "" ? "" : " ") substr(line, 5)
        return
    }
    if (about != "")
        comment()
    if ((line == "" || line ~ /^--/) && mode != "type")
        return
    if (line !~ /^--/)
        made = (line ~ /^CREATE / ? "" : made " ") line
    if (line ~ /OPERATOR [0-9]+-[0-9]+ /)
        each_operator(line)
    else
        put(line)
}

# Of the statement that was taken last.
function comment(    what) {
    split(made, what, " ")
    if (what[2] == "OPERATOR")
        what[3] = what[3] " (" option("LEFTARG") ", " option("RIGHTARG") ")"
    else if (what[2] != "TYPE")
        what[3] = signature()
    gsub(/'/, "''", about)
    put("COMMENT ON " what[2] " " what[3] " IS '" about "';")
    about = ""
}
function option(name) {
    match(made, name " = [^,) ]+")
    return substr(made, RSTART + length(name) + 3, RLENGTH - length(name) - 3)
}
# Without the names of arguments, defaults and results.
function signature(    full, open, n, i, part, types) {
    match(made, /[^ (]+\([^)]*\)/)
    full = substr(made, RSTART, RLENGTH)
    open = index(full, "(")
    n = split(substr(full, open + 1, length(full) - open - 1), part, /, */)
    for (i = 1; i <= n; ++i) {
        sub(/^ +/, "", part[i])
        sub(/ DEFAULT .*/, "", part[i])
        if (part[i] !~ /^(timestamp|double) /)
            sub(/^[a-z_]+ /, "", part[i])
        if (part[i] !~ / / || part[i] ~ /^(timestamp|double) /)
            types = types (types == "" ? "" : ", ") part[i]
    }
    return substr(full, 1, open) types ")"
}

function each_operator(line,    part, i, number, schema, rest, types) {
    split(line, part, " ")
    number = part[2] + 0
    schema = match(part[3], /^.*\./) ? substr(part[3], 1, RLENGTH) : ""
    part[3] = substr(part[3], length(schema) + 1)
    rest = substr(line, index(line, " ("))
    types = substr(rest, 1, index(rest, ")"))
    for (i = 3; part[i] !~ /^\(/; ++i)
        put("    OPERATOR " number++ " " schema part[i] (part[i + 1] ~ /^\(/ ? rest : types ","))
}

# Fills in the words.
function put(line,    clause, w) {
    if (mode == "type") {
        # What id types qualify: these are made in the extension's schema, which is the first that is looked up.
        if (line ~ /^CREATE OPERATOR CLASS /)
            sub(/ FAMILY @(family|base62id)@[a-z_.]+/, "", line)
        while (match(line, /OPERATOR\(@schema@\.[^)]+\)/))
            line = substr(line, 1, RSTART - 1) substr(line, RSTART + 18, RLENGTH - 19) substr(line, RSTART + RLENGTH)
        gsub(/@schema@\.|@base62id@\./, "", line)
    }
    if (match(line, / ?@(immutable|volatile|leakproof)( [a-z0-9_@]+)?@/)) {
        split(substr(line, RSTART, RLENGTH), clause, " ")
        line = substr(line, 1, RSTART - 1) (RSTART > 1 ? "\n" : "") "AS 'MODULE_PATHNAME'" \
            (clause[2] == "" ? "" : ", '" substr(clause[2], 1, length(clause[2]) - 1) "'") " LANGUAGE c " \
            (clause[1] ~ /volatile/ ? "VOLATILE" : "IMMUTABLE") " STRICT" \
            (clause[1] ~ /leakproof/ ? " LEAKPROOF" : "") " PARALLEL SAFE" substr(line, RSTART + RLENGTH)
    }
    if (mode == "template") {
        # Where a function has another symbol, the piece says it, with the type's name in front.
        if (match(line, /CREATE FUNCTION @type@_[a-z_]+/))
            role = substr(line, RSTART + 23, RLENGTH - 23)
        if (!sub(/AS 'MODULE_PATHNAME', '@type@_/, "AS '@library@', '" type "_", line))
            sub(/AS 'MODULE_PATHNAME'/, "AS '@library@', '" type "_" role "'", line)
        gsub(/@as@/, "COST 1 LANGUAGE @language@ AS '" role "@declaration@'", line)
    }
    for (w in value)
        gsub("@" w "@", value[w], line)
    sub(/ ;$/, ";", line)
    if (mode != "template" && type != "")
        gsub(/@type@/, type, line)
    print line
}
