# DBI with DBD::Pg.
# users is a code block of docs/frameworks/perl.md.
use v5.36;
use lib '.';
use users;

sub say_fields (@fields) {
    say join "\t", map { s/\t/ /gr =~ s/\n/\\n/gr } @fields;
}

# What a capability needs: $how is compared with its cell in the page's table.
sub cell ($capability, $how, $test) {
    if (eval { $test->(); 1 }) {
        say_fields 'cell', $capability, $how;
    } else {
        say_fields 'fail', $capability, "$@";
    }
}

sub psql ($query) {
    open my $pipe, '-|', 'psql', qw(-XAtq -v ON_ERROR_STOP=1 -c), $query or die "psql: $!";
    my $out = do { local $/; <$pipe> };
    $out //= '';
    chomp $out;
    close $pipe or die "psql: $query";
    $out;
}
system('psql', qw(-XAtq -v ON_ERROR_STOP=1 -f), $ENV{FILL}) == 0 or die;

my $dbh    = users::open("dbi:Pg:dbname=$ENV{PGDATABASE}");
my $server = psql('SHOW server_version') =~ s/ .*//r;
say_fields 'version', "DBI $DBI::VERSION, DBD::Pg $DBD::Pg::VERSION, PostgreSQL $server";
my @tables = qw(users orders invoices);

# An id that another program made.
my $mine = 'user_01h455vb4pex5vsknk084sn02q';

cell 'default', 'as is', sub {
    my ($user) = $dbh->selectrow_array("INSERT INTO users (name) VALUES ('Ada') RETURNING id");
    $user =~ /^user_/ or die;
    my $insert = "INSERT INTO orders (buyer_id, note) VALUES (?, 'n') RETURNING id";
    my ($order) = $dbh->selectrow_array($insert, undef, $user);
    length $order == 11 or die;
    $dbh->do("INSERT INTO users (name) VALUES ('last')");
};
cell 'own', 'as is', sub {
    $dbh->do("INSERT INTO users VALUES (?, 'mine')", undef, $mine) == 1 or die;
};
cell 'find', 'as is', sub {
    for my $table (@tables) {
        my ($some) = $dbh->selectrow_array("SELECT id FROM $table LIMIT 1");
        my $query = $dbh->prepare("SELECT id FROM $table WHERE id = ?");
        for (1 .. 3) {
            $query->execute($some);
            $query->fetchrow_array eq $some or die;
            $query->finish;
        }
    }
};
cell 'in', 'as is', sub {
    for my $table (@tables) {
        my $some  = $dbh->selectcol_arrayref("SELECT id FROM $table LIMIT 3");
        my $count = "SELECT count(*) FROM $table WHERE id";
        my ($n)   = $dbh->selectrow_array("$count IN (?, ?, ?)", undef, @$some);
        my ($any) = $dbh->selectrow_array("$count = ANY (?)",    undef, $some);
        $n == 3 && $any == 3 or die "$n $any";
    }
    my $ids = $dbh->selectcol_arrayref('SELECT id FROM users LIMIT 2');
    @{ users::users_of($dbh, @$ids) } == 2 or die;
    my ($list) =
        $dbh->selectrow_array('SELECT array_agg(id)::text[] FROM (SELECT id FROM users LIMIT 2) u');
    ref $list && @$list == 2 or die;
};
cell 'malformed', '`$dbh->state` is 22P02', sub {
    my $malformed = 'user_01h455vb4pex5vsknk084sn02u';
    my $taken     = eval {
        $dbh->selectrow_array('SELECT 1 FROM users WHERE id = ?', undef, $malformed);
        1;
    };
    die 'taken' if $taken;
    $dbh->state eq '22P02' or die $dbh->state;
};
cell 'prefix', '`id ^@ ?`', sub {
    for my $table (@tables) {
        my ($some) = $dbh->selectrow_array("SELECT id FROM $table LIMIT 1");
        my $query  = "SELECT id FROM $table WHERE id ^@ ?";
        my $found  = $dbh->selectcol_arrayref($query, undef, substr $some, 0, -4);
        grep { $_ eq $some } @$found or die;
    }
};
cell 'introspect', 'as is: `column_info` names the types', sub {
    my $column = $dbh->column_info(undef, 'public', 'users', 'id')->fetchrow_hashref;
    $column->{TYPE_NAME} eq 'typeid' && $column->{COLUMN_DEF} eq "typeid_generate('user'::text)"
        or die;
};
cell 'typed', 'as is', sub {
    $dbh->do("SELECT typeid_create_type('team_id', 'team')");
    $dbh->do('CREATE TABLE teams (id team_id PRIMARY KEY DEFAULT team_id_new(), name text)');
    $dbh->do('INSERT INTO teams (name) SELECT n::text FROM generate_series(1, 3000) n');
    $dbh->do('ANALYZE teams');
    my ($some) = $dbh->selectrow_array('SELECT id FROM teams LIMIT 1');
    for my $query ('id = ?', 'id IN (?)', 'id ^@ ?') {
        my ($found) = $dbh->selectrow_array("SELECT id FROM teams WHERE $query", undef, $some);
        $found eq $some or die $query;
    }
};
