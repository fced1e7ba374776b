#!/usr/bin/perl
# Prints a schema made by chance: tables with foreign keys, partitions and inheritance, views on views, materialized
# views, policies, triggers, rules, functions, domains, composite types, rows as columns, grants, comments, statistics, and a few rows.
#
#   random.pl SEED
use strict;
use warnings;

my $seed = shift // die "usage: random.pl SEED\n";
# A generator of its own: Perl's differs between versions.
my $state = ($seed * 2654435761 + 12345) % 2**32;

sub below { $state = ($state * 1103515245 + 12345) % 2**31; return int(($state >> 8) % $_[0]) }
sub maybe { return below(100) < $_[0] }
sub one_of { return $_[ below(scalar @_) ] }

my ($count, @tables, @views, @sql) = (0);

sub name {
    my $n = one_of(qw(user order item tag Note event)) . ++$count;
    $n .= one_of(q( '), q(" x), q( $$), '.b', '') if maybe(15);
    $n =~ s/"/""/g;
    return maybe(70) ? qq("$n") : $n =~ /\W/ ? qq("$n") : $n;
}
sub say_sql { push @sql, join('', @_) . ";\n" }
sub literal { my $t = shift; $t =~ s/'/''/g; return "'$t'" }
sub uuid_constant { return sprintf "'%08x-0000-4000-8000-%012x'::uuid", below(2**20), below(2**20) }
sub ids_of { return @{ $_[0]{ids} } }

sub comments_and_grants {
    my ($what, $name) = @_;
    say_sql("COMMENT ON $what $name IS ", literal("the $name")) if maybe(30);
    return if $what eq 'INDEX';
    say_sql("GRANT ", one_of('SELECT', 'SELECT, INSERT', 'ALL'), " ON $name TO ", one_of('migrate_reader', 'migrate_other', 'PUBLIC')) if maybe(30);
    say_sql("GRANT SELECT ON $name TO migrate_reader WITH GRANT OPTION") if maybe(10);
    say_sql("ALTER ", $what eq 'TABLE' ? 'TABLE' : $what, " $name OWNER TO migrate_owner") if $what ne 'TABLE' && maybe(10);
}

# Keys of partitions that a primary key of (id) allows, and those that want (id, at).
my @keys_of_id = ('HASH (id)', 'LIST (id)', 'RANGE (id)');
my @keys = ('RANGE (at)', 'RANGE (at, id)', 'HASH (at, id)', @keys_of_id);

sub partitions {
    my ($name, $key, $keys, $level) = @_;
    my $middle = "'80000000-0000-0000-0000-000000000000'";
    my %bounds = (
        'RANGE (at)' => ["FROM ('2020-01-01') TO ('2100-01-01')"],
        'RANGE (at, id)' => ["FROM ('2020-01-01', MINVALUE) TO ('2100-01-01', $middle)"],
        'RANGE (id)' => ["FROM (MINVALUE) TO ($middle)", "FROM ($middle) TO (MAXVALUE)"],
        'LIST (id)' => ['IN (' . uuid_constant() . ', ' . uuid_constant() . ')', 'DEFAULT'],
        map { $_ => ['WITH (MODULUS 2, REMAINDER 0)', 'WITH (MODULUS 2, REMAINDER 1)'] } 'HASH (id)', 'HASH (at, id)');
    for my $bound (@{ $bounds{$key} }) {
        my ($part, $sub) = (name(), $level < 2 && maybe(30) ? one_of(@$keys) : undef);
        say_sql("CREATE TABLE $part PARTITION OF $name", maybe(20) ? " (note DEFAULT 'own')" : '', $bound eq 'DEFAULT' ? ' DEFAULT' : " FOR VALUES $bound", $sub ? " PARTITION BY $sub" : '');
        say_sql("CREATE VIEW ", name(), " AS SELECT * FROM $part") if maybe(30);
        say_sql("CREATE INDEX ", name(), " ON $part (n, id)") if maybe(20);
        say_sql("GRANT SELECT ON $part TO migrate_reader") if maybe(10);
        partitions($part, $sub, $keys, $level + 1) if $sub;
    }
}

sub table {
    my $name = name();
    my $partitioned = maybe(25) ? one_of(@keys) : '';
    my $with_at = $partitioned =~ /at/ || $partitioned && maybe(50);
    my @ids = ('id', map { qq("ref$_") } 1 .. below(4));
    my @columns = ('id uuid' . (maybe(50) ? ' DEFAULT gen_random_uuid()' : ''));
    for my $id (@ids[ 1 .. $#ids ]) {
        my $type = maybe(10) ? 'key' : 'uuid';
        push @columns, "$id $type" . (maybe(15) ? ' DEFAULT NULL::uuid' : '') . (maybe(15) ? " CHECK ($id <> " . uuid_constant() . ')' : '');
    }
    push @columns, 'n integer', 'note text', 'at date NOT NULL DEFAULT now()', 'friends uuid[]';
    push @columns, 'PRIMARY KEY (id' . ($with_at ? ', at' : '') . ')';
    push @columns, 'CHECK (known(id))' if maybe(15);
    push @columns, qq(g1 text GENERATED ALWAYS AS (coalesce(note, '') || (id = $ids[-1])::text) STORED) if maybe(20);
    push @columns, "g2 uuid GENERATED ALWAYS AS ($ids[-1]) STORED" if maybe(20);
    say_sql("CREATE TABLE $name (", join(', ', @columns), ')', $partitioned ? " PARTITION BY $partitioned" : '');
    my $table = { name => $name, ids => \@ids, keyed => !$partitioned, referenced => !$with_at };
    if ($partitioned) {
        partitions($name, $partitioned, $with_at ? \@keys : \@keys_of_id, 0);
    }
    elsif (maybe(10)) {
        say_sql("CREATE TABLE ", name(), " (more uuid) INHERITS ($name)");
    }
    push @tables, $table;
    comments_and_grants('TABLE', $name);
    say_sql("COMMENT ON COLUMN $name.id IS 'id'") if maybe(20);
    say_sql("GRANT SELECT (id), UPDATE (n) ON $name TO migrate_other") if maybe(20);
    say_sql("ALTER TABLE $name ALTER id SET STATISTICS ", below(900) + 1) if maybe(10);
}

sub foreign_keys {
    for my $t (@tables) {
        for my $id (grep { $_ ne 'id' } ids_of($t)) {
            my @keyed = grep { $_->{referenced} } @tables;
            next unless @keyed && maybe(60);
            my $other = one_of(@keyed);
            say_sql("ALTER TABLE $t->{name} ADD FOREIGN KEY ($id) REFERENCES $other->{name}",
                one_of('', ' ON DELETE CASCADE', ' ON DELETE SET NULL ON UPDATE CASCADE'), one_of('', ' DEFERRABLE', ' DEFERRABLE INITIALLY DEFERRED'),
                $t->{keyed} ? one_of('', '', ' NOT VALID') : '');
        }
    }
}

sub indexes {
    for my $t (@tables) {
        for (1 .. below(4)) {
            my ($id, $index) = (one_of(ids_of($t)), name());
            say_sql("CREATE INDEX $index ON $t->{name} ", one_of("($id)", "($id DESC, n)", "USING hash ($id)", "USING brin ($id)", "(n) INCLUDE ($id)", "(n, $id) WHERE n > 0",
                "((note || 'x'), $id)", "(($id = id))", $t->{keyed} ? "USING brin ($id uuid_minmax_multi_ops)" : "($id)", $t->{keyed} ? "USING brin ($id uuid_bloom_ops)" : "($id)"));
            comments_and_grants('INDEX', $index);
        }
        say_sql("CREATE STATISTICS ", name(), " ON id, n FROM $t->{name}") if maybe(20);
    }
}

sub view {
    my $view = name();
    my ($a, $b) = map { one_of(@tables, @views) } 1, 2;
    my ($i, $j) = (one_of(ids_of($a)), one_of(ids_of($b)));
    my $options = one_of('', '', ' WITH (security_barrier)', ' WITH (security_invoker = true)');
    my $kind = maybe(25) ? 'MATERIALIZED VIEW' : 'VIEW';
    my $body = one_of(
        "SELECT $i AS id, n FROM $a->{name}",
        "SELECT a.id, b.n FROM $a->{name} AS a JOIN $b->{name} AS b ON a.$i = b.$j",
        "SELECT id, n FROM $a->{name} UNION ALL SELECT $j, n FROM $b->{name}",
        "SELECT coalesce($i, " . uuid_constant() . ") AS id, n FROM $a->{name} WHERE $i IN (" . uuid_constant() . ', ' . uuid_constant() . ')',
        "SELECT id, max(n) AS n FROM $a->{name} WHERE $i = ANY (ARRAY[" . uuid_constant() . ', id]) GROUP BY id',
        "SELECT id, (SELECT count(*) FROM $b->{name} AS b WHERE b.$j = a.$i)::integer AS n FROM $a->{name} AS a WHERE a.id::text LIKE 'a%'",
        "SELECT CASE WHEN n > 3 THEN $i ELSE id END AS id, row_number() OVER (PARTITION BY $i)::integer AS n FROM $a->{name}",
        "WITH x AS (SELECT id, n FROM $a->{name}) SELECT x.id, x.n FROM x WHERE known(x.id) AND EXISTS (SELECT FROM $b->{name} AS b WHERE b.$j = x.id)",
        "SELECT (array_agg(id ORDER BY id))[1] AS id, n FROM $a->{name} GROUP BY n",
        "SELECT NULLIF(id, " . uuid_constant() . ") AS id, n FROM $a->{name} WHERE id > " . uuid_constant());
    say_sql("CREATE $kind $view", $kind eq 'VIEW' ? $options : '', " AS $body", $kind ne 'VIEW' && maybe(50) ? ' WITH NO DATA' : '');
    my $populated = $sql[-1] !~ /WITH NO DATA/;
    if ($kind eq 'VIEW') {
        say_sql("ALTER VIEW $view ALTER id SET DEFAULT gen_random_uuid()") if maybe(10);
        say_sql("CREATE RULE ", name(), " AS ON INSERT TO $view DO INSTEAD NOTHING") if maybe(10);
        say_sql("CREATE TRIGGER ", name(), " INSTEAD OF UPDATE ON $view FOR EACH ROW EXECUTE FUNCTION touched()") if maybe(10);
        say_sql("CREATE FUNCTION ", name(), "(v $view) RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT v.n'") if maybe(15);
    }
    else {
        say_sql("CREATE INDEX ", name(), " ON $view (id)") if maybe(50);
    }
    comments_and_grants($kind, $view);
    # A materialized view without data cannot be read, when another is filled.
    push @views, { name => $view, ids => ['id'] } if $populated;
}

sub others {
    my $t = one_of(@tables);
    my $id = one_of(ids_of($t));
    my $u = one_of(@tables, @views);
    my $x = below(10);
    if ($x == 0) {
        say_sql("CREATE POLICY ", name(), " ON $t->{name} AS ", one_of('PERMISSIVE', 'RESTRICTIVE'), ' FOR ', one_of('ALL', 'SELECT', 'DELETE'), ' TO ',
            one_of('PUBLIC', 'migrate_reader, migrate_other'), " USING ($id IN (SELECT id FROM $u->{name}) OR $id = ", uuid_constant(), ')');
    }
    elsif ($x == 1) {
        my $trigger = name();
        say_sql("CREATE TRIGGER $trigger ", one_of("AFTER UPDATE OF $id", 'AFTER INSERT'), " ON $t->{name} FOR EACH ROW WHEN (NEW.$id IS NOT NULL AND NEW.id <> ", uuid_constant(), ') EXECUTE FUNCTION touched()');
        say_sql("ALTER TABLE $t->{name} ", one_of('DISABLE', 'ENABLE ALWAYS', 'ENABLE REPLICA'), " TRIGGER $trigger") if maybe(30);
    }
    elsif ($x == 2) {
        say_sql("CREATE FUNCTION ", name(), "(u uuid) RETURNS ", one_of('SETOF uuid', 'uuid'), " LANGUAGE sql STABLE BEGIN ATOMIC SELECT id FROM $u->{name} WHERE id = u; END");
    }
    elsif ($x == 3) {
        say_sql("CREATE RULE ", name(), " AS ON UPDATE TO $t->{name} WHERE OLD.$id IS DISTINCT FROM NEW.$id DO ALSO INSERT INTO log VALUES (OLD.id)") if $t->{keyed};
    }
    elsif ($x == 4) {
        say_sql("CREATE TABLE ", name(), " (x integer, old $t->{name}, olds $t->{name}\[])");
    }
    elsif ($x == 5) {
        say_sql("CREATE PUBLICATION ", name(), " FOR TABLE $t->{name}", $t->{keyed} ? one_of(' (id, at)', ' WHERE (n > 0)') : '');
    }
    elsif ($x == 6) {
        my $type = name();
        say_sql("CREATE TYPE $type AS (a uuid, k key, b integer)");
        say_sql("CREATE TABLE ", my $of = name(), " OF $type", one_of('', ' (PRIMARY KEY (a))', ' (a WITH OPTIONS DEFAULT gen_random_uuid())'));
        say_sql("INSERT INTO $of VALUES (", uuid_constant(), ', ', uuid_constant(), ', 1)') if maybe(50);
        say_sql("CREATE INDEX ", name(), " ON $of (k, a)") if maybe(50);
        say_sql("CREATE VIEW ", name(), " AS SELECT o.a, t.n FROM $of AS o JOIN $t->{name} AS t ON t.id = o.a") if maybe(50);
    }
    elsif ($x == 7) {
        my ($holder, $view) = (name(), name());
        say_sql("CREATE TABLE $holder (p pair DEFAULT ROW(", uuid_constant(), ", 1), ps pair[], CHECK ((p).a <> ", uuid_constant(), '))');
        say_sql("INSERT INTO $holder (ps) SELECT ARRAY[ROW(", uuid_constant(), ", 2)::pair]") if maybe(50);
        say_sql("CREATE INDEX ", name(), " ON $holder (((p).a))") if maybe(50);
        say_sql("CREATE VIEW $view AS SELECT (p).a AS id, ROW((p).a, 3)::pair AS made FROM $holder") if maybe(50);
    }
    else {
        say_sql("CREATE FUNCTION ", name(), "() RETURNS SETOF $t->{name} LANGUAGE sql STABLE RETURN NULL::$t->{name}");
    }
}

sub rows {
    for my $t (@tables) {
        say_sql("INSERT INTO $t->{name} (id, n, note) SELECT md5(", literal($t->{name}), " || n)::uuid, n, 'row ' || n FROM generate_series(1, 5) AS n");
    }
}

say_sql('CREATE SCHEMA app');
say_sql('SET search_path = app');
# A view's owner has to read what it shows.
say_sql('GRANT USAGE ON SCHEMA app TO migrate_owner');
say_sql('ALTER DEFAULT PRIVILEGES IN SCHEMA app GRANT SELECT ON TABLES TO migrate_owner');
say_sql('ALTER DEFAULT PRIVILEGES IN SCHEMA app GRANT SELECT ON TABLES TO migrate_other') if maybe(30);
say_sql(q(CREATE FUNCTION touched() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'));
say_sql(q(CREATE FUNCTION known(u uuid) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN true; END'));
say_sql('CREATE DOMAIN key AS uuid', one_of('', ' DEFAULT NULL::uuid'), one_of('', ' CHECK (VALUE <> ' . uuid_constant() . ')'));
say_sql('CREATE TYPE pair AS (a uuid, b integer)');
say_sql('CREATE TABLE log (id uuid)');
table() for 1 .. 3 + below(5);
rows() if maybe(50);
foreign_keys();
indexes();
view() for 1 .. below(12);
others() for 1 .. below(12);
say_sql('RESET search_path');
print @sql;
