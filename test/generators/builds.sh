# Two builds of the library in one server, as after an upgrade of the package without a restart: one
# whose counters have one field more, and one whose shared memory has another layout.  Not
# preloaded, each session has the library that was there when it began; preloaded, the server's own.
# shellcheck shell=bash

if [ -z "${BASE62ID_DESTDIR-}" ]; then
    skip "two builds of the library" "this server finds an extension in its own directories only"
    return
fi

# What the server finds: a copy of what is installed, whose library changes.
library=$("$PG_CONFIG" --pkglibdir)/base62id.so
cp -a "$BASE62ID_DESTDIR" "$work/live"
sed "s#$BASE62ID_DESTDIR#$work/live#g" "$TEMP_CONFIG" >"$work/live.conf"
cp "$work/live$library" "$work/old.so"
install_library() { # NAME: as a package does it, by a new file of the name
    cp "$work/$1.so" "$work/live$library.new"
    mv "$work/live$library.new" "$work/live$library"
}

# Builds of a copy of these sources, with the objects that are there; edits add up.
source=${BASE62ID_SRC:-$(cd "$here/../.." && pwd)}
mkdir "$work/build"
tar -C "$source" --exclude=./.git --exclude=./build --exclude=./tmp_check -cf - . | tar -C "$work/build" -xf -
build_library() { # NAME EDIT...: after edits FILE=SCRIPT of sed, each of which changes its file
    local name=$1 edit file
    shift
    for edit in "src/pg/module.cpp=s/^(B62_FN\(base62id_version\).*cstring_to_text\()[^)]*/\1\"$name\"/" "$@"; do
        file=$work/build/${edit%%=*}
        sed -i.before -E "${edit#*=}" "$file"
        ! cmp -s "$file.before" "$file" || return 1
    done
    make -s -C "$work/build" -j2 with_llvm=no PG_CONFIG="$PG_CONFIG" >"$work/build.log" 2>&1 || return
    cp "$work/build/base62id.so" "$work/$name.so"
}
check "a build whose counters have one field more" build_library field \
    'src/pg/generate/counters.hpp=s/^( *)server_settings settings;.*/&\n\1pg_atomic_uint64 one_more;/' \
    'src/pg/generate/counters.cpp=s/^( *)attached = \{MyProcPid, c\};/\1pg_atomic_fetch_add_u64(\&c->one_more, 1);\n&/'
check "a build with another layout of shared memory" build_library layout \
    'src/pg/generate/counters.cpp=s/(counters_layout = )1/\12/' \
    'src/pg/keys/mask_keys.cpp=s/(mask_keys_layout = )1/\12/'

# A session that stays: what it is told to do, and what it answers.
open_session() { # NAME
    mkfifo "$work/$1.in"
    : >"$work/$1.out"
    psql_plain -f - <"$work/$1.in" >>"$work/$1.out" 2>&1 &
    eval "exec {input_of_$1}>\"\$work/$1.in\""
}
tell() { # NAME QUERY: does not wait
    local input=input_of_$1
    printf '%s\n\\echo done\n' "$2;" >&"${!input}"
}
answer() { # NAME: what the last query gave
    wait_until grep -q '^done$' "$work/$1.out"
    grep -v '^done$' "$work/$1.out" || true
    : >"$work/$1.out"
}
ask_session() { # NAME QUERY
    tell "$1" "$2"
    answer "$1"
}
close_session() { # NAME
    local input=input_of_$1
    eval "exec ${!input}>&-"
    rm "$work/$1.in" "$work/$1.out"
}

uuid=01890a5d-ac96-774b-bcce-b302099a8057
state="select base62id_version(), sqlstate_of('select xid_new()'), sqlstate_of('select uid11_snowish_new(5)'),
    sqlstate_of('select uid11_ts_seq_rand_new()'), uuid_unmask(uuid_mask('$uuid')),
    (select state from base62id_health() where what = 'memory')"
