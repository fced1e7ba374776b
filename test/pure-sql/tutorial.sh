# Sourced: docs/tutorial.md where the types are domains.  tutorial.tsv has each statement of the page,
# what is written instead (empty: the same), and the SQLSTATE of it over the extension and over the
# functions in SQL.
# shellcheck shell=bash
tutorial_file=${top:?}/test/pure-sql/tutorial.tsv

# The page's statements, a line each, without those that make and drop the extension itself.
tutorial_statements() { # each in one line
    awk '/^```sql$/ { inside = 1; next } /^```$/ { inside = 0 }
        inside && /./ { sub(/^ +/, ""); one = one (one ~ /(^|\()$/ ? "" : " ") $0; if (one ~ /;$/) { print one; one = "" } }' "$top/docs/tutorial.md" | grep -Ev ' EXTENSION base62id;$'
}
# COMMAND reads a script for psql and does not stop at errors.
tutorial() { # COLUMN (3: the extension, 4: functions in SQL) TITLE-SUFFIX COMMAND...
    local column=$1 suffix=$2 got
    shift 2
    got=$(awk -F '\t' -v column="$column" '!/^#/ { print (column == 4 && $2 != "" ? $2 : $1); print "\\echo STATE :SQLSTATE" }' "$tutorial_file" | "$@" 2>/dev/null |
        sed -n 's/^STATE //p')
    is "the tutorial's statements end as tutorial.tsv says$suffix" "$got" "$(awk -F '\t' -v column="$column" '!/^#/ { print $column }' "$tutorial_file")"
}
# The page's table: what is not as on the extension.
tutorial_table() {
    echo '| the tutorial | here |'
    echo '|---|---|'
    awk -F '\t' '
        function code(text) { gsub(/\|/, "\\|", text); sub(/;$/, "", text); return "`" text "`" }
        !/^#/ && ($2 != "" || $3 "" != $4 "") {
            if ($2 != "") here = code($2)
            else if ($4 == "00000") here = "no error: " $5
            else here = "SQLSTATE " $4 (($5 != "") ? ": " $5 : "")
            print "| " code($1) " | " here " |"
        }' "$tutorial_file"
}
