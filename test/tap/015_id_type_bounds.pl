# What id types cost grows in a straight line, and is bounded: bytes of a dump, locks, rows of catalogs,
# and what base62id_health() reads and keeps.  What is counted is the same on every machine.

use strict;
use warnings;
use Base62id;
use PostgreSQL::Test::Utils;
use Test::More;

my $node = server('bounds', settings => "max_connections = 100\nautovacuum = off");
$node->safe_psql('postgres', 'CREATE DATABASE many');
$node->safe_psql('many',     'CREATE EXTENSION base62id');
my $dump = "$PostgreSQL::Test::Utils::tmp_check/many.dump";

# Types with numbers up to $last, each in a transaction of its own.
my $made = 0;

sub create_up_to {
    my ($last) = @_;
    $node->safe_psql(
        'many',
        join '',
        map {
            my $prefix = $_ =~ tr/0-9/a-j/r;
            "SELECT typeid_create_type('t${_}_id', '$prefix');\n"
        } $made + 1 .. $last
    );
    $made = $last;

    # Without statistics pg_dump reads whole catalogs for each operator class.
    $node->safe_psql('many', 'VACUUM ANALYZE');
    return;
}

sub size_of_dump {
    $node->command_ok(['pg_dump', '-s', '-Fc', '-f', $dump, 'many'], "pg_dump of $made types");
    return -s $dump;
}

# The rows of a script, one number each.
sub numbers {
    my ($sql) = @_;
    return map { /^n (\d+)$/ ? $1 : () } split /\n/, $node->safe_psql('many', $sql);
}

# Rows of catalogs that a statement reads, in a session that has executed another of the kind.
sub rows_read_by {
    my ($statement, $first) = @_;
    my ($sum, $from) =
        ('sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)', 'FROM pg_stat_xact_sys_tables');
    my ($read) = numbers(
        "SELECT $sum $from; $first; BEGIN; SELECT $sum AS before $from \\gset
        $statement; SELECT 'n ' || $sum - :before $from; COMMIT;"
    );
    return $read;
}

# The type lacks nothing.
sub rows_read_by_upgrade {
    return rows_read_by(q{SELECT typeid_upgrade_type('t2_id')},
        q{SELECT typeid_upgrade_type('t1_id')});
}

my $empty = size_of_dump();
my (%bytes, %rows_read);
for my $types (50, 200) {
    create_up_to($types);
    $bytes{$types} = (size_of_dump() - $empty) / $types;
    cmp_ok($bytes{$types}, '<=', 28_000, sprintf '%d types: %d bytes a type',
        $types, $bytes{$types});
    $rows_read{$types} = rows_read_by_upgrade();
}
cmp_ok(abs($bytes{200} / $bytes{50} - 1),
    '<', 0.03, 'as many bytes a type with 50 types and with 200');

cmp_ok(
    $rows_read{200}, '<=',
    1.05 * $rows_read{50},
    "an upgrade reads as many rows beside 200 types as beside 50: $rows_read{50}"
);
cmp_ok($rows_read{200}, '<=', 2000, "which are $rows_read{200}");

# Locks that stand in the shared table until the end of the transaction.
my $locks = q{SELECT 'n ' || count(*) FROM pg_locks WHERE pid = pg_backend_pid() AND NOT fastpath;};
my ($create, $upgrade, $drop) = numbers(
    "BEGIN; SELECT typeid_create_type('x_id', 'x'); $locks COMMIT;
    BEGIN; SELECT typeid_upgrade_type('x_id'); $locks COMMIT;
    BEGIN; SELECT typeid_drop_type('x_id'); $locks COMMIT;"
);
cmp_ok($create,  '<=', 70,  "locks of typeid_create_type: $create");
cmp_ok($upgrade, '<=', 70,  "locks of typeid_upgrade_type: $upgrade");
cmp_ok($drop,    '<=', 110, "locks of typeid_drop_type: $drop");

