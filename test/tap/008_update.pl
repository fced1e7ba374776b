# ALTER EXTENSION UPDATE: an updated extension is the same, object for object, as a fresh one, and
# what users made of the older one goes on.
#
# Every older version that src/sql/updates can still install is updated to the newest.  So that the
# mechanism is tried while there is none, a version 0.9 is made of our own script by leaving
# statements out.

use strict;
use warnings;
use Base62id;
use PostgreSQL::Test::RecursiveCopy;
use PostgreSQL::Test::Utils;
use Test::More;

my $staged = $ENV{BASE62ID_DESTDIR}
    or plan skip_all => 'BASE62ID_DESTDIR does not name a staged installation that could be copied';

# A copy of the installation, with the made-up version in it.
my $node = server('update', start => 0);
my $copy = "$PostgreSQL::Test::Utils::tmp_check/older";
PostgreSQL::Test::RecursiveCopy::copypath($staged, $copy);
my $extensions = $copy . $node->config_data('--sharedir') . '/extension';
$node->append_conf('postgresql.conf', slurp_file($ENV{TEMP_CONFIG}) =~ s/\Q$staged\E/$copy/gr);

my ($default) = slurp_file("$extensions/base62id.control") =~ /default_version = '(.*)'/;
my @statements = slurp_file("$extensions/base62id--$default.sql") =~
    /((?:\$template\$.*?\$template\$|\$later\$.*?\$later\$|[^;]|;(?!\n))+;)\n/gs;
my $left_out = qr/_template|bloom_ops|base32hex|_is_valid|CREATE AGGREGATE max|ON AGGREGATE max
    |base62id\ AS\ base64uuid|typeid_generate_batch|xid_parse_prefix|skipsupport/x;
my @later = grep { $_ =~ $left_out } @statements;
cmp_ok(scalar @later,
    '>', 20, @later . ' statements make up the difference between 0.9 and ' . $default);
my $guard = '\echo Use "ALTER EXTENSION base62id UPDATE" to load this file. \quit' . "\n";
append_to_file("$extensions/base62id--0.9.sql", join "\n", grep { $_ !~ $left_out } @statements);
append_to_file("$extensions/base62id--0.9--$default.sql", $guard . join "\n", @later);
$node->start;

$node->safe_psql('postgres', 'CREATE ROLE owner; CREATE DATABASE fresh; CREATE EXTENSION amcheck');
$node->safe_psql('fresh',    'CREATE EXTENSION base62id');
my $fresh    = fingerprint($node, 'fresh', 'public');
my @versions = sort grep { defined && $_ ne $default }
    map { /base62id--([0-9.]+)\.sql$/ ? $1 : undef } glob "$extensions/*.sql";
is($versions[0], '0.9', 'older versions that can be installed: ' . join(', ', @versions));

for my $version (@versions) {
    for my $schema (qw(public elsewhere)) {
        my $db = "from_$version\_$schema" =~ tr/./_/r;
        $node->safe_psql('postgres', "CREATE DATABASE $db OWNER owner");
        $node->safe_psql(
            $db, "SET ROLE owner; CREATE SCHEMA IF NOT EXISTS $schema;
            ALTER DATABASE $db SET search_path = public, $schema"
        );
        $node->safe_psql(
            $db, "SET ROLE owner; CREATE EXTENSION base62id SCHEMA $schema VERSION '$version';
            CREATE TABLE t ("
                . join(', ', map { "c_$_ $_ UNIQUE DEFAULT $new_id{$_}" } @types) . ');
            CREATE INDEX ON t USING hash (c_typeid); CREATE INDEX ON t USING brin (c_uid11);
            INSERT INTO t SELECT FROM generate_series(1, 2000);'
        );
        isnt(fingerprint($node, $db, $schema),
            $fresh, "$version in $schema: is another one than $default")
            if $version eq '0.9';
        my $before = $node->safe_psql($db,
            'SELECT md5(string_agg(t::text, $$,$$ ORDER BY c_typeid)) FROM t');

        # In one session with the old one in use, as an ordinary owner.
        $node->safe_psql(
            $db, "SET ROLE owner; SELECT count(*) FROM t WHERE c_typeid ^@ 'user_';
            ALTER EXTENSION base62id UPDATE;
            INSERT INTO t SELECT FROM generate_series(1, 100);
            CREATE INDEX ON t USING brin (c_typeid typeid_bloom_ops);
            SELECT max(c_uid11) FROM t WHERE typeid_is_valid(c_typeid::text);"
        );
        is(fingerprint($node, $db, $schema),
            $fresh, "$version in $schema: the same as a fresh $default after the update");
        is(
            $node->safe_psql(
                $db, 'SELECT md5(string_agg(t::text, $$,$$ ORDER BY c_typeid)) FROM
                (SELECT * FROM t ORDER BY c_typeid LIMIT 2000) t'
            ),
            $before,
            "$version in $schema: rows are as before"
        );
        $node->safe_psql(
            $db, "CREATE EXTENSION amcheck; SELECT bt_index_check(indexrelid, true) FROM pg_index i
            JOIN pg_class c ON c.oid = indexrelid JOIN pg_am a ON a.oid = relam
            WHERE indrelid = 't'::regclass AND amname = 'btree'"
        );
        pass("$version in $schema: amcheck finds nothing");
    }
}

# Skip support, which a database that comes from PostgreSQL 15 to 17 by pg_upgrade does not have.
my $add = ($ENV{BASE62ID_SRC} // '.') . '/src/sql/updates/base62id-skip-support.sql';
if ($node->pg_version >= 18) {
    $node->safe_psql(
        'fresh',
        join '',
        map {
            "ALTER EXTENSION base62id DROP FUNCTION ${_}_skipsupport(internal);
        ALTER OPERATOR FAMILY ${_}_ops USING btree DROP FUNCTION 6 ($_, $_); DROP FUNCTION ${_}_skipsupport(internal);"
        } @types
    );
    $node->safe_psql(
        'fresh',
        join '',
        map { qq{ALTER OPERATOR FAMILY ${_}_gist_ops USING gist DROP FUNCTION 12 ("any", "any");} }
            @types
    );
    if ($node->pg_version >= 19) {
        my @family = split /\n/,
            $node->safe_psql('fresh',
            q{SELECT castsource::regtype FROM pg_cast WHERE casttarget = 'uuid'::regtype AND castcontext = 'i'}
            );
        cmp_ok(scalar @family, '>=', 3, 'there are types that are uuids');
        $node->safe_psql(
            'fresh',
            join '',
            map {
                my $type = $_;
                map { "ALTER EXTENSION base62id DROP CAST ($_); DROP CAST ($_);" } "$type AS bytea",
                    "bytea AS $type"
            } @family
        );
    }
    isnt(fingerprint($node, 'fresh', 'public'), $fresh, 'without skip support');
    $node->safe_psql('fresh', "\\i $add") for 1, 2;
    is(fingerprint($node, 'fresh', 'public'),
        $fresh, 'the script adds all that came with later majors as a fresh extension has it');
} else {
    my ($status, $out, $err) = $node->psql('fresh', "\\i $add");
    like(
        $err,
        qr/skip support exists from PostgreSQL 18 on/,
        'the script that adds skip support says what it needs'
    );
    is(fingerprint($node, 'fresh', 'public'), $fresh, 'and does nothing');
}
stop_clean($node);
done_testing();
