# What the server tests share: the types, tables of them, and checks of everything that stores them.
package Base62id;

use strict;
use warnings;
use Exporter 'import';
use File::Basename qw(basename dirname);
use IPC::Run;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::RecursiveCopy;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(sleep);

our @EXPORT =
    qw(@types %new_id %random_id server create_tables check_storage definition digest rows prepare_write client fingerprint stop_clean
    create_reservations create_temporal_keys check_reservations stage_example
    kill_server $gone mask_keys create_notated notated use_notated);

# The rows of test/lib/types.tsv, which says what the columns are.
our @types;

# A fresh id as the type's users make it.
our %new_id;

# The same ids in every run, in no order: the value of type T for row i, made of md5(i).
our %random_id;

my %random = (
    o => q{decode(md5(i::text), 'hex')},
    u => 'md5(i::text)::uuid',

    # Another number than the octets': any will do, and this expression is the shorter one.
    n => q{(('x' || left(md5(i::text), 16))::bit(64)::bigint + 9223372036854775808::numeric)},
);
for my $line (split /\n/, slurp_file(dirname(__FILE__) . '/types.tsv')) {
    next if $line =~ /^#|^type\t/;
    my ($type, undef, undef, $value, $fresh) = split /\t/, $line;
    push @types, $type;
    $new_id{$type}    = $fresh;
    $random_id{$type} = $value =~ s/('[^']*')|\b([oun])\b/$1 \/\/ $random{$2}/ger;
}

