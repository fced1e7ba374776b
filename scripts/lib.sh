# Sourced by the commands of this directory: steps, set-up, build.  Never run by itself.
#
# Every command works in a scratch copy of the tree, as an ordinary user (as nobody when root calls
# it: PostgreSQL refuses root).  What is left behind: the distribution's packages; chroots in
# /var/cache/base62id, 2 GB each, where a command asked for another major or architecture; the logs
# of a failed run; and in /dev/shm a megabyte for each server that a test killed with -9, which
# PostgreSQL cleans up when it restarts only.
# shellcheck shell=bash disable=SC2046,SC2086 # lists of words are meant to be split

set -euo pipefail
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive
unset "${!PG@}" # a user's PGHOST or PGPORT must not lead us to a server that is not ours

source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
newest_major=19 oldest_major=15

# Debian packages by what they are for; those of a test suite stand in test/suites.tsv.
packages() { # MAJOR ROW...
    local major=$1 row
    shift
    for row; do
        case $row in
            compile) echo g++ make pkg-config uuid-dev ;;
            build) echo $(packages - compile) "postgresql-server-dev-$major" ;;
            sources) echo bison flex perl libicu-dev ;;
            server) echo "postgresql-$major" ;;
            jit) [ "$major" -lt 18 ] || echo "postgresql-$major-jit" ;;
            harness) echo cmake make libtap-harness-junit-perl python3 ;;
            unit) echo cmake libgtest-dev libgmp-dev nlohmann-json3-dev ;;
            bench) echo libbenchmark-dev ;;
            counting) echo valgrind ;;
            debug) echo gdb ;;
            chroot) echo debootstrap debian-archive-keyring iproute2 ;;
            cross)
                echo qemu-user-static g++-aarch64-linux-gnu g++-mips64el-linux-gnuabi64 g++-powerpc64-linux-gnu \
                    g++-powerpc64le-linux-gnu g++-riscv64-linux-gnu g++-s390x-linux-gnu
                ;;
            emulator) echo qemu-user-static ;;
            # A server of another architecture beside the machine's own programs.
            beside) echo "postgresql-client-$major" libipc-run-perl googletest nlohmann-json3-dev $(packages - harness) ;;
            foreign) echo "postgresql-$major" libuuid1 uuid-dev libgmp-dev ;;
            emulated) echo "postgresql-$major" libipc-run-perl libuuid1 uuid-dev $(packages - unit harness) ;;
            # For a chroot that has a major of its own: what its suites take, and other compilers.
            tools) echo clang libclang-rt-dev $(column_of_suites needs $(suites_of_servers)) $(column_of_suites uses $(suites_of_servers)) ;;
            # What is asked for by an option of scripts/test.
            full) echo clang-tidy cppcheck gcovr valgrind ;;
            compilers)
                [ "$BASE62ID_COMPILERS" != all ] || BASE62ID_COMPILERS=$(echo g++-{12..16} clang++-{14..24})
                tr , ' ' <<<"${BASE62ID_COMPILERS//clang++/clang} llvm libc++-dev libc++abi-dev musl-tools"
                ;;
            site)
                echo chromium mkdocs mkdocs-material clang-14 lld-14 wasi-libc libc++-14-dev-wasm32 libclang-rt-14-dev-wasm32
                command -v npm >/dev/null || echo nodejs npm
                ;;
            applications) command -v npm >/dev/null || echo nodejs npm ;;
            clients)
                echo python3-psycopg default-jdk-headless libpostgresql-jdbc-java golang-go \
                    golang-github-lib-pq-dev golang-github-jackc-pgx-v5-dev
                command -v npm >/dev/null || echo nodejs npm
                ;;
            frameworks)
                echo alembic python3-sqlalchemy python3-greenlet python3-django python3-psycopg python3-asyncpg \
                    python3-peewee python3-psycopg2 ruby-activerecord ruby-actionpack ruby-pg ruby-sequel \
                    php-cli php-doctrine-orm php-symfony-cache php-pgsql php-illuminate-database golang-go default-jdk-headless libpostgresql-jdbc-java \
                    golang-github-lib-pq-dev golang-github-jackc-pgx-v4-dev golang-github-jackc-pgx-v5-dev librust-uuid-dev golang-gorm-gorm-dev golang-gorm-driver-postgres-dev cargo \
                    librust-tokio-postgres-dev librust-sqlx-dev libdbd-pg-perl elixir pgcli \
                    python3-djangorestframework python3-fastapi python3-httpx sqlacodegen pgbouncer "postgresql-$major-wal2json" \
                    curl golang-github-google-uuid-dev python3-pandas python3-pyodbc odbc-postgresql mypy python3-build twine
                command -v npm >/dev/null || echo nodejs npm
                ;;
        esac
    done
}

