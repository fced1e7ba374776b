#!/bin/bash
# What can be found in the text of pages: misspelt words (codespell), words that the list words.tsv
# says in another way, and the form of Markdown (markdownlint-cli2).  A part of test/lint/run:
#
#   test/lint/pages.sh     runs it alone; with BASE62ID_QUICK=1 nothing is installed
#
# pages-to-do.tsv lists the pages that still have findings, and how many.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
alone=''
if [ "${BASH_SOURCE[0]}" = "$0" ]; then
    alone=1
    # shellcheck source=test/lib/results.sh
    . "$here/../lib/results.sh"
    cd "$here/../.."
fi
# shellcheck source=test/lib/npm.sh
. "$here/../lib/npm.sh"

to_do=$here/pages-to-do.tsv
mapfile -t pages < <(
    find . -name '*.md' -not -path '*/node_modules/*' -not -path './build/*' -not -path './results/*' |
        sed 's#^\./##' | sort
)

is "no word of the list stands on ${#pages[@]} pages" \
    "$(perl "$here/words.pl" "$here/words.tsv" "${pages[@]}" | perl "$here/allowed.pl" "$to_do" words)" ''
cat >"$work/words.md" <<'END'
# An octet

`symbol` and [a symbol of code](symbol.md) are read as they should be.

```sh
symbol
```

| a cell | whom he tells |
END
is "... and words that stand there would be found" \
    "$(perl "$here/words.pl" "$here/words.tsv" "$work/words.md" | sed 's/.*words.md:\([0-9]*\): "\([^"]*\)".*/\1 \2/')" \
    $'1 octet\n3 symbol\n9 he\n9 whom'
printf 'words\ta.md\t1\n' >"$work/to-do.tsv"
is "... and a page that the list does not allow as many" \
    "$(printf '%s\n' a.md:1 b.md:1 c.md:1 c.md:2 | perl "$here/allowed.pl" "$work/to-do.tsv" words | xargs)" \
    "b.md:1 c.md:1 c.md:2"

if command -v codespell >/dev/null; then
    check "codespell of ${#pages[@]} pages" codespell --ignore-words="$here/codespell.words" "${pages[@]}"
    echo 'The extention is misspelt.' >"$work/misspelt.md"
    if codespell --ignore-words="$here/codespell.words" "$work/misspelt.md" >/dev/null; then
        fail "... finds a misspelt word"
    else
        pass "... finds a misspelt word"
    fi
else
    skip "codespell" "it is not installed (Debian: codespell)"
fi

# Debian does not have markdownlint-cli2, so npm installs it into the scratch directory.
markdownlint_version=0.22.1
markdown_in_form() {
    local status=0 linter=$work/markdownlint/node_modules/.bin/markdownlint-cli2
    mkdir "$work/markdownlint"
    HOME=$work npm_install "$work/markdownlint" "markdownlint-cli2@$markdownlint_version" || status=$?
    if [ "$status" = 77 ]; then
        skip "markdownlint-cli2" "npm reaches no registry"
        return
    elif [ "$status" != 0 ]; then
        fail "markdownlint-cli2 is installed"
        return
    fi
    cp .markdownlint-cli2.jsonc "$work/markdownlint/"
    printf '# One\n\n```\ncode without a language\n```\n' >"$work/markdownlint/bad.md"
    "$linter" "${pages[@]}" >"$work/markdownlint.log" 2>&1 || true
    is "markdownlint-cli2 of ${#pages[@]} pages" \
        "$(perl "$here/allowed.pl" "$to_do" markdown <"$work/markdownlint.log")" ''
    check "... read them all" grep -q "^Linting: ${#pages[@]} file" "$work/markdownlint.log"
    if (cd "$work/markdownlint" && "$linter" bad.md) >/dev/null 2>&1; then
        fail "... finds code without a language"
    else
        pass "... finds code without a language"
    fi
}
if [ -n "${BASE62ID_QUICK-}" ]; then
    skip "markdownlint-cli2" "npm would download it: it is part of scripts/test --ci"
elif ! command -v npm >/dev/null || [ "$(node -p 'parseInt(process.versions.node)')" -lt 20 ]; then
    skip "markdownlint-cli2" "there is no Node.js 20 with npm"
else
    markdown_in_form
fi
[ -z "$alone" ] || finish
