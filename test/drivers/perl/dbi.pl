# DBI with DBD::Pg, whose table of types is compiled: told is the cast that an array needs.
use v5.36;
use DBI;

my ($ada, $grace) = ('01890a5d-ac96-774b-bcce-b302099a8057', '11111111-2222-4333-8444-555555555555');
my $cast = $ENV{FORM} eq 'told' ? '::uuid[]' : '';
my $db = DBI->connect("dbi:Pg:dbname=$ENV{PGDATABASE}", undef, undef, { RaiseError => 1, PrintError => 0 });

sub value ($sql, @arguments) { ($db->selectrow_array($sql, undef, @arguments))[0] }
sub fresh { chomp(my $id = do { open my $in, '<', '/proc/sys/kernel/random/uuid'; <$in> }); $id }

sub same ($got, @wanted) {
    ref $got or return 'a string';
    "@$got" eq "@wanted" or die "@$got, not @wanted";
    '✓';
}

my %operations = (
    send => sub {
        my $id = fresh();
        $db->do("INSERT INTO authors VALUES (?, 'sent')", undef, $id);
        value('SELECT name FROM authors WHERE id = ?', $id) eq 'sent' or die;
        '✓';
    },
    read => sub { value("SELECT id FROM authors WHERE name = 'Ada'") eq $ada or die; '✓' },
    any => sub { value('SELECT count(*) FROM authors WHERE id = ANY (?)', [$ada, $grace]) == 2 or die; '✓' },
    arrays => sub {
        $db->do('INSERT INTO lists (books) VALUES (?)', undef, [$grace]);
        value('SELECT count(*) FROM lists WHERE ? = ANY (books)', $grace) == 2 or die;
        my $how = same(value("SELECT array_agg(id)$cast FROM authors WHERE name = 'Ada'"), $ada);
        $how eq '✓' ? same(value("SELECT books$cast FROM lists WHERE id = 1"), $ada, $grace) : $how;
    },
    copy => sub {
        my $id = fresh();
        $db->do('COPY authors FROM STDIN');
        $db->pg_putcopydata("$id\tcopied\n");
        $db->pg_putcopyend;
        value('SELECT count(*) FROM authors WHERE id = ?', $id) == 1 or die;
        '✓';
    },
    reflection => sub { '`' . $db->column_info(undef, 'public', 'authors', 'id')->fetchrow_hashref->{TYPE_NAME} . '`' },
);
for my $name (qw(send read any arrays copy reflection)) {
    my $how = eval { $operations{$name}->() } // do { warn "$name: $@"; 'an error' };
    say "cell\t$name\t$how";
}