# The rows of test/suites.tsv, which says what its columns are.
suites() { sed '/^#/d; /^suite\t/d' "$source_dir/test/suites.tsv"; }

# Those whose results depend on the server.
suites_of_servers() { suites | awk -F '\t' '$3 != "once" && $3 != "none" { print $1 }'; }

# The row of a suite; of a test that has none, as regress:uid11, that of its suite.
row_of_suite() { # NAME
    suites | grep -m 1 -P "^$1\t" || suites | grep -m 1 -P "^${1%%:*}[:\t]"
}

# The words in a column of these suites' rows. An empty column would be lost between two tabs.
column_of_suites() { # server | needs | uses  SUITE...
    local column=$1 name suite form server seconds needs uses
    shift
    for name; do
        IFS=$'\037' read -r suite form server seconds needs uses < <(row_of_suite "$name" | tr '\t' '\037')
        : "$suite $form $server $seconds $needs $uses"
        tr ' ' '\n' <<<"${!column//MAJOR/${major-}}"
    done | sort -u | grep -vxE "$(there_without_package)" || true
}

# Debian's npm is hundreds of packages, and conflicts with a Node.js that came another way.
there_without_package() { if command -v npm >/dev/null; then echo 'nodejs|npm'; else echo none; fi; }

# The files of a test of a suite, under the top directory.
files_of() { # SUITE TEST
    (
        cd "$source_dir"
        case $1 in
            unit | unit-sanitize) compgen -G "test/unit/$2.cpp" ;;
            regress | plans) compgen -G "sql/$2.sql" ;;
            tap) compgen -G "test/tap/$2*.pl" ;;
            isolation) compgen -G "test/isolation/specs/$2.spec" ;;
            pytest) grep -lE "^def $2\b" test/*/test_*.py ;;
            *) compgen -G "test/$1/test_$2.py" || grep -lE "^def $2\b" "test/$1"/test_*.py 2>/dev/null ;;
        esac
    ) || true
}

die() {
    echo "$(basename "$0"): $*" >&2
    exit 1
}

# Steps ------------------------------------------------------------------------------------------

# work/ holds everything of one run and is removed at its end.
start_work() {
    work=$(mktemp -d "${TMPDIR:-/tmp}/base62id.XXXXXX")
    logs=${BASE62ID_LOGS:-$(mktemp -d "${TMPDIR:-/tmp}/base62id-logs.XXXXXX")} kept=
    [ -z "${BASE62ID_LOGS-}" ] || [ ! -e "$logs" ] || kept=1 # a directory that was there is not ours to remove
    src=$work/src root=$work/root child='' ticker=''
    trap 'stop_work $?' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    mkdir "$src" "$root"
    mkdir -p "$logs"
    chmod 755 "$work" # mktemp made it ours alone, and the server must find its extension there
    [ "$user" != nobody ] || [ "$(id -u)" != 0 ] || chown nobody:nogroup "$src" "$root"
}

# Who runs what PostgreSQL refuses to run for root.
user=$(id -un) as_user=()
if [ "$user" = root ]; then
    user=nobody
    as_user=(setpriv --reuid=nobody --regid=nogroup --clear-groups --)
fi

stop_work() {
    trap - EXIT INT TERM HUP
    [ "$BASHPID" = $$ ] || exit "$1" # a child that is ended before it has reset our traps
    stop_ticker
    if [ -n "$child" ]; then
        kill -TERM -- "-$child" 2>/dev/null || true
        wait "$child" || true
        # The servers of a suite end after it.
        for _ in {1..100}; do kill -0 -- "-$child" 2>/dev/null || break && sleep 0.1; done
    fi
    remove_work
    exit "$1"
}

remove_work() {
    rm -rf "$work"
    [ -n "$kept" ] || rm -rf "$logs"
}

log_of() { # TITLE
    local name
    name=$(tr -cs 'A-Za-z0-9\n' - <<<"$1")
    echo "$logs/${name:0:40}.log"
}

# Runs COMMAND with its output in $log, which is named for TITLE, and sets $status.  COMMAND gets a
# process group of its own: a signal to us then reaches pg_virtualenv and what it runs, so that the
# throwaway server is stopped and not orphaned.  Not to be called as a condition: that would switch
# off "set -e" in COMMAND.
logged() { # TITLE COMMAND...
    log=$(log_of "$1") status=0
    shift
    set -m
    "$@" </dev/null >"$log" 2>&1 &
    child=$!
    set +m
    wait "$child" || status=$?
    child=
}

# What a failed run leaves behind.
keep_logs() {
    kept=1
    echo "the logs are in $logs"
}

show_log() { # LOG [LINES]
    echo "--- ${1#"$work"/} (last lines) ---"
    tail -n "${2:-60}" "$1"
    echo "---"
}

# Every 20 seconds the seconds, and the file that a build has come to.  What is read never comes:
# unlike sleep, "read" leaves no process behind that keeps a pipe open.
tick() { # LOG
    local seconds=0
    while ! read -rt 20 <> <(:); do
        printf ', %s s%s' $((seconds += 20)) "$({ tail -n 1 "$1" 2>/dev/null || true; } | sed -nE 's/.*[ /]([[:alnum:]_]+\.(cpp|cc|c|o|sql))( .*)?$/: \1/p')"
    done
}

# Again, since a child may lose a signal while it still has our traps.
stop_ticker() {
    while [ -n "$ticker" ] && kill "$ticker"; do sleep 0.02; done 2>/dev/null
    ticker=''
}

# One line a step.  A step that fails ends the run with its log.
step() { # TITLE COMMAND...
    local title=$1 began=$SECONDS
    shift
    printf '==> %s' "$title"
    tick "$(log_of "$title")" &
    ticker=$!
    logged "$title" "$@"
    stop_ticker
    [ "$status" != 0 ] || { printf ' (%s s)\n' $((SECONDS - began)) && return; }
    printf ': FAILED\n'
    show_log "$log"
    keep_logs
    exit 1
}

# Set-up -----------------------------------------------------------------------------------------

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif [ -t 0 ]; then
        sudo "$@"
    else
        sudo -n "$@"
    fi
}

get_root() {
    [ "$(id -u)" = 0 ] && return
    command -v sudo >/dev/null || die "this needs root, or sudo: $*"
    as_root true || die "sudo refused: $*"
}

apt_get() {
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -qq -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@"
}

# A machine without a network is told in ten seconds, not after all of apt's retries.
read_package_lists() { # WHAT-IS-WANTED
    local title="read the package lists"
    [ -z "$lists_read" ] || return 0
    get_root "apt-get update"
    printf '==> %s' "$title"
    logged "$title" as_root env DEBIAN_FRONTEND=noninteractive timeout -k 1 7 apt-get -q -o Acquire::Retries=0 \
        -o Acquire::http::Timeout=6 -o Acquire::https::Timeout=6 update
    printf '\n'
    if [ "$status" = 124 ] || grep -q '^Err:' "$log"; then
        grep -qE '^(Hit|Get):' "$log" || die "no package source can be reached, and this needs $1: connect this machine to a network, or install what is missing first"
        status=1
    fi
    [ "$status" = 0 ] || step "$title once more" apt_get update
    lists_read=1
}
lists_read=''

missing() { # PACKAGE...
    local p
    for p; do
        [ "$(dpkg-query -W -f='${db:Status-Status}' "$p" 2>/dev/null)" = installed ] || echo "$p"
    done
}

# postgresql-NN makes and starts a cluster "main" when it is installed first.  It must not here.
install_packages() { # PACKAGE...
    local conf=/etc/postgresql-common/createcluster.d/base62id.conf status=0
    as_root mkdir -p "${conf%/*}"
    echo 'create_main_cluster = false' | as_root tee "$conf" >/dev/null
    apt_get install --no-install-recommends -y "$@" || status=$?
    as_root rm -f "$conf"
    return "$status"
}

offered_majors() {
    apt-cache search --names-only '^postgresql-server-dev-[0-9]+$' |
        sed -E 's/^postgresql-server-dev-([0-9]+) .*/\1/' | sort -n |
        awk -v a=$oldest_major -v b=$newest_major '$1 >= a && $1 <= b'
}

