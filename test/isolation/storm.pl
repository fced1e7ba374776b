# Prints random transactions for one session of the storm, without end: they stop when nobody reads
# any more.
#
#   storm.pl SEED SESSION VERSION
#
# Sessions 5 to 7 are those of the owner of the database, who also puts code of his own in the place
# of parts.
use strict;
use warnings;

my ($seed, $session, $version) = @ARGV;
srand($seed * 100 + $session);
my $one = sub { $_[rand @_] };

# Nothing is moved to where schemas are dropped, and superusers make nothing there but by us: core
# takes no lock on a schema for ALTER TYPE and CREATE FUNCTION, and what a race of its own leaves
# behind is not what is asked here.
my $schema = sub { $one->(qw(s1 s2)) };
my $type   = sub { $one->(qw(s1 s2)) . '.' . $one->(qw(a_id b_id)) };
my $table  = sub { $one->(qw(s1 s2)) . '.' . $one->(qw(t u)) };
my $prefix = sub { $one->(qw(a b)) };

my @statements = (
    [24 => sub { sprintf q{SELECT typeid_create_type('%s', '%s')}, $type->(), $prefix->() }],
    [16 => sub { sprintf q{SELECT typeid_upgrade_type('%s')}, $type->() }],
    [8  => sub { 'SELECT typeid_upgrade_type(type) FROM typeid_types()' }],
    [10 => sub { 'SELECT type, prefix FROM typeid_types()' }],
    [6  => sub { sprintf q{SELECT typeid_drop_type('%s')},   $type->() }],
    [6  => sub { sprintf 'DROP TYPE %s CASCADE',             $type->() }],
    [5  => sub { sprintf 'ALTER TYPE %s RENAME TO %s',       $type->(), $one->(qw(a_id b_id)) }],
    [4  => sub { sprintf 'ALTER TYPE %s SET SCHEMA kept',    $type->() }],
    [2  => sub { sprintf 'DROP TYPE kept.%s CASCADE',        $one->(qw(a_id b_id)) }],
    [4  => sub { sprintf 'DROP OPERATOR %s.~~ (%s, text)',   $schema->(), $type->() }],
    [4  => sub { sprintf 'DROP FUNCTION %s.%s_like CASCADE', $schema->(), $one->(qw(a_id b_id)) }],
    [4  => sub { sprintf 'DROP SCHEMA %s CASCADE',                                   $schema->() }],
    [10 => sub { sprintf 'CREATE SCHEMA IF NOT EXISTS %s AUTHORIZATION storm_owner', $schema->() }],
    [3  => sub { $one->('ALTER SCHEMA s1 RENAME TO s2', 'ALTER SCHEMA s2 RENAME TO s1') }],
    [1  => sub { 'DROP EXTENSION base62id CASCADE' }],
    [4  => sub { 'CREATE EXTENSION IF NOT EXISTS base62id' }],
    [2  => sub { sprintf 'ALTER EXTENSION base62id SET SCHEMA %s', $one->(qw(public kept)) }],
    [
        3 => sub {
            $version eq '' ? 'SELECT 1' : sprintf q{ALTER EXTENSION base62id UPDATE TO '%s'},
                $one->('next', $version);
        }
    ],
    [8 => sub { sprintf 'CREATE TABLE %s (id %s PRIMARY KEY, n integer)', $table->(), $type->() }],
    [
        12 => sub {
            sprintf q{INSERT INTO %s (id) VALUES ('%s_01h455vb4pex5vsknk084sn%s'::text)},
                $table->(), $prefix->(), 100 + int rand 900;
        }
    ],
    [
        8 => sub {
            my $t = $type->();
            sprintf 'INSERT INTO %s (id) SELECT %s_new() FROM generate_series(1, 5)', $table->(),
                $t;
        }
    ],
    [12 => sub { sprintf q{SELECT count(*) FROM %s WHERE id ^@ '%s_01'}, $table->(), $prefix->() }],
    [
        6 => sub {
            sprintf
                q{SELECT count(*) FROM %s WHERE id LIKE '%s_01%%' OR id >= '%s_01h455vb4pex5vsknk084sn02q'},
                $table->(), $prefix->(), $prefix->();
        }
    ],
    [6 => sub { 'DEALLOCATE ALL' }],
    [
        8 => sub {
            sprintf 'PREPARE %s(text) AS SELECT count(*) FROM %s WHERE id ^@ $1', $one->(qw(p q)),
                $table->();
        }
    ],
    [12 => sub { sprintf q{EXECUTE %s('%s_0')}, $one->(qw(p q)), $prefix->() }],
    [
        8 => sub {
            sprintf q{SELECT '%s_01h455vb4pex5vsknk084sn02q'::text::%s}, $prefix->(), $type->();
        }
    ],
    [4 => sub { sprintf 'ANALYZE %s',                                  $table->() }],
    [2 => sub { sprintf 'REVOKE CREATE ON SCHEMA %s FROM storm_owner', $schema->() }],
    [4 => sub { sprintf 'GRANT CREATE ON SCHEMA %s TO storm_owner',    $schema->() }],
    [
        4 => sub {
            sprintf q{SELECT typeid_accept_uuid('%s', %s)}, $type->(), $one->(qw(true false));
        }
    ],
);
push @statements, $session < 5
    ? (
    [
        1 => sub {
            'REVOKE EXECUTE ON FUNCTION typeid_create_type, typeid_upgrade_type FROM pg_database_owner CASCADE';
        }
    ],
    [
        3 => sub {
            'GRANT EXECUTE ON FUNCTION typeid_create_type, typeid_upgrade_type TO pg_database_owner WITH GRANT OPTION';
        }
    ],
    [
        2 => sub {
            sprintf 'ALTER SCHEMA %s OWNER TO %s', $schema->(),
                $one->(qw(storm_owner storm_owner CURRENT_USER));
        }
    ]
    )
    : (
    [
        6 => sub {
            sprintf q{CREATE FUNCTION %s.%s_new() RETURNS text LANGUAGE sql AS 'SELECT NULL::text'},
                $schema->(), $one->(qw(a_id b_id));
        }
    ],
    [
        6 => sub {
            my $t = $type->();
            sprintf
                q{CREATE OR REPLACE FUNCTION %s_like(%s, text) RETURNS boolean LANGUAGE sql AS 'SELECT true'},
                $t, $t;
        }
    ],
    [
        6 => sub {
            my $t = $type->();
            sprintf q{CREATE FUNCTION %s_cmp(%s, %s) RETURNS integer LANGUAGE sql AS 'SELECT 0'},
                $t, $t, $t;
        }
    ],
    [
        6 => sub {
            my $t = $type->();
            sprintf q{CREATE OPERATOR %s.~~ (FUNCTION = %s_like, LEFTARG = %s, RIGHTARG = text)},
                $t =~ /^(\w+)/, $t, $t;
        }
    ],
    [
        10 => sub {
            my $t = $type->();
            sprintf 'DROP FUNCTION %s',
                $one->(
                "${t}_new()",
                "${t}_like($t, text) CASCADE",
                "${t}_cmp CASCADE",
                "${t}_to_text CASCADE"
                );
        }
    ],
    [
        4 => sub {
            sprintf 'DROP OPERATOR FAMILY %s.id_type_ops USING btree CASCADE',
                $one->(qw(public kept));
        }
    ]
    );
my $sum = 0;
$sum += $_->[0] for @statements;
my $random = sub {
    my $n = rand $sum;
    for (@statements) { return $_->[1]->() if ($n -= $_->[0]) < 0 }
};

print
    "SET search_path = s1, s2, public, kept;\nSET client_min_messages = error;\nSET lock_timeout = '3s';\nSET statement_timeout = '20s';\n\\set VERBOSITY verbose\n";
print "SET plan_cache_mode = force_generic_plan;\n" if $session % 2;
print "SET enable_seqscan = off;\n"                 if $session % 3;
while (1) {
    print "\\echo transaction\n";
    my $n = $one->(1, 1, 2, 3);
    print 'BEGIN ISOLATION LEVEL ', $one->('READ COMMITTED', 'REPEATABLE READ', 'SERIALIZABLE'),
        ";\n"
        if $n > 1;
    print $random->(),                            ";\n" for 1 .. $n;
    print $one->('COMMIT', 'COMMIT', 'ROLLBACK'), ";\n" if $n > 1;
}