# A running server with the extension preloaded in it.  Settings are given as for append_conf.
sub server {
    my ($name, %options) = @_;
    my $path     = delete $options{install_path};
    my $node     = PostgreSQL::Test::Cluster->new($name, $path ? (install_path => $path) : ());
    my $settings = delete $options{settings} // '';
    my $preload  = delete $options{preload}  // 'base62id';
    my $start    = delete $options{start}    // 1;
    $options{extra} = ['--encoding=UTF8', '--locale=C.UTF-8', @{ $options{extra} // [] }];
    $node->init(%options);

    # Cluster.pm logs each statement, which takes longer than many of ours do.
    $node->append_conf('postgresql.conf',
        "log_statement = none\nshared_preload_libraries = '$preload'\n$settings\n");
    $node->start if $start;
    return $node;
}

# Lets a server that is not running find a copy of the staged installation, with examples/id-types of
# $source beside the extension; the copy's directory of extensions.  What a test adds there no other
# suite sees.  Skips the test without a staged installation.
sub stage_example {
    my ($node, $source) = @_;
    my $staged = $ENV{BASE62ID_DESTDIR}
        or plan skip_all => 'BASE62ID_DESTDIR names no staged installation that could be copied';
    my $copy = "$PostgreSQL::Test::Utils::tmp_check/staged_" . $node->name;
    PostgreSQL::Test::RecursiveCopy::copypath($staged, $copy);
    my $extensions = $copy . $node->config_data('--sharedir') . '/extension';
    unlink glob "$extensions/shop_ids*";    # another suite may have put them there
    for my $file (glob "$source/examples/id-types/shop_ids*") {
        append_to_file("$extensions/" . basename($file), slurp_file($file));
    }
    $node->append_conf('postgresql.conf', slurp_file($ENV{TEMP_CONFIG}) =~ s/\Q$staged\E/$copy/gr);
    return $extensions;
}

# Id types in each notation, and some that mask: types, a table with indexes of each kind, a
# partitioned one, a view and a default with a constant.
my @notations = (
    ['in_typeid',       'i_t', 'typeid',     0],
    ['in_ulid',         'i_u', 'ulid',       0],
    ['in_base62id',     'i_b', 'base62id',   0],
    ['in_base64uuid',   '',    'base64uuid', 0],
    ['in_uuid',         'i_d', 'uuid',       0],
    ['in_hex',          'S3',  'hex',        0],
    ['in_masked',       'i_m', 'base62id',   1],
    ['in_masked_uuid',  'i_d', 'uuid',       1],
    ['in_uid11',        'i_n', 'uid11',      0],
    ['in_masked_uid11', 'i_n', 'uid11',      1]
);

# Of each: a fresh id, the id number i, one behind 288 of them, and what is stored.
my %made = map {
    my ($type, undef, $notation) = @$_;
    $type => $notation eq 'uid11'
        ? [
        "nextval('numbers')",        "(i * 10000019::bigint)::$type",
        "2885000000::bigint::$type", "$type\::bigint"
        ]
        : [
        "${type}_new()", "${type}_new('2025-12-31Z'::timestamptz + i * '5 minutes'::interval)",
        "${type}_min('2026-01-01Z')", "$type\::uuid"
        ]
} @notations;

# Indexes of numbers that those of notated are not, each over an expression of its own.
my %numbered = (
    'least(id, id)'    => 'brin (least(id, id))',
    'greatest(id, id)' => 'brin (greatest(id, id) in_masked_uid11_minmax_multi_ops)',
    'coalesce(id, id)' => 'brin (coalesce(id, id) in_masked_uid11_bloom_ops)',
    parent             => 'gin (parent)'
);

# Writes a file of one mask key; the setting that names it.
sub mask_keys {
    my ($file) = @_;
    append_to_file($file, "1:000102030405060708090a0b0c0d0e0f\n");
    chmod 0600, $file or die;
    return "base62id.mask_key_file = '$file'";
}

sub create_notated {
    my ($node, $db, $first) = @_;
    my $sql = ($first // '') . 'CREATE SEQUENCE numbers START 10000000000;';
    $sql .= "SELECT typeid_create_type('$_->[0]', '$_->[1]', '$_->[2]', $_->[3]);\n" for @notations;
    my @types = map { $_->[0] } @notations;
    $sql .=
          'CREATE TABLE notated ('
        . join(', ', map { "$_ $_ NOT NULL UNIQUE DEFAULT $made{$_}[0], many_$_ ${_}[]" } @types)
        . ');';
    for (@types) {
        $sql .=
            "CREATE INDEX ON notated USING hash (coalesce($_, $_)); CREATE INDEX ON notated USING gist (greatest($_, $_));
            CREATE TABLE by_$_ (id $_ PRIMARY KEY REFERENCES notated ($_)) PARTITION BY RANGE (id);
            CREATE TABLE by_${_}_old PARTITION OF by_$_ FOR VALUES FROM (MINVALUE) TO ($made{$_}[2]);
            CREATE TABLE by_${_}_new PARTITION OF by_$_ FOR VALUES FROM ($made{$_}[2]) TO (MAXVALUE);\n";
    }
    $sql .=
          'INSERT INTO notated SELECT '
        . join(', ', map { "$_, ARRAY[$_, NULL]" } @types)
        . ' FROM (SELECT '
        . join(', ', map { "$made{$_}[1] AS $_" } @types)
        . " FROM generate_series(1, 500) i) s;\n";
    $sql .= "INSERT INTO by_$_ SELECT $_ FROM notated;" for @types;

    # What else refers to numbers: to the last one, which is negative as a bigint, and to another
    # row's.
    $sql .=
        "CREATE TABLE numbered (id in_masked_uid11 PRIMARY KEY DEFAULT nextval('numbers'), parent in_masked_uid11 REFERENCES numbered);
        INSERT INTO numbered SELECT FROM generate_series(1, 500); INSERT INTO numbered VALUES (-1::bigint, 10000000077);"
        . join('', map { "CREATE INDEX ON numbered USING $_;" } values %numbered);
    $sql .=
          'CREATE VIEW some_notated AS SELECT '
        . join(', ', @types)
        . ' FROM notated WHERE '
        . join(' OR ', map { "$_ < $made{$_}[2]" } @types) . ';';

    # A constant is stored as it is inside, and written as its text.
    $sql .= join(
        '',
        map {
            "SELECT format('CREATE TABLE of_$_ (id $_ DEFAULT %L)', min($_)) FROM notated \\gexec\n"
        } @types
    ) . 'ANALYZE;';
    $node->safe_psql($db, $sql);
}

# All of that, to be compared; texts are those that a dump has.
sub notated {
    my ($node, $db) = @_;
    my @types = map { $_->[0] } @notations;
    return $node->safe_psql(
        $db,
        q{SELECT concat_ws(' ', type, prefix, notation, mask_key) FROM typeid_types() WHERE type::text LIKE 'in\_%' ORDER BY type::text;}
            . 'SELECT count(*), md5(string_agg(n::text, $$,$$ ORDER BY n::text)), md5(string_agg(concat_ws($$ $$, '
            . join(', ', map { $made{$_}[3] } @types)
            . '), $$,$$ ORDER BY in_typeid)) FROM notated n;'
            . join(
            '',
            map {
                "SELECT count(*), md5(string_agg(id\::text, ',' ORDER BY id)) FROM by_${_}_old; SELECT count(*) FROM by_$_;
                SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef WHERE adrelid = 'of_$_'::regclass;"
            } @types
            )
            . 'SELECT md5(string_agg(s::text, $$,$$ ORDER BY in_typeid)) FROM some_notated s;'
            . 'SELECT count(*), min(id), max(id), md5(string_agg(n::text || id::bigint, $$,$$ ORDER BY id)) FROM numbered n'
    );
}

# It works on: defaults, routing to partitions, look-ups by text by each index, kinds that are
# refused.
sub use_notated {
    my ($node, $db, $title) = @_;
    for my $value (sort keys %numbered) {
        my $query = "FROM numbered WHERE $value = 10000000077::in_masked_uid11";
        like(
            $node->safe_psql(
                $db, "SET enable_seqscan = off; SELECT count(*) $query; EXPLAIN SELECT $query"
            ),
            qr/^1\n.*Index Cond/s,
            "$title: $value of a masked number is found by index"
        );
    }
    for (@notations) {
        my ($type, $prefix) = @$_;
        is(
            $node->safe_psql(
                $db,
                "BEGIN; INSERT INTO notated DEFAULT VALUES; INSERT INTO by_$type SELECT $type FROM notated ORDER BY $type DESC LIMIT 1;
            SELECT count(*) FROM by_${type}_new WHERE id > (SELECT max(id) FROM by_${type}_old); ROLLBACK"
            ),
            $node->safe_psql($db, "SELECT count(*) + 1 FROM by_${type}_new"),
            "$title: $type goes on"
        );
        my $text =
            $node->safe_psql($db, "SELECT $type FROM notated ORDER BY $type OFFSET 77 LIMIT 1");
        like($text, qr/^\Q${prefix}\E/, "$title: $type has its prefix");

        # By its btree, hash and GiST index, each of which has an expression of its own.
        for my $value ($type, "coalesce($type, $type)", "greatest($type, $type)") {
            my $query = "FROM notated WHERE $value = '$text'";
            like(
                $node->safe_psql(
                    $db, "SET enable_seqscan = off; SELECT count(*) $query; EXPLAIN SELECT $query"
                ),
                qr/^1\n.*Index Cond/s,
                "$title: $value is found by index"
            );
        }
        my (undef, undef, $refusal) =
            $node->psql($db, "SELECT 'wrong_" . substr($text, length $prefix) . "'::$type");
        like(
            $refusal,
            qr/invalid input syntax for type $type/,
            "$title: $type refuses another prefix"
        );
    }
}

# A table ids_TYPE for each type.  Equal values in three columns, or in an expression, one for each
# kind of index, so that a query cannot but use that kind.
sub create_tables {
    my ($node, $db) = @_;
    my $sql = "CREATE EXTENSION base62id;\n";
    for my $type (@types) {
        $sql .= <<~END;
            CREATE TABLE ids_$type (
                id $type PRIMARY KEY DEFAULT $new_id{$type},
                hashed $type, summarized $type,
                writer integer NOT NULL, n integer NOT NULL, part integer NOT NULL,
                UNIQUE (writer, n, part)
            );
            CREATE INDEX ids_${type}_hash ON ids_$type USING hash (hashed);
            CREATE INDEX ids_${type}_brin ON ids_$type
                USING brin (summarized) WITH (pages_per_range = 2, autosummarize);
            CREATE INDEX ids_${type}_brin_multi ON ids_$type
                USING brin (summarized ${type}_minmax_multi_ops) WITH (pages_per_range = 2, autosummarize);
            CREATE INDEX ids_${type}_brin_bloom ON ids_$type
                USING brin (summarized ${type}_bloom_ops) WITH (pages_per_range = 2, autosummarize);
            CREATE INDEX ids_${type}_gist ON ids_$type USING gist (coalesce(hashed, hashed));
            CREATE INDEX ids_${type}_gin ON ids_$type USING gin (coalesce(summarized, summarized));
            END
    }
    $node->safe_psql($db, $sql);
}

# Ids beside ranges and texts in one index, a column for each: a table reserved_TYPE for each type,
# with an exclusion constraint and a GIN index of two columns, and on 18 and later a key in time
# that bookings_TYPE references.  SCHEMA is the extension's.
sub create_reservations {
    my ($node, $db, $schema) = @_;
    $node->safe_psql(
        $db,
        join '',
        map {
            "
        CREATE TABLE reserved_$_ (room $schema.$_, during int4range, team $schema.$_, words tsvector, EXCLUDE USING gist (room WITH =, during WITH &&));
        CREATE INDEX reserved_${_}_gin ON reserved_$_ USING gin (team, words);
        INSERT INTO reserved_$_ SELECT v, int4range(10 * j, 10 * j + 10), v, to_tsvector('simple', 'word' || j)
            FROM (SELECT ($random_id{$_})::$schema.$_ AS v FROM generate_series(1, 300) i) x, generate_series(1, 4) j;"
        } @types
    );
    create_temporal_keys($node, $db, $schema) if $node->pg_version >= 18;
}

sub create_temporal_keys {
    my ($node, $db, $schema) = @_;
    $node->safe_psql(
        $db,
        join '',
        map {
            "
        CREATE TABLE rooms_$_ (room $schema.$_, during int4range, PRIMARY KEY (room, during WITHOUT OVERLAPS));
        CREATE TABLE bookings_$_ (room $schema.$_, during int4range, FOREIGN KEY (room, PERIOD during) REFERENCES rooms_$_ (room, PERIOD during));
        INSERT INTO rooms_$_ SELECT room, during FROM reserved_$_;
        INSERT INTO bookings_$_ SELECT room, int4range(12, 38) FROM rooms_$_ WHERE lower(during) = 10;"
        } @types
    );
}

# Those indexes answer, with both of their columns, and their constraints refuse.
sub check_reservations {
    my ($node, $db, $title) = @_;
    my $temporal =
        $node->safe_psql($db, "SELECT to_regclass('rooms_$types[0]') IS NOT NULL") eq 't';
    my (@wrong, $plans);
    for my $type (@types) {
        my $room  = "(SELECT room FROM reserved_$type OFFSET 77 LIMIT 1)";
        my %count = (
            "SELECT count(*) FROM reserved_$type WHERE room = $room AND during && '[15,25)'" => 2,
            "SELECT count(*) FROM reserved_$type WHERE team = $room AND words @@ 'word3'"    => 1,
            $temporal
            ? ("SELECT count(*) FROM rooms_$type WHERE room = $room AND during @> 25" => 1)
            : ()
        );
        for my $query (sort keys %count) {
            my $found = $node->safe_psql($db, "SET enable_seqscan = off; $query");
            push @wrong, "$found by $query" if $found ne $count{$query};
            my $plan =
                $node->safe_psql($db, "SET enable_seqscan = off; EXPLAIN (COSTS OFF) $query");
            push @wrong, "$plan for $query"
                if $plan !~ /Index Cond: \(?\((?:room|team) = .* AND \((?:during|words)/;
        }
        my %refused = (
            "INSERT INTO reserved_$type SELECT room, '[45,46)' FROM reserved_$type LIMIT 1" =>
                'exclusion constraint',
            $temporal
            ? (
                "INSERT INTO rooms_$type SELECT room, '[45,46)' FROM rooms_$type LIMIT 1" =>
                    'exclusion constraint',
                "INSERT INTO bookings_$type SELECT room, '[52,58)' FROM rooms_$type LIMIT 1" =>
                    'foreign key constraint',
                "DELETE FROM rooms_$type WHERE lower(during) = 20" => 'foreign key constraint'
                )
            : ()
        );
        for my $statement (sort keys %refused) {
            my (undef, undef, $error) = $node->psql($db, "BEGIN; $statement");
            push @wrong, "'$error' for $statement" if $error !~ /$refused{$statement}/;
        }
        my ($status, undef, $error) = $node->psql($db,
            "BEGIN; INSERT INTO reserved_$type SELECT room, '[50,60)' FROM reserved_$type WHERE lower(during) = 10"
        );
        push @wrong, $error if $error ne '';
    }
    is(
        join("\n", @wrong),
        '',
        "$title: exclusion constraints"
            . ($temporal ? ', keys in time' : '')
            . ' and indexes of several columns'
    );
}

# PREPARE write(writer, n): some fresh rows in every table, by one statement and so in one commit;
# returns a line "wrote|writer|n|part|id|id|..." for each part.
sub prepare_write {
    my ($rows)  = @_;
    my $inserts = join ', ', map {
              "w_$_ AS (INSERT INTO ids_$_ (id, hashed, summarized, writer, n, part) "
            . "SELECT v, v, v, \$1, \$2, part FROM (SELECT part, ($new_id{$_})::$_ AS v "
            . "FROM generate_series(1, $rows) part) x RETURNING part, id)"
    } @types;
    my ($first, @others) = @types;
    return
          "PREPARE write(int, int) AS WITH $inserts SELECT 'wrote', \$1, \$2, part, "
        . join(', ', map { "w_$_.id" } @types)
        . " FROM w_$first "
        . join(' ', map { "JOIN w_$_ USING (part)" } @others) . ";\n";
}

# Starts psql with a script and goes on.  psql prints a result when the server has confirmed the
# commit, so what it wrote is a ledger of what was acknowledged.  Returns { run, name, base };
# output is in base.out and base.err.
sub client {
    my ($node, $name, $script) = @_;
    my ($test) = $0 =~ m{([^/]+)\.pl$};
    my $base = "$PostgreSQL::Test::Utils::tmp_check/$test-$name";
    unlink "$base.sql";    # an interrupted run's
    append_to_file("$base.sql", $script);
    my $run = IPC::Run::start(
        [
            'psql', '-XAtq',                    '-v', 'ON_ERROR_STOP=1',
            '-d',   $node->connstr('postgres'), '-f', "$base.sql"
        ],
        '<',
        \undef,
        '>',
        "$base.out",
        '2>',
        "$base.err"
    );
    return { name => $name, run => $run, base => $base };
}

# What a client says when the server goes away.
our $gone = join '|', 'server closed the connection', 'This probably means the server terminated',
    'before or while processing the request', 'connection to server was lost',
    'no connection to the server',            'terminating connection because',
    'The postmaster has commanded',           'In a moment you should be able to reconnect';

# All processes in one blow: the postmaster is stopped first, so that it cannot react to its
# children's death.
sub kill_server {
    my ($node, $clients) = @_;
    my $postmaster = (split /\n/, slurp_file($node->data_dir . '/postmaster.pid'))[0];
    kill 'STOP', $postmaster;
    my @children = grep { (parent($_) // 0) == $postmaster } map { m{/(\d+)$} } glob '/proc/[0-9]*';
    cmp_ok(kill(9, @children), '>', $clients, 'killed ' . @children . ' processes of the server');
    $node->kill9;

    # While one of them is still there, even as a zombie, a new server would not start.
    for (1 .. 500) {
        last unless grep { -e "/proc/$_" } $postmaster, @children;
        sleep 0.02;
    }
}

sub parent {
    open my $fh, '<', "/proc/$_[0]/status" or return;
    my ($parent) = map { /^PPid:\s+(\d+)/ } <$fh>;
    return $parent;
}

# Heap and indexes of all our tables agree: amcheck on heap and btree (and on GIN where it knows
# it), and every row is found again by a hash index, by each kind of BRIN index, by GiST and by GIN.
# Needs the extension amcheck.
my $plans_seen = 0;

sub check_storage {
    my ($node, $db, $title) = @_;
    my $said = $node->safe_psql(
        $db, q{
        SELECT 'heap ' || c.relname || ': ' || v.msg
        FROM pg_class c, verify_heapam(c.oid) v
        WHERE c.relname ~ '^ids_' AND c.relkind = 'r';
        SELECT bt_index_check(i.indexrelid, true)
        FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam
        WHERE i.indrelid::regclass::text ~ 'ids_' AND a.amname = 'btree' AND c.relkind = 'i';
        SELECT 'invalid index ' || indexrelid::regclass FROM pg_index WHERE NOT indisvalid OR NOT indisready;
        }
    );
    $said .=
        $node->safe_psql($db,
        "SELECT gin_index_check(oid) FROM pg_class WHERE relname ~ '^ids_.*_gin'")
        if $node->pg_version >= 18;
    $said =~ s/^\n+//mg;
    is($said, '', "$title: amcheck finds nothing");

    my (@lookups, @wrong);
    for my $type (@types) {

        # Equality is what the bloom index is for: row by row, 200 of them.
        push @lookups,
            [
            qr/ids_${type}_hash/,
            "SELECT '$type hash ' || count(*) || ' ' || count(b.id) "
                . "FROM ids_$type a LEFT JOIN ids_$type b ON b.hashed = a.id"
            ],
            [
            qr/ids_${type}_brin/,
            "SELECT '$type range ' || (SELECT count(*) FROM ids_$type) || ' ' || count(*) "
                . "FROM ids_$type WHERE summarized >= (SELECT min(id) FROM ids_$type)"
            ],
            [
            qr/ids_${type}_brin/,
            "SELECT '$type equal ' || count(*) || ' ' || coalesce(sum((SELECT count(*) FROM ids_$type s "
                . "WHERE s.summarized = a.id)), 0) FROM (SELECT * FROM ids_$type ORDER BY id LIMIT 200) a"
            ];
        for ([gist => 'hashed'], [gin => 'summarized']) {
            my ($method, $column) = @$_;
            my $value = "coalesce($column, $column)";
            push @lookups,
                [
                qr/ids_${type}_$method/,
                "SELECT '$type $method ' || (SELECT count(*) FROM ids_$type) || ' ' || count(*) "
                    . "FROM ids_$type WHERE $value >= (SELECT min(id) FROM ids_$type)"
                ],
                [
                qr/ids_${type}_$method/,
                "SELECT '$type ${method}_equal ' || count(*) || ' ' || coalesce(sum((SELECT count(*) FROM ids_$type s "
                    . "WHERE coalesce(s.$column, s.$column) = a.id)), 0) FROM (SELECT * FROM ids_$type ORDER BY id LIMIT 200) a"
                ];
        }
    }
    my $settings = join '', map { "SET enable_$_ = off; " } qw(seqscan hashjoin mergejoin);
    my $found    = $node->safe_psql($db, $settings . join ';', map { $_->[1] } @lookups);
    for my $line (split /\n/, $found) {
        push @wrong, $line if $line !~ /^\w+ \w+ (\d+) (\d+)$/ or $1 != $2;
    }
    is_deeply(\@wrong, [], "$title: hash, BRIN, GiST and GIN indexes find every row");

    # Once, that they are what was asked.
    return if $plans_seen++;
    for my $lookup (@lookups) {
        my ($index, $query) = @$lookup;
        like($node->safe_psql($db, "$settings EXPLAIN (COSTS off) $query"),
            $index, "$title: uses $index");
    }
}

# One line for the content of each of our tables: the number of rows and a hash of them all.
sub digest {
    my ($node, $db, $order) = @_;
    $order //= 'id';
    return join "\n", map {
        $node->safe_psql($db,
            "SELECT '$_', count(*), md5(string_agg(t::text, E'\\n' ORDER BY $order)) FROM ids_$_ t")
    } @types;
}

# Everything that the extension put into the catalogs, without what id types added to their
# families, a line for each fact, sorted: two installations are the same if their fingerprints are.
# SCHEMA is written as @schema@.
sub fingerprint {
    my ($node, $db, $schema) = @_;
    my $text = $node->safe_psql(
        $db, q{
        SET search_path = pg_catalog;
        CREATE TEMP VIEW member AS SELECT d.classid, d.objid, d.objsubid FROM pg_depend d JOIN pg_extension e
            ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid
            WHERE d.deptype = 'e' AND e.extname = 'base62id';
        SELECT pg_describe_object(classid, objid, objsubid) || ' COMMENT ' ||
            coalesce(obj_description(objid, classid::regclass::name), '')
            || ' INITIAL ' || coalesce((SELECT initprivs::text FROM pg_init_privs i
                WHERE (i.classoid, i.objoid) = (m.classid, m.objid)), '')
            FROM member m;
        SELECT 'function', replace(pg_get_functiondef(p.oid), chr(10), ' '), p.proowner::regrole, p.proacl, p.prosupport, p.procost
            FROM pg_proc p JOIN member m ON classid = 'pg_proc'::regclass AND objid = p.oid WHERE prokind = 'f';
        SELECT 'aggregate', a.aggfnoid::regprocedure, a.aggtransfn, a.aggfinalfn, a.aggcombinefn,
            a.aggsortop::regoperator, a.aggtranstype::regtype, a.agginitval, p.proparallel, p.proacl
            FROM pg_aggregate a JOIN member m ON classid = 'pg_proc'::regclass AND objid = a.aggfnoid
            JOIN pg_proc p ON p.oid = objid;
        SELECT 'type', t.oid::regtype, typowner::regrole, typlen, typbyval, typtype, typcategory, typispreferred,
            typdelim, typinput, typoutput, typreceive, typsend, typmodin, typmodout, typanalyze, typalign,
            typstorage, typnotnull, typcollation, typdefault, typacl, typarray::regtype
            FROM pg_type t JOIN member m ON classid = 'pg_type'::regclass AND objid = t.oid;
        SELECT 'operator', o.oid::regoperator, oprowner::regrole, oprkind, oprcanmerge, oprcanhash,
            oprresult::regtype, oprcom::regoperator, oprnegate::regoperator, oprcode, oprrest, oprjoin
            FROM pg_operator o JOIN member m ON classid = 'pg_operator'::regclass AND objid = o.oid;
        SELECT 'cast', castsource::regtype, casttarget::regtype, castfunc::regprocedure, castcontext, castmethod
            FROM pg_cast c JOIN member m ON classid = 'pg_cast'::regclass AND objid = c.oid;
        SELECT 'class', opcname, opcnamespace::regnamespace, opcintype::regtype, opcdefault, opckeytype::regtype,
            opfname FROM pg_opclass c JOIN member m ON classid = 'pg_opclass'::regclass AND objid = c.oid
            JOIN pg_opfamily f ON f.oid = opcfamily;
        SELECT 'amop', opfname, amname, amoplefttype::regtype, amoprighttype::regtype, amopstrategy, amoppurpose,
            amopopr::regoperator FROM pg_amop JOIN pg_opfamily f ON f.oid = amopfamily
            JOIN member m ON classid = 'pg_opfamily'::regclass AND objid = f.oid JOIN pg_am a ON a.oid = opfmethod
            WHERE opfname !~ '^id_type_';
        SELECT 'amproc', opfname, amname, amproclefttype::regtype, amprocrighttype::regtype, amprocnum,
            amproc FROM pg_amproc JOIN pg_opfamily f ON f.oid = amprocfamily
            JOIN member m ON classid = 'pg_opfamily'::regclass AND objid = f.oid JOIN pg_am a ON a.oid = opfmethod
            WHERE opfname !~ '^id_type_' OR amproclefttype = '"any"'::regtype;
        SELECT 'extension', extversion, extrelocatable, extnamespace::regnamespace, extconfig, extcondition
            FROM pg_extension WHERE extname = 'base62id';
        }
    );
    $text =~ s/\b$schema\b/\@schema\@/g;
    return join "\n", sort split /\n/, $text;
}

# A database's definitions, so that those of two can be compared: pg_dump gives the members of an
# operator family of several types in no order, and writes a random word of its own for each run.
sub definition {
    my ($node, $db, @options) = @_;
    my ($text) = run_command(['pg_dump', '--schema-only', @options, '-d', $node->connstr($db)]);

    # pg_dump asks for the members of a family and of a class in no order.
    $text =~ s{^(ALTER OPERATOR FAMILY .* ADD\n)(.*?);$}{$1 . join "\n", sort split / ,\n/, $2}msge;
    $text =~
        s{^(CREATE OPERATOR CLASS .*?\bAS\n)(.*?);$}{$1 . join "\n", sort split / ,\n/, $2}msge;
    return $text =~ s/^\\(un)?restrict.*\n//mgr;
}

# Stops a server, and looks for what it must never have written to its log, whatever the clients
# saw.
sub stop_clean {
    my ($node) = @_;
    $node->stop;
    my $trouble = slurp_file(dirname(__FILE__) . '/server_trouble') =~ s/\n//r;
    unlike(slurp_file($node->logfile),
        qr/$trouble/, $node->name . ': the log of the server is clean');
}

# Rows i = FROM .. TO of every table, by a seed: the same on every machine.
sub rows {
    my ($from, $to) = @_;
    return join "\n", map {
        "INSERT INTO ids_$_ SELECT v, v, v, 0, i, 0 FROM (SELECT i, ($random_id{$_})::$_ AS v "
            . "FROM generate_series($from, $to) i) x;"
    } @types;
}

1;