# Rows of catalogs a type.
my $rows = join ' + ',
    map { "(SELECT count(*) FROM pg_$_)" }
    qw(type proc operator cast opclass opfamily amop amproc depend description aggregate);
my ($before, $after, $dropped) = numbers(
    "SELECT 'n ' || $rows; SELECT typeid_create_type('x_id', 'x'); SELECT 'n ' || $rows;
    SELECT typeid_drop_type('x_id'); SELECT 'n ' || $rows;"
);
cmp_ok($after - $before, '<=', 420, 'rows of catalogs a type: ' . ($after - $before));
is($dropped, $before, 'and none is left');

# Many are upgraded one by one, as the pages say.
$node->safe_psql('many',
    q{SELECT format('SELECT typeid_upgrade_type(%L)', type) FROM typeid_types() \gexec});
pass("$made types are upgraded by \\gexec");

# Health at 2,000 types.  It keeps nothing of them: what it reads by caches would grow with them.  Bytes that
# a new session keeps, and those that it keeps more when health is asked again.
sub kept_by_health {
    my ($given) = @_;
    my $used    = q{SELECT 'n ' || sum(used_bytes) FROM pg_backend_memory_contexts;};
    my $health  = 'SELECT count(*) FROM base62id_health();';
    my (undef, $before, $first, $again) =
        numbers("BEGIN; $given; $used $used $health $used $health $health $used ROLLBACK;");
    return ($first - $before, $again - $first);
}
create_up_to(2000);
my $health  = 'SELECT count(*) FROM base62id_health()';
my $read    = rows_read_by($health, $health);
my ($there) = numbers(
    "SELECT 'n ' || "
        . join(' + ',
        map { "(SELECT count(*) FROM pg_$_)" }
            qw(type proc operator cast opclass amop amproc description))
);
cmp_ok($read, '<=', 1.1 * $there, "health at $made types reads $read rows, of $there: each once");
for my $state (
    ['all well', 'SELECT'],
    [
        'all with the parts of another version',
        q{UPDATE pg_description SET description = 'of 0.9' WHERE description ~ 'with the parts of'}
    ],
    [
        'all without a part',
        q{DELETE FROM pg_cast WHERE casttarget = 'text'::regtype AND castsource >= 16384}
    ]
    )
{
    my ($name,  $given) = @$state;
    my ($first, $again) = kept_by_health($given);
    cmp_ok($first, '<=', 1_000_000, "health keeps $first bytes at $made types, $name");
    cmp_ok($again, '<=', 100_000,   "and $again when repeated");
}
is(
    $node->safe_psql(
        'many',
        q{SELECT string_agg(what || ' ' || state, ', ') FROM base62id_health() WHERE what ~ '^id type '}
    ),
    '',
    'no type lacks a part'
);

# A stranger's function in the place of a part: health names it and its owner, and waits for nobody.
$node->safe_psql(
    'many', q{CREATE ROLE stranger; CREATE SCHEMA s AUTHORIZATION stranger;
    SELECT typeid_create_type('s.a_id', 'a'); SET ROLE stranger; DROP FUNCTION s.a_id_min(timestamptz);
    CREATE TABLE s.t (x integer);
    CREATE FUNCTION s.a_id_min(timestamptz) RETURNS integer LANGUAGE sql BEGIN ATOMIC SELECT max(x) FROM s.t; END}
);
my $holder = $node->background_psql('many');
$holder->query_safe('BEGIN; LOCK TABLE s.t IN ACCESS EXCLUSIVE MODE');
is(
    $node->safe_psql(
        'many',
        q{SET lock_timeout = 1; SELECT state, detail FROM base62id_health() WHERE what = 'id type s.a_id'}
    ),
    q{warning|in the place of parts stand: function a_id_min(pg_catalog.timestamptz) of stranger; rename these, then run SELECT typeid_upgrade_type('s.a_id') (docs/monitor.md#health-id-type)},
    'health names the thing and its owner, under his lock'
);
$holder->query_safe('ROLLBACK');
$holder->quit;
stop_clean($node);
done_testing();
