# Prints a specification for isolationtester: every statement of the list beside every other one,
# the first one's transaction committed or rolled back, the second one's with a snapshot from before
# it or without.
#
#   pairs.pl VARIANT [ours]
#
# ours: only the pairs whose second statement is ours or a user's, beside one of ours.
use strict;
use warnings;

my @operations = (
    [create           => q{SELECT typeid_create_type('s.y_id', 'y') IS NOT NULL AS made}],
    [create_same      => q{SELECT typeid_create_type('s.z_id', 'x') IS NOT NULL AS made}],
    [upgrade          => q{SELECT typeid_upgrade_type('s.x_id')}],
    [drop_type        => q{SELECT typeid_drop_type('s.x_id')}],
    [types            => q{SELECT count(*) >= 0 AS listed FROM typeid_types()}],
    [drop             => 'DROP TYPE s.x_id CASCADE'],
    [rename           => 'ALTER TYPE s.x_id RENAME TO z_id'],
    [move             => 'ALTER TYPE s.x_id SET SCHEMA t'],
    [drop_function    => 'DROP FUNCTION s.x_id_ilike(s.x_id, text) CASCADE'],
    [rename_schema    => 'ALTER SCHEMA s RENAME TO r'],
    [drop_schema      => 'DROP SCHEMA s CASCADE'],
    [move_extension   => 'ALTER EXTENSION base62id SET SCHEMA e'],
    [update_extension => q{ALTER EXTENSION base62id UPDATE TO 'next'}],
    [drop_extension   => 'DROP EXTENSION base62id CASCADE'],
    [insert           => 'INSERT INTO s.items (n) VALUES (2)'],
    [insert_text      => q{INSERT INTO s.items (id) VALUES ('x_01h455vb4pex5vsknk084sn02r'::text)}],
    [search           => q{SELECT count(*) FROM s.items WHERE id ^@ 'x_0'}],
    [prepared_insert  => 'EXECUTE add_item'],
    [prepared_search  => q{EXECUTE find_item('x_0')}],
);
@operations = grep { $_->[0] ne 'update_extension' } @operations unless $ENV{UPDATES};

my %variant = (
    commit   => sub { "a_begin a_$_[0] b_begin b_$_[1] a_commit b_commit" },
    rollback => sub { "a_begin a_$_[0] b_begin b_$_[1] a_rollback b_commit" },
    snapshot => sub { "b_snapshot a_begin a_$_[0] b_$_[1] a_commit b_commit" },
    past     => sub { "b_snapshot a_begin a_$_[0] a_commit b_$_[1] b_commit" },
);
my ($chosen, $ours) = @ARGV;
my $makes   = qr/^(create|create_same|upgrade|drop_type)$/;
my $is_ours = sub {
    !$ours || $_[1] =~ $makes || $_[0] =~ $makes && $_[1] =~ /^(types|insert|search|prepared)/;
};

# A prepared plan is generic from the start, and planned: nothing of it is looked up again unless
# something changed.
my $session = q{
    SET search_path = s, t, r, public, e;
    SET client_min_messages = error;
    SET plan_cache_mode = force_generic_plan;
    SET enable_seqscan = off;
    PREPARE add_item AS INSERT INTO s.items (n) VALUES (3);
    PREPARE find_item(text) AS SELECT count(*) FROM s.items WHERE id ^@ $1;
    EXPLAIN EXECUTE add_item;
    EXECUTE find_item('x_1');
};
print "setup { SELECT public.reset(); }\n";
for my $name (qw(a b)) {
    print "session $name\nsetup {$session}\n";
    print "step ${name}_begin { BEGIN; }\nstep ${name}_commit { COMMIT; }\n";
    print "step ${name}_rollback { ROLLBACK; }\n" if $name eq 'a';
    print
        "step ${name}_snapshot { BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) AS snapshot FROM pg_am; }\n"
        if $name eq 'b';
    print "step ${name}_$_->[0] { $_->[1]; }\n" for @operations;
    print "teardown { DEALLOCATE ALL; }\n";
}
print
    "session c\nstep c_check { SELECT count(*) AS checked, coalesce(string_agg(b, ', '), 'nothing') AS broken FROM public.broken() AS b; }\n";
for my $first (map { $_->[0] } @operations) {
    $is_ours->($first, $_) and print 'permutation ', $variant{$chosen}->($first, $_), " c_check\n"
        for map { $_->[0] } @operations;
}
