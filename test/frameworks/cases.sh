# Sourced by run: the cases, a line each, and what their commands are. ECOSYSTEM/NAME|TITLE|COMMAND
# A command runs in a scratch copy of its ECOSYSTEM. What is missing ends it: not_installed WHAT.
# shellcheck shell=bash
cases='
cpp/libpq|libpq in C++ with the codec library|by_type; libpq
elixir/ecto-compositions|Ecto, compositions of conditions|ecto; mix run --no-start --no-compile compositions_test.exs
elixir/ecto-stored|Ecto over plain uuid columns|ecto; stored_states mix run --no-start --no-compile stored_test.exs
elixir/ecto|Ecto|ecto; mix run --no-start ecto_test.exs
elixir/ecto-uuids|Ecto, UUIDs|ecto; uuids Ecto mix run --no-start uuids_test.exs
go/gorm-stored|GORM over plain uuid columns|gorm_stored; stored_states sh -c "exec ./test-\$STATE"
go/gorm-compositions|GORM, compositions of conditions|golang gorm.io/driver/postgres gorm_compositions_main.go.in; ./test
go/gorm|GORM|golang gorm.io/driver/postgres gorm_main.go.in codec.go gorm.go; ./test
go/lib-pq|Go, database/sql with lib/pq|by_type; golang github.com/lib/pq lib-pq_main.go.in; ./test
go/pgx-stored|pgx 5 over plain uuid columns|golang github.com/jackc/pgx/v5 stored_main.go.in codec.go stored.go; stored_states ./test
go/pgx|pgx 5|golang github.com/jackc/pgx/v5 pgx_main.go.in codec.go pgx.go service.go; ./test
go/pgx-service|pgx 5, the service of the page|golang github.com/jackc/pgx/v5 main.go pgx.go service.go; go_service
go/pgx-uuids|pgx 5, UUIDs|golang github.com/jackc/pgx/v5 uuids.go.in; uuids "pgx 5" ./test
java/hibernate-stored|Hibernate over plain uuid columns|hibernate; STATES="domain uuid keys moved typed unmoved" stored_states sh -c "exec java -ea -cp $jars:\$STATE HibernateTest"
java/jdbc|JDBC (pgjdbc)|by_type; java_ JdbcTest
java/jdbc-uuids|JDBC, UUIDs|uuids pgjdbc java_ Uuids
node/auth|Better Auth, Auth.js|packages=auth; node auth_test.ts
node/compositions|Compositions of conditions, Node.js|node compositions_test.ts
node/drizzle-stored|Drizzle over plain uuid columns|node_packages; stored_states node_modules/.bin/tsx drizzle_stored_test.ts
node/drizzle|Drizzle|node drizzle_test.ts
node/express|Express, zod|node express_test.ts
node/generated|PgTyped, Zapatos|packages=more; node generated_test.ts
node/hono|Hono, Drizzle|node hono_test.ts
node/knex|Knex and Objection|packages=more; node knex_test.ts
node/kysely-stored|Kysely over plain uuid columns|node_packages; stored_states node_modules/.bin/tsx kysely_stored_test.ts
node/kysely|Kysely|node kysely_test.ts
node/mikroorm|MikroORM|packages=more; node mikroorm_test.ts
node/node-postgres|node-postgres|by_type; node node-postgres_test.ts
node/parquet|polars, and DuckDB over Parquet|packages=more; node parquet_test.ts
node/postgraphile|PostGraphile|packages=more; node postgraphile_test.ts
node/postgresjs|postgres.js|node postgresjs_test.ts
node/prisma-stored|Prisma over plain uuid columns|node_packages; WITHOUT=typed:prefix ALSO=extended stored_states node_modules/.bin/tsx prisma_stored_test.ts
node/prisma|Prisma|node prisma_test.ts
node/sequelize-stored|Sequelize over plain uuid columns|node_packages; stored_states node_modules/.bin/tsx sequelize_stored_test.ts
node/sequelize|Sequelize|node sequelize_test.ts
node/typeorm-stored|TypeORM over plain uuid columns|node_packages; stored_states node_modules/.bin/tsx typeorm_stored_test.ts
node/typeorm|TypeORM|node typeorm_test.ts
perl/dbi|DBI|has perl -e "use v5.36; use DBD::Pg"; perl dbi_test.pl
php/doctrine-compositions|Doctrine, compositions of conditions|doctrine compositions_test.php
php/laravel|Laravel|laravel laravel_test.php
php/doctrine-stored|Doctrine over plain uuid columns|STATES="domain uuid keys moved typed unmoved" stored_states doctrine stored_test.php
php/doctrine|Doctrine|doctrine doctrine_test.php
python/asyncpg|asyncpg|python asyncpg:0.29 asyncpg_test.py
python/dataframes|pandas and ODBC|psqlodbc; python pandas,pyodbc,SQLAlchemy:2,psycopg dataframes_test.py
python/django-compositions|Django, compositions of conditions|python Django:5,psycopg django_compositions_test.py
python/drivers-compositions|psycopg 3 and asyncpg, compositions of conditions|python psycopg:3.2,asyncpg:0.29 drivers_compositions_test.py
python/sqlalchemy-compositions|SQLAlchemy, compositions of conditions|python SQLAlchemy:2,psycopg,asyncpg,greenlet sqlalchemy_compositions_test.py
python/django-objects|Django, objects and their rows|python Django:5,psycopg,djangorestframework django_objects_test.py
python/django-stored-use|Django over plain uuid columns, the program of the page|python Django:5,psycopg stored_use_test.py django
python/django-stored|Django over plain uuid columns|stored_states python Django:5,psycopg,djangorestframework django_stored_test.py
python/django|Django|python Django:5,psycopg django_test.py
python/fastapi-sqlalchemy|FastAPI, SQLAlchemy|python fastapi,httpx,SQLAlchemy:2,psycopg,pydantic:2 fastapi_sqlalchemy_test.py
python/fastapi|FastAPI|python fastapi,httpx,psycopg,pydantic:2 fastapi_test.py
python/tests-use|Tests of an application|python freezegun tests_use_test.py
python/peewee|peewee|python peewee,psycopg2 peewee_test.py
python/psycopg|psycopg 3|python psycopg:3.2 psycopg_test.py
python/sqlalchemy-asyncpg|SQLAlchemy, asyncpg|python SQLAlchemy:2,alembic,asyncpg,greenlet sqlalchemy_test.py asyncpg
python/sqlalchemy-objects|SQLAlchemy, objects and their rows|python SQLAlchemy:2,psycopg sqlalchemy_objects_test.py
python/sqlalchemy-psycopg|SQLAlchemy, psycopg 3|python SQLAlchemy:2,alembic,psycopg sqlalchemy_test.py psycopg
python/sqlalchemy-stored-use|SQLAlchemy over plain uuid columns, the program of the page|python SQLAlchemy:2,psycopg stored_use_test.py sqlalchemy
python/sqlalchemy-stored|SQLAlchemy over plain uuid columns|stored_states python SQLAlchemy:2,alembic,psycopg,asyncpg sqlalchemy_stored_test.py
python/asyncpg-uuids|asyncpg, UUIDs|uuids asyncpg python asyncpg uuids.py asyncpg
python/django-uuids|Django, UUIDs|uuids Django python Django uuids.py django
python/psycopg-uuids|psycopg 3, UUIDs|uuids "psycopg 3" python psycopg uuids.py psycopg
python/psycopg2-uuids|psycopg2, UUIDs|uuids psycopg2 python psycopg2 uuids.py psycopg2
python/sqlalchemy-uuids|SQLAlchemy, UUIDs|uuids SQLAlchemy python SQLAlchemy:2,psycopg2 uuids.py sqlalchemy+psycopg2
python/sqlalchemy2-uuids|SQLAlchemy 2, UUIDs|uuids SQLAlchemy python SQLAlchemy:2,psycopg uuids.py sqlalchemy+psycopg
python/sqlalchemy-asyncpg-uuids|SQLAlchemy, asyncpg, UUIDs|uuids SQLAlchemy python SQLAlchemy:2,asyncpg,greenlet uuids.py sqlalchemy+asyncpg
ruby/activerecord|ActiveRecord|ruby_ activerecord:7.2 activerecord_test.rb
ruby/rails-compositions|ActiveRecord, compositions of conditions|ruby_ activerecord:7.2 compositions_test.rb
ruby/rails-stored-use|Rails over plain uuid columns, the program of the page|ruby_ activerecord:7.2 stored_use_test.rb
ruby/rails-stored|ActiveRecord over plain uuid columns|stored_states ruby_ activerecord:7.2 stored_test.rb
ruby/sequel|Sequel|ruby_ sequel:0 sequel_test.rb
rust/sqlx-stored|sqlx over plain uuid columns|rust_stored; stored_states sh -c "exec ./test-\$STATE"
rust/sqlx|sqlx|rust sqlx sqlx_main.rs; ./test
rust/sqlx-uuids|sqlx, UUIDs|uuids "tokio-postgres, sqlx" rust_uuids sqlx uuids_sqlx.rs
rust/tokio-postgres|tokio-postgres|rust tokio-postgres tokio_main.rs; ./test
rust/tokio-uuids|tokio-postgres, UUIDs|uuids "tokio-postgres, sqlx" rust_uuids tokio-postgres uuids_tokio.rs
rust/tokio-stored|tokio-postgres over plain uuid columns|rust tokio-postgres stored_tokio.rs; stored_states ./test
sql/moved|What changes when a column has moved|. ./moved.sh
sql/tools|Tools|. ./tools.sh'

