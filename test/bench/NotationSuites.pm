# Id types of the notations uuid and hex beside uuid: what a text costs there and back, and planning.
# Counts of instructions say the most of these: planning takes microseconds.
package NotationSuites;
use strict;
use warnings;

# What people call a column's type, its name here, and what makes its text of a uuid.
my @contenders = (
    ['uuid'          => 'uuid',   q{uuid::text}],
    ['notation uuid' => 'usr_id', q{'usr_' || uuid}],
    ['notation hex'  => 'key_id', q{'key_' || replace(uuid::text, '-', '')}],
    ['text'          => 'text',   q{'usr_' || uuid}],
);
my %uuid_text = (
    first => '01890a5d-ac96-774b-bcce-b302099a8057',
    last  => '01890a5d-ac96-774b-bcce-b302099affff',
);

# The text of a uuid as the contender writes it.
sub literal {
    my ($type, $which) = @_;
    my $text = $uuid_text{$which};
    return "'$text'"                         if $type eq 'uuid';
    return "'key_" . $text =~ tr/-//dr . "'" if $type eq 'key_id';
    return "'usr_$text'";
}

# One statement for each contender, in which @ is its type.
sub group {
    my ($name, $title, $rows, $statement, @more) = @_;
    return {
        name  => "notation_$name",
        title => $title,
        rows  => $rows,
        unit  => 'ns',
        peer  => 'uuid',
        warm  => 1,
        cases => [
            map {
                my ($shown, $type) = @$_;
                { name => $shown, sql => $statement->($type), @more }
            } grep { $name !~ /start/ || $_->[1] ne 'uuid' } @contenders
        ],
        $name =~ /start/ ? (peer => 'text') : ()
    };
}

sub planned {
    my ($name, $title, $condition) = @_;
    return group("plan_$name", "Planning: $title",
        1, sub { my ($type) = @_; return "EXPLAIN " . $condition->($type) });
}

sub suite {
    my ($rows) = @_;
    my @types = map { $_->[1] } @contenders;
    return {
        title => 'Notations uuid and hex beside uuid',
        setup => [
            Suites::source($rows),
            "SELECT typeid_create_type('usr_id', 'usr', 'uuid'), typeid_create_type('key_id', 'key', 'hex');",
            (
                map {
                    my (undef, $type, $text) = @$_;
                    my $column = $type eq 'text' ? 'text COLLATE "C"' : $type;
                    my $id     = $type eq 'text' ? $text              : "uuid::$type";
                    (
                        "CREATE TABLE v_$type (id $column);",
                        "INSERT INTO v_$type SELECT $id FROM source;",
                        "CREATE INDEX ON v_$type (id);",
                        "CREATE TABLE t_$type AS SELECT $text AS id FROM source;",
                    )
                } @contenders
            ),
            'VACUUM (ANALYZE, FREEZE);'
        ],
        groups => [
            group(
                'text',
                'To text, by cast',
                $rows,
                sub { return "SELECT count(id::text) FROM v_$_[0]" }
            ),
            group(
                'input',
                'From text, by cast',
                $rows,
                sub { return "SELECT count(id::$_[0]) FROM t_$_[0]" }
            ),
            group(
                'copy',
                'COPY of a column as text',
                $rows,
                sub { return "COPY v_$_[0] TO '/dev/null'" }
            ),
            group(
                'copy_binary',
                'COPY of a column as binary',
                $rows,
                sub { return "COPY v_$_[0] TO '/dev/null' (FORMAT binary)" }
            ),
            planned(
                'key',
                'id = a constant',
                sub { return "SELECT * FROM v_$_[0] WHERE id = " . literal($_[0], 'first') }
            ),
            planned(
                'list',
                'id IN (two constants)',
                sub {
                    return
                          "SELECT * FROM v_$_[0] WHERE id IN ("
                        . literal($_[0], 'first') . ', '
                        . literal($_[0], 'last') . ')';
                }
            ),
            planned(
                'range',
                'id BETWEEN two constants',
                sub {
                    return
                          "SELECT * FROM v_$_[0] WHERE id BETWEEN "
                        . literal($_[0], 'first') . ' AND '
                        . literal($_[0], 'last');
                }
            ),
            planned(
                'join',
                'a join of two tables, and a constant',
                sub {
                    return
                        "SELECT * FROM v_$_[0] AS a JOIN v_$_[0] AS b ON b.id = a.id WHERE a.id = "
                        . literal($_[0], 'first');
                }
            ),
            planned(
                'start',
                'LIKE the start of a text',
                sub {
                    return "SELECT * FROM v_$_[0] WHERE id LIKE " . literal($_[0], 'first') =~
                        s/.{12}'$/%'/r;
                }
            ),
        ]
    };
}

1;