works="00000|00000|00000|$uuid|ok" refuses="55000|55000|55000|$uuid|broken"
make_ids() { # NUMBER: they are unique in the table
    echo "insert into made select xid_new(), uid11_snowish_new(5) from generate_series(1, $1)"
}
many=$((ids_an_event / 4)) # xids and snowish ids, by each of two builds
old_version=$(sql 'select base62id_version()')
start_with() { # NAME SETTING...: a server with the old library, and sessions' own settings
    local name=$1
    shift
    install_library old
    TEMP_CONFIG=$work/live.conf new_server "$name" "base62id.mask_key_file = '$work/builds.masks'" "client_min_messages = error" "$@"
    start_server "$name"
    sql 'create extension base62id'
    sql "$sqlstate_function"
    sql 'create table made (x uid11 unique, s uid11 unique)'
}

stop_server main
port=5490
secret "$work/builds.masks" 1:000102030405060708090a0b0c0d0e0f

# --- not preloaded ---

start_with builds
open_session old
is "an old session" "$(ask_session old "$state")" "$old_version|$works"
install_library field
open_session field
is "a session of the build with one field more" "$(ask_session field "$state")" "field|$works"
tell old "$(make_ids "$many")"
tell field "$(make_ids "$many")"
is "both make $many xids and snowish ids at once: none twice" "$(answer old)$(answer field)$(sql 'select count(*) from made')" $((2 * many))
secret "$work/builds.masks" 1:0f0e0d0c0b0a09080706050403020100
reload
masked="select uuid_mask('$uuid')"
is "... and both have the mask key of after a reload" "$(ask_session field "$masked")" "$(ask_session old "$masked")"

install_library layout
open_session layout
is "a session of the build with another layout makes no counted ids, and does all else" \
    "$(ask_session layout "$state")" "layout|$refuses"
is "... masks by the same key" "$(ask_session layout "$masked")" "$(ask_session old "$masked")"
is "... what it says" "$(ask_session layout 'select xid_new()' | sed -n 's/^psql[^ ]* //; s/^ERROR:  //p; s/^HINT:  //p')" \
    $'shared memory of this server is another base62id version\'s\nRestart the server.'
tell old "$(make_ids "$many")"
tell field "$(make_ids "$many")"
is "... and the others go on: none twice" "$(answer old)$(answer field)$(sql 'select count(*) from made')" $((4 * many))
is "... in this state" "$(ask_session old "$state") $(ask_session field "$state")" "$old_version|$works field|$works"
for session in old field layout; do close_session $session; done

stop_server builds
start_server builds
is "after a restart the new build works" "$(sql "$state")" "layout|$works"
check "... and no id of before comes again" sql "$(make_ids "$many")"
install_library old
is "back to the old package: refused as well" "$(sql "$state")" "$old_version|$refuses"
stop_server builds
start_server builds
is "... until a restart" "$(sql "$state")" "$old_version|$works"
check "... and no id of before comes again" sql "$(make_ids "$many")"
log_is_clean "the server with two builds wrote nothing bad to its log"
stop_server builds

# --- preloaded: the server's own library, until it starts again ---

port=5491
start_with preloading "shared_preload_libraries = 'base62id'" "restart_after_crash = on"
is "preloaded: the old library" "$(sql "$state")" "$old_version|$works"
install_library layout
is "... a new package, and sessions that begin afterwards" "$(sql "$state")" "$old_version|$works"
check "... make ids" sql "$(make_ids "$many")"
psql_plain -c "copy (select 1) to program 'kill -9 \$PPID'" >/dev/null 2>&1 || true
wait_until is_true 'select true' 2>/dev/null
is "... as after a crash, where the server stays" "$(sql "$state")" "$old_version|$works"
check "... make ids" sql "$(make_ids "$many")"
stop_server preloading
start_server preloading
is "... and a restart brings the new one" "$(sql "$state")" "layout|$works"
check "... which makes no id of before again" sql "$(make_ids "$many")"
log_is_clean "the server that preloads wrote nothing bad to its log" "terminated by signal 9|exited with exit code 2"
stop_server preloading
port=5432
start_server main