not_installed() { echo "no $1" >&3 && exit 77; }
has() { # PROGRAM [ARGUMENT...], which must succeed
    command -v "$1" >/dev/null || not_installed "$1"
    [ $# = 1 ] || "$@" 2>/dev/null || not_installed "$*"
}
debian_version() { dpkg-query -W -f '${Version}' "$1" | sed 's/^[0-9]*://; s/[-+].*//'; }
# A program over columns of uuid without the extension, after one key has moved, all have, and without the word: what stored.py asks.
stored_states() { # COMMAND..., a function, too
    local functions
    mapfile -t functions < <(compgen -A function)
    export -f "${functions[@]}"
    /usr/bin/python3 -B "$here/$asker" bash -ec '"$@"' bash "$@"
}
# The tables of stored.sql move, by the program, as their owner: all, or what options say.
stored_move() { # OPTION...
    local migrate=$CLIENTS/../migrate/base62id-migrate
    [ $# != 0 ] || set -- --ref users.friends=users --only users --only orders --only watches
    psql -XAtq -v ON_ERROR_STOP=1 -c 'CREATE EXTENSION IF NOT EXISTS base62id'
    "$migrate" plan "$PGDATABASE" --to typed --type users=user_id,user --type orders=order_id,order "$@" -o move.sql
    "$migrate" run "$PGDATABASE" move.sql
}
# A program that knows UUIDs over columns of base62id with base62id.output = uuid: with its line of docs/drivers.md (TOLD) each operation
# works; without it some do not, and the page has what there is.
uuids() { # DRIVER-OF-THE-PAGE COMMAND...
    local row name how bad=''
    row=$(grep -F "| $1" "$top/docs/drivers.md")
    PGOPTIONS='-c client_min_messages=error' psql -XAtq -v ON_ERROR_STOP=1 -f "$here/uuids.sql" >&2
    "${@:2}" >untold
    while IFS=$'\t' read -r name how; do
        [ "$how" = ok ] || bad+=" $how"
        if [ "$how" = ok ] || [[ -n $how && $row == *"$how"* ]]; then printf 'ok\twithout the line, %s: %s\n' "$name" "$how"; else printf 'fail\twithout the line, %s\t%s is not on the page\n' "$name" "$how"; fi
    done <untold
    [ -n "$bad" ] || printf 'fail\tthe line is needed\t\n'
    PGOPTIONS='-c client_min_messages=error' psql -XAtq -v ON_ERROR_STOP=1 -f "$here/uuids.sql" >&2
    TOLD=1 "${@:2}" >told
    while IFS=$'\t' read -r name how; do
        if [ "$how" = ok ]; then printf 'ok\t%s\n' "$name"; else printf 'fail\t%s\t%s\n' "$name" "$how"; fi
    done <told
    [ -s told ] && [ "$(cut -f 1 untold)" = "$(cut -f 1 told)" ] || printf 'fail\tthe same operations\t\n'
}

libpq() {
    local include
    include=$("$PG_CONFIG" --includedir)
    has g++
    [ -e "$include/libpq-fe.h" ] || not_installed libpq-fe.h
    mkdir include
    ln -s "$top/src/codec" include/base62id
    g++ -std=c++20 -O1 -Wall -Wextra -I include -I "$include" -I "$top/test/lib" -o test libpq_test.cpp -lpq >&2
    ./test
}
java_() { # CLASS
    local jar=/usr/share/java/postgresql.jar
    has javac
    [ -e "$jar" ] || not_installed "$jar"
    javac -d . -cp ".:$jar" src/main/java/io/base62id/{,jdbc/}[A-Z]*.java "$1.java" >&2
    java -cp ".:$jar:/usr/share/java/scram-client.jar" "$1" "jdbc:postgresql://127.0.0.1:$PGPORT/$PGDATABASE?user=$PGUSER"
}
hibernate() {
    jars="/usr/share/java/postgresql.jar:/usr/share/java/scram-client.jar:${BASE62ID_HIBERNATE-}/*"
    export JDBC_URL="jdbc:postgresql://127.0.0.1:$PGPORT/$PGDATABASE?user=$PGUSER"
    has javac
    [ -n "${BASE62ID_HIBERNATE-}" ] || not_installed "BASE62ID_HIBERNATE: a directory with the jars of hibernate-core 7 and what it needs"
    javac -nowarn -d uuid -cp "$jars" src/main/java/io/base62id/{,jdbc/,hibernate/}[A-Z]*.java User.java HibernateTest.java >&2
    ln -s uuid moved
    ln -s uuid typed
}
doctrine() { # PROGRAM
    has php -r 'require "Doctrine/ORM/autoload.php"; exit(PHP_VERSION_ID >= 80400 && extension_loaded("pdo_pgsql") && method_exists("Doctrine\ORM\ORMSetup", "createAttributeMetadataConfig") ? 0 : 1);'
    ORM_VERSION=$(debian_version php-doctrine-orm) DBAL_VERSION=$(debian_version php-doctrine-dbal) php -d display_errors=stderr "$1"
}
laravel() { # PROGRAM
    has php -r 'exit(@include("Illuminate/Database/autoload.php") && extension_loaded("pdo_pgsql") ? 0 : 1);'
    ILLUMINATE_VERSION=$(debian_version php-illuminate-database) php -d display_errors=stderr "$1"
}
ruby_() { # GEM:VERSION PROGRAM
    has ruby -e 'gem *ARGV[0].split(":").then { |name, version| [name, ">= #{version}"] }; require "pg"' "$1"
    ruby -I lib "${@:2}"
}
# The system's, whose modules are Debian's packages.
python() { # MODULE[:VERSION],... PROGRAM [ARGUMENT...]
    local missing
    missing=$(/usr/bin/python3 - "$1" <<'END'
import importlib.metadata, sys

def numbers(version):
    return [int(n) if n.isdigit() else 0 for n in version.split(".")[:2]]

for name, _, least in (word.partition(":") for word in sys.argv[1].split(",")):
    try:
        if numbers(importlib.metadata.version(name)) < numbers(least or "0"):
            print(name, least)
    except importlib.metadata.PackageNotFoundError:
        print(name)
END
    )
    [ -z "$missing" ] || not_installed "$(paste -sd , <<<"$missing")"
    PYTHONPATH=$CLIENTS/python/src /usr/bin/python3 -B -W "${PYTHON_WARNINGS-default}" "${@:2}"
}
psqlodbc() {
    compgen -G '/usr/lib/*/odbc/psqlodbcw.so' >/dev/null || not_installed psqlodbc
    PYTHON_WARNINGS=ignore
}
# With Debian's Go libraries, which are a GOPATH; nothing is fetched.
golang() { # LIBRARY MAIN FILE...
    local gopath=/usr/share/gocode ours=src/placeholder.invalid/base62id/clients
    has go
    [ -d "$gopath/src/$1" ] || not_installed "$1"
    rm -rf program
    mkdir -p kept "$ours" program
    ln -sfn "$CLIENTS/go" "$ours/go"
    cp harness.go "${@:3}" program/
    cp "$2" program/main.go
    GO111MODULE=off GOPATH=$PWD:$gopath GOCACHE=$PWD/kept/cache GOFLAGS=-p=2 GOTOOLCHAIN=local go build -o test ./program >&2
    PGX_VERSION=$(debian_version golang-github-jackc-pgx-v5-dev) GORM_VERSION=$(debian_version golang-gorm-gorm-dev 2>/dev/null || true)
    export PGX_VERSION GORM_VERSION
}
# The page's service, as it is started and asked there.
go_service() {
    local address service made id status=fail
    address=127.0.0.1:$(free_port)
    has curl
    "$PWD/test" "$address" &
    service=$!
    made=$(curl -s --retry 60 --retry-delay 1 --retry-connrefused -X POST "$address/users" -d '{"Name": "Ada"}')
    id=$(sed -n 's/.*"ID":"\(user_[^"]*\)".*/\1/p' <<<"$made")
    if [ "$(curl -s "$address/users/$id")" = "$made" ] && [ -n "$id" ]; then status=ok; fi
    printf '%s\ta user is made, and found by the id\t%s\n' "$status" "$made"
    status=$(curl -s -o /dev/null -w '%{http_code}' "$address/users/order_01h455vb4pex5vsknk084sn02q")
    if [ "$status" = 404 ]; then echo "ok	an id of another kind is a 404"; else echo "fail	an id of another kind is a 404	$status"; fi
    kill "$service"
}
gorm_stored() { # without the word its models have ids of the id type
    golang gorm.io/driver/postgres gorm_stored_main.go.in codec.go stored.go
    mv test test-uuid && ln -s test-uuid test-moved
    sed -i 's/base62id.StoredID/base62id.ID/' stored.go gorm_stored_main.go.in
    golang gorm.io/driver/postgres gorm_stored_main.go.in codec.go stored.go
    mv test test-typed
}
# With Debian's crates.
rust() { # CRATE MAIN
    local registry=/usr/share/cargo/registry dependencies
    has cargo
    [ "$(cargo --version | cut -d. -f2)" -ge 85 ] || not_installed "cargo 1.85"
    CRATE_VERSION=$(find "$registry" -maxdepth 1 -name "$1-[0-9]*" 2>/dev/null | sed "s/.*\/$1-//" | tail -n 1)
    export CRATE_VERSION
    [ -n "$CRATE_VERSION" ] || not_installed "$1"
    case $1 in
        sqlx) dependencies='sqlx = { version = "0", default-features = false, features = ["postgres", "runtime-tokio", "derive", "uuid"] }
base62id = { path = "PATH", features = ["sqlx"] }' ;;
        *) dependencies='tokio-postgres = { version = "0.7", features = ["with-uuid-1"] }
base62id = { path = "PATH", features = ["postgres"] }
uuid = "1"' ;;
    esac
    mkdir -p kept program/src program/.cargo
    cp ./*.rs program/src/
    cp "$2" program/src/main.rs
    printf '[package]\nname = "%s-test"\nversion = "0.0.0"\nedition = "2024"\n\n[features]\ntold = []\n\n[dependencies]\n%s\ntokio = { version = "1", features = ["macros", "rt"] }\n' \
        "$1" "${dependencies//PATH/$CLIENTS/rust}" >program/Cargo.toml
    printf '[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "%s"\n' "$registry" >program/.cargo/config.toml
    [ "$asker" = stored.py ] || export CARGO_PROFILE_DEV_OPT_LEVEL=3
    (cd program && CARGO_HOME=$PWD/.cargo CARGO_TARGET_DIR=$OLDPWD/kept/target cargo build --offline --jobs 2 --features "${TOLD+told}") >cargo.log 2>&1 || {
        cat cargo.log >&2
        exit 1
    }
    ln -sf "kept/target/debug/$1-test" test
}
rust_stored() { # without the word its parameters are of the id type
    rust sqlx stored_sqlx.rs && cp -L test test-uuid && ln -s test-uuid test-moved
    TOLD=1 rust sqlx stored_sqlx.rs && mv test test-typed
}
rust_uuids() { # CRATE MAIN
    rust "$@" && ./test
}
# With the packages of package.json, each of one version, kept for the next one. What wants other versions of them is in $packages/.
node() { # PROGRAM
    [ -e node_modules ] || node_packages "${packages-}"
    node_modules/.bin/tsx "$@"
}
node_packages() { # DIRECTORY-or-empty
    local packages=kept${1:+/$1}
    has npm
    [ "$(command node -p 'parseInt(process.versions.node)')" -ge 20 ] || not_installed "Node.js 20"
    if [ ! -d "$packages/node_modules" ]; then
        mkdir -p "$packages"
        cp "${packages/#kept/.}"/package.json "$packages/"
        (cd "$packages" && npm install --no-package-lock --no-audit --no-fund --ignore-scripts --fetch-retries=1 --fetch-timeout=30000 >npm.log 2>&1) || {
            grep -Eq 'ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|SELF_SIGNED|E40[134]' "$packages/npm.log" || {
                cat "$packages/npm.log" >&2
                exit 1
            }
            rm -r "$packages"
            not_installed "way to a registry of npm"
        }
    fi
    ln -sfn "$packages/node_modules" node_modules
    if [ ! -d node_modules/base62id ] && [ -d node_modules/typeorm ]; then
        cp -r "$CLIENTS/node" kept/base62id
        rm -rf kept/base62id/node_modules
        PATH=$PWD/kept/node_modules/.bin:$PATH kept/base62id/build >&2
        ln -s ../base62id kept/node_modules/base62id
    fi
    # Without what the adapters are for: the codec alone, as its source.
    if [ ! -d node_modules/base62id ]; then
        mkdir node_modules/base62id
        cp "$CLIENTS"/node/src/*.ts node_modules/base62id/
        echo '{"type": "module", "exports": {".": "./ids.ts", "./drizzle": "./drizzle.ts", "./pg": "./pg.ts"}}' >node_modules/base62id/package.json
    fi
}
# A project of mix.exs with its lib/, built with Ecto's sources.
ecto() {
    local needs library
    cp "$here/elixir/mix.exs" . # in the place of the package's own
    mv harness.ex lib/
    has mix
    [ -n "${BASE62ID_ELIXIR_DEPS-}" ] ||
        not_installed "BASE62ID_ELIXIR_DEPS: a directory with the sources of ecto, ecto_sql, postgrex, db_connection, decimal and telemetry"
    cp -r "$BASE62ID_ELIXIR_DEPS" deps-of-ours
    export HOME=$PWD BASE62ID_ELIXIR_DEPS=$PWD/deps-of-ours MIX_ENV=prod MIX_OS_DEPS_COMPILE_PARTITION_COUNT=2
    # Their requirements are packages; here they are each other.
    for needs in decimal: db_connection:telemetry postgrex:decimal,db_connection ecto:telemetry,decimal ecto_sql:telemetry,db_connection,ecto,postgrex; do
        library=${needs%%:*}
        sed -i "s|deps: deps(),|deps: [$(tr , '\n' <<<"${needs#*:}" | sed -E '/./s#.*#{:&, path: \\"../&\\"}#' | paste -sd ,)],|" "deps-of-ours/$library/mix.exs"
    done
    mix compile --warnings-as-errors >mix.log 2>&1 || {
        cat mix.log >&2
        exit 1
    }
}