# Sets $major (from the argument, or the newest that the package sources offer), $pg_config, and
# installs what is missing of the named rows.
set_up() { # MAJOR-or-empty ROW...
    major=$1
    shift
    command -v apt-get >/dev/null || die "this needs Debian or Ubuntu (apt-get)"
    if [ -z "$major" ] && [ -z "$(offered_majors)" ]; then
        read_package_lists "a list of the PostgreSQL versions that there are"
    fi
    [ -n "$major" ] || major=$(offered_majors | tail -n 1)
    [ -n "$major" ] || die "the package sources offer no PostgreSQL $oldest_major to $newest_major"
    local need
    need=$(missing $(packages "$major" "$@"))
    if [ -n "$need" ]; then
        get_root apt-get install $need
        read_package_lists "${need//$'\n'/ }"
        grep -qx "$major" <<<"$(offered_majors)" ||
            die "the package sources have no PostgreSQL $major, only: $(offered_majors | xargs)"
        step "install ${need//$'\n'/ }" install_packages $need
    fi
    pg_config=/usr/lib/postgresql/$major/bin/pg_config
    export PG_CONFIG=$pg_config
}

# As set_up, for a server that no package brought: of the installation in DIRECTORY a copy, so that
# nothing is installed there, or else what its sources make.
set_up_server() { # DIRECTORY
    local from
    from=$(realpath "$1")
    set_up_packages $(packages - compile unit tap sources)
    own_server=$work/server
    if [ -x "$from/bin/pg_config" ]; then
        step "copy the server" cp -r "$from" "$own_server"
    else
        step "build the server" "$source_dir/scripts/build-server" "$from" "$own_server"
    fi
    chmod -R a+rX "$own_server"
    export PG_CONFIG=$own_server/bin/pg_config
    pg_config=$PG_CONFIG
    [[ $("$pg_config" --sharedir) == "$own_server"/* ]] || die "$from cannot be tested as a copy elsewhere"
    major=$("$pg_config" --version | sed -E 's/^[^0-9]*([0-9]+).*/\1/')
}

# Installs what is missing of packages that do not depend on the major.
set_up_packages() { # PACKAGE...
    local need
    command -v apt-get >/dev/null || die "this needs Debian or Ubuntu (apt-get)"
    need=$(missing "$@")
    if [ -n "$need" ]; then
        get_root apt-get install $need
        read_package_lists "${need//$'\n'/ }"
        step "install ${need//$'\n'/ }" install_packages $need
    fi
}

# Installs those of the packages that the package sources have; it is no failure if that is nothing.
set_up_also() { # PACKAGE...
    local p need=''
    for p in $(missing "$@"); do
        ! apt-cache show "$p" >/dev/null 2>&1 || need+=" $p"
    done
    [ -n "$need" ] || return 0
    printf '==> install%s' "$need"
    if [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; then
        logged "install also" install_packages $need
    else
        status=1
    fi
    if [ "$status" = 0 ]; then echo; else echo ": not possible here, so some tests are skipped"; fi
}

# Build ------------------------------------------------------------------------------------------

# Without what was built in the tree: it may be for another major.
copy_source() {
    tar -C "$source_dir" --exclude=./.git --exclude=./build --exclude=./results --exclude=./tmp_check --exclude=node_modules \
        --exclude='*.o' --exclude='*.d' --exclude='*.bc' --exclude='*.so' --exclude='./base62id--*.sql' -cf - . |
        "${as_user[@]}" tar -C "$src" --no-same-owner -xf -
}

run_in_src() { # COMMAND...
    (cd "$src" && exec "${as_user[@]}" env HOME="$src" USER="$user" LOGNAME="$user" "$@")
}

jobs=$(nproc) make_flags=() own_server=''

# shellcheck source=test/lib/stage.sh
. "$source_dir/test/lib/stage.sh"
# Builds and installs into $root; the server is told by the settings in $work/server.conf.  One that
# does not know these, which is a server of our own then, gets the extension installed into itself;
# what needs it apart is skipped.
build() {
    step "copy the source to a scratch directory" copy_source
    local make=(make)
    # What a chroot builds is thrown away.
    [ -z "${BASE62ID_SECOND-}" ] || make=(test/lib/make_rooms .)
    step "build for $("$pg_config" --version)" run_in_src "${make[@]}" -j"$jobs" PG_CONFIG="$pg_config" "${make_flags[@]}"
    if finds_staged; then
        step "install into the scratch directory" \
            run_in_src "${make[@]}" install DESTDIR="$root" PG_CONFIG="$pg_config" "${make_flags[@]}"
        server_options >"$work/server.conf"
        export BASE62ID_DESTDIR=$root TEMP_CONFIG=$work/server.conf
    else
        [ -n "$own_server" ] || die "$pg_config: its server finds an extension in its own directories only"
        step "install into the server" make -C "$src" install PG_CONFIG="$pg_config" "${make_flags[@]}"
        root=$own_server
        unset BASE62ID_DESTDIR TEMP_CONFIG
    fi
}

# Runs COMMAND against a throwaway server and keeps the server's log as $src/server.log (a second
# link to it, because pg_virtualenv, or the end of test/lib/server.sh, removes the first).
with_server() { # COMMAND...
    if [ -n "$own_server" ]; then
        # shellcheck disable=SC2016 # the inner shell's
        run_in_src bash -c '. test/lib/server.sh && new_server main && start_server main && ln -f "$server_log" server.log &&
            PGHOST=$work PGPORT=$port PGUSER=postgres "$@"' bash "$@"
        return
    fi
    local option options=()
    while IFS= read -r option; do
        options+=(-o "${option/ = /=}")
    done < <(sed "s/'//g" "$work/server.conf")
    run_in_src PGPORT=$((20000 + RANDOM % 10000)) pg_virtualenv -t -v "$major" \
        -c "-l $src/.server.log" -i --encoding=UTF8 "${options[@]}" \
        bash -c 'ln -f .server.log server.log && exec "$@"' bash "$@"
}
