# What the tests of attacks share: a stranger's database, code of his that says with whose rights it
# runs, and the table of attacks and outcomes.
package Attacks;

use strict;
use warnings;
use Exporter 'import';
use Test::More;

our @EXPORT = qw(besiege town as_role judge outcomes);

my $node;        # the server of all towns
my @outcomes;    # rows of the table

# The roles of the attacks on a server that is running.
sub besiege {
    ($node) = @_;
    $node->safe_psql('postgres', 'CREATE ROLE stranger LOGIN; CREATE ROLE monitor LOGIN');
    return;
}

# The stranger's database, with the extension, and code of his that says with whose rights it runs.
my $number = 0;

sub town {
    my ($extension_schema) = @_;
    my $db = 'town_' . ++$number;
    $node->safe_psql('postgres', "CREATE DATABASE $db OWNER stranger");
    $node->safe_psql(
        $db,
        ($extension_schema ? "CREATE EXTENSION base62id SCHEMA $extension_schema;" : '')
            . q{SET ROLE stranger; CREATE SCHEMA hers;
            GRANT ALL ON SCHEMA hers TO public;
            CREATE FUNCTION hers.caught(pg_catalog.text) RETURNS boolean LANGUAGE plpgsql AS $$
            BEGIN
                RAISE WARNING 'CAUGHT in %, superuser: %', $1,
                    (SELECT rolsuper FROM pg_catalog.pg_roles
                        WHERE rolname OPERATOR(pg_catalog.=) current_user);
                RETURN true;
            END $$;
            CREATE FUNCTION hers.pure(pg_catalog.text) RETURNS pg_catalog.text IMMUTABLE LANGUAGE plpgsql AS
                $$BEGIN PERFORM hers.caught($1); RETURN $1; END$$;
            CREATE FUNCTION hers.fires() RETURNS trigger LANGUAGE plpgsql AS
                $$BEGIN PERFORM hers.caught('a trigger'); RETURN new; END$$;}
    );
    return $db;
}

# What a script prints, what it says, and the status of psql.
sub as_role {
    my ($role,   $db,  $sql) = @_;
    my ($status, $out, $err) = $node->psql($db, $sql, extra_params => ['-U', $role]);
    return ($out, $err, $status);
}

sub outcome_of {
    my ($said) = @_;
    return
          $said =~ /CAUGHT in .*, superuser: t/ ? "a superuser's rights"
        : $said =~ /timeout/                    ? 'waits for the stranger'
        :                                         'none';
}

sub judge {
    my ($attack, $said) = @_;
    my $outcome = outcome_of($said);
    push @outcomes, [$attack, $outcome];
    is($outcome, 'none', $attack);
    return;
}

# Prints the table, and looks whether somebody has become a superuser.
sub outcomes {
    is(
        $node->safe_psql(
            'postgres',
            q{SELECT string_agg(rolname, ' ') FROM pg_roles WHERE rolsuper AND oid <> 10}
        ),
        '',
        'nobody has become a superuser'
    );
    note sprintf '%-90s %s', @$_ for @outcomes;
    return scalar @outcomes;
}

1;
