#!/usr/bin/perl
# Prints a schema made by chance: tables with foreign keys, partitions and inheritance, views on views, materialized
# views, and a few rows; and the objects of %kinds, each behind a line "-- kind: NAME". Lines "-- option: OPTION" are what plan is told.
# For id types, ids are compared with ids of their own table.
#
#   random.pl SEED TARGET MAJOR
use strict;
use warnings;

my ($seed, $target, $major) = @ARGV;
die "usage: random.pl SEED TARGET MAJOR\n" unless defined $major;
my $typed = $target eq 'typed';
my $any   = $typed ? 'anyelement' : 'uuid';    # what functions over ids of all tables take

# A generator of its own: Perl's differs between versions.
my $state = ($seed * 2654435761 + 12345) % 2**32;

sub below  { $state = ($state * 1103515245 + 12345) % 2**31; return int(($state >> 8) % $_[0]) }
sub maybe  { return below(100) < $_[0] }
sub one_of { return $_[below(scalar @_)] }

my ($count, @tables, @views, @sql) = (0);

sub name {
    my $n = one_of(qw(user order item tag Note event)) . ++$count;
    $n .= one_of(q( '), q(" x), q( $$), '.b', '') if maybe(15);
    $n =~ s/"/""/g;
    return maybe(70) ? qq("$n") : $n =~ /\W/ ? qq("$n") : $n;
}
sub say_sql       { push @sql, join('', @_) . ";\n" }
sub literal       { my $t = shift; $t =~ s/'/''/g; return "'$t'" }
sub uuid_constant { return sprintf "'%08x-0000-4000-8000-%012x'::uuid", below(2**20), below(2**20) }
sub ids_of        { return $typed ? 'id' : @{ $_[0]{ids} } }
sub kind          { push @sql, "-- kind: $_[0]\n" }
sub option        { push @sql, "-- option: $_[0]\n" }
sub unquoted { my $n = shift; return lc $n unless $n =~ s/^"(.*)"$/$1/; $n =~ s/""/"/g; return $n }

sub comments_and_grants {
    my ($what, $name) = @_;
    say_sql("COMMENT ON $what $name IS ", literal("the $name")) if maybe(30);
    return                                                      if $what eq 'INDEX';
    if (maybe(8)) {
        kind('security label');
        say_sql("SECURITY LABEL FOR migrate_test ON $what $name IS ", literal("label of $name"));
        say_sql("SECURITY LABEL FOR migrate_test ON COLUMN $name.id IS 'label'");
    }
    say_sql(
        "GRANT ",
        one_of('SELECT', 'SELECT, INSERT', 'ALL'),
        " ON $name TO ",
        one_of('migrate_reader', 'migrate_other', 'PUBLIC')
    ) if maybe(30);
    say_sql("GRANT SELECT ON $name TO migrate_reader WITH GRANT OPTION") if maybe(10);
    say_sql("ALTER ", $what eq 'TABLE' ? 'TABLE' : $what, " $name OWNER TO migrate_owner")
        if $what ne 'TABLE' && maybe(10);
}

# Keys of partitions that a primary key of (id) allows, and those that want (id, at).
my @keys_of_id = ('HASH (id)',  'LIST (id)', 'RANGE (id)');
my @keys       = ('RANGE (at)', 'RANGE (at, id)', 'HASH (at, id)', @keys_of_id);

sub partitions {
    my ($name, $key, $keys, $level) = @_;
    my $middle = "'80000000-0000-0000-0000-000000000000'";
    my %bounds = (
        'RANGE (at)'     => ["FROM ('2020-01-01') TO ('2100-01-01')"],
        'RANGE (at, id)' => ["FROM ('2020-01-01', MINVALUE) TO ('2100-01-01', $middle)"],
        'RANGE (id)'     => ["FROM (MINVALUE) TO ($middle)", "FROM ($middle) TO (MAXVALUE)"],
        'LIST (id)'      => ['IN (' . uuid_constant() . ', ' . uuid_constant() . ')', 'DEFAULT'],
        map { $_ => ['WITH (MODULUS 2, REMAINDER 0)', 'WITH (MODULUS 2, REMAINDER 1)'] }
            'HASH (id)', 'HASH (at, id)'
    );
    for my $bound (@{ $bounds{$key} }) {
        my ($part, $sub) = (name(), $level < 2 && maybe(30) ? one_of(@$keys) : undef);
        say_sql(
            "CREATE TABLE $part PARTITION OF $name",
            maybe(20)           ? " (note DEFAULT 'own')" : '',
            $bound eq 'DEFAULT' ? ' DEFAULT'              : " FOR VALUES $bound",
            $sub                ? " PARTITION BY $sub"    : ''
        );
        say_sql("CREATE VIEW ", name(), " AS SELECT * FROM $part") if maybe(30);
        say_sql("CREATE INDEX ", name(), " ON $part (n, id)")      if maybe(20);
        say_sql("GRANT SELECT ON $part TO migrate_reader")         if maybe(10);
        partitions($part, $sub, $keys, $level + 1)                 if $sub;
    }
}

sub table {
    my $name        = name();
    my $partitioned = maybe(25) ? one_of(@keys) : '';
    my $with_at     = $partitioned =~ /at/ || $partitioned && maybe(50);
    my @ids         = ('id', map { qq("ref$_") } 1 .. below(4));
    my @columns     = ('id uuid' . (maybe(50) ? ' DEFAULT gen_random_uuid()' : ''));
    for my $id (@ids[1 .. $#ids]) {
        push @columns,
              "$id "
            . (maybe(10) ? 'key'                                     : 'uuid')
            . (maybe(15) ? ' DEFAULT NULL::uuid'                     : '')
            . (maybe(15) ? " CHECK ($id <> " . uuid_constant() . ')' : '');
    }
    my $last = $typed ? 'id' : $ids[-1];
    push @columns, 'n integer', 'note text', 'at date NOT NULL DEFAULT now()',
        'friends uuid[]' . one_of('', q( DEFAULT '{}'));
    push @columns, 'PRIMARY KEY (id' . ($with_at ? ', at' : '') . ')';
    push @columns, 'CHECK (known(id))' if maybe(15);
    push @columns, qq(g1 text GENERATED ALWAYS AS (coalesce(note, '') || (id = $last)::text) STORED)
        if maybe(20);
    push @columns, "g2 uuid GENERATED ALWAYS AS ($ids[-1]) STORED" if maybe(20);
    say_sql(
        "CREATE TABLE $name (",
        join(', ', @columns),
        ')', $partitioned ? " PARTITION BY $partitioned" : ''
    );
    my $table = { name => $name, ids => \@ids, keyed => !$partitioned, referenced => !$with_at };

    if ($partitioned) {
        partitions($name, $partitioned, $with_at ? \@keys : \@keys_of_id, 0);
    } elsif (maybe(10)) {
        say_sql("CREATE TABLE ", name(), " (more uuid) INHERITS ($name)");
    } elsif (maybe(20)) {
        kind('table of another owner');
        say_sql("ALTER TABLE $name OWNER TO ", one_of('migrate_owner', 'migrate_other'));
    }
    option('--type=app.' . unquoted($name) . "=app.t${count}_id,k" . $count =~ tr/0-9/a-j/r)
        if $typed && !$with_at;
    push @tables, $table;
    comments_and_grants('TABLE', $name);
    say_sql("COMMENT ON COLUMN $name.id IS 'id'")                         if maybe(20);
    say_sql("GRANT SELECT (id), UPDATE (n) ON $name TO migrate_other")    if maybe(20);
    say_sql("ALTER TABLE $name ALTER id SET STATISTICS ", below(900) + 1) if maybe(10);
}

sub foreign_keys {
    for my $t (@tables) {
        for my $id (grep { $_ ne 'id' } @{ $t->{ids} }) {
            my @keyed = grep { $_->{referenced} } @tables;
            next unless @keyed && maybe(60);
            my $other = one_of(@keyed);
            say_sql(
                "ALTER TABLE $t->{name} ADD FOREIGN KEY ($id) REFERENCES $other->{name}",
                one_of('', ' ON DELETE CASCADE', ' ON DELETE SET NULL ON UPDATE CASCADE'),
                one_of('', ' DEFERRABLE',        ' DEFERRABLE INITIALLY DEFERRED'),
                $t->{keyed} ? one_of('', '', ' NOT VALID') : ''
            );
        }
    }
}

sub indexes {
    for my $t (@tables) {
        my $brin = $t->{keyed} && !$typed;    # id types have one class for BRIN
        for (1 .. below(4)) {
            my ($id, $index) = (one_of(ids_of($t)), name());
            say_sql(
                "CREATE INDEX $index ON $t->{name} ",
                one_of(
                    "($id)",
                    "($id DESC, n)",
                    "USING hash ($id)",
                    "USING brin ($id)",
                    "(n) INCLUDE ($id)",
                    "(n, $id) WHERE n > 0",
                    "((note || 'x'), $id)",
                    "(($id = id))",
                    $brin ? "USING brin ($id uuid_minmax_multi_ops)" : "($id)",
                    $brin ? "USING brin ($id uuid_bloom_ops)"        : "($id)"
                )
            );
            comments_and_grants('INDEX', $index);
        }
        say_sql("CREATE STATISTICS ", name(), " ON id, n FROM $t->{name}") if maybe(20);
    }
}

sub view {
    my $view = name();
    my ($a, $b) = map { one_of(@tables, @views) } 1, 2;
    $b = $a if $typed;
    my ($i, $j) = (one_of(ids_of($a)), one_of(ids_of($b)));
    my $options = one_of('', '', ' WITH (security_barrier)', ' WITH (security_invoker = true)');
    my $kind    = maybe(25) ? 'MATERIALIZED VIEW' : 'VIEW';
    my $body    = one_of(
        "SELECT $i AS id, n FROM $a->{name}",
        "SELECT a.id, b.n FROM $a->{name} AS a JOIN $b->{name} AS b ON a.$i = b.$j",
        "SELECT id, n FROM $a->{name} UNION ALL SELECT $j, n FROM $b->{name}",
        "SELECT coalesce($i, "
            . uuid_constant()
            . ") AS id, n FROM $a->{name} WHERE $i IN ("
            . uuid_constant() . ', '
            . uuid_constant() . ')',
        "SELECT id, max(n) AS n FROM $a->{name} WHERE $i = ANY (ARRAY["
            . uuid_constant()
            . ', id]) GROUP BY id',
        "SELECT id, (SELECT count(*) FROM $b->{name} AS b WHERE b.$j = a.$i)::integer AS n FROM $a->{name} AS a WHERE a.id::text LIKE '_%'",
        "SELECT CASE WHEN n > 3 THEN $i ELSE id END AS id, row_number() OVER (PARTITION BY $i)::integer AS n FROM $a->{name}",
        "WITH x AS (SELECT id, n FROM $a->{name}) SELECT x.id, x.n FROM x WHERE known(x.id) AND EXISTS (SELECT FROM $b->{name} AS b WHERE b.$j = x.id)",
        "SELECT (array_agg(id ORDER BY id))[1] AS id, n FROM $a->{name} GROUP BY n",
        "WITH RECURSIVE x AS (SELECT id, n FROM $a->{name} UNION SELECT a.id, a.n FROM $a->{name} AS a JOIN x ON x.id < a.id) SELECT id, n FROM x",
        'SELECT '
            . (maybe(10) ? 'NULLIF(id, ' : 'coalesce(id, ')
            . uuid_constant()
            . ") AS id, n FROM $a->{name} WHERE id > "
            . uuid_constant()
    );
    say_sql(
        "CREATE $kind $view",
        $kind eq 'VIEW' ? $options : '',
        " AS $body", $kind ne 'VIEW' && maybe(50) ? ' WITH NO DATA' : ''
    );
    my $populated = $sql[-1] !~ /WITH NO DATA/;

    if ($kind eq 'VIEW') {
        say_sql("ALTER VIEW $view ALTER id SET DEFAULT gen_random_uuid()")           if maybe(10);
        say_sql("CREATE RULE ", name(), " AS ON INSERT TO $view DO INSTEAD NOTHING") if maybe(10);
        say_sql("CREATE TRIGGER ",
            name(), " INSTEAD OF UPDATE ON $view FOR EACH ROW EXECUTE FUNCTION touched()")
            if maybe(10);
        say_sql("CREATE FUNCTION ",
            name(), "(v $view) RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT v.n'")
            if maybe(15);
    } elsif (maybe(50)) {
        say_sql("CREATE INDEX ", name(), " ON $view (id)");
    }
    comments_and_grants($kind, $view);

    # A materialized view without data cannot be read, when another is filled.
    push @views, { name => $view, ids => ['id'] } if $populated;
}

# A function of any name that takes a uuid and says something about it.
sub about {    # BODY RESULT [OPTION]
    my ($f, $body, $result, $options) = (name(), @_);
    say_sql(
        "CREATE FUNCTION $f(u $any) RETURNS $result LANGUAGE ",
        one_of(
            "sql IMMUTABLE AS 'SELECT $body'",
            $typed ? () : "sql IMMUTABLE RETURN $body",
            "plpgsql IMMUTABLE AS 'BEGIN RETURN $body; END'"
        )
    );
    say_sql("COMMENT ON FUNCTION $f($any) IS 'about uuids'") if maybe(30);
    return $f;
}

# Puts an expression over a table's column somewhere.
sub used {    # TABLE EXPRESSION BOOLEAN
    my ($t, $expression, $boolean) = @_;
    $boolean = "($boolean) IS NOT FALSE" if maybe(50);
    my $x = below(6);
    if ($x == 0) {
        say_sql("CREATE VIEW ", name(), " AS SELECT $expression AS x, n FROM $t->{name}");
    } elsif ($x == 1) {
        say_sql("ALTER TABLE $t->{name} ADD CONSTRAINT ", name(), " CHECK ($boolean) NOT VALID");
    } elsif ($x == 2) {
        say_sql("CREATE INDEX ", name(), " ON $t->{name} (n) WHERE $boolean");
    } elsif ($x == 3) {
        say_sql(
            "CREATE POLICY ",
            name(),
            " ON $t->{name} FOR ",
            one_of("ALL USING ($boolean)", "INSERT WITH CHECK ($boolean)")
        );
    } elsif ($x == 4) {
        say_sql("CREATE MATERIALIZED VIEW ",
            name(), " AS SELECT $expression AS x FROM $t->{name} WHERE $boolean");
    } else {
        say_sql(
            "CREATE FUNCTION ",
            name(),
            "() RETURNS bigint LANGUAGE sql STABLE RETURN (SELECT count($expression) FROM $t->{name} WHERE $boolean)"
        );
    }
}

# Each with a table, one of its ids, and a table or a view.
my %kinds = (
    'policy' => sub {
        my ($policy, $t, $id, $u) = (name(), @_);
        say_sql(
            "CREATE POLICY $policy ON $t->{name} AS ",
            one_of('PERMISSIVE', 'RESTRICTIVE'),
            ' FOR ',
            one_of('ALL', 'SELECT', 'DELETE'),
            ' TO ',
            one_of('PUBLIC', 'migrate_reader, migrate_other'),
            " USING (",
            one_of(
                "$id IN (SELECT id FROM $u->{name}) OR $id = " . uuid_constant(),
                "$id = current_setting('app.id', true)::uuid",
                "id::text = current_user"
            ),
            ')'
        );
        say_sql("COMMENT ON POLICY $policy ON $t->{name} IS 'a policy'") if maybe(50);
        say_sql("ALTER TABLE $t->{name} ENABLE ROW LEVEL SECURITY")      if maybe(30);
    },
    'trigger' => sub {
        my ($trigger, $t, $id) = (name(), @_);
        say_sql(
            "CREATE TRIGGER $trigger ",
            one_of("AFTER UPDATE OF $id", 'AFTER INSERT'),
            " ON $t->{name} FOR EACH ROW WHEN (NEW.$id IS NOT NULL AND NEW.id <> ",
            uuid_constant(),
            ') EXECUTE FUNCTION touched()'
        );
        say_sql(
            "ALTER TABLE $t->{name} ",
            one_of('DISABLE', 'ENABLE ALWAYS', 'ENABLE REPLICA'),
            " TRIGGER $trigger"
        ) if maybe(30);
        say_sql(
            "CREATE CONSTRAINT TRIGGER ",
            name(),
            " AFTER UPDATE OF $id ON $t->{name} DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION touched($id)"
        ) if maybe(30);
        say_sql(
            "CREATE TRIGGER ",
            name(),
            " AFTER INSERT ON $t->{name} REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION touched()"
        ) if maybe(30);
        say_sql("COMMENT ON TRIGGER $trigger ON $t->{name} IS 'a trigger'") if maybe(50);
    },
    'function with a parsed body' => sub {
        my ($f, $p, $t, $id, $u) = (name(), name(), @_);
        say_sql(
            "CREATE FUNCTION $f(u uuid) RETURNS ",
            one_of('SETOF uuid', 'uuid'),
            " LANGUAGE sql STABLE BEGIN ATOMIC SELECT id FROM $u->{name} WHERE id = u; END"
        );
        say_sql(
            "CREATE PROCEDURE $p(u uuid) LANGUAGE sql BEGIN ATOMIC DELETE FROM $t->{name} WHERE $id = u; END"
        ) if maybe(50);
    },
    'function in SQL' => sub {
        my ($f, $t, $id, $u) = (name(), @_);
        my ($result, $body) = @{
            one_of(
                ['SETOF uuid',               "SELECT $id FROM app.$t->{name}"],
                ["TABLE (a uuid, b bigint)", "SELECT id, n FROM app.$t->{name}"],
                ['uuid', "SELECT id FROM app.$u->{name} WHERE id = ANY (us) LIMIT 1"],
                ["SETOF app.$t->{name}", "SELECT * FROM app.$t->{name}"]
            )
        };
        say_sql(
            "CREATE FUNCTION $f(us uuid[] DEFAULT '{}') RETURNS $result LANGUAGE sql STABLE AS ",
            literal($body));
    },
    'function in PL/pgSQL' => sub {
        my ($f, $t, $id) = (name(), @_);
        my ($result, $body) = @{
            one_of(
                [
                    'SETOF uuid',
                    "BEGIN RETURN QUERY SELECT t.$id\::uuid FROM app.$t->{name} AS t; END"
                ],
                [
                    "TABLE (a uuid, b integer)",
                    "BEGIN RETURN QUERY SELECT t.id::uuid, t.n FROM app.$t->{name} AS t; END"
                ],
                [
                    'uuid',
                    "DECLARE x uuid; BEGIN SELECT t.id INTO x FROM app.$t->{name} AS t LIMIT 1; RETURN x; END"
                ],
                [
                    'uuid',
                    "DECLARE x app.$t->{name}.id%TYPE; r app.$t->{name}%ROWTYPE; BEGIN SELECT * INTO r FROM app.$t->{name} LIMIT 1; x := r.id; RETURN x; END"
                ],
                ["SETOF app.$t->{name}", "BEGIN RETURN QUERY SELECT * FROM app.$t->{name}; END"],
                [
                    'uuid',
                    "DECLARE r record; BEGIN FOR r IN SELECT * FROM app.$t->{name} WHERE id = us[1] LOOP RETURN r.id; END LOOP; RETURN NULL; END"
                ]
            )
        };
        say_sql(
            "CREATE FUNCTION $f(us uuid[] DEFAULT '{}') RETURNS $result LANGUAGE plpgsql STABLE AS ",
            literal($body)
        );
    },
    'function of rows' => sub {
        my ($f, $t) = (name(), @_);
        say_sql(
            "CREATE FUNCTION $f() RETURNS SETOF $t->{name} LANGUAGE sql STABLE RETURN NULL::$t->{name}"
        );
        say_sql("CREATE FUNCTION ",
            name(), "(r $t->{name}) RETURNS uuid LANGUAGE sql STABLE AS 'SELECT r.id'")
            if maybe(50);
    },
    'rule' => sub {
        my ($t, $id) = @_;
        return unless $t->{keyed};
        my $rule = name();
        say_sql(
            "CREATE RULE $rule AS ON ",
            one_of(
                "UPDATE TO $t->{name} WHERE OLD.$id IS DISTINCT FROM NEW.$id DO ALSO INSERT INTO log VALUES (OLD.id)",
                "DELETE TO $t->{name} DO ALSO INSERT INTO log VALUES (OLD.$id)"
            )
        );
        say_sql("COMMENT ON RULE $rule ON $t->{name} IS 'a rule'") if maybe(50);
    },
    'rows as columns' => sub {
        my ($t) = @_;
        say_sql("CREATE TABLE ", name(), " (x integer, old $t->{name}, olds $t->{name}\[])");
    },
    'publication' => sub {
        my ($publication, $t) = (name(), @_);
        my $filter =
            one_of('(n > 0)', '(n > 0)', '(id IS NOT NULL)', "(id <> " . uuid_constant() . ')');
        say_sql(
            "CREATE PUBLICATION $publication FOR ",
            one_of(
                "TABLE $t->{name}"
                    . (
                    $t->{keyed}
                    ? one_of(' (id, at)', " WHERE $filter", " (id, n) WHERE $filter")
                    : ''
                    ),
                'ALL TABLES',
                'TABLES IN SCHEMA app'
            )
        );
        say_sql("COMMENT ON PUBLICATION $publication IS 'a publication'") if maybe(50);
    },
    'composite type' => sub {
        my ($type, $t) = (name(), @_);
        say_sql("CREATE TYPE $type AS (a uuid, k key, b integer)");
        say_sql(
            "CREATE TABLE ",
            my $of = name(),
            " OF $type",
            one_of('', ' (PRIMARY KEY (a))', ' (a WITH OPTIONS DEFAULT gen_random_uuid())')
        );
        say_sql("INSERT INTO $of VALUES (", uuid_constant(), ', ', uuid_constant(), ', 1)')
            if maybe(50);
        say_sql("CREATE INDEX ", name(), " ON $of (k, a)") if maybe(50);
        say_sql("CREATE VIEW ", name(),
            " AS SELECT o.a, t.n FROM $of AS o JOIN $t->{name} AS t ON t.id = o.a")
            if maybe(50);
    },
    'column of a composite type' => sub {
        my ($holder, $view) = (name(), name());
        say_sql(
            "CREATE TABLE $holder (p pair DEFAULT ROW(",
            uuid_constant(), ", 1), ps pair[], CHECK ((p).a <> ",
            uuid_constant(), '))'
        );
        say_sql("INSERT INTO $holder (ps) SELECT ARRAY[ROW(", uuid_constant(), ", 2)::pair]")
            if maybe(50);
        say_sql("CREATE INDEX ", name(), " ON $holder (((p).a))") if maybe(50);
        say_sql("CREATE VIEW $view AS SELECT (p).a AS id, ROW((p).a, 3)::pair AS made FROM $holder")
            if maybe(50);
    },
    'range' => sub {
        my ($range, $multi, $t, $id) = (name(), name(), @_);
        say_sql("CREATE TYPE $range AS RANGE (subtype = uuid, multirange_type_name = $multi)");
        say_sql("COMMENT ON TYPE $range IS 'a range'") if maybe(30);
        say_sql("CREATE TABLE ",
            name(), " (id uuid, r $range, rs $multi\[], EXCLUDE USING gist (r WITH &&))")
            if maybe(60);
        used($t, "$range($id, NULL)",         "NOT isempty($range($id, NULL))") if maybe(60);
        used($t, "$multi($range(NULL, $id))", "$range(NULL, NULL) \@> coalesce($id, id)")
            if maybe(20);
    },
    'range over a domain' => sub {
        my $range = name();
        say_sql("CREATE TYPE $range AS RANGE (subtype = key)");
        say_sql("CREATE TABLE ", name(), " (k key, r $range)");
    },
    'array of a domain' =>
        sub { say_sql("CREATE TABLE ", name(), " (k key, ks key[], n integer)") },
    'aggregate' => sub {
        my ($f, $a, $type, $t, $id) = (name(), name(), one_of($any, 'anyelement'), @_);
        say_sql(
            "CREATE FUNCTION $f($type, $type) RETURNS $type LANGUAGE sql IMMUTABLE AS 'SELECT coalesce(\$1, \$2)'"
        );
        say_sql("CREATE AGGREGATE $a($type) (SFUNC = $f, STYPE = $type)");
        say_sql("COMMENT ON AGGREGATE $a($type) IS 'an aggregate'") if maybe(30);
        say_sql("CREATE VIEW ", name(), " AS SELECT n, $a($id) AS first FROM $t->{name} GROUP BY n")
            if maybe(70);
    },
    'operator' => sub {
        my ($f, $o, $t, $id) = (name(), one_of('===', '<~>', '@@@'), @_);
        say_sql(
            "CREATE FUNCTION $f($any, $any) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT \$1 = \$2'"
        );

        # the second of a name is not made
        say_sql(
            "DO ",
            literal(
                "BEGIN CREATE OPERATOR $o (LEFTARG = $any, RIGHTARG = $any, FUNCTION = $f); EXCEPTION WHEN duplicate_function THEN NULL; END"
            )
        );
        used($t, "$id OPERATOR(app.$o) id", "$id OPERATOR(app.$o) $id IS NOT NULL") if maybe(70);
    },
    'cast' => sub {
        my ($type, $f, $t, $id) = (name(), name(), @_);
        say_sql("CREATE TYPE $type AS (label text)");
        say_sql("CREATE FUNCTION $f(uuid) RETURNS $type LANGUAGE sql IMMUTABLE AS ",
            literal("SELECT ROW(\$1::text)::app.$type"));
        say_sql("CREATE CAST (uuid AS $type) WITH FUNCTION $f(uuid)", one_of('', ' AS ASSIGNMENT'));
        used($t, "$id\::$type", "($id\::$type).label <> 'x'") if maybe(50);
    },
    'expression index' => sub {
        my ($f, $t, $id) = (about('u IS NOT NULL', 'boolean'), @_);
        say_sql(
            "CREATE INDEX ",
            name(),
            " ON $t->{name} ",
            one_of(
                "($f($id))",
                "((coalesce($id, id)), n)",
                "((id > " . uuid_constant() . "), $id)",
                "((left($id\::text, 4)))",
                "((md5($id\::text)))"
            )
        );
    },
    'function of ids, used' => sub {
        my ($f, $t, $id) = (
            about(
                @{
                    one_of(
                        ['length(u::text)', 'integer'],
                        ['coalesce(u, u)',  $any],
                        ['ARRAY[u]',        $typed ? 'anyarray' : 'uuid[]']
                    )
                }
            ),
            @_
        );
        used($t, "$f($id)", "$f($id) IS NOT NULL");
    },
    'statistics object' => sub {
        my ($s, $t, $id) = (name(), @_);
        say_sql(
            "CREATE STATISTICS $s ",
            one_of('', '(ndistinct)', '(mcv, dependencies)'),
            " ON ",
            one_of("id, n", "n, at, $id"),
            " FROM $t->{name}"
        );
        say_sql("COMMENT ON STATISTICS $s IS 'statistics'")                        if maybe(40);
        say_sql("ALTER STATISTICS $s SET STATISTICS 44")                           if maybe(40);
        say_sql("ALTER STATISTICS $s OWNER TO migrate_owner")                      if maybe(20);
        say_sql("CREATE STATISTICS ", name(), " ON ($id = id), n FROM $t->{name}") if maybe(40);
    },
    'marks' => sub {
        my ($t, $id) = @_;
        return say_sql("ALTER TABLE $t->{name} REPLICA IDENTITY ", one_of('FULL', 'NOTHING'))
            unless $t->{keyed};
        my ($replica, $cluster) = (name(), name());
        say_sql("CREATE UNIQUE INDEX $replica ON $t->{name} ", one_of('(id, at)', '(at, id DESC)'));
        say_sql("CREATE INDEX $cluster ON $t->{name} ($id) WITH (fillfactor = 60)");
        say_sql("ALTER TABLE $t->{name} REPLICA IDENTITY USING INDEX $replica, CLUSTER ON ",
            one_of($replica, $cluster));
        say_sql("ALTER INDEX $cluster SET (fillfactor = 70)");
    },
    'options of columns' => sub {
        my ($t, $id) = @_;
        say_sql(
            "ALTER TABLE $t->{name} ALTER friends SET STORAGE ",
            one_of('EXTERNAL', 'MAIN'),
            ', ALTER friends SET COMPRESSION pglz, ALTER note SET STORAGE MAIN'
        );
        say_sql(
            "ALTER TABLE $t->{name} ALTER $id SET (n_distinct = -0.5), ALTER friends SET STATISTICS 7"
        );
        say_sql("CREATE INDEX ", name(), " ON $t->{name} USING gin (friends)");
        say_sql("ALTER TABLE $t->{name} SET (",
            one_of('fillfactor = 80', 'autovacuum_enabled = off'), ')')
            if $t->{keyed};
    },
    'key' => sub {
        my ($t, $id) = @_;
        return unless $t->{keyed};
        my ($key, $pair) = (name(), name());
        say_sql(
            "ALTER TABLE $t->{name} ADD CONSTRAINT $key UNIQUE ",
            one_of('', 'NULLS NOT DISTINCT '),
            '(id, n)',
            one_of('', ' INCLUDE (note)'),
            ' WITH (fillfactor = 60)'
        );
        say_sql("COMMENT ON CONSTRAINT $key ON $t->{name} IS 'a key'");
        say_sql(
            "CREATE TABLE $pair (a uuid, m integer, FOREIGN KEY (a, m) REFERENCES $t->{name} (id, n) ",
            one_of('MATCH FULL', 'ON DELETE SET NULL (a)', 'DEFERRABLE'),
            ')'
        );
        say_sql("INSERT INTO $pair SELECT id, n FROM $t->{name} WHERE n IS NOT NULL");
    },
    'exclusion' => sub {
        my ($t, $id) = @_;
        return unless $t->{keyed};
        my $exclusion = name();
        say_sql(
            "ALTER TABLE $t->{name} ADD CONSTRAINT $exclusion EXCLUDE USING ",
            one_of('btree', 'hash'),
            " ($id WITH =)",
            one_of('', ' WHERE (n > 0)'),
            one_of('', ' DEFERRABLE INITIALLY DEFERRED')
        );
        say_sql("COMMENT ON CONSTRAINT $exclusion ON $t->{name} IS 'an exclusion'");
    },
    'tablespace' => sub {
        my ($index, $view, $t, $id) = (name(), name(), @_);
        say_sql("CREATE INDEX $index ON $t->{name} ((note || $id\::text)) TABLESPACE migrate_space")
            if $t->{keyed};
        say_sql(
            "CREATE MATERIALIZED VIEW $view TABLESPACE migrate_space AS SELECT id FROM $t->{name}");
        say_sql("ALTER TABLE $t->{name} SET TABLESPACE migrate_space") if $t->{keyed} && maybe(50);
    },
    'unlogged table' => sub {
        my ($t) = @_;
        say_sql("CREATE UNLOGGED TABLE ",
            name(), " (id uuid PRIMARY KEY, of uuid, note text DEFAULT 'x')");
    },
    'foreign table' => sub {
        say_sql(
            'CREATE FOREIGN DATA WRAPPER nothing; CREATE SERVER nowhere FOREIGN DATA WRAPPER nothing'
        ) unless grep { /nowhere FOREIGN/ } @sql;
        say_sql(
            "CREATE FOREIGN TABLE ",
            my $table = name(),
            " (id uuid OPTIONS (a 'b'), n integer) SERVER nowhere"
        );
        say_sql("CREATE VIEW ", name(), " AS SELECT id FROM $table");
    },
    'numbers' => sub {
        my ($table, $of, $sequence, $view) = map { name() } 1 .. 4;
        my ($type, $letter) =
            (one_of('bigint', 'integer', 'smallint'), chr(ord('a') + $count % 26));
        my $options = one_of(
            'START 100 INCREMENT 5 CACHE 3',
            'MINVALUE 7 MAXVALUE 9999 CYCLE',
            'INCREMENT -1 MINVALUE -50 MAXVALUE 50 START 20'
        );
        my $identity = one_of('ALWAYS', 'BY DEFAULT', '', '');
        say_sql("CREATE SEQUENCE $sequence AS $type $options") unless $identity;
        say_sql(
            "CREATE TABLE $table (id $type ",
            $identity
            ? "GENERATED $identity AS IDENTITY (SEQUENCE NAME app.$sequence $options)"
            : "DEFAULT nextval(" . literal("app.$sequence") . ')',
            " PRIMARY KEY, above $type REFERENCES $table, owner uuid, n integer)"
        );
        say_sql("ALTER SEQUENCE $sequence OWNED BY $table.id")   if !$identity && maybe(70);
        say_sql("COMMENT ON SEQUENCE $sequence IS 'a sequence'") if maybe(50);
        say_sql(
            "GRANT ",
            one_of('USAGE', 'ALL', 'SELECT, UPDATE'),
            " ON SEQUENCE $sequence TO migrate_reader"
        ) if maybe(50);
        say_sql(
            "CREATE TABLE $of (a $type REFERENCES $table ON DELETE CASCADE, b $type CHECK (b IS NOT NULL), note text)"
        );
        say_sql("CREATE INDEX ON $of ",
            one_of('(a)', '(a DESC, note)', 'USING hash (a)', '(note) INCLUDE (a)'));
        say_sql(
            "CREATE VIEW $view AS SELECT t.id, o.note, count(*) FROM $table AS t LEFT JOIN $of AS o ON o.a = t.id GROUP BY t.id, o.note"
        );
        say_sql("ALTER TABLE $table OWNER TO migrate_owner") if $identity && maybe(40);
        say_sql(
            "INSERT INTO $table (n) SELECT n FROM generate_series(1, 4) AS n; INSERT INTO $of SELECT id, id FROM $table"
        );
        option('--type=app.' . unquoted($table) . '=app.' . lc($type) . "$count,num_$letter,uid11")
            if $typed;
    },
    'texts' => sub {
        my ($table, $of)     = (name(), name());
        my ($type,  $letter) = (
            one_of('text', 'character(30)', 'varchar(30)', 'varchar(255)', 'varchar'),
            chr(ord('a') + $count % 26)
        );
        $type = 'char(26)' if $type =~ /character/ && !$typed;
        my $prefix = $typed ? "'x$letter\_' || " : '';
        say_sql(
            "CREATE TABLE $table (id $type PRIMARY KEY, above $type REFERENCES $table, note text)");
        say_sql("CREATE TABLE $of (a $type REFERENCES $table ON UPDATE CASCADE, n integer)");
        say_sql(
            "INSERT INTO $table SELECT ",
            $prefix,
            "public.ulid_encode(md5(n::text)::uuid) FROM generate_series(1, 5) AS n; INSERT INTO $of SELECT id, 1 FROM $table"
        );
        say_sql(
            "ALTER TABLE $table ALTER id SET STORAGE ",
            one_of('MAIN', 'EXTERNAL'),
            ', ALTER above SET COMPRESSION pglz'
        ) if maybe(50);
        say_sql("CREATE INDEX ON $of ",
            one_of('(a)', 'USING hash (a)', '(n) INCLUDE (a)', '(a COLLATE "C")'))
            if maybe(50);
        say_sql("CREATE VIEW ", name(),
            " AS SELECT t.id, o.n FROM $table AS t JOIN $of AS o ON o.a = t.id WHERE o.n > 0");
    },
    'generated column' => sub {
        my $f = about(one_of('u IS NULL', 'known(u)'), 'boolean');
        say_sql(
            "CREATE TABLE ",
            name(),
            " (id uuid PRIMARY KEY, a uuid, g ",
            one_of(
                "boolean GENERATED ALWAYS AS ($f(a)) STORED",
                "uuid GENERATED ALWAYS AS (coalesce(a, id)) STORED",
                "text GENERATED ALWAYS AS (md5(a::text)) STORED"
            ),
            ')'
        );
    },
    'event trigger' => sub {
        my $f = name();
        say_sql(
            "CREATE FUNCTION $f() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN RETURN; END'");
        say_sql(
            "CREATE EVENT TRIGGER ",
            name(), " ON ",
            one_of('ddl_command_end', 'sql_drop', 'table_rewrite', 'ddl_command_start'),
            " EXECUTE FUNCTION $f()"
        );
    },
    $major < 17 ? () : (
        'identity of a partitioned table' => sub {
            say_sql(
                "CREATE TABLE ",
                my $table = name(),
                " (seq bigint GENERATED ALWAYS AS IDENTITY, id uuid, at date) PARTITION BY RANGE (at)"
            );
            say_sql(
                "CREATE TABLE ",
                name(),          " PARTITION OF $table DEFAULT; INSERT INTO $table (id) VALUES (",
                uuid_constant(), ')'
            );
        }
    ),
    $major < 18 ? () : (
        'virtual generated column' => sub {
            say_sql(
                "CREATE TABLE ",
                name(),
                " (id uuid, a uuid, v uuid GENERATED ALWAYS AS (a) VIRTUAL, w integer GENERATED ALWAYS AS (3) VIRTUAL)"
            );
        },
        'named NOT NULL' => sub {
            my ($constraint, $t, $id) = (name(), @_);
            say_sql("ALTER TABLE $t->{name} ADD CONSTRAINT $constraint NOT NULL ",
                $t->{keyed} ? "$t->{ids}[-1] NOT VALID" : 'n')
                if @{ $t->{ids} } > 1;
            say_sql("COMMENT ON CONSTRAINT $constraint ON $t->{name} IS 'not null'")
                if @{ $t->{ids} } > 1;
            say_sql(
                "ALTER TABLE $t->{name} ADD CONSTRAINT ",
                name(),          " CHECK ($id <> ",
                uuid_constant(), ') NOT ENFORCED'
            );
            say_sql("CREATE TABLE ", name(), " (of uuid REFERENCES $t->{name} NOT ENFORCED)")
                if $t->{referenced};
        }
    ),
    'default privileges' => sub {
        say_sql(
            "ALTER DEFAULT PRIVILEGES ",
            one_of('IN SCHEMA app ', ''),
            "GRANT ",
            one_of(
                'EXECUTE ON FUNCTIONS',
                'USAGE ON TYPES',
                'USAGE ON SEQUENCES',
                'SELECT ON TABLES'
            ),
            " TO migrate_reader"
        );
    },
    'member of an extension' => sub {
        my ($view, $f, $table, $t, $id) = (name(), name(), name(), @_);
        say_sql('CREATE EXTENSION IF NOT EXISTS tcn SCHEMA public');
        my $x = below(4);
        if ($x == 0) {
            say_sql("CREATE VIEW $view AS SELECT $id FROM $t->{name}");
            say_sql("ALTER EXTENSION tcn ADD VIEW $view");
        } elsif ($x == 1) {
            say_sql(
                "CREATE FUNCTION $f() RETURNS bigint LANGUAGE sql RETURN (SELECT count($id) FROM $t->{name})"
            );
            say_sql("ALTER EXTENSION tcn ADD FUNCTION $f()");
        } elsif ($x == 2) {
            say_sql("CREATE TABLE $table (id uuid)");
            say_sql("ALTER EXTENSION tcn ADD TABLE $table");
        } else {
            say_sql(
                "CREATE FUNCTION $f($any) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT true'");
            say_sql("ALTER EXTENSION tcn ADD FUNCTION $f($any)");
            used($t, "$f($id)", "$f($id)");
        }
    },
);

sub others {
    for my $what (map { one_of(sort keys %kinds) } 1 .. (maybe(30) ? 1 : 1 + below(12))) {
        my $t = one_of(@tables);
        kind($what);
        $kinds{$what}->($t, one_of(ids_of($t)), $typed ? $t : one_of(@tables, @views));
    }
}

sub rows {
    say_sql(
        "INSERT INTO $_->{name} (id, n, note) SELECT md5(",
        literal($_->{name}),
        " || n)::uuid, n, 'row ' || n FROM generate_series(1, 5) AS n"
    ) for @tables;
}

say_sql('CREATE SCHEMA app; SET search_path = app');

# A view's owner has to read what it shows.
say_sql('GRANT USAGE, CREATE ON SCHEMA app TO migrate_owner, migrate_other');
say_sql(
    'ALTER DEFAULT PRIVILEGES IN SCHEMA app GRANT SELECT, REFERENCES, TRIGGER ON TABLES TO migrate_owner, migrate_other'
);
say_sql('ALTER DEFAULT PRIVILEGES IN SCHEMA app GRANT SELECT ON TABLES TO migrate_reader')
    if maybe(30);
say_sql(q(CREATE FUNCTION touched() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'));
say_sql("CREATE FUNCTION known(u $any)",
    q( RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN true; END'));
say_sql(
    'CREATE DOMAIN key AS uuid',
    one_of('', ' DEFAULT NULL::uuid'),
    one_of('', ' CHECK (VALUE <> ' . uuid_constant() . ')')
);
say_sql('CREATE TYPE pair AS (a uuid, b integer); CREATE TABLE log (id uuid)');
table() for 1 .. 3 + below(5);
rows() if maybe(50);
foreign_keys();
indexes();
view() for 1 .. below(12);
others();
say_sql('RESET search_path');
print @sql;
